# SPDX-License-Identifier: Apache-2.0
"""The same seed gives the same zeros."""
import torch

from dropkit import SeededDropout, dropout

x = torch.ones(1000, device="cuda")
a, b, c = dropout(x, 0.25, 3), dropout(x, 0.25, 3), dropout(x, 0.25, 4)
assert torch.equal(a, b) and not torch.equal(a, c)
share = float((a == 0).float().mean())
assert 0.15 < share < 0.35, share
layer = SeededDropout(0.5)
assert not torch.equal(layer(x), x)
layer.training = False
assert torch.equal(layer(x), x)
try:
    dropout(x, 1.5)
except ValueError as error:
    print(error)
print("ok")
