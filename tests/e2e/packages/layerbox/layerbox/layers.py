# SPDX-License-Identifier: Apache-2.0
"""The layers."""
import torch
from torch import nn

from .kernels import linear


class Linear(nn.Module):
    def __init__(self, inputs, outputs, relu=False):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(outputs, inputs, device="cuda") / inputs**0.5)
        self.bias = nn.Parameter(torch.zeros(outputs, device="cuda"))
        self.relu = relu

    def forward(self, x):
        return linear(x, self.weight, self.bias, self.relu)


class Mlp(nn.Module):
    def __init__(self, *sizes):
        super().__init__()
        pairs = list(zip(sizes, sizes[1:]))
        self.layers = nn.ModuleList([Linear(a, b, relu=k < len(pairs) - 1) for k, (a, b) in enumerate(pairs)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
