# SPDX-License-Identifier: Apache-2.0
"""`math`, as far as it is not in Math.cpp."""


def perm(n, k=None, /):
    """Ordered choices of `k` among `n`."""
    import math
    import operator

    if k is None:
        return math.factorial(n)
    n, k = operator.index(n), operator.index(k)
    if n < 0:
        raise ValueError("n must be a non-negative integer")
    if k < 0:
        raise ValueError("k must be a non-negative integer")
    if k > n:
        return 0
    if k > 9223372036854775807:
        raise OverflowError("k must not exceed 9223372036854775807")
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
