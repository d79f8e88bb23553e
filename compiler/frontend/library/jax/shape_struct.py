# SPDX-License-Identifier: Apache-2.0
# class: jax.ShapeDtypeStruct
"""Methods of `jax.ShapeDtypeStruct`: the struct is the first argument."""

import jax


def like(x):
    """The shape and dtype of an array or of anything that has both."""
    return jax.ShapeDtypeStruct(x.shape, x.dtype)


def update(x, **kwargs):
    """The same with other fields."""
    unknown = set(kwargs) - {"shape", "dtype", "sharding", "weak_type"}
    if unknown:
        raise TypeError(f"Unexpected keyword argument: {sorted(unknown)[0]}")
    return jax.ShapeDtypeStruct(**{"shape": x.shape, "dtype": x.dtype, **kwargs})
