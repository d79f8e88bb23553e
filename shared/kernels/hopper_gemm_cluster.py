# Hopper GEMM 6: two programs share a tile of B (Pallas, Mosaic GPU)
#
# Programs of a cluster run at the same time on neighbouring multiprocessors, and a copy can write to the shared memory of several. The two programs of a
# cluster here make two tiles of C, one below the other, which want the same tile of B. With `collective_axes="pair"` each asks for half of it,
# and what arrives is written to both: half the traffic from L2 for B.
#
# A slot may then be overwritten only when the consumers of both programs have read it: the pipeline's "consumed" barrier counts the arrivals of the
# whole cluster, and a program can't end before the other is done with its memory. Sizes as in step 1.
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

M = 256
N = 256
K = 256
TILE_M = 128
TILE_N = 128
TILE_K = 64
SLOTS = 4
CONSUMERS = 2
ROWS = TILE_M // CONSUMERS  # of one consumer


def kernel(a_gmem, b_gmem, c_gmem, c_smem):
    m, n, wg = lax.axis_index("m") * 2 + lax.axis_index("pair"), lax.axis_index("n"), lax.axis_index("wg")
    rows = pl.ds(wg * ROWS, ROWS)

    def step(indices, a_smem, b_smem, acc):
        plgpu.wgmma(acc, a_smem.at[rows], b_smem)
        plgpu.wgmma_wait(1)
        return acc

    def compute(pipeline):
        @functools.partial(pl.run_scoped, acc=plgpu.ACC((ROWS, TILE_N), jnp.float32))
        def with_accumulator(acc):
            pipeline(acc)
            c_smem.at[rows][...] = acc[...].astype(c_smem.dtype)

        plgpu.commit_smem()
        plgpu.copy_smem_to_gmem(c_smem.at[rows], c_gmem.at[pl.ds(m * TILE_M + wg * ROWS, ROWS), pl.ds(n * TILE_N, TILE_N)])
        plgpu.wait_smem_to_gmem(0)

    pipeline = plgpu.emit_pipeline_warp_specialized(
        step,
        grid=(pl.cdiv(K, TILE_K),),
        memory_registers=40,
        in_specs=[
            plgpu.BlockSpec((TILE_M, TILE_K), lambda k: (m, k), delay_release=1),
            plgpu.BlockSpec((TILE_K, TILE_N), lambda k: (k, n), delay_release=1, collective_axes=("pair",)),
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
    scratch_types=[plgpu.SMEM((TILE_M, TILE_N), jnp.bfloat16)],
    grid=(pl.cdiv(M, 2 * TILE_M), pl.cdiv(N, TILE_N)),
    grid_names=("m", "n"),
    cluster=(2,),
    cluster_names=("pair",),
    num_threads=CONSUMERS + 1,
    thread_name="wg",
)

key_a, key_b = jax.random.split(jax.random.key(0))
a = jax.random.normal(key_a, (M, K), jnp.bfloat16)
b = jax.random.normal(key_b, (K, N), jnp.bfloat16)
expected = jnp.dot(a, b, preferred_element_type=jnp.float32).astype(jnp.bfloat16)
np.testing.assert_allclose(matmul(a, b), expected, rtol=2e-2, atol=2e-2)
print(f"{M}x{K} by {K}x{N}: {pl.cdiv(M, 2 * TILE_M) * pl.cdiv(N, TILE_N)} clusters of two programs: as jnp.dot")
