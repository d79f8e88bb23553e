# SPDX-License-Identifier: Apache-2.0
# module: jax.lax
"""Windows that move over an array: `reduce_window` and convolutions."""


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
