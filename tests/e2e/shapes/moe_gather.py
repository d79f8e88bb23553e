# SPDX-License-Identifier: Apache-2.0
"""Mixture of experts as servers do it: rows of tokens by an index array, padded with none, weighted at the end."""
import torch
import triton
import triton.language as tl

T = 256  # tokens
TOP = 2
E = 4
N = 128
K = 128
BM = 64
BN = 128
BK = 64


@triton.jit
def experts(x_ptr, w_ptr, c_ptr, p_ptr, i_ptr, e_ptr, rows, N, K, TOP: tl.constexpr, BM: tl.constexpr,
        BN: tl.constexpr, BK: tl.constexpr):
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    own = tl.load(i_ptr + tl.program_id(0) * BM + tl.arange(0, BM))
    valid = own < rows
    w_ptr += tl.load(e_ptr + tl.program_id(0)).to(tl.int64) * N * K
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        x = tl.load(x_ptr + (own // TOP)[:, None] * K + (k + rk)[None, :], mask=valid[:, None], other=0.0)
        w = tl.load(w_ptr + rn[None, :] * K + (k + rk)[:, None])
        acc = tl.dot(x, w, acc)
    acc = acc * tl.load(p_ptr + own, mask=valid, other=0.0)[:, None]
    tl.store(c_ptr + own[:, None] * N + rn[None, :], acc.to(c_ptr.dtype.element_ty), mask=valid[:, None])


torch.manual_seed(0)
x = torch.randn(T, K, device="cuda").to(torch.bfloat16)
w = torch.randn(E, N, K, device="cuda").to(torch.bfloat16)
p = torch.rand(T * TOP, device="cuda")
order = torch.randperm(T * TOP, device="cuda").to(torch.int32)
blocks = T * TOP // BM + E  # each expert's last block is padded
each = T * TOP // E
padded = triton.cdiv(each, BM) * BM
i = torch.full((blocks * BM,), T * TOP, device="cuda", dtype=torch.int32)
for j in range(E):
    i[j * padded:j * padded + each] = order[j * each:(j + 1) * each]
e = (torch.arange(blocks, device="cuda") * BM // padded).clamp(max=E - 1).to(torch.int32)
c = torch.zeros(T * TOP, N, device="cuda", dtype=torch.bfloat16)
experts[(blocks, N // BN)](x, w, c, p, i, e, T * TOP, N, K, TOP=TOP, BM=BM, BN=BN, BK=BK, num_warps=4, num_stages=3)
expected = torch.zeros(T * TOP, N, device="cuda")
for j in range(E):
    own = order[j * each:(j + 1) * each].long()
    expected[own] = (x[own // TOP].float() @ w[j].float().T) * p[own][:, None]
torch.testing.assert_close(c.float(), expected, rtol=2e-2, atol=2e-1)
