# SPDX-License-Identifier: Apache-2.0
"""A kernel's operation behind two wrappers."""
import torch
import triton
import triton.language as tl

from wrapjit import checked, counted


@triton.jit
def clamp_kernel(x_ptr, y_ptr, low, high, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    tl.store(y_ptr + i, tl.minimum(tl.maximum(x, low), high), mask=i < n)


@counted
@checked(x=torch.Tensor, low=float, high=float)
def clamp(x, low=-1.0, high=1.0):
    """x between two numbers."""
    y = torch.empty_like(x)
    clamp_kernel[(triton.cdiv(x.numel(), 32),)](x, y, low, high, x.numel(), BLOCK=32)
    return y


x = torch.linspace(-3, 3, 50, device="cuda")
torch.testing.assert_close(clamp(x), torch.clamp(x, -1, 1))
torch.testing.assert_close(clamp(x, high=2.0), torch.clamp(x, -1, 2))
try:
    clamp(x, "low")
except TypeError as error:
    print(error)
print(clamp.calls, clamp.__name__, clamp.__doc__)
print("ok")
