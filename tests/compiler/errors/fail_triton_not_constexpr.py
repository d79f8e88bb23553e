# RUN: python3 %S/check-errors.py %tessera %s
# expect: type-error 10:28 "`end` of `tl.arange` must be known while compiling"
# expect-note: "tl.constexpr"
import torch
import triton
import triton.language as tl

@triton.jit
def copy_kernel(x_ptr, y_ptr, BLOCK):
    offsets = tl.arange(0, BLOCK)
    tl.store(y_ptr + offsets, tl.load(x_ptr + offsets))

x = torch.rand(128, device='cuda')
y = torch.empty_like(x)
copy_kernel[(1,)](x, y, 128)
