# SPDX-License-Identifier: Apache-2.0
"""Products that branches decide on: blocks that are skipped, arrays that are chosen, loops in branches and branches in
loops; a condition from memory, one that never holds."""
import torch
import triton
import triton.language as tl

M = 256
N = 128
K = 256
BM = 128
BN = 64
BK = 32


@triton.jit
def skipped(a_ptr, b_ptr, c_ptr, keep_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Blocks that memory says, and only up to the diagonal; two products in one branch."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, 2 * BK):
        rk = k + tl.arange(0, BK)
        if tl.load(keep_ptr + k // (2 * BK)) != 0:
            if k < (tl.program_id(0) + 1) * BM:
                acc = tl.dot(
                    tl.load(a_ptr + rm[:, None] * K + rk[None, :]), tl.load(b_ptr + rk[:, None] * N + rn[None, :]), acc
                )
                rk += BK
                acc = tl.dot(
                    tl.load(a_ptr + rm[:, None] * K + rk[None, :]), tl.load(b_ptr + rk[:, None] * N + rn[None, :]), acc
                )
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def either(a_ptr, b_ptr, d_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """One right operand or the other, in a branch of its own or by what a branch says; sums that branches scale."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.program_id(1) * BN + tl.arange(0, BN)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    shift = 0
    for k in range(0, K, BK):
        rk = k + tl.arange(0, BK)
        a = tl.load(a_ptr + rm[:, None] * K + rk[None, :])
        if k % (2 * BK) == 0:
            acc = tl.dot(a, tl.load(b_ptr + rk[:, None] * N + rn[None, :]), acc)
        else:
            acc = tl.dot(a, tl.load(d_ptr + rk[:, None] * N + rn[None, :]), acc)
        if k >= K // 2:
            acc *= 0.5
            shift += BK
    for k in range(shift, K, BK):
        rk = k + tl.arange(0, BK)
        rest = tl.load(a_ptr + rm[:, None] * K + rk[None, :], mask=(rk < K)[None, :], other=0.0)
        acc = tl.dot(rest, tl.load(b_ptr + rk[:, None] * N + rn[None, :], mask=(rk < K)[:, None], other=0.0), acc)
    tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def nested(a_ptr, b_ptr, c_ptr, M, N, K, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    """Tiles of a triangle alone; what is left is zeros."""
    for tile in range(tl.program_id(0), (M // BM) * (N // BN), tl.num_programs(0)):
        row, column = tile // (N // BN), tile % (N // BN)
        rm = row * BM + tl.arange(0, BM)
        rn = column * BN + tl.arange(0, BN)
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        if column <= row:
            for k in range(0, K, BK):
                rk = k + tl.arange(0, BK)
                acc = tl.dot(
                    tl.load(a_ptr + rm[:, None] * K + rk[None, :]), tl.load(b_ptr + rk[:, None] * N + rn[None, :]), acc
                )
        tl.store(c_ptr + rm[:, None] * N + rn[None, :], acc)


@triton.jit
def attend(q_ptr, k_ptr, v_ptr, keep_ptr, o_ptr, S, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    """Attention to the blocks of keys that memory says."""
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rd = tl.arange(0, D)
    q = tl.load(q_ptr + rm[:, None] * D + rd[None, :])
    top = tl.full((BM,), -1e30, dtype=tl.float32)
    total = tl.zeros((BM,), dtype=tl.float32)
    acc = tl.zeros((BM, D), dtype=tl.float32)
    for n in range(0, S, BN):
        rn = n + tl.arange(0, BN)
        if tl.load(keep_ptr + tl.program_id(0) * (S // BN) + n // BN) != 0:
            k = tl.load(k_ptr + rn[None, :] * D + rd[:, None])
            s = tl.dot(q, k) * 0.18
            now = tl.maximum(top, tl.max(s, 1))
            p = tl.math.exp2(s - now[:, None])
            scale = tl.math.exp2(top - now)
            total = total * scale + tl.sum(p, 1)
            v = tl.load(v_ptr + rn[:, None] * D + rd[None, :])
            acc = tl.dot(p.to(tl.float16), v, acc * scale[:, None])
            top = now
    tl.store(o_ptr + rm[:, None] * D + rd[None, :], acc / total[:, None])


torch.manual_seed(0)
a = torch.randn(M, K, device="cuda").to(torch.float16)
b = torch.randn(K, N, device="cuda").to(torch.float16)
d = torch.randn(K, N, device="cuda").to(torch.float16)
grid = (triton.cdiv(M, BM), triton.cdiv(N, BN))
c = torch.empty(M, N, device="cuda")
af, bf, df = a.float(), b.float(), d.float()
close = dict(rtol=2e-2, atol=2e-1)

blocks = K // (2 * BK)
for some in (1, blocks + 1, 2):  # all, none, every other one
    keep = (torch.arange(1, blocks + 1, device="cuda") % some == 0).to(torch.int32)
    skipped[grid](a, b, c, keep, M, N, K, BM=BM, BN=BN, BK=BK)
    kept = keep.repeat_interleave(2 * BK).float()
    expected = torch.cat(
        [(af[i * BM : (i + 1) * BM] * kept)[:, : (i + 1) * BM] @ bf[: (i + 1) * BM] for i in range(grid[0])]
    )
    torch.testing.assert_close(c, expected, **close)

either[grid](a, b, d, c, M, N, K, BM=BM, BN=BN, BK=BK)
expected = torch.zeros(M, N, device="cuda")
for k in range(0, K, BK):
    expected = expected + af[:, k : k + BK] @ (bf if k % (2 * BK) == 0 else df)[k : k + BK]
    if k >= K // 2:
        expected = expected * 0.5
torch.testing.assert_close(c, expected + af[:, K // 2 :] @ bf[K // 2 :], **close)

nested[(3,)](a, b, c, M, N, K, BM=BM, BN=BN, BK=BK)
expected = af @ bf
for row in range(grid[0]):
    expected[row * BM : (row + 1) * BM, (row + 1) * BN :] = 0.0
torch.testing.assert_close(c, expected, **close)

S, D = 256, 64
q, k, v = (torch.randn(S, D, device="cuda").to(torch.float16) for _ in range(3))
keep = torch.tensor([[1, 0, 0, 1], [0, 1, 1, 0]], device="cuda", dtype=torch.int32)
o = torch.empty(S, D, device="cuda")
attend[(S // BM,)](q, k, v, keep, o, S, D=D, BM=BM, BN=64)
scores = (q.float() @ k.float().T) * 0.18 * 0.6931472
allowed = keep.repeat_interleave(BM, 0).repeat_interleave(64, 1)
weights = torch.softmax(torch.where(allowed != 0, scores, -1e30), 1)
torch.testing.assert_close(o, weights @ v.float(), rtol=2e-2, atol=2e-2)
