# REQUIRES: codegen
# RUN: %tessera show %s --stage=ptx --target=sm_90a --set H=16 --set S=8192 | FileCheck %s
# Heads of 96 that are loaded as 128, the rest zeros: scores are products of a depth of 96 (six instructions of 16 for
# each pass), and sums have 96 columns that change.
# CHECK: .entry attend(
# CHECK-COUNT-6: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16
# CHECK-NOT: wgmma.mma_async.sync.aligned.m64n128k16
# CHECK: setp.ne.u32 none, 0, 0
# CHECK-COUNT-6: wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16
# CHECK-NOT: wgmma.mma_async.sync.aligned.m64n128k16
# CHECK-COUNT-8: wgmma.mma_async.sync.aligned.m64n96k16.f32.f16.f16
import torch
import triton
import triton.language as tl

B = 1
H = 2
HK = H
S = 256
SK = S
D = 96
BM = 128
BN = 64


@triton.jit
def attend(Q, K, V, O, scale, S, SK, DP: tl.constexpr, D: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rn = tl.arange(0, BN)
    rd = tl.arange(0, DP)
    factor = scale * 1.44269504
    qo = tl.program_id(1).to(tl.int64) * S * D
    ko = tl.program_id(1).to(tl.int64) * SK * D
    q = tl.load(Q + qo + rm[:, None] * D + rd[None, :], mask=rd[None, :] < D, other=0.0)
    greatest = tl.full([BM], -float("inf"), tl.float32)
    total = tl.zeros([BM], tl.float32)
    acc = tl.zeros([BM, DP], tl.float32)
    for n in range(0, SK, BN):
        k = tl.load(K + ko + (n + rn)[None, :] * D + rd[:, None], mask=rd[:, None] < D, other=0.0)
        s = tl.dot(q, k)
        s = s * factor
        v = tl.load(V + ko + (n + rn)[:, None] * D + rd[None, :], mask=rd[None, :] < D, other=0.0)
        now = tl.maximum(greatest, tl.max(s, 1))
        p = tl.math.exp2(s - now[:, None])
        alpha = tl.math.exp2(greatest - now)
        total = total * alpha + tl.sum(p, 1)
        acc = tl.dot(p.to(v.dtype), v, acc * alpha[:, None])
        greatest = now
    tl.store(O + qo + rm[:, None] * D + rd[None, :], (acc / total[:, None]).to(O.dtype.element_ty),
        mask=rd[None, :] < D)


torch.manual_seed(0)
q = torch.randn(B, H, S, D, device="cuda").to(torch.float16)
k = torch.randn(B, HK, SK, D, device="cuda").to(torch.float16)
v = torch.randn(B, HK, SK, D, device="cuda").to(torch.float16)
o = torch.zeros_like(q)

attend[(S // BM, B * H)](q, k, v, o, D**-0.5, S, SK, DP=128, D=D, BM=BM, BN=BN, num_warps=4, num_stages=3)

scores = q.float() @ k.float().transpose(2, 3) * D**-0.5
expected = torch.softmax(scores, 3) @ v.float()
torch.testing.assert_close(o.float(), expected, rtol=2e-2, atol=2e-2)
