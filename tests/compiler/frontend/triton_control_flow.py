# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# Loops and branches on runtime values are scf; a pointer that a loop advances is carried by its offset.
import torch
import triton
import triton.language as tl

@triton.jit
def kernel(x_ptr, out_ptr, n, BLOCK: tl.constexpr):
    total = tl.zeros((BLOCK,), dtype=tl.float32)
    ptr = x_ptr + tl.arange(0, BLOCK)
    for i in range(0, n):
        total += tl.load(ptr)
        ptr += BLOCK
    if n > 2:
        total = total * 2
    else:
        total = total + 1
    for j in tl.static_range(2):
        total += j
    tl.store(out_ptr + tl.arange(0, BLOCK), total)

x = torch.ones(256, device='cuda')
out = torch.empty(64, device='cuda')
kernel[(1,)](x, out, 4, BLOCK=64)

# CHECK: %[[LOOP:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[TOTAL:.*]] = %{{.*}}, %[[PTR:.*]] = %{{.*}}) -> (tensor<64xf32>, tensor<64xi32>)  : i32 {
# CHECK: %[[LOADED:.*]] = tile.gather %{{.*}}[%[[PTR]]]
# CHECK: %[[SUM:.*]] = arith.addf %[[TOTAL]], %[[LOADED]]
# CHECK: %[[MOVED:.*]] = arith.addi %[[PTR]]
# CHECK: scf.yield %[[SUM]], %[[MOVED]]
# CHECK: %[[IF:.*]] = scf.if %{{.*}} -> (tensor<64xf32>) {
# CHECK: arith.mulf
# CHECK: } else {
# CHECK: arith.addf
# CHECK-COUNT-2: arith.addf
# CHECK-NOT: scf.
# CHECK: tile.scatter
