# SPDX-License-Identifier: Apache-2.0
# module: jax.lax
"""Complex numbers out of their parts, and the parts."""

import jax.numpy as _np


def complex(x, y):
    """Complex numbers of real and imaginary parts."""
    x, y = _np.asarray(x), _np.asarray(y)
    if x.dtype != y.dtype or x.dtype.kind != "f" or x.dtype.itemsize < 4:
        raise TypeError(f"complex requires arguments to have dtypes float32 or float64, got {x.dtype} and {y.dtype}")
    shape = _np.broadcast_shapes(x.shape, y.shape)
    return _np.complex128._paired(_np.broadcast_to(x, shape), _np.broadcast_to(y, shape))


def real(x):
    """The real part."""
    return _np.real(x)


def imag(x):
    """The imaginary part."""
    return _np.imag(x)


def conj(x, input_dtype=None):
    """The complex conjugate."""
    return _np.conj(x)
