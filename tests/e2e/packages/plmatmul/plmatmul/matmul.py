# SPDX-License-Identifier: Apache-2.0
"""Accumulates over the last axis of the grid."""
from __future__ import annotations

import functools
from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

from . import config


def _kernel(x_ref, y_ref, o_ref, acc_ref, *, steps: int, activation: Callable | None):
    @pl.when(pl.program_id(2) == 0)
    def _():
        acc_ref[...] = jnp.zeros_like(acc_ref)

    acc_ref[...] += jnp.dot(x_ref[...], y_ref[...], preferred_element_type=jnp.float32)

    @pl.when(pl.program_id(2) == steps - 1)
    def _():
        result = acc_ref[...]
        o_ref[...] = (activation(result) if activation else result).astype(o_ref.dtype)


@functools.partial(jax.jit, static_argnames=("tiles", "activation"))
def matmul(x: jax.Array, y: jax.Array, *, tiles: config.Tiles | None = None, activation=None) -> jax.Array:
    tiles = tiles or config.default_tiles()
    (m, k), (_, n) = x.shape, y.shape
    if not tiles.fits(m, n, k):
        raise ValueError(f"{(m, n, k)} is not made of {tiles}")
    grid = (m // tiles.m, n // tiles.n, k // tiles.k)
    return pl.pallas_call(
        functools.partial(_kernel, steps=grid[2], activation=activation),
        out_shape=jax.ShapeDtypeStruct((m, n), x.dtype),
        grid_spec=pltpu.PrefetchScalarGridSpec(
            num_scalar_prefetch=0,
            grid=grid,
            in_specs=[
                pl.BlockSpec((tiles.m, tiles.k), lambda i, j, step: (i, step)),
                pl.BlockSpec((tiles.k, tiles.n), lambda i, j, step: (step, j)),
            ],
            out_specs=pl.BlockSpec((tiles.m, tiles.n), lambda i, j, step: (i, j)),
            scratch_shapes=[pltpu.VMEM((tiles.m, tiles.n), jnp.float32)],
        ),
    )(x, y)
