# SPDX-License-Identifier: Apache-2.0
# module: torch
"""Tensors of other data, of random numbers and of windows."""

import math as _math
import numpy as np
import torch


def scalar_tensor(s, *, dtype=None, device=None):
    return torch.tensor(s, dtype=dtype, device=device)


def as_tensor(data, dtype=None, device=None):
    if torch.is_tensor(data):
        return data.to(data.device if device is None else device, data.dtype if dtype is None else dtype)
    return torch.tensor(data, dtype=dtype, device=device)


asarray = as_tensor


def logspace(start, end, steps, base=10.0, *, dtype=None, device=None):
    return base ** torch.linspace(start, end, steps, dtype=dtype, device=device)


def normal(mean=0.0, std=1.0, size=None, *, dtype=None, device=None):
    if size is not None:
        return torch.randn(size, dtype=dtype, device=device) * std + mean
    like = mean if torch.is_tensor(mean) else std
    return torch.randn_like(like) * std + mean


def bernoulli(input):
    return (torch.rand_like(input) < input).to(input.dtype)


def randperm(n, *, generator=None, dtype=None, device=None):
    order = torch.argsort(torch.rand(n, device=device))
    return order if dtype is None else order.to(dtype)


def randint_like(input, low, high=None, *, dtype=None, device=None):
    low, high = (0, low) if high is None else (low, high)
    return torch.randint(low, high, tuple(input.shape), dtype=dtype or input.dtype, device=device or input.device)


def _Tensor(args, device):
    # torch's oldest way to make a tensor: of sizes, of numbers as float32, or of a tensor as it is.
    if not args:
        return torch.empty(0, device=device)
    first = args[0]
    if len(args) == 1 and isinstance(first, torch.Tensor):
        return first.detach()
    if len(args) == 1 and isinstance(first, (list, tuple, np.ndarray)) and not isinstance(first, torch.Size):
        return torch.tensor(first, dtype=torch.float32, device=device)
    if len(args) == 1 and not isinstance(first, (int, torch.Size)):
        raise TypeError(f"new(): data must be a sequence (got {type(first).__name__})")
    return torch.empty(*args, dtype=torch.float32, device=device)


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    data = torch.from_numpy(np.frombuffer(buffer, np.uint8, -1, offset)).view(dtype)
    data = data if count < 0 else data[:count]
    return data.requires_grad_() if requires_grad else data


def _window(name, length, periodic, dtype, device, shape):
    if length == 1:
        return torch.ones(1, dtype=dtype, device=device)
    at = torch.arange(length, dtype=torch.float64, device=device) / (length if periodic else length - 1)
    return shape(at).to(dtype or torch.float32)


def hann_window(window_length, periodic=True, *, dtype=None, device=None):
    return _window("hann", window_length, periodic, dtype, device, lambda t: 0.5 - 0.5 * torch.cos(2 * _math.pi * t))


def hamming_window(window_length, periodic=True, alpha=0.54, beta=0.46, *, dtype=None, device=None):
    return _window(
        "hamming", window_length, periodic, dtype, device, lambda t: alpha - beta * torch.cos(2 * _math.pi * t)
    )


def bartlett_window(window_length, periodic=True, *, dtype=None, device=None):
    return _window("bartlett", window_length, periodic, dtype, device, lambda t: 1 - torch.abs(2 * t - 1))


def blackman_window(window_length, periodic=True, *, dtype=None, device=None):
    def shape(t):
        return 0.42 - 0.5 * torch.cos(2 * _math.pi * t) + 0.08 * torch.cos(4 * _math.pi * t)

    return _window("blackman", window_length, periodic, dtype, device, shape)


def multinomial(input, num_samples, replacement=False, *, generator=None):
    """Draws positions with the probabilities given; our own stream, not torch's."""
    rows = input.reshape(-1, input.shape[-1]).to(torch.float32)
    if replacement:
        bounds = torch.cumsum(rows, -1) / rows.sum(-1, True)
        drawn = torch.rand(rows.shape[0], num_samples, device=input.device)
        places = (drawn.unsqueeze(-1) >= bounds.unsqueeze(-2)).sum(-1)
        places = torch.clamp(places, max=input.shape[-1] - 1)
    else:
        # The greatest of x / w, with x exponential, come in the order of draws without replacement.
        noise = -torch.log1p(-torch.rand(tuple(rows.shape), device=input.device))
        places = torch.topk(torch.where(rows > 0, rows / noise, -1.0), num_samples, -1)[1]
    return places.reshape(tuple(input.shape[:-1]) + (num_samples,))


class Generator:
    """A stream of random numbers of its own; the numbers are not torch's."""

    def __init__(self, device="cpu"):
        self.device = torch.device(device)
        self._seed = 0

    def manual_seed(self, seed):
        self._seed = seed
        return self

    def initial_seed(self):
        return self._seed

    def seed(self):
        return self._seed
