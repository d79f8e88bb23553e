# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# A number takes the tensor's type; division of halves is in fp32; integer division truncates; numbers compare in their own type.
import torch
import triton
import triton.language as tl

@triton.jit
def kernel(h_ptr, i_ptr, N: tl.constexpr):
    o = tl.arange(0, N)
    h = tl.load(h_ptr + o)
    i = tl.load(i_ptr + o)
    tl.store(h_ptr + o, (h + 1) / 2)
    tl.store(i_ptr + o, i // 3 + i % 3)
    tl.store(h_ptr + o, tl.where(h > 0.5, h, 0.0))

kernel[(1,)](torch.ones(16, device='cuda', dtype=torch.float16), torch.ones(16, device='cuda', dtype=torch.int32), N=16)

# CHECK: tile.kernel @kernel
# CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<16xf16>
# CHECK: arith.divf %{{.*}}, %{{.*}} : tensor<16xf32>
# CHECK: arith.divsi
# CHECK: arith.remsi
# CHECK: arith.cmpf ogt, %{{.*}}, %{{.*}} : tensor<16xf32>
# CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : tensor<16xi1>, tensor<16xf16>
