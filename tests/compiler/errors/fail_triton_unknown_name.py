# RUN: python3 %S/check-errors.py %tessera %s
# expect: unknown-attribute 10:15 "arrange"
# expect-note: "arange"
import torch
import triton
import triton.language as tl

@triton.jit
def fill(x_ptr):
    offsets = tl.arrange(0, 64)
    tl.store(x_ptr + offsets, 1.0)

fill[(1,)](torch.empty(64, device='cuda'))
