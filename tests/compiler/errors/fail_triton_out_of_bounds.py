# RUN: python3 %S/check-errors.py %tessera %s
# expect-run: out-of-bounds 11:31 "`kernel` reads `x_ptr[100]` in program (0,), but `x_ptr` has 100 elements"
# expect-note: "mask the access"
import torch
import triton
import triton.language as tl

@triton.jit
def kernel(x_ptr, y_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(y_ptr + offsets, tl.load(x_ptr + offsets))

x = torch.rand(100, device='cuda')
y = torch.empty(128, device='cuda')
kernel[(1,)](x, y, BLOCK=128)
