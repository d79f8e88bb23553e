# RUN: python3 %S/check-errors.py %tessera %s
# expect: value-error 13:13 "the argument `x_ptr` of kernel `copy` is a tensor on the CPU"
# expect-note: "device='cuda'"
import torch
import triton
import triton.language as tl

@triton.jit
def copy(x_ptr, y_ptr):
    tl.store(y_ptr, tl.load(x_ptr))

x = torch.ones(1)
copy[(1,)]( x, torch.empty_like(x))
