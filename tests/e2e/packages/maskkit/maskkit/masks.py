# SPDX-License-Identifier: Apache-2.0
"""Small functions of kernels, in a table."""
import triton
import triton.language as tl


@triton.jit
def causal(q, k, extra):
    return q >= k


@triton.jit
def window(q, k, extra):
    return (q - k < extra) & (q >= k)


@triton.jit
def everything(q, k, extra):
    return (q >= 0) & (k >= 0)


MASKS = {function.__name__: function for function in (causal, window, everything)}
