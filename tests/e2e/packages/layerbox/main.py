# SPDX-License-Identifier: Apache-2.0
"""Against plain products."""
import torch

from layerbox import Mlp

torch.manual_seed(0)
model = Mlp(20, 30, 7)
x = torch.randn(5, 20, device="cuda")
with torch.no_grad():
    want = x
    for layer in model.layers:
        want = want @ layer.weight.t() + layer.bias
        if layer.relu:
            want = torch.relu(want)
    torch.testing.assert_close(model(x), want, atol=1e-4, rtol=1e-4)
print(sum(p.numel() for p in model.parameters()))
print("ok")
