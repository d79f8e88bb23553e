# SPDX-License-Identifier: Apache-2.0
# module: jax.scipy.linalg
"""Linear algebra."""

import jax.numpy as jnp


def solve(a, b, lower=False, overwrite_a=False, overwrite_b=False, debug=False, check_finite=True, assume_a="gen"):
    """Solves a x = b."""
    return jnp.linalg.solve(a, b)


def inv(a, overwrite_a=False, check_finite=True):
    """The inverse of a matrix."""
    return jnp.linalg.inv(a)


def det(a, overwrite_a=False, check_finite=True):
    """The determinant of a matrix."""
    return jnp.linalg.det(a)


def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    """The Cholesky factor."""
    return jnp.linalg.cholesky(a, upper=not lower)


def solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, debug=None, check_finite=True):
    """Solves a triangular system."""
    a, b = jnp.asarray(a), jnp.asarray(b)
    a = jnp.tril(a) if lower else jnp.triu(a)
    if unit_diagonal:
        n = a.shape[-1]
        a = jnp.where(jnp.eye(n, dtype=bool), jnp.ones((), a.dtype), a)
    if trans in (1, "T", 2, "C"):
        a = jnp.swapaxes(a, -1, -2)
    return jnp.linalg.solve(a, b)


def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    """The Cholesky factor, for `cho_solve`."""
    return cholesky(a, lower), lower


def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    """Solves a system by its Cholesky factor."""
    c, lower = c_and_lower
    if lower:
        return solve_triangular(c, solve_triangular(c, b, lower=True), trans=1, lower=True)
    return solve_triangular(c, solve_triangular(c, b, trans=1))


def block_diag(*arrs):
    """A matrix with others on its diagonal."""
    arrays = [jnp.atleast_2d(a) for a in arrs]
    width = sum([a.shape[1] for a in arrays])
    rows, at = [], 0
    for a in arrays:
        rows.append(jnp.pad(a, ((0, 0), (at, width - at - a.shape[1]))))
        at += a.shape[1]
    return jnp.concatenate(rows, axis=0)
