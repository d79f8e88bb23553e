# SPDX-License-Identifier: Apache-2.0
"""Both ways give the same; there and back is where it began."""
import torch

from rotaryx import Rotary, apply_rotary, flags

torch.manual_seed(0)
x = torch.randn(2, 8, 2, 16, device="cuda")
with flags.using(backend="torch"):
    want = apply_rotary(x)
assert flags.get("backend") == "triton"
torch.testing.assert_close(apply_rotary(x), want, atol=1e-5, rtol=1e-5)
torch.testing.assert_close(Rotary.apply(apply_rotary(x), True), x, atol=1e-5, rtol=1e-5)
y = x.clone().requires_grad_()
apply_rotary(y).backward(want)
torch.testing.assert_close(y.grad, x, atol=1e-5, rtol=1e-5)
try:
    with flags.using(backends="torch"):
        pass
except ValueError as error:
    print(error)
print("ok")
