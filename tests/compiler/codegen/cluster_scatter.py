# REQUIRES: codegen
# RUN: %tessera show %s --stage=ptx --target=sm_90a --tune cluster=2 | FileCheck %s
# A row's greatest logit is scattered, which no other block of the cluster reads: that a slot has been read needs no
# fence of the cluster's scope.
import torch
import triton
import triton.language as tl


# CHECK: .entry greatest(
# CHECK-NOT: arrive.release.cluster
# CHECK: mbarrier.arrive.shared::cluster.b64
# CHECK-NOT: arrive.release.cluster
# CHECK: st.global.b32
@triton.jit
def greatest(x_ptr, w_ptr, o_ptr, V: tl.constexpr, K: tl.constexpr, BM: tl.constexpr, BV: tl.constexpr):
    rm = tl.program_id(0) * BM + tl.arange(0, BM)
    rk = tl.arange(0, 64)
    top = tl.full((BM,), -1.0e30, tl.float32)
    for v in range(0, V, BV):
        rv = v + tl.arange(0, BV)
        logits = tl.zeros((BM, BV), dtype=tl.float32)
        for k in range(0, K, 64):
            x = tl.load(x_ptr + rm[:, None] * K + (k + rk)[None, :])
            w = tl.load(w_ptr + rv[None, :] * K + (k + rk)[:, None])
            logits = tl.dot(x, w, logits)
        top = tl.maximum(top, tl.max(logits, 1))
    tl.store(o_ptr + rm, top)


x = torch.zeros(256, 128, dtype=torch.float16, device="cuda")
w = torch.zeros(512, 128, dtype=torch.float16, device="cuda")
o = torch.empty(256, device="cuda")
greatest[(4,)](x, w, o, V=512, K=128, BM=64, BV=128)
