# SPDX-License-Identifier: Apache-2.0
# module: jax._src.state.indexing
"""Indices of Refs."""

import numpy as np
from jax.experimental import pallas as pl

Slice = pl.Slice
ds = dslice = pl.ds


class NDIndexer:
    """An index of a Ref, checked."""

    def __init__(self, indices, shape, int_indexer_shape, validate=False):
        self.indices, self.shape, self.int_indexer_shape = indices, tuple(shape), tuple(int_indexer_shape)

    @staticmethod
    def from_indices_shape(indices, shape):
        indices = tuple(indices) if isinstance(indices, (tuple, list)) else (indices,)
        if any(i is ... for i in indices):
            at = [i is ... for i in indices].index(True)
            rest = len(shape) - (len(indices) - 1)
            if rest < 0:
                raise ValueError("`indices` must not be longer than `shape`")
            indices = indices[:at] + (slice(None),) * rest + indices[at + 1 :]
        if len(indices) > len(shape):
            raise ValueError("`indices` must not be longer than `shape`: " + f"indices={indices}, shape={shape}")
        indices = indices + (slice(None),) * (len(shape) - len(indices))
        result, arrays = [], []
        for i, n in zip(indices, shape):
            if isinstance(i, slice):
                start, stop, step = i.indices(n)
                if (
                    i.start is not None
                    and i.start > n
                    or i.start is not None
                    and i.stop is not None
                    and i.stop < i.start
                ):
                    raise ValueError(f"Out of bound slice: start={i.start}, dim={n}.")
                i = pl.ds(start, max(-(-(stop - start) // step), 0), step)
            if hasattr(i, "stride"):
                if isinstance(i.start, int) and (i.start > n or i.start + (i.size - 1) * i.stride + 1 > n and i.size):
                    raise ValueError(f"Out of bound slice: start={i.start}, size={i.size}, dim={n}.")
            else:
                if isinstance(i, int) and not -n <= i < n:
                    raise ValueError(f"Out of bound indexer: idx={i}, dim={n}.")
                arrays.append(np.shape(i))
            result.append(i)
        try:
            common = np.broadcast_shapes(*arrays)
        except ValueError:
            raise ValueError(f"Cannot broadcast shapes for indexing: {arrays}")
        return NDIndexer(tuple(result), shape, common)

    def get_indexer_shape(self):
        return self.int_indexer_shape + tuple([i.size for i in self.indices if hasattr(i, "stride")])
