# SPDX-License-Identifier: Apache-2.0
"""One program a block of queries."""
import triton
import triton.language as tl

LOG2E: tl.constexpr = tl.constexpr(1.4426950408889634)


@triton.heuristics({"EVEN": lambda args: args["length"] % args["BLOCK_N"] == 0})
@triton.jit
def forward(q_ptr, k_ptr, v_ptr, o_ptr, length, scale, CAUSAL: tl.constexpr, DIM: tl.constexpr, BLOCK_M: tl.constexpr,
            BLOCK_N: tl.constexpr, EVEN: tl.constexpr):
    start = tl.program_id(0) * BLOCK_M
    head = tl.program_id(1) * length * DIM
    rows = start + tl.arange(0, BLOCK_M)
    dims = tl.arange(0, DIM)
    q = tl.load(q_ptr + head + rows[:, None] * DIM + dims[None, :], mask=rows[:, None] < length, other=0.0)
    best = tl.full((BLOCK_M,), float("-inf"), tl.float32)
    total = tl.zeros((BLOCK_M,), tl.float32)
    acc = tl.zeros((BLOCK_M, DIM), tl.float32)
    stop = tl.minimum(start + BLOCK_M, length) if CAUSAL else length
    for first in range(0, stop, BLOCK_N):
        cols = first + tl.arange(0, BLOCK_N)
        if EVEN:
            k = tl.load(k_ptr + head + cols[:, None] * DIM + dims[None, :])
            v = tl.load(v_ptr + head + cols[:, None] * DIM + dims[None, :])
        else:
            k = tl.load(k_ptr + head + cols[:, None] * DIM + dims[None, :], mask=cols[:, None] < length, other=0.0)
            v = tl.load(v_ptr + head + cols[:, None] * DIM + dims[None, :], mask=cols[:, None] < length, other=0.0)
        s = tl.dot(q, tl.trans(k), input_precision="ieee") * scale * LOG2E
        s = tl.where(cols[None, :] < length, s, float("-inf"))
        if CAUSAL:
            s = tl.where(rows[:, None] >= cols[None, :], s, float("-inf"))
        peak = tl.maximum(best, tl.max(s, axis=1))
        p = tl.exp2(s - peak[:, None])
        shrink = tl.exp2(best - peak)
        total = total * shrink + tl.sum(p, axis=1)
        acc = acc * shrink[:, None] + tl.dot(p.to(v.dtype), v, input_precision="ieee")
        best = peak
    tl.store(o_ptr + head + rows[:, None] * DIM + dims[None, :], (acc / total[:, None]).to(o_ptr.dtype.element_ty),
             mask=rows[:, None] < length)
