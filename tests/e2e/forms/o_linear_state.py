# SPDX-License-Identifier: Apache-2.0
"""Linear attention with a state that goes on from chunk to chunk."""
import torch
import triton
import triton.language as tl

H = 2
S = 256
D = 64
BC = 64


@triton.jit
def recur(q_ptr, k_ptr, v_ptr, o_ptr, S, D: tl.constexpr, BC: tl.constexpr):
    base = tl.program_id(0).to(tl.int64) * S * D
    rc = tl.arange(0, BC)
    rd = tl.arange(0, D)
    state = tl.zeros((D, D), dtype=tl.float32)
    for s in range(0, S, BC):
        at = base + (s + rc)[:, None] * D + rd[None, :]
        q = tl.load(q_ptr + at)
        k = tl.load(k_ptr + at)
        v = tl.load(v_ptr + at)
        scores = tl.where(rc[:, None] >= rc[None, :], tl.dot(q, tl.trans(k)), 0.0)
        o = tl.dot(scores.to(tl.float16), v) + tl.dot(q, state.to(tl.float16))
        state += tl.dot(tl.trans(k), v)
        tl.store(o_ptr + at, o.to(tl.float16))


torch.manual_seed(0)
q, k, v = (torch.randn(H, S, D, device="cuda").to(torch.float16) * 0.2 for _ in range(3))
o = torch.empty_like(q)
recur[(H,)](q, k, v, o, S, D=D, BC=BC)
expected = torch.tril(q.float() @ k.float().transpose(1, 2)) @ v.float()
torch.testing.assert_close(o.float(), expected, rtol=3e-2, atol=3e-2)
