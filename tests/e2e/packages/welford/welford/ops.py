# SPDX-License-Identifier: Apache-2.0
"""Joins parts as they come."""
import torch
import triton
import triton.language as tl


@triton.jit
def join(mean_a, m2_a, count_a, mean_b, m2_b, count_b):
    count = count_a + count_b
    delta = mean_b - mean_a
    share = tl.where(count == 0.0, 0.0, count_b / count)
    return mean_a + delta * share, m2_a + m2_b + delta * delta * count_a * share, count


@triton.jit
def welford_kernel(x_ptr, mean_ptr, var_ptr, n, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    i = tl.arange(0, BLOCK)
    mask = i < n
    x = tl.load(x_ptr + row * n + i, mask=mask, other=0.0)
    mean, m2, count = tl.reduce((x, tl.zeros((BLOCK,), tl.float32), mask.to(tl.float32)), 0, join)
    tl.store(mean_ptr + row, mean)
    tl.store(var_ptr + row, m2 / count)


def mean_and_variance(x):
    rows, n = x.shape
    mean = torch.empty(rows, device=x.device)
    var = torch.empty(rows, device=x.device)
    welford_kernel[(rows,)](x, mean, var, n, BLOCK=triton.next_power_of_2(n))
    return mean, var
