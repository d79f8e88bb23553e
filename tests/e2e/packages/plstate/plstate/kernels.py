# SPDX-License-Identifier: Apache-2.0
"""One fused update."""
import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


def _kernel(p_ref, g_ref, m_ref, p_out, m_out, *, rate, decay):
    m = decay * m_ref[...] + g_ref[...]
    m_out[...] = m
    p_out[...] = p_ref[...] - rate * m


def update(p, g, m, rate, decay):
    shape = jax.ShapeDtypeStruct(p.shape, p.dtype)
    return pl.pallas_call(functools.partial(_kernel, rate=rate, decay=decay), out_shape=(shape, shape))(p, g, m)
