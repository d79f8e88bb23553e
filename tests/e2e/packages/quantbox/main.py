# SPDX-License-Identifier: Apache-2.0
"""Every scheme there is."""
import torch

import quantbox

torch.manual_seed(0)
x = torch.randn(6, 100, device="cuda")
print(quantbox.names(), quantbox.__name__)
for name in quantbox.names():
    scheme = quantbox.get(name)
    y = scheme.round_trip(x)
    worst = (x - y).abs().max(dim=1).values
    step = x.abs().max(dim=1).values / scheme.limit
    assert bool((worst <= step * 0.501).all()), (name, worst, step)
try:
    quantbox.get("nf4")
except KeyError as error:
    print(error)
print("ok")
