# SPDX-License-Identifier: Apache-2.0
# module: jax._src.core
"""JAX's abstract values, and what its own files ask about values."""

import jax
import jax.core
import jax.extend.core

ShapedArray, Tracer, Primitive = jax.core.ShapedArray, jax.core.Tracer, jax.extend.core.Primitive


def get_aval(x):
    """The shape and dtype of a value."""
    return jax.typeof(x)


shaped_abstractify = typeof = get_aval


def is_concrete(x):
    """Whether the value is known while the program is evaluated."""
    return not isinstance(x, Tracer)


def is_constant_dim(n):
    """Whether a size is a number."""
    return isinstance(n, int)


def is_constant_shape(shape):
    """Whether all sizes are numbers."""
    return all(is_constant_dim(n) for n in shape)


def is_empty_shape(shape):
    """Whether an array of the shape has no elements."""
    return any(n == 0 for n in shape)


def canonicalize_shape(shape, context=""):
    """A shape as a tuple of integers."""
    return tuple(int(n) for n in shape)


def concrete_or_error(force, value, context=""):
    """The value as `force` gives it, where it is known."""
    if not is_concrete(value):
        raise jax.errors.ConcretizationTypeError(value, context)
    return value if force is None else force(value)


def jaxpr_as_fun(closed_jaxpr):
    """A jaxpr as a function."""
    raise NotImplementedError("JAX's own IR")
