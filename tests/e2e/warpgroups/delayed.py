# SPDX-License-Identifier: Apache-2.0
# One warpgroup keeps one product in flight: a slot is filled again one step after its product was issued.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

STEPS = 6
SLOTS = 3


def kernel(x, y, o, x_smem, y_smem, full):
    def fetch(step):
        slot = lax.rem(step, SLOTS)
        k = pl.ds(step * 64, 64)
        plgpu.copy_gmem_to_smem(x.at[:, k], x_smem.at[slot], full.at[slot])
        plgpu.copy_gmem_to_smem(y.at[k], y_smem.at[slot], full.at[slot])

    fetch(0)
    fetch(1)

    def accumulate(acc):
        def body(step, carry):
            slot = lax.rem(step, SLOTS)
            plgpu.barrier_wait(full.at[slot])
            plgpu.wgmma(acc, x_smem.at[slot], plgpu.transpose_ref(y_smem.at[slot], (1, 0)))
            plgpu.wgmma_wait(1)

            @pl.when(step + 2 < STEPS)
            def ahead():
                fetch(step + 2)

            return carry

        lax.fori_loop(0, STEPS, body, None)
        return acc[...]

    o[...] = pl.run_scoped(accumulate, plgpu.ACC((64, 64), jnp.float32))


matmul = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((64, 64), jnp.float32),
    scratch_types=[
        plgpu.SMEM((SLOTS, 64, 64), jnp.float16),
        plgpu.SMEM((SLOTS, 64, 64), jnp.float16),
        plgpu.Barrier(num_arrivals=2, num_barriers=SLOTS),
    ],
)

x = (jnp.arange(64 * STEPS * 64).reshape(64, STEPS * 64) % 5).astype(jnp.float16)
y = (jnp.arange(STEPS * 64 * 64).reshape(STEPS * 64, 64) % 7).astype(jnp.float16)
parts = [x[:, k * 64 : k * 64 + 64].astype(jnp.float32) @ y[k * 64 : k * 64 + 64].T.astype(jnp.float32) for k in range(STEPS)]
np.testing.assert_array_equal(matmul(x, y), sum(parts))
