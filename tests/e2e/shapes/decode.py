# SPDX-License-Identifier: Apache-2.0
"""A linear layer on few tokens (decoding): weights as PyTorch has them, a row for each column of the result."""
import torch
import triton
import triton.language as tl

M = 3
N = 128
K = 256
BM = 16
BN = 64
BK = 128


@triton.jit
def linear(x_ptr, w_ptr, y_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(1) * BM + tl.arange(0, BM)
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        x = tl.load(x_ptr + rm[:, None] * K + (k + rk)[None, :], mask=rm[:, None] < M, other=0.0)
        w = tl.load(w_ptr + rn[None, :] * K + (k + rk)[:, None], mask=rn[None, :] < N, other=0.0)
        acc = tl.dot(x, w, acc)
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(y_ptr.dtype.element_ty),
        mask=(rm[:, None] < M) & (rn[None, :] < N))


torch.manual_seed(0)
x = torch.randn(M, K, device="cuda").to(torch.bfloat16)
w = torch.randn(N, K, device="cuda").to(torch.bfloat16)
y = torch.empty(M, N, device="cuda", dtype=torch.bfloat16)
linear[(triton.cdiv(N, BN), triton.cdiv(M, BM))](x, w, y, M, N, K, BM=BM, BN=BN, BK=BK, num_warps=4, num_stages=4)
torch.testing.assert_close(y.float(), x.float() @ w.float().T, rtol=2e-2, atol=2e-1)
