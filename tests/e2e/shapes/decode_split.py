# SPDX-License-Identifier: Apache-2.0
"""A linear layer on few tokens, K split over programs that add to the result."""
import torch
import triton
import triton.language as tl

M = 16
N = 128
K = 512
PARTS = 4
BM = 16
BN = 64
BK = 64


@triton.jit
def linear(x_ptr, w_ptr, y_ptr, M, N, K, PARTS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    part = tl.program_id(1)
    rm = tl.arange(0, BM)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    rk = part * (K // PARTS) + tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K // PARTS, BK):
        x = tl.load(x_ptr + rm[:, None] * K + (k + rk)[None, :], mask=rm[:, None] < M, other=0.0)
        w = tl.load(w_ptr + rn[None, :] * K + (k + rk)[:, None])
        acc = tl.dot(x, w, acc)
    tl.atomic_add(y_ptr + rm[:, None] * N + rn[None, :], acc, mask=rm[:, None] < M)


torch.manual_seed(0)
x = torch.randn(M, K, device="cuda").to(torch.bfloat16)
w = torch.randn(N, K, device="cuda").to(torch.bfloat16)
y = torch.zeros(M, N, device="cuda")
linear[(N // BN, PARTS)](x, w, y, M, N, K, PARTS=PARTS, BM=BM, BN=BN, BK=BK, num_warps=4, num_stages=4)
torch.testing.assert_close(y, x.float() @ w.float().T, rtol=2e-2, atol=1e-1)
