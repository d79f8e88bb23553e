# SPDX-License-Identifier: Apache-2.0
# module: jax.experimental.pallas.mosaic_gpu
"""Loops over a grid inside a kernel, and orders of tiles that reuse the cache.

nd_loop(grid): steps i, i + n, i + 2n, .. of the grid in row-major order are those of the i-th of n programs (or
threads) along `collective_axes`. With a tiling the grid is gone through tile by tile.

planar_snake cuts the minor axis into strips of `tile_width` and goes through each along the major axis, every other
one backwards:
(4, 4), minor axis 0, strips of 2:    0  2  4  6
                                      1  3  5  7
                                     14 12 10  8
                                     15 13 11  9
"""

import dataclasses
import jax.numpy as jnp
from jax import lax


@dataclasses.dataclass(frozen=True)
class NDLoopInfo:
    """Where `nd_loop` stands."""

    index: tuple
    local_index: object
    num_local_steps: object


class _OlderLoopInfo(NDLoopInfo):
    # The body's argument was the index itself in releases of 2025: who takes it apart means that.
    def __iter__(self):
        self.remark()
        return iter(self.index)

    def __getitem__(self, key):
        self.remark()
        return self.index[key]

    def __len__(self):
        self.remark()
        return len(self.index)


def _take_apart(step, grid):
    index = []
    for size in reversed(grid[1:]):
        size = jnp.int32(size)
        index.append(lax.rem(step, size))
        step = lax.div(step, size)
    return (step, *reversed(index)) if grid else ()


def _nd_loop(remark, grid, collective_axes, tiling, init_carry, include_wave_step):
    grid = tuple(grid)
    if tiling:
        if len(grid) != len(tiling):
            raise ValueError(f"tiling={tiling} and grid={grid} must have same length.")
        if any(size % tile != 0 for size, tile in zip(grid, tiling)):
            raise ValueError(f"Tiling {tiling} does not divide grid {grid}.")
    walked = tuple(size // tile for size, tile in zip(grid, tiling)) + tuple(tiling) if tiling else grid
    mine, count = lax.axis_index(collective_axes), lax.axis_size(collective_axes)
    total = 1
    for size in walked:
        total = total * size
    if isinstance(total, int):
        steps = (
            total // count
            if total % count == 0
            else jnp.where(mine < total % count, total // count + 1, total // count)
        )
    else:
        steps = lax.div(total + (count - 1) - mine, jnp.int32(count))

    def decorator(body):
        def step(local, carry):
            index = _take_apart(local * count + mine, walked)
            if tiling:
                index = tuple(
                    inside + outside * tile for outside, inside, tile in zip(index, index[len(tiling) :], tiling)
                )
            if include_wave_step:
                arguments = {"wave_step": local}
                info = index
            else:
                arguments = {}
                info = _OlderLoopInfo(index, local, steps)
                object.__setattr__(info, "remark", remark)
            if init_carry is not None:
                arguments["carry"] = carry
            result = body(info, **arguments)
            return None if init_carry is None else result

        return lax.fori_loop(0, steps, step, init_carry)

    return decorator


def planar_snake(lin_idx, shape, minor_dim, tile_width):
    """A place in a plane of tiles, by its number in an order that reuses the cache: strip by strip, to and fro."""
    tile_width = min(tile_width, shape[minor_dim])
    major, minor = shape[1 - minor_dim], shape[minor_dim]
    known = isinstance(lin_idx, int)
    div, rem = (
        (lambda a, b: a // b, lambda a, b: a % b)
        if known
        else (lambda a, b: lax.div(a, jnp.int32(b)), lambda a, b: lax.rem(a, jnp.int32(b)))
    )
    strip, within = div(lin_idx, tile_width * major), rem(lin_idx, tile_width * major)
    across, along = rem(within, tile_width), div(within, tile_width)
    rest = minor % tile_width
    if rest:
        # The last strip is narrower.
        is_last = strip == minor // tile_width
        if known:
            across, along = (within % rest, within // rest) if is_last else (across, along)
        else:
            across, along = jnp.where(is_last, rem(within, rest), across), jnp.where(is_last, div(within, rest), along)
    backwards = major - 1 - along
    is_odd = rem(strip, 2) == 1
    along = (backwards if is_odd else along) if known else jnp.where(is_odd, backwards, along)
    across = across + strip * tile_width
    return (across, along) if minor_dim == 0 else (along, across)
