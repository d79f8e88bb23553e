# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.modules.linear
"""Layers that are products with a matrix."""

import math
import torch
import torch.nn.functional as F
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter


class Identity(Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Linear(Module):
    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        bound = 1 / math.sqrt(in_features)
        self.weight = Parameter(
            (torch.rand(out_features, in_features, device=device) * 2 - 1).to(dtype or torch.float32) * bound
        )
        self.register_parameter(
            "bias",
            Parameter((torch.rand(out_features, device=device) * 2 - 1).to(dtype or torch.float32) * bound)
            if bias
            else None,
        )

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class NonDynamicallyQuantizableLinear(Linear):
    """What `MultiheadAttention` has: a Linear."""


class Bilinear(Module):
    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        bound = 1 / math.sqrt(in1_features)

        def draw(*shape):
            return ((torch.rand(shape, device=device) * 2 - 1) * bound).to(dtype or torch.float32)

        self.weight = Parameter(draw(out_features, in1_features, in2_features))
        self.register_parameter("bias", Parameter(draw(out_features)) if bias else None)

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self):
        sizes = f"in1_features={self.in1_features}, in2_features={self.in2_features}, out_features={self.out_features}"
        return f"{sizes}, bias={self.bias is not None}"
