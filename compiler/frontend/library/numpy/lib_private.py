# SPDX-License-Identifier: Apache-2.0
# module: numpy.lib.arraypad numpy.lib.function_base
"""Parts of NumPy 1's files that have an underscore and are used all the same."""

import numpy as np

_shown = ("_as_pairs", "_lerp", "_parse_gufunc_signature")


def _as_pairs(x, ndim, as_index=False):
    # A pair for each axis: of one number, of a pair for all axes, or of one number or pair an axis.
    if x is None:
        return ((None, None),) * ndim
    x = np.array(x)
    if as_index:
        x = np.round(x).astype(np.intp, copy=False)
        if x.size and bool((x < 0).any()):
            raise ValueError("index can't contain negative values")
    if x.ndim > 2:
        raise ValueError("input operand has more dimensions than allowed by the axis remapping")
    return np.broadcast_to(x, (ndim, 2)).tolist()


def _lerp(a, b, t, out=None):
    # From `a` to `b`, counted from the nearer end so that both ends are exact.
    apart = np.subtract(b, a)
    near = np.asarray(np.add(a, apart * t))
    result = np.where(np.asarray(t) >= 0.5, b - apart * (1 - np.asarray(t)), near)
    if out is None:
        return result[()] if result.ndim == 0 else result
    out[...] = result
    return out


def _parse_gufunc_signature(signature):
    # Names of core dimensions: `(m,n),(n)->(m)` is ([("m", "n"), ("n",)], [("m",)]).
    import re

    text = re.sub(r"\s+", "", signature)
    group = r"\((?:\w+(?:,\w+)*)?\)"
    if not re.match(f"^{group}(?:,{group})*->{group}(?:,{group})*$", text):
        raise ValueError(f"not a valid gufunc signature: {signature}")
    sides = [[tuple(re.findall(r"\w+", part)) for part in re.findall(group, side)] for side in text.split("->")]
    return tuple(sides)
