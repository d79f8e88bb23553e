# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.modules.instancenorm
"""Layers that scale by what they find in each channel of a sample."""

import torch.nn.functional as F
from torch.nn.modules.batchnorm import _NormBase


class _InstanceNorm(_NormBase):
    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=False, track_running_stats=False, device=None, dtype=None
    ):
        if track_running_stats:
            raise NotImplementedError("`track_running_stats` of instance normalization")
        super().__init__(num_features, eps, momentum, affine, track_running_stats, device, dtype)

    def forward(self, input):
        return F.instance_norm(input, None, None, self.weight, self.bias, True, 0.1, self.eps)


class InstanceNorm1d(_InstanceNorm):
    pass


class InstanceNorm2d(_InstanceNorm):
    pass
