# SPDX-License-Identifier: Apache-2.0
# module: jax.random
"""Parts of `jax.random`."""

import jax
import jax.numpy as jnp


def lognormal(key, sigma=1.0, shape=None, dtype=None):
    """Draws exponentials of normal numbers."""
    shape = jnp.shape(sigma) if shape is None else shape
    dtype = float if dtype is None else dtype
    return jnp.exp(jax.random.normal(key, shape, dtype) * sigma)


def triangular(key, left, mode, right, shape=None, dtype=None):
    """Draws from a triangle."""
    left, mode, right = jnp.asarray(left), jnp.asarray(mode), jnp.asarray(right)
    shape = jnp.broadcast_shapes(left.shape, mode.shape, right.shape) if shape is None else shape
    u = jax.random.uniform(key, shape, float if dtype is None else dtype)
    width = right - left
    below = left + jnp.sqrt(u * width * (mode - left))
    above = right - jnp.sqrt((1 - u) * width * (right - mode))
    return jnp.where(u < (mode - left) / width, below, above)


def multivariate_normal(key, mean, cov, shape=None, dtype=None, method="cholesky"):
    """Draws normal vectors of a covariance."""
    if method != "cholesky":
        raise NotImplementedError(f"the method `{method}` of `jax.random.multivariate_normal`")
    mean, cov = jnp.asarray(mean), jnp.asarray(cov)
    if mean.ndim < 1 or cov.ndim < 2 or cov.shape[-1] != cov.shape[-2] or cov.shape[-1] != mean.shape[-1]:
        raise ValueError(
            f"multivariate_normal requires mean of shape (..., n) and cov of shape (..., n, n), got {mean.shape} and"
            f" {cov.shape}"
        )
    shape = jnp.broadcast_shapes(mean.shape[:-1], cov.shape[:-2]) if shape is None else tuple(shape)
    factor = jnp.linalg.cholesky(cov)
    draws = jax.random.normal(key, shape + mean.shape[-1:], float if dtype is None else dtype)
    return mean + jnp.einsum("...ij,...j->...i", factor, draws)


def orthogonal(key, n, shape=(), dtype=None, m=None):
    """Draws an orthogonal matrix."""
    if tuple(shape) != () or m is not None and m != n:
        raise NotImplementedError("`shape` and `m` of `jax.random.orthogonal`")
    q, r = jnp.linalg.qr(jax.random.normal(key, (n, n), float if dtype is None else dtype))
    return q * jnp.sign(jnp.diag(r))[None, :]


class _PRNGSpec:
    def __init__(self, name):
        self.name = name

    def __str__(self):
        return self.name

    def __repr__(self):
        return f"PRNGSpec({self.name!r})"

    def __eq__(self, other):
        return str(self) == str(other)

    def __hash__(self):
        return hash(self.name)


def key_impl(keys):
    """The name of a key's generator."""
    return _PRNGSpec("threefry2x32")
