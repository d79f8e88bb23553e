# Every second element: neighbours of a thread are not neighbours in memory (Triton)
import torch

import triton
import triton.language as tl

N = 4096


@triton.jit
def double_kernel(x_ptr, o_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + 2 * i, mask=i < n)
    tl.store(o_ptr + i, 2 * x, mask=i < n)


x = torch.randn(2 * N, device='cuda')
o = torch.empty(N, device='cuda')
double_kernel[(triton.cdiv(N, 1024),)](x, o, N, BLOCK=1024, num_warps=4)
torch.testing.assert_close(o, 2 * x[::2])
