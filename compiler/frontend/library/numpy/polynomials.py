# SPDX-License-Identifier: Apache-2.0
# module: numpy jax.numpy
"""Polynomials by their coefficients."""


def polyadd(a1, a2):
    """The sum of polynomials."""
    a1, a2 = np.atleast_1d(a1), np.atleast_1d(a2)
    n = max(a1.shape[0], a2.shape[0])
    return np.pad(a1, (n - a1.shape[0], 0)) + np.pad(a2, (n - a2.shape[0], 0))


def polysub(a1, a2):
    """The difference of polynomials."""
    return polyadd(a1, -np.atleast_1d(a2))


def polymul(a1, a2):
    """The product of polynomials."""
    return convolve(np.atleast_1d(a1), np.atleast_1d(a2), "full")


def polyder(p, m=1):
    """A polynomial's derivative."""
    p = np.atleast_1d(p)
    for _ in range(m):
        p = p[:-1] * np.arange(p.shape[0] - 1, 0, -1)
    return p


def polyint(p, m=1, k=None):
    """A polynomial's integral."""
    p = np.atleast_1d(p)
    constants = [0] * m if k is None else [k] * m if isinstance(k, (int, float)) else list(k)
    for c in constants:
        p = np.concatenate([p / np.arange(p.shape[0], 0, -1), np.array([c], dtype=float)])
    return p


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    """The polynomial of least squares."""
    if full or cov:
        raise NotImplementedError("`full` and `cov` of `polyfit`")
    x, y = _as_inexact(x), _as_inexact(y)
    _refuse_complex("polyfit", x, y)
    a = vander(x, deg + 1)
    if w is not None:
        a, y = a * _as_inexact(w)[:, None], (y.T * _as_inexact(w)).T
    scale = np.sqrt((a * a).sum(axis=0))
    q, r = np.linalg._householder(a / scale)
    return (np.linalg._back_substitute(r, q.T @ y).T / scale).T
