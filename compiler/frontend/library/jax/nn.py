# SPDX-License-Identifier: Apache-2.0
# module: jax.nn
"""Parts of `jax.nn`."""

import jax
import jax.numpy as jnp


def dot_product_attention(
    query,
    key,
    value,
    bias=None,
    mask=None,
    *,
    scale=None,
    is_causal=False,
    query_seq_lengths=None,
    key_value_seq_lengths=None,
    local_window_size=None,
    implementation=None,
    return_residual=False,
):
    """softmax(query key^T) value, by heads."""
    # (b, t, n, h) queries; (b, s, k, h) keys and values, each of which serves n / k heads. Scores are float32.
    if return_residual:
        raise NotImplementedError("`return_residual` of `jax.nn.dot_product_attention`")
    if implementation not in (None, "xla", "cudnn"):
        raise ValueError(f"Unsupported implementation option: {implementation}")
    shape = query.shape
    q, k, v = [x if x.ndim == 4 else x[None] for x in (query, key, value)]
    b, t, n, h = q.shape
    s, groups = k.shape[1], k.shape[2]
    if k.shape != v.shape[:3] + (h,) or n % groups:
        raise ValueError(
            f"the shapes of query {query.shape}, key {key.shape} and value {value.shape} do not go together"
        )
    scale = 1.0 / h**0.5 if scale is None else scale
    k, v = jnp.repeat(k, n // groups, axis=2), jnp.repeat(v, n // groups, axis=2)
    scores = jnp.einsum("btnh,bsnh->bnts", q, k, preferred_element_type=jnp.float32) * scale
    if bias is not None:
        scores = scores + (bias if bias.ndim == 4 else bias[None])
    allowed = jnp.ones((b, 1, t, s), bool)
    if mask is not None:
        allowed = allowed & (mask if mask.ndim == 4 else mask[None])
    rows, columns = jnp.arange(t)[:, None], jnp.arange(s)[None, :]
    if is_causal:
        allowed = allowed & (columns <= rows)
    if local_window_size is not None:
        left, right = (
            (local_window_size, local_window_size) if isinstance(local_window_size, int) else local_window_size
        )
        allowed = allowed & (columns >= rows - left) & (columns <= rows + right)
    if query_seq_lengths is not None:
        allowed = allowed & (rows < query_seq_lengths[:, None, None, None])
    if key_value_seq_lengths is not None:
        allowed = allowed & (columns < key_value_seq_lengths[:, None, None, None])
    scores = jnp.where(allowed, scores, -0.7 * float(jnp.finfo(jnp.float32).max))
    weights = jax.nn.softmax(scores, axis=-1).astype(k.dtype)
    result = jnp.einsum("bnts,bsnh->btnh", weights, v)
    if query_seq_lengths is not None:
        result = jnp.where((jnp.arange(t) < query_seq_lengths[:, None])[:, :, None, None], result, 0).astype(
            result.dtype
        )
    return result.reshape(shape[:-1] + (v.shape[-1],))
