# SPDX-License-Identifier: Apache-2.0
# One warpgroup copies tiles into a ring of slots, two multiply; each gives a slot back when its product is done.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

STEPS = 6
SLOTS = 2


def kernel(x, y, o, x_smem, y_smem, o_smem, full, empty):
    wg = lax.axis_index("wg")
    rows = pl.ds(wg * 64, 64)

    @pl.when(wg == 2)
    def copy():
        plgpu.set_max_registers(40, action="decrease")

        def body(step, carry):
            slot = lax.rem(step, SLOTS)

            @pl.when(step >= SLOTS)
            def again():
                plgpu.barrier_wait(empty.at[slot])

            k = pl.ds(step * 64, 64)
            plgpu.copy_gmem_to_smem(x.at[:, k], x_smem.at[slot], full.at[slot])
            plgpu.copy_gmem_to_smem(y.at[k], y_smem.at[slot], full.at[slot])
            return carry

        lax.fori_loop(0, STEPS, body, None)
        for slot in range(SLOTS):
            plgpu.barrier_wait(empty.at[slot])  # drain

    @pl.when(wg != 2)
    def multiply():
        plgpu.set_max_registers(232, action="increase")

        def accumulate(acc):
            def body(step, carry):
                slot = lax.rem(step, SLOTS)
                plgpu.barrier_wait(full.at[slot])
                plgpu.wgmma(acc, x_smem.at[slot, rows], y_smem.at[slot])
                plgpu.wgmma_wait(0)
                plgpu.barrier_arrive(empty.at[slot])
                return carry

            lax.fori_loop(0, STEPS, body, None)
            o_smem[rows] = acc[...]

        pl.run_scoped(accumulate, plgpu.ACC((64, 64), jnp.float32))
        plgpu.commit_smem()
        plgpu.copy_smem_to_gmem(o_smem.at[rows], o.at[rows])
        plgpu.wait_smem_to_gmem(0)


matmul = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((128, 64), jnp.float32),
    scratch_types=[
        plgpu.SMEM((SLOTS, 128, 64), jnp.float16),
        plgpu.SMEM((SLOTS, 64, 64), jnp.float16),
        plgpu.SMEM((128, 64), jnp.float32),
        plgpu.Barrier(num_arrivals=2, num_barriers=SLOTS),
        plgpu.Barrier(num_arrivals=2, num_barriers=SLOTS),
    ],
    num_threads=3,
    thread_name="wg",
)

x = (jnp.arange(128 * STEPS * 64).reshape(128, STEPS * 64) % 5).astype(jnp.float16)
y = (jnp.arange(STEPS * 64 * 64).reshape(STEPS * 64, 64) % 7).astype(jnp.float16)
np.testing.assert_array_equal(matmul(x, y), jnp.dot(x, y, preferred_element_type=jnp.float32))
