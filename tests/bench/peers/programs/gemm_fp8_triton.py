# SPDX-License-Identifier: Apache-2.0
"""C = A @ B^T of 8-bit numbers (e4m3) as Triton's tutorials write it, with k along the rows of both, as tensor cores want
them. For ../../time/structures.mjs; the host checks the first rows."""
import torch
import triton
import triton.language as tl

M = 256
N = 256
K = 128
INPUTS = "normal"
BLOCK_M = 128
BLOCK_N = 256
BLOCK_K = 128
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
    right = b + n[None, :] * K + k[:, None]
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for step in range(0, tl.cdiv(K, BLOCK_K)):
        x = tl.load(left, mask=k[None, :] < K - step * BLOCK_K, other=0.0)
        y = tl.load(right, mask=k[:, None] < K - step * BLOCK_K, other=0.0)
        total = tl.dot(x, y, total)
        left += BLOCK_K
        right += BLOCK_K
    m = row * BLOCK_M + tl.arange(0, BLOCK_M)
    n = column * BLOCK_N + tl.arange(0, BLOCK_N)
    tl.store(c + m[:, None] * N + n[None, :], total.to(c.dtype.element_ty), mask=(m[:, None] < M) & (n[None, :] < N))


make_input = {"normal": torch.randn, "uniform": torch.rand}[INPUTS]
torch.manual_seed(0)
a = make_input((M, K), device="cuda").to(torch.float8_e4m3fn)
b = make_input((N, K), device="cuda").to(torch.float8_e4m3fn)
c = torch.empty((M, N), device="cuda", dtype=torch.bfloat16)
grid = (triton.cdiv(M, BLOCK_M) * triton.cdiv(N, BLOCK_N),)
multiply[grid](a, b, c, M, N, K, BLOCK_M=BLOCK_M, BLOCK_N=BLOCK_N, BLOCK_K=BLOCK_K, GROUP=GROUP, num_warps=8, num_stages=4)
wanted = torch.matmul(a[:4].float(), b.float().transpose(0, 1))
torch.testing.assert_close(c[:4].float(), wanted, rtol=1e-2, atol=1e-2 * K**0.5)
