# SPDX-License-Identifier: Apache-2.0
"""Weights of four bits along K with scales and zeros of groups (GPTQ)."""
import torch
import triton
import triton.language as tl

M = 128
N = 128
K = 256
BM = 64
BN = 128
BK = 64
G = 128


@triton.jit
def multiply(a_ptr, q_ptr, s_ptr, z_ptr, c_ptr, M, N, K, G: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
    BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + rm[:, None] * K + (k + rk)[None, :])
        words = tl.load(q_ptr + ((k + rk) // 8)[:, None] * N + rn[None, :])
        w = ((words >> ((rk % 8) * 4)[:, None]) & 15).to(tl.float16)
        scale = tl.load(s_ptr + (k // G) * N + rn)
        zero = tl.load(z_ptr + (k // G) * N + rn)
        acc = tl.dot(a, (w - zero[None, :]) * scale[None, :], acc)
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc.to(tl.float16))


torch.manual_seed(0)
a = torch.randn(M, K, device="cuda").to(torch.float16)
w = torch.randint(0, 16, (K, N), device="cuda").to(torch.int32)
q = sum(w[i::8] << (4 * i) for i in range(8))
s = (torch.rand(K // G, N, device="cuda") * 0.1).to(torch.float16)
z = torch.full((K // G, N), 8.0, device="cuda").to(torch.float16)
c = torch.empty(M, N, device="cuda", dtype=torch.float16)
multiply[(M // BM, N // BN)](a, q, s, z, c, M, N, K, G=G, BM=BM, BN=BN, BK=BK)
full = (w.float() - 8.0) * s.float().repeat_interleave(G, 0)
torch.testing.assert_close(c.float(), a.float() @ full, rtol=3e-2, atol=3e-1)
