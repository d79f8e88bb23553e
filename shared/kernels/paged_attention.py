# Paged attention: a cache in pages (Pallas)
#
# Keys and values lie in pages of a pool, and a table says which pages belong to a sequence, in order. A program looks its pages up in
# the table and gathers them by indexing a Ref with the numbers that it found there.
import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl

BATCH = 3
HEADS = 8
KV_HEADS = 2
HEAD_DIM = 32
PAGE_SIZE = 16
PAGES_PER_SEQUENCE = 8
PAGES_PER_BLOCK = 2
SPLITS = 2
MASKED = -1e30


def paged_kernel(q_ref, k_pages_ref, v_pages_ref, table_ref, length_ref, o_ref, l_ref, m_ref, *, scale, pages_per_block):
  group, head_dim = q_ref.shape
  page_size = k_pages_ref.shape[1]
  pages = table_ref.shape[0]
  block = pages_per_block * page_size
  first_page = pl.program_id(2) * pages
  length = length_ref[0]
  q = q_ref[...] * scale

  def body(i, carry):
    acc, m_before, l_before = carry
    numbers = table_ref[pl.ds(i * pages_per_block, pages_per_block)]
    k = k_pages_ref[numbers].reshape(block, head_dim)
    v = v_pages_ref[numbers].reshape(block, head_dim)
    scores = pl.dot(q, k.T)
    position = (first_page + i * pages_per_block) * page_size + jnp.arange(block)
    mask = (position < length)[None, :]
    scores = jnp.where(mask, scores, MASKED)
    m_now = jnp.maximum(m_before, scores.max(axis=-1))
    correction = jnp.exp(m_before - m_now)
    p = jnp.where(mask, jnp.exp(scores - m_now[:, None]), 0.0)
    return correction[:, None] * acc + pl.dot(p, v), m_now, correction * l_before + p.sum(axis=-1)

  blocks = jnp.clip(lax.div(length - first_page * page_size + block - 1, block), 0, pages // pages_per_block)
  zero = (jnp.zeros((group, head_dim)), jnp.full((group,), MASKED), jnp.zeros((group,)))
  acc, m, l = lax.fori_loop(0, blocks, body, zero)
  o_ref[...] = acc
  l_ref[...] = l
  m_ref[...] = m


@functools.partial(jax.jit, static_argnames=["splits", "pages_per_block"])
def paged_attention(q, k_pages, v_pages, table, lengths, *, splits=SPLITS, pages_per_block=PAGES_PER_BLOCK):
  """q: (batch, heads, head_dim); pages: (kv_heads, pool, page_size, head_dim); table: (batch, pages); lengths: (batch,)."""
  batch, heads, head_dim = q.shape
  kv_heads, pool, page_size, _ = k_pages.shape
  group, part = heads // kv_heads, table.shape[1] // splits
  pages = pl.BlockSpec((None, pool, page_size, head_dim), lambda b, h, s: (h, 0, 0, 0))
  statistic = pl.BlockSpec((None, None, None, group), lambda b, h, s: (b, h, s, 0))
  outs, sums, maxima = pl.pallas_call(
      functools.partial(paged_kernel, scale=1 / math.sqrt(head_dim), pages_per_block=pages_per_block),
      grid=(batch, kv_heads, splits),
      in_specs=[
          pl.BlockSpec((None, None, group, head_dim), lambda b, h, s: (b, h, 0, 0)),
          pages,
          pages,
          pl.BlockSpec((None, part), lambda b, h, s: (b, s)),
          pl.BlockSpec((1,), lambda b, h, s: (b,)),
      ],
      out_specs=[pl.BlockSpec((None, None, None, group, head_dim), lambda b, h, s: (b, h, s, 0, 0)), statistic, statistic],
      out_shape=[
          jax.ShapeDtypeStruct((batch, kv_heads, splits, group, head_dim), jnp.float32),
          jax.ShapeDtypeStruct((batch, kv_heads, splits, group), jnp.float32),
          jax.ShapeDtypeStruct((batch, kv_heads, splits, group), jnp.float32),
      ],
      name="paged_attention",
  )(q.reshape(batch, kv_heads, group, head_dim), k_pages, v_pages, table, lengths)
  correction = jnp.exp(maxima - maxima.max(axis=2, keepdims=True))
  total = (sums * correction).sum(axis=2)
  return ((outs * correction[..., None]).sum(axis=2) / total[..., None]).reshape(batch, heads, head_dim)


def reference(q, k_pages, v_pages, table, lengths):
  kv_heads, head_dim = k_pages.shape[0], q.shape[-1]
  outs = []
  for b in range(q.shape[0]):
    # One page after the other: (kv_heads, tokens, head_dim).
    k = jnp.concatenate([k_pages[:, page] for page in table[b]], axis=1)
    v = jnp.concatenate([v_pages[:, page] for page in table[b]], axis=1)
    scores = q[b].reshape(kv_heads, -1, head_dim) @ jnp.swapaxes(k, 1, 2) / math.sqrt(head_dim)
    scores = jnp.where(jnp.arange(k.shape[1]) < lengths[b], scores, MASKED)
    outs.append((jax.nn.softmax(scores, axis=-1) @ v).reshape(q.shape[1:]))
  return jnp.stack(outs)


pool = BATCH * PAGES_PER_SEQUENCE
keys = jax.random.split(jax.random.key(0), 3)
q = jax.random.normal(keys[0], (BATCH, HEADS, HEAD_DIM))
k_pages = jax.random.normal(keys[1], (KV_HEADS, pool, PAGE_SIZE, HEAD_DIM))
v_pages = jax.random.normal(keys[2], (KV_HEADS, pool, PAGE_SIZE, HEAD_DIM))
# Pages are handed out in no particular order: 7 has no factor in common with the pool's size unless that is a multiple of 7.
order = [(7 * page + 3) % pool for page in range(pool)] if pool % 7 else list(range(pool))[::-1]
table = [order[b * PAGES_PER_SEQUENCE:(b + 1) * PAGES_PER_SEQUENCE] for b in range(BATCH)]
capacity = PAGES_PER_SEQUENCE * PAGE_SIZE
lengths = jnp.array([capacity - b * (PAGE_SIZE + 5) for b in range(BATCH)], jnp.int32)

out = paged_attention(q, k_pages, v_pages, jnp.array(table, jnp.int32), lengths)
np.testing.assert_allclose(out, reference(q, k_pages, v_pages, table, lengths), rtol=1e-3, atol=1e-4)
print(f"{BATCH} sequences of at most {capacity} tokens from {pool} pages, largest output {out.max():.3f}")
