# SPDX-License-Identifier: Apache-2.0
"""The kernels: one block of elements a program."""
import triton
import triton.language as tl


@triton.jit
def forward(gate_ptr, up_ptr, out_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    gate = tl.load(gate_ptr + offsets, mask=mask).to(tl.float32)
    up = tl.load(up_ptr + offsets, mask=mask).to(tl.float32)
    tl.store(out_ptr + offsets, gate * tl.sigmoid(gate) * up, mask=mask)


@triton.jit
def backward(slope_ptr, gate_ptr, up_ptr, dgate_ptr, dup_ptr, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    slope = tl.load(slope_ptr + offsets, mask=mask).to(tl.float32)
    gate = tl.load(gate_ptr + offsets, mask=mask).to(tl.float32)
    up = tl.load(up_ptr + offsets, mask=mask).to(tl.float32)
    sigmoid = tl.sigmoid(gate)
    # The derivative of silu, with the sigmoid computed again: reading it back would cost more than computing it.
    tl.store(dgate_ptr + offsets, slope * up * sigmoid * (1 + gate * (1 - sigmoid)), mask=mask)
    tl.store(dup_ptr + offsets, slope * gate * sigmoid, mask=mask)
