# SPDX-License-Identifier: Apache-2.0
# module: jax.lax
"""Special functions of `lax`, which are those of `jax.scipy.special`."""

import jax.scipy.special

_formulas = True


def erf_inv(x):
    """Inverse error function."""
    return jax.scipy.special.erfinv(x)


def lgamma(x):
    """Logarithm of the gamma function's absolute value."""
    return jax.scipy.special.gammaln(x)


def digamma(x):
    """Derivative of lgamma."""
    return jax.scipy.special.digamma(x)
