# SPDX-License-Identifier: Apache-2.0
# module: torch
"""Products of vectors and matrices, norms, and the names in `torch` of what torch.linalg has."""

import math as _math
import numpy as np
import torch


def addmm(input, mat1, mat2, *, beta=1, alpha=1):
    return beta * input + alpha * (mat1 @ mat2)


def baddbmm(input, batch1, batch2, *, beta=1, alpha=1):
    return beta * input + alpha * (batch1 @ batch2)


def addmv(input, mat, vec, *, beta=1, alpha=1):
    return beta * input + alpha * (mat @ vec)


def mv(input, vec):
    if input.ndim != 2 or vec.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {vec.ndim}, {input.ndim}, {vec.ndim}")
    return input @ vec


def dot(input, tensor):
    if input.ndim != 1 or tensor.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {input.ndim}D and {tensor.ndim}D tensors")
    if input.dtype != tensor.dtype:
        raise RuntimeError(
            f"dot : expected both vectors to have same dtype, but found {input.dtype} and {tensor.dtype}"
        )
    if input.shape != tensor.shape:
        raise RuntimeError(
            f"inconsistent tensor size, expected tensor [{input.numel()}] and src [{tensor.numel()}] to have the same"
            " number of elements"
        )
    return input @ tensor


def vdot(input, other):
    return torch._of_complex("vdot", input, other) if input.is_complex() else dot(input, other)


def inner(input, other):
    if input.ndim == 0 or other.ndim == 0:
        return input * other
    if input.shape[-1] != other.shape[-1]:
        raise RuntimeError(
            "inner() the last dimension must match on both input tensors but got shapes"
            f" {list(input.shape)} and {list(other.shape)}"
        )
    return tensordot(input, other, ([-1], [-1]))


def _rearranged(equation, x):
    # What `einsum` gives of one operand all of whose axes stay, as a view of it; None for all else.
    left, arrow, right = equation.replace(" ", "").partition("->")
    letters = left.replace("...", "")
    rest = x.ndim - len(letters)
    if not arrow:
        right = "..." * ("..." in left) + "".join(sorted(c for c in letters if letters.count(c) == 1))
    kept = right.replace("...", "")
    has_rest = "..." in left
    if not (letters + "a").isalpha() or rest < 0 or (rest and not has_rest) or (rest and "..." not in right):
        return None
    if sorted(kept) != sorted(set(letters)):
        return None

    def labels(text):
        front, dots, back = text.partition("...")
        return list(front) + (list(range(rest)) if dots else []) + list(back)

    axes = labels(left)
    while len(set(axes)) < len(axes):
        label = next(c for c in axes if axes.count(c) > 1)
        first = axes.index(label)
        second = axes.index(label, first + 1)
        if x.shape[first] != x.shape[second]:
            return None
        x = torch.diagonal(x, 0, first, second)
        axes = [c for k, c in enumerate(axes) if k not in (first, second)] + [label]
    return x.permute([axes.index(c) for c in labels(right)])


def einsum(equation, *operands):
    operands = operands[0] if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else operands
    if len(operands) == 1 and isinstance(equation, str):
        view = _rearranged(equation, operands[0])
        if view is not None:
            return view
    dtype = operands[0].dtype
    if len(operands) == 1 and not (dtype.is_floating_point or dtype.is_complex) and "->" in equation:
        # An axis that is summed alone makes integers wide, as `sum` does.
        left, right = equation.replace(" ", "").split("->")
        if set(left) - set(right) - {"."}:
            dtype = torch.int64
            operands = [operands[0].to(dtype)]
    try:
        result = np.einsum(equation, *[_array(x) for x in operands])
    except ValueError as error:
        raise RuntimeError(f"einsum(): {error}") from None
    return _like(result, operands[0]).to(dtype)


def kron(input, other):
    dtype = torch.promote_types(input.dtype, other.dtype)
    return _like(np.kron(_array(input.to(dtype)), _array(other.to(dtype))), input)


def tensordot(a, b, dims=2):
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a.ndim, b.ndim):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
    left, right = (range(a.ndim - dims, a.ndim), range(dims)) if isinstance(dims, int) else dims
    for i, j in zip(left, right):
        if a.shape[i] != b.shape[j] and 1 not in (a.shape[i], b.shape[j]):
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {a.shape[i]} in dim {i} and second has"
                f" size {b.shape[j]} in dim {j}"
            )
        # An axis of one element goes with any, whose sum it takes.
        if b.shape[j] == 1:
            a = a.sum(i, True)
        elif a.shape[i] == 1:
            b = b.sum(j, True)
    is_empty = a.numel() == 0 or b.numel() == 0  # then dtypes may differ
    if a.dtype != b.dtype and not is_empty:
        raise RuntimeError(f"expected both inputs to have same dtype, but got {a.dtype} and {b.dtype}")
    return _like(np.tensordot(_array(a), _array(b), dims), a).to(a.dtype)


def trace(input):
    if input.ndim != 2:
        raise RuntimeError("trace: expected a matrix, but got tensor with dim " + str(input.ndim))
    return diagonal(input).sum()


def norm(input, p="fro", dim=None, keepdim=False, dtype=None):
    input = input if dtype is None else input.to(dtype)
    if not (input.is_floating_point() or input.is_complex()):
        raise RuntimeError(
            f"linalg.vector_norm: Expected a floating point or complex tensor as input. Got {input.dtype}"
        )
    x = torch.abs(input)
    dim = _dims(input, dim)
    if p == "fro" or p == 2:
        return torch.sqrt(torch.sum(x * x, dim, keepdim))
    if p == inf:
        return torch.amax(x, dim, keepdim)
    if p == -inf:
        return torch.amin(x, dim, keepdim)
    if p == 0:
        return torch.sum((x != 0).to(x.dtype), dim, keepdim)
    return torch.sum(x**p, dim, keepdim) ** (1.0 / p)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    x1, x2 = torch._promoted(*torch.broadcast_tensors(x1, x2))
    n = torch.clamp(norm(x1, 2, dim), min=eps) * torch.clamp(norm(x2, 2, dim), min=eps)
    return (x1 * x2).sum(dim) / n


def cdist(x1, x2, p=2.0):
    for k, x in enumerate((x1, x2)):
        if x.ndim < 2:
            raise RuntimeError(f"cdist only supports at least 2D tensors, X{k + 1} got: {x.ndim}D")
        if not x.is_floating_point():
            raise RuntimeError(f"cdist only supports floating-point dtypes, X{k + 1} got: {torch._kind(x)}")
    if x1.shape[-1] != x2.shape[-1]:
        raise RuntimeError(f"X1 and X2 must have the same number of columns. X1: {x1.shape[-1]} X2: {x2.shape[-1]}")
    return norm(x1.unsqueeze(-2) - x2.unsqueeze(-3), p, -1)


def vander(x, N=None, increasing=False):
    n = x.shape[-1] if N is None else N
    powers = torch.arange(n, device=x.device)
    return x.unsqueeze(-1) ** (powers if increasing else powers.flip((0,)))


def cov(input, *, correction=1, fweights=None, aweights=None):
    weights = [None if w is None else w.cpu().numpy() for w in (fweights, aweights)]
    result = np.cov(input.detach().cpu().numpy(), ddof=correction, fweights=weights[0], aweights=weights[1])
    return torch.from_numpy(np.asarray(result)).to(input.device).to(_real(input).dtype)


def corrcoef(input):
    c = cov(input)
    if c.ndim == 0:
        return c / c
    d = torch.sqrt(torch.diagonal(c))
    return torch.clamp(c / d.unsqueeze(1) / d.unsqueeze(0), -1, 1)


def dist(input, other, p=2):
    return torch.norm(input - other, p)


def pdist(input, p=2.0):
    n = input.shape[0]
    rows, columns = torch.triu_indices(n, n, 1)
    return torch.norm(input[rows] - input[columns], p, -1)


def renorm(input, p, dim, maxnorm):
    dim = _axis(input, dim)
    others = tuple(k for k in range(input.ndim) if k != dim)
    size = torch.norm(input, p, others, True)
    return input * torch.where(size > maxnorm, maxnorm / (size + 1e-7), 1.0).to(input.dtype)


def addbmm(input, batch1, batch2, *, beta=1, alpha=1):
    return torch.add(input * beta if beta != 1 else input, (batch1 @ batch2).sum(0) * alpha)


def addr(input, vec1, vec2, *, beta=1, alpha=1):
    product = torch.outer(vec1, vec2)
    return (input * beta if beta != 1 else input) + (product * alpha if alpha != 1 else product)


def ger(input, vec2):
    return torch.outer(input, vec2)


def chain_matmul(*matrices):
    if not matrices:
        raise RuntimeError("chain_matmul(): Expected one or more matrices")
    for x in matrices:
        if x.ndim != 2:
            raise RuntimeError(f"Tensor dimension is {x.ndim}, expected 2 instead.")
    return torch.linalg.multi_dot(matrices) if len(matrices) > 1 else matrices[0].clone()


def cross(input, other, dim=None):
    if dim is None:
        dim = next((k for k, n in enumerate(input.shape) if n == 3), None)
        if dim is None:
            raise RuntimeError("no dimension of size 3 in input")
    return torch.linalg.cross(input, other, dim=dim)


def matrix_power(input, n):
    return torch.linalg.matrix_power(input, n)


def matrix_exp(input):
    return torch.linalg.matrix_exp(input)


def det(input):
    return torch.linalg.det(input)


def slogdet(input):
    return torch.linalg.slogdet(input)


def logdet(input):
    sign, size = torch.linalg.slogdet(input)
    return torch.where(sign < 0, _math.nan, size).to(input.dtype)


def inverse(input):
    return torch.linalg.inv(input)


def cholesky(input, upper=False):
    return torch.linalg.cholesky(input, upper=upper)


def cholesky_solve(input, L, upper=False):
    factor = L.mT if upper else L
    return torch.linalg.solve(factor @ factor.mT, input)


def cholesky_inverse(input, upper=False):
    factor = input.mT if upper else input
    return torch.linalg.inv(factor @ factor.mT)


def qr(input, some=True):
    return torch.linalg.qr(input, "reduced" if some else "complete")
