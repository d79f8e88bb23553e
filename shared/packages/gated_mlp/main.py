# SPDX-License-Identifier: Apache-2.0
"""A package: its operation beside the formula, forwards and backwards."""
import torch

from gated_mlp import gated, reference

torch.manual_seed(0)
gate, up = (torch.randn(48, 200, device="cuda", requires_grad=True) for _ in range(2))
ours, theirs = gated(gate, up), reference.gated(gate, up)
torch.testing.assert_close(ours, theirs, atol=1e-5, rtol=1e-5)

slope = torch.randn_like(ours)
found = torch.autograd.grad(ours, (gate, up), slope)
expected = torch.autograd.grad(theirs, (gate, up), slope)
for name, a, b in zip(("gate", "up"), found, expected):
    torch.testing.assert_close(a, b, atol=1e-5, rtol=1e-5)
    print(f"gradient of {name}: largest difference {(a - b).abs().max().item():.1e}")
print("ok")
