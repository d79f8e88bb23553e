# SPDX-License-Identifier: Apache-2.0
"""Attention for decoding: one query a head, heads of a group as rows, keys split over programs, parts joined after."""
import torch
import triton
import triton.language as tl

B = 2
HK = 2
G = 4  # heads of a group
S = 512
D = 64
PARTS = 4
BM = 16
BN = 64


@triton.jit
def attend(Q, K, V, O, L, scale, S, G: tl.constexpr, D: tl.constexpr, PARTS: tl.constexpr, BM: tl.constexpr,
        BN: tl.constexpr):
    part = tl.program_id(0)
    head = tl.program_id(1)
    rm = tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, D)
    q = tl.load(Q + (head * G + rm)[:, None] * D + rd[None, :], mask=rm[:, None] < G, other=0.0)
    K += head.to(tl.int64) * S * D
    V += head.to(tl.int64) * S * D
    greatest = tl.full([BM], -float("inf"), tl.float32)
    total = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    for n in range(part * (S // PARTS), (part + 1) * (S // PARTS), BN):
        k = tl.load(K + (n + rn)[None, :] * D + rd[:, None])
        s = tl.dot(q, k) * (scale * 1.44269504)
        now = tl.maximum(greatest, tl.max(s, 1))
        p = tl.math.exp2(s - now[:, None])
        alpha = tl.math.exp2(greatest - now)
        total = total * alpha + tl.sum(p, 1)
        v = tl.load(V + (n + rn)[:, None] * D + rd[None, :])
        acc = tl.dot(p.to(v.dtype), v, acc * alpha[:, None])
        greatest = now
    at = (head * PARTS + part) * G
    tl.store(O + (at + rm)[:, None] * D + rd[None, :], acc / total[:, None], mask=rm[:, None] < G)
    tl.store(L + at + rm, greatest + tl.math.log2(total), mask=rm < G)


@triton.jit
def join(O, L, Out, G: tl.constexpr, D: tl.constexpr, PARTS: tl.constexpr):
    head = tl.program_id(0)
    row = tl.program_id(1)
    parts = tl.arange(0, PARTS)
    rd = tl.arange(0, D)
    at = (head * PARTS + parts) * G + row
    l = tl.load(L + at)
    w = tl.math.exp2(l - tl.max(l, 0))
    o = tl.load(O + at[:, None] * D + rd[None, :])
    out = tl.sum(o * w[:, None], 0) / tl.sum(w, 0)
    tl.store(Out + (head * G + row) * D + rd, out.to(Out.dtype.element_ty))


torch.manual_seed(0)
q = torch.randn(B * HK, G, D, device="cuda").to(torch.bfloat16)
k, v = (torch.randn(B * HK, S, D, device="cuda").to(torch.bfloat16) for _ in range(2))
o = torch.empty(B * HK, PARTS, G, D, device="cuda")
l = torch.empty(B * HK, PARTS, G, device="cuda")
out = torch.empty_like(q)
attend[(PARTS, B * HK)](q, k, v, o, l, D**-0.5, S, G=G, D=D, PARTS=PARTS, BM=BM, BN=BN, num_warps=4, num_stages=3)
join[(B * HK, G)](o, l, out, G=G, D=D, PARTS=PARTS, num_warps=1)
expected = torch.softmax(q.float() @ k.float().transpose(1, 2) * D**-0.5, 2) @ v.float()
torch.testing.assert_close(out.float(), expected, rtol=3e-2, atol=3e-2)
