# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.modules.conv
"""Convolutions."""

import math
import torch
import torch.nn.functional as F
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

_shown = ("_ConvNd", "_ConvTransposeNd")


class _ConvNd(Module):
    _transposed = False

    def _several(self, value):
        # A number for each axis; words (`padding="same"`) stay.
        return value if isinstance(value, str) else (value,) * self._axes if isinstance(value, int) else tuple(value)

    def _make(self, channels, options, groups, bias, padding_mode, device, dtype):
        self.in_channels, self.out_channels = channels
        self.kernel_size, self.stride, self.padding, self.dilation, self.output_padding = map(self._several, options)
        self.groups, self.padding_mode, self.transposed = groups, padding_mode, self._transposed
        first, second = reversed(channels) if not self._transposed else channels
        # What a filter is scaled by is the size of one that is not transposed.
        fan = (channels[1] if self._transposed else channels[0]) // groups * math.prod(self.kernel_size)
        bound = 1 / math.sqrt(fan)

        def draw(*shape):
            return ((torch.rand(shape, device=device) * 2 - 1) * bound).to(dtype or torch.float32)

        self.weight = Parameter(draw(first, second // groups, *self.kernel_size))
        self.register_parameter("bias", Parameter(draw(channels[1])) if bias else None)

    def extra_repr(self):
        zeros = (0,) * self._axes
        told = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        told += f", padding={self.padding}" * (self.padding != zeros)
        told += f", dilation={self.dilation}" * (self.dilation != (1,) * self._axes)
        told += f", output_padding={self.output_padding}" * (self.output_padding != zeros)
        told += f", groups={self.groups}" * (self.groups != 1)
        return told + ", bias=False" * (self.bias is None)


class _Convolution(_ConvNd):
    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        super().__init__()
        if padding_mode != "zeros":
            raise NotImplementedError(f"`padding_mode={padding_mode!r}` of a convolution")
        options = kernel_size, stride, padding, dilation, 0
        self._make((in_channels, out_channels), options, groups, bias, padding_mode, device, dtype)

    def forward(self, input):
        function = getattr(F, f"conv{self._axes}d")
        return function(input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class Conv1d(_Convolution):
    _axes = 1


class Conv2d(_Convolution):
    _axes = 2


class Conv3d(_Convolution):
    _axes = 3


class _ConvTransposeNd(_ConvNd):
    _transposed = True

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        output_padding=0,
        groups=1,
        bias=True,
        dilation=1,
        padding_mode="zeros",
        device=None,
        dtype=None,
    ):
        super().__init__()
        if padding_mode != "zeros":
            raise ValueError('Only "zeros" padding mode is supported')
        options = kernel_size, stride, padding, dilation, output_padding
        self._make((in_channels, out_channels), options, groups, bias, padding_mode, device, dtype)

    def forward(self, input):
        options = self.stride, self.padding, self.output_padding, self.groups, self.dilation
        return getattr(F, f"conv_transpose{self._axes}d")(input, self.weight, self.bias, *options)


class ConvTranspose1d(_ConvTransposeNd):
    _axes = 1


class ConvTranspose2d(_ConvTransposeNd):
    _axes = 2
