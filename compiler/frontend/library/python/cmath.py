# SPDX-License-Identifier: Apache-2.0
"""`cmath`: functions of complex numbers."""

import math as _math

pi, e, tau, inf, nan = _math.pi, _math.e, _math.tau, _math.inf, _math.nan
infj, nanj = complex(0.0, _math.inf), complex(0.0, _math.nan)


def _complex(z):
    return z if isinstance(z, complex) else complex(z)


def _finite(z):
    z = _complex(z)
    if not (_math.isfinite(z.real) and _math.isfinite(z.imag)):
        raise NotImplementedError("an infinity or NaN in a function of `cmath`")
    return z


def phase(z, /):
    """The angle of a complex number."""
    z = _complex(z)
    return _math.atan2(z.imag, z.real)


def polar(z, /):
    """Length and angle."""
    return abs(complex(z)), phase(z)


def rect(r, phi, /):
    """The complex number of a length and an angle."""
    return complex(r * _math.cos(phi), r * _math.sin(phi))


def isfinite(z, /):
    """Whether both parts are finite."""
    z = _complex(z)
    return _math.isfinite(z.real) and _math.isfinite(z.imag)


def isinf(z, /):
    """Whether a part is infinite."""
    z = _complex(z)
    return _math.isinf(z.real) or _math.isinf(z.imag)


def isnan(z, /):
    """Whether a part is NaN."""
    z = _complex(z)
    return _math.isnan(z.real) or _math.isnan(z.imag)


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    """Whether two numbers differ by little."""
    if rel_tol < 0 or abs_tol < 0:
        raise ValueError("tolerances must be non-negative")
    a, b = complex(a), complex(b)
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    difference = abs(a - b)
    return difference <= abs(rel_tol * b) or difference <= abs(rel_tol * a) or difference <= abs_tol


def exp(z, /):
    """e to the power of `z`."""
    z = _finite(z)
    r = _math.exp(z.real)
    return complex(r * _math.cos(z.imag), r * _math.sin(z.imag))


def log(z, base=None, /):
    """The logarithm, natural unless a base is given."""
    z = _finite(z)
    if z == 0:
        raise ValueError("math domain error")
    x, y = abs(z.real), abs(z.imag)
    large, small = max(x, y), min(x, y)
    length = _math.hypot(x, y)
    if 0.71 <= length <= 1.73:
        real = _math.log1p((large - 1) * (large + 1) + small * small) / 2
    else:
        real = _math.log(length)
    found = complex(real, _math.atan2(z.imag, z.real))
    return found if base is None else found / log(base)


def log10(z, /):
    """The logarithm to base 10."""
    found = log(z)
    return complex(found.real / _math.log(10.0), found.imag / _math.log(10.0))


def sqrt(z, /):
    """The square root whose real part is not negative."""
    z = _finite(z)
    if z == 0:
        return complex(0.0, z.imag)
    x, y = abs(z.real) / 8, abs(z.imag)
    s = 2 * _math.sqrt(x + _math.hypot(x, y / 8))
    d = y / (2 * s)
    return complex(s, _math.copysign(d, z.imag)) if z.real >= 0 else complex(d, _math.copysign(s, z.imag))


def cosh(z, /):
    """The hyperbolic cosine."""
    z = _finite(z)
    return complex(_math.cos(z.imag) * _math.cosh(z.real), _math.sin(z.imag) * _math.sinh(z.real))


def sinh(z, /):
    """The hyperbolic sine."""
    z = _finite(z)
    return complex(_math.cos(z.imag) * _math.sinh(z.real), _math.sin(z.imag) * _math.cosh(z.real))


def tanh(z, /):
    """The hyperbolic tangent."""
    z = _finite(z)
    if abs(z.real) > 300:
        return complex(_math.copysign(1.0, z.real), _math.copysign(0.0, _math.sin(2 * z.imag)))
    tx, ty, cx = _math.tanh(z.real), _math.tan(z.imag), 1 / _math.cosh(z.real)
    xy = tx * ty
    d = 1 + xy * xy
    return complex(tx * (1 + ty * ty) / d, ty / d * cx * cx)


def cos(z, /):
    """The cosine."""
    z = _complex(z)
    return cosh(complex(-z.imag, z.real))


def sin(z, /):
    """The sine."""
    z = _complex(z)
    found = sinh(complex(-z.imag, z.real))
    return complex(found.imag, -found.real)


def tan(z, /):
    """The tangent."""
    z = _complex(z)
    found = tanh(complex(-z.imag, z.real))
    return complex(found.imag, -found.real)


def asinh(z, /):
    """The inverse hyperbolic sine."""
    z = _finite(z)
    a, b = sqrt(complex(1 + z.imag, -z.real)), sqrt(complex(1 - z.imag, z.real))
    return complex(
        _math.asinh(a.real * b.imag - b.real * a.imag), _math.atan2(z.imag, a.real * b.real - a.imag * b.imag)
    )


def acosh(z, /):
    """The inverse hyperbolic cosine."""
    z = _finite(z)
    a, b = sqrt(complex(z.real - 1, z.imag)), sqrt(complex(z.real + 1, z.imag))
    return complex(_math.asinh(a.real * b.real + a.imag * b.imag), 2 * _math.atan2(a.imag, b.real))


def acos(z, /):
    """The inverse cosine."""
    z = _finite(z)
    a, b = sqrt(complex(1 - z.real, -z.imag)), sqrt(complex(1 + z.real, z.imag))
    return complex(2 * _math.atan2(a.real, b.real), _math.asinh(b.real * a.imag - b.imag * a.real))


def asin(z, /):
    """The inverse sine."""
    z = _complex(z)
    found = asinh(complex(-z.imag, z.real))
    return complex(found.imag, -found.real)
