# SPDX-License-Identifier: Apache-2.0
"""Layer normalization of rows in Triton, a row a program. Measured by ../run.py; the host checks the first rows."""
import torch
import triton
import triton.language as tl

ROWS = 8
COLUMNS = 256
DTYPE = "bfloat16"
INPUTS = "normal"


@triton.jit
def normalize(out, x, weight, bias, COLUMNS, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    columns = tl.arange(0, BLOCK)
    inside = columns < COLUMNS
    values = tl.load(x + row * COLUMNS + columns, mask=inside, other=0.0).to(tl.float32)
    centred = tl.where(inside, values - tl.sum(values, axis=0) / COLUMNS, 0.0)
    scale = tl.rsqrt(tl.sum(centred * centred, axis=0) / COLUMNS + epsilon)
    w = tl.load(weight + columns, mask=inside).to(tl.float32)
    b = tl.load(bias + columns, mask=inside).to(tl.float32)
    tl.store(out + row * COLUMNS + columns, (centred * scale * w + b).to(out.dtype.element_ty), mask=inside)


dtype = getattr(torch, DTYPE)
make_input = {"normal": torch.randn, "uniform": torch.rand}[INPUTS]
torch.manual_seed(0)
x = make_input((ROWS, COLUMNS), device="cuda").to(dtype)
w = make_input((COLUMNS,), device="cuda").to(dtype)
b = make_input((COLUMNS,), device="cuda").to(dtype)
o = torch.empty_like(x)
normalize[(ROWS,)](o, x, w, b, COLUMNS, 1e-5, BLOCK=triton.next_power_of_2(COLUMNS), num_warps=4 if COLUMNS <= 2048 else 8 if COLUMNS <= 8192 else 16)
first = x[:4].float()
first = first - first.mean(dim=1, keepdim=True)
wanted = first * torch.rsqrt((first * first).mean(dim=1, keepdim=True) + 1e-5) * w.float() + b.float()
torch.testing.assert_close(o[:4].float(), wanted, rtol=2e-2, atol=2e-2)
