# SPDX-License-Identifier: Apache-2.0
"""A chunk of a state-space model: (C B^T with decays) X."""
import torch
import triton
import triton.language as tl

H = 2
L = 128
N = 64
P = 64


@triton.jit
def chunk(c_ptr, b_ptr, x_ptr, a_ptr, y_ptr, L: tl.constexpr, N: tl.constexpr, P: tl.constexpr):
    h = tl.program_id(0)
    rl = tl.arange(0, L)
    rn = tl.arange(0, N)
    rp = tl.arange(0, P)
    scores = tl.dot(tl.load(c_ptr + (h * L + rl)[:, None] * N + rn[None, :]),
        tl.load(b_ptr + (h * L + rl)[None, :] * N + rn[:, None]))
    a = tl.load(a_ptr + h * L + rl)
    decay = tl.exp(a[:, None] - a[None, :])
    scores = tl.where(rl[:, None] >= rl[None, :], scores * decay, 0.0)
    y = tl.dot(scores.to(tl.float16), tl.load(x_ptr + (h * L + rl)[:, None] * P + rp[None, :]))
    tl.store(y_ptr + (h * L + rl)[:, None] * P + rp[None, :], y.to(tl.float16))


torch.manual_seed(0)
c, b = (torch.randn(H, L, N, device="cuda").to(torch.float16) * 0.2 for _ in range(2))
x = torch.randn(H, L, P, device="cuda").to(torch.float16)
a = -torch.arange(L, device="cuda").float()[None, :].expand(H, L).contiguous() * 0.05
y = torch.empty_like(x)
chunk[(H,)](c, b, x, a, y, L=L, N=N, P=P)
scores = torch.tril((c.float() @ b.float().transpose(1, 2)) * torch.exp(a[:, :, None] - a[:, None, :]))
torch.testing.assert_close(y.float(), scores @ x.float(), rtol=3e-2, atol=3e-2)
