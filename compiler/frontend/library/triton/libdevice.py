# SPDX-License-Identifier: Apache-2.0
# module: triton.language.extra.libdevice triton.language.extra.cuda.libdevice triton.language.math
"""Functions of libdevice that are formulas of others, written in the kernels' own language: they are recorded where
they are called.

Directed rounding takes the nearest result and the sign of its error, which sums, products, quotients and roots give
exactly (Knuth's two-sum, fused multiply-add; for fma itself Boldo and Muller's error), but for fp64 that
underflows. Special functions are computed in fp64 and rounded to the argument's type: in fp32 within an ulp or two,
in fp64 to about 1e-14 relative (gamma, erfc's kin) and 1e-10 absolute (Bessel functions).
"""

import triton.language as tl
from triton.language.extra.libdevice import _round, rint, trunc, clz, erf, erfc


def _float(x, name):
    x = tl.to_tensor(x)
    if x.dtype != tl.float32 and x.dtype != tl.float64:
        raise TypeError(f"`libdevice.{name}` takes fp32 or fp64, not `{x.dtype}`")
    return x


def _only(x, dtypes, name):
    x = tl.to_tensor(x)
    if x.dtype not in dtypes:
        expected = " or ".join(str(d) for d in dtypes)
        raise TypeError(f"`libdevice.{name}` takes {expected}, not `{x.dtype}`")
    return x


def _sum(x, y, mode, name):
    x, y = _float(x, name), _float(y, name)
    s = x + y
    t = s - x
    return _round(s, (x - (s - t)) + (y - t), mode)


def _product(x, y, mode, name):
    x, y = _float(x, name), _float(y, name)
    p = x * y
    if p.dtype == tl.float64:
        return _round(p, tl.fma(x, y, -p), mode)
    return _round(p, x.to(tl.float64) * y.to(tl.float64) - p.to(tl.float64), mode)


def _rest(x, q, y):
    # x - q * y; exact for fp32 even where fp32 would underflow.
    if q.dtype == tl.float64:
        return tl.fma(-q, y, x)
    return x.to(tl.float64) - q.to(tl.float64) * y.to(tl.float64)


def _quotient(x, y, mode, name):
    x, y = _float(x, name), _float(y, name)
    q = tl.div_rn(x, y)
    r = _rest(x, q, y)
    return _round(q, tl.where(y < 0, -r, r), mode)


def _root(x, mode, name):
    x = _float(x, name)
    s = tl.sqrt_rn(x)
    return _round(s, _rest(x, s, s), mode)


def _fused(x, y, z, mode, name):
    x, y, z = _float(x, name), _float(y, name), _float(z, name)
    r = tl.fma(x, y, z)
    if r.dtype == tl.float32:
        p, z = x.to(tl.float64) * y.to(tl.float64), z.to(tl.float64)
        s = p + z
        t = s - p
        return _round(r, (s - r.to(tl.float64)) + ((p - (s - t)) + (z - t)), mode)
    p = x * y
    q = tl.fma(x, y, -p)
    a = z + q
    t = a - z
    low = (z - (a - t)) + (q - t)
    b = p + a
    t = b - p
    rest = (p - (b - t)) + (a - t)
    return _round(r, ((b - r) + rest) + low, mode)


def add_rd(arg0, arg1):
    return _sum(arg0, arg1, "down", "add_rd")


def add_ru(arg0, arg1):
    return _sum(arg0, arg1, "up", "add_ru")


def add_rz(arg0, arg1):
    return _sum(arg0, arg1, "zero", "add_rz")


def sub_rd(arg0, arg1):
    return _sum(arg0, -arg1, "down", "sub_rd")


def sub_ru(arg0, arg1):
    return _sum(arg0, -arg1, "up", "sub_ru")


def sub_rz(arg0, arg1):
    return _sum(arg0, -arg1, "zero", "sub_rz")


def mul_rd(arg0, arg1):
    return _product(arg0, arg1, "down", "mul_rd")


def mul_ru(arg0, arg1):
    return _product(arg0, arg1, "up", "mul_ru")


def mul_rz(arg0, arg1):
    return _product(arg0, arg1, "zero", "mul_rz")


def div_rd(arg0, arg1):
    return _quotient(arg0, arg1, "down", "div_rd")


def div_ru(arg0, arg1):
    return _quotient(arg0, arg1, "up", "div_ru")


def div_rz(arg0, arg1):
    return _quotient(arg0, arg1, "zero", "div_rz")


def rcp_rd(arg0):
    return _quotient(arg0 * 0 + 1, arg0, "down", "rcp_rd")


def rcp_ru(arg0):
    return _quotient(arg0 * 0 + 1, arg0, "up", "rcp_ru")


def rcp_rz(arg0):
    return _quotient(arg0 * 0 + 1, arg0, "zero", "rcp_rz")


def sqrt_rd(arg0):
    return _root(arg0, "down", "sqrt_rd")


def sqrt_ru(arg0):
    return _root(arg0, "up", "sqrt_ru")


def sqrt_rz(arg0):
    return _root(arg0, "zero", "sqrt_rz")


def fma_rd(arg0, arg1, arg2):
    return _fused(arg0, arg1, arg2, "down", "fma_rd")


def fma_ru(arg0, arg1, arg2):
    return _fused(arg0, arg1, arg2, "up", "fma_ru")


def fma_rz(arg0, arg1, arg2):
    return _fused(arg0, arg1, arg2, "zero", "fma_rz")


def hadd(arg0, arg1):
    return (arg0 & arg1) + ((arg0 ^ arg1) >> 1)


def rhadd(arg0, arg1):
    return (arg0 | arg1) - ((arg0 ^ arg1) >> 1)


def sad(arg0, arg1, arg2):
    return tl.where(arg0 > arg1, arg0 - arg1, arg1 - arg0) + arg2


def mul24(arg0, arg1):
    if arg0.dtype == tl.uint32:
        return (arg0 & 0xFFFFFF) * (arg1 & 0xFFFFFF)
    return ((arg0 << 8) >> 8) * ((arg1 << 8) >> 8)


def ffs(arg0):
    x = _only(arg0, (tl.int32, tl.int64), "ffs")
    bits = 32 if x.dtype == tl.int32 else 64
    return tl.where(x == 0, 0, bits - clz(x & -x))


def brev(arg0):
    x = _only(arg0, (tl.int32, tl.int64), "brev")
    wide = x.dtype == tl.int64
    u = x.to(tl.uint64 if wide else tl.uint32, bitcast=True)
    masks = (
        (1, 0x5555555555555555),
        (2, 0x3333333333333333),
        (4, 0x0F0F0F0F0F0F0F0F),
        (8, 0x00FF00FF00FF00FF),
        (16, 0x0000FFFF0000FFFF),
        (32, 0x00000000FFFFFFFF),
    )
    for shift, mask in masks[: 6 if wide else 5]:
        mask = mask if wide else mask & 0xFFFFFFFF
        u = ((u >> shift) & mask) | ((u & mask) << shift)
    return u.to(x.dtype, bitcast=True)


def byte_perm(arg0, arg1, arg2):
    low = _only(arg0, (tl.int32,), "byte_perm").to(tl.uint32, bitcast=True).to(tl.uint64)
    both = (_only(arg1, (tl.int32,), "byte_perm").to(tl.uint32, bitcast=True).to(tl.uint64) << 32) | low
    result = 0
    for i in (0, 1, 2, 3):
        select = ((arg2 >> (4 * i)) & 7).to(tl.uint64)
        result = result | (((both >> (select * 8)) & 0xFF).to(tl.int32) << (8 * i))
    return result


def nextafter(arg0, arg1):
    x, y = _float(arg0, "nextafter"), _float(arg1, "nextafter")
    bits = tl.int32 if x.dtype == tl.float32 else tl.int64
    sign = -2147483648 if x.dtype == tl.float32 else -9223372036854775808
    pattern = x.to(bits, bitcast=True)
    least = tl.where(y < 0, sign + 1, 1).to(bits)
    moved = tl.where((y > x) == (x > 0), pattern + 1, pattern - 1)
    result = tl.where(x == 0, least, moved).to(x.dtype, bitcast=True)
    return tl.where((x != x) | (y != y), x + y, tl.where(x == y, y, result))


def _exponent(x):
    wide = x.to(tl.float64)
    small = tl.abs(wide) < 2.2250738585072014e-308
    scaled = tl.where(small, wide * 18014398509481984.0, wide)
    exponent = ((scaled.to(tl.int64, bitcast=True) >> 52) & 0x7FF) - 1023
    return tl.where(small, exponent - 54, exponent).to(tl.int32)


def ilogb(arg0):
    x = _float(arg0, "ilogb")
    e = tl.where((x == 0) | (x != x), -2147483648, _exponent(x))
    return tl.where(tl.abs(x) == float("inf"), 2147483647, e)


def logb(arg0):
    x = _float(arg0, "logb")
    e = tl.where(x == 0, -float("inf"), _exponent(x).to(x.dtype))
    return tl.where((tl.abs(x) == float("inf")) | (x != x), x * x, e)


def _horner(x, coefficients):
    result = coefficients[0]
    for c in coefficients[1:]:
        result = result * x + c
    return result


def _inverse_erfc(y):
    # Giles's approximation, then Newton's steps on erfc, whose values near 0 are exact. y in (0, 1].
    w = -tl.log(y * (2.0 - y))
    near = _horner(
        w - 2.5,
        (
            2.81022636e-08,
            3.43273939e-07,
            -3.5233877e-06,
            -4.39150654e-06,
            0.00021858087,
            -0.00125372503,
            -0.00417768164,
            0.246640727,
            1.50140941,
        ),
    )
    far = _horner(
        tl.sqrt(w) - 3.0,
        (
            -0.000200214257,
            0.000100950558,
            0.00134934322,
            -0.00367342844,
            0.00573950773,
            -0.0076224613,
            0.00943887047,
            1.00167406,
            2.83297682,
        ),
    )
    x = tl.where(w < 5.0, near, far) * (1.0 - y)
    for _ in (0, 1, 2):
        e = (erfc(x) - y) * 0.88622692545275801365 * tl.exp(x * x)
        x = x + e / (1.0 - x * e)
    return tl.where(y == 0, float("inf"), tl.where(y == 1, 0.0, x))


def erfinv(arg0):
    x = _float(arg0, "erfinv")
    wide = x.to(tl.float64)
    size = tl.abs(wide)
    root = _inverse_erfc(1.0 - size)
    small = _inverse_erf_near_zero(size)
    size_root = tl.where(size < 0.25, small, root)
    result = tl.where(wide < 0, -size_root, size_root)
    return tl.where(size <= 1, result, float("nan")).to(x.dtype)


def _inverse_erf_near_zero(y):
    x = y * 0.88622692545275801365
    for _ in (0, 1, 2, 3):
        e = (erf(x) - y) * 0.88622692545275801365 * tl.exp(x * x)
        x = x - e / (1.0 + x * e)
    return x


def erfcinv(arg0):
    x = _float(arg0, "erfcinv")
    wide = x.to(tl.float64)
    low = _inverse_erfc(tl.where(wide > 1, 2.0 - wide, wide))
    return tl.where((wide >= 0) & (wide <= 2), tl.where(wide > 1, -low, low), float("nan")).to(x.dtype)


def normcdfinv(arg0):
    x = _float(arg0, "normcdfinv")
    wide = 2.0 * x.to(tl.float64)
    low = _inverse_erfc(tl.where(wide > 1, 2.0 - wide, wide))
    return tl.where((wide >= 0) & (wide <= 2), tl.where(wide > 1, low, -low) * 1.41421356237309504880, float("nan")).to(
        x.dtype
    )


def erfcx(arg0):
    x = _float(arg0, "erfcx")
    wide = x.to(tl.float64)
    near = tl.exp(wide * wide) * erfc(wide)
    far = wide
    for k in _falling(60):
        far = wide + (k * 0.5) / far
    return tl.where(wide > 4.0, 0.56418958354775628695 / far, near).to(x.dtype)


def _falling(n):
    return tuple(float(n - i) for i in _numbers(n))


def _numbers(n):
    items = ()
    while len(items) < n:
        items = items + (len(items),)
    return items


def _lanczos(z):
    total = 0.99999999999980993227684700473478
    coefficients = (
        676.520368121885098567009190444019,
        -1259.13921672240287047156078755283,
        771.3234287776530788486528258894,
        -176.61502916214059906584551354,
        12.507343278686904814458936853,
        -0.13857109526572011689554707,
        9.984369578019570859563e-6,
        1.50563273514931155834e-7,
    )
    for i, c in zip((0, 1, 2, 3, 4, 5, 6, 7), coefficients):
        total = total + c / (z + (i + 1.0))
    return total


def lgamma(arg0):
    x = _float(arg0, "lgamma")
    wide = x.to(tl.float64)
    reflect = wide < 0.5
    z = tl.where(reflect, 1.0 - wide, wide) - 1.0
    t = z + 7.5
    value = 0.91893853320467274178 + (z + 0.5) * tl.log(t) - t + tl.log(_lanczos(z))
    fraction = wide - tl.floor(wide)
    other = 1.14472988584940017414 - tl.log(tl.abs(tl.sin(3.14159265358979323846 * fraction))) - value
    result = tl.where(reflect, other, value)
    pole = (wide <= 0) & (fraction == 0)
    exact = (wide == 1) | (wide == 2)
    result = tl.where(pole | (tl.abs(wide) == float("inf")), float("inf"), tl.where(exact, 0.0, result))
    return tl.where(wide != wide, wide, result).to(x.dtype)


def tgamma(arg0):
    x = _float(arg0, "tgamma")
    wide = x.to(tl.float64)
    reflect = wide < 0.5
    z = tl.where(reflect, 1.0 - wide, wide) - 1.0
    t = z + 7.5
    half = tl.exp((z + 0.5) * 0.5 * tl.log(t))
    value = 2.50662827463100050242 * half * tl.exp(-t) * half * _lanczos(z)
    other = 3.14159265358979323846 / (tl.sin(3.14159265358979323846 * wide) * value)
    result = tl.where(reflect, other, value)
    whole = tl.floor(wide) == wide
    # Small factorials are whole numbers.
    result = tl.where(whole & (wide > 0) & (wide < 24), tl.floor(result + 0.5), result)
    result = tl.where((whole & (wide < 0)) | (wide == -float("inf")), float("nan"), result)
    result = tl.where(wide == 0, 1.0 / wide, tl.where(wide > 171.7, float("inf"), result))
    return tl.where(wide != wide, wide, result).to(x.dtype)


def _series(q, first, sign, order):
    # first * sum of (sign * q)^k / (k! (k + order)!) * order!
    term = first
    total = first
    for k in _numbers(50)[1:]:
        term = term * (q * (sign / (k * (k + order))))
        total = total + term
    return total


def _modified_bessel(x, order, name):
    x = _float(x, name)
    wide = tl.abs(x.to(tl.float64))
    near = _series(wide * wide * 0.25, 1.0 + 0.0 * wide if order == 0 else wide * 0.5, 1.0, order)
    mu = 4.0 * order * order
    term = 1.0
    total = 1.0
    for k in _numbers(24)[1:]:
        odd = 2.0 * k - 1.0
        term = term * (-(mu - odd * odd) / (8.0 * k)) / wide
        total = total + term
    far = tl.exp(wide * 0.5) / tl.sqrt(6.28318530717958647693 * wide) * total * tl.exp(wide * 0.5)
    result = tl.where(wide < 16.0, near, far)
    return (result if order == 0 else tl.where(x < 0, -result, result)).to(x.dtype)


def cyl_bessel_i0(arg0):
    return _modified_bessel(arg0, 0, "cyl_bessel_i0")


def cyl_bessel_i1(arg0):
    return _modified_bessel(arg0, 1, "cyl_bessel_i1")


def _phase(wide, order):
    # Hankel's expansion: P and Q, and the angle x - (order / 2 + 1 / 4) * pi.
    mu = 4.0 * order * order
    p = 1.0
    q = 0.0
    term = 1.0
    for k in _numbers(24)[1:]:
        odd = 2.0 * k - 1.0
        term = term * ((mu - odd * odd) / (8.0 * k)) / wide
        sign = (1.0, 1.0, -1.0, -1.0)[k % 4]
        if k % 2:
            q = q + sign * term
        else:
            p = p + sign * term
    angle = wide - (0.5 * order + 0.25) * 3.14159265358979323846
    return p, q, tl.cos(angle), tl.sin(angle), tl.sqrt(0.63661977236758134308 / wide)


def _bessel_j(x, order, name):
    x = _float(x, name)
    wide = tl.abs(x.to(tl.float64))
    near = _series(wide * wide * 0.25, 1.0 + 0.0 * wide if order == 0 else wide * 0.5, -1.0, order)
    p, q, c, s, scale = _phase(wide, order)
    result = tl.where(wide < 12.0, near, scale * (p * c - q * s))
    result = tl.where(wide == float("inf"), 0.0, result)
    return (result if order == 0 else tl.where(x < 0, -result, result)).to(x.dtype)


def j0(arg0):
    return _bessel_j(arg0, 0, "j0")


def j1(arg0):
    return _bessel_j(arg0, 1, "j1")


def _bessel_y(x, order, name):
    x = _float(x, name)
    wide = x.to(tl.float64)
    quarter = wide * wide * 0.25
    first = 1.0 + 0.0 * wide if order == 0 else wide * 0.5
    term = first
    harmonic = 0.0 if order == 0 else 1.0
    total = term * harmonic
    for k in _numbers(50)[1:]:
        term = term * (quarter * (-1.0 / (k * (k + order))))
        harmonic = harmonic + (2.0 / k if order == 0 else 1.0 / k + 1.0 / (k + 1.0))
        total = total + term * harmonic
    j = _series(quarter, first, -1.0, order)
    near = (2.0 * (tl.log(wide * 0.5) + 0.57721566490153286061) * j - total) * 0.31830988618379067154
    if order == 1:
        near = near - 0.63661977236758134308 / wide
    p, q, c, s, scale = _phase(wide, order)
    result = tl.where(wide < 12.0, near, scale * (p * s + q * c))
    result = tl.where(wide == float("inf"), 0.0, result)
    return tl.where(wide > 0, result, tl.where(wide == 0, -float("inf"), float("nan"))).to(x.dtype)


def y0(arg0):
    return _bessel_y(arg0, 0, "y0")


def y1(arg0):
    return _bessel_y(arg0, 1, "y1")
