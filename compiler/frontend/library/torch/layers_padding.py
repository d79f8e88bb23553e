# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.modules.padding
"""Layers that put elements around."""

import torch.nn.functional as F
from torch.nn.modules.module import Module


class _Padding(Module):
    _mode = "constant"

    def __init__(self, padding):
        super().__init__()
        self.padding = (padding,) * (2 * self._axes) if isinstance(padding, int) else tuple(padding)

    def forward(self, input):
        return F.pad(input, self.padding, self._mode)

    def extra_repr(self):
        return f"{self.padding}"


class _ConstantPadNd(_Padding):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPadNd):
    _axes = 1


class ConstantPad2d(_ConstantPadNd):
    _axes = 2


class ConstantPad3d(_ConstantPadNd):
    _axes = 3


class _ZeroPadNd(_ConstantPadNd):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


class ZeroPad1d(_ZeroPadNd):
    _axes = 1


class ZeroPad2d(_ZeroPadNd):
    _axes = 2


class ZeroPad3d(_ZeroPadNd):
    _axes = 3


class _ReflectionPadNd(_Padding):
    _mode = "reflect"


class ReflectionPad1d(_ReflectionPadNd):
    _axes = 1


class ReflectionPad2d(_ReflectionPadNd):
    _axes = 2


class _ReplicationPadNd(_Padding):
    _mode = "replicate"


class ReplicationPad1d(_ReplicationPadNd):
    _axes = 1


class ReplicationPad2d(_ReplicationPadNd):
    _axes = 2
