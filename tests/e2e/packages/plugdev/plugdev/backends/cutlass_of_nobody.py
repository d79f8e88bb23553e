# SPDX-License-Identifier: Apache-2.0
"""Needs what nobody has."""
import cutlass_of_nobody_at_all as cutlass


def axpb(x, a, b):
    return cutlass.epilogue(x, a, b)
