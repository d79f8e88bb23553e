# SPDX-License-Identifier: Apache-2.0
"""A product of complex matrices: four real ones on two sums."""
import torch
import triton
import triton.language as tl

M = 128
N = 128
K = 128
BM = 64
BN = 64
BK = 64


@triton.jit
def multiply(ar, ai, br, bi, cr, ci, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    real = tl.zeros((BM, BN), dtype=tl.float32)
    imaginary = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        at = rm[:, None] * K + (k + rk)[None, :]
        of = (k + rk)[:, None] * N + rn[None, :]
        xr, xi, yr, yi = tl.load(ar + at), tl.load(ai + at), tl.load(br + of), tl.load(bi + of)
        real += tl.dot(xr, yr) - tl.dot(xi, yi)
        imaginary += tl.dot(xr, yi) + tl.dot(xi, yr)
    tl.store(cr + rm[:, None] * N + rn[None, :], real)
    tl.store(ci + rm[:, None] * N + rn[None, :], imaginary)


torch.manual_seed(0)
ar, ai = (torch.randn(M, K, device="cuda").to(torch.float16) for _ in range(2))
br, bi = (torch.randn(K, N, device="cuda").to(torch.float16) for _ in range(2))
cr, ci = (torch.empty(M, N, device="cuda") for _ in range(2))
multiply[(M // BM, N // BN)](ar, ai, br, bi, cr, ci, M, N, K, BM=BM, BN=BN, BK=BK)
torch.testing.assert_close(cr, ar.float() @ br.float() - ai.float() @ bi.float(), rtol=2e-2, atol=2e-1)
torch.testing.assert_close(ci, ar.float() @ bi.float() + ai.float() @ br.float(), rtol=2e-2, atol=2e-1)
