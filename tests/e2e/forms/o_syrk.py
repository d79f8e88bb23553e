# SPDX-License-Identifier: Apache-2.0
"""Only the lower blocks of a a^T, from one program id."""
import torch
import triton
import triton.language as tl

M = 384
K = 128
BM = 128
BK = 64


@triton.jit
def syrk(a_ptr, c_ptr, M, K, BM: tl.constexpr, BK: tl.constexpr):
    pid = tl.program_id(0)
    row = ((tl.sqrt(8.0 * pid + 1.0) - 1.0) / 2.0).to(tl.int32)
    column = pid - row * (row + 1) // 2
    rm = row * BM + tl.arange(0, BM)
    rn = column * BM + tl.arange(0, BM)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BM), dtype=tl.float32)
    for k in range(0, K, BK):
        acc = tl.dot(tl.load(a_ptr + rm[:, None] * K + (k + rk)[None, :]),
            tl.load(a_ptr + rn[None, :] * K + (k + rk)[:, None]), acc)
    tl.store(c_ptr + rm[:, None] * M + rn[None, :], acc.to(tl.float16))


torch.manual_seed(0)
a = torch.randn(M, K, device="cuda").to(torch.float16)
c = torch.zeros(M, M, device="cuda", dtype=torch.float16)
blocks = M // BM
syrk[(blocks * (blocks + 1) // 2,)](a, c, M, K, BM=BM, BK=BK)
lower = torch.arange(M, device="cuda") // BM
expected = torch.where(lower[:, None] >= lower[None, :], a.float() @ a.float().T, torch.zeros(M, M, device="cuda"))
torch.testing.assert_close(c.float(), expected, rtol=2e-2, atol=2e-1)
