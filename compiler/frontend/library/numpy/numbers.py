# SPDX-License-Identifier: Apache-2.0
# module: numpy jax.numpy
"""Bodies of functions of numbers: products with shifted copies, statistics, polynomials, bits."""

euler_gamma = 0.5772156649015329


def _is_integer(x):
    return np.issubdtype(x.dtype, np.integer) or x.dtype == bool


def _as_inexact(x):
    x = np.asarray(x)
    return x.astype(float) if _is_integer(x) else x


def _conjugate(x):
    return x.conj() if hasattr(x, "_isComplex") else x


def _refuse_complex(name, *arrays):
    if any(hasattr(a, "_isComplex") for a in arrays):
        raise NotImplementedError(f"`np.{name}` of complex numbers")


def _linspace(start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
    start, stop = _as_inexact(start), _as_inexact(stop)
    parts = num - 1 if endpoint else num
    shape = np.broadcast_shapes(start.shape, stop.shape)
    step = (stop - start) / parts if parts > 0 else (stop - start) * np.nan
    k = np.arange(num).reshape((-1,) + (1,) * len(shape)).astype(step.dtype)
    if _JAX:
        share = k / max(parts, 1)
        result = start * (1 - share) + stop * share
    else:
        result = k * step + start if parts > 0 else k * 0 + start
    if endpoint and num > 1:
        result = np.where(k == num - 1, stop, result)
    if dtype is not None and np.issubdtype(dtype, np.integer):
        result = np.floor(result)
    result = np.moveaxis(result if dtype is None else result.astype(dtype), 0, axis)
    return (result, step) if retstep else result


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
    windows = padded[np.arange(first, first + count)[:, None] + np.arange(m - 1, -1, -1)[None, :]]
    return windows @ v


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
        results.append(result if _JAX else result.astype(f.dtype))
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


def histogram(a, bins=10, range=None, weights=None, density=None):
    """Counts and edges of bins."""
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


def histogram2d(x, y, bins=10, range=None, weights=None, density=None):
    """Counts of pairs, and the edges of both axes."""
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


def vander(x, N=None, increasing=False):
    """Powers of a vector as columns."""
    x = np.asarray(x)
    if x.ndim != 1:
        raise ValueError("x must be a one-dimensional array or sequence.")
    n = x.shape[0] if N is None else N
    if not _JAX:
        x = x.astype(np.promote_types(x.dtype, int))
    powers = [np.ones(x.shape, x.dtype)]
    while len(powers) < n:
        powers.append(powers[-1] * x)
    powers = powers[:n]
    if not powers:
        return np.zeros((x.shape[0], 0), x.dtype)
    return np.stack(powers if increasing else powers[::-1], axis=1)


def _two_integers(name, x1, x2):
    a, b = np.asarray(x1), np.asarray(x2)
    kinds = (a.dtype.kind, b.dtype.kind)
    if not _JAX and (kinds == ("b", "b") or not set(kinds) <= {"b", "i", "u"}):
        raise TypeError(
            f"ufunc '{name}' did not contain a loop with signature matching types ({type(a.dtype)}, {type(b.dtype)})"
        )
    if _JAX and not (_is_integer(a) and _is_integer(b)):
        raise ValueError(f"Arguments to {name} must be integers.")
    # The dtype of both is that of an operation on them as they are given: a Python number gives way.
    both = (x1 * 0 + b) if isinstance(x1, int) else a + (x2 * 0 if isinstance(x2, int) else b)
    if both.dtype.kind == "f":
        raise TypeError(
            f"ufunc '{name}' did not contain a loop with signature matching types ({type(a.dtype)}, {type(b.dtype)})"
        )
    return np.abs(a.astype(both.dtype)), np.abs(b.astype(both.dtype))


def _finish_elements(result, out, where, dtype):
    if out is None and where is True and dtype is None:
        return result
    if _JAX:
        raise TypeError("jax.numpy takes no `out`, `where` and `dtype` here")
    return np.positive(result, out=out, where=where, dtype=dtype)


def _gcd(x1, x2):
    a, b = _two_integers("gcd", x1, x2)
    a, b = np.broadcast_arrays(a + b * 0, b + a * 0)
    bits = 8 * a.dtype.itemsize
    for _ in range(bits + bits // 2):
        a, b = np.where(b == 0, a, b), np.where(b == 0, 0, a % np.where(b == 0, 1, b))
    return a


def gcd(x1, x2, /, out=None, *, where=True, dtype=None):
    """Greatest common divisor."""
    return _finish_elements(_gcd(x1, x2), out, where, dtype)


def lcm(x1, x2, /, out=None, *, where=True, dtype=None):
    """Least common multiple."""
    a, b = _two_integers("lcm", x1, x2)
    d = _gcd(a, b)
    return _finish_elements(np.where(d == 0, 0, a // np.where(d == 0, 1, d) * b), out, where, dtype)


def packbits(a, axis=None, bitorder="big"):
    """Bits packed into bytes."""
    a = np.asarray(a) != 0
    if axis is None:
        a, axis = a.reshape(-1), 0
    a = np.moveaxis(a, axis, -1)
    rest = -a.shape[-1] % 8
    a = np.pad(a, [(0, 0)] * (a.ndim - 1) + [(0, rest)]).reshape(a.shape[:-1] + (-1, 8)).astype(np.uint8)
    shifts = np.arange(8) if bitorder == "little" else np.arange(7, -1, -1)
    packed = (a << shifts.astype(np.uint8)).sum(axis=-1).astype(np.uint8)
    return np.moveaxis(packed, -1, axis)


def unpackbits(a, axis=None, count=None, bitorder="big"):
    """Bytes as bits."""
    a = np.asarray(a)
    if a.dtype != np.uint8:
        raise TypeError("Expected an input array of unsigned byte data type")
    if axis is None:
        a, axis = a.reshape(-1), 0
    a = np.moveaxis(a, axis, -1)
    shifts = np.arange(8) if bitorder == "little" else np.arange(7, -1, -1)
    bits = ((a[..., None] >> shifts.astype(np.uint8)) & np.uint8(1)).reshape(a.shape[:-1] + (-1,))
    if count is not None:
        n = bits.shape[-1]
        bits = bits[..., :count] if count <= n else np.pad(bits, [(0, 0)] * (bits.ndim - 1) + [(0, count - n)])
    return np.moveaxis(bits, -1, axis)


def spacing(x, /, out=None, *, where=True, dtype=None):
    """The distance to the next number."""
    x = x if dtype is None else np.asarray(x).astype(dtype)
    if dtype is not None and x.dtype.kind != "f":
        raise TypeError("No loop matching the specified signature and casting was found for ufunc spacing")
    x = np.copysign(x, x) if not _JAX else _as_inexact(x)  # the float that elementwise functions compute in
    result = np.nextafter(x, np.where(np.signbit(x), -np.inf, np.inf).astype(x.dtype)) - x
    if not _JAX and x.dtype == np.float16:  # as NumPy's for half precision is written
        result = np.abs(result)
    return _finish_elements(result, out, where, None)


def i0(x):
    """The modified Bessel function of order 0."""
    x = np.abs(_as_inexact(x))
    small = np.where(x <= 30, x, 1.0) / 2
    term = total = np.ones(x.shape, x.dtype)
    for k in range(1, 90):
        term = term * (small / k) ** 2
        total = total + term
    large = np.where(x <= 30, 30.0, x)
    series = total * 0 + 1.0
    term = series
    for k in range(1, 16):
        term = term * (2 * k - 1) ** 2 / (8 * k * large)
        series = series + term
    return np.where(x <= 30, total, np.exp(large) / np.sqrt(2 * np.pi * large) * series)


def polyadd(a1, a2):
    """The sum of polynomials."""
    a1, a2 = np.atleast_1d(a1), np.atleast_1d(a2)
    n = max(a1.shape[0], a2.shape[0])
    return np.pad(a1, (n - a1.shape[0], 0)) + np.pad(a2, (n - a2.shape[0], 0))


def polysub(a1, a2):
    """The difference of polynomials."""
    return polyadd(a1, -np.atleast_1d(a2))


def polymul(a1, a2):
    """The product of polynomials."""
    return convolve(np.atleast_1d(a1), np.atleast_1d(a2), "full")


def polyder(p, m=1):
    """A polynomial's derivative."""
    p = np.atleast_1d(p)
    for _ in range(m):
        p = p[:-1] * np.arange(p.shape[0] - 1, 0, -1)
    return p


def polyint(p, m=1, k=None):
    """A polynomial's integral."""
    p = np.atleast_1d(p)
    constants = [0] * m if k is None else [k] * m if isinstance(k, (int, float)) else list(k)
    for c in constants:
        p = np.concatenate([p / np.arange(p.shape[0], 0, -1), np.array([c], dtype=float)])
    return p


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """The polynomial of least squares."""
    if full or cov:
        raise NotImplementedError("`full` and `cov` of `polyfit`")
    x, y = _as_inexact(x), _as_inexact(y)
    _refuse_complex("polyfit", x, y)
    a = vander(x, deg + 1)
    if w is not None:
        a, y = a * _as_inexact(w)[:, None], (y.T * _as_inexact(w)).T
    scale = np.sqrt((a * a).sum(axis=0))
    q, r = np.linalg._householder(a / scale)
    return (np.linalg._back_substitute(r, q.T @ y).T / scale).T


def real(val):
    """The real part."""
    return np.asarray(val).real


def imag(val):
    """The imaginary part."""
    val = np.asarray(val)
    return val.imag if hasattr(val, "_isComplex") else np.zeros_like(val)


def conj(x, /):
    """The complex conjugate."""
    x = np.asarray(x)
    isOfObjects = not _JAX and x.dtype == object  # which have a method of their own
    return x.conj() if _JAX or isOfObjects or hasattr(x, "_isComplex") else x.copy()


conjugate = conj


def angle(z, deg=False):
    """The angle from the positive real axis."""
    z = np.asarray(z)
    if _JAX and not hasattr(z, "_isComplex"):
        z = _as_inexact(z)
    result = np.arctan2(imag(z), real(z)) if _JAX or hasattr(z, "_isComplex") else np.arctan2(0, z)
    return result * (180 / np.pi) if deg else result


def isreal(x):
    """Where the imaginary part is 0."""
    return imag(x) == 0


def iscomplex(x):
    """Where the imaginary part is not 0."""
    return imag(x) != 0


def isrealobj(x):
    """Whether the dtype is a real one."""
    return not iscomplexobj(x)


def iscomplexobj(x):
    """Whether the dtype is a complex one."""
    return hasattr(np.asarray(x), "_isComplex")


def real_if_close(a, tol=100):
    """The real part where the imaginary one is nothing but rounding."""
    a = np.asarray(a)
    if not hasattr(a, "_isComplex"):
        return a
    limit = tol * np.finfo(a.real.dtype).eps if tol > 1 else tol
    return a.real if bool(np.all(np.abs(a.imag) < limit)) else a


def sort_complex(a):
    """Sorted by the real parts, then by the imaginary ones, as complex numbers."""
    return np.sort(np.asarray(a).astype(complex), 0)


def around(a, decimals=0, out=None):
    """Rounds to a number of decimals, halves to even."""
    if out is not None:
        raise NotImplementedError("`out` of `around`")
    return np.round(a, decimals)


def copy(a, order=None):
    """A copy."""
    return np.array(a) if _JAX else np.array(a, order=order)


def row_stack(tup):
    """Rows joined."""
    return np.vstack(tup)


def trapz(y, x=None, dx=1.0, axis=-1):
    """The integral by trapezoids."""
    if np.ndim(y) == 0:
        raise IndexError("list assignment index out of range")
    return np.trapezoid(y, x, dx, axis)


def fromiter(iter, dtype, count=-1):
    """An array of an iterator's numbers."""
    values = []
    for value in iter:
        if len(values) == count:
            break
        values.append(value)
    if len(values) < count:
        raise ValueError("iterator too short: Expected %d but iterator had only %d items." % (count, len(values)))
    return np.array(values, dtype=dtype)


def isscalar(element):
    """Whether something is a number or a string, not an array."""
    from numbers import Number

    return isinstance(element, (str, bytes, Number)) or isinstance(element, np.generic)


def iterable(y):
    """Whether something can be iterated over."""
    try:
        iter(y)
    except TypeError:
        return False
    return True


def base_repr(number, base=2, padding=0):
    """An integer's digits in a base."""
    if not 2 <= base <= 36:
        raise ValueError(
            "Bases greater than 36 not handled in base_repr."
            if base > 36
            else "Bases less than 2 not handled in base_repr."
        )
    digits, text, rest = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", "", abs(int(number))
    while rest:
        text = digits[rest % base] + text
        rest //= base
    text = "0" * padding + text
    return ("-" if number < 0 else "") + (text or "0")


def binary_repr(num, width=None):
    """An integer's bits, negative ones in two's complement."""
    num = int(num)
    if num >= 0:
        return format(num, "b").rjust(width or 0, "0")
    if width is None:
        return "-" + format(-num, "b")
    bits = max(width, len(format(-num - 1, "b")) + 1 if num != -1 else 1)
    return format((1 << max(bits, width)) + num, "b")
