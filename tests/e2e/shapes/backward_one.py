# SPDX-License-Identifier: Apache-2.0
"""Attention backward in one kernel: dk and dv of a block of keys, and dq by atomic additions."""
import torch
import triton
import triton.language as tl

B = 1
H = 2
S = 256
D = 64
BM = 128
BN = 64
CAUSAL = False


@triton.jit
def backward(Q, K, V, DO, DQ, DK, DV, L, Delta, scale, S, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
        CAUSAL: tl.constexpr):
    first = tl.program_id(0) * BM
    rm = first + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, D)
    at = tl.program_id(1).to(tl.int64) * S * D
    row = tl.program_id(1) * S
    factor = scale * 1.44269504
    k = tl.load(K + at + rm[:, None] * D + rd[None, :])
    v = tl.load(V + at + rm[:, None] * D + rd[None, :])
    dk = tl.zeros([BM, D], tl.float32)
    dv = tl.zeros([BM, D], tl.float32)
    for n in range(first if CAUSAL else 0, S, BN):
        q = tl.load(Q + at + (n + rn)[:, None] * D + rd[None, :])
        l = tl.load(L + row + n + rn)
        p = tl.math.exp2(tl.dot(k, tl.trans(q)) * factor - l[None, :])
        if CAUSAL:
            p = tl.where((n + rn)[None, :] >= rm[:, None], p, 0.0)
        do = tl.load(DO + at + (n + rn)[:, None] * D + rd[None, :])
        dv = tl.dot(p.to(do.dtype), do, dv)
        delta = tl.load(Delta + row + n + rn)
        ds = (p * (tl.dot(v, tl.trans(do)) - delta[None, :])).to(q.dtype)
        dk = tl.dot(ds, q, dk)
        dq = tl.dot(tl.trans(ds), k) * scale
        tl.atomic_add(DQ + at + (n + rn)[:, None] * D + rd[None, :], dq, sem="relaxed")
    tl.store(DK + at + rm[:, None] * D + rd[None, :], (dk * scale).to(DK.dtype.element_ty))
    tl.store(DV + at + rm[:, None] * D + rd[None, :], dv.to(DV.dtype.element_ty))


torch.manual_seed(0)
q, k, v, do = (torch.randn(B, H, S, D, device="cuda").to(torch.float16) for _ in range(4))
scores = q.float() @ k.float().transpose(2, 3) * D**-0.5
if CAUSAL:
    place = torch.arange(S, device="cuda")
    scores = scores.masked_fill(place[:, None] < place[None, :], -float("inf"))
p = torch.softmax(scores, 3)
l = torch.logsumexp(scores, 3) * 1.44269504
delta = ((p @ v.float()) * do.float()).sum(3)
dq = torch.zeros(B, H, S, D, device="cuda")
dk, dv = (torch.empty_like(q) for _ in range(2))
backward[(S // BM, B * H)](q, k, v, do, dq, dk, dv, l, delta, D**-0.5, S, D=D, BM=BM, BN=BN, CAUSAL=CAUSAL,
    num_warps=8, num_stages=2)
ds = p * (do.float() @ v.float().transpose(2, 3) - delta[..., None]) * D**-0.5
torch.testing.assert_close(dv.float(), p.transpose(2, 3) @ do.float(), rtol=3e-2, atol=5e-2)
torch.testing.assert_close(dk.float(), ds.transpose(2, 3) @ q.float(), rtol=3e-2, atol=5e-2)
torch.testing.assert_close(dq, ds @ k.float(), rtol=3e-2, atol=5e-2)
