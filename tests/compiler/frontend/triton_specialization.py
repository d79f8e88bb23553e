# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# The integer 1 is a constant of the body; 16 divides what it divides; bool, float and wide integers have their types.
import torch
import triton
import triton.language as tl

@triton.jit
def kernel(x_ptr, stride, n, big, scale, flag, N: tl.constexpr):
    i = tl.arange(0, N) * stride
    x = tl.load(x_ptr + i)
    tl.store(x_ptr + i, x * scale + n + big + flag)

x = torch.zeros(64, device='cuda')
kernel[(1,)](x, 1, 48, 2**40, 0.5, True, N=64)
kernel[(1,)](x, 2, 3, 5, 0.5, True, N=32)

# A tensor that held something keeps what the kernel does not write.
# CHECK: %[[ONE:.*]] = tile.launch @kernel grid [1](%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<64xf32>, i32, i64, f32, i1) -> tensor<64xf32>
# CHECK: tile.launch @kernel_1 grid [1](%[[ONE]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (tensor<64xf32>, i32, i32, i32, f32, i1)
# CHECK: tile.kernel @kernel(
# CHECK-SAME: #tile.access<readwrite>
# CHECK-SAME: i32 {tile.access = #tile.access<read>, tile.divisibility = 16 : i64, tile.name = "n"}
# CHECK-SAME: i64 {tile.access = #tile.access<read>, tile.divisibility = 16 : i64, tile.name = "big"}
# CHECK-SAME: i1 {tile.access = #tile.access<read>, tile.name = "flag"}
# CHECK: tile.kernel @kernel_1(
# CHECK-SAME: i32 {tile.access = #tile.access<read>, tile.name = "stride"}
