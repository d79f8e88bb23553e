# SPDX-License-Identifier: Apache-2.0
"""x @ w.T + b."""
import torch
import triton
import triton.language as tl


@triton.jit
def linear_kernel(x_ptr, w_ptr, b_ptr, y_ptr, m, n, k, RELU: tl.constexpr, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    j = tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    acc = tl.zeros((BLOCK, BLOCK), dtype=tl.float32)
    for start in range(0, k, BLOCK):
        c = start + tl.arange(0, BLOCK)
        x = tl.load(x_ptr + i[:, None] * k + c[None, :], mask=(i[:, None] < m) & (c[None, :] < k), other=0.0)
        w = tl.load(w_ptr + j[None, :] * k + c[:, None], mask=(j[None, :] < n) & (c[:, None] < k), other=0.0)
        acc += tl.dot(x, w, input_precision="ieee")
    acc += tl.load(b_ptr + j, mask=j < n, other=0.0)[None, :]
    if RELU:
        acc = tl.maximum(acc, 0.0)
    tl.store(y_ptr + i[:, None] * n + j[None, :], acc, mask=(i[:, None] < m) & (j[None, :] < n))


def linear(x, w, b, relu=False):
    (m, k), n = x.shape, w.shape[0]
    y = torch.empty((m, n), device=x.device, dtype=x.dtype)
    linear_kernel[(triton.cdiv(m, 16), triton.cdiv(n, 16))](x, w, b, y, m, n, k, RELU=relu, BLOCK=16)
    return y
