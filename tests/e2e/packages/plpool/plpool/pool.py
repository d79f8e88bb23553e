# SPDX-License-Identifier: Apache-2.0
"""Windows of rows, one block each."""
import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def _pool(reduce, x, window):
    rows, cols = x.shape
    if rows % window:
        raise ValueError(f"{rows} rows are not made of windows of {window}")

    def kernel(x_ref, o_ref):
        o_ref[...] = reduce(x_ref[...], axis=0, keepdims=True)

    return pl.pallas_call(
        kernel,
        grid=(rows // window,),
        in_specs=[pl.BlockSpec((window, cols), lambda i: (i, 0))],
        out_specs=pl.BlockSpec((1, cols), lambda i: (i, 0)),
        out_shape=jax.ShapeDtypeStruct((rows // window, cols), x.dtype),
    )(x)


max_pool = functools.partial(_pool, jnp.max)
mean_pool = functools.partial(_pool, jnp.mean)
