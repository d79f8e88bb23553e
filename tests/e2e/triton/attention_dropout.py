# SPDX-License-Identifier: Apache-2.0
# Attention whose probabilities are dropped by hashes and by random numbers: products of which the high half counts stand beside products of matrices.
import torch
import triton
import triton.language as tl


@triton.jit
def attention(
    q_ptr, k_ptr, v_ptr, out, seed, N, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr, MODE: tl.constexpr
):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)
    depth = tl.arange(0, D)
    q = tl.load(q_ptr + rows[:, None] * D + depth[None, :])
    acc = tl.zeros((BM, D), tl.float32)
    most = tl.full((BM,), float("-inf"), tl.float32)
    total = tl.zeros((BM,), tl.float32)
    for start in range(0, N, BN):
        columns = start + tl.arange(0, BN)
        k = tl.load(k_ptr + columns[:, None] * D + depth[None, :])
        v = tl.load(v_ptr + columns[:, None] * D + depth[None, :])
        scores = tl.dot(q, tl.trans(k)) * 0.125
        higher = tl.maximum(most, tl.max(scores, 1))
        p = tl.exp(scores - higher[:, None])
        scale = tl.exp(most - higher)
        total = total * scale + tl.sum(p, 1)
        place = rows[:, None] * N + columns[None, :]
        if MODE == "hash of 32 bits":
            p = tl.where((tl.umulhi(place.to(tl.uint32) * 2654435761, 0xD2511F53) & 1) == 0, p, 0.0)
        elif MODE == "hash of 64 bits":
            p = tl.where((tl.umulhi(place.to(tl.uint64) * 0x9E3779B97F4A7C15, 0xD2511F53D2511F53) & 1) == 0, p, 0.0)
        else:
            p = tl.where(tl.rand(seed, place) > 0.1, p, 0.0)
        acc = acc * scale[:, None] + tl.dot(p.to(tl.float16), v)
        most = higher
    tl.store(out + rows[:, None] * D + depth[None, :], (acc / total[:, None]).to(tl.float16))


N, D = 128, 64
torch.manual_seed(0)
q, k, v = (torch.randn((N, D), dtype=torch.float16, device="cuda") for _ in range(3))
for mode in ("hash of 32 bits", "hash of 64 bits", "random"):
    out = torch.empty_like(q)
    attention[(N // 64,)](q, k, v, out, 42, N, 64, 64, D, mode)
    print(mode, bool(out.isfinite().all()))
