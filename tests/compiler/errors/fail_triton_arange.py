# RUN: python3 %S/check-errors.py %tessera %s
# expect: value-error 9:15 "has 2097152 elements, expected 1 to 2**20"
import torch
import triton
import triton.language as tl

@triton.jit
def copy_kernel(x_ptr, y_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(y_ptr + offsets, tl.load(x_ptr + offsets))

x = torch.rand(100, device='cuda')
y = torch.empty_like(x)
copy_kernel[(1,)](x, y, BLOCK=2**21)
