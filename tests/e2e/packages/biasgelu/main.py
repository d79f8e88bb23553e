# SPDX-License-Identifier: Apache-2.0
"""The value against torch, the derivative against torch's own."""
import torch

from biasgelu import bias_gelu

torch.manual_seed(0)
x = torch.randn(6, 10, device="cuda", requires_grad=True)
b = torch.randn(10, device="cuda", requires_grad=True)
y = bias_gelu(x, b)
torch.testing.assert_close(y.detach(), torch.nn.functional.gelu(x.detach() + b.detach(), approximate="tanh"), atol=1e-5, rtol=1e-4)
y.backward(torch.ones(6, 10, device="cuda"))
u = x.detach().clone().requires_grad_()
v = b.detach().clone().requires_grad_()
torch.nn.functional.gelu(u + v, approximate="tanh").sum().backward()
torch.testing.assert_close(x.grad, u.grad, atol=1e-4, rtol=1e-3)
torch.testing.assert_close(b.grad, v.grad, atol=1e-4, rtol=1e-3)
print("ok")
