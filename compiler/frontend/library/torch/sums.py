# SPDX-License-Identifier: Apache-2.0
# module: torch
"""Sums, means and running values along axes."""

import numpy as np
import torch


def diff(input, n=1, dim=-1):
    if input.ndim == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    dim = torch._axis(input, dim)
    return _like(np.diff(_array(input), n, dim), input)


def _prefixes(x, dim, best):
    if x.ndim == 0:
        return x.clone()
    # Twice as far each time.
    apart = 1
    while apart < x.shape[dim]:
        start, rest, before = (
            narrow(x, dim, 0, apart),
            narrow(x, dim, apart, x.shape[dim] - apart),
            narrow(x, dim, 0, x.shape[dim] - apart),
        )
        x = torch.cat([start, best(rest, before)], dim)
        apart *= 2
    return x


def _running(input, dim, best):
    dim = torch._axis(input, dim)
    if input.ndim == 0:
        return input.clone(), torch.zeros((), dtype=torch.int64, device=input.device)
    values = _prefixes(input, dim, best)
    shape = [1] * input.ndim
    shape[dim] = -1
    positions = torch.arange(input.shape[dim], device=input.device).reshape(shape).expand(input.shape)
    is_new = (input == values) | (input != input)  # a NaN stays the greatest and the least
    return values, _prefixes(torch.where(is_new, positions, 0), dim, torch.maximum)


def cummax(input, dim):
    return torch._pair(*_running(input, dim, torch.maximum), "cummax")


def cummin(input, dim):
    return torch._pair(*_running(input, dim, torch.minimum), "cummin")


def logcumsumexp(input, dim):
    return _prefixes(input, torch._axis(input, dim), torch.logaddexp)


def logsumexp(input, dim, keepdim=False):
    input = input if input.is_floating_point() else input.to(torch.float32)
    if input.numel() == 0:  # nothing adds up to 0, whose logarithm is -inf
        return torch.log(torch.sum(input, dim, keepdim))
    most = torch.amax(input, dim, True)
    most = torch.where(torch.abs(most) == inf, 0.0, most).to(input.dtype)
    total = torch.log(torch.sum(torch.exp(input - most), dim, True)) + most
    return total if keepdim else total.sum(dim)


def aminmax(input, *, dim=None, keepdim=False):
    if dim is not None and not isinstance(dim, int):
        raise TypeError(f"aminmax(): argument 'dim' must be int, not {type(dim).__name__}")
    return torch.amin(input, dim, keepdim), torch.amax(input, dim, keepdim)


def var_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=1):
    return torch.var(input, dim, unbiased, keepdim, correction=correction), torch.mean(input, dim, keepdim)


def std_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=1):
    return torch.std(input, dim, unbiased, keepdim, correction=correction), torch.mean(input, dim, keepdim)


def nansum(input, dim=None, keepdim=False, *, dtype=None):
    if dim is not None and not isinstance(dim, int):
        dim = tuple(dim) or None
    if input.is_floating_point():
        input = torch.where(torch.isnan(input), 0.0, input)
    return torch.sum(input, dim, keepdim, dtype=dtype)


def nanmean(input, dim=None, keepdim=False):
    if not input.is_floating_point():
        raise RuntimeError(f"nanmean(): expected input to have floating point dtype but got {input.dtype}")
    return nansum(input, dim, keepdim) / torch.sum(~torch.isnan(input), dim, keepdim)


def trapezoid(y, x=None, *, dx=1, dim=-1):
    n = y.shape[dim]
    width = dx if x is None else x.diff() if x.ndim == 1 and y.ndim == 1 else x.diff(dim=dim)
    return ((y.narrow(dim, 1, n - 1) + y.narrow(dim, 0, n - 1)) * width).sum(dim) / 2


trapz = trapezoid


def cumulative_trapezoid(y, x=None, *, dx=1, dim=-1):
    n = y.shape[dim]
    width = dx if x is None else x.diff(dim=dim)
    return torch.cumsum((y.narrow(dim, 1, n - 1) + y.narrow(dim, 0, n - 1)) * width / 2, dim)


def gradient(input, *, spacing=1, dim=None, edge_order=1):
    dims = tuple(range(input.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    results = []
    for k in dims:
        part = np.gradient(input.detach().cpu().numpy(), spacing, axis=k, edge_order=edge_order)
        results.append(torch.from_numpy(part).to(input.device).to(_real(input).dtype))
    return tuple(results)
