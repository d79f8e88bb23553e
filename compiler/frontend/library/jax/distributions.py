# SPDX-License-Identifier: Apache-2.0
# module: jax.random
"""Distributions made of uniform draws.

By JAX's formulas, so that the same key gives JAX's numbers: exactly for integers and orders, up to the last bits of
log and exp for the rest.
"""

import math
import jax
import jax.numpy as jnp
from jax import lax
from jax.random import bits, normal, randint, split, uniform

_formulas = True


def _least_and_step(dtype):
    """The least normal number of a float dtype, and the step at 1."""
    dtype = jax.dtypes.canonicalize_dtype(float if dtype is None else dtype)
    if not jnp.issubdtype(dtype, jnp.floating):
        return 0.0, 0.0  # refused by the draw
    info = jnp.finfo(dtype)
    return float(info.tiny), float(info.eps)


def _full(shape):
    """A shape as a tuple, as the draws read it."""
    if not isinstance(shape, (int, tuple, list, type(None))):
        raise TypeError(f"shape is of type '{type(shape).__name__}', expected a tuple of integers")
    shape = (shape,) if isinstance(shape, int) else () if shape is None else tuple(shape)
    if any(size < 0 for size in shape):
        raise ValueError(f"the shape {shape} has a negative size")
    return shape


def _shape_of(shape, parameter):
    """A distribution's parameter has the shape of the draws when none is given."""
    own = jnp.shape(parameter)
    return own if shape is None else shape


def _like(parameter, draws):
    return lax.convert_element_type(parameter, draws.dtype)


# -- orders


def _shuffled(key, values, axis):
    """Sorted by random words, as often as JAX does so that equal words hardly matter."""
    for _ in range(math.ceil(3 * math.log(max(1, values.size)) / math.log(2**32 - 1))):
        key, now = split(key)
        words = bits(now, values.shape, jnp.uint32)
        values = lax.sort((words, values), dimension=axis, num_keys=1)[1]
    return values


def _population(x, who):
    """An int n stands for 0 .. n - 1."""
    if type(x) is not int:
        jnp.ndim(x)  # refuses lists
        return jnp.asarray(x)
    if x < 0:
        raise ValueError(f"`jax.random.{who}` of {x} elements")
    return jnp.arange(x)


def permutation(key, x, axis=0, independent=False, *, out_sharding=None):
    """A random order of numbers or of entries along an axis."""
    x = _population(x, "permutation")
    if x.ndim == 0:
        raise TypeError("`jax.random.permutation` takes a number of elements or an array with an axis")
    size = jnp.size(x, axis)
    if independent or x.ndim == 1:
        return _shuffled(key, x, axis)
    return jnp.take(x, _shuffled(key, jnp.arange(size), 0), axis=axis, mode="clip")


def choice(key, a, shape=(), replace=True, p=None, axis=0, mode=None):
    """Random entries, with or without replacement, weighted by p."""
    if mode is not None:
        raise NotImplementedError("`mode` of `jax.random.choice`")
    a = _population(a, "choice")
    shape = _full(shape)
    count, drawn = jnp.size(a, axis), math.prod(shape)
    if count == 0 or not replace and drawn > count:
        raise ValueError(f"`jax.random.choice` can't draw {drawn} of {count} elements")
    if p is not None:
        p = jnp._inexact(jnp.asarray(p) if isinstance(p, (list, tuple)) else p)
        if p.shape != (count,):
            raise ValueError(f"`p` of `jax.random.choice` is {p.shape} for {count} elements")
    if p is None and replace:
        places = randint(key, shape, 0, count)
    elif p is None and a.ndim == 1:
        return _shuffled(key, a, 0)[:drawn].reshape(shape)
    elif p is None:
        places = _shuffled(key, jnp.arange(count), 0)[:drawn].reshape(shape)
    elif replace:
        sums = jnp.cumsum(p)
        r = sums[-1] * (1.0 - uniform(key, shape, p.dtype))
        places = jnp.sum(sums < r[..., None], -1)  # how many sums lie below: what a search from the left finds
    else:
        weights = gumbel(key, (count,), p.dtype) + lax.log(p)
        places = lax.sort((-weights, jnp.arange(count)), num_keys=1)[1][:drawn].reshape(shape)
    return jnp.take(a, places, axis=axis, mode="clip")


def categorical(key, logits, axis=-1, shape=None, replace=True, mode=None):
    """Draws categories by unnormalized log probabilities."""
    logits = jnp._inexact(jnp.asarray(logits) if isinstance(logits, (list, tuple)) else logits)
    if mode is not None:
        raise NotImplementedError("`mode` of `jax.random.categorical`")
    if not replace:
        raise NotImplementedError("`jax.random.categorical` without replacement")
    classes = jnp.size(logits, axis)
    axis %= logits.ndim
    batch = logits.shape[:axis] + logits.shape[axis + 1 :]
    shape = batch if shape is None else _full(shape)
    extra = len(shape) - len(batch)
    if extra < 0 or any(size not in (1, given) for given, size in zip(shape[extra:], batch)):
        raise ValueError(f"the shape {shape} of `jax.random.categorical` does not end in the logits' {batch}")
    noise = gumbel(key, shape[: extra + axis] + (classes,) + shape[extra + axis :], logits.dtype)
    return jnp.argmax(noise + logits, extra + axis)


# -- continuous distributions


def truncated_normal(key, lower, upper, shape=None, dtype=None):
    """Draws from the normal distribution between two bounds."""
    dtype = jax.dtypes.canonicalize_dtype(float if dtype is None else dtype)
    lower, upper = lax.convert_element_type(lower, dtype), lax.convert_element_type(upper, dtype)
    shape = jnp.broadcast_shapes(lower.shape, upper.shape) if shape is None else shape
    root = math.sqrt(2.0)
    u = uniform(key, shape, dtype, lax.erf(lower / root), lax.erf(upper / root))
    draws = root * jax.scipy.special.erfinv(u)
    if dtype == jnp.float32:  # open at both ends
        lower, upper = jnp.nextafter(lower, math.inf), jnp.nextafter(upper, -math.inf)
    return jnp.minimum(jnp.maximum(draws, lower), upper)


def exponential(key, shape=(), dtype=None):
    """Draws from the exponential distribution."""
    return -lax.log1p(-uniform(key, shape, dtype))


def gumbel(key, shape=(), dtype=None, mode=None):
    """Draws from the Gumbel distribution."""
    if mode not in (None, "low"):
        raise NotImplementedError(f"the mode {mode!r} of `jax.random.gumbel`")
    return -lax.log(-lax.log(uniform(key, shape, dtype, _least_and_step(dtype)[0], 1.0)))


def laplace(key, shape=(), dtype=None):
    """Draws from the Laplace distribution."""
    u = uniform(key, shape, dtype, -1 + _least_and_step(dtype)[1] / 2, 1.0)
    return jnp.sign(u) * lax.log1p(-jnp.abs(u))


def logistic(key, shape=(), dtype=None):
    """Draws from the logistic distribution."""
    x = uniform(key, shape, dtype, _least_and_step(dtype)[0], 1.0)
    return lax.log(x) - lax.log1p(-x)


def cauchy(key, shape=(), dtype=None):
    """Draws from the Cauchy distribution."""
    u = uniform(key, shape, dtype, _least_and_step(dtype)[1], 1.0)
    return lax.tan(math.pi * (u - 0.5))


def rademacher(key, shape=(), dtype=None):
    """Draws -1 or 1."""
    heads = uniform(key, shape, jnp.float32) < 0.5
    return (2 * heads.astype(jnp.int32) - 1).astype(jnp.int32 if dtype is None else dtype)


def maxwell(key, shape=(), dtype=None):
    """Draws from the Maxwell distribution."""
    return lax.sqrt(jnp.sum(jnp.square(normal(key, _full(shape) + (3,), dtype)), -1))


def rayleigh(key, scale, shape=None, dtype=None):
    """Draws from the Rayleigh distribution."""
    u = uniform(key, _shape_of(shape, scale), dtype)
    return jnp.multiply(_like(scale, u), lax.sqrt(-2.0 * lax.log(u)))


def pareto(key, b, shape=None, dtype=None):
    """Draws from the Pareto distribution."""
    e = exponential(key, _shape_of(shape, b), dtype)
    return lax.exp(jnp.divide(e, _like(b, e)))


def weibull_min(key, scale, concentration, shape=(), dtype=None):
    """Draws from the Weibull distribution."""
    e = exponential(key, _shape_of(shape, scale), dtype)
    return jnp.multiply(_like(scale, e), jnp.power(e, 1.0 / _like(concentration, e)))


def geometric(key, p, shape=None, dtype=None):
    """Draws numbers of trials until the first success."""
    u = uniform(key, _shape_of(shape, p), jnp.float32)
    trials = lax.floor(jnp.divide(lax.log(jnp.where(u == 0.0, 1.0, u)), lax.log1p(-_like(p, u))))
    return (trials + 1.0).astype(jnp.int32 if dtype is None else dtype)
