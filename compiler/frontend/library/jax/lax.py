# SPDX-License-Identifier: Apache-2.0
# module: jax.lax
"""Parts of `jax.lax`."""

import jax
import jax.numpy as jnp
from jax import lax
from collections import namedtuple

# ---- records

GatherDimensionNumbers = namedtuple(
    "GatherDimensionNumbers",
    ["offset_dims", "collapsed_slice_dims", "start_index_map", "operand_batching_dims", "start_indices_batching_dims"],
    defaults=[(), ()],
)

ScatterDimensionNumbers = namedtuple(
    "ScatterDimensionNumbers",
    [
        "update_window_dims",
        "inserted_window_dims",
        "scatter_dims_to_operand_dims",
        "operand_batching_dims",
        "scatter_indices_batching_dims",
    ],
    defaults=[(), ()],
)

ConvDimensionNumbers = namedtuple("ConvDimensionNumbers", ["lhs_spec", "rhs_spec", "out_spec"])

import enum


class GatherScatterMode(enum.Enum):
    """What indices outside mean."""

    CLIP = 0
    FILL_OR_DROP = 1
    PROMISE_IN_BOUNDS = 2
    ONE_HOT = 3

    @staticmethod
    def from_any(s):
        return _mode_of(s)


def _mode_of(mode):
    if isinstance(mode, GatherScatterMode):
        return mode
    if mode is None or mode == "fill" or mode == "drop":
        return GatherScatterMode.FILL_OR_DROP
    if mode == "clip":
        return GatherScatterMode.CLIP
    if mode == "promise_in_bounds":
        return GatherScatterMode.PROMISE_IN_BOUNDS
    raise ValueError(f'Unknown gather mode "{mode}"')


# ---- gather and scatter: coordinates of every element of the result


def _grid_of(shape, axis):
    return lax.broadcasted_iota(jnp.int32, tuple(shape), axis)


def _places(operand_shape, indices, window_dims, missing_dims, index_map, operand_batch, indices_batch, sizes, mode):
    # Coordinates in the operand of the elements of an array of shape (batch.., window..) laid out by `window_dims`, and
    # which are inside.
    batch_shape = indices.shape[:-1]
    rank = len(batch_shape) + len(window_dims)
    batch_axes = [a for a in range(rank) if a not in window_dims]
    kept = [d for d in range(len(operand_shape)) if d not in missing_dims and d not in operand_batch]
    shape = [0] * rank
    for a, n in zip(batch_axes, batch_shape):
        shape[a] = n
    for a, d in zip(window_dims, kept):
        shape[a] = sizes[d]

    def spread(x):
        return (
            lax.broadcast_in_dim(x, tuple(shape), tuple(batch_axes))
            if batch_axes
            else jnp.broadcast_to(x, tuple(shape))
        )

    inside = None
    coordinates = []
    for d, extent in enumerate(operand_shape):
        if d in operand_batch:
            start = spread(_grid_of(batch_shape, indices_batch[operand_batch.index(d)]))
        elif d in index_map:
            start = spread(indices[..., index_map.index(d)].astype(jnp.int32))
        else:
            start = None
        if start is not None and d not in operand_batch:
            last = extent - sizes[d]
            if mode is GatherScatterMode.FILL_OR_DROP:
                fits = (start >= 0) & (start <= last)
                inside = fits if inside is None else inside & fits
            start = jnp.clip(start, 0, max(last, 0))
        if d in kept:
            offset = _grid_of(shape, window_dims[kept.index(d)])
            start = offset if start is None else start + offset
        coordinates.append(jnp.zeros(tuple(shape), jnp.int32) if start is None else start)
    return tuple(coordinates), inside


def gather(
    operand,
    start_indices,
    dimension_numbers,
    slice_sizes,
    *,
    unique_indices=False,
    indices_are_sorted=False,
    mode=None,
    fill_value=None,
):
    """Slices at computed places."""
    operand, indices = jnp.asarray(operand), jnp.asarray(start_indices)
    n = dimension_numbers
    if len(slice_sizes) != operand.ndim:
        raise TypeError(
            f"Gather op must have one slice size for every input dimension; got: len(slice_sizes)={len(slice_sizes)},"
            f" input_shape.rank={operand.ndim}"
        )
    for d, (size, extent) in enumerate(zip(slice_sizes, operand.shape)):
        if not 0 <= size <= extent:
            raise TypeError(
                f"Slice size at index {d} in gather op is out of range, must be within [0, {extent} + 1), got {size}."
            )
    mode = _mode_of(mode)
    coordinates, inside = _places(
        operand.shape,
        indices,
        tuple(n.offset_dims),
        tuple(n.collapsed_slice_dims),
        tuple(n.start_index_map),
        tuple(n.operand_batching_dims),
        tuple(n.start_indices_batching_dims),
        tuple(slice_sizes),
        mode,
    )
    result = operand[coordinates]
    if inside is None:
        return result
    if fill_value is None:
        kind = operand.dtype
        fill_value = (
            jnp.nan
            if jnp.issubdtype(kind, jnp.floating)
            else (
                True
                if kind == bool
                else jnp.iinfo(kind).min
                if jnp.issubdtype(kind, jnp.signedinteger)
                else jnp.iinfo(kind).max
            )
        )
    return jnp.where(inside, result, jnp.asarray(fill_value).astype(operand.dtype))


def _scatter_by(name, operand, scatter_indices, updates, n, mode):
    operand, indices, updates = jnp.asarray(operand), jnp.asarray(scatter_indices), jnp.asarray(updates)
    window, missing, batch = tuple(n.update_window_dims), tuple(n.inserted_window_dims), tuple(n.operand_batching_dims)
    kept = [d for d in range(operand.ndim) if d not in missing and d not in batch]
    sizes = [1] * operand.ndim
    for a, d in zip(window, kept):
        sizes[d] = updates.shape[a]
    mode = _mode_of(mode)
    coordinates, inside = _places(
        operand.shape,
        indices,
        window,
        missing,
        tuple(n.scatter_dims_to_operand_dims),
        batch,
        tuple(n.scatter_indices_batching_dims),
        sizes,
        mode,
    )
    if coordinates and coordinates[0].shape != updates.shape:
        raise TypeError(
            f"Bounds of the update: {updates.shape} do not fit the indices, which make {coordinates[0].shape}."
        )
    if inside is not None:
        coordinates = (jnp.where(inside, coordinates[0], operand.shape[0]),) + coordinates[1:]
    return getattr(operand.at[coordinates], name)(updates, mode="drop")


def scatter(
    operand, scatter_indices, updates, dimension_numbers, *, indices_are_sorted=False, unique_indices=False, mode=None
):
    """Slices replaced at computed places."""
    return _scatter_by("set", operand, scatter_indices, updates, dimension_numbers, mode)


def scatter_add(
    operand, scatter_indices, updates, dimension_numbers, *, indices_are_sorted=False, unique_indices=False, mode=None
):
    """Slices added at computed places."""
    return _scatter_by("add", operand, scatter_indices, updates, dimension_numbers, mode)


def scatter_sub(
    operand, scatter_indices, updates, dimension_numbers, *, indices_are_sorted=False, unique_indices=False, mode=None
):
    """Slices subtracted at computed places."""
    return _scatter_by("subtract", operand, scatter_indices, updates, dimension_numbers, mode)


def scatter_mul(
    operand, scatter_indices, updates, dimension_numbers, *, indices_are_sorted=False, unique_indices=False, mode=None
):
    """Slices multiplied at computed places."""
    return _scatter_by("multiply", operand, scatter_indices, updates, dimension_numbers, mode)


def scatter_min(
    operand, scatter_indices, updates, dimension_numbers, *, indices_are_sorted=False, unique_indices=False, mode=None
):
    """Least elements at computed places."""
    return _scatter_by("min", operand, scatter_indices, updates, dimension_numbers, mode)


def scatter_max(
    operand, scatter_indices, updates, dimension_numbers, *, indices_are_sorted=False, unique_indices=False, mode=None
):
    """Greatest elements at computed places."""
    return _scatter_by("max", operand, scatter_indices, updates, dimension_numbers, mode)


def ragged_dot(lhs, rhs, group_sizes, precision=None, preferred_element_type=None, group_offset=None):
    """Rows in groups, each with its own matrix."""
    if group_offset is not None:
        raise NotImplementedError("`group_offset` of `lax.ragged_dot`")
    if lhs.ndim != 2 or rhs.ndim != 3 or group_sizes.ndim != 1:
        raise TypeError(
            f"ragged_dot takes arrays of shape (m, k), (g, k, n), (g,); got {lhs.shape}, {rhs.shape},"
            f" {group_sizes.shape}."
        )
    ends = jnp.cumsum(group_sizes)
    rows = jnp.arange(lhs.shape[0])
    inside = (rows[None, :] < ends[:, None]) & (rows[None, :] >= (ends - group_sizes)[:, None])
    masked = jnp.where(inside[:, :, None], lhs[None], jnp.zeros((), lhs.dtype))
    kind = preferred_element_type
    wide = jnp.float32 if kind is None and lhs.dtype in (jnp.bfloat16, jnp.float16) else kind
    result = jnp.einsum("gmk,gkn->mn", masked, rhs, precision=precision, preferred_element_type=wide)
    return result if wide is None or kind is not None else result.astype(lhs.dtype)


def reduce_precision(operand, exponent_bits, mantissa_bits):
    """Rounds to fewer bits."""
    x = jnp.asarray(operand)
    if x.dtype != jnp.float32:
        if x.dtype in (jnp.bfloat16, jnp.float16):
            return reduce_precision(x.astype(jnp.float32), exponent_bits, mantissa_bits).astype(x.dtype)
        raise NotImplementedError(f"`lax.reduce_precision` of {x.dtype}")
    bits = lax.bitcast_convert_type(x, jnp.uint32)
    if mantissa_bits < 23:
        drop = 23 - mantissa_bits
        last = (bits >> drop) & jnp.uint32(1)
        bits = (bits + (jnp.uint32((1 << (drop - 1)) - 1) + last)) & jnp.uint32(0xFFFFFFFF ^ ((1 << drop) - 1))
    if exponent_bits < 8:
        most = (1 << (exponent_bits - 1)) - 1
        sign, exponent = bits & jnp.uint32(0x80000000), (bits & jnp.uint32(0x7F800000)) >> 23
        bits = jnp.where(exponent > 127 + most, sign | jnp.uint32(0x7F800000), bits)
        bits = jnp.where(exponent < 128 - most, sign, bits)
    y = lax.bitcast_convert_type(bits, jnp.float32)
    return jnp.where(jnp.isnan(x), x, y)


def approx_max_k(
    operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1, aggregate_to_topk=True
):
    """The greatest elements; exactly, here."""
    moved = jnp.moveaxis(operand, reduction_dimension, -1)
    values, at = lax.top_k(moved, k)
    return jnp.moveaxis(values, -1, reduction_dimension), jnp.moveaxis(at, -1, reduction_dimension)


def approx_min_k(
    operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1, aggregate_to_topk=True
):
    """The least elements; exactly, here."""
    values, at = approx_max_k(-operand, k, reduction_dimension)
    return -values, at


def platform_dependent(*args, default=None, **per_platform):
    """Calls the function of the platform: cuda's, or cpu's under `tessera test --as=cpu`."""
    platform = jax.default_backend()
    names = {"gpu": ("cuda", "gpu"), "cpu": ("cpu",)}.get(platform, (platform,))
    for name in names:
        if name in per_platform:
            return per_platform[name](*args)
    if default is None:
        raise NotImplementedError(
            f"translation rule for the platform `{platform}`: `lax.platform_dependent` without a default"
        )
    return default(*args)


def broadcast_shapes(*shapes):
    """The shape that several broadcast to."""
    return jnp.broadcast_shapes(*shapes)


def broadcast_to_rank(x, rank):
    """Adds leading axes of size 1."""
    return x.reshape((1,) * (rank - x.ndim) + x.shape)


def reduce_xor(operand, axes):
    """Exclusive or along axes."""
    return lax.reduce(operand, jnp.zeros((), operand.dtype), lax.bitwise_xor, axes)


def rng_uniform(a, b, shape):
    """Random numbers of the backend."""
    raise NotImplementedError("`lax.rng_uniform`, whose numbers are the backend's")


def composite(decomposition, name, version=0):
    """The function itself."""
    return decomposition


def custom_root(f, initial_guess, solve, tangent_solve, has_aux=False):
    """The root that `solve` finds."""
    return solve(f, initial_guess)


def custom_linear_solve(matvec, b, solve, transpose_solve=None, symmetric=False, has_aux=False):
    """The solution that `solve` finds."""
    return solve(matvec, b)
