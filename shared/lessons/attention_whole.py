# Attention with all scores of a head at once (Pallas)
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

HEADS = 4
SEQUENCE = 256
HEAD_DIM = 32


def attention_kernel(q_ref, k_ref, v_ref, o_ref):
  scores = q_ref[...] @ k_ref[...].T / HEAD_DIM**0.5
  weights = jnp.exp(scores - scores.max(axis=1)[:, None])
  o_ref[...] = (weights @ v_ref[...]) / weights.sum(axis=1)[:, None]


def reference(q, k, v):
  return jax.nn.softmax(q @ jnp.swapaxes(k, 1, 2) / HEAD_DIM**0.5, axis=-1) @ v


q, k, v = (jax.random.normal(key, (HEADS, SEQUENCE, HEAD_DIM)) for key in jax.random.split(jax.random.key(0), 3))
head = pl.BlockSpec((None, SEQUENCE, HEAD_DIM), lambda h: (h, 0, 0))
o = pl.pallas_call(
    attention_kernel,
    out_shape=jax.ShapeDtypeStruct(q.shape, q.dtype),
    grid=(HEADS,),
    in_specs=[head, head, head],
    out_specs=head,
)(q, k, v)
np.testing.assert_allclose(o, reference(q, k, v), rtol=1e-3, atol=1e-4)
