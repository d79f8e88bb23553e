# SPDX-License-Identifier: Apache-2.0
# Products of f32 by each precision, large enough for the tensor core's instructions and too small for them.
import torch
import triton
import triton.language as tl


@triton.jit
def product(a, b, out, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr, P: tl.constexpr):
    m = tl.arange(0, M)
    n = tl.arange(0, N)
    k = tl.arange(0, K)
    x = tl.load(a + m[:, None] * K + k[None, :])
    y = tl.load(b + k[:, None] * N + n[None, :])
    tl.store(out + m[:, None] * N + n[None, :], tl.dot(x, y, input_precision=P))


torch.manual_seed(1)
for M, N, K in [(8, 8, 8), (16, 16, 16), (32, 32, 32), (64, 64, 32)]:
    for precision in ("tf32", "tf32x3", "ieee"):
        a = torch.randn((M, K), device="cuda")
        b = torch.randn((K, N), device="cuda")
        out = torch.empty((M, N), device="cuda")
        product[(1,)](a, b, out, M, N, K, precision)
        print(M, precision, bool((out - a @ b).abs().max() < (0.1 if precision == "tf32" else 1e-4)))
