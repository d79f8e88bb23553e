# SPDX-License-Identifier: Apache-2.0
# module: jax.scipy.special
"""Special functions."""

# Formulas on arrays for what MLIR's `math` lacks: the inverse error function (Giles's polynomials, with fused
# multiply-adds as XLA's CPU back end has them), the gamma function's logarithm and its derivative (Lanczos's
# approximation with g = 7).
import math
import jax
import jax.numpy as jnp
from jax import lax

_formulas = True


def _in_wide(function, x):
    """Small floats are computed in float32; `function` gets at least that."""
    x = jnp._inexact(x)
    return function(x) if x.dtype.itemsize >= 4 else function(x.astype(jnp.float32)).astype(x.dtype)


def _polynomial(x, coefficients):
    """c[0] * x**n + ... + c[n], each step rounded once."""
    result = coefficients[0]
    for coefficient in coefficients[1:]:
        result = jnp._fma(x, result, coefficient)
    return result


_CENTER = (
    2.81022636e-08,
    3.43273939e-07,
    -3.5233877e-06,
    -4.39150654e-06,
    0.00021858087,
    -0.00125372503,
    -0.00417768164,
    0.246640727,
    1.50140941,
)
_TAIL = (
    -0.000200214257,
    0.000100950558,
    0.00134934322,
    -0.00367342844,
    0.00573950773,
    -0.0076224613,
    0.00943887047,
    1.00167406,
    2.83297682,
)


def _erf_inv(x):
    w = -lax.log1p(x * -x)
    near, far = _polynomial(w - 2.5, _CENTER), _polynomial(lax.sqrt(w) - 3.0, _TAIL)
    return jnp.where(jnp.abs(x) == 1.0, jnp.copysign(math.inf, x), jnp.where(w < 5.0, near, far) * x)


_LANCZOS_BASE = 0.99999999999980993227684700473478
_LANCZOS = (
    676.520368121885098567009190444019,
    -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,
    -176.61502916214059906584551354,
    12.507343278686904814458936853,
    -0.13857109526572011689554707,
    9.984369578019570859563e-6,
    1.50563273514931155834e-7,
)


def _lgamma(x):
    """log |gamma(x)|; below 1/2 by reflection."""
    reflects = x < 0.5
    z = jnp.where(reflects, -x, x - 1.0)
    terms = _LANCZOS_BASE
    for k, factor in enumerate(_LANCZOS):
        terms = terms + factor / (z + float(k + 1))
    t, log_t = z + 7.5, math.log(7.5) + lax.log1p(z / 7.5)
    direct = 0.5 * math.log(2 * math.pi) + (z + 0.5 - t / log_t) * log_t + lax.log(terms)
    # log(pi) - log|sin(pi x)| - lgamma(1 - x); the sine by the distance to the nearest integer.
    fraction = jnp.abs(x - lax.floor(x))
    fraction = jnp.where(fraction > 0.5, 1.0 - fraction, fraction)
    reflected = math.log(math.pi) - lax.log(lax.sin(math.pi * fraction)) - direct
    return jnp.where(jnp.isinf(x), math.inf, jnp.where(reflects, reflected, direct))


def _digamma(x):
    """The derivative of lgamma; poles at 0, -1, -2, ... are NaN."""
    reflects = x < 0.5
    z = jnp.where(reflects, -x, x - 1.0)
    numerator, denominator = 0.0, _LANCZOS_BASE
    for k, factor in enumerate(_LANCZOS):
        place = z + float(k + 1)
        term = factor / place
        numerator, denominator = numerator - term / place, denominator + term
    t, log_t = z + 7.5, math.log(7.5) + lax.log1p(z / 7.5)
    direct = log_t + numerator / denominator - 7.0 / t
    angle = math.pi * (x + jnp.abs(lax.floor(x + 0.5)))
    reflected = direct - math.pi * lax.cos(angle) / lax.sin(angle)
    is_pole = (x <= 0.0) & (x == lax.floor(x))
    return jnp.where(is_pole, math.nan, jnp.where(reflects, reflected, direct))


def erf(x):
    """Error function."""
    return lax.erf(x)


def erfc(x):
    """Complementary error function."""
    return lax.erfc(x)


def erfinv(x):
    """Inverse error function."""
    return _in_wide(_erf_inv, x)


def expit(x):
    """1 / (1 + exp(-x))."""
    return lax.logistic(x)


def logit(x):
    """log(x / (1 - x))."""
    x = jnp._inexact(x)
    return lax.log(x / (1.0 - x))


def gammaln(x):
    """Logarithm of the gamma function's absolute value."""
    return _in_wide(_lgamma, x)


def _gamma(x):
    magnitude = lax.exp(_lgamma(x))
    is_odd = jnp.remainder(lax.floor(x), 2.0) != 0.0  # the sign alternates between the poles below 0
    return jnp.where((x < 0.0) & is_odd, -magnitude, magnitude)


def gamma(x):
    """The gamma function."""
    return _in_wide(_gamma, x)


def betaln(a, b):
    """Logarithm of the beta function."""
    a, b = jnp._inexact(a), jnp._inexact(b)
    both = jnp.add(a, b)
    return _lgamma(a) + _lgamma(b) - _lgamma(both)


def digamma(x):
    """Derivative of gammaln."""
    return _in_wide(_digamma, x)


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False, where=None):
    """log(sum(b * exp(a)))."""
    if where is not None or return_sign:
        raise NotImplementedError(f"`{'return_sign' if where is None else 'where'}` of `jax.scipy.special.logsumexp`")
    x = jnp._inexact(a)
    greatest = jnp.max(x, axis, keepdims=True)._annotate("constant", 1)
    greatest = jnp.where(jnp.isfinite(greatest), greatest, jnp.zeros((), x.dtype))
    terms = lax.exp(x - greatest)
    if b is not None:
        terms = jnp.multiply(b, terms)
    result = jnp.add(lax.log(jnp.sum(terms, axis, keepdims=True)), greatest)
    return result if keepdims else jnp.squeeze(result, axis)


def softmax(x, /, *, axis=None):
    """exp(x), scaled to sum to 1."""
    return jax.nn.softmax(x, axis)


def log_softmax(x, /, *, axis=None):
    """log(softmax(x))."""
    return jax.nn.log_softmax(x, axis)


def ndtr(x):
    """The normal distribution's cumulated density."""
    x = jnp._inexact(x)
    return 0.5 * lax.erfc(-x * math.sqrt(0.5))


def ndtri(p):
    """Its inverse."""
    return math.sqrt(2.0) * erfinv(2.0 * jnp._inexact(p) - 1.0)


def xlogy(x, y):
    """x * log(y), 0 where x is 0."""
    x = jnp._inexact(x)
    return jnp.where(x == 0.0, 0.0, jnp.multiply(x, lax.log(jnp._inexact(y))))


def xlog1py(x, y):
    """x * log1p(y), 0 where x is 0."""
    x = jnp._inexact(x)
    return jnp.where(x == 0.0, 0.0, jnp.multiply(x, lax.log1p(jnp._inexact(y))))


def entr(x):
    """-x * log(x)."""
    x = jnp._inexact(x)
    return jnp.where(x < 0.0, -math.inf, jnp.where(x == 0.0, 0.0, -(x * lax.log(x))))
