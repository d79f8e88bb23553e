# SPDX-License-Identifier: Apache-2.0
# Two warpgroups: one copies, the other loads its left operand to registers, scales it, gives that slot back, and multiplies.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

STEPS = 4


def kernel(x, y, o, x_smem, y_smem, x_full, y_full, x_empty, y_empty):
    wg = lax.axis_index("wg")

    @pl.when(wg == 1)
    def copy():
        def body(step, carry):
            k = pl.ds(step * 64, 64)

            @pl.when(step > 0)
            def x_again():
                plgpu.barrier_wait(x_empty)

            plgpu.copy_gmem_to_smem(x.at[:, k], x_smem, x_full)

            @pl.when(step > 0)
            def y_again():
                plgpu.barrier_wait(y_empty)

            plgpu.copy_gmem_to_smem(y.at[k], y_smem, y_full)
            return carry

        lax.fori_loop(0, STEPS, body, None)
        plgpu.barrier_wait(x_empty)  # drain
        plgpu.barrier_wait(y_empty)  # drain

    @pl.when(wg == 0)
    def multiply():
        def accumulate(acc):
            def body(step, carry):
                plgpu.barrier_wait(x_full)
                left = x_smem[...] * 2
                plgpu.barrier_arrive(x_empty)
                plgpu.barrier_wait(y_full)
                plgpu.wgmma(acc, left, y_smem)
                plgpu.wgmma_wait(0)
                plgpu.barrier_arrive(y_empty)
                return carry

            lax.fori_loop(0, STEPS, body, None)
            return acc[...]

        o[...] = pl.run_scoped(accumulate, plgpu.ACC((64, 64), jnp.float32))


matmul = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((64, 64), jnp.float32),
    scratch_types=[plgpu.SMEM((64, 64), jnp.float16), plgpu.SMEM((64, 64), jnp.float16)] + [plgpu.Barrier()] * 4,
    num_threads=2,
    thread_name="wg",
)

x = (jnp.arange(64 * STEPS * 64).reshape(64, STEPS * 64) % 5).astype(jnp.float16)
y = (jnp.arange(STEPS * 64 * 64).reshape(STEPS * 64, 64) % 7).astype(jnp.float16)
np.testing.assert_array_equal(matmul(x, y), 2 * jnp.dot(x, y, preferred_element_type=jnp.float32))
