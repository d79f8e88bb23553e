# SPDX-License-Identifier: Apache-2.0
"""`math`, as far as it is not in Math.cpp."""


def perm(n, k=None):
    """Ordered choices of `k` among `n`."""
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    k = n if k is None else k
    if k < 0:
        raise ValueError("k must be a non-negative integer")
    result = 1
    for i in range(k):
        result *= n - i
    return result


def dist(p, q):
    """The distance of two points."""
    import math

    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    return math.hypot(*[a - b for a, b in zip(p, q)])
