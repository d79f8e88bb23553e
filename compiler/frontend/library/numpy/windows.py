# SPDX-License-Identifier: Apache-2.0
# module: numpy
"""Windows: the weights by which the points of a stretch of a signal are faded in and out."""

import numpy as np


def _window(M, weights):
    # `weights` of the places of M points, from 1 - M to M - 1 in steps of two.
    M = float(M.item() if hasattr(M, "item") else M)
    if M < 1:
        return np.zeros(0)
    if M == 1:
        return np.ones(1)
    return weights(np.arange(1 - M, M, 2), M - 1)


def bartlett(M):
    """A triangle, zero at both ends."""
    return _window(M, lambda n, last: np.where(n <= 0, 1 + n / last, 1 - n / last))


def hanning(M):
    """A raised cosine, zero at both ends."""
    return _window(M, lambda n, last: 0.5 + 0.5 * np.cos(np.pi * n / last))


def hamming(M):
    """A raised cosine with a step at both ends."""
    return _window(M, lambda n, last: 0.54 + 0.46 * np.cos(np.pi * n / last))


def blackman(M):
    """The sum of three cosines, zero at both ends."""
    return _window(M, lambda n, last: 0.42 + 0.5 * np.cos(np.pi * n / last) + 0.08 * np.cos(2 * np.pi * n / last))


def kaiser(M, beta):
    """Bessel's function of a half circle; the greater `beta`, the narrower."""
    return _window(M, lambda n, last: np.i0(beta * np.sqrt(1 - (n / last) ** 2.0)) / np.i0(float(beta)))
