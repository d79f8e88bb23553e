# SPDX-License-Identifier: Apache-2.0
# Kernels in the style of public packages: norms with optional bias, cross entropy with ignored labels, scans, chunks from the last to the first, quantization.
import torch, triton, triton.language as tl
from triton.language.extra import libdevice


@triton.autotune(configs=[triton.Config({}, num_warps=w) for w in (1, 2, 4)], key=["N", "HAS_BIAS"])
@triton.heuristics({"HAS_BIAS": lambda args: args["B"] is not None})
@triton.jit
def layer_norm(
    X, Y, W, B, Mean, Rstd, stride, N, eps, BLOCK: tl.constexpr, HAS_BIAS: tl.constexpr, IS_RMS: tl.constexpr
):
    row = tl.program_id(0)
    X += row * stride
    Y += row * stride
    cols = tl.arange(0, BLOCK)
    mask = cols < N
    x = tl.load(X + cols, mask=mask, other=0.0).to(tl.float32)
    if not IS_RMS:
        mean = tl.sum(x, axis=0) / N
        tl.store(Mean + row, mean)
        xbar = tl.where(mask, x - mean, 0.0)
        var = tl.sum(xbar * xbar, axis=0) / N
    else:
        xbar = tl.where(mask, x, 0.0)
        var = tl.sum(xbar * xbar, axis=0) / N
    rstd = 1 / tl.sqrt(var + eps)
    tl.store(Rstd + row, rstd)
    w = tl.load(W + cols, mask=mask).to(tl.float32)
    if HAS_BIAS:
        b = tl.load(B + cols, mask=mask).to(tl.float32)
    x_hat = (x - mean) * rstd if not IS_RMS else x * rstd
    y = x_hat * w + b if HAS_BIAS else x_hat * w
    tl.store(Y + cols, y, mask=mask)


x = torch.randn((8, 100), device="cuda", dtype=torch.float16)
w = torch.randn(100, device="cuda")
b = torch.randn(100, device="cuda")
for bias in (b, None):
    for rms in (False, True):
        y = torch.empty_like(x)
        mean = torch.empty(8, device="cuda")
        rstd = torch.empty(8, device="cuda")
        layer_norm[(8,)](x, y, w, bias, mean, rstd, x.stride(0), 100, 1e-5, BLOCK=128, IS_RMS=rms)
        f = x.float()
        ref = (
            (f - f.mean(1, keepdim=True)) / (f.var(1, unbiased=False, keepdim=True) + 1e-5).sqrt()
            if not rms
            else f / ((f * f).mean(1, keepdim=True) + 1e-5).sqrt()
        )
        ref = ref * w + (bias if bias is not None else 0)
        print("ln", (ref - y.float()).abs().max() < 2e-2)


@triton.jit
def cross_entropy(
    logits, labels, loss, lse_ptr, n_cols, stride, SMOOTH: tl.constexpr, ignore_index, BLOCK: tl.constexpr
):
    row = tl.program_id(0).to(tl.int64)
    logits += row * stride
    label = tl.load(labels + row)
    if label == ignore_index:
        tl.store(loss + row, 0.0)
        return
    m = float("-inf")
    d = 0.0
    for i in range(0, n_cols, BLOCK):
        offs = i + tl.arange(0, BLOCK)
        v = tl.load(logits + offs, mask=offs < n_cols, other=float("-inf")).to(tl.float32)
        bm = tl.max(v)
        mn = tl.maximum(m, bm)
        d = d * tl.exp(m - mn) + tl.sum(tl.exp(v - mn))
        m = mn
    lse = m + tl.log(d)
    tl.store(lse_ptr + row, lse)
    val = tl.load(logits + label).to(tl.float32)
    l = lse - val
    if SMOOTH > 0:
        l = l * (1 - SMOOTH)
    tl.store(loss + row, l)


logits = torch.randn((4, 300), device="cuda")
labels = torch.tensor([3, -100, 250, 0], device="cuda")
loss = torch.empty(4, device="cuda")
lse = torch.zeros(4, device="cuda")
cross_entropy[(4,)](logits, labels, loss, lse, 300, logits.stride(0), 0.0, -100, BLOCK=128)
ref = torch.nn.functional.cross_entropy(logits, labels, reduction="none", ignore_index=-100)
print("ce", (ref - loss).abs().max() < 1e-4)


@triton.jit
def scan_op(a1, b1, a2, b2):
    return a1 * a2, a2 * b1 + b2


@triton.jit
def mamba_scan(a_ptr, b_ptr, y_ptr, T: tl.constexpr, D: tl.constexpr, REVERSE: tl.constexpr):
    t = tl.arange(0, T)
    d = tl.arange(0, D)
    a = tl.load(a_ptr + t[:, None] * D + d[None, :])
    b = tl.load(b_ptr + t[:, None] * D + d[None, :])
    _, y = tl.associative_scan((a, b), 0, scan_op, reverse=REVERSE)
    tl.store(y_ptr + t[:, None] * D + d[None, :], y)


a = torch.rand((16, 8), device="cuda")
bb = torch.randn((16, 8), device="cuda")
y = torch.empty_like(a)
mamba_scan[(1,)](a, bb, y, 16, 8, False)
h = torch.zeros(8, device="cuda")
out = []
for t in range(16):
    h = a[t] * h + bb[t]
    out.append(h)
print("scan", (torch.stack(out) - y).abs().max() < 1e-4)


@triton.jit
def chunk_bwd(
    q,
    k,
    v,
    o,
    dht,
    T,
    scale,
    BT: tl.constexpr,
    BK: tl.constexpr,
    BV: tl.constexpr,
    USE_INIT: tl.constexpr,
    HEAD_FIRST: tl.constexpr = True,
):
    i_k, i_v, i_bh = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    NT = tl.cdiv(T, BT)
    b_h = tl.zeros([BK, BV], dtype=tl.float32)
    if USE_INIT:
        p = tl.make_block_ptr(dht + i_bh * BK * BV, (BK, BV), (BV, 1), (i_k * BK, i_v * BV), (BK, BV), (1, 0))
        b_h += tl.load(p, boundary_check=(0, 1)).to(tl.float32)
    for i_t in range(NT - 1, -1, -1):
        pq = tl.make_block_ptr(q + i_bh * T * BK, (T, BK), (BK, 1), (i_t * BT, i_k * BK), (BT, BK), (1, 0))
        pk = tl.make_block_ptr(k + i_bh * T * BK, (BK, T), (1, BK), (i_k * BK, i_t * BT), (BK, BT), (0, 1))
        pv = tl.make_block_ptr(v + i_bh * T * BV, (T, BV), (BV, 1), (i_t * BT, i_v * BV), (BT, BV), (1, 0))
        po = tl.make_block_ptr(o + i_bh * T * BV, (T, BV), (BV, 1), (i_t * BT, i_v * BV), (BT, BV), (1, 0))
        b_q = tl.load(pq, boundary_check=(0, 1))
        b_q = (b_q * scale).to(b_q.dtype)
        b_k = tl.load(pk, boundary_check=(0, 1))
        b_v = tl.load(pv, boundary_check=(0, 1))
        b_s = tl.dot(b_q, b_k)
        idx = tl.arange(0, BT)
        b_s = tl.where(idx[:, None] <= idx[None, :], b_s, 0)
        b_o = tl.dot(b_s.to(b_q.dtype), b_v) + tl.dot(b_q, b_h.to(b_q.dtype))
        tl.store(po, b_o.to(po.dtype.element_ty), boundary_check=(0, 1))
        b_h += tl.dot(b_k, b_v)


T = 64
q, k, v = (torch.randn((2, T, 32), device="cuda", dtype=torch.bfloat16) for _ in range(3))
o = torch.empty_like(v)
chunk_bwd[(1, 1, 2)](q, k, v, o, q, T, 32**-0.5, 16, 32, 32, False)
s = (q.float() * 32**-0.5) @ k.float().transpose(1, 2)
mask = torch.triu(torch.ones(T, T, device="cuda")).bool()
ref = torch.where(mask, s, torch.zeros_like(s)) @ v.float()
print("chunk", ((ref - o.float()).abs().max() / ref.abs().max()) < 3e-2)


@triton.jit
def quant(x_ptr, q_ptr, s_ptr, N, G: tl.constexpr, FP8: tl.constexpr, MAXV: tl.constexpr):
    g = tl.program_id(0)
    offs = g * G + tl.arange(0, G)
    x = tl.load(x_ptr + offs).to(tl.float32)
    amax = tl.maximum(tl.max(tl.abs(x)), 1e-10)
    scale = amax / MAXV
    y = x / scale
    if FP8:
        q = tl.clamp(y, -MAXV, MAXV).to(tl.float8e4nv)
    else:
        q = libdevice.rint(tl.clamp(y, -MAXV, MAXV)).to(tl.int8)
    tl.store(q_ptr + offs, q)
    tl.store(s_ptr + g, scale)


x = torch.randn(256, device="cuda")
s = torch.empty(4, device="cuda")
for fp8 in (False, True):
    qq = torch.empty(256, device="cuda", dtype=torch.float8_e4m3fn if fp8 else torch.int8)
    quant[(4,)](x, qq, s, 256, 64, fp8, 448.0 if fp8 else 127.0)
    print("quant", (qq.float().reshape(4, 64) * s[:, None] - x.reshape(4, 64)).abs().max() < 0.1)


@triton.jit
def unpack4(x_ptr, o_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    w = tl.load(x_ptr + i // 8)
    shift = (i % 8) * 4
    v = (w >> shift) & 0xF
    z = 8
    tl.store(o_ptr + i, ((v - z) * 0.5).to(tl.float16))


p = torch.tensor([0x76543210, -0x789ABCDF - 0], dtype=torch.int32, device="cuda")
o = torch.empty(16, device="cuda", dtype=torch.float16)
unpack4[(1,)](p, o, 16)
print(o.tolist())
