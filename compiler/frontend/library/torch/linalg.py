# SPDX-License-Identifier: Apache-2.0
# module: torch.linalg
"""Norms and products."""

import torch


def norm(A, ord=None, dim=None, keepdim=False):
    return torch.norm(A, 2 if ord is None else ord, dim, keepdim)


def vector_norm(x, ord=2, dim=None, keepdim=False):
    return torch.norm(x, ord, dim, keepdim)


def matmul(input, other):
    return torch.matmul(input, other)


def vecdot(x, y, *, dim=-1):
    return (x * y).sum(dim)


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    return torch.diagonal(A, offset, dim1, dim2)


def multi_dot(tensors):
    result = tensors[0]
    for other in tensors[1:]:
        result = result @ other
    return result
