# SPDX-License-Identifier: Apache-2.0
# module: jax.ops
"""Reductions of segments."""

import jax.numpy as jnp


def _segment(reduce_name, data, segment_ids, num_segments, indices_are_sorted, unique_indices, bucket_size, mode):
    if bucket_size is not None:
        raise NotImplementedError("`bucket_size` of a segment operation")
    data, ids = jnp.asarray(data), jnp.asarray(segment_ids)
    if num_segments is None:
        num_segments = int(ids.max()) + 1
    if num_segments < 0:
        raise ValueError("num_segments must be non-negative.")
    kind = data.dtype
    if reduce_name == "add":
        start = jnp.zeros((), kind)
    elif reduce_name == "multiply":
        start = jnp.ones((), kind)
    else:
        least = -jnp.inf if jnp.issubdtype(kind, jnp.floating) else jnp.iinfo(kind).min
        most = jnp.inf if jnp.issubdtype(kind, jnp.floating) else jnp.iinfo(kind).max
        start = jnp.array(least if reduce_name == "max" else most, kind)
    result = jnp.broadcast_to(start, (num_segments,) + data.shape[ids.ndim :])
    ids = jnp.where(ids < 0, num_segments, ids)
    return getattr(result.at[ids], reduce_name)(data, mode="drop")


def segment_sum(
    data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None
):
    """Sums of the entries of each segment."""
    return _segment("add", data, segment_ids, num_segments, indices_are_sorted, unique_indices, bucket_size, mode)


def segment_prod(
    data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None
):
    """Products of the entries of each segment."""
    return _segment("multiply", data, segment_ids, num_segments, indices_are_sorted, unique_indices, bucket_size, mode)


def segment_max(
    data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None
):
    """Greatest entries of each segment."""
    return _segment("max", data, segment_ids, num_segments, indices_are_sorted, unique_indices, bucket_size, mode)


def segment_min(
    data, segment_ids, num_segments=None, indices_are_sorted=False, unique_indices=False, bucket_size=None, mode=None
):
    """Least entries of each segment."""
    return _segment("min", data, segment_ids, num_segments, indices_are_sorted, unique_indices, bucket_size, mode)
