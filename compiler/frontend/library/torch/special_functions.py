# SPDX-License-Identifier: Apache-2.0
# module: torch
"""Gamma functions and their kin, and what `torch` has of torch.nn.functional's functions."""

import math as _math
import numpy as np
import torch


def log_softmax(input, dim, dtype=None):
    x = input if dtype is None else input.to(dtype)
    if x.numel() == 0:
        torch._axis(x, dim)
        return x.clone()
    shifted = x - torch.amax(x, dim, True).detach()
    return shifted - torch.log(torch.sum(torch.exp(shifted), dim, True))


def dropout(input, p, train):
    return torch.nn.functional.dropout(input, p, train)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    return torch.nn.functional.layer_norm(input, normalized_shape, weight, bias, eps)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    return torch.nn.functional.rms_norm(input, normalized_shape, weight, eps)


def _in_double(function, input):
    x = _real(input)
    return function(x.double()).to(x.dtype)


def _stirling(x):
    # log gamma of x >= 10.
    y = 1 / (x * x)
    series = 1 / 12 - y * (1 / 360 - y * (1 / 1260 - y * (1 / 1680 - y * (1 / 1188 - y * (691 / 360360)))))
    return (x - 0.5) * torch.log(x) - x + 0.5 * _math.log(2 * _math.pi) + series / x


def _log_gamma(x):
    # Of positive numbers, ten steps further up; the product of the steps is taken away.
    product = x
    for k in range(1, 10):
        product = product * (x + k)
    up = torch.where(x < 10, x + 10, x)
    value = _stirling(up) - torch.where(x < 10, torch.log(product), 0.0)
    return torch.where(torch.isinf(x), x, torch.where((x == 1) | (x == 2), 0.0, value))


def lgamma(input, *, out=None):
    def function(x):
        low = x < 0.5
        positive = _log_gamma(torch.where(low, 1 - x, x))
        sine = torch.abs(torch.sin(_math.pi * (x - torch.floor(x))))
        reflected = torch.log(_math.pi / sine) - positive
        pole = (x <= 0) & (x == torch.floor(x))
        return torch.where(pole | torch.isinf(x), _math.inf, torch.where(low, reflected, positive))

    return torch._out(_in_double(function, input), out)


def digamma(input, *, out=None):
    def positive(x):
        steps = torch.zeros_like(x)
        for k in range(10):
            steps = steps + 1 / (x + k)
        up = torch.where(x < 10, x + 10, x)
        y = 1 / (up * up)
        series = y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y * (1 / 132 - y * (691 / 32760))))))
        return torch.log(up) - 0.5 / up - series - torch.where(x < 10, steps, 0.0)

    def function(x):
        low = x < 0.5
        value = positive(torch.where(low, 1 - x, x))
        reflected = value - _math.pi / torch.tan(_math.pi * (x - torch.floor(x)))
        result = torch.where(low, reflected, value)
        result = torch.where((x < 0) & (x == torch.floor(x)), _math.nan, result)
        return torch.where(x == 0, torch.copysign(torch.full_like(x, _math.inf), -x), result)

    return torch._out(_in_double(function, input), out)


def erfinv(input, *, out=None):
    def function(y):
        size = torch.abs(y)
        # A first value by logarithms, then Newton's steps; near 1 on erfc, which is exact there.
        w = torch.log1p(-size * size)
        half = 2 / (_math.pi * 0.147) + w / 2
        x = torch.sqrt(torch.sqrt(half * half - w / 0.147) - half)
        for _ in range(4):
            error = torch.where(size < 0.5, torch.erf(x) - size, (1 - size) - torch.erfc(x))
            x = x - error / (2 / _math.sqrt(_math.pi) * torch.exp(-x * x))
        x = torch.where(size == 1, _math.inf, torch.where(size == 0, 0.0, x))
        return torch.where(size > 1, _math.nan, torch.copysign(x, y))

    return torch._out(_in_double(function, input), out)


def polygamma(n, input):
    if n == 0:
        return digamma(input)
    raise NotImplementedError("`torch.polygamma` of order 1 and more is not supported yet")


def mvlgamma(input, p):
    result = p * (p - 1) / 4 * _math.log(_math.pi)
    for j in range(p):
        result = lgamma(input - j / 2) + result
    return result


def i0(input, *, out=None):
    return torch._out(_by(np.i0, input), out)


def logit(input, eps=None, *, out=None):
    x = _real(input)
    x = x if eps is None else torch.clamp(x, eps, 1 - eps)
    return torch._out(torch.log(x / (1 - x)), out)


def sinc(input, *, out=None):
    x = _real(input) * _math.pi
    return torch._out(torch.where(x == 0, 1.0, torch.sin(x) / torch.where(x == 0, 1.0, x)).to(x.dtype), out)


def channel_shuffle(input, groups):
    shape = tuple(input.shape)
    x = input.reshape((shape[0], groups, shape[1] // groups) + shape[2:])
    return x.transpose(1, 2).reshape(shape)


def pixel_shuffle(input, upscale_factor):
    return torch.nn.functional.pixel_shuffle(input, upscale_factor)


def pixel_unshuffle(input, downscale_factor):
    return torch.nn.functional.pixel_unshuffle(input, downscale_factor)


def celu(input, alpha=1.0):
    return torch.nn.functional.celu(input, alpha)


def selu(input):
    return torch.nn.functional.selu(input)


def prelu(input, weight):
    return torch.nn.functional.prelu(input, weight)


def threshold(input, threshold, value):
    return torch.nn.functional.threshold(input, threshold, value)


def threshold_(input, threshold, value):
    return torch.nn.functional.threshold_(input, threshold, value)


def relu_(input):
    return torch.nn.functional.relu_(input)


def selu_(input):
    return torch.nn.functional.selu_(input)


def celu_(input, alpha=1.0):
    return torch.nn.functional.celu_(input, alpha)


def rrelu_(input, lower=1.0 / 8, upper=1.0 / 3, training=False):
    return torch.nn.functional.rrelu_(input, lower, upper, training)


def hardshrink(input, lambd=0.5):
    return torch.nn.functional.hardshrink(input, lambd)


def embedding(weight, indices):
    return weight[indices]


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    return torch.nn.functional.group_norm(input, num_groups, weight, bias, eps)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return torch.nn.functional.conv1d(input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    return torch.nn.functional.conv2d(input, weight, bias, stride, padding, dilation, groups)
