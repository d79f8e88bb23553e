# SPDX-License-Identifier: Apache-2.0
"""Revisited outputs."""
import enum
import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


class OPS(enum.Enum):
    SUM = ("sum", 0.0)
    MAX = ("max", -jnp.inf)

    def __init__(self, word, start):
        self.word, self.start = word, start

    def combine(self, a, b):
        return a + b if self is OPS.SUM else jnp.maximum(a, b)


def _kernel(x_ref, o_ref, *, op):
    @pl.when(pl.program_id(0) == 0)
    def _start():
        o_ref[...] = jnp.full_like(o_ref, op.start)

    part = x_ref[...].sum(axis=0) if op is OPS.SUM else x_ref[...].max(axis=0)
    o_ref[...] = op.combine(o_ref[...], part)


def reduce_rows(x, op=OPS.SUM, block=4):
    rows, cols = x.shape
    assert rows % block == 0, (rows, block)
    return pl.pallas_call(
        functools.partial(_kernel, op=op),
        grid=(rows // block,),
        in_specs=[pl.BlockSpec((block, cols), lambda i: (i, 0))],
        out_specs=pl.BlockSpec((cols,), lambda i: (0,)),
        out_shape=jax.ShapeDtypeStruct((cols,), x.dtype),
    )(x)
