# SPDX-License-Identifier: Apache-2.0
"""Constants of kernels."""
import triton.language as tl

BLOCK: tl.constexpr = tl.constexpr(16)
GROUP = tl.constexpr(4)
