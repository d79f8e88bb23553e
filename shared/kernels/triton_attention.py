# Fused attention: forward and backward without ever storing the scores (Triton)
#
# A program holds BLOCK_M queries and goes through the keys in blocks, keeping for each query the greatest score so far (m), the sum of
# the powers (l) and the weighted values (acc); when m grows, l and acc are scaled down. Causal attention does the blocks left
# of the diagonal first and the one on it, which needs a mask, last. Backward computes the powers again from m.
import torch

import triton
import triton.language as tl

BATCH = 1
HEADS = 2
N_CTX = 128
HEAD_DIM = 32
FORWARD_QUERIES = 64  # of a program; no block of keys may be larger than HEAD_DIM
FORWARD_KEYS = 32
BACKWARD_BLOCK = 32

DEVICE = triton.runtime.driver.active.get_active_torch_device()


@triton.jit
def attention_inner(acc, l_i, m_i, q, k_ptrs, v_ptrs, stride_kn, stride_vn, start_m, qk_scale, BLOCK_M: tl.constexpr,
                    BLOCK_N: tl.constexpr, STAGE: tl.constexpr, offs_m: tl.constexpr, offs_n: tl.constexpr, N_CTX: tl.constexpr):
    # Stage 1 is left of the diagonal, stage 2 the diagonal itself, stage 3 everything.
    if STAGE == 1:
        lo, hi = 0, start_m * BLOCK_M
    elif STAGE == 2:
        lo, hi = start_m * BLOCK_M, (start_m + 1) * BLOCK_M
        lo = tl.multiple_of(lo, BLOCK_M)
    else:
        lo, hi = 0, N_CTX
    for start_n in tl.range(lo, hi, BLOCK_N):
        start_n = tl.multiple_of(start_n, BLOCK_N)
        k = tl.load(k_ptrs + start_n * stride_kn)
        qk = tl.dot(q, k)
        if STAGE == 2:
            mask = offs_m[:, None] >= (start_n + offs_n[None, :])
            qk = qk * qk_scale + tl.where(mask, 0, -1.0e6)
            m_ij = tl.maximum(m_i, tl.max(qk, 1))
            qk -= m_ij[:, None]
        else:
            m_ij = tl.maximum(m_i, tl.max(qk, 1) * qk_scale)
            qk = qk * qk_scale - m_ij[:, None]
        p = tl.math.exp2(qk)
        alpha = tl.math.exp2(m_i - m_ij)
        l_i = l_i * alpha + tl.sum(p, 1)
        acc = acc * alpha[:, None]
        v = tl.load(v_ptrs + start_n * stride_vn)
        acc = tl.dot(p.to(v.dtype), v, acc)
        m_i = m_ij
    return acc, l_i, m_i


@triton.jit
def attention_forward(Q, K, V, sm_scale, M, Out, stride_z, stride_h, stride_n, H, N_CTX: tl.constexpr, HEAD_DIM: tl.constexpr,
                      BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, STAGE: tl.constexpr):
    tl.static_assert(BLOCK_N <= HEAD_DIM)
    start_m = tl.program_id(0)
    off_hz = tl.program_id(1)
    offset = (off_hz // H).to(tl.int64) * stride_z + (off_hz % H).to(tl.int64) * stride_h
    offs_m = start_m * BLOCK_M + tl.arange(0, BLOCK_M)
    offs_n = tl.arange(0, BLOCK_N)
    offs_d = tl.arange(0, HEAD_DIM)
    q_ptrs = Q + offset + offs_m[:, None] * stride_n + offs_d[None, :]
    k_ptrs = K + offset + offs_n[None, :] * stride_n + offs_d[:, None]
    v_ptrs = V + offset + offs_n[:, None] * stride_n + offs_d[None, :]
    m_i = tl.zeros([BLOCK_M], dtype=tl.float32) - float("inf")
    l_i = tl.zeros([BLOCK_M], dtype=tl.float32) + 1.0
    acc = tl.zeros([BLOCK_M, HEAD_DIM], dtype=tl.float32)
    qk_scale = sm_scale
    qk_scale *= 1.44269504  # 1/log(2)
    q = tl.load(q_ptrs)
    if STAGE & 1:
        acc, l_i, m_i = attention_inner(acc, l_i, m_i, q, k_ptrs, v_ptrs, stride_n, stride_n, start_m, qk_scale, BLOCK_M, BLOCK_N,
                                        4 - STAGE, offs_m, offs_n, N_CTX)
    if STAGE & 2:
        acc, l_i, m_i = attention_inner(acc, l_i, m_i, q, k_ptrs, v_ptrs, stride_n, stride_n, start_m, qk_scale, BLOCK_M, BLOCK_N,
                                        2, offs_m, offs_n, N_CTX)
    m_i += tl.math.log2(l_i)
    acc = acc / l_i[:, None]
    tl.store(M + off_hz * N_CTX + offs_m, m_i)
    tl.store(Out + offset + offs_m[:, None] * stride_n + offs_d[None, :], acc.to(Out.type.element_ty))


@triton.jit
def attention_preprocess(O, DO, Delta, N_CTX, BLOCK_M: tl.constexpr, HEAD_DIM: tl.constexpr):
    off_m = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    off_hz = tl.program_id(1)
    off_n = tl.arange(0, HEAD_DIM)
    rows = off_hz * HEAD_DIM * N_CTX + off_m[:, None] * HEAD_DIM + off_n[None, :]
    o = tl.load(O + rows)
    do = tl.load(DO + rows).to(tl.float32)
    tl.store(Delta + off_hz * N_CTX + off_m, tl.sum(o * do, axis=1))


@triton.jit
def attention_dkdv(dk, dv, Q, k, v, DO, M, D, stride_tok, start_n, start_m, num_steps, BLOCK_M1: tl.constexpr, BLOCK_N1: tl.constexpr,
                   HEAD_DIM: tl.constexpr, MASK: tl.constexpr):
    offs_m = start_m + tl.arange(0, BLOCK_M1)
    offs_n = start_n + tl.arange(0, BLOCK_N1)
    offs_k = tl.arange(0, HEAD_DIM)
    qT_ptrs = Q + offs_m[None, :] * stride_tok + offs_k[:, None]
    do_ptrs = DO + offs_m[:, None] * stride_tok + offs_k[None, :]
    curr_m = start_m
    for _ in range(num_steps):
        qT = tl.load(qT_ptrs)
        offs_m = curr_m + tl.arange(0, BLOCK_M1)
        m = tl.load(M + offs_m)
        pT = tl.math.exp2(tl.dot(k, qT) - m[None, :])
        if MASK:
            pT = tl.where(offs_m[None, :] >= offs_n[:, None], pT, 0.0)
        do = tl.load(do_ptrs)
        dv += tl.dot(pT.to(tl.float16), do)
        Di = tl.load(D + offs_m)
        dpT = tl.dot(v, tl.trans(do)).to(tl.float32)
        dsT = (pT * (dpT - Di[None, :])).to(tl.float16)
        dk += tl.dot(dsT, tl.trans(qT))
        curr_m += BLOCK_M1
        qT_ptrs += BLOCK_M1 * stride_tok
        do_ptrs += BLOCK_M1 * stride_tok
    return dk, dv


@triton.jit
def attention_dq(dq, q, K, V, do, m, Di, stride_tok, start_m, start_n, num_steps, BLOCK_M2: tl.constexpr, BLOCK_N2: tl.constexpr,
                 HEAD_DIM: tl.constexpr, MASK: tl.constexpr):
    offs_m = start_m + tl.arange(0, BLOCK_M2)
    offs_n = start_n + tl.arange(0, BLOCK_N2)
    offs_k = tl.arange(0, HEAD_DIM)
    kT_ptrs = K + offs_n[None, :] * stride_tok + offs_k[:, None]
    vT_ptrs = V + offs_n[None, :] * stride_tok + offs_k[:, None]
    curr_n = start_n
    for _ in range(num_steps):
        kT = tl.load(kT_ptrs)
        vT = tl.load(vT_ptrs)
        p = tl.math.exp2(tl.dot(q, kT) - m)
        if MASK:
            offs_n = curr_n + tl.arange(0, BLOCK_N2)
            p = tl.where(offs_m[:, None] >= offs_n[None, :], p, 0.0)
        dp = tl.dot(do, vT).to(tl.float32)
        ds = (p * (dp - Di[:, None])).to(tl.float16)
        dq += tl.dot(ds, tl.trans(kT))
        curr_n += BLOCK_N2
        kT_ptrs += BLOCK_N2 * stride_tok
        vT_ptrs += BLOCK_N2 * stride_tok
    return dq


@triton.jit
def attention_backward(Q, K, V, sm_scale, DO, DQ, DK, DV, M, D, stride_z, stride_h, stride_tok, H, N_CTX, BLOCK: tl.constexpr,
                       HEAD_DIM: tl.constexpr, CAUSAL: tl.constexpr):
    LN2: tl.constexpr = 0.6931471824645996
    bhid = tl.program_id(2)
    adj = (stride_h * (bhid % H) + stride_z * (bhid // H)).to(tl.int64)
    pid = tl.program_id(0)
    Q += adj
    K += adj
    V += adj
    DO += adj
    DQ += adj
    DK += adj
    DV += adj
    M += bhid * N_CTX
    D += bhid * N_CTX
    offs_k = tl.arange(0, HEAD_DIM)
    start = pid * BLOCK
    offs = start + tl.arange(0, BLOCK)
    rows = offs[:, None] * stride_tok + offs_k[None, :]

    # dK and dV of this block of keys: all queries, or with a mask those on the diagonal and then those after it.
    dv = tl.zeros([BLOCK, HEAD_DIM], dtype=tl.float32)
    dk = tl.zeros([BLOCK, HEAD_DIM], dtype=tl.float32)
    k = tl.load(K + rows)
    v = tl.load(V + rows)
    start_m = 0
    if CAUSAL:
        dk, dv = attention_dkdv(dk, dv, Q, k, v, DO, M, D, stride_tok, start, start, 1, BLOCK, BLOCK, HEAD_DIM, MASK=True)
        start_m = start + BLOCK
    num_steps = (N_CTX - start_m) // BLOCK
    dk, dv = attention_dkdv(dk, dv, Q, k, v, DO, M, D, stride_tok, start, start_m, num_steps, BLOCK, BLOCK, HEAD_DIM, MASK=False)
    tl.store(DV + rows, dv)
    tl.store(DK + rows, dk * sm_scale)

    # dQ of the queries of the same number.
    q = tl.load(Q + rows)
    dq = tl.zeros([BLOCK, HEAD_DIM], dtype=tl.float32)
    do = tl.load(DO + rows)
    m = tl.load(M + offs)[:, None]
    Di = tl.load(D + offs)
    end_n = N_CTX
    if CAUSAL:
        dq = attention_dq(dq, q, K, V, do, m, Di, stride_tok, start, start, 1, BLOCK, BLOCK, HEAD_DIM, MASK=True)
        end_n = start
    num_steps = end_n // BLOCK
    dq = attention_dq(dq, q, K, V, do, m, Di, stride_tok, start, 0, num_steps, BLOCK, BLOCK, HEAD_DIM, MASK=False)
    tl.store(DQ + rows, dq * LN2)


class Attention(torch.autograd.Function):

    @staticmethod
    def forward(ctx, q, k, v, causal, sm_scale):
        o = torch.empty_like(q)
        BLOCK_M, BLOCK_N = FORWARD_QUERIES, FORWARD_KEYS
        M = torch.empty((q.shape[0], q.shape[1], q.shape[2]), device=q.device, dtype=torch.float32)
        grid = (triton.cdiv(q.shape[2], BLOCK_M), q.shape[0] * q.shape[1])
        attention_forward[grid](q, k, v, sm_scale, M, o, q.stride(0), q.stride(1), q.stride(2), q.shape[1], N_CTX=q.shape[2],
                                HEAD_DIM=q.shape[3], BLOCK_M=BLOCK_M, BLOCK_N=BLOCK_N, STAGE=3 if causal else 1)
        ctx.save_for_backward(q, k, v, o, M)
        ctx.sm_scale = sm_scale
        ctx.causal = causal
        return o

    @staticmethod
    def backward(ctx, do):
        q, k, v, o, M = ctx.saved_tensors
        assert do.is_contiguous()
        dq, dk, dv = torch.empty_like(q), torch.empty_like(k), torch.empty_like(v)
        batch, heads, n_ctx = q.shape[:3]
        BLOCK = BACKWARD_BLOCK
        # Powers of 2 are taken instead of e: the keys carry the factor.
        scaled_k = k * (ctx.sm_scale * 1.4426950408889634)
        delta = torch.empty_like(M)
        attention_preprocess[(n_ctx // BLOCK, batch * heads)](o, do, delta, n_ctx, BLOCK_M=BLOCK, HEAD_DIM=q.shape[3])
        attention_backward[(n_ctx // BLOCK, 1, batch * heads)](q, scaled_k, v, ctx.sm_scale, do, dq, dk, dv, M, delta, q.stride(0),
                                                               q.stride(1), q.stride(2), heads, n_ctx, BLOCK=BLOCK,
                                                               HEAD_DIM=q.shape[3], CAUSAL=ctx.causal)
        return dq, dk, dv, None, None


attention = Attention.apply


def reference(q, k, v, do, causal, sm_scale):
    q, k, v, do = q.float(), k.float(), v.float(), do.float()
    scores = torch.matmul(q, k.transpose(2, 3)) * sm_scale
    if causal:
        future = torch.tril(torch.ones((q.shape[2], q.shape[2]), device=q.device)) == 0
        scores = scores.masked_fill(future, float("-inf"))
    p = torch.softmax(scores, dim=-1)
    out = torch.matmul(p, v)
    dp = torch.matmul(do, v.transpose(2, 3))
    ds = p * (dp - (do * out).sum(-1, keepdim=True)) * sm_scale
    return out, torch.matmul(ds, k), torch.matmul(ds.transpose(2, 3), q), torch.matmul(p.transpose(2, 3), do)


torch.manual_seed(20)
shape = (BATCH, HEADS, N_CTX, HEAD_DIM)
sm_scale = 0.5
for causal in (True, False):
    q, k, v = [torch.randn(shape, dtype=torch.float16, device=DEVICE).requires_grad_() for _ in range(3)]
    do = torch.randn(shape, dtype=torch.float16, device=DEVICE)
    out = attention(q, k, v, causal, sm_scale)
    out.backward(do)
    expected = reference(q, k, v, do, causal, sm_scale)
    for actual, wanted in zip((out, q.grad, k.grad, v.grad), expected):
        torch.testing.assert_close(actual.float(), wanted, atol=2e-2, rtol=2e-2)
    print(f"{'causal' if causal else 'full'} attention, {N_CTX} positions of {HEAD_DIM}: output, dq, dk and dv agree")
