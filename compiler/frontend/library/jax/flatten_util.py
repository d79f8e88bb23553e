# SPDX-License-Identifier: Apache-2.0
# module: jax.flatten_util
"""Trees as one vector."""

import math
import jax
import jax.numpy as jnp


def ravel_pytree(pytree):
    """The leaves of a tree as one vector, and the function back."""
    leaves, treedef = jax.tree.flatten(pytree)
    leaves = [jnp.asarray(leaf) for leaf in leaves]
    shapes, dtypes = [leaf.shape for leaf in leaves], [leaf.dtype for leaf in leaves]
    kind = jnp.result_type(*leaves) if leaves else jnp.float32
    flat = jnp.concatenate([leaf.ravel().astype(kind) for leaf in leaves]) if leaves else jnp.zeros(0, kind)

    def unravel(vector):
        if jnp.shape(vector) != flat.shape:
            raise ValueError(
                f"unravel function given array of shape {jnp.shape(vector)}, but expected shape {flat.shape}"
            )
        parts, at = [], 0
        for shape, dtype in zip(shapes, dtypes):
            size = math.prod(shape)
            parts.append(vector[at : at + size].reshape(shape).astype(dtype))
            at += size
        return jax.tree.unflatten(treedef, parts)

    return flat, unravel
