# SPDX-License-Identifier: Apache-2.0
# Products of batches by pointers: batches (and heads) are axes of the grid, or come out of one program's number; with and without masks, which say nothing
# where sizes divide; with an epilogue of rows where no mask says how many there are, or of a number in memory.
import torch
import triton
import triton.language as tl

BATCH = 3
HEADS = 1
M = 256
N = 192
K = 128
ORDER = "axes"
MASKS = False
EPILOGUE = ""


@triton.jit
def matmul(
    a_ptr, b_ptr, c_ptr, bias_ptr, more_ptr, M, N, K, HEADS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
    ORDER: tl.constexpr, MASKS: tl.constexpr, EPILOGUE: tl.constexpr
):
    if ORDER == "flat":
        tiles_n = tl.cdiv(N, BN)
        tiles = tl.cdiv(M, BM) * tiles_n
        both = tl.program_id(0) // tiles
        rest = tl.program_id(0) % tiles
        rm = rest // tiles_n * BM + tl.arange(0, BM)
        rn = rest % tiles_n * BN + tl.arange(0, BN)
        batch, head = both // HEADS, both % HEADS
    else:
        rm = tl.program_id(0) * BM + tl.arange(0, BM)
        rn = tl.program_id(1) * BN + tl.arange(0, BN)
        batch, head = tl.program_id(2) // HEADS, tl.program_id(2) % HEADS
    rk = tl.arange(0, BK)
    a_ptr += batch * HEADS * M * K + head * M * K
    b_ptr += batch * HEADS * K * N + head * K * N
    c_ptr += batch * HEADS * M * N + head * M * N
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for k in range(0, K, BK):
        if MASKS:
            a = tl.load(a_ptr + rm[:, None] * K + (k + rk)[None, :], mask=(rm < M)[:, None] & (k + rk < K)[None, :], other=0.0)
            b = tl.load(b_ptr + (k + rk)[:, None] * N + rn[None, :], mask=(k + rk < K)[:, None] & (rn < N)[None, :], other=0.0)
        else:
            a = tl.load(a_ptr + rm[:, None] * K + (k + rk)[None, :])
            b = tl.load(b_ptr + (k + rk)[:, None] * N + rn[None, :])
        acc = tl.dot(a, b, acc)
    if EPILOGUE == "rows":
        acc += tl.load(bias_ptr + rm).to(tl.float32)[:, None]
    if EPILOGUE == "scale":
        acc *= tl.load(bias_ptr + 1).to(tl.float32)
    if EPILOGUE == "residual":
        acc += tl.load(more_ptr + rm[:, None] * N + rn[None, :]).to(tl.float32)
    at = c_ptr + rm[:, None] * N + rn[None, :]
    if MASKS:
        tl.store(at, acc.to(tl.float16), mask=(rm < M)[:, None] & (rn < N)[None, :])
    else:
        tl.store(at, acc.to(tl.float16))


torch.manual_seed(0)
a, b, bias, more = (torch.randn(*s, device="cuda").to(torch.float16) for s in [(BATCH * HEADS, M, K), (BATCH * HEADS, K, N), (M,), (M, N)])
c = torch.zeros(BATCH * HEADS, M, N, device="cuda", dtype=torch.float16)
tiles = (triton.cdiv(M, 64), triton.cdiv(N, 64), BATCH * HEADS)
grid = (tiles[0] * tiles[1] * tiles[2],) if ORDER == "flat" else tiles
matmul[grid](a, b, c, bias, more, M, N, K, HEADS=HEADS, BM=64, BN=64, BK=64, ORDER=ORDER, MASKS=MASKS, EPILOGUE=EPILOGUE)
wanted = a.float() @ b.float()
if EPILOGUE == "rows":
    wanted = wanted + bias.float()[:, None]
if EPILOGUE == "scale":
    wanted = wanted * bias.float()[1]
if EPILOGUE == "residual":
    wanted = wanted + more.float()
torch.testing.assert_close(c.float(), wanted, rtol=2e-2, atol=2e-1)
