# SPDX-License-Identifier: Apache-2.0
"""Sizes that blocks don't divide."""
import torch

from blockptr import transpose

for shape in [(16, 16), (33, 20), (5, 70)]:
    x = torch.arange(shape[0] * shape[1], device="cuda", dtype=torch.float32).reshape(shape)
    assert torch.equal(transpose(x), x.t())
print("ok")
