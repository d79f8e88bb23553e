# Flash attention for tensor cores: bfloat16, sums in registers (Pallas)
#
# attention.py's loop with what a GPU likes: products of bfloat16 added up in float32, powers of two with log2(e) folded into the scale, blocks of 128
# queries. On Hopper the compiler makes a kernel of warpgroups of it: one copies blocks of keys and values ahead of time, the others multiply, each
# with 64 of the rows; the weights go from one product to the next in registers.
#
# SEQUENCE may be any multiple of BLOCK_Q; HEAD_DIM is 64, 128 or 256.
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl

BATCH = 1
HEADS = 2
SEQUENCE = 256
HEAD_DIM = 64
BLOCK_Q = 128
BLOCK_K = 64
CAUSAL = False
DTYPE = "bfloat16"


def attention_kernel(q_ref, k_ref, v_ref, o_ref):
  start_q = pl.program_id(2)
  rows = start_q * BLOCK_Q + jnp.arange(BLOCK_Q)
  scale = math.log2(math.e) / math.sqrt(HEAD_DIM)
  q = q_ref[...]

  def body(start_k, carry):
    acc, m_before, l_before = carry
    here = pl.ds(start_k * BLOCK_K, BLOCK_K)
    scores = pl.dot(q, k_ref[here, :].T) * scale
    if CAUSAL:
      columns = start_k * BLOCK_K + jnp.arange(BLOCK_K)
      scores = jnp.where(rows[:, None] >= columns[None, :], scores, -1e30)
    m_now = jnp.maximum(m_before, scores.max(axis=-1))
    correction = jnp.exp2(m_before - m_now)
    p = jnp.exp2(scores - m_now[:, None])
    l_now = correction * l_before + p.sum(axis=-1)
    v = v_ref[here, :]
    acc = correction[:, None] * acc + pl.dot(p.astype(v.dtype), v)
    return acc, m_now, l_now

  blocks = SEQUENCE // BLOCK_K
  if CAUSAL:  # the blocks above the diagonal have nothing to add
    blocks = lax.div((start_q + 1) * BLOCK_Q, BLOCK_K)
  start = (jnp.zeros((BLOCK_Q, HEAD_DIM)), jnp.full((BLOCK_Q,), -1e30), jnp.zeros((BLOCK_Q,)))
  acc, m, l = lax.fori_loop(0, blocks, body, start)
  o_ref[...] = (acc / l[:, None]).astype(o_ref.dtype)


def attention(q, k, v):
  """(batch, sequence, heads, head_dim) each."""
  q_spec = pl.BlockSpec((None, BLOCK_Q, None, HEAD_DIM), lambda b, h, i: (b, i, h, 0))
  kv_spec = pl.BlockSpec((None, SEQUENCE, None, HEAD_DIM), lambda b, h, i: (b, 0, h, 0))
  out_shape = jax.ShapeDtypeStruct(q.shape, q.dtype)
  return pl.pallas_call(attention_kernel, grid=(BATCH, HEADS, SEQUENCE // BLOCK_Q), in_specs=[q_spec, kv_spec, kv_spec], out_specs=q_spec, out_shape=out_shape)(q, k, v)


key_q, key_k, key_v = jax.random.split(jax.random.key(0), 3)
shape = (BATCH, SEQUENCE, HEADS, HEAD_DIM)
q, k, v = (jax.random.normal(key, shape, jnp.dtype(DTYPE)) for key in (key_q, key_k, key_v))
scores = jnp.einsum("bqhd,bkhd->bhqk", q.astype(jnp.float32), k.astype(jnp.float32)) / math.sqrt(HEAD_DIM)
if CAUSAL:
  scores = jnp.where(jnp.tril(jnp.ones((SEQUENCE, SEQUENCE), bool)), scores, -jnp.inf)
expected = jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores, axis=-1), v.astype(jnp.float32))
np.testing.assert_allclose(attention(q, k, v).astype(jnp.float32), expected, rtol=3e-2, atol=3e-2)
print(f"{BATCH * HEADS} heads of {SEQUENCE} queries{', causal' if CAUSAL else ''}: as softmax(Q K^T) V")
