# SPDX-License-Identifier: Apache-2.0
# Two blocks of a cluster multiply their own rows of x by the same y, of which each fetches a half for both.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

STEPS = 4


def kernel(x, y, o, x_smem, y_smem, full, both):
    rank = lax.axis_index("c")
    rows = pl.ds(rank * 64, 64)

    def accumulate(acc):
        def body(step, carry):
            @pl.when(step > 0)
            def again():
                plgpu.barrier_arrive(both)
                plgpu.barrier_wait(both)

            k = pl.ds(step * 64, 64)
            plgpu.copy_gmem_to_smem(x.at[rows, k], x_smem, full)
            plgpu.copy_gmem_to_smem(y.at[k], y_smem, full, collective_axes="c")
            plgpu.barrier_wait(full)
            plgpu.wgmma(acc, x_smem, y_smem)
            plgpu.wgmma_wait(0)
            return carry

        lax.fori_loop(0, STEPS, body, None)
        return acc[...]

    o[rows] = pl.run_scoped(accumulate, plgpu.ACC((64, 64), jnp.float32))


matmul = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((128, 64), jnp.float32),
    scratch_types=[
        plgpu.SMEM((64, 64), jnp.float16),
        plgpu.SMEM((64, 64), jnp.float16),
        plgpu.Barrier(num_arrivals=2),
        plgpu.ClusterBarrier(collective_axes=("c",)),
    ],
    cluster=(2,),
    cluster_names=("c",),
)

x = (jnp.arange(128 * STEPS * 64).reshape(128, STEPS * 64) % 5).astype(jnp.float16)
y = (jnp.arange(STEPS * 64 * 64).reshape(STEPS * 64, 64) % 7).astype(jnp.float16)
np.testing.assert_array_equal(matmul(x, y), jnp.dot(x, y, preferred_element_type=jnp.float32))
