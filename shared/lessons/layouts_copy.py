# Neighbours in memory go to one thread, in pieces of 16 bytes (Triton)
import torch

import triton
import triton.language as tl

N = 8192


@triton.jit
def double_kernel(x_ptr, o_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i, mask=i < n)
    tl.store(o_ptr + i, 2 * x, mask=i < n)


x = torch.randn(N, device='cuda')
o = torch.empty_like(x)
double_kernel[(triton.cdiv(N, 1024),)](x, o, N, BLOCK=1024, num_warps=4)
torch.testing.assert_close(o, 2 * x)
