# Scaled transpose: a masked 2-D block with strides (Triton)
#
# The offsets are a column of row numbers plus a row of column numbers; a second pair of strides writes them transposed.
import torch

import triton
import triton.language as tl


@triton.jit
def scaled_transpose_kernel(x_ptr, out_ptr, rows, columns, scale,
                            BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr):
    i = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    j = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    mask = (i[:, None] < rows) & (j[None, :] < columns)
    x = tl.load(x_ptr + i[:, None] * columns + j[None, :], mask=mask, other=0.0)
    tl.store(out_ptr + i[:, None] + j[None, :] * rows, x * scale, mask=mask)


def scaled_transpose(x: torch.Tensor, scale: float):
    rows, columns = x.shape
    out = torch.empty((columns, rows), device=x.device, dtype=x.dtype)
    grid = (triton.cdiv(rows, 32), triton.cdiv(columns, 64))
    scaled_transpose_kernel[grid](x, out, rows, columns, scale, BLOCK_M=32, BLOCK_N=64, num_warps=4)
    return out


torch.manual_seed(0)
x = torch.randn((250, 500), device='cuda')
out = scaled_transpose(x, 0.5)
torch.testing.assert_close(out, 0.5 * x.T)
print(out.shape, out.dtype)
