# SPDX-License-Identifier: Apache-2.0
"""What kernels with products do besides: atomic operations and what they found, arrays changed in place, sums of columns
and of all, prints and asserts; in a loop over tiles, too."""
import torch
import triton
import triton.language as tl

M = 256
N = 128
K = 128
BM = 128
BN = 64
BK = 32


@triton.jit
def multiply(a_ptr, b_ptr, rm, rn, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    rk = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        a = tl.load(a_ptr + rm[:, None] * K + (k + rk)[None, :])
        b = tl.load(b_ptr + (k + rk)[:, None] * N + rn[None, :])
        acc = tl.dot(a, b, acc)
    return acc


@triton.jit
def found(a_ptr, b_ptr, c_ptr, old_ptr, count_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """What was there before is stored; whole rows are exchanged; a number is counted behind all."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = multiply(a_ptr, b_ptr, rm, rn, N, K, BM, BN, BK)
    at = rm[:, None] * N + rn[None, :]
    old = tl.atomic_xchg(c_ptr + at, acc)
    tl.store(old_ptr + at, old + 1.0)
    tl.atomic_add(count_ptr, 1)


@triton.jit
def in_place(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Tile after tile of one program's; each read, changed, read again and changed by masked atomics."""
    for tile in range(tl.program_id(0), (M // BM) * (N // BN), tl.num_programs(0)):
        rm = tile // (N // BN) * BM + tl.arange(0, BM)
        rn = tile % (N // BN) * BN + tl.arange(0, BN)
        acc = multiply(a_ptr, b_ptr, rm, rn, N, K, BM, BN, BK)
        at = c_ptr + rm[:, None] * N + rn[None, :]
        tl.store(at, tl.load(at) + acc)
        tl.store(at, tl.load(at) * 0.5)
        tl.atomic_max(at, acc, mask=(rm % 2 == 0)[:, None] & (rn < N)[None, :])


@triton.jit
def combined(
    a_ptr, b_ptr, c_ptr, columns_ptr, most_ptr, all_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr
):
    """Along rows, columns and both; each block less its columns' means."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = multiply(a_ptr, b_ptr, rm, rn, N, K, BM, BN, BK)
    tl.device_assert(tl.max(tl.abs(acc)) < 1000.0, "large")
    sums = tl.sum(acc, 0)
    tl.atomic_add(columns_ptr + rn, sums)
    tl.atomic_add(all_ptr, tl.sum(acc))
    tl.store(most_ptr + tl.program_id(0) * N + rn, tl.max(acc, 0))
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc - (sums / BM)[None, :])


@triton.jit
def in_loop(a_ptr, b_ptr, c_ptr, columns_ptr, M, N, K: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    """All blocks of columns, one after the other: each one's largest numbers are told before the next begins."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rk = tl.arange(0, K)
    a = tl.load(a_ptr + rm[:, None] * K + rk[None, :])
    total = tl.zeros((BM,), dtype=tl.float32)
    for n in range(0, N, BN):
        rn = n + tl.arange(0, BN)
        acc = tl.dot(a, tl.load(b_ptr + rk[:, None] * N + rn[None, :]))
        top = tl.max(acc, 0)
        tl.atomic_max(columns_ptr + rn, top)
        total += tl.sum(acc / (1.0 + tl.abs(top))[None, :], 1)
        if tl.program_id(0) == 0:
            print("columns from", n)
    tl.store(c_ptr + rm, total)


torch.manual_seed(0)
a = torch.randn(M, K, device="cuda").to(torch.float16)
b = torch.randn(K, N, device="cuda").to(torch.float16)
product = a.float() @ b.float()
grid = (triton.cdiv(M, BM), triton.cdiv(N, BN))
close = dict(rtol=2e-2, atol=2e-1)

c, old = torch.full((M, N), 3.0, device="cuda"), torch.zeros(M, N, device="cuda")
count = torch.zeros(1, device="cuda", dtype=torch.int32)
found[grid](a, b, c, old, count, M, N, K, BM=BM, BN=BN, BK=BK)
torch.testing.assert_close(c, product, **close)
assert (old == 4.0).all() and count.item() == grid[0] * grid[1]

c = torch.ones(M, N, device="cuda")
in_place[(2,)](a, b, c, M, N, K, BM=BM, BN=BN, BK=BK)
half = (product + 1.0) / 2.0
half[::2] = torch.maximum(half[::2], product[::2])
torch.testing.assert_close(c, half, **close)

c, columns, total = torch.empty(M, N, device="cuda"), torch.zeros(N, device="cuda"), torch.zeros(1, device="cuda")
most = torch.empty(grid[0], N, device="cuda")
combined[grid](a, b, c, columns, most, total, M, N, K, BM=BM, BN=BN, BK=BK)
blocks = product.reshape(grid[0], BM, N)
torch.testing.assert_close(columns, product.sum(0), rtol=2e-2, atol=1.0)
torch.testing.assert_close(total, product.sum().reshape(1), rtol=2e-2, atol=20.0)
torch.testing.assert_close(most, blocks.max(1).values, **close)
torch.testing.assert_close(c, (blocks - blocks.mean(1, keepdim=True)).reshape(M, N), **close)

rows, columns = torch.empty(M, device="cuda"), torch.full((N,), -1000.0, device="cuda")
in_loop[(grid[0],)](a, b, rows, columns, M, N, K, BM=BM, BN=BN)
tops = blocks.max(1).values
torch.testing.assert_close(columns, product.max(0).values, **close)
torch.testing.assert_close(rows, (blocks / (1.0 + tops.abs())[:, None, :]).sum(2).reshape(M), rtol=2e-2, atol=2e-1)
