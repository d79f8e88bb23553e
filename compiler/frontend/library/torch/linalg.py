# SPDX-License-Identifier: Apache-2.0
# module: torch.linalg
"""Norms, products and systems of equations."""

import torch


def norm(A, ord=None, dim=None, keepdim=False):
    dims = dim if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    if dims is not None and len(dims) not in (1, 2):
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dims)}")
    if ord is None:
        return vector_norm(A, 2, dims, keepdim)
    if dims is None and (A.ndim != 2 if isinstance(ord, str) else A.ndim not in (1, 2)):
        raise RuntimeError(
            f"linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. Got {A.ndim}D."
        )
    # Of two axes it is a matrix's, whose orders mean something else.
    if isinstance(ord, str) or (A.ndim if dims is None else len(dims)) == 2:
        return matrix_norm(A, ord, (-2, -1) if dims is None else dims, keepdim)
    return vector_norm(A, ord, dims, keepdim)


def vector_norm(x, ord=2, dim=None, keepdim=False):
    if isinstance(ord, str):
        raise TypeError("linalg_vector_norm(): argument 'ord' (position 2) must be Number, not str")
    if ord < 0 or ord == float("inf"):
        axes = (dim,) if isinstance(dim, int) else tuple(dim or range(x.ndim))
        if x.ndim and any(x.shape[torch._axis(x, axis)] == 0 for axis in axes):
            raise RuntimeError(f"linalg.vector_norm cannot compute the {ord} norm of no elements: it has no identity")
    return torch.norm(x, ord, dim, keepdim)


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False):
    if not (A.is_floating_point() or A.is_complex()):
        kind = torch._kinds[A.dtype]
        raise RuntimeError(f"linalg.matrix_norm: Expected a floating point or complex tensor as input. Got {kind}")
    if ord not in ("fro", "nuc", 1, -1, 2, -2, float("inf"), -float("inf")):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    if isinstance(dim, int) or len(dim) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {dim}")
    if A.ndim < 2:
        raise RuntimeError("linalg.matrix_norm: The input tensor A must have at least 2 dimensions.")
    rows, columns = [torch._axis(A, d) for d in dim]
    if rows == columns:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({rows}, {columns})")
    x = torch.abs(A)
    if ord == "fro":
        return torch.sqrt((x * x).sum((rows, columns), keepdim))
    if ord in (1, -1, float("inf"), -float("inf")):
        first, second = (rows, columns) if abs(ord) == 1 else (columns, rows)
        sums = x.sum(first, True)
        result = torch.amax(sums, second, True) if ord > 0 else torch.amin(sums, second, True)
        return result if keepdim else result.squeeze(max(rows, columns)).squeeze(min(rows, columns))
    raise NotImplementedError(f"`torch.linalg.matrix_norm` of order {ord!r}: there are no singular values yet")


def _of_numpy(name, A, *others):
    import numpy as np

    if A.is_complex():
        raise NotImplementedError(f"`torch.linalg.{name}` of complex tensors")
    if not A.is_floating_point():
        raise RuntimeError(f"linalg.{name}: Expected a floating point or complex tensor as input. Got {A.dtype}")
    if A.ndim < 2:
        raise RuntimeError(f"linalg.{name}: The input tensor A must have at least 2 dimensions.")
    if A.dtype.itemsize < 4:
        raise RuntimeError(f"linalg.{name}: Low precision dtypes not supported. Got {torch._kind(A)}")
    result = getattr(np.linalg, name)(A.detach().cpu().numpy(), *[b.detach().cpu().numpy() for b in others])
    return torch.from_numpy(np.asarray(result)).to(A.device).to(A.dtype)


def _square(name, A):
    if A.ndim >= 2 and A.shape[-1] != A.shape[-2]:
        sizes = f"{A.shape[-2]} by {A.shape[-1]}"
        raise RuntimeError(f"linalg.{name}: A must be batches of square matrices, but they are {sizes} matrices")


class LinAlgError(RuntimeError):
    """A matrix is singular, or not positive definite."""


def _checked(name, make):
    import numpy as np

    try:
        return make()
    except np.linalg.LinAlgError as error:
        raise LinAlgError(f"linalg.{name}: {error}") from None


def det(A):
    _square("det", A)
    return _of_numpy("det", A)


def slogdet(A):
    import collections
    import numpy as np

    _square("slogdet", A)
    sign, size = np.linalg.slogdet(A.detach().cpu().numpy())
    make = collections.namedtuple("slogdet", ["sign", "logabsdet"])
    return make(*[torch.from_numpy(np.asarray(part)).to(A.device).to(A.dtype) for part in (sign, size)])


def inv(A):
    _square("inv", A)
    return _checked("inv", lambda: _of_numpy("inv", A))


def inv_ex(A, *, check_errors=False):
    return inv(A), torch.zeros(tuple(A.shape[:-2]), dtype=torch.int32, device=A.device)


def solve(A, B, *, left=True):
    _square("solve", A)
    if not left:
        return solve(A.mT, B.mT).mT
    is_vector = B.ndim == 1 or (B.ndim == A.ndim - 1 and B.shape == A.shape[:-1])
    right = B.unsqueeze(-1) if is_vector else B
    result = _checked("solve", lambda: _of_numpy("solve", A, right))
    return result.squeeze(-1) if is_vector else result


def solve_triangular(A, B, *, upper, left=True, unitriangular=False):
    part = torch.triu(A) if upper else torch.tril(A)
    if unitriangular:
        part = part - torch.diag_embed(torch.diagonal(part, 0, -2, -1)) + torch.eye(A.shape[-1], device=A.device)
    return solve(part.to(A.dtype), B, left=left)


def cholesky(A, *, upper=False):
    _square("cholesky", A)
    factor = _checked("cholesky", lambda: _of_numpy("cholesky", A))
    return factor.mT if upper else factor


def cholesky_ex(A, *, upper=False, check_errors=False):
    return cholesky(A, upper=upper), torch.zeros(tuple(A.shape[:-2]), dtype=torch.int32, device=A.device)


def qr(A, mode="reduced"):
    import collections
    import numpy as np

    parts = np.linalg.qr(A.detach().cpu().numpy(), mode)
    made = [torch.from_numpy(np.asarray(part)).to(A.device).to(A.dtype) for part in parts]
    return collections.namedtuple("qr", ["Q", "R"])(*made)


def lstsq(A, B, rcond=None, *, driver=None):
    import collections

    q, r = qr(A)
    right = B.unsqueeze(-1) if B.ndim == A.ndim - 1 else B
    solution = solve_triangular(r, q.mT @ right, upper=True)
    solution = solution.squeeze(-1) if B.ndim == A.ndim - 1 else solution
    empty = torch.empty(0, dtype=A.dtype)
    return collections.namedtuple("lstsq", ["solution", "residuals", "rank", "singular_values"])(
        solution, empty, empty, empty
    )


def pinv(A, *, atol=None, rtol=None, hermitian=False):
    if atol is not None or rtol is not None:
        raise NotImplementedError("tolerances of `torch.linalg.pinv`: there are no singular values yet")
    # Of matrices of full rank, from the smaller product.
    if A.shape[-2] >= A.shape[-1]:
        return solve(A.mT @ A, A.mT)
    return solve(A @ A.mT, A).mT


def matrix_power(A, n):
    _square("matrix_power", A)
    if n < 0:
        return matrix_power(inv(A), -n)
    eye = torch.eye(A.shape[-1], dtype=A.dtype, device=A.device)
    result, factor = eye.expand(A.shape) if A.ndim > 2 else eye, A
    while n:
        if n & 1:
            result = result @ factor
        factor, n = factor @ factor, n >> 1
    return result


def matrix_exp(A):
    """By scaling, Taylor's series and squaring."""
    _square("matrix_exp", A)
    x = A.double() / 1024
    eye = torch.eye(A.shape[-1], dtype=torch.float64, device=A.device)
    result = term = eye.expand(A.shape)
    for k in range(1, 16):
        term = term @ x / k
        result = result + term
    for _ in range(10):
        result = result @ result
    return result.to(A.dtype)


def cross(input, other, *, dim=-1):
    if input.ndim != other.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    if (input.size(dim), other.size(dim)) != (3, 3):
        sizes = f"Got {input.size(dim)} and {other.size(dim)}"
        raise RuntimeError(f"linalg.cross: inputs dimension {dim} must have length 3. {sizes}")
    a = [input.select(dim, k) for k in range(3)]
    b = [other.select(dim, k) for k in range(3)]
    parts = [a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3] for k in range(3)]
    return torch.stack(parts, dim)


def vander(x, *, N=None):
    return torch.vander(x, N, increasing=True)


def matmul(input, other):
    return torch.matmul(input, other)


def vecdot(x, y, *, dim=-1):
    return (x * y).sum(dim)


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    return torch.diagonal(A, offset, dim1, dim2)


def multi_dot(tensors):
    if len(tensors) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(tensors)}")
    result = tensors[0]
    for other in tensors[1:]:
        result = result @ other
    return result
