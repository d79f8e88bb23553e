# SPDX-License-Identifier: Apache-2.0
"""A jagged batch by dense matrices: lengths in memory decide who works."""
import torch
import triton
import triton.language as tl

L = 192
N = 64
K = 64
BM = 64
BN = 64
BK = 32


@triton.jit
def jagged(o_ptr, a_ptr, b_ptr, c_ptr, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    batch = tl.program_id(1)
    begin = tl.load(o_ptr + batch)
    length = tl.load(o_ptr + batch + 1) - begin
    first = tl.program_id(0) * BM
    if first < length:
        rm = first + tl.arange(0, BM)
        rn = tl.arange(0, BN)
        rk = tl.arange(0, BK)
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for k in range(0, K, BK):
            a = tl.load(a_ptr + (begin + rm)[:, None] * K + (k + rk)[None, :], mask=(rm < length)[:, None], other=0.0)
            b = tl.load(b_ptr + batch * K * N + (k + rk)[:, None] * N + rn[None, :])
            acc = tl.dot(a, b, acc)
        tl.store(c_ptr + (begin + rm)[:, None] * N + rn[None, :], acc.to(tl.float16), mask=(rm < length)[:, None])


torch.manual_seed(0)
o = torch.tensor([0, L // 3, L], device="cuda", dtype=torch.int32)
a = torch.randn(L, K, device="cuda").to(torch.float16)
b = torch.randn(2, K, N, device="cuda").to(torch.float16)
c = torch.zeros(L, N, device="cuda", dtype=torch.float16)
jagged[(triton.cdiv(L, BM), 2)](o, a, b, c, N, K, BM=BM, BN=BN, BK=BK)
torch.testing.assert_close(c.float(),
    torch.cat([a[:L // 3].float() @ b[0].float(), a[L // 3:].float() @ b[1].float()]), rtol=2e-2, atol=1e-1)
