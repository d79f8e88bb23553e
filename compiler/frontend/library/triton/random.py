# SPDX-License-Identifier: Apache-2.0
# module: triton.language.random
"""Random numbers of kernels, by the name of Triton's own file."""

import triton.language as tl

N_ROUNDS_DEFAULT = tl.constexpr(10)
pair_uniform_to_normal = tl.pair_uniform_to_normal
philox = tl.philox
philox_impl = tl.philox_impl
rand = tl.rand
rand4x = tl.rand4x
randint = tl.randint
randint4x = tl.randint4x
randn = tl.randn
randn4x = tl.randn4x
uint_to_uniform_float = tl.uint_to_uniform_float
