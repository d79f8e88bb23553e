# SPDX-License-Identifier: Apache-2.0
"""C = A @ B as Triton's tutorials write it: blocks in groups of rows, pointers. Measured by ../run.py; the host checks the first rows."""
import torch
import triton
import triton.language as tl

M = 256
N = 256
K = 128
DTYPE = "bfloat16"
INPUTS = "normal"
BLOCK_M = 128
BLOCK_N = 256
BLOCK_K = 64
GROUP = 8


@triton.jit
def multiply(a, b, c, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr, GROUP: tl.constexpr):
    program = tl.program_id(0)
    rows, columns = tl.cdiv(M, BLOCK_M), tl.cdiv(N, BLOCK_N)
    band = program // (GROUP * columns)
    height = tl.minimum(rows - band * GROUP, GROUP)
    inside = program % (GROUP * columns)
    row = band * GROUP + inside % height
    column = inside // height
    m = (row * BLOCK_M + tl.arange(0, BLOCK_M)) % M
    n = (column * BLOCK_N + tl.arange(0, BLOCK_N)) % N
    k = tl.arange(0, BLOCK_K)
    left = a + m[:, None] * K + k[None, :]
    right = b + k[:, None] * N + n[None, :]
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for step in range(0, tl.cdiv(K, BLOCK_K)):
        total = tl.dot(tl.load(left, mask=k[None, :] < K - step * BLOCK_K, other=0.0), tl.load(right, mask=k[:, None] < K - step * BLOCK_K, other=0.0), total)
        left += BLOCK_K
        right += BLOCK_K * N
    m = row * BLOCK_M + tl.arange(0, BLOCK_M)
    n = column * BLOCK_N + tl.arange(0, BLOCK_N)
    tl.store(c + m[:, None] * N + n[None, :], total.to(c.dtype.element_ty), mask=(m[:, None] < M) & (n[None, :] < N))


dtype = getattr(torch, DTYPE)
make_input = {"normal": torch.randn, "uniform": torch.rand}[INPUTS]
torch.manual_seed(0)
a = make_input((M, K), device="cuda").to(dtype)
b = make_input((K, N), device="cuda").to(dtype)
c = torch.empty((M, N), device="cuda", dtype=dtype)
multiply[(triton.cdiv(M, BLOCK_M) * triton.cdiv(N, BLOCK_N),)](a, b, c, M, N, K, BLOCK_M=BLOCK_M, BLOCK_N=BLOCK_N, BLOCK_K=BLOCK_K, GROUP=GROUP, num_warps=8, num_stages=4)
torch.testing.assert_close(c[:4].float(), torch.matmul(a[:4].float(), b.float()), rtol=1e-2, atol=1e-2 * K**0.5)
