# SPDX-License-Identifier: Apache-2.0
"""Attention forward."""
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

B = 1
H = 2
HK = H
S = 256
D = 64
BQ = 128
BK = 64


def kernel(q_ref, k_ref, v_ref, o_ref):
    q = q_ref[...]
    rows = pl.program_id(2) * BQ + jnp.arange(BQ)

    def body(step, carry):
        acc, m, l = carry
        here = pl.ds(step * BK, BK)
        columns = step * BK + jnp.arange(BK)
        s = jnp.dot(q, k_ref[here, :].T, preferred_element_type=jnp.float32) * (1 / math.sqrt(D))

        now = jnp.maximum(m, s.max(axis=-1))
        p = jnp.exp(s - now[:, None])
        alpha = jnp.exp(m - now)
        acc = acc * alpha[:, None] + jnp.dot(p.astype(jnp.bfloat16), v_ref[here, :],
            preferred_element_type=jnp.float32)
        return acc, now, l * alpha + p.sum(axis=-1)

    acc, m, l = lax.fori_loop(0, S // BK, body, (jnp.zeros((BQ, D)), jnp.full((BQ,), -1e30), jnp.zeros((BQ,))))
    o_ref[...] = (acc / l[:, None]).astype(o_ref.dtype)


k1, k2, k3, k4 = jax.random.split(jax.random.key(0), 4)
q = jax.random.normal(k1, (B, H, S, D), jnp.bfloat16)
k = jax.random.normal(k2, (B, HK, S, D), jnp.bfloat16)
v = jax.random.normal(k3, (B, HK, S, D), jnp.bfloat16)

q_spec = pl.BlockSpec((None, None, BQ, D), lambda b, h, i: (b, h, i, 0))
kv_spec = pl.BlockSpec((None, None, S, D), lambda b, h, i: (b, h // (H // HK), 0, 0))
o = pl.pallas_call(kernel, grid=(B, H, S // BQ), in_specs=[q_spec, kv_spec, kv_spec], out_specs=q_spec,
    out_shape=jax.ShapeDtypeStruct(q.shape, q.dtype))(q, k, v)
kf, vf = (jnp.repeat(x.astype(jnp.float32), H // HK, 1) for x in (k, v))
scores = jnp.einsum("bhqd,bhkd->bhqk", q.astype(jnp.float32), kf) / math.sqrt(D)

expected = jnp.einsum("bhqk,bhkd->bhqd", jax.nn.softmax(scores, axis=-1), vf)
np.testing.assert_allclose(o.astype(jnp.float32), expected, rtol=3e-2, atol=3e-2)
