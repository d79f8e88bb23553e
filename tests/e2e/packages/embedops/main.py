# SPDX-License-Identifier: Apache-2.0
"""Against indexing."""
import torch

from embedops import embedding

table = torch.arange(40, device="cuda", dtype=torch.float32).reshape(8, 5).requires_grad_()
ids = torch.tensor([1, 3, 3, 7], device="cuda")
out = embedding(table, ids)
assert torch.equal(out.detach(), table.detach()[ids])
out.backward(torch.ones(4, 5, device="cuda"))
print(table.grad.sum(dim=1).tolist())
print("ok")
