# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# The tutorial's kernel: flat Refs, a scalar, gathers under a mask; an output from empty_like is written only.
import torch
import triton
import triton.language as tl

@triton.jit
def add_kernel(x_ptr, y_ptr, output_ptr, n_elements, BLOCK_SIZE: tl.constexpr):
    pid = tl.program_id(axis=0)
    offsets = pid * BLOCK_SIZE + tl.arange(0, BLOCK_SIZE)
    mask = offsets < n_elements
    x = tl.load(x_ptr + offsets, mask=mask)
    y = tl.load(y_ptr + offsets, mask=mask)
    tl.store(output_ptr + offsets, x + y, mask=mask)

x = torch.rand(98432, device='cuda')
out = torch.empty_like(x)
grid = lambda meta: (triton.cdiv(out.numel(), meta['BLOCK_SIZE']), )
handle = add_kernel[grid](x, x, out, out.numel(), BLOCK_SIZE=1024, num_warps=8)
print(handle.asm['ttgir'])
print(out)

# CHECK: %[[OUT:.*]] = tile.launch @add_kernel grid [97](%[[X:.*]], %[[X]], %{{.*}}) : (tensor<98432xf32>, tensor<98432xf32>, i32) -> tensor<98432xf32>
# CHECK: tile.kernel_text @add_kernel "tilegpu"
# CHECK: tile.format ["", "\0A"](%[[OUT]])
# CHECK: tile.kernel @add_kernel(
# CHECK-SAME: !tile.ref<?xf32> {tile.access = #tile.access<read>, tile.divisibility = 16 : i64, tile.name = "x_ptr"}
# CHECK-SAME: !tile.ref<?xf32> {tile.access = #tile.access<write>, tile.divisibility = 16 : i64, tile.name = "output_ptr"}
# CHECK-SAME: i32 {tile.access = #tile.access<read>, tile.divisibility = 16 : i64, tile.name = "n_elements"}
# CHECK-SAME: options = {num_warps = 8 : i64}
# CHECK: %[[MASK:.*]] = arith.cmpi slt
# CHECK: tile.gather %{{.*}}[%[[OFFSETS:.*]]] mask %[[MASK]]
# CHECK: tile.scatter %{{.*}}, %{{.*}}[%[[OFFSETS]]] mask %[[MASK]]
