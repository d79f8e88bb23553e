# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# A kernel that stores through a view changes the tensor and its other views.
import torch
import triton
import triton.language as tl

@triton.jit
def fill(x_ptr, N: tl.constexpr):
    tl.store(x_ptr + tl.arange(0, N), 7.0)

x = torch.zeros((4, 8), device='cuda')
flat = x.view(-1)
row = x[1]
fill[(1,)](flat, N=16)
y = x
y += 1
print(row.sum(), x.T.stride(0))

# CHECK: %[[FILLED:.*]] = tile.launch @fill grid [1](%{{.*}}) : (tensor<4x8xf32>) -> tensor<4x8xf32>
# CHECK: %[[MORE:.*]] = arith.addf %[[FILLED]], %{{.*}} : tensor<4x8xf32>
# CHECK: %[[ROW:.*]] = tile.slice %[[MORE]] [1, 0] sizes [1, 8] drop [0]
# CHECK: %[[SUM:.*]] = tile.reduce{{ +}}add %[[ROW]]
# CHECK: tile.format ["", " 1\0A"](%[[SUM]])
