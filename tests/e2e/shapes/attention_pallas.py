# SPDX-License-Identifier: Apache-2.0
"""Attention forward, groups of queries, causal or not."""
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl

B = 1
H = 2
HK = 1
S = 256
D = 64
BM = 128
BN = 64
CAUSAL = False


def kernel(q_ref, k_ref, v_ref, o_ref):
    i = pl.program_id(2)
    q = q_ref[...]
    rows = i * BM + jnp.arange(BM)

    def body(step, carry):
        acc, m, l = carry
        here = pl.ds(step * BN, BN)
        s = pl.dot(q, k_ref[here, :].T) * (1 / math.sqrt(D))
        if CAUSAL:
            s = jnp.where(rows[:, None] >= (step * BN + jnp.arange(BN))[None, :], s, -1e30)
        now = jnp.maximum(m, s.max(axis=-1))
        p = jnp.exp(s - now[:, None])
        alpha = jnp.exp(m - now)
        v = v_ref[here, :]
        return acc * alpha[:, None] + pl.dot(p.astype(v.dtype), v), now, l * alpha + p.sum(axis=-1)

    steps = (i + 1) * (BM // BN) if CAUSAL else S // BN
    start = (jnp.zeros((BM, D)), jnp.full((BM,), -1e30), jnp.zeros((BM,)))
    acc, m, l = lax.fori_loop(0, steps, body, start)
    o_ref[...] = (acc / l[:, None]).astype(o_ref.dtype)


k1, k2, k3 = jax.random.split(jax.random.key(0), 3)
q = jax.random.normal(k1, (B, H, S, D), jnp.bfloat16)
k = jax.random.normal(k2, (B, HK, S, D), jnp.bfloat16)
v = jax.random.normal(k3, (B, HK, S, D), jnp.bfloat16)
q_spec = pl.BlockSpec((None, None, BM, D), lambda b, h, i: (b, h, i, 0))
kv_spec = pl.BlockSpec((None, None, S, D), lambda b, h, i: (b, h // (H // HK), 0, 0))
o = pl.pallas_call(kernel, grid=(B, H, S // BM), in_specs=[q_spec, kv_spec, kv_spec], out_specs=q_spec,
    out_shape=jax.ShapeDtypeStruct(q.shape, q.dtype))(q, k, v)
kf, vf = (jnp.repeat(x.astype(jnp.float32), H // HK, 1) for x in (k, v))
scores = jnp.einsum("bhqd,bhkd->bhqk", q.astype(jnp.float32), kf) / math.sqrt(D)
if CAUSAL:
    scores = jnp.where(jnp.tril(jnp.ones((S, S), bool)), scores, -jnp.inf)
expected = jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, axis=-1), vf)
np.testing.assert_allclose(o.astype(jnp.float32), expected, rtol=3e-2, atol=3e-2)
