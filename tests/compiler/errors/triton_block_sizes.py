# RUN: python3 %S/check-errors.py %tessera %s
# expect-remark: value-error 10:15 "`tl.arange(0, 100)` has 100 elements, which is not a power of two: Triton would refuse it"
# expect-note: "triton.next_power_of_2"
import torch
import triton
import triton.language as tl

@triton.jit
def copy_kernel(x_ptr, y_ptr, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(y_ptr + offsets, tl.load(x_ptr + offsets))

x = torch.rand(100, device='cuda')
y = torch.empty_like(x)
copy_kernel[(1,)](x, y, BLOCK=100)
