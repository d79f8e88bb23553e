# SPDX-License-Identifier: Apache-2.0
"""dW = x^T dy: both operands lie across K, sums over the tokens, f32 result."""
import torch
import triton
import triton.language as tl

M = 256
N = 128
K = 128
BM = 64
BN = 64
BK = 64


@triton.jit
def gradient(x_ptr, y_ptr, w_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rk = tl.program_id(0) * BK + tl.arange(0, BK)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rm = tl.arange(0, BM)
    acc = tl.zeros((BK, BN), dtype=tl.float32)
    for m in range(0, M, BM):
        x = tl.load(x_ptr + (m + rm)[:, None] * K + rk[None, :])
        y = tl.load(y_ptr + (m + rm)[:, None] * N + rn[None, :])
        acc = tl.dot(tl.trans(x), y, acc)
    tl.store(w_ptr + rk[:, None] * N + rn[None, :], acc)


torch.manual_seed(0)
x = torch.randn(M, K, device="cuda").to(torch.bfloat16)
y = torch.randn(M, N, device="cuda").to(torch.bfloat16)
w = torch.empty(K, N, device="cuda")
gradient[(K // BK, N // BN)](x, y, w, M, N, K, BM=BM, BN=BN, BK=BK)
torch.testing.assert_close(w, x.float().T @ y.float(), rtol=2e-2, atol=2e-1)
