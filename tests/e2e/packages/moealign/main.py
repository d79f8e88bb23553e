# SPDX-License-Identifier: Apache-2.0
"""Against softmax and argmax."""
import torch

from moealign import count_experts, route

torch.manual_seed(0)
x = torch.randn(40, 6, device="cuda")
routing = route(x)
assert torch.equal(routing.expert.long(), x.argmax(dim=1))
torch.testing.assert_close(routing.weight, torch.softmax(x, dim=1).max(dim=1).values, atol=1e-6, rtol=1e-5)
counts = count_experts(routing, 6)
assert int(counts.sum()) == 40
print(routing.tokens, routing._fields)
print("ok")
