# SPDX-License-Identifier: Apache-2.0
"""The nearest of many points, a block of them a step (k-means)."""
import torch
import triton
import triton.language as tl

M = 256
C = 256
K = 64
BM = 128
BC = 64


@triton.jit
def nearest(x_ptr, c_ptr, n_ptr, i_ptr, M, C, K: tl.constexpr, BM: tl.constexpr, BC: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rk = tl.arange(0, K)
    x = tl.load(x_ptr + rm[:, None] * K + rk[None, :])
    least = tl.full((BM,), float("inf"), tl.float32)
    place = tl.zeros((BM,), tl.int32)
    for c in range(0, C, BC):
        rc = c + tl.arange(0, BC)
        distance = tl.load(n_ptr + rc)[None, :] - 2.0 * tl.dot(x, tl.load(c_ptr + rc[None, :] * K + rk[:, None]))
        near = tl.min(distance, 1)
        which = tl.argmin(distance, 1).to(tl.int32) + c
        place = tl.where(near < least, which, place)
        least = tl.minimum(least, near)
    tl.store(i_ptr + rm, place)


torch.manual_seed(0)
x = torch.randn(M, K, device="cuda").to(torch.float16)
c = torch.randn(C, K, device="cuda").to(torch.float16)
n = c.float().square().sum(1)
i = torch.zeros(M, device="cuda", dtype=torch.int32)
nearest[(M // BM,)](x, c, n, i, M, C, K=K, BM=BM, BC=BC)
distance = n[None, :] - 2.0 * x.float() @ c.float().T
torch.testing.assert_close(distance.gather(1, i.long()[:, None])[:, 0], distance.min(1).values, rtol=1e-2, atol=1e-2)
