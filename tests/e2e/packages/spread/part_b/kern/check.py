# SPDX-License-Identifier: Apache-2.0
"""The other half."""
import torch

from kern.vec import double


def holds(n):
    x = torch.arange(n, device="cuda")
    return torch.equal(double(x), x + x)
