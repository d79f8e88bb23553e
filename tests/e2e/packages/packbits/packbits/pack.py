# SPDX-License-Identifier: Apache-2.0
"""Eight at a time."""
import torch
import triton
import triton.language as tl

BITS = 8


@triton.jit
def pack_kernel(x_ptr, y_ptr, n_bytes, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    byte = tl.zeros((BLOCK,), tl.int32)
    for bit in tl.static_range(8):
        x = tl.load(x_ptr + i * 8 + bit, mask=i < n_bytes, other=0).to(tl.int32)
        byte = byte | ((x & 1) << bit)
    tl.store(y_ptr + i, byte.to(tl.uint8), mask=i < n_bytes)


@triton.jit
def unpack_kernel(y_ptr, x_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    byte = tl.load(y_ptr + i // 8, mask=i < n, other=0).to(tl.int32)
    tl.store(x_ptr + i, ((byte >> (i % 8)) & 1).to(tl.int8), mask=i < n)


def pack(x):
    assert x.numel() % BITS == 0, f"{x.numel()} is no multiple of {BITS}"
    y = torch.empty(x.numel() // BITS, dtype=torch.uint8, device=x.device)
    pack_kernel[(triton.cdiv(y.numel(), 16),)](x, y, y.numel(), BLOCK=16)
    return y


def unpack(y):
    x = torch.empty(y.numel() * BITS, dtype=torch.int8, device=y.device)
    unpack_kernel[(triton.cdiv(x.numel(), 64),)](y, x, x.numel(), BLOCK=64)
    return x
