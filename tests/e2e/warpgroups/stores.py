# SPDX-License-Identifier: Apache-2.0
# One warpgroup copies parts in, doubles them in registers, and copies them out through two slots of its own.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

PARTS = 6


def kernel(x, o, x_smem, o_smem, full):
    plgpu.copy_gmem_to_smem(x.at[0], x_smem.at[0], full.at[0])

    def body(part, carry):
        slot = lax.rem(part, 2)

        @pl.when(part + 1 < PARTS)
        def ahead():
            plgpu.copy_gmem_to_smem(x.at[part + 1], x_smem.at[1 - slot], full.at[1 - slot])

        plgpu.barrier_wait(full.at[slot])
        value = x_smem[slot]
        plgpu.wait_smem_to_gmem(1, wait_read_only=True)
        o_smem[slot] = value * 2
        plgpu.commit_smem()
        plgpu.copy_smem_to_gmem(o_smem.at[slot], o.at[part])
        return carry

    lax.fori_loop(0, PARTS, body, None)
    plgpu.wait_smem_to_gmem(0, wait_read_only=True)


double = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((PARTS, 64, 64), jnp.float32),
    scratch_types=[
        plgpu.SMEM((2, 64, 64), jnp.float32),
        plgpu.SMEM((2, 64, 64), jnp.float32),
        plgpu.Barrier(num_arrivals=1, num_barriers=2),
    ],
)

x = jnp.arange(PARTS * 64 * 64, dtype=jnp.float32).reshape(PARTS, 64, 64)
np.testing.assert_array_equal(double(x), x * 2)
