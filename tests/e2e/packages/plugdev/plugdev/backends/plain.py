# SPDX-License-Identifier: Apache-2.0
"""By jax.numpy."""


def axpb(x, a, b):
    return a * x + b
