# SPDX-License-Identifier: Apache-2.0
"""Each mask against torch."""
import torch

from maskkit import MASKS, apply_mask

s = torch.ones(12, 12, device="cuda")
assert torch.equal(apply_mask(s, "causal"), torch.tril(s))
assert torch.equal(apply_mask(s, "window", 3), torch.tril(s) - torch.tril(s, diagonal=-3))
assert torch.equal(apply_mask(s, "everything"), s)
try:
    apply_mask(s, "sliding")
except LookupError as error:
    print(error)
print(list(MASKS))
print("ok")
