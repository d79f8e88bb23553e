# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.modules.fold
"""Layers that cut windows out and put them back."""

import torch.nn.functional as F
from torch.nn.modules.module import Module


class _Windows(Module):
    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.kernel_size, self.dilation, self.padding, self.stride = kernel_size, dilation, padding, stride

    def _window(self):
        return self.kernel_size, self.dilation, self.padding, self.stride

    def extra_repr(self):
        kernel_size, dilation, padding, stride = self._window()
        return f"kernel_size={kernel_size}, dilation={dilation}, padding={padding}, stride={stride}"


class Unfold(_Windows):
    def forward(self, input):
        return F.unfold(input, *self._window())


class Fold(_Windows):
    def __init__(self, output_size, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__(kernel_size, dilation, padding, stride)
        self.output_size = output_size

    def forward(self, input):
        return F.fold(input, self.output_size, *self._window())

    def extra_repr(self):
        return f"output_size={self.output_size}, {super().extra_repr()}"
