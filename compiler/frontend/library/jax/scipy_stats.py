# SPDX-License-Identifier: Apache-2.0
# module: jax.scipy.stats
"""Distributions."""

import jax
import jax.numpy as jnp


class norm:
    """The normal distribution: pdf, logpdf, cdf, sf, ppf."""

    @staticmethod
    def logpdf(x, loc=0, scale=1):
        z = (jnp.asarray(x) - loc) / scale
        return -(z * z) / 2 - jnp.log(scale * jnp.sqrt(2 * jnp.pi))

    @staticmethod
    def pdf(x, loc=0, scale=1):
        return jnp.exp(norm.logpdf(x, loc, scale))

    @staticmethod
    def cdf(x, loc=0, scale=1):
        return jax.lax.erfc(-(jnp.asarray(x) - loc) / scale * jnp.float32(0.7071067811865476)) / 2

    @staticmethod
    def sf(x, loc=0, scale=1):
        return norm.cdf(-(jnp.asarray(x) - loc) / scale)

    @staticmethod
    def logcdf(x, loc=0, scale=1):
        raise NotImplementedError("`jax.scipy.stats.norm.logcdf`")

    @staticmethod
    def ppf(q, loc=0, scale=1):
        return jax.lax.erf_inv(2 * jnp.asarray(q) - 1) * jnp.sqrt(2.0) * scale + loc
