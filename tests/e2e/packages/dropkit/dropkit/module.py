# SPDX-License-Identifier: Apache-2.0
"""As a layer."""
import torch

from . import functional as F


class SeededDropout(torch.nn.Module):
    def __init__(self, p, seed=1):
        super().__init__()
        self.p, self.seed = p, seed

    def forward(self, x):
        return F.dropout(x, self.p, self.seed) if self.training else x
