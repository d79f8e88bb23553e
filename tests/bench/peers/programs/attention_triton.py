# SPDX-License-Identifier: Apache-2.0
"""Attention forward as Triton's tutorials write it: a block of queries a program, a loop over blocks of keys. Measured by ../run.py; the host checks the
first rows."""
import torch
import triton
import triton.language as tl

BATCH = 1
HEADS = 1
SEQUENCE = 256
HEAD_DIM = 64
DTYPE = "float16"
INPUTS = "normal"
BLOCK_M = 128
BLOCK_N = 64
CAUSAL = False


@triton.jit
def attend(Q, K, V, Out, scale, SEQUENCE, HEAD_DIM: tl.constexpr, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, CAUSAL: tl.constexpr):
    first = tl.program_id(0) * BLOCK_M
    offset = tl.program_id(1) * SEQUENCE * HEAD_DIM
    m = first + tl.arange(0, BLOCK_M)
    n = tl.arange(0, BLOCK_N)
    d = tl.arange(0, HEAD_DIM)
    q = tl.load(Q + offset + m[:, None] * HEAD_DIM + d[None, :])
    k_pointers = K + offset + n[None, :] * HEAD_DIM + d[:, None]
    v_pointers = V + offset + n[:, None] * HEAD_DIM + d[None, :]
    greatest = tl.full([BLOCK_M], -float("inf"), tl.float32)
    total = tl.zeros([BLOCK_M], tl.float32)
    acc = tl.zeros([BLOCK_M, HEAD_DIM], tl.float32)
    factor = scale * 1.44269504  # powers of 2, not of e
    last = first + BLOCK_M if CAUSAL else SEQUENCE
    for start in range(0, last, BLOCK_N):
        s = tl.dot(q, tl.load(k_pointers + start * HEAD_DIM))
        if CAUSAL:
            s = tl.where(m[:, None] >= start + n[None, :], s, -float("inf"))
        now = tl.maximum(greatest, tl.max(s, 1) * factor)
        p = tl.math.exp2(s * factor - now[:, None])
        alpha = tl.math.exp2(greatest - now)
        total = total * alpha + tl.sum(p, 1)
        acc = acc * alpha[:, None]
        v = tl.load(v_pointers + start * HEAD_DIM)
        acc = tl.dot(p.to(v.dtype), v, acc)
        greatest = now
    tl.store(Out + offset + m[:, None] * HEAD_DIM + d[None, :], (acc / total[:, None]).to(Out.dtype.element_ty))


dtype = getattr(torch, DTYPE)
make_input = {"normal": torch.randn, "uniform": torch.rand}[INPUTS]
torch.manual_seed(0)
q, k, v = (make_input((BATCH, HEADS, SEQUENCE, HEAD_DIM), device="cuda").to(dtype) for _ in range(3))
o = torch.empty_like(q)
attend[(SEQUENCE // BLOCK_M, BATCH * HEADS)](q, k, v, o, HEAD_DIM**-0.5, SEQUENCE, HEAD_DIM=HEAD_DIM, BLOCK_M=BLOCK_M, BLOCK_N=BLOCK_N, CAUSAL=CAUSAL, num_warps=8, num_stages=3)
scores = torch.matmul(q[0, 0, :4].float(), k[0, 0].float().transpose(0, 1)) * HEAD_DIM**-0.5
if CAUSAL:
    scores = scores.masked_fill(torch.arange(4, device="cuda")[:, None] < torch.arange(SEQUENCE, device="cuda")[None, :], -float("inf"))
p = torch.softmax(scores, dim=1)
torch.testing.assert_close(o[0, 0, :4].float(), torch.matmul(p, v[0, 0].float()), rtol=2e-2, atol=2e-2)
