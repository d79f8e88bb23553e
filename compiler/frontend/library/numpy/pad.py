# SPDX-License-Identifier: Apache-2.0
# module: numpy
"""`np.pad`: an array with a border, in all of NumPy's modes."""


def _pad_pairs(pad_width, ndim, is_size):
    # One pair an axis, from a number, one pair, or pairs.
    try:
        pairs = np.broadcast_to(np.asarray(pad_width), (ndim, 2))
    except ValueError:
        shape = np.asarray(pad_width).shape
        raise ValueError(
            f"operands could not be broadcast together with remapped shapes [original->remapped]: {shape} and"
            f" requested shape {(ndim, 2)}"
        ) from None
    if not is_size:
        return [tuple(pair) for pair in pairs.tolist()]
    if not np.issubdtype(pairs.dtype, np.integer):
        raise TypeError("`pad_width` must be of integral type.")
    if (pairs < 0).any():
        raise ValueError("index can't contain negative values")
    return [tuple(pair) for pair in pairs.tolist()]


def _pad_places(n, before, after, mode, reflect_type):
    # Which element of an axis of `n` each place shows.
    place = np.arange(-before, n + after)
    if mode == "edge":
        return np.clip(place, 0, n - 1)
    if mode == "wrap":
        return place % n
    if n == 1 and mode == "reflect":
        return place * 0
    period = 2 * n if mode == "symmetric" else 2 * (n - 1)
    inside = place % period
    last = period - 1 if mode == "symmetric" else period
    return np.where(inside < n, inside, last - inside)


def _pad_odd(x, before, after, mode):
    # The border mirrored at the edge's value, too: a step at a time, each as wide as the array can give.
    while before or after:
        n = x.shape[-1]
        skip = 1 if mode == "reflect" else 0
        most = n - skip
        if most == 0:
            first, last = x[..., :1], x[..., -1:]
            return np.concatenate([np.repeat(first, before, -1), x, np.repeat(last, after, -1)], -1)
        left, right = min(before, most), min(after, most)
        parts = [x]
        if left:
            parts.insert(0, 2 * x[..., :1] - x[..., skip : skip + left][..., ::-1])
        if right:
            parts.append(2 * x[..., -1:] - x[..., n - skip - right : n - skip][..., ::-1])
        x = np.concatenate(parts, -1).astype(x.dtype)
        before, after = before - left, after - right
    return x


def _pad_ramp(x, before, after, ends):
    def ramp(edge, end, count):
        start = np.full(edge.shape[:-1], end)
        line = np.linspace(start, edge[..., 0], count, endpoint=False, axis=-1)
        return np.trunc(line).astype(x.dtype) if np.issubdtype(x.dtype, np.integer) else line.astype(x.dtype)

    left = ramp(x[..., :1], ends[0], before)
    right = ramp(x[..., -1:], ends[1], after)[..., ::-1]
    return np.concatenate([left, x, right], -1)


def _pad_statistic(x, before, after, lengths, function):
    n = x.shape[-1]
    if n == 0:
        raise ValueError("stat_length of 0 yields no value for padding")
    parts = [x]
    for side, (count, length) in enumerate(zip((before, after), lengths)):
        length = n if length is None else min(length, n)
        if length == 0 and function in (np.amax, np.amin):
            raise ValueError("stat_length of 0 yields no value for padding")
        part = x[..., :length] if side == 0 else x[..., n - length :]
        value = function(part, axis=-1, keepdims=True)
        if np.issubdtype(x.dtype, np.integer) and not np.issubdtype(value.dtype, np.integer):
            value = np.rint(value)
        border = np.repeat(value.astype(x.dtype), count, -1)
        parts = [border, *parts] if side == 0 else [*parts, border]
    return np.concatenate(parts, -1)


def pad(array, pad_width, mode="constant", **kwargs):
    """An array with a border."""
    array = np.asarray(array)
    if not np.issubdtype(np.asarray(pad_width).dtype, np.integer):
        raise TypeError("`pad_width` must be of integral type.")
    pairs = _pad_pairs(pad_width, array.ndim, True)
    if callable(mode):
        return _pad_by_function(array, pairs, mode, kwargs)
    allowed = {
        "empty": [],
        "edge": [],
        "wrap": [],
        "constant": ["constant_values"],
        "linear_ramp": ["end_values"],
        "maximum": ["stat_length"],
        "mean": ["stat_length"],
        "median": ["stat_length"],
        "minimum": ["stat_length"],
        "reflect": ["reflect_type"],
        "symmetric": ["reflect_type"],
    }
    if mode not in allowed:
        raise ValueError(f"mode '{mode}' is not supported")
    unknown = set(kwargs) - set(allowed[mode])
    if unknown:
        raise ValueError(f"unsupported keyword arguments for mode '{mode}': {unknown}")
    functions = {"maximum": np.amax, "minimum": np.amin, "mean": np.mean, "median": np.median}
    if array.size == 0 and mode not in ("constant", "empty"):
        for axis, pair in enumerate(pairs):
            if array.shape[axis] == 0 and any(pair):
                raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
        shape = [n + sum(pair) for n, pair in zip(array.shape, pairs)]
        return np.zeros(shape, array.dtype)
    options = None
    if mode == "constant":
        options = _pad_pairs(kwargs.get("constant_values", 0), array.ndim, False)
    elif mode == "linear_ramp":
        options = _pad_pairs(kwargs.get("end_values", 0), array.ndim, False)
    elif mode in functions:
        length = kwargs.get("stat_length")
        options = [(None, None)] * array.ndim if length is None else _pad_pairs(length, array.ndim, True)
    odd = mode in ("reflect", "symmetric") and kwargs.get("reflect_type", "even") == "odd"
    result = array
    for axis, (before, after) in enumerate(pairs):
        n = result.shape[axis]
        if mode in ("edge", "wrap") or (mode in ("reflect", "symmetric") and not odd):
            if before or after:
                result = np.take(result, _pad_places(n, before, after, mode, None), axis=axis)
            continue
        x = np.moveaxis(result, axis, -1)
        if mode in ("constant", "empty"):
            values = options[axis] if options else (0, 0)
            sides = [np.full(x.shape[:-1] + (c,), v).astype(x.dtype) for c, v in zip((before, after), values)]
            x = np.concatenate([sides[0], x, sides[1]], -1)
        elif mode == "linear_ramp":
            x = _pad_ramp(x, before, after, options[axis])
        elif odd:
            x = _pad_odd(x, before, after, mode)
        elif before or after or options[axis] != (None, None):
            x = _pad_statistic(x, before, after, options[axis], functions[mode])
        result = np.moveaxis(x, -1, axis)
    return np.array(result) if result is array else result


def _pad_by_function(array, pairs, function, kwargs):
    # The function changes each line of the padded array in place.
    shape = [n + sum(pair) for n, pair in zip(array.shape, pairs)]
    result = np.zeros(shape, array.dtype)
    result[tuple(slice(before, before + n) for n, (before, after) in zip(array.shape, pairs))] = array
    for axis in range(array.ndim):
        moved = np.moveaxis(result, axis, -1)
        lines = []
        for index in np.ndindex(*moved.shape[:-1]):
            line = np.array(moved[index])
            function(line, pairs[axis], axis, kwargs)
            lines.append(line)
        result = np.moveaxis(np.stack(lines).reshape(moved.shape), -1, axis) if lines else result
    return result
