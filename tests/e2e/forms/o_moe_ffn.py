# SPDX-License-Identifier: Apache-2.0
"""An expert's first layer: rows of tokens gathered, two products, SwiGLU."""
import torch
import triton
import triton.language as tl

T = 256
E = 2
N = 128
K = 128
BM = 128
BN = 64
BK = 64


@triton.jit
def up(x_ptr, w_ptr, g_ptr, i_ptr, e_ptr, h_ptr, T, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    token = tl.load(i_ptr + rm)
    expert = tl.load(e_ptr + tl.program_id(0)).to(tl.int64)
    first = tl.zeros((BM, BN), dtype=tl.float32)
    gate = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        x = tl.load(x_ptr + token[:, None] * K + (k + rk)[None, :])
        at = expert * N * K + rn[None, :] * K + (k + rk)[:, None]
        first = tl.dot(x, tl.load(w_ptr + at), first)
        gate = tl.dot(x, tl.load(g_ptr + at), gate)
    tl.store(h_ptr + rm[:, None] * N + rn[None, :], (first * gate * tl.sigmoid(gate)).to(tl.float16))


torch.manual_seed(0)
x = torch.randn(T, K, device="cuda").to(torch.float16) * 0.3
w, g = (torch.randn(E, N, K, device="cuda").to(torch.float16) * 0.3 for _ in range(2))
i = torch.randperm(T, device="cuda").to(torch.int32)
e = (torch.arange(T // BM, device="cuda") % E).to(torch.int32)
h = torch.empty(T, N, device="cuda", dtype=torch.float16)
up[(T // BM, N // BN)](x, w, g, i, e, h, T, N, K, BM=BM, BN=BN, BK=BK)
parts = []
for j in range(T // BM):
    rows = x[i[j * BM:(j + 1) * BM].long()].float()
    parts.append(rows @ w[j % E].float().T * torch.nn.functional.silu(rows @ g[j % E].float().T))
torch.testing.assert_close(h.float(), torch.cat(parts), rtol=3e-2, atol=5e-2)
