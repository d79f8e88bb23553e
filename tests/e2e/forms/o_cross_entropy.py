# SPDX-License-Identifier: Apache-2.0
"""A linear layer and its cross entropy in one kernel: logits never reach memory."""
import torch
import triton
import triton.language as tl

M = 256
V = 512
K = 128
BM = 128
BV = 128
BK = 64


@triton.jit
def losses(x_ptr, w_ptr, t_ptr, l_ptr, M, V, K, BM: tl.constexpr, BV: tl.constexpr, BK: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rk = tl.arange(0, BK)
    wanted = tl.load(t_ptr + rm)
    greatest = tl.full((BM,), -float("inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    own = tl.zeros((BM,), tl.float32)
    for v in range(0, V, BV):
        rv = v + tl.arange(0, BV)
        logits = tl.zeros((BM, BV), dtype=tl.float32)
        for k in range(0, K, BK):
            logits = tl.dot(tl.load(x_ptr + rm[:, None] * K + (k + rk)[None, :]),
                tl.load(w_ptr + rv[None, :] * K + (k + rk)[:, None]), logits)
        now = tl.maximum(greatest, tl.max(logits, 1))
        total = total * tl.exp(greatest - now) + tl.sum(tl.exp(logits - now[:, None]), 1)
        own += tl.sum(tl.where(rv[None, :] == wanted[:, None], logits, 0.0), 1)
        greatest = now
    tl.store(l_ptr + rm, greatest + tl.log(total) - own)


torch.manual_seed(0)
x = torch.randn(M, K, device="cuda").to(torch.float16)
w = torch.randn(V, K, device="cuda").to(torch.float16) * 0.1
t = torch.randint(0, V, (M,), device="cuda").to(torch.int32)
l = torch.empty(M, device="cuda")
losses[(M // BM,)](x, w, t, l, M, V, K, BM=BM, BV=BV, BK=BK)
logits = x.float() @ w.float().T
expected = torch.logsumexp(logits, 1) - logits.gather(1, t.long()[:, None])[:, 0]
torch.testing.assert_close(l, expected, rtol=1e-2, atol=1e-2)
