# SPDX-License-Identifier: Apache-2.0
"""Functions of kernels that several kernels call."""
import triton
import triton.language as tl


@triton.jit
def inverse_rms(x, n, eps):
    return 1.0 / tl.sqrt(tl.sum(x * x, axis=0) / n + eps)
