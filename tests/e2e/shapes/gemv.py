# SPDX-License-Identifier: Apache-2.0
"""A linear layer on one token without tensor cores: rows of weights times x, summed."""
import torch
import triton
import triton.language as tl

N = 32
K = 1024
BN = 4
BK = 512


@triton.jit
def linear(x_ptr, w_ptr, y_ptr, K, BN: tl.constexpr, BK: tl.constexpr):
    rn = tl.program_id(0) * BN + tl.arange(0, BN)
    rk = tl.arange(0, BK)
    acc = tl.zeros((BN, BK), dtype=tl.float32)
    for k in range(0, K, BK):
        x = tl.load(x_ptr + k + rk).to(tl.float32)
        w = tl.load(w_ptr + rn[:, None] * K + (k + rk)[None, :]).to(tl.float32)
        acc += w * x[None, :]
    tl.store(y_ptr + rn, tl.sum(acc, 1).to(y_ptr.dtype.element_ty))


torch.manual_seed(0)
x = torch.randn(K, device="cuda").to(torch.bfloat16)
w = torch.randn(N, K, device="cuda").to(torch.bfloat16)
y = torch.empty(N, device="cuda", dtype=torch.bfloat16)
linear[(N // BN,)](x, w, y, K, BN=BN, BK=BK, num_warps=4)
torch.testing.assert_close(y.float(), w.float() @ x.float(), rtol=2e-2, atol=2e-1)
