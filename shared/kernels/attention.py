# Flash attention: scores that never leave the program (Pallas)
#
# A program owns a block of queries of one head and walks over the keys and values in blocks, with a running maximum and sum, so
# the matrix of scores is never whole. Causal programs stop at their own diagonal; segment ids keep packed sequences apart.
import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu

BATCH = 2
HEADS = 2
SEQUENCE = 192
HEAD_DIM = 32
BLOCK_Q = 64
BLOCK_K = 64
CAUSAL = True
MASKED = -0.7 * float(np.finfo(np.float32).max)


def attention_kernel(q_ref, k_ref, v_ref, segments_ref, o_ref, *residual_refs, scale, causal, block_k):
  block_q, head_dim = q_ref.shape
  sequence = k_ref.shape[0]
  start_q = pl.program_id(0)
  rows = start_q * block_q + jnp.arange(block_q)
  q = q_ref[...]
  q_segments = None if segments_ref is None else segments_ref[pl.ds(start_q * block_q, block_q)]

  def body(start_k, carry):
    acc, m_before, l_before = carry
    here = pl.ds(start_k * block_k, block_k)
    scores = pl.dot(q, k_ref[here, :].T) * scale
    columns = start_k * block_k + jnp.arange(block_k)
    mask = None
    if q_segments is not None:
      mask = q_segments[:, None] == segments_ref[here][None, :]
    if causal:
      below = rows[:, None] >= columns[None, :]
      mask = below if mask is None else mask & below
    if mask is not None:
      scores = jnp.where(mask, scores, MASKED)
    m_now = jnp.maximum(m_before, scores.max(axis=-1))
    correction = jnp.exp(m_before - m_now)
    p = jnp.exp(scores - m_now[:, None])
    l_now = correction * l_before + p.sum(axis=-1)
    v = v_ref[here, :]
    acc = correction[:, None] * acc + pl.dot(p.astype(v.dtype), v)
    return acc, m_now, l_now

  blocks = sequence // block_k
  if causal:  # the blocks above the diagonal have nothing to add
    blocks = jnp.minimum(blocks, lax.div((start_q + 1) * block_q + block_k - 1, block_k))
  start = (jnp.zeros((block_q, head_dim)), jnp.full((block_q,), -jnp.inf), jnp.zeros((block_q,)))
  acc, m, l = lax.fori_loop(0, blocks, body, start)
  o_ref[...] = (acc / l[:, None]).astype(o_ref.dtype)
  if residual_refs:
    residual_refs[0][...] = m + jnp.log(l)


@functools.partial(jax.jit, static_argnames=["causal", "scale", "block_q", "block_k", "residuals"])
def attention(q, k, v, segments=None, *, causal=False, scale=1.0, block_q=BLOCK_Q, block_k=BLOCK_K, residuals=False):
  """q, k, v: (batch, sequence, heads, head_dim); segments: (batch, sequence) or None."""
  batch, sequence, heads, head_dim = q.shape
  block_q, block_k = min(block_q, sequence), min(block_k, sequence)
  q_spec = pl.BlockSpec((None, block_q, None, head_dim), lambda i, b, h: (b, i, h, 0))
  kv_spec = pl.BlockSpec((None, sequence, None, head_dim), lambda i, b, h: (b, 0, h, 0))
  out_specs, out_shape = [q_spec], [jax.ShapeDtypeStruct(q.shape, q.dtype)]
  if residuals:
    out_specs.append(pl.BlockSpec((None, None, block_q), lambda i, b, h: (b, h, i)))
    out_shape.append(jax.ShapeDtypeStruct((batch, heads, sequence), jnp.float32))
  out = pl.pallas_call(
      functools.partial(attention_kernel, scale=scale, causal=causal, block_k=block_k),
      grid=(pl.cdiv(sequence, block_q), batch, heads),
      in_specs=[q_spec, kv_spec, kv_spec, None if segments is None else pl.BlockSpec((None, sequence), lambda i, b, h: (b, 0))],
      out_specs=out_specs,
      out_shape=out_shape,
      compiler_params=plgpu.CompilerParams(num_warps=4, num_stages=2),
      name="flash_attention",
  )(q, k, v, segments)
  return out if residuals else out[0]


def reference(q, k, v, segments, causal, scale):
  q, k, v = (jnp.swapaxes(x, 1, 2) for x in (q, k, v))  # (batch, heads, sequence, head_dim)
  scores = scale * q @ jnp.swapaxes(k, 2, 3)
  rows, columns = jnp.arange(q.shape[2])[:, None], jnp.arange(k.shape[2])[None, :]
  if causal:
    scores = jnp.where(rows >= columns, scores, MASKED)
  if segments is not None:
    scores = jnp.where(segments[:, None, :, None] == segments[:, None, None, :], scores, MASKED)
  weights = jnp.exp(scores - scores.max(axis=-1, keepdims=True))
  total = weights.sum(axis=-1, keepdims=True)
  out = (weights / total) @ v
  return jnp.swapaxes(out, 1, 2), scores.max(axis=-1) + jnp.log(total[..., 0])


keys = jax.random.split(jax.random.key(0), 3)
q, k, v = (jax.random.normal(key, (BATCH, SEQUENCE, HEADS, HEAD_DIM)) for key in keys)
scale = 1 / math.sqrt(HEAD_DIM)

out, logsumexp = attention(q, k, v, causal=CAUSAL, scale=scale, residuals=True)
want, want_logsumexp = reference(q, k, v, None, CAUSAL, scale)
np.testing.assert_allclose(out, want, rtol=1e-3, atol=1e-4)
np.testing.assert_allclose(logsumexp, want_logsumexp, rtol=1e-4, atol=1e-4)

# Two packed sequences: nothing of one may be seen by the other.
segments = jnp.broadcast_to(jnp.arange(SEQUENCE) // (SEQUENCE // 2), (BATCH, SEQUENCE)).astype(jnp.int32)
packed = attention(q, k, v, segments, causal=CAUSAL, scale=scale)
np.testing.assert_allclose(packed, reference(q, k, v, segments, CAUSAL, scale)[0], rtol=1e-3, atol=1e-4)
half = SEQUENCE // 2
alone = attention(q[:, :half], k[:, :half], v[:, :half], causal=CAUSAL, scale=scale, block_q=min(BLOCK_Q, half // 2), block_k=min(BLOCK_K, half // 2))
np.testing.assert_allclose(packed[:, :half], alone, rtol=1e-3, atol=1e-4)
print(f"{BATCH * HEADS} heads of {SEQUENCE} queries, largest output {out.max():.3f}")
