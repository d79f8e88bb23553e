# Keys in blocks, with a running maximum and sum (Pallas)
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl

HEADS = 4
SEQUENCE = 256
HEAD_DIM = 32
BLOCK_Q = 64
BLOCK_K = 64


def attention_kernel(q_ref, k_ref, v_ref, o_ref):
  q = q_ref[...]

  def body(step, carry):
    acc, greatest, total = carry
    here = pl.ds(step * BLOCK_K, BLOCK_K)
    scores = q @ k_ref[here, :].T / HEAD_DIM**0.5
    now = jnp.maximum(greatest, scores.max(axis=1))
    shrink = jnp.exp(greatest - now)
    weights = jnp.exp(scores - now[:, None])
    total = shrink * total + weights.sum(axis=1)
    acc = shrink[:, None] * acc + weights @ v_ref[here, :]
    return acc, now, total

  start = (jnp.zeros((BLOCK_Q, HEAD_DIM)), jnp.full((BLOCK_Q,), -jnp.inf), jnp.zeros((BLOCK_Q,)))
  acc, _, total = lax.fori_loop(0, SEQUENCE // BLOCK_K, body, start)
  o_ref[...] = acc / total[:, None]


def reference(q, k, v):
  return jax.nn.softmax(q @ jnp.swapaxes(k, 1, 2) / HEAD_DIM**0.5, axis=-1) @ v


q, k, v = (jax.random.normal(key, (HEADS, SEQUENCE, HEAD_DIM)) for key in jax.random.split(jax.random.key(0), 3))
queries = pl.BlockSpec((None, BLOCK_Q, HEAD_DIM), lambda h, i: (h, i, 0))
keys = pl.BlockSpec((None, SEQUENCE, HEAD_DIM), lambda h, i: (h, 0, 0))
o = pl.pallas_call(
    attention_kernel,
    out_shape=jax.ShapeDtypeStruct(q.shape, q.dtype),
    grid=(HEADS, SEQUENCE // BLOCK_Q),
    in_specs=[queries, keys, keys],
    out_specs=queries,
)(q, k, v)
np.testing.assert_allclose(o, reference(q, k, v), rtol=1e-3, atol=1e-4)
