# SPDX-License-Identifier: Apache-2.0
# module: jax.dtypes
"""`jax.dtypes`."""

import jax.numpy as jnp


def canonicalize_dtype(dtype, allow_extended_dtype=False):
    """The dtype that an array of it has."""
    return jnp.zeros((), dtype).dtype


def issubdtype(a, b):
    """Whether a dtype is of a kind."""
    return jnp.issubdtype(a, b)


def result_type(*args, return_weak_type_flag=False):
    """The dtype of several operands together."""
    if return_weak_type_flag:
        raise NotImplementedError("`return_weak_type_flag` of `jax.dtypes.result_type`")
    return jnp.result_type(*args)
