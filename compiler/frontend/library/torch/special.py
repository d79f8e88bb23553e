# SPDX-License-Identifier: Apache-2.0
# module: torch.special
"""Functions of one number."""

import torch


def expit(input):
    return torch.sigmoid(input)


def logit(input, eps=None):
    x = input if eps is None else torch.clamp(input, eps, 1 - eps)
    return torch.log(x / (1 - x))


def log_softmax(input, dim, *, dtype=None):
    return torch.log_softmax(input, dim, dtype)


def softmax(input, dim, *, dtype=None):
    return torch.softmax(input, dim, dtype)


def logsumexp(input, dim, keepdim=False):
    return torch.logsumexp(input, dim, keepdim)


def erf(input):
    return torch.erf(input)


def erfc(input):
    return torch.erfc(input)


def expm1(input):
    return torch.expm1(input)


def exp2(input):
    return torch.exp2(input)


def log1p(input):
    return torch.log1p(input)


def xlogy(input, other):
    return torch.where(input == 0, 0.0, input * torch.log(other))
