# SPDX-License-Identifier: Apache-2.0
# module: jax.interpreters.ad jax.interpreters.batching jax.interpreters.mlir jax.interpreters.xla
"""Rules of a program's own primitives. A primitive is what its `def_impl` computes, so no rule is asked."""

not_mapped = None
primitive_jvps = {}
primitive_transposes = {}
primitive_batchers = {}
custom_jvps = {}


def defjvp(primitive, *jvps):
    """Writes down derivatives."""
    primitive_jvps[primitive] = jvps


def deflinear2(primitive, transpose_rule):
    """Writes down a linear primitive's transpose."""
    primitive_transposes[primitive] = transpose_rule


def defvectorized(primitive):
    """Writes down that a primitive works by element."""
    primitive_batchers[primitive] = primitive.bind


def register_lowering(primitive, rule=None, platform=None, inline=True, cacheable=True):
    """Writes down how a primitive is compiled."""
    if rule is None:
        return lambda given: given
    return rule


def lower_fun(fun, multiple_results=True):
    """A rule of compiling from a function."""
    return fun


def moveaxis(x, src, dst):
    """An array with an axis at another place."""
    import jax.numpy as jnp

    return jnp.moveaxis(x, src, dst)
