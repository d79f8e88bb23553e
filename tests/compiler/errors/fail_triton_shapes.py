# RUN: python3 %S/check-errors.py %tessera %s
# expect: shape-mismatch 10:9 "is (128,) but `tl.arange(0, 64)` is (64,)"
import torch
import triton
import triton.language as tl

@triton.jit
def kernel(x_ptr, y_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + offsets) + tl.arange(0, 64)
    tl.store(y_ptr + offsets, x)

x = torch.rand(128, device='cuda')
y = torch.empty_like(x)
kernel[(1,)](x, y, BLOCK=128)
