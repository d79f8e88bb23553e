# Hopper: a product of int8 weights and bfloat16 activations (Pallas, Mosaic GPU)
#
# The tensor core multiplies operands of one width. The weights A come as int8, half the bytes of what they are multiplied with, and
# become bfloat16 in registers: `wgmma` takes its first operand from there, the second from shared memory. They are loaded in the layout
# `WGMMA_UPCAST_2X`, in which each thread already holds the elements that it will need as bfloat16, so that no data crosses threads.
#
# While a product runs, its operand's registers must stay as they are. `wgmma_wait(0)` before the end of each step sees to that, and
# the slots are free by then too: no `delay_release`.
#
# M, N and K may be any sizes whose rows are multiples of 16 bytes (K of 16, N of 8).
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


def kernel(a_gmem, scale_gmem, b_gmem, c_gmem, c_smem):
    m, n, wg = lax.axis_index("m"), lax.axis_index("n"), lax.axis_index("wg")
    rows = pl.ds(wg * ROWS, ROWS)

    def step(indices, a_smem, b_smem, acc):
        a = plgpu.load(a_smem.at[rows], layout=plgpu.Layout.WGMMA_UPCAST_2X)
        a = plgpu.layout_cast(a.astype(jnp.bfloat16), plgpu.Layout.WGMMA)
        plgpu.wgmma(acc, a, b_smem)
        plgpu.wgmma_wait(0)
        return acc

    def compute(pipeline):
        @functools.partial(pl.run_scoped, acc=plgpu.ACC((ROWS, TILE_N), jnp.float32))
        def with_accumulator(acc):
            pipeline(acc)
            c_smem.at[rows][...] = (acc[...] * scale_gmem[0]).astype(c_smem.dtype)

        plgpu.commit_smem()
        plgpu.copy_smem_to_gmem(c_smem.at[rows], c_gmem.at[pl.ds(m * TILE_M + wg * ROWS, ROWS), pl.ds(n * TILE_N, TILE_N)])
        plgpu.wait_smem_to_gmem(0)

    pipeline = plgpu.emit_pipeline_warp_specialized(
        step,
        grid=(pl.cdiv(K, TILE_K),),
        memory_registers=40,
        in_specs=[plgpu.BlockSpec((TILE_M, TILE_K), lambda k: (m, k)), plgpu.BlockSpec((TILE_K, TILE_N), lambda k: (k, n))],
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
    grid=(pl.cdiv(M, TILE_M), pl.cdiv(N, TILE_N)),
    grid_names=("m", "n"),
    num_threads=CONSUMERS + 1,
    thread_name="wg",
)

key_a, key_b = jax.random.split(jax.random.key(0))
a = jax.random.randint(key_a, (M, K), -127, 128, jnp.int8)
scale = jnp.full((1,), 1 / 127, jnp.float32)
b = jax.random.normal(key_b, (K, N), jnp.bfloat16)
expected = (jnp.dot(a.astype(jnp.float32), b.astype(jnp.float32)) * scale[0]).astype(jnp.bfloat16)
np.testing.assert_allclose(matmul(a, scale, b), expected, rtol=2e-2, atol=2e-2)
print(f"{M}x{K} int8 by {K}x{N} bfloat16, scaled by 1/127: as in float32")
