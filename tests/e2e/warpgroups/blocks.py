# SPDX-License-Identifier: Apache-2.0
# Two blocks: the second adds to what the first has left in global memory, told by a semaphore.
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu


def kernel(x, o, half):
    ready = pl.get_global(plgpu.SemaphoreType.REGULAR)
    block = lax.axis_index("b")

    @pl.when(block == 0)
    def first():
        half[...] = x[0] + x[1]
        pl.semaphore_signal(ready)

    @pl.when(block == 1)
    def second():
        rest = x[2] + x[3]
        pl.semaphore_wait(ready)
        o[...] = half[...] + rest


add = plgpu.kernel(
    kernel,
    out_type=(jax.ShapeDtypeStruct((128,), jnp.float32), jax.ShapeDtypeStruct((128,), jnp.float32)),
    grid=(2,),
    grid_names=("b",),
)

x = jnp.arange(4 * 128, dtype=jnp.float32).reshape(4, 128)
np.testing.assert_array_equal(add(x)[0], x.sum(axis=0))
