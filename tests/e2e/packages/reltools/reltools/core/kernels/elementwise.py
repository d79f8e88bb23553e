# SPDX-License-Identifier: Apache-2.0
"""Two of a kind, made by a function."""
import torch
import triton
import triton.language as tl


@triton.jit
def plus(a, b):
    return a + b


@triton.jit
def times(a, b):
    return a * b


@triton.jit
def add_kernel(x_ptr, y_ptr, o_ptr, n, OP: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = i < n
    tl.store(o_ptr + i, OP(tl.load(x_ptr + i, mask=mask), tl.load(y_ptr + i, mask=mask)), mask=mask)


def _make(name, op):
    def function(x, y):
        out = torch.empty_like(x)
        add_kernel[(triton.cdiv(x.numel(), 64),)](x, y, out, x.numel(), OP=op, BLOCK=64)
        return out

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"The operation {name!r}, element by element."
    return function


add, mul = _make("add", plus), _make("mul", times)
