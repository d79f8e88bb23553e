# SPDX-License-Identifier: Apache-2.0
"""dW and the bias's gradient (sums over the tokens) in one kernel."""
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
def gradient(x_ptr, y_ptr, w_ptr, b_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rk = tl.program_id(0) * BK + tl.arange(0, BK)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rm = tl.arange(0, BM)
    acc = tl.zeros((BK, BN), dtype=tl.float32)
    sums = tl.zeros((BN,), dtype=tl.float32)
    for m in range(0, M, BM):
        x = tl.load(x_ptr + (m + rm)[:, None] * K + rk[None, :])
        y = tl.load(y_ptr + (m + rm)[:, None] * N + rn[None, :])
        acc = tl.dot(tl.trans(x), y, acc)
        sums += tl.sum(y.to(tl.float32), 0)
    tl.store(w_ptr + rk[:, None] * N + rn[None, :], acc)
    if tl.program_id(0) == 0:
        tl.store(b_ptr + rn, sums)


torch.manual_seed(0)
x = torch.randn(M, K, device="cuda").to(torch.bfloat16)
y = torch.randn(M, N, device="cuda").to(torch.bfloat16)
w = torch.empty(K, N, device="cuda")
b = torch.empty(N, device="cuda")
gradient[(K // BK, N // BN)](x, y, w, b, M, N, K, BM=BM, BN=BN, BK=BK)
torch.testing.assert_close(w, x.float().T @ y.float(), rtol=2e-2, atol=2e-1)
torch.testing.assert_close(b, y.float().sum(0), rtol=2e-2, atol=2e-1)
