# SPDX-License-Identifier: Apache-2.0
# module: jax.core
"""Types of JAX's own."""

import jax
import jax.numpy as jnp


class _KindOfTracer(type):
    def __instancecheck__(cls, x):
        return isinstance(x, jax.Array) and x._is_traced()


class Tracer(metaclass=_KindOfTracer):
    """The class of arrays whose values are not known while a program is evaluated."""


class ShapedArray:
    """A shape and a dtype, as JAX's type."""

    def __init__(self, shape, dtype, weak_type=False):
        self.shape, self.dtype, self.weak_type = tuple(shape), jnp.dtype(dtype), weak_type
        self.ndim, self.size = len(self.shape), 1
        for n in self.shape:
            self.size *= n

    def str_short(self, short_dtypes=False):
        return str(self)

    def __str__(self):
        return f"{self.dtype}[{','.join([str(n) for n in self.shape])}]"

    def __repr__(self):
        return f"ShapedArray({self}{', weak_type=True' if self.weak_type else ''})"

    def __eq__(self, other):
        return isinstance(other, ShapedArray) and (self.shape, self.dtype, self.weak_type) == (
            other.shape,
            other.dtype,
            other.weak_type,
        )

    def __hash__(self):
        return hash(self.shape)

    def __len__(self):
        return self.shape[0]
