# RUN: %tessera run %s 2>/dev/null | FileCheck %s
# while, if, elif, else on runtime values.
import torch
import triton
import triton.language as tl

@triton.jit
def seg(x_ptr, o_ptr, n, B: tl.constexpr):
    i = tl.program_id(0)
    v = tl.load(x_ptr + i)
    s = 0.0
    j = 0
    while j < n:
        s += v
        j += 1
    if i % 2 == 0:
        tl.store(o_ptr + i, s)
    elif i == 1:
        tl.store(o_ptr + i, -s)
    else:
        tl.store(o_ptr + i, tl.sqrt(s))
x = torch.arange(8, device='cuda', dtype=torch.float32)
o = torch.zeros(8, device='cuda')
seg[(8,)](x, o, 4, B=8)
print(o)
# CHECK: tensor([ 0.0000, -4.0000,  8.0000,  3.4641, 16.0000,  4.4721, 24.0000,  5.2915],
# CHECK-NEXT: device='cuda:0')
