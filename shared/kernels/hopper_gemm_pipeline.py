# Hopper GEMM 1: one warpgroup, copies ahead of products (Pallas, Mosaic GPU)
#
# A program makes one tile of the result. Its loop over K wants a tile of A and a tile of B in shared memory at each step, and the tensor core
# reads them from there. `plgpu.emit_pipeline` makes that loop: it keeps the copies of `SLOTS` steps under way, so that the bytes of step s + SLOTS
# travel while the product of step s is computed.
#
# Both are asynchronous, and each has its own way of saying "done":
#   a copy    arrives at a barrier; the pipeline waits for it before it calls the body
#   a wgmma   is done when `wgmma_wait` says so. `wgmma_wait(1)` lets the latest one go on while the next is issued, which keeps the tensor core
#             busy. But then a step ends while its product still reads its slot: `delay_release=1` tells the pipeline to
#             reuse a slot one step later. Without it the next copy would overwrite what the tensor core reads.
#
# Any sizes whose rows are multiples of 16 bytes: what a copy reads outside of an array is 0, and nothing is written there.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

M = 256
N = 256
K = 512
TILE_M = 64
TILE_N = 128
TILE_K = 64
SLOTS = 4


def kernel(a_gmem, b_gmem, c_gmem, c_smem, acc):
    m, n = lax.axis_index("m"), lax.axis_index("n")

    def step(indices, a_smem, b_smem):
        plgpu.wgmma(acc, a_smem, b_smem)
        plgpu.wgmma_wait(1)

    pipeline = plgpu.emit_pipeline(
        step,
        grid=(pl.cdiv(K, TILE_K),),
        in_specs=[
            plgpu.BlockSpec((TILE_M, TILE_K), lambda k: (m, k), delay_release=1),
            plgpu.BlockSpec((TILE_K, TILE_N), lambda k: (k, n), delay_release=1),
        ],
        max_concurrent_steps=SLOTS,
    )
    pipeline(a_gmem, b_gmem)

    # Reading the accumulator waits for all products. The tile goes back through shared memory, since the copy engine takes it from there:
    # `commit_smem` makes our stores visible to it, and the kernel must not end before it has read them.
    c_smem[...] = acc[...].astype(c_smem.dtype)
    plgpu.commit_smem()
    plgpu.copy_smem_to_gmem(c_smem, c_gmem.at[pl.ds(m * TILE_M, TILE_M), pl.ds(n * TILE_N, TILE_N)])
    plgpu.wait_smem_to_gmem(0)


matmul = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((M, N), jnp.bfloat16),
    scratch_types=[plgpu.SMEM((TILE_M, TILE_N), jnp.bfloat16), plgpu.ACC((TILE_M, TILE_N), jnp.float32)],
    grid=(pl.cdiv(M, TILE_M), pl.cdiv(N, TILE_N)),
    grid_names=("m", "n"),
)

key_a, key_b = jax.random.split(jax.random.key(0))
a = jax.random.normal(key_a, (M, K), jnp.bfloat16)
b = jax.random.normal(key_b, (K, N), jnp.bfloat16)
expected = jnp.dot(a, b, preferred_element_type=jnp.float32).astype(jnp.bfloat16)
np.testing.assert_allclose(matmul(a, b), expected, rtol=2e-2, atol=2e-2)
print(f"{M}x{K} by {K}x{N}: {pl.cdiv(M, TILE_M) * pl.cdiv(N, TILE_N)} programs of one warpgroup, {SLOTS} slots: as jnp.dot")
