# SPDX-License-Identifier: Apache-2.0
"""Attention forward in one program for all: heads of any size, groups, causal, a window, any length."""
import torch
import triton
import triton.language as tl

B = 1
H = 2
HK = 1
S = 256
D = 64
DP = 64  # a power of two
BM = 128
BN = 64
CAUSAL = False
WINDOW = 0  # keys before a query that it sees; 0: all


@triton.jit
def attend(Q, K, V, O, scale, S, GROUP: tl.constexpr, D: tl.constexpr, DP: tl.constexpr, BM: tl.constexpr,
        BN: tl.constexpr, CAUSAL: tl.constexpr, WINDOW: tl.constexpr, RAGGED: tl.constexpr):
    first = tl.program_id(0) * BM
    rm = first + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, DP)
    factor = scale * 1.44269504
    Q += tl.program_id(1).to(tl.int64) * S * D
    O += tl.program_id(1).to(tl.int64) * S * D
    K += (tl.program_id(1) // GROUP).to(tl.int64) * S * D
    V += (tl.program_id(1) // GROUP).to(tl.int64) * S * D
    q = tl.load(Q + rm[:, None] * D + rd[None, :], mask=(rm[:, None] < S) & (rd[None, :] < D), other=0.0)
    greatest = tl.full([BM], -float("inf"), tl.float32)
    total = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, DP], tl.float32)
    begin = tl.maximum(first - WINDOW, 0) // BN * BN if WINDOW > 0 else 0
    end = first + BM if CAUSAL else S
    for n in range(begin, end, BN):
        k = tl.load(K + (n + rn)[None, :] * D + rd[:, None], mask=((n + rn)[None, :] < S) & (rd[:, None] < D),
            other=0.0)
        s = tl.dot(q, k) * factor
        if CAUSAL:
            s = tl.where(rm[:, None] >= (n + rn)[None, :], s, -1.0e30)
        if WINDOW > 0:
            s = tl.where(rm[:, None] - (n + rn)[None, :] <= WINDOW, s, -1.0e30)
        if RAGGED:
            s = tl.where((n + rn)[None, :] < S, s, -1.0e30)
        now = tl.maximum(greatest, tl.max(s, 1))
        p = tl.math.exp2(s - now[:, None])
        alpha = tl.math.exp2(greatest - now)
        total = total * alpha + tl.sum(p, 1)
        v = tl.load(V + (n + rn)[:, None] * D + rd[None, :], mask=((n + rn)[:, None] < S) & (rd[None, :] < D),
            other=0.0)
        acc = tl.dot(p.to(v.dtype), v, acc * alpha[:, None])
        greatest = now
    tl.store(O + rm[:, None] * D + rd[None, :], (acc / total[:, None]).to(O.dtype.element_ty),
        mask=(rm[:, None] < S) & (rd[None, :] < D))


torch.manual_seed(0)
q = torch.randn(B, H, S, D, device="cuda").to(torch.bfloat16)
k, v = (torch.randn(B, HK, S, D, device="cuda").to(torch.bfloat16) for _ in range(2))
o = torch.empty_like(q)
attend[(triton.cdiv(S, BM), B * H)](q, k, v, o, D**-0.5, S, GROUP=H // HK, D=D, DP=DP, BM=BM, BN=BN, CAUSAL=CAUSAL,
    WINDOW=WINDOW, RAGGED=S % BN != 0, num_warps=8, num_stages=3)
kf, vf = (x.float().repeat_interleave(H // HK, 1) for x in (k, v))
scores = q.float() @ kf.transpose(2, 3) * D**-0.5
distance = torch.arange(S, device="cuda")[:, None] - torch.arange(S, device="cuda")[None, :]
if CAUSAL:
    scores = scores.masked_fill(distance < 0, -float("inf"))
if WINDOW > 0:
    scores = scores.masked_fill(distance > WINDOW, -float("inf"))
torch.testing.assert_close(o.float(), torch.softmax(scores, 3) @ vf, rtol=3e-2, atol=3e-2)
