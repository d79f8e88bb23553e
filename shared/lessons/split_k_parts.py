# Parts of their own, and a second kernel that adds them (Triton)
import torch

import triton
import triton.language as tl

M = 128
N = 128
K = 2048
PARTS = 8


@triton.jit
def product_kernel(a_ptr, b_ptr, c_ptr, ROWS: tl.constexpr, N: tl.constexpr, K: tl.constexpr, PARTS: tl.constexpr,
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
    tl.store(c_ptr + tl.program_id(2) * ROWS * N + m[:, None] * N + n[None, :], acc)


@triton.jit
def sum_kernel(parts_ptr, c_ptr, size: tl.constexpr, PARTS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    for part in range(PARTS):
        total += tl.load(parts_ptr + part * size + i)
    tl.store(c_ptr + i, total)


torch.manual_seed(0)
a = torch.randn((M, K), device='cuda', dtype=torch.float16)
b = torch.randn((K, N), device='cuda', dtype=torch.float16)
parts = torch.empty((PARTS, M, N), device='cuda', dtype=torch.float32)
c = torch.empty((M, N), device='cuda', dtype=torch.float32)
product_kernel[(M // 64, N // 64, PARTS)](a, b, parts, M, N, K, PARTS, BLOCK=64, BLOCK_K=64, num_warps=4)
sum_kernel[(M * N // 1024,)](parts, c, M * N, PARTS, BLOCK=1024, num_warps=4)
torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-2, atol=1e-1)
