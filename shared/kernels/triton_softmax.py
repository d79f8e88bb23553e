# Fused softmax: one row a step, rows dealt out to programs (Triton)
#
# A row stays on the chip from its load to its store. There are only as many programs as the device holds at once; each takes every
# n-th row, so that the loop's loads can run ahead of its arithmetic.
import torch

import triton
import triton.language as tl
from triton.runtime import driver

M = 200
N = 781

DEVICE = triton.runtime.driver.active.get_active_torch_device()


@triton.jit
def softmax_kernel(output_ptr, input_ptr, input_row_stride, output_row_stride, n_rows, n_cols, BLOCK_SIZE: tl.constexpr,
                   num_stages: tl.constexpr):
    first_row = tl.program_id(0)
    row_step = tl.num_programs(0)
    for row in tl.range(first_row, n_rows, row_step, num_stages=num_stages):
        columns = tl.arange(0, BLOCK_SIZE)
        inside = columns < n_cols
        values = tl.load(input_ptr + row * input_row_stride + columns, mask=inside, other=-float('inf'))
        # Subtracting the greatest element keeps the powers from overflowing; -inf becomes 0.
        powers = tl.exp(values - tl.max(values, axis=0))
        tl.store(output_ptr + row * output_row_stride + columns, powers / tl.sum(powers, axis=0), mask=inside)


properties = driver.active.utils.get_device_properties(0)
NUM_SM = properties["multiprocessor_count"]
NUM_REGS = properties["max_num_regs"]
SIZE_SMEM = properties["max_shared_mem"]
WARP_SIZE = properties["warpSize"]


def softmax(x):
    n_rows, n_cols = x.shape
    BLOCK_SIZE = triton.next_power_of_2(n_cols)
    num_warps = 8
    num_stages = 4 if SIZE_SMEM > 200000 else 2
    y = torch.empty_like(x)
    # Compiled first, launched later: registers and shared memory say how many programs fit on a multiprocessor.
    kernel = softmax_kernel.warmup(y, x, x.stride(0), y.stride(0), n_rows, n_cols, BLOCK_SIZE=BLOCK_SIZE,
                                   num_stages=num_stages, num_warps=num_warps, grid=(1, ))
    kernel._init_handles()
    occupancy = NUM_REGS // (kernel.n_regs * WARP_SIZE * num_warps)
    occupancy = min(occupancy, SIZE_SMEM // max(1, kernel.metadata.shared))  # none where a row fits a warp
    num_programs = min(NUM_SM * occupancy, n_rows)
    kernel[(num_programs, 1, 1)](y, x, x.stride(0), y.stride(0), n_rows, n_cols, BLOCK_SIZE, num_stages)
    return y


torch.manual_seed(0)
x = torch.randn(M, N, device=DEVICE)
y = softmax(x)
torch.testing.assert_close(y, torch.softmax(x, axis=1))
assert torch.max(torch.abs(y.sum(1) - 1)) < 1e-5
print(f"softmax of {M} rows of {N}: each sums to 1")
