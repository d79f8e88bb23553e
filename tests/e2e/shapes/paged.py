# SPDX-License-Identifier: Apache-2.0
"""Attention forward on a cache in pages: all queries of a group of heads as rows, few (decoding) or many."""
import torch
import triton
import triton.language as tl

B = 2
HK = 2
S = 256  # keys of a sequence
R = 16  # rows: heads of a group times queries
D = 64
PAGE = 64


@triton.jit
def attend(Q, K, V, O, Table, scale, S, R: tl.constexpr, HK: tl.constexpr, D: tl.constexpr, PAGE: tl.constexpr):
    sequence = tl.program_id(0)
    head = tl.program_id(1)
    rm = tl.arange(0, R)
    rn = tl.arange(0, PAGE)
    rd = tl.arange(0, D)
    at = (sequence * HK + head) * R
    q = tl.load(Q + (at + rm)[:, None] * D + rd[None, :])
    greatest = tl.full([R], -float("inf"), tl.float32)
    total = tl.zeros([R], tl.float32)
    acc = tl.zeros([R, D], tl.float32)
    for n in range(0, S // PAGE):
        page = tl.load(Table + sequence * (S // PAGE) + n).to(tl.int64)
        base = (page * HK + head) * PAGE * D
        k = tl.load(K + base + rn[None, :] * D + rd[:, None])
        s = tl.dot(q, k) * (scale * 1.44269504)
        now = tl.maximum(greatest, tl.max(s, 1))
        p = tl.math.exp2(s - now[:, None])
        alpha = tl.math.exp2(greatest - now)
        total = total * alpha + tl.sum(p, 1)
        v = tl.load(V + base + rn[:, None] * D + rd[None, :])
        acc = tl.dot(p.to(v.dtype), v, acc * alpha[:, None])
        greatest = now
    tl.store(O + (at + rm)[:, None] * D + rd[None, :], (acc / total[:, None]).to(O.dtype.element_ty))


torch.manual_seed(0)
pages = S // PAGE
q = torch.randn(B, HK, R, D, device="cuda").to(torch.bfloat16)
k, v = (torch.randn(B * pages, HK, PAGE, D, device="cuda").to(torch.bfloat16) for _ in range(2))
o = torch.empty_like(q)
table = torch.randperm(B * pages, device="cuda").to(torch.int32)
attend[(B, HK)](q, k, v, o, table, D**-0.5, S, R=R, HK=HK, D=D, PAGE=PAGE, num_warps=4, num_stages=3)
for i in range(B):
    own = table[i * pages:(i + 1) * pages].long()
    ks, vs = (x[own].float().transpose(0, 1).reshape(HK, S, D) for x in (k, v))
    expected = torch.softmax(q[i].float() @ ks.transpose(1, 2) * D**-0.5, 2) @ vs
    torch.testing.assert_close(o[i].float(), expected, rtol=3e-2, atol=3e-2)
