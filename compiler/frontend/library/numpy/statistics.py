# SPDX-License-Identifier: Apache-2.0
# module: numpy jax.numpy
"""Sums over windows and bins: convolutions, covariances, gradients, histograms, quantiles without NaN."""


def convolve(a, v, mode="full"):
    """Convolution of two vectors."""
    a, v = np.asarray(a), np.asarray(v)
    if not _JAX:
        a, v = np.atleast_1d(a), np.atleast_1d(v)
    if a.ndim != 1 or v.ndim != 1:
        raise (
            ValueError("convolve() only support 1-dimensional inputs.")
            if _JAX
            else ValueError("object too deep for desired array")
        )
    if a.shape[0] == 0 or v.shape[0] == 0:
        raise ValueError("a cannot be empty" if a.shape[0] == 0 else "v cannot be empty")
    letters = {"v": "valid", "s": "same", "f": "full", 0: "valid", 1: "same", 2: "full"}
    if not _JAX and mode in letters:
        if isinstance(mode, str):
            import warnings

            text = f"inconsistent mode name {mode!r}: use one of 'valid', 'same', 'full'"
            warnings.warn(text, DeprecationWarning, stacklevel=2)
        mode = letters[mode]
    if mode not in ("full", "same", "valid"):
        raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got {mode!r})")
    if v.shape[0] > a.shape[0]:
        a, v = v, a
    n, m = a.shape[0], v.shape[0]
    first, count = {"full": (0, n + m - 1), "same": ((m - 1) // 2, n), "valid": (m - 1, n - m + 1)}[mode]
    padded = np.pad(a, (m - 1, m - 1))
    places = np.arange(first, first + count)[:, None] + np.arange(m - 1, -1, -1)[None, :]
    windows = padded[places]
    if _JAX or windows.dtype.kind in "biu" and v.dtype.kind in "biu":
        return windows @ v
    is_inside = (places >= m - 1) & (places < m - 1 + n)  # no infinity meets what was padded
    products = np.where(is_inside, windows * v, 0)
    return products.sum(1, dtype=products.dtype)


def correlate(a, v, mode="valid"):
    """Products of a vector with another at each shift."""
    a, v = np.asarray(a), np.asarray(v)
    if not _JAX and (a.ndim != 1 or v.ndim != 1):
        what = "object of too small depth" if 0 in (a.ndim, v.ndim) else "object too deep"
        raise ValueError(f"{what} for desired array")
    if v.shape[0] > a.shape[0]:
        return np.conj(correlate(v, a, mode)[::-1])
    return convolve(a, np.conj(v)[::-1], mode)


def _check_weights(name, weights, n):
    # NumPy's errors; under JAX only the run knows the numbers.
    weights = np.asarray(weights)
    if weights.ndim > 1:
        raise RuntimeError(f"cannot handle multidimensional {name}")
    if weights.shape[0] != n:
        raise RuntimeError(f"incompatible numbers of samples and {name}")
    if _JAX:
        return
    if name == "fweights" and bool(np.any(weights != np.round(weights))):
        raise TypeError("fweights must be integer")
    if bool(np.any(weights < 0)):
        raise ValueError(f"{name} cannot be negative")


def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    """Covariance of variables in rows."""
    if ddof is not None and ddof != int(ddof):
        raise ValueError("ddof must be integer")
    if dtype is None and not _JAX:
        dtype = np.result_type(np.float64, *[np.asarray(part).dtype for part in (m, y) if part is not None])
    m = _as_inexact(m) if dtype is None else np.asarray(m).astype(dtype)
    if m.ndim > 2:
        raise ValueError("m has more than 2 dimensions")
    x = np.atleast_2d(m)
    if not rowvar and m.ndim != 1:
        x = x.T
    if x.shape[0] == 0 and not _JAX:
        return np.zeros((0, 0), x.dtype)
    if y is not None:
        y = np.atleast_2d(_as_inexact(y) if dtype is None else np.asarray(y).astype(dtype))
        if not rowvar and y.shape[0] != 1:
            y = y.T
        x = np.concatenate([x, y], axis=0)
    if ddof is None:
        ddof = 0 if bias else 1
    w = None
    for name, weights in (("fweights", fweights), ("aweights", aweights)):
        if weights is not None:
            _check_weights(name, weights, x.shape[1])
    if not _JAX and fweights is None and aweights is None and x.shape[1] - ddof <= 0:
        import warnings

        warnings.warn("Degrees of freedom <= 0 for slice", RuntimeWarning, stacklevel=2)
        ddof = x.shape[1]
    if fweights is not None:
        w = _as_inexact(fweights)
    if aweights is not None:
        w = _as_inexact(aweights) if w is None else w * _as_inexact(aweights)
    if w is None:
        centered = x - x.mean(axis=1, keepdims=True)
        result = centered @ _conjugate(centered).T / (x.shape[1] - ddof)
    else:
        total = w.sum()
        centered = x - (x * w).sum(axis=1, keepdims=True) / total
        if ddof == 0:
            factor = total
        elif aweights is None:
            factor = total - ddof
        else:
            factor = total - ddof * (w * _as_inexact(aweights)).sum() / total
        result = (centered * w) @ _conjugate(centered).T / factor
    return np.squeeze(result)


def corrcoef(x, y=None, rowvar=True, bias=None, ddof=None, *, dtype=None):
    """Correlation coefficients of variables in rows."""
    if bias is not None or ddof is not None:
        import warnings

        warnings.warn("bias and ddof have no effect and are deprecated", DeprecationWarning, stacklevel=2)
    c = cov(x, y, rowvar, dtype=dtype)
    if c.ndim == 0:
        return c / c
    if hasattr(c, "_isComplex"):
        d = np.sqrt(np.diag(c.real))
        c = c / (d[:, None] * d[None, :])
        return c.dtype._paired(np.clip(c.real, -1, 1), np.clip(c.imag, -1, 1))
    d = np.sqrt(np.diag(c))
    return np.clip(c / d[:, None] / d[None, :], -1, 1)


def _edge(first, second, third, d1, d2):
    # The derivative at the first of three points of the parabola through them.
    return -(2 * d1 + d2) / (d1 * (d1 + d2)) * first + (d1 + d2) / (d1 * d2) * second - d1 / (d2 * (d1 + d2)) * third


def gradient(f, *varargs, axis=None, edge_order=None):
    """Central differences as derivatives."""
    if not _JAX and np.asarray(f).dtype == bool:
        np.subtract(f, f)  # refused: truths have no difference
    f = _as_inexact(f)
    if edge_order not in (None, 1, 2):
        raise ValueError("'edge_order' greater than 2 not supported")
    if axis is not None and not _JAX:
        axis = np.normalize_axis_tuple(axis, f.ndim)
    axes = list(range(f.ndim)) if axis is None else [a % f.ndim for a in ((axis,) if isinstance(axis, int) else axis)]
    if len(varargs) not in (0, 1, len(axes)):
        raise TypeError("invalid number of arguments")
    spacing = list(varargs) if len(varargs) == len(axes) else list(varargs) * len(axes) or [1.0] * len(axes)
    results = []
    for k, h in zip(axes, spacing):
        n = f.shape[k]
        if n < (edge_order or 1) + 1:
            raise ValueError(
                "Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are"
                " required."
            )
        g = np.moveaxis(f, k, 0)
        if not isinstance(h, (int, float)):  # which have no dtype of their own
            h = np.asarray(h)
        if np.ndim(h) > 1:
            raise ValueError("distances must be either scalars or 1d")
        if np.ndim(h) == 1 and h.shape[0] != n:
            raise ValueError("when 1d, distances must match the length of the corresponding dimension")
        tail = (1,) * (f.ndim - 1)
        if np.ndim(h) == 0:
            middle = (g[2:] - g[:-2]) / (2.0 * h)
            first, last = (g[1:2] - g[:1]) / h, (g[-1:] - g[-2:-1]) / h
            if edge_order == 2:
                first = (-1.5 * g[0:1] + 2.0 * g[1:2] - 0.5 * g[2:3]) / h
                last = (0.5 * g[-3:-2] - 2.0 * g[-2:-1] + 1.5 * g[-1:]) / h
        else:
            h = _as_inexact(h)
            d = h[1:] - h[:-1]
            d1, d2 = d[:-1].reshape((-1,) + tail), d[1:].reshape((-1,) + tail)
            middle = -d2 / (d1 * (d1 + d2)) * g[:-2] + (d2 - d1) / (d1 * d2) * g[1:-1] + d1 / (d2 * (d1 + d2)) * g[2:]
            first, last = (g[1:2] - g[:1]) / d[0], (g[-1:] - g[-2:-1]) / d[-1]
            if edge_order == 2:
                first, last = _edge(g[0:1], g[1:2], g[2:3], d[0], d[1]), _edge(
                    g[-1:], g[-2:-1], g[-3:-2], -d[-1], -d[-2]
                )
        result = np.moveaxis(np.concatenate([first, middle, last], axis=0), 0, k)
        results.append(result.astype(f.dtype) if not _JAX and f.dtype.kind in "fc" else result)
    return results[0] if len(results) == 1 else results


def histogram_bin_edges(a, bins=10, range=None, weights=None):
    """The edges that `histogram` uses."""
    if isinstance(bins, str):
        raise NotImplementedError(f"the automatic number of bins `{bins}`")
    if not isinstance(bins, int):
        edges = np.asarray(bins)
        if edges.ndim == 0:
            return histogram_bin_edges(a, int(edges), range, weights)
        return edges
    if bins < 1:
        raise ValueError("`bins` must be positive, when an integer")
    a = np.asarray(a)
    kind = a.dtype if a.dtype.kind == "f" else np.float64
    a = _as_inexact(a).reshape(-1)
    if range is None:
        low, high = (a.min(), a.max()) if a.size else (0.0, 1.0)
        if not _JAX:
            low, high = float(low), float(high)
    else:
        low, high = range
        if not hasattr(low, "dtype") and low > high:
            raise ValueError("max must be larger than min in range parameter.")
    if not _JAX and not np.isfinite(np.array([low, high], dtype=np.float64)).all():
        sort = "autodetected" if range is None else "supplied"
        raise ValueError(f"{sort} range of [{low}, {high}] is not finite")
    if _JAX:
        low, high = np.where(low == high, low - 0.5, low), np.where(low == high, high + 0.5, high)
        return np.linspace(low, high, bins + 1)
    if low == high:
        low, high = low - 0.5, high + 0.5
    return np.linspace(low, high, bins + 1).astype(kind)


def _bins_of(a, edges):
    a = a.reshape(-1)
    at = np.searchsorted(edges, a, side="right") - 1
    at = np.where(a == edges[-1], edges.shape[0] - 2, at)
    return at, (a >= edges[0]) & (a <= edges[-1])


def _histogram(a, bins, range, weights, density):
    a = np.asarray(a)
    edges = histogram_bin_edges(a, bins, range, weights)
    count = edges.shape[0] - 1
    at, inside = _bins_of(a, edges)
    if weights is not None:
        weights = np.asarray(weights).reshape(-1)
    if _JAX:
        weights = inside.astype(float) if weights is None else np.where(inside, weights, np.zeros((), weights.dtype))
        counts = np.bincount(np.where(inside, at, 0), weights=weights, length=count)
    else:
        counts = np.bincount(at[inside], weights=None if weights is None else weights[inside], minlength=count)
        if weights is not None:
            counts = counts.astype(weights.dtype)
    if density:
        counts = counts / np.diff(edges).astype(float) / counts.sum()
    return counts, edges


def _histogram2d(x, y, bins, range, weights, density):
    x, y = np.asarray(x).reshape(-1), np.asarray(y).reshape(-1)
    pair = (bins, bins) if isinstance(bins, int) or len(bins) != 2 else bins
    ranges = (None, None) if range is None else range
    xedges = histogram_bin_edges(x, pair[0], ranges[0]).astype(float)
    yedges = histogram_bin_edges(y, pair[1], ranges[1]).astype(float)
    i, inside_x = _bins_of(x, xedges)
    j, inside_y = _bins_of(y, yedges)
    w = np.ones(x.shape, float) if weights is None else _as_inexact(weights).reshape(-1)
    w = np.where(inside_x & inside_y, w, np.zeros((), w.dtype))
    hits_x = (i[None, :] == np.arange(xedges.shape[0] - 1)[:, None]).astype(w.dtype)
    hits_y = (j[None, :] == np.arange(yedges.shape[0] - 1)[:, None]).astype(w.dtype)
    counts = (hits_x * w) @ hits_y.T
    if density:
        counts = counts / counts.sum() / np.diff(xedges)[:, None] / np.diff(yedges)[None, :]
    return counts, xedges, yedges


def nanquantile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """Quantiles of what is not NaN."""
    if out is not None:
        raise NotImplementedError("`out` of `nanquantile`")
    a, q = _as_inexact(a), _as_inexact(q)
    axes = (
        tuple(range(a.ndim))
        if axis is None
        else tuple([k % a.ndim for k in ((axis,) if isinstance(axis, int) else axis)])
    )
    kept = [k for k in range(a.ndim) if k not in axes]
    shape = tuple([a.shape[k] for k in kept])
    lines = np.sort(a.transpose(tuple(kept) + axes).reshape(shape + (-1,)), axis=-1)
    count = (~np.isnan(lines)).sum(axis=-1)
    at = q.reshape(q.shape + (1,) * len(shape)) * (np.maximum(count, 1) - 1)
    below, above = np.floor(at), np.ceil(at)
    share = at - below
    lines = np.broadcast_to(lines, q.shape + lines.shape)

    def pick(where):
        return np.take_along_axis(lines, where.astype(int)[..., None], axis=-1)[..., 0]

    low, high = pick(below), pick(above)
    if method == "linear":
        result = np.where(share < 0.5, low + (high - low) * share, high - (high - low) * (1 - share))
    elif method == "lower":
        result = low
    elif method == "higher":
        result = high
    elif method == "midpoint":
        result = (low + high) / 2
    elif method == "nearest":
        result = np.where((share < 0.5) | (share == 0.5) & (below % 2 == 0), low, high)
    else:
        raise NotImplementedError(f"the method `{method}` of `nanquantile`")
    result = np.where(count == 0, np.nan, result)
    if keepdims:
        result = result.reshape(q.shape + tuple([1 if k in axes else a.shape[k] for k in range(a.ndim)]))
    return result


def nanpercentile(a, q, axis=None, out=None, overwrite_input=False, method="linear", keepdims=False):
    """Percentiles of what is not NaN."""
    return nanquantile(a, _as_inexact(q) / 100, axis, out, overwrite_input, method, keepdims)


def nanmedian(a, axis=None, out=None, overwrite_input=False, keepdims=False):
    """Median of what is not NaN."""
    return nanquantile(a, 0.5, axis, out, overwrite_input, "midpoint", keepdims)
