# SPDX-License-Identifier: Apache-2.0
# module: numpy jax.numpy
"""Bodies of functions of numbers: their parts, integers and bits, texts of other bases."""

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
    goes_down = x < 0
    if not _JAX and x.dtype == np.float16:  # NumPy's for half precision always goes up
        goes_down = goes_down & np.isinf(x)
    result = np.nextafter(x, np.where(goes_down, -np.inf, np.inf).astype(x.dtype)) - x
    return _finish_elements(result, out, where, None)


def i0(x):
    """The modified Bessel function of order 0."""
    x = np.abs(_as_inexact(x))
    small = np.where(x <= 30, x, 1.0) / 2
    term = total = np.ones_like(x)
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


def real(val):
    """The real part."""
    return np.asarray(val).real


def imag(val):
    """The imaginary part."""
    val = np.asarray(val)
    return val.imag if hasattr(val, "_isComplex") else np.zeros_like(val, **({} if _JAX else {"order": "A"}))


def conj(x, /):
    """The complex conjugate."""
    x = np.asarray(x)
    isOfObjects = not _JAX and x.dtype == object  # which have a method of their own
    return x.conj() if _JAX or isOfObjects or hasattr(x, "_isComplex") else +x if x.dtype != bool else x.copy("K")


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
