# Decode attention: one query, keys in parts (Pallas)
#
# When a model writes one token at a time there is one query a head and a long cache of keys, so the cache is split: each program
# attends to its part and leaves its maximum and sum of exponents, with which the parts are put together exactly.
import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl

BATCH = 2
HEADS = 8
KV_HEADS = 2
SEQUENCE = 512
HEAD_DIM = 32
SPLITS = 4
BLOCK_K = 64
MASKED = -1e30


def decode_kernel(q_ref, k_ref, v_ref, length_ref, o_ref, l_ref, m_ref, *, scale, block_k):
  group, head_dim = q_ref.shape
  part = k_ref.shape[0]
  start = pl.program_id(2) * part
  length = length_ref[0]
  q = q_ref[...] * scale

  def body(i, carry):
    acc, m_before, l_before = carry
    here = pl.ds(i * block_k, block_k)
    scores = pl.dot(q, k_ref[here, :].T)
    position = start + i * block_k + jnp.arange(block_k)
    mask = (position < length)[None, :]
    scores = jnp.where(mask, scores, MASKED)
    m_now = jnp.maximum(m_before, scores.max(axis=-1))
    correction = jnp.exp(m_before - m_now)
    p = jnp.where(mask, jnp.exp(scores - m_now[:, None]), 0.0)
    l_now = correction * l_before + p.sum(axis=-1)
    return correction[:, None] * acc + pl.dot(p, v_ref[here, :].astype(jnp.float32)), m_now, l_now

  # A part that lies behind the cache's end has nothing to do.
  blocks = jnp.clip(lax.div(length - start + block_k - 1, block_k), 0, part // block_k)
  zero = (jnp.zeros((group, head_dim)), jnp.full((group,), MASKED), jnp.zeros((group,)))
  acc, m, l = lax.fori_loop(0, blocks, body, zero)
  o_ref[...] = acc
  l_ref[...] = l
  m_ref[...] = m


@functools.partial(jax.jit, static_argnames=["splits", "block_k"])
def decode_attention(q, k, v, lengths, *, splits=SPLITS, block_k=BLOCK_K):
  """q: (batch, heads, head_dim); k, v: (batch, sequence, kv_heads, head_dim); lengths: (batch,), the filled part of the cache."""
  batch, heads, head_dim = q.shape
  _, sequence, kv_heads, _ = k.shape
  group, part = heads // kv_heads, sequence // splits
  grouped = q.reshape(batch, kv_heads, group, head_dim)
  cache = pl.BlockSpec((None, part, None, head_dim), lambda b, h, s: (b, s, h, 0))
  statistic = pl.BlockSpec((None, None, None, group), lambda b, h, s: (b, h, s, 0))
  outs, sums, maxima = pl.pallas_call(
      functools.partial(decode_kernel, scale=1 / math.sqrt(head_dim), block_k=min(block_k, part)),
      grid=(batch, kv_heads, splits),
      in_specs=[
          pl.BlockSpec((None, None, group, head_dim), lambda b, h, s: (b, h, 0, 0)),
          cache,
          cache,
          pl.BlockSpec((1,), lambda b, h, s: (b,)),
      ],
      out_specs=[pl.BlockSpec((None, None, None, group, head_dim), lambda b, h, s: (b, h, s, 0, 0)), statistic, statistic],
      out_shape=[
          jax.ShapeDtypeStruct((batch, kv_heads, splits, group, head_dim), jnp.float32),
          jax.ShapeDtypeStruct((batch, kv_heads, splits, group), jnp.float32),
          jax.ShapeDtypeStruct((batch, kv_heads, splits, group), jnp.float32),
      ],
      name="decode_attention",
  )(grouped, k, v, lengths)
  # Each part's numbers are relative to its own maximum.
  correction = jnp.exp(maxima - maxima.max(axis=2, keepdims=True))
  total = (sums * correction).sum(axis=2)
  out = (outs * correction[..., None]).sum(axis=2) / total[..., None]
  return out.reshape(batch, heads, head_dim)


def reference(q, k, v, lengths):
  batch, heads, head_dim = q.shape
  k, v = jnp.swapaxes(k, 1, 2), jnp.swapaxes(v, 1, 2)  # (batch, kv_heads, sequence, head_dim)
  grouped = q.reshape(batch, k.shape[1], -1, head_dim)
  scores = grouped @ jnp.swapaxes(k, 2, 3) / math.sqrt(head_dim)
  scores = jnp.where(jnp.arange(k.shape[2]) < lengths[:, None, None, None], scores, MASKED)
  return (jax.nn.softmax(scores, axis=-1) @ v).reshape(batch, heads, head_dim)


keys = jax.random.split(jax.random.key(0), 3)
q = jax.random.normal(keys[0], (BATCH, HEADS, HEAD_DIM))
k = jax.random.normal(keys[1], (BATCH, SEQUENCE, KV_HEADS, HEAD_DIM))
v = jax.random.normal(keys[2], (BATCH, SEQUENCE, KV_HEADS, HEAD_DIM))
for lengths in (jnp.full((BATCH,), SEQUENCE), jnp.arange(BATCH) * (SEQUENCE // 3) + 5):
  out = decode_attention(q, k, v, lengths.astype(jnp.int32))
  np.testing.assert_allclose(out, reference(q, k, v, lengths), rtol=1e-3, atol=1e-4)
print(f"{BATCH * HEADS} queries over {SEQUENCE} keys in {SPLITS} parts, largest output {out.max():.3f}")
