# Each sum in parts, which programs add to the result (Triton)
import torch

import triton
import triton.language as tl

M = 128
N = 128
K = 2048
PARTS = 8


@triton.jit
def product_kernel(a_ptr, b_ptr, c_ptr, N: tl.constexpr, K: tl.constexpr, PARTS: tl.constexpr,
                   BLOCK: tl.constexpr, BLOCK_K: tl.constexpr):
    m = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    n = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    part = tl.program_id(2) * (K // PARTS)
    k = part + tl.arange(0, BLOCK_K)
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for step in range(0, K // PARTS, BLOCK_K):
        a = tl.load(a_ptr + m[:, None] * K + (step + k)[None, :])
        b = tl.load(b_ptr + (step + k)[:, None] * N + n[None, :])
        acc = tl.dot(a, b, acc)
    tl.atomic_add(c_ptr + m[:, None] * N + n[None, :], acc)


torch.manual_seed(0)
a = torch.randn((M, K), device='cuda', dtype=torch.float16)
b = torch.randn((K, N), device='cuda', dtype=torch.float16)
c = torch.zeros((M, N), device='cuda', dtype=torch.float32)
product_kernel[(M // 64, N // 64, PARTS)](a, b, c, N, K, PARTS, BLOCK=64, BLOCK_K=64, num_warps=4)
torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-2, atol=1e-1)
