# RUN: %tessera run %s 2>/dev/null | FileCheck %s
# Rows in a loop of computed bounds, a masked load with `other`, reductions.
import torch
import triton
import triton.language as tl

@triton.jit
def softmax_kernel(output_ptr, input_ptr, input_row_stride, output_row_stride, n_rows, n_cols, BLOCK_SIZE: tl.constexpr,
                   num_stages: tl.constexpr):
    row_start = tl.program_id(0)
    row_step = tl.num_programs(0)
    for row_idx in tl.range(row_start, n_rows, row_step, num_stages=num_stages):
        row_start_ptr = input_ptr + row_idx * input_row_stride
        col_offsets = tl.arange(0, BLOCK_SIZE)
        input_ptrs = row_start_ptr + col_offsets
        mask = col_offsets < n_cols
        row = tl.load(input_ptrs, mask=mask, other=-float('inf'))
        row_minus_max = row - tl.max(row, axis=0)
        numerator = tl.exp(row_minus_max)
        denominator = tl.sum(numerator, axis=0)
        softmax_output = numerator / denominator
        output_row_start_ptr = output_ptr + row_idx * output_row_stride
        output_ptrs = output_row_start_ptr + col_offsets
        tl.store(output_ptrs, softmax_output, mask=mask)

torch.manual_seed(0)
x = torch.randn(183, 781, device='cuda')
y = torch.empty_like(x)
softmax_kernel[(32, 1, 1)](y, x, x.stride(0), y.stride(0), *x.shape, BLOCK_SIZE=triton.next_power_of_2(781), num_stages=2)
assert torch.allclose(y, torch.softmax(x, dim=1)), 'differs'
print('ok')
# CHECK: ok
