# SPDX-License-Identifier: Apache-2.0
# Two warpgroups add up their rows: each leaves its own sums of columns in shared memory, all meet, each reads both, all
# meet again before the next round's. What the compiler writes where rows are combined that warpgroups share.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

ROUNDS = 3


def kernel(x, o, sums, meeting):
    wg = lax.axis_index("wg")

    def body(round, total):
        sums[wg] = x[round, pl.ds(wg * 64, 64)].sum(axis=0)
        plgpu.barrier_arrive(meeting)  # written
        plgpu.barrier_wait(meeting)  # written
        total = total + (sums[0] + sums[1])
        plgpu.barrier_arrive(meeting)  # read
        plgpu.barrier_wait(meeting)  # read
        return total

    o[wg] = lax.fori_loop(0, ROUNDS, body, jnp.zeros((128,), jnp.float32))


add = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((2, 128), jnp.float32),
    scratch_types=[plgpu.SMEM((2, 128), jnp.float32), plgpu.Barrier(num_arrivals=2)],
    num_threads=2,
    thread_name="wg",
)

x = (jnp.arange(ROUNDS * 128 * 128, dtype=jnp.float32) % 17).reshape(ROUNDS, 128, 128)
np.testing.assert_array_equal(add(x), jnp.stack([x.sum(axis=(0, 1))] * 2))
