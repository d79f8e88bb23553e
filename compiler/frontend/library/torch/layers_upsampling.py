# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.modules.upsampling
"""Layers that make images larger."""

import torch.nn.functional as F
from torch.nn.modules.module import Module


class Upsample(Module):
    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None):
        super().__init__()
        if isinstance(scale_factor, tuple):
            scale_factor = tuple(float(factor) for factor in scale_factor)
        elif scale_factor is not None:
            scale_factor = float(scale_factor)
        self.size, self.scale_factor, self.mode, self.align_corners = size, scale_factor, mode, align_corners

    def forward(self, input):
        return F.interpolate(input, self.size, self.scale_factor, self.mode, self.align_corners)

    def extra_repr(self):
        is_scaled = self.scale_factor is not None
        return (f"scale_factor={self.scale_factor!r}" if is_scaled else f"size={self.size!r}") + f", mode={self.mode!r}"
