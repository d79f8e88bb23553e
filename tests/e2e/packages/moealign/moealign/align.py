# SPDX-License-Identifier: Apache-2.0
"""Counts and choices."""
import torch
import triton
import triton.language as tl

from .types import Routing


@triton.jit
def count_kernel(ids_ptr, counts_ptr, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    ids = tl.load(ids_ptr + i, mask=i < n, other=0)
    tl.atomic_add(counts_ptr + ids, 1, mask=i < n)


@triton.jit
def route_kernel(x_ptr, expert_ptr, weight_ptr, experts, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    e = tl.arange(0, BLOCK)
    x = tl.load(x_ptr + row * experts + e, mask=e < experts, other=-float("inf"))
    p = tl.exp(x - tl.max(x, axis=0))
    tl.store(expert_ptr + row, tl.argmax(x, axis=0))
    tl.store(weight_ptr + row, 1.0 / tl.sum(p, axis=0))


def route(x) -> Routing:
    tokens, experts = x.shape
    result = Routing(torch.empty(tokens, dtype=torch.int32, device=x.device), torch.empty(tokens, device=x.device))
    route_kernel[(tokens,)](x, *result, experts, BLOCK=triton.next_power_of_2(experts))
    return result


def count_experts(routing: Routing, experts: int):
    counts = torch.zeros(experts, dtype=torch.int32, device="cuda")
    count_kernel[(triton.cdiv(routing.tokens, 16),)](routing.expert, counts, routing.tokens, BLOCK=16)
    return counts
