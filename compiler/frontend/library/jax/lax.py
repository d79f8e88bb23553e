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


# ---- windows


def _padding_pairs(padding, shape, window, strides, base_dilation, window_dilation):
    if not isinstance(padding, str):
        return [(int(p[0]), int(p[1])) for p in padding]
    kind = padding.upper()
    if kind == "VALID":
        return [(0, 0)] * len(shape)
    if kind not in ("SAME", "SAME_LOWER"):
        raise ValueError(f"Unrecognized padding type: expected 'VALID', 'SAME', 'SAME_LOWER', got '{padding}'.")
    pairs = []
    for n, w, s, b, d in zip(shape, window, strides, base_dilation, window_dilation):
        n = (n - 1) * b + 1 if n else 0
        w = (w - 1) * d + 1
        total = max((-(-n // s) - 1) * s + w - n, 0)
        small, large = total // 2, total - total // 2
        pairs.append((small, large) if kind == "SAME" else (large, small))
    return pairs


def padtype_to_pads(in_shape, window_shape, window_strides, padding):
    """The padding that a name means."""
    ones = (1,) * len(in_shape)
    return _padding_pairs(
        padding if isinstance(padding, str) else padding.name, in_shape, window_shape, window_strides, ones, ones
    )


def _positions_of(window):
    from itertools import product

    return product(*[range(w) for w in window])


def _window_count(n, pair, w, s, b, d):
    n = (n - 1) * b + 1 if n else 0
    return max((n + pair[0] + pair[1] - ((w - 1) * d + 1)) // s + 1, 0)


def _full_tuple(given, n):
    return (1,) * n if given is None else tuple(given)


def reduce_window(
    operand,
    init_value,
    computation,
    window_dimensions,
    window_strides=None,
    padding="VALID",
    base_dilation=None,
    window_dilation=None,
):
    """A reduction over windows."""
    if isinstance(operand, (tuple, list)):
        raise NotImplementedError("`lax.reduce_window` of several operands")
    x = jnp.asarray(operand)
    rank = x.ndim
    if len(window_dimensions) != rank:
        raise TypeError(
            f"reduce_window operand and window_dimensions ranks must match: got {rank} and {len(window_dimensions)}."
        )
    window, strides = tuple(window_dimensions), _full_tuple(window_strides, rank)
    base, dilation = _full_tuple(base_dilation, rank), _full_tuple(window_dilation, rank)
    pairs = _padding_pairs(padding, x.shape, window, strides, base, dilation)
    counts = [
        _window_count(n, p, w, s, b, d) for n, p, w, s, b, d in zip(x.shape, pairs, window, strides, base, dilation)
    ]
    init = jnp.asarray(init_value).astype(x.dtype)
    padded = lax.pad(x, init, [(p[0], p[1], b - 1) for p, b in zip(pairs, base)])
    result = jnp.full(tuple(counts), init, x.dtype)
    for at in _positions_of(window):
        first = [a * d for a, d in zip(at, dilation)]
        last = [f + (c - 1) * s + 1 if c else f for f, c, s in zip(first, counts, strides)]
        result = computation(result, lax.slice(padded, first, last, strides))
    return result


# ---- convolutions


def conv_dimension_numbers(lhs_shape, rhs_shape, dimension_numbers):
    """The axes that letters name."""
    rank = len(lhs_shape)
    if isinstance(dimension_numbers, ConvDimensionNumbers):
        return dimension_numbers
    if dimension_numbers is None:
        order = tuple(range(rank))
        return ConvDimensionNumbers(order, order, order)
    lhs, rhs, out = dimension_numbers
    for spec in (lhs, rhs, out):
        if len(spec) != rank:
            raise ValueError(
                f"convolution dimension_numbers must have one letter for each of {rank} dimensions, got {spec!r}"
            )
    spatial = [c for c in rhs if c not in "OI"]
    return ConvDimensionNumbers(
        (lhs.index("N"), lhs.index("C")) + tuple([lhs.index(c) for c in spatial]),
        (rhs.index("O"), rhs.index("I")) + tuple([rhs.index(c) for c in spatial]),
        (out.index("N"), out.index("C")) + tuple([out.index(c) for c in spatial]),
    )


def conv_general_dilated(
    lhs,
    rhs,
    window_strides,
    padding,
    lhs_dilation=None,
    rhs_dilation=None,
    dimension_numbers=None,
    feature_group_count=1,
    batch_group_count=1,
    precision=None,
    preferred_element_type=None,
    out_sharding=None,
):
    """Convolution, in general."""
    if out_sharding is not None:
        raise NotImplementedError("`out_sharding` of `lax.conv_general_dilated`")
    lhs, rhs = jnp.asarray(lhs), jnp.asarray(rhs)
    if lhs.dtype != rhs.dtype:
        raise TypeError(
            f"lax.conv_general_dilated requires arguments to have the same dtypes, got {lhs.dtype}, {rhs.dtype}."
        )
    n = conv_dimension_numbers(lhs.shape, rhs.shape, dimension_numbers)
    x, w = lhs.transpose(n.lhs_spec), rhs.transpose(n.rhs_spec)
    rank = x.ndim - 2
    strides, base, dilation = (
        _full_tuple(window_strides, rank),
        _full_tuple(lhs_dilation, rank),
        _full_tuple(rhs_dilation, rank),
    )
    groups, batches = feature_group_count, batch_group_count
    if x.shape[1] != w.shape[1] * groups:
        raise ValueError(
            "conv_general_dilated feature_group_count must satisfy lhs feature dimension = rhs input feature dimension"
            f" * feature_group_count, got {x.shape[1]}, {w.shape[1]}, {groups}"
        )
    if w.shape[0] % groups or w.shape[0] % batches:
        raise ValueError(
            f"conv_general_dilated rhs output feature dimension {w.shape[0]} must be divisible by the group counts"
        )
    if batches > 1:
        if groups > 1 or x.shape[0] % batches:
            raise ValueError(
                "at most one of batch_group_count and feature_group_count may be > 1, and the batch must be divisible"
                " by it"
            )
        # (g n, c, ..) as n batches of g c features
        x = (
            x.reshape((batches, x.shape[0] // batches) + x.shape[1:])
            .swapaxes(0, 1)
            .reshape((x.shape[0] // batches, -1) + x.shape[2:])
        )
        groups = batches
    pairs = _padding_pairs(padding, x.shape[2:], w.shape[2:], strides, base, dilation)
    counts = [
        _window_count(m, p, k, s, b, d)
        for m, p, k, s, b, d in zip(x.shape[2:], pairs, w.shape[2:], strides, base, dilation)
    ]
    padded = lax.pad(
        x, jnp.zeros((), x.dtype), [(0, 0, 0), (0, 0, 0)] + [(p[0], p[1], b - 1) for p, b in zip(pairs, base)]
    )
    kind = preferred_element_type
    wide = jnp.float32 if x.dtype in (jnp.bfloat16, jnp.float16) else kind
    total = None
    for at in _positions_of(w.shape[2:]):
        first = [a * d for a, d in zip(at, dilation)]
        last = [f + (c - 1) * s + 1 if c else f for f, c, s in zip(first, counts, strides)]
        part = lax.slice(padded, [0, 0] + first, list(padded.shape[:2]) + last, (1, 1) + strides)
        tap = w[(slice(None), slice(None)) + at]
        part = part.reshape((part.shape[0], groups, part.shape[1] // groups, -1))
        tap = tap.reshape((groups, tap.shape[0] // groups, tap.shape[1]))
        product = jnp.einsum("ngcs,goc->ngos", part, tap, precision=precision, preferred_element_type=wide)
        total = product if total is None else total + product
    if total is None:
        total = jnp.zeros((x.shape[0], groups, w.shape[0] // groups, 1), x.dtype)
    total = total.astype(x.dtype if kind is None else kind).reshape((x.shape[0], w.shape[0]) + tuple(counts))
    order = [0] * total.ndim
    for source, target in enumerate(n.out_spec):
        order[target] = source
    return total.transpose(tuple(order))


def conv(lhs, rhs, window_strides, padding, precision=None, preferred_element_type=None):
    """Convolution."""
    return conv_general_dilated(
        lhs, rhs, window_strides, padding, precision=precision, preferred_element_type=preferred_element_type
    )


def conv_with_general_padding(
    lhs, rhs, window_strides, padding, lhs_dilation, rhs_dilation, precision=None, preferred_element_type=None
):
    """Convolution with padding by numbers."""
    return conv_general_dilated(
        lhs,
        rhs,
        window_strides,
        padding,
        lhs_dilation,
        rhs_dilation,
        precision=precision,
        preferred_element_type=preferred_element_type,
    )


def conv_transpose(
    lhs,
    rhs,
    strides,
    padding,
    rhs_dilation=None,
    dimension_numbers=None,
    transpose_kernel=False,
    precision=None,
    preferred_element_type=None,
):
    """Convolution with fractional strides."""
    rank = lhs.ndim - 2
    if dimension_numbers is None:
        spatial = "DHW"[3 - rank :]
        dimension_numbers = ("N" + spatial + "C", spatial + "IO", "N" + spatial + "C")
    n = conv_dimension_numbers(lhs.shape, rhs.shape, dimension_numbers)
    sizes = [rhs.shape[a] for a in n.rhs_spec[2:]]
    dilation = _full_tuple(rhs_dilation, rank)
    pads = padding
    if isinstance(padding, str):
        pads = []
        for k, s, d in zip(sizes, strides, dilation):
            k = (k - 1) * d + 1
            if padding.upper() == "SAME":
                total = k + s - 2
                before = k - 1 if s > k - 1 else -(-total // 2)
            elif padding.upper() == "VALID":
                total = k + s - 2 + max(k - s, 0)
                before = k - 1
            else:
                raise ValueError("Padding mode must be `SAME` or `VALID`.")
            pads.append((before, total - before))
    if transpose_kernel:
        rhs = jnp.flip(rhs, n.rhs_spec[2:]).swapaxes(n.rhs_spec[0], n.rhs_spec[1])
    return conv_general_dilated(
        lhs,
        rhs,
        (1,) * rank,
        pads,
        tuple(strides),
        rhs_dilation,
        n,
        precision=precision,
        preferred_element_type=preferred_element_type,
    )


def conv_general_dilated_patches(
    lhs,
    filter_shape,
    window_strides,
    padding,
    lhs_dilation=None,
    rhs_dilation=None,
    dimension_numbers=None,
    precision=None,
    preferred_element_type=None,
):
    """The windows of a convolution as features."""
    n = conv_dimension_numbers(lhs.shape, (1, 1) + tuple(filter_shape), dimension_numbers)
    channels = lhs.shape[n.lhs_spec[1]]
    taps = 1
    for f in filter_shape:
        taps *= f
    kernel = jnp.eye(taps, dtype=lhs.dtype).reshape((taps, 1) + tuple(filter_shape))
    kernel = jnp.tile(kernel, (channels,) + (1,) * (kernel.ndim - 1))
    order = [0] * kernel.ndim
    for source, target in enumerate(n.rhs_spec):
        order[target] = source
    return conv_general_dilated(
        lhs,
        kernel.transpose(tuple(order)),
        window_strides,
        padding,
        lhs_dilation,
        rhs_dilation,
        n,
        feature_group_count=channels,
        precision=precision,
        preferred_element_type=preferred_element_type,
    )


# ---- the rest


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
