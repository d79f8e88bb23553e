# SPDX-License-Identifier: Apache-2.0
"""A program a channel and block of time."""
from functools import partial

import torch
import triton
import triton.language as tl


@triton.jit
def identity(x):
    return x


@triton.jit
def silu(x):
    return x / (1.0 + tl.exp(-x))


@triton.jit
def conv_kernel(x_ptr, w_ptr, y_ptr, length, channels, WIDTH: tl.constexpr, BLOCK: tl.constexpr, ACTIVATION: tl.constexpr):
    t = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    c = tl.program_id(1)
    acc = tl.zeros((BLOCK,), tl.float32)
    for k in tl.static_range(WIDTH):
        at = t - (WIDTH - 1) + k
        w = tl.load(w_ptr + c * WIDTH + k)
        acc += w * tl.load(x_ptr + at * channels + c, mask=(at >= 0) & (at < length), other=0.0)
    tl.store(y_ptr + t * channels + c, ACTIVATION(acc), mask=t < length)


_activations = {None: identity, "silu": silu}


def causal_conv(x, w, activation=None):
    length, channels = x.shape
    y = torch.empty_like(x)
    grid = (triton.cdiv(length, 32), channels)
    launch = partial(conv_kernel[grid], x, w, y, length, channels)
    launch(WIDTH=w.shape[1], BLOCK=32, ACTIVATION=_activations[activation])
    return y


def reference(x, w):
    y = torch.zeros_like(x)
    width = w.shape[1]
    for k in range(width):
        shift = width - 1 - k
        moved = torch.cat([torch.zeros(shift, x.shape[1], device=x.device), x[: x.shape[0] - shift]]) if shift else x
        y = y + moved * w[:, k]
    return y
