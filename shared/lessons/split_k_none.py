# A small result of long sums: few programs, each with a long loop (Triton)
import torch

import triton
import triton.language as tl

M = 128
N = 128
K = 2048


@triton.jit
def product_kernel(a_ptr, b_ptr, c_ptr, N: tl.constexpr, K: tl.constexpr, BLOCK: tl.constexpr, BLOCK_K: tl.constexpr):
    m = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    n = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    k = tl.arange(0, BLOCK_K)
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for step in range(0, K, BLOCK_K):
        a = tl.load(a_ptr + m[:, None] * K + (step + k)[None, :])
        b = tl.load(b_ptr + (step + k)[:, None] * N + n[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(c_ptr + m[:, None] * N + n[None, :], acc)


torch.manual_seed(0)
a = torch.randn((M, K), device='cuda', dtype=torch.float16)
b = torch.randn((K, N), device='cuda', dtype=torch.float16)
c = torch.empty((M, N), device='cuda', dtype=torch.float32)
product_kernel[(M // 64, N // 64)](a, b, c, N, K, BLOCK=64, BLOCK_K=64, num_warps=4)
torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-2, atol=1e-1)
