# SPDX-License-Identifier: Apache-2.0
"""Softmax of rows."""
import jax.numpy as jnp

from . import util


@util.rowwise
def softmax(x_ref, o_ref):
    x = x_ref[...]
    e = jnp.exp(x - x.max(axis=1, keepdims=True))
    o_ref[...] = e / e.sum(axis=1, keepdims=True)
