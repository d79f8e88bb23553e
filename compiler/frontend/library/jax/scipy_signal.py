# SPDX-License-Identifier: Apache-2.0
# module: jax.scipy.signal
"""Signals."""

import jax.numpy as jnp


def convolve(in1, in2, mode="full", method="auto", *, precision=None):
    """Convolution of vectors."""
    if jnp.ndim(in1) != 1 or jnp.ndim(in2) != 1:
        raise NotImplementedError("`jax.scipy.signal.convolve` of arrays with several axes")
    return jnp.convolve(in1, in2, mode)


def correlate(in1, in2, mode="full", method="auto", *, precision=None):
    """Products of a vector with another at each shift."""
    if jnp.ndim(in1) != 1 or jnp.ndim(in2) != 1:
        raise NotImplementedError("`jax.scipy.signal.correlate` of arrays with several axes")
    return jnp.correlate(in1, in2, mode)
