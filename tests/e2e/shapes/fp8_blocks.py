# SPDX-License-Identifier: Apache-2.0
"""8-bit floats with a scale for each 128 of a row of x and for each 128 x 128 of the weights."""
import torch
import triton
import triton.language as tl

M = 128
N = 128
K = 256
BM = 64
BN = 128
BK = 128


@triton.jit
def linear(x_ptr, w_ptr, y_ptr, xs_ptr, ws_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K // BK):
        x = tl.load(x_ptr + rm[:, None] * K + (k * BK + rk)[None, :], mask=rm[:, None] < M, other=0.0)
        w = tl.load(w_ptr + rn[None, :] * K + (k * BK + rk)[:, None])
        xs = tl.load(xs_ptr + rm * (K // BK) + k, mask=rm < M, other=0.0)
        ws = tl.load(ws_ptr + (rn // 128) * (K // BK) + k)
        acc += tl.dot(x, w) * xs[:, None] * ws[None, :]
    tl.store(y_ptr + rm[:, None] * N + rn[None, :], acc.to(y_ptr.dtype.element_ty), mask=rm[:, None] < M)


torch.manual_seed(0)
x = torch.randn(M, K, device="cuda").to(torch.float8_e4m3fn)
w = torch.randn(N, K, device="cuda").to(torch.float8_e4m3fn)
xs = torch.rand(M, K // 128, device="cuda")
ws = torch.rand(N // 128, K // 128, device="cuda")
y = torch.empty(M, N, device="cuda", dtype=torch.bfloat16)
linear[(triton.cdiv(M, BM), N // BN)](x, w, y, xs, ws, M, N, K, BM=BM, BN=BN, BK=BK, num_warps=4, num_stages=3)
wide = w.float() * ws.repeat_interleave(128, 0).repeat_interleave(128, 1)
torch.testing.assert_close(y.float(), (x.float() * xs.repeat_interleave(128, 1)) @ wide.T, rtol=3e-2, atol=5e-1)
