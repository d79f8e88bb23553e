# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.modules.dropout
"""Layers that leave elements out while they are trained."""

import torch.nn.functional as F
from torch.nn.modules.module import Module

_shown = ("_DropoutNd",)


class _DropoutNd(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return self._function(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_DropoutNd):
    _function = staticmethod(F.dropout)


class Dropout1d(_DropoutNd):
    _function = staticmethod(F.dropout1d)


class Dropout2d(_DropoutNd):
    _function = staticmethod(F.dropout2d)


class AlphaDropout(_DropoutNd):
    _function = staticmethod(F.alpha_dropout)
