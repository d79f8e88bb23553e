# SPDX-License-Identifier: Apache-2.0
"""Blocks on a grid of two axes, no masks."""
import torch
import triton
import triton.language as tl

M = 256
N = 256
K = 256
BM = 128
BN = 128
BK = 64


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + rm[:, None] * K + (k + rk)[None, :])
        b = tl.load(b_ptr + (k + rk)[:, None] * N + rn[None, :])
        acc = tl.dot(a, b, acc)
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc.to(c_ptr.dtype.element_ty))


torch.manual_seed(0)
a = torch.randn(M, K, device="cuda").to(torch.float16)
b = torch.randn(K, N, device="cuda").to(torch.float16)
c = torch.empty(M, N, device="cuda", dtype=torch.float16)
matmul[(triton.cdiv(M, BM), triton.cdiv(N, BN))](a, b, c, M, N, K, BM=BM, BN=BN, BK=BK, num_warps=4, num_stages=3)

torch.testing.assert_close(c.float(), a.float() @ b.float(), rtol=2e-2, atol=2e-1)
