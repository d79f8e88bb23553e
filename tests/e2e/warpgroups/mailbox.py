# SPDX-License-Identifier: Apache-2.0
# Warpgroup 0 writes numbers to a buffer, warpgroup 1 adds them up: ordinary stores and loads between barriers.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

ROUNDS = 4


def kernel(x, o, box, sent, taken):
    wg = lax.axis_index("wg")

    @pl.when(wg == 0)
    def send():
        def body(round, carry):
            value = x[round]

            @pl.when(round > 0)
            def again():
                plgpu.barrier_wait(taken)

            box[...] = value
            plgpu.barrier_arrive(sent)
            return carry

        lax.fori_loop(0, ROUNDS, body, None)
        plgpu.barrier_wait(taken)  # the last

    @pl.when(wg == 1)
    def take():
        def body(round, total):
            plgpu.barrier_wait(sent)
            total = total + box[...]
            plgpu.barrier_arrive(taken)
            return total

        o[...] = lax.fori_loop(0, ROUNDS, body, jnp.zeros((128,), jnp.float32))


add = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((128,), jnp.float32),
    scratch_types=[plgpu.SMEM((128,), jnp.float32), plgpu.Barrier(), plgpu.Barrier()],
    num_threads=2,
    thread_name="wg",
)

x = jnp.arange(ROUNDS * 128, dtype=jnp.float32).reshape(ROUNDS, 128)
np.testing.assert_array_equal(add(x), x.sum(axis=0))
