# Rows in, columns out: one side's neighbours are far apart (Triton)
import torch

import triton
import triton.language as tl

ROWS = 256
COLUMNS = 128


@triton.jit
def transpose_kernel(x_ptr, o_ptr, ROWS: tl.constexpr, COLUMNS: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + i[:, None] * COLUMNS + j[None, :])
    tl.store(o_ptr + j[:, None] * ROWS + i[None, :], tl.trans(x))


x = torch.randn((ROWS, COLUMNS), device='cuda')
o = torch.empty((COLUMNS, ROWS), device='cuda')
transpose_kernel[(ROWS // 64, COLUMNS // 64)](x, o, ROWS, COLUMNS, BLOCK=64, num_warps=4)
torch.testing.assert_close(o, x.T)
