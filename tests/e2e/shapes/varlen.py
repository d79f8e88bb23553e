# SPDX-License-Identifier: Apache-2.0
"""Attention forward of sequences of different lengths, one behind the other; causal."""
import torch
import triton
import triton.language as tl

B = 2
H = 2
S = 256  # the longest
D = 64
BM = 128
BN = 64


@triton.jit
def attend(Q, K, V, O, Ends, scale, H: tl.constexpr, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    sequence = tl.program_id(1) // H
    head = tl.program_id(1) % H
    begin = tl.load(Ends + sequence)
    length = tl.load(Ends + sequence + 1) - begin
    first = tl.program_id(0) * BM
    if first >= length:
        return
    rm = first + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, D)
    at = begin.to(tl.int64) * H * D + head * D
    q = tl.load(Q + at + rm[:, None] * (H * D) + rd[None, :], mask=rm[:, None] < length, other=0.0)
    greatest = tl.full([BM], -float("inf"), tl.float32)
    total = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, D], tl.float32)
    for n in range(0, tl.minimum(first + BM, length), BN):
        k = tl.load(K + at + (n + rn)[None, :] * (H * D) + rd[:, None], mask=(n + rn)[None, :] < length, other=0.0)
        s = tl.dot(q, k) * (scale * 1.44269504)
        s = tl.where(rm[:, None] >= (n + rn)[None, :], s, -1.0e30)
        now = tl.maximum(greatest, tl.max(s, 1))
        p = tl.math.exp2(s - now[:, None])
        alpha = tl.math.exp2(greatest - now)
        total = total * alpha + tl.sum(p, 1)
        v = tl.load(V + at + (n + rn)[:, None] * (H * D) + rd[None, :], mask=(n + rn)[:, None] < length, other=0.0)
        acc = tl.dot(p.to(v.dtype), v, acc * alpha[:, None])
        greatest = now
    tl.store(O + at + rm[:, None] * (H * D) + rd[None, :], (acc / total[:, None]).to(O.dtype.element_ty),
        mask=rm[:, None] < length)


torch.manual_seed(0)
lengths = [S - 40 * i for i in range(B)]
ends = [sum(lengths[:i]) for i in range(B + 1)]
q, k, v = (torch.randn(ends[-1], H, D, device="cuda").to(torch.bfloat16) for _ in range(3))
o = torch.empty_like(q)
e = torch.tensor(ends, device="cuda", dtype=torch.int32)
attend[(triton.cdiv(S, BM), B * H)](q, k, v, o, e, D**-0.5, H=H, D=D, BM=BM, BN=BN, num_warps=8, num_stages=3)
for i in range(B):
    qs, ks, vs = (x[ends[i]:ends[i + 1]].float().transpose(0, 1) for x in (q, k, v))
    scores = qs @ ks.transpose(1, 2) * D**-0.5
    place = torch.arange(lengths[i], device="cuda")
    scores = scores.masked_fill(place[:, None] < place[None, :], -float("inf"))
    expected = (torch.softmax(scores, 2) @ vs).transpose(0, 1)
    torch.testing.assert_close(o[ends[i]:ends[i + 1]].float(), expected, rtol=3e-2, atol=3e-2)
