# SPDX-License-Identifier: Apache-2.0
# hidden: numpy.items
"""Medians and quantiles of objects, by their own arithmetic."""


def _between(line, place, method):
    # The value at a place of a sorted line, which may lie between two items.
    n = len(line)
    low = int(place // 1)
    high, part = _builtins.min(low + 1, n - 1), place - low
    if method == "lower" or not part:
        return line[low]
    if method == "higher":
        return line[high]
    if method == "midpoint":
        return line[low] + (line[high] - line[low]) * 0.5
    if method == "nearest":
        return line[low if part < 0.5 or (part == 0.5 and low % 2 == 0) else high]
    if method != "linear":
        raise NotImplementedError(f"the method {method!r} of quantiles of objects")
    first, last = line[low], line[high]
    return last - (last - first) * (1 - part) if part >= 0.5 else first + (last - first) * part


def quantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, interpolation=None):
    """The items below which parts of all lie."""
    a, method = asarray(a), method if interpolation is None else interpolation
    axes = _reduced_axes(axis, a.ndim)
    groups, shape = _groups(a, axes)
    values = _values(a)
    if keepdims:
        shape = tuple([1 if k in axes else n for k, n in enumerate(a.shape)])
    lines = [sorted([values[k] for k in group]) for group in groups]
    many = asarray(q)
    parts = _values(many) if many.ndim else [many.item()]
    for part in parts:
        if not 0 <= part <= 1:
            raise ValueError("Quantiles must be in the range [0, 1]")
    results = [_between(line, part * (len(line) - 1), method) for part in parts for line in lines]
    made = _object_result(results, many.shape + shape)
    return _finished("quantile", made, out, True, "unsafe")


def percentile(
    a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False, *, interpolation=None
):
    """The items below which so many of a hundred lie."""
    q = asarray(q)
    parts = [x / 100 for x in (_values(q) if q.ndim else [q.item()])]
    for part in parts:
        if not 0 <= part <= 1:
            raise ValueError("Percentiles must be in the range [0, 100]")
    parts = _object_result(parts, q.shape)
    return quantile(a, parts, axis, out, overwrite_input, method, keepdims, interpolation=interpolation)


def median(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """The item in the middle, or the mean of both."""
    a = asarray(a)
    axes = _reduced_axes(axis, a.ndim)
    groups, shape = _groups(a, axes)
    values, results = _values(a), []
    for group in groups:
        line = sorted([values[k] for k in group])
        middle = len(line) // 2
        results.append(line[middle] if len(line) % 2 else (line[middle - 1] + line[middle]) / 2)
    if keepdims:
        shape = tuple([1 if k in axes else n for k, n in enumerate(a.shape)])
    return _finished("median", _object_result(results, shape), out, True, "unsafe")
