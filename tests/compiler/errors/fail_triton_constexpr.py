# RUN: python3 %S/check-errors.py %tessera %s
# expect: argument-error 15:1 "missing 1 required positional argument: 'BLOCK'"
# expect-note: "`copy_kernel` is defined here"
import torch
import triton
import triton.language as tl

@triton.jit
def copy_kernel(x_ptr, y_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(y_ptr + offsets, tl.load(x_ptr + offsets))

x = torch.rand(128, device='cuda')
y = torch.empty_like(x)
copy_kernel[(1,)](x, y)
