# SPDX-License-Identifier: Apache-2.0
# module: triton.language.standard
"""Functions of the language that Triton writes in itself, by the name of its file."""

import triton
import triton.language as tl

argmax = tl.argmax
argmin = tl.argmin
bitonic_merge = tl.bitonic_merge
cdiv = tl.cdiv
cumprod = tl.cumprod
cumsum = tl.cumsum
flip = tl.flip
interleave = tl.interleave
max = tl.max
min = tl.min
ravel = tl.ravel
reduce_or = tl.reduce_or
sigmoid = tl.sigmoid
softmax = tl.softmax
sort = tl.sort
squeeze = tl.squeeze
sum = tl.sum
swizzle2d = tl.swizzle2d
topk = tl.topk
unsqueeze = tl.unsqueeze
xor_sum = tl.xor_sum
zeros = tl.zeros
zeros_like = tl.zeros_like


def _log2(i):
    steps = 0
    while i > 1:
        i >>= 1
        steps += 1
    return steps


_log2.__triton_builtin__ = True


def _is_power_of_two(i):
    return (i & (i - 1)) == 0 and i != 0


_is_power_of_two.__triton_builtin__ = True


@triton.jit
def _sum_combine(a, b):
    return a + b


@triton.jit
def _prod_combine(a, b):
    return a * b


@triton.jit
def _xor_combine(a, b):
    return a ^ b


@triton.jit
def _or_combine(x, y):
    return x | y


@triton.jit
def _elementwise_max(a, b):
    return tl.maximum(a, b)


@triton.jit
def _elementwise_min(a, b):
    return tl.minimum(a, b)


@triton.jit
def _argmax_combine(value1, index1, value2, index2, tie_break_left):
    if tie_break_left:
        first = (value1 == value2) & (index1 < index2)
    else:
        first = value1 != value1 + 0 * value2
    greater = (value1 > value2) | first
    return tl.where(greater, value1, value2), tl.where(greater, index1, index2)


@triton.jit
def _argmin_combine(value1, index1, value2, index2, tie_break_left):
    if tie_break_left:
        first = (value1 == value2) & (index1 < index2)
    else:
        first = value1 != value1 + 0 * value2
    less = (value1 < value2) | first
    return tl.where(less, value1, value2), tl.where(less, index1, index2)


@triton.jit
def _argmax_combine_tie_break_left(value1, index1, value2, index2):
    return _argmax_combine(value1, index1, value2, index2, True)


@triton.jit
def _argmin_combine_tie_break_left(value1, index1, value2, index2):
    return _argmin_combine(value1, index1, value2, index2, True)
