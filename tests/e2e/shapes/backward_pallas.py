# SPDX-License-Identifier: Apache-2.0
"""Attention backward: a program does dk and dv of a block of keys, then dq of a block of queries."""
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl

B = 1
H = 2
S = 256
D = 64
BM = 128
BN = 64
CAUSAL = False

scale = 1 / math.sqrt(D)


def kernel(q_ref, k_ref, v_ref, do_ref, l_ref, delta_ref, dq_ref, dk_ref, dv_ref):
    i = pl.program_id(2)
    own = pl.ds(i * BM, BM)
    mine = i * BM + jnp.arange(BM)
    k = k_ref[own, :]
    v = v_ref[own, :]

    def queries(step, carry):
        dk, dv = carry
        here = pl.ds(step * BN, BN)
        q = q_ref[here, :]
        do = do_ref[here, :]
        p = jnp.exp(pl.dot(k, q.T) * scale - l_ref[here][None, :])
        if CAUSAL:
            p = jnp.where((step * BN + jnp.arange(BN))[None, :] >= mine[:, None], p, 0.0)
        dv += pl.dot(p.astype(do.dtype), do)
        ds = p * (pl.dot(v, do.T) - delta_ref[here][None, :]) * scale
        return dk + pl.dot(ds.astype(q.dtype), q), dv

    zero = jnp.zeros((BM, D), jnp.float32)
    dk, dv = lax.fori_loop(i * (BM // BN) if CAUSAL else 0, S // BN, queries, (zero, zero))
    dk_ref[...] = dk.astype(dk_ref.dtype)
    dv_ref[...] = dv.astype(dv_ref.dtype)
    q = q_ref[own, :]
    do = do_ref[own, :]
    l = l_ref[own]
    delta = delta_ref[own]

    def keys(step, dq):
        here = pl.ds(step * BN, BN)
        k = k_ref[here, :]
        p = jnp.exp(pl.dot(q, k.T) * scale - l[:, None])
        if CAUSAL:
            p = jnp.where(mine[:, None] >= (step * BN + jnp.arange(BN))[None, :], p, 0.0)
        ds = p * (pl.dot(do, v_ref[here, :].T) - delta[:, None]) * scale
        return dq + pl.dot(ds.astype(k.dtype), k)

    dq_ref[...] = lax.fori_loop(0, (i + 1) * (BM // BN) if CAUSAL else S // BN, keys, zero).astype(dq_ref.dtype)


q, k, v, do = (jax.random.normal(key, (B, H, S, D), jnp.bfloat16) for key in jax.random.split(jax.random.key(0), 4))
qf, kf, vf, dof = (x.astype(jnp.float32) for x in (q, k, v, do))
scores = jnp.einsum("bhqd,bhkd->bhqk", qf, kf) * scale
if CAUSAL:
    scores = jnp.where(jnp.tril(jnp.ones((S, S), bool)), scores, -jnp.inf)
l = jax.scipy.special.logsumexp(scores, axis=-1)
p = jnp.exp(scores - l[..., None])
delta = jnp.sum(jnp.einsum("bhqk,bhkd->bhqd", p, vf) * dof, axis=-1)
whole = pl.BlockSpec((None, None, S, D), lambda b, h, i: (b, h, 0, 0))
rows = pl.BlockSpec((None, None, S), lambda b, h, i: (b, h, 0))
block = pl.BlockSpec((None, None, BM, D), lambda b, h, i: (b, h, i, 0))
dq, dk, dv = pl.pallas_call(kernel, grid=(B, H, S // BM), in_specs=[whole, whole, whole, whole, rows, rows],
    out_specs=[block, block, block], out_shape=[jax.ShapeDtypeStruct(q.shape, q.dtype)] * 3)(q, k, v, do, l, delta)
ds = p * (jnp.einsum("bhqd,bhkd->bhqk", dof, vf) - delta[..., None]) * scale
wanted = [jnp.einsum("bhqk,bhkd->bhqd", ds, kf), jnp.einsum("bhqk,bhqd->bhkd", ds, qf),
    jnp.einsum("bhqk,bhqd->bhkd", p, dof)]
for got, want in zip((dq, dk, dv), wanted):
    np.testing.assert_allclose(got.astype(jnp.float32), want, rtol=3e-2, atol=6e-2)
