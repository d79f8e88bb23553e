# SPDX-License-Identifier: Apache-2.0
"""Programs that do a row of tiles each, one after the other, of rows and columns that wrap around."""
import torch
import triton
import triton.language as tl

M = 488
N = 504
K = 256
BM = 64
BN = 64
BK = 32
PROGRAMS = 5


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, KC: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    tiles = tl.cdiv(M, BM) * tl.cdiv(N, BN)
    rk = tl.arange(0, BK)
    per = (tiles + tl.num_programs(0) - 1) // tl.num_programs(0)
    begin = tl.program_id(0) * per
    for tile in range(begin, tl.minimum(begin + per, tiles)):
        rm = (tile // tl.cdiv(N, BN) * BM + tl.arange(0, BM)) % M
        rn = tile % tl.cdiv(N, BN) * BN + tl.arange(0, BN)
        rn = tl.where(rn < N, rn, 0)
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for k in tl.static_range(0, KC, BK):
            a = tl.load(a_ptr + rm[:, None] * K + (k + rk)[None, :])
            b = tl.load(b_ptr + (k + rk)[:, None] * N + rn[None, :])
            acc = tl.dot(a, b, acc)
        cm = tile // tl.cdiv(N, BN) * BM + tl.arange(0, BM)
        cn = tile % tl.cdiv(N, BN) * BN + tl.arange(0, BN)
        inside = (cm[:, None] < M) & (cn[None, :] < N)
        tl.store(c_ptr + cm[:, None] * N + cn[None, :], acc.to(tl.float16), mask=inside)

torch.manual_seed(0)
a = torch.randn(M, K, device="cuda").to(torch.float16)
b = torch.randn(K, N, device="cuda").to(torch.float16)
c = torch.empty(M, N, device="cuda", dtype=torch.float16)
matmul[(PROGRAMS,)](a, b, c, M, N, K, KC=K, BM=BM, BN=BN, BK=BK)

torch.testing.assert_close(c.float(), a.float() @ b.float(), rtol=2e-2, atol=2e-1)
