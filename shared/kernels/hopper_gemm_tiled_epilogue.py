# Hopper GEMM 3: the result leaves in strips (Pallas, Mosaic GPU)
#
# As step 2, with tiles twice as wide, and then a whole tile of C in shared memory would take room from the slots of A and B. The epilogue needs
# much less: each consumer takes its accumulator in strips of EPILOGUE_N columns through two small buffers. While the copy engine
# stores one strip, the next is converted and written to the other buffer.
#
# Copies out have no barriers; each warpgroup counts its own groups of them. `wait_smem_to_gmem(1, wait_read_only=True)` waits until all but the
# latest have read their buffer, which is when the older buffer may be written again. Only at the end do the bytes have to be in place: `wait_smem_to_gmem(0)`.
#
# Sizes as in step 1.
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

M = 256
N = 512
K = 256
TILE_M = 128
TILE_N = 256
TILE_K = 64
EPILOGUE_N = 64
SLOTS = 4
CONSUMERS = 2
ROWS = TILE_M // CONSUMERS  # of one consumer


def kernel(a_gmem, b_gmem, c_gmem, strip_smem):
    m, n, wg = lax.axis_index("m"), lax.axis_index("n"), lax.axis_index("wg")

    def step(indices, a_smem, b_smem, acc):
        plgpu.wgmma(acc, a_smem.at[pl.ds(wg * ROWS, ROWS)], b_smem)
        plgpu.wgmma_wait(1)
        return acc

    def store(tile):
        row = m * TILE_M + wg * ROWS
        for strip in range(TILE_N // EPILOGUE_N):
            buffer = strip_smem.at[wg, strip % 2]
            if strip >= 2:
                plgpu.wait_smem_to_gmem(1, wait_read_only=True)
            buffer[...] = tile[:, strip * EPILOGUE_N : (strip + 1) * EPILOGUE_N]
            plgpu.commit_smem()
            plgpu.copy_smem_to_gmem(buffer, c_gmem.at[pl.ds(row, ROWS), pl.ds(n * TILE_N + strip * EPILOGUE_N, EPILOGUE_N)])
        plgpu.wait_smem_to_gmem(0)

    def compute(pipeline):
        @functools.partial(pl.run_scoped, acc=plgpu.ACC((ROWS, TILE_N), jnp.float32))
        def with_accumulator(acc):
            pipeline(acc)
            store(acc[...].astype(c_gmem.dtype))

    pipeline = plgpu.emit_pipeline_warp_specialized(
        step,
        grid=(pl.cdiv(K, TILE_K),),
        memory_registers=40,
        in_specs=[
            plgpu.BlockSpec((TILE_M, TILE_K), lambda k: (m, k), delay_release=1),
            plgpu.BlockSpec((TILE_K, TILE_N), lambda k: (k, n), delay_release=1),
        ],
        max_concurrent_steps=SLOTS,
        wg_axis="wg",
        num_compute_wgs=CONSUMERS,
        compute_context=compute,
    )
    pipeline(a_gmem, b_gmem)


matmul = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((M, N), jnp.bfloat16),
    scratch_types=[plgpu.SMEM((CONSUMERS, 2, ROWS, EPILOGUE_N), jnp.bfloat16)],
    grid=(pl.cdiv(M, TILE_M), pl.cdiv(N, TILE_N)),
    grid_names=("m", "n"),
    num_threads=CONSUMERS + 1,
    thread_name="wg",
)

key_a, key_b = jax.random.split(jax.random.key(0))
a = jax.random.normal(key_a, (M, K), jnp.bfloat16)
b = jax.random.normal(key_b, (K, N), jnp.bfloat16)
expected = jnp.dot(a, b, preferred_element_type=jnp.float32).astype(jnp.bfloat16)
np.testing.assert_allclose(matmul(a, b), expected, rtol=2e-2, atol=2e-2)
print(f"{M}x{K} by {K}x{N}: tiles of {TILE_M}x{TILE_N} leave in strips of {EPILOGUE_N} columns: as jnp.dot")
