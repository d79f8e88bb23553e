# SPDX-License-Identifier: Apache-2.0
# module: numpy jax.numpy
"""Windows of signals: weights that fall to both ends."""


def _window(M, shape):
    # `shape` of the places from -(M - 1) to M - 1, two apart, and of M - 1.
    M = int(M)
    if M < 1:
        return np.array([], dtype=float)
    return np.ones(1, float) if M == 1 else shape(np.arange(1 - M, M, 2) * 1.0, M - 1.0)


def hanning(M):
    """Hann's window."""
    return _window(M, lambda n, last: 0.5 + 0.5 * np.cos(np.pi * n / last))


def hamming(M):
    """Hamming's window."""
    return _window(M, lambda n, last: 0.54 + 0.46 * np.cos(np.pi * n / last))


def blackman(M):
    """Blackman's window."""
    return _window(M, lambda n, last: 0.42 + 0.5 * np.cos(np.pi * n / last) + 0.08 * np.cos(2.0 * np.pi * n / last))


def bartlett(M):
    """A triangle."""
    return _window(M, lambda n, last: np.where(n <= 0, 1 + n / last, 1 - n / last))


def kaiser(M, beta):
    """Kaiser's window."""

    def shape(n, last):
        share = n / last
        return np.i0(beta * np.sqrt(1 - share**2)) / np.i0(np.asarray(beta * 1.0))

    return _window(M, shape)
