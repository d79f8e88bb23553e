# SPDX-License-Identifier: Apache-2.0
# module: torch.special
"""Functions of one number."""

import torch


def expit(input):
    return torch.sigmoid(input)


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


digamma, gammaln, erfinv, polygamma, multigammaln = (
    torch.digamma,
    torch.lgamma,
    torch.erfinv,
    torch.polygamma,
    torch.mvlgamma,
)
psi, i0, logit, sinc, xlogy = torch.digamma, torch.i0, torch.logit, torch.sinc, torch.xlogy
round = torch.round


def xlog1py(input, other):
    input, other = torch._tensors(input, other)
    return torch.where(input == 0, 0.0, torch._real(input) * torch.log1p(other))


def entr(input):
    x = torch._real(input)
    inside = torch.where(x == 0, 0.0, -x * torch.log(x))
    return torch.where(x < 0, -torch.inf, inside)


def ndtr(input):
    return 0.5 * torch.erfc(-torch._real(input) * 0.7071067811865476)


def ndtri(input):
    return 1.4142135623730951 * torch.erfinv(2 * torch._real(input) - 1)


def log_ndtr(input):
    x = torch._real(input)
    return torch.where(x < -1, torch.log(erfcx(-x * 0.7071067811865476) / 2) - x * x / 2, torch.log(ndtr(x)))


def erfcx(input):
    x = torch._real(input)
    return torch.exp(x * x) * torch.erfc(x)
