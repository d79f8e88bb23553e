# SPDX-License-Identifier: Apache-2.0
# module: torch.nn.modules.batchnorm
"""Layers that scale by what they find in a batch, and remember it."""

import torch
import torch.nn.functional as F
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

_shown = ("_BatchNorm", "_NormBase")


class _NormBase(Module):
    _version = 2

    def __init__(
        self, num_features, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None
    ):
        super().__init__()
        self.num_features, self.eps, self.momentum = num_features, eps, momentum
        self.register_parameter(
            "weight", Parameter(torch.ones(num_features, device=device, dtype=dtype)) if affine else None
        )
        self.register_parameter(
            "bias", Parameter(torch.zeros(num_features, device=device, dtype=dtype)) if affine else None
        )
        self.affine, self.track_running_stats = affine, track_running_stats
        tracked = {
            "running_mean": torch.zeros(num_features, device=device, dtype=dtype),
            "running_var": torch.ones(num_features, device=device, dtype=dtype),
            "num_batches_tracked": torch.tensor(0, device=device),
        }
        for name, buffer in tracked.items():
            self.register_buffer(name, buffer if track_running_stats else None)

    def reset_running_stats(self):
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def extra_repr(self):
        return (
            f"{self.num_features}, eps={self.eps}, momentum={self.momentum}, affine={self.affine}, "
            f"track_running_stats={self.track_running_stats}"
        )

    def _load_from_state_dict(self, state_dict, prefix, local_metadata, *others):
        # Version 1 had no count.
        if self.track_running_stats and local_metadata.get("version", 1) < 2:
            state_dict.setdefault(prefix + "num_batches_tracked", torch.tensor(0))
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *others)


class _BatchNorm(_NormBase):
    def forward(self, input):
        if input.ndim not in self._ranks:
            raise ValueError(f"expected {' or '.join(f'{n}D' for n in self._ranks)} input (got {input.ndim}D input)")
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                momentum = 1.0 / float(self.num_batches_tracked)
        mean, var = self.running_mean, self.running_var
        if self.training and not self.track_running_stats:
            mean = var = None
        fresh = self.training or (mean is None and var is None)
        return F.batch_norm(input, mean, var, self.weight, self.bias, fresh, momentum, self.eps)


class BatchNorm1d(_BatchNorm):
    _ranks = (2, 3)


class BatchNorm2d(_BatchNorm):
    _ranks = (4,)


class BatchNorm3d(_BatchNorm):
    _ranks = (5,)
