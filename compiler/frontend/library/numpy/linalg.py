# SPDX-License-Identifier: Apache-2.0
# module: numpy.linalg jax.numpy.linalg
"""Linear algebra.

Norms, and what elimination gives (solve, inv, det,
cholesky, qr). Sizes are known, so the loops over columns are unrolled; eigenvalues and singular values are refused.
"""


def norm(x, ord=None, axis=None, keepdims=False):
    """The norm of vectors or matrices."""
    x = np._as_inexact(x)
    x = np.abs(x) if hasattr(x, "_isComplex") else x  # all norms here are of the elements' sizes
    if axis is None:
        if ord is None:
            result = np.sqrt((x * x).sum())
            return result.reshape((1,) * x.ndim) if keepdims else result
        axis = tuple(range(x.ndim))
    if isinstance(axis, int):
        axis = (axis,)
    axis = tuple([k % x.ndim for k in axis])
    if len(axis) == 1:
        k = axis[0]
        if ord is None or isinstance(ord, (int, float)) and ord == 2:
            return np.sqrt((x * x).sum(axis=k, keepdims=keepdims))
        if isinstance(ord, str):
            raise ValueError(f"Invalid norm order '{ord}' for vectors")
        if ord == np.inf:
            return np.abs(x).max(axis=k, keepdims=keepdims)
        if ord == -np.inf:
            return np.abs(x).min(axis=k, keepdims=keepdims)
        if ord == 0:
            return (x != 0).astype(x.dtype).sum(axis=k, keepdims=keepdims)
        if ord == 1:
            return np.abs(x).sum(axis=k, keepdims=keepdims)
        return (np.abs(x) ** ord).sum(axis=k, keepdims=keepdims) ** (1 / ord)
    if len(axis) != 2:
        raise ValueError("Improper number of dimensions to norm.")
    row, column = axis
    if row == column:
        raise ValueError("Duplicate axes given.")
    if ord is None or ord in ("fro", "f"):
        return np.sqrt((x * x).sum(axis=axis, keepdims=keepdims))
    if ord in (1, -1):
        sums = np.abs(x).sum(axis=row, keepdims=True)
        result = sums.max(axis=axis, keepdims=True) if ord == 1 else sums.min(axis=axis, keepdims=True)
    elif ord in (np.inf, -np.inf):
        sums = np.abs(x).sum(axis=column, keepdims=True)
        result = sums.max(axis=axis, keepdims=True) if ord == np.inf else sums.min(axis=axis, keepdims=True)
    elif ord in (2, -2, "nuc"):
        raise NotImplementedError(f"the matrix norm `ord={ord!r}`, which needs singular values")
    else:
        raise ValueError("Invalid norm order for matrices.")
    return result if keepdims else np.squeeze(result, axis=axis)[()]


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    """The norm of vectors."""
    x = np._as_inexact(x)
    if axis is None:
        result = norm(x.reshape(-1), ord)
        return result.reshape((1,) * x.ndim) if keepdims else result
    if isinstance(axis, int):
        return norm(x, ord, axis, keepdims)
    axis = tuple([k % x.ndim for k in axis])
    kept = [k for k in range(x.ndim) if k not in axis]
    result = norm(x.transpose(tuple(kept) + axis).reshape(tuple([x.shape[k] for k in kept]) + (-1,)), ord, -1)
    return np.expand_dims(result, axis) if keepdims else result


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    """The norm of matrices."""
    return norm(x, ord, (-2, -1), keepdims)


def _matrix(a, is_square=True):
    a = np._as_inexact(a)
    if not _JAX and a.dtype == np.float16:
        if is_square:
            _check_square(a)
        raise TypeError("array type float16 is unsupported in linalg")
    return a


def _check_square(a):
    error = ValueError if _JAX else LinAlgError
    if a.ndim < 2:
        raise error(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional")
    if a.shape[-1] != a.shape[-2]:
        raise error("Last 2 dimensions of the array must be square")
    return a.shape[-1]


def matrix_power(a, n):
    """A matrix to an integer power."""
    a = np.asarray(a)
    _check_square(a)
    if n < 0:
        a, n = inv(a), -n
    if n == 0:
        return np.broadcast_to(np.eye(a.shape[-1], dtype=a.dtype), a.shape).copy()
    if n == 3:
        return (a @ a) @ a
    # Only powers that are asked for: infinities and NaNs make others NaN.
    result = None
    while n:
        if n % 2:
            result = a.copy() if result is None else result @ a
        n //= 2
        if n:
            a = a @ a
    return result


def _eliminate(a, b):
    # [a | b] with a turned into the identity; pivots by size, the permutation's sign and the pivots are kept for det.
    n = _check_square(a)
    m = np.concatenate([a, b], axis=-1)
    rows = np.arange(n)
    sign, pivots = np.ones(a.shape[:-2], a.dtype), []
    for k in range(n):
        column = np.where(rows >= k, np.abs(m[..., :, k]), -1.0)
        best = np.argmax(column, axis=-1)[..., None]
        order = np.where(rows == k, best, np.where(rows == best, k, rows))
        m = np.take_along_axis(m, np.broadcast_to(order[..., None], m.shape), axis=-2)
        sign = np.where(best[..., 0] == k, sign, -sign)
        pivot = m[..., k, k]
        pivots.append(pivot)
        row = m[..., k, :] / np.where(pivot == 0, np.nan, pivot)[..., None]
        others = np.where(rows == k, 0.0, m[..., :, k])
        m = np.where((rows == k)[:, None], row[..., None, :], m - others[..., :, None] * row[..., None, :])
    return m[..., n:].copy(), sign, pivots


def _check_regular(pivots):
    if not _JAX and any(bool(np.any(p == 0)) for p in pivots):
        raise LinAlgError("Singular matrix")


def solve(a, b):
    """Solves a x = b."""
    a, b = _matrix(a), _matrix(b, False)
    is_vector = b.ndim == 1
    right = b[:, None] if is_vector else b
    shape = np.broadcast_shapes(a.shape[:-2], right.shape[:-2])
    a, right = np.broadcast_to(a, shape + a.shape[-2:]), np.broadcast_to(right, shape + right.shape[-2:])
    x, sign, pivots = _eliminate(a, right)
    _check_regular(pivots)
    return x[..., 0] if is_vector else x


def inv(a):
    """The inverse of a matrix."""
    a = _matrix(a)
    x, sign, pivots = _eliminate(a, np.broadcast_to(np.eye(_check_square(a), dtype=a.dtype), a.shape))
    _check_regular(pivots)
    return x


def _triangular(a):
    a = _matrix(a)
    n = _check_square(a)
    rows = np.arange(n)
    sign, pivots, m = np.ones(a.shape[:-2], a.dtype), [], a
    for k in range(n):
        column = np.where(rows >= k, np.abs(m[..., :, k]), -1.0)
        best = np.argmax(column, axis=-1)[..., None]
        order = np.where(rows == k, best, np.where(rows == best, k, rows))
        m = np.take_along_axis(m, np.broadcast_to(order[..., None], m.shape), axis=-2)
        sign = np.where(best[..., 0] == k, sign, -sign)
        pivot = m[..., k, k]
        pivots.append(pivot)
        factor = np.where(rows > k, m[..., :, k], 0.0) / np.where(pivot == 0, 1.0, pivot)[..., None]
        m = m - factor[..., :, None] * m[..., k, :][..., None, :]
    return sign, pivots


def det(a):
    """The determinant of a matrix."""
    sign, pivots = _triangular(a)
    for p in pivots:
        sign = sign * p
    return sign


def slogdet(a):
    """The determinant's sign, and the logarithm of its size."""
    sign, pivots = _triangular(a)
    log = np.zeros_like(np.abs(sign))
    for p in pivots:
        sign = sign * np.sign(p)
        log = log + np.log(np.abs(p))
    return _SlogdetResult(sign, log)


def cholesky(a, /, *, upper=False):
    """The Cholesky factor of a positive definite matrix."""
    a = _matrix(a)
    n = _check_square(a)
    rows = np.arange(n)
    result = np.zeros_like(a)
    for k in range(n):
        column = a[..., :, k] - (result * result[..., k, :].conj()[..., None, :]).sum(axis=-1)
        pivot = column[..., k].real
        if not _JAX and bool(np.any(pivot <= 0)):
            raise LinAlgError("Matrix is not positive definite")
        column = np.where(rows >= k, column / np.sqrt(pivot)[..., None], 0.0)
        result = np.where(rows == k, column[..., :, None], result)
    return np.swapaxes(result, -1, -2).conj() if upper else result


def _householder(a):
    m, n = a.shape
    r, q, rows = a, np.eye(m, dtype=a.dtype), np.arange(m)
    for k in range(min(m - 1, n)):
        x = np.where(rows >= k, r[:, k], 0.0)
        length = np.sqrt((x * x).sum())
        v = x + np.where(rows == k, np.where(x[k] < 0, -1.0, 1.0) * length, 0.0).astype(a.dtype)
        square = (v * v).sum()
        v = v * np.where(square == 0, 0.0, np.sqrt(2.0 / np.where(square == 0, 1.0, square)))
        r = r - v[:, None] * (v[None, :] @ r)
        q = q - (q @ v[:, None]) * v[None, :]
    k = min(m, n)
    return q[:, :k], np.triu(r[:k])


def qr(a, mode="reduced"):
    """Orthogonal and triangular factor."""
    a = _matrix(a, False)
    np._refuse_complex("linalg.qr", a)
    if a.ndim != 2 or mode not in ("reduced", "r"):
        raise NotImplementedError("`qr` of batches, and its modes but `reduced` and `r`")
    q, r = _householder(a)
    return r if mode == "r" else _QRResult(q, r)


def _back_substitute(r, b):
    n = r.shape[1]
    right = b if b.ndim == 2 else b[:, None]
    solved = [None] * n
    for k in range(n - 1, -1, -1):
        value = right[k]
        for j in range(k + 1, n):
            value = value - r[k, j] * solved[j]
        solved[k] = value / r[k, k]
    x = np.stack(solved)
    return x if b.ndim == 2 else x[:, 0]


def multi_dot(arrays, *, out=None, precision=None):
    """The product of several matrices."""
    if out is not None:
        raise NotImplementedError("`out` of `multi_dot`")
    result = np.asarray(arrays[0])
    for a in arrays[1:]:
        result = np.matmul(result, np.asarray(a))
    return result


def outer(x1, x2, /):
    """Every product of two vectors."""
    return np.outer(x1, x2)


def matmul(x1, x2, /):
    """Matrix product."""
    return np.matmul(x1, x2)


def vecdot(x1, x2, /, *, axis=-1):
    """Dot products along an axis."""
    return np.vecdot(x1, x2, axis=axis)


def tensordot(x1, x2, /, *, axes=2):
    """Products over chosen axes."""
    return np.tensordot(x1, x2, axes)


def cross(x1, x2, /, *, axis=-1):
    """Cross product."""
    return np.cross(x1, x2, axis=axis)


def trace(x, /, *, offset=0):
    """Sums of diagonals."""
    return np.trace(x, offset, -2, -1)


def diagonal(x, /, *, offset=0):
    """Diagonals."""
    return np.diagonal(x, offset, -2, -1)


def matrix_transpose(x, /):
    """The last two axes exchanged."""
    return np.matrix_transpose(x)


class LinAlgError(ValueError):
    """What fails in linear algebra."""

    pass


from collections import namedtuple

_SlogdetResult = namedtuple("SlogdetResult", ["sign", "logabsdet"])
_QRResult = namedtuple("QRResult", ["Q", "R"])
