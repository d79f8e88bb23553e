# SPDX-License-Identifier: Apache-2.0
"""A sum of vectors as Triton's tutorials write it. Measured by ../run.py; the host checks the first elements."""
import torch
import triton
import triton.language as tl

N = 4096
DTYPE = "float32"
INPUTS = "normal"


@triton.jit
def add_vectors(a, b, out, N, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(a + at, mask=at < N) + tl.load(b + at, mask=at < N), mask=at < N)


dtype = getattr(torch, DTYPE)
make_input = {"normal": torch.randn, "uniform": torch.rand}[INPUTS]
torch.manual_seed(0)
a = make_input((N,), device="cuda").to(dtype)
b = make_input((N,), device="cuda").to(dtype)
o = torch.empty_like(a)
add_vectors[(triton.cdiv(N, 1024),)](a, b, o, N, BLOCK=1024)
torch.testing.assert_close(o[:100], a[:100] + b[:100])
