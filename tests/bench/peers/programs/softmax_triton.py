# SPDX-License-Identifier: Apache-2.0
"""Softmax of rows as Triton's tutorials write it, a row a program. Measured by ../run.py; the host checks the first rows."""
import torch
import triton
import triton.language as tl

ROWS = 8
COLUMNS = 256
DTYPE = "float32"
INPUTS = "normal"


@triton.jit
def softmax_rows(out, x, COLUMNS, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    values = tl.load(x + row * COLUMNS + columns, mask=columns < COLUMNS, other=-float("inf")).to(tl.float32)
    powers = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * COLUMNS + columns, (powers / tl.sum(powers, axis=0)).to(out.dtype.element_ty), mask=columns < COLUMNS)


dtype = getattr(torch, DTYPE)
make_input = {"normal": torch.randn, "uniform": torch.rand}[INPUTS]
torch.manual_seed(0)
x = make_input((ROWS, COLUMNS), device="cuda").to(dtype)
o = torch.empty_like(x)
softmax_rows[(ROWS,)](o, x, COLUMNS, BLOCK=triton.next_power_of_2(COLUMNS), num_warps=4 if COLUMNS <= 2048 else 8 if COLUMNS <= 8192 else 16)
torch.testing.assert_close(o[:4].float(), torch.softmax(x[:4].float(), dim=1), rtol=1e-2, atol=1e-5)
