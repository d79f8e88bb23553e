# SPDX-License-Identifier: Apache-2.0
# Products of 8-bit floats: both operands lie along K, as the tensor core takes them; B is transposed beforehand.
import torch
import triton
import triton.language as tl

M = 256
N = 192
K = 512
DTYPE = "e4m3"
IMPRECISE = None


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, IMPRECISE: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        in_k = k + rk < K
        a = tl.load(a_ptr + rm[:, None] * K + (k + rk)[None, :], mask=(rm < M)[:, None] & in_k[None, :], other=0.0)
        b = tl.load(b_ptr + rn[None, :] * K + (k + rk)[:, None], mask=(rn < N)[None, :] & in_k[:, None], other=0.0)
        acc = tl.dot(a, b, acc, max_num_imprecise_acc=IMPRECISE)
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc, mask=(rm < M)[:, None] & (rn < N)[None, :])


torch.manual_seed(0)
dtype = {"e4m3": torch.float8_e4m3fn, "e5m2": torch.float8_e5m2}[DTYPE]
a = torch.randn(M, K, device="cuda").to(dtype)
b = torch.randn(N, K, device="cuda").to(dtype)
c = torch.empty(M, N, device="cuda", dtype=torch.float32)
grid = (triton.cdiv(M, 64), triton.cdiv(N, 64))
matmul[grid](a, b, c, M, N, K, BM=64, BN=64, BK=64, IMPRECISE=IMPRECISE)
wanted = a.to(torch.float32) @ b.to(torch.float32).T
# Sums of 128 products in 13 bits, added as f32.
torch.testing.assert_close(c, wanted, rtol=1e-2, atol=2e-1)
print("largest error", float((c - wanted).abs().max()) < (0.2 if IMPRECISE is None else 1e-3))
