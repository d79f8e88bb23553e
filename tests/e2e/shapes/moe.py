# SPDX-License-Identifier: Apache-2.0
"""Mixture of experts: blocks of rows sorted by expert, each block's expert in memory, weights a row for each column."""
import torch
import triton
import triton.language as tl

M = 512  # tokens times experts a token, in whole blocks
E = 4
N = 128
K = 128
BM = 128
BN = 128
BK = 64
GROUP = 8  # blocks of rows that run together


@triton.jit
def experts(a_ptr, w_ptr, e_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
        GROUP: tl.constexpr):
    columns = tl.cdiv(N, BN)
    band = tl.program_id(0) // (GROUP * columns)
    height = tl.minimum(tl.cdiv(M, BM) - band * GROUP, GROUP)
    inside = tl.program_id(0) % (GROUP * columns)
    row = band * GROUP + inside % height
    rm = row * BM + tl.arange(0, BM)
    rn = (inside // height) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    w_ptr += tl.load(e_ptr + row).to(tl.int64) * N * K
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + rm[:, None] * K + (k + rk)[None, :])
        w = tl.load(w_ptr + rn[None, :] * K + (k + rk)[:, None])
        acc = tl.dot(a, w, acc)
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc.to(c_ptr.dtype.element_ty))


torch.manual_seed(0)
a = torch.randn(M, K, device="cuda").to(torch.bfloat16)
w = torch.randn(E, N, K, device="cuda").to(torch.bfloat16)
e = (torch.arange(M // BM, device="cuda") * E // (M // BM)).to(torch.int32)
c = torch.empty(M, N, device="cuda", dtype=torch.bfloat16)
experts[(M // BM * (N // BN),)](a, w, e, c, M, N, K, BM=BM, BN=BN, BK=BK, GROUP=GROUP, num_warps=8, num_stages=3)
expected = torch.cat([a[i * BM:(i + 1) * BM].float() @ w[i * E // (M // BM)].float().T for i in range(M // BM)])
torch.testing.assert_close(c.float(), expected, rtol=2e-2, atol=2e-1)
