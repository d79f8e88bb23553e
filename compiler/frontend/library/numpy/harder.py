# SPDX-License-Identifier: Apache-2.0
# module: numpy jax.numpy
"""The harder part of functions that C++ begins: what it leaves to Python are the arguments that few programs give."""


def _argwhere(a):
    # An array without axes has one place, which has no coordinates.
    return np.zeros((1 if bool(a) else 0, 0), dtype=int)


def _diff(a, n, axis, prepend, append):
    a = np.asarray(a)
    if a.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    axis = axis % a.ndim if -a.ndim <= axis < a.ndim else _refuse_axis(axis, a.ndim)
    parts = [a]
    for side, extra in ((0, prepend), (1, append)):
        if extra is None:
            continue
        extra = np.asarray(extra)
        if extra.ndim == 0:
            extra = np.broadcast_to(extra, a.shape[:axis] + (1,) + a.shape[axis + 1 :])
        parts = [*parts, extra] if side else [extra, *parts]
    return np.diff(np.concatenate(parts, axis), n, axis)


def _refuse_axis(axis, ndim):
    if _JAX:
        raise ValueError(f"axis {axis} is out of bounds for array of dimension {ndim}")
    raise np.AxisError(axis, ndim)


def _weights_of(a, axis, weights):
    # Weights of the array's shape: those of one axis are repeated along the others.
    weights = np.asarray(weights)
    if weights.shape == a.shape:
        return weights
    if axis is None:
        raise TypeError("Axis must be specified when shapes of a and weights differ.")
    if weights.ndim != 1 or weights.shape[0] != a.shape[axis]:
        raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
    shape = [1] * a.ndim
    shape[axis] = -1
    return np.broadcast_to(weights.reshape(shape), a.shape)


def _average(a, axis, weights, returned, keepdims):
    a = np.asarray(a)
    if weights is None or _JAX:
        result = np.average(a, axis, weights, keepdims=keepdims)
    if weights is None:
        total = np.asarray(a.size // max(np.asarray(result).size, 1)).astype(result.dtype)
    elif _JAX:
        total = _weights_of(a, axis, weights).sum(axis=axis, keepdims=keepdims).astype(result.dtype)
    else:
        weights = _weights_of(a, axis, weights)
        wide = np.result_type(a.dtype, weights.dtype, *([np.float64] if a.dtype.kind in "biu" else []))
        a, weights = a.astype(wide), weights.astype(wide)
        total = weights.sum(axis=axis, keepdims=keepdims)
        if bool(np.any(total == 0)):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        result = (a * weights).sum(axis=axis, keepdims=keepdims) / total
    if not returned:
        return result
    return result, np.broadcast_to(total, result.shape).copy() if result.ndim else total


def _interp(x, xp, fp, left, right, period):
    x, xp, fp = np.asarray(x), np.asarray(xp), np.asarray(fp)
    if xp.ndim != 1 or fp.ndim != 1:
        raise ValueError(
            "object too deep for desired array" if max(xp.ndim, fp.ndim) > 1 else "Data points must be 1-D sequences"
        )
    if xp.shape[0] == 0:
        raise ValueError("array of sample points is empty")
    if xp.shape != fp.shape:
        raise ValueError("fp and xp are not of the same length.")
    x, xp, fp = x * 1.0, xp * 1.0, fp * 1.0
    if period is not None:
        if period == 0:
            raise ValueError("period must be a non-zero value")
        period, left, right = abs(period), None, None
        x, xp = x % period, xp % period
        order = np.argsort(xp)
        xp, fp = xp[order], fp[order]
        xp = np.concatenate([xp[-1:] - period, xp, xp[:1] + period])
        fp = np.concatenate([fp[-1:], fp, fp[:1]])
    n = xp.shape[0]
    if n == 1:
        inside = np.broadcast_to(fp, x.shape) if x.ndim else fp[0]
        result = inside
    else:
        k = np.clip(np.searchsorted(xp, x, side="right") - 1, 0, n - 2)
        slope = (fp[k + 1] - fp[k]) / (xp[k + 1] - xp[k])
        result = slope * (x - xp[k]) + fp[k]
        # With infinite points the formula from the other side may still have a value.
        other = slope * (x - xp[k + 1]) + fp[k + 1]
        result = np.where(np.isnan(result), np.where(np.isnan(other) & (fp[k] == fp[k + 1]), fp[k], other), result)
        result = np.where(x == xp[k], fp[k], result)
        result = np.where(x >= xp[-1], fp[-1], result)
    result = np.where(x < xp[0], fp[0] if left is None else left, result)
    result = np.where(x > xp[-1], fp[-1] if right is None else right, result)
    return np.where(np.isnan(x), x, result)


def _cross(a, b, axisa, axisb, axisc, axis):
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = np.asarray(a), np.asarray(b)
    for name, x, k in (("axisa", a, axisa), ("axisb", b, axisb)):
        if not -x.ndim <= k < x.ndim:
            if _JAX:
                _refuse_axis(k, x.ndim)
            raise np.AxisError(k, x.ndim, name)
    a, b = np.moveaxis(a, axisa, -1), np.moveaxis(b, axisb, -1)
    if a.shape[-1] not in (2, 3) or b.shape[-1] not in (2, 3):
        raise ValueError("incompatible dimensions for cross product\n(dimension must be 2 or 3)")
    shape = np.broadcast_shapes(a[..., 0].shape, b[..., 0].shape)
    if a.shape[-1] == 2 and b.shape[-1] == 2:
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    if not -len(shape) - 1 <= axisc <= len(shape):
        if _JAX:
            _refuse_axis(axisc, len(shape) + 1)
        raise np.AxisError(axisc, len(shape) + 1, "axisc")

    def parts(x):
        return x[..., 0], x[..., 1], x[..., 2] if x.shape[-1] == 3 else x[..., 0] * 0

    (a0, a1, a2), (b0, b1, b2) = parts(a), parts(b)
    return np.stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], axis=axisc)


def _searchsorted(a, v, side, sorter):
    a, sorter = np.asarray(a), np.asarray(sorter)
    if not np.issubdtype(sorter.dtype, np.integer):
        raise TypeError("sorter must only contain integers")
    if sorter.ndim != 1 or sorter.shape != a.shape:
        raise ValueError("sorter.size must equal len(a)")
    return np.searchsorted(np.take(a, sorter), v, side=side)


def _digitize(x, bins, right):
    x, bins = np.asarray(x), np.asarray(bins)
    if bins.ndim != 1:
        raise ValueError(
            "object of too small depth for desired array" if bins.ndim == 0 else "object too deep for desired array"
        )
    steps = np.diff(bins.astype(float) if bins.dtype == bool else bins)
    rises = bins.shape[0] < 2 or bool(np.all(bins[1:] >= bins[:-1]))
    if not rises and not bool(np.all(bins[1:] <= bins[:-1])) or bool(np.any(np.isnan(steps))):
        raise ValueError("bins must be monotonically increasing or decreasing")
    side = "left" if right else "right"
    if rises:
        return np.searchsorted(bins, x, side=side)
    return bins.shape[0] - np.searchsorted(bins[::-1], x, side=side)


def _median(a, axis, out, overwrite_input, keepdims):
    # Of no elements.
    import warnings

    warnings.warn("Mean of empty slice.", RuntimeWarning, stacklevel=3)
    a = _as_inexact(a)
    return np.sum(a, axis=axis, keepdims=keepdims) * np.nan


# Where a quantile lies among n sorted elements, from 0: methods 4 to 9 of Hyndman and Fan (1996), by alpha and beta.
_plotting = {
    "interpolated_inverted_cdf": (0, 1),
    "hazen": (0.5, 0.5),
    "weibull": (0, 0),
    "linear": (1, 1),
    "median_unbiased": (1 / 3, 1 / 3),
    "normal_unbiased": (3 / 8, 3 / 8),
}
_methods = (
    "inverted_cdf averaged_inverted_cdf closest_observation interpolated_inverted_cdf hazen weibull linear"
    " median_unbiased normal_unbiased lower higher midpoint nearest"
).split()


def _place_of_quantile(q, n, method):
    # The place as a whole number of elements and a share of the way to the next one.
    if method in ("inverted_cdf", "averaged_inverted_cdf"):
        place, share = np.floor(n * q), n * q - np.floor(n * q)
        half = 1.0 if method == "inverted_cdf" else 0.5
        whole = share == 0
        return place - 1, np.where(whole, 0.0 if method == "inverted_cdf" else half, 1.0)
    if method == "closest_observation":
        place = np.floor(n * q - 0.5)
        share = n * q - 0.5 - place
        return place - 1 + 0.0, np.where((share == 0) & (place % 2 == 0), 0.0, 1.0)
    if method in _plotting:
        alpha, beta = _plotting[method]
        at = n * q + alpha + q * (1 - alpha - beta) - 1
        return np.floor(at), at - np.floor(at)
    at = q * (n - 1)
    below = np.floor(at)
    if method == "lower":
        return below, at * 0
    if method == "higher":
        return np.ceil(at), at * 0
    if method == "midpoint":
        return below, np.where(at == below, 0.0, 0.5)
    return np.round(at), at * 0


def _quantile(a, q, axis, out, overwrite_input, method, keepdims, weights=None, interpolation=None):
    if method not in _methods:
        raise ValueError(f"{method!r} is not a valid method. Use one of: {dict.fromkeys(_methods).keys()}")
    a, q = np.asarray(a), np.asarray(q)
    if not bool(np.all((q >= 0) & (q <= 1))):
        raise ValueError("Quantiles must be in the range [0, 1]")
    axes = tuple(range(a.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    axes = tuple([k + a.ndim if k < 0 else k for k in axes])
    kept = [k for k in range(a.ndim) if k not in axes]
    lines = np.transpose(a, (*kept, *axes)).reshape(tuple([a.shape[k] for k in kept]) + (-1,))
    n = lines.shape[-1]
    shape = q.shape + lines.shape[:-1]
    if n == 0 and np._size_of(shape):
        raise IndexError("cannot do a non-empty take from an empty axes.")
    if n == 0:
        result = np.full(shape, np.nan)
    elif q.size == 0:
        result = np.zeros(shape, _as_inexact(a).dtype)
    elif q.dtype.kind in "biu" and method == "linear":  # elements, which keep their dtype
        result = np.moveaxis(np.sort(lines, axis=-1)[..., q.reshape(-1).astype(int) * (n - 1)], -1, 0).reshape(shape)
    else:
        lines = np.sort(lines, axis=-1)
        place, share = _place_of_quantile(q.reshape(-1).astype(float), n, method)
        low = np.clip(place, 0, n - 1).astype(int)
        high = np.clip(place + 1, 0, n - 1).astype(int)
        first, second = np.moveaxis(lines[..., low], -1, 0), np.moveaxis(lines[..., high], -1, 0)
        if method in ("inverted_cdf", "closest_observation", "lower", "higher", "nearest"):
            taken = (share >= 0.5).reshape((-1,) + (1,) * (first.ndim - 1))
            result = np.where(taken, second, first)
        else:
            share = np.clip(share, 0, 1).reshape((-1,) + (1,) * (first.ndim - 1)).astype(_as_inexact(a).dtype)
            step = second - first
            result = np.where(share >= 0.5, second - step * (1 - share), first + step * share)
            result = np.where(first == second, first.astype(result.dtype), result)
        if np.issubdtype(a.dtype, np.floating):
            result = np.where(np.isnan(lines[..., -1]), np.nan, result).astype(result.dtype)
        result = result.reshape(shape)
    if keepdims:
        result = result.reshape(q.shape + tuple([1 if k in axes else a.shape[k] for k in range(a.ndim)]))
    return result


def _percentile(a, q, axis, out, overwrite_input, method, keepdims, weights=None, interpolation=None):
    q = np.asarray(q) / 100
    if not bool(np.all((q >= 0) & (q <= 1))):
        raise ValueError("Percentiles must be in the range [0, 100]")
    return _quantile(a, q, axis, out, overwrite_input, method, keepdims)


def _nan_to_num(x, copy, nan, posinf, neginf):
    # In place.
    result = np.nan_to_num(x, True, nan, posinf, neginf)
    if not isinstance(x, np.ndarray):
        return result
    x[...] = result
    return x if x.ndim else x[()]
