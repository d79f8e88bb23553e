# SPDX-License-Identifier: Apache-2.0
# module: jax.test_util
"""Checks of derivatives by differences."""

import jax
import jax.numpy as jnp


def _vectors(tree, seed):
    leaves, structure = jax.tree.flatten(tree)
    drawn = [
        jax.random.normal(jax.random.key(seed + k), jnp.shape(x), jnp.asarray(x).dtype) for k, x in enumerate(leaves)
    ]
    return jax.tree.unflatten(structure, drawn)


def _inner(a, b):
    return sum([jnp.sum(x * y) for x, y in zip(jax.tree.leaves(a), jax.tree.leaves(b))])


def _tolerances(atol, rtol, tree):
    kinds = [jnp.asarray(x).dtype for x in jax.tree.leaves(tree)]
    narrow = [kind for kind in kinds if kind != jnp.float64]
    usual = 0.01 if jnp.float16 in narrow or jnp.bfloat16 in narrow else 0.002 if narrow else 1e-5
    return usual if atol is None else atol, usual if rtol is None else rtol


def _by_differences(f, args, step, eps):
    eps = 1e-4 if eps is None else eps
    if jnp.asarray(jax.tree.leaves(args)[0]).dtype != jnp.float64:
        eps = max(eps, 1e-2)
    moved = [jax.tree.map(lambda x, s, e=e: x + e * s, args, step) for e in (eps / 2, -eps / 2)]
    return jax.tree.map(lambda a, b: (a - b) / eps, f(*moved[0]), f(*moved[1]))


def _close(found, expected, atol, rtol, what):
    for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(expected)):
        difference = jnp.max(jnp.abs(a - b) - rtol * jnp.abs(b)) if jnp.size(a) else 0
        assert difference <= atol, f"{what} do not agree with differences"


def check_jvp(f, f_jvp, args, atol=None, rtol=None, eps=None, err_msg=""):
    """Whether a derivative forwards agrees with differences."""
    atol, rtol = _tolerances(atol, rtol, args)
    tangents = _vectors(args, 1)
    value, moved = f_jvp(args, tangents)
    _close(value, f(*args), atol, rtol, err_msg or "values of the JVP")
    _close(moved, _by_differences(f, args, tangents, eps), atol, rtol, err_msg or "tangents of the JVP")


def check_vjp(f, f_vjp, args, atol=None, rtol=None, eps=None, err_msg=""):
    """Whether a derivative backwards agrees with differences."""
    atol, rtol = _tolerances(atol, rtol, args)
    value, pull = f_vjp(*args)
    _close(value, f(*args), atol, rtol, err_msg or "values of the VJP")
    tangents = _vectors(args, 1)
    cotangents = _vectors(value, 100)
    moved = _by_differences(f, args, tangents, eps)
    _close(
        _inner(tangents, pull(cotangents)), _inner(moved, cotangents), atol, rtol, err_msg or "cotangents of the VJP"
    )


def check_grads(f, args, order, modes=("fwd", "rev"), atol=None, rtol=None, eps=None):
    """Whether derivatives up to `order` agree with differences."""
    args = tuple(args)
    modes = [modes] if isinstance(modes, str) else list(modes)
    if "fwd" in modes:
        check_jvp(f, lambda a, t: jax.jvp(f, a, t), args, atol, rtol, eps)
        if order > 1:
            check_grads(lambda *a: jax.jvp(f, a, _vectors(a, 7))[1], args, order - 1, modes, atol, rtol, eps)
    if "rev" in modes:
        check_vjp(f, lambda *a: jax.vjp(f, *a), args, atol, rtol, eps)
        if order > 1:

            def gradient(*a):
                value, pull = jax.vjp(f, *a)
                return pull(_vectors(value, 8))

            check_grads(gradient, args, order - 1, modes, atol, rtol, eps)
