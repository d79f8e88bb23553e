# SPDX-License-Identifier: Apache-2.0
# module: jax.numpy
"""What the texts that `jax.numpy` shares with `numpy` ask about where they are."""

import jax.numpy as np

_JAX = True


def _repeat_to_length(a, repeats, axis, total):
    """`repeat` with a known size: past the sum of `repeats` the last element stands."""
    ends = np.cumsum(np.broadcast_to(np.asarray(repeats), (a.shape[axis],)))
    at = np.searchsorted(ends, np.arange(total), side="right")
    return np.take(a, np.minimum(at, a.shape[axis] - 1), axis=axis)


def union1d(ar1, ar2, *, size=None, fill_value=None):
    """Elements of either, sorted."""
    return _sized(np.unique(_joined(ar1, ar2)), size, fill_value)


def intersect1d(ar1, ar2, assume_unique=False, return_indices=False, *, size=None, fill_value=None):
    """Elements of both, sorted."""
    first, at1 = np.unique(ar1, return_index=True)
    second, at2 = np.unique(ar2, return_index=True)
    common = first[np.isin(first, second)]
    if return_indices:
        if size is not None:
            raise NotImplementedError("`size` of `intersect1d` with `return_indices`")
        return common, at1[np.isin(first, second)], at2[np.isin(second, first)]
    return _sized(common, size, fill_value)


def setdiff1d(ar1, ar2, assume_unique=False, *, size=None, fill_value=None):
    """Elements of one that are not in the other."""
    first = np.asarray(ar1).reshape(-1) if assume_unique else np.unique(ar1)
    return _sized(first[np.isin(first, ar2, invert=True)], size, fill_value)


def setxor1d(ar1, ar2, assume_unique=False, *, size=None, fill_value=None):
    """Elements of one of both, sorted."""
    first, second = np.unique(ar1), np.unique(ar2)
    both = np.concatenate([first[np.isin(first, second, invert=True)], second[np.isin(second, first, invert=True)]])
    return _sized(np.sort(both), size, fill_value)


def histogram(a, bins=10, range=None, weights=None, density=None):
    """Counts and edges of bins."""
    return np._histogram(a, bins, range, weights, density)


def histogram2d(x, y, bins=10, range=None, weights=None, density=None):
    """Counts of pairs, and the edges of both axes."""
    return np._histogram2d(x, y, bins, range, weights, density)
