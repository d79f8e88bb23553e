# SPDX-License-Identifier: Apache-2.0
"""A 3 x 3 convolution (NHWC) as an implicit product."""
import torch
import triton
import triton.language as tl

NB = 1
HI = 16
WI = 16
CI = 64
CO = 128
BM = 128
BN = 128
BK = 64


@triton.jit
def convolve(x_ptr, w_ptr, y_ptr, NB, HI, WI, CI, CO, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    n = rm // (HI * WI)
    h = rm // WI % HI
    w = rm % WI
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for tap in range(0, 9):
        y = h + tap // 3 - 1
        x = w + tap % 3 - 1
        inside = (y >= 0) & (y < HI) & (x >= 0) & (x < WI)
        at = ((n * HI + y) * WI + x) * CI
        for c in range(0, CI, BK):
            a = tl.load(x_ptr + at[:, None] + (c + rk)[None, :], mask=inside[:, None], other=0.0)
            b = tl.load(w_ptr + (tap * CI + c + rk)[:, None] * CO + rn[None, :])
            acc = tl.dot(a, b, acc)
    tl.store(y_ptr + rm[:, None] * CO + rn[None, :], acc.to(tl.float16))


torch.manual_seed(0)
x = torch.randn(NB, HI, WI, CI, device="cuda").to(torch.float16)
w = torch.randn(3, 3, CI, CO, device="cuda").to(torch.float16) * 0.1
y = torch.empty(NB, HI, WI, CO, device="cuda", dtype=torch.float16)
convolve[(NB * HI * WI // BM, CO // BN)](x, w, y, NB, HI, WI, CI, CO, BM=BM, BN=BN, BK=BK)
padded = torch.zeros(NB, HI + 2, WI + 2, CI, device="cuda")
padded[:, 1:HI + 1, 1:WI + 1] = x.float()
expected = sum(padded[:, i:i + HI, j:j + WI].reshape(-1, CI) @
    w[i, j].float() for i in range(3) for j in range(3)).reshape(NB, HI, WI, CO)
torch.testing.assert_close(y.float(), expected, rtol=2e-2, atol=5e-2)
