# SPDX-License-Identifier: Apache-2.0
"""Blocks of queries over all keys."""
import dataclasses
import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl


@dataclasses.dataclass(frozen=True, kw_only=True)
class BlockSizes:
    q: int = 16
    k: int = 16

    @classmethod
    def get_default(cls):
        return cls()


def _kernel(q_ref, k_ref, v_ref, o_ref, *, block_k, causal, scale):
    q = q_ref[...] * scale
    rows = pl.program_id(2) * q.shape[0] + jnp.arange(q.shape[0])

    def body(step, carry):
        best, total, acc = carry
        window = pl.ds(step * block_k, block_k)
        k, v = k_ref[window, :], v_ref[window, :]
        s = q @ k.T
        if causal:
            cols = step * block_k + jnp.arange(block_k)
            s = jnp.where(rows[:, None] >= cols[None, :], s, -1e30)
        peak = jnp.maximum(best, s.max(axis=1))
        p = jnp.exp(s - peak[:, None])
        shrink = jnp.exp(best - peak)
        return peak, total * shrink + p.sum(axis=1), acc * shrink[:, None] + p @ v

    n = q.shape[0]
    start = jnp.full((n,), -1e30), jnp.zeros((n,)), jnp.zeros(q.shape)
    _, total, acc = jax.lax.fori_loop(0, k_ref.shape[0] // block_k, body, start)
    o_ref[...] = acc / total[:, None]


@functools.partial(jax.jit, static_argnames=("causal", "sizes"))
def attention(q, k, v, *, causal=False, sizes=BlockSizes.get_default()):
    batch, length, heads, dim = q.shape
    block = pl.BlockSpec((None, sizes.q, None, dim), lambda b, h, i: (b, i, h, 0))
    whole = pl.BlockSpec((None, length, None, dim), lambda b, h, i: (b, 0, h, 0))
    return pl.pallas_call(
        functools.partial(_kernel, block_k=sizes.k, causal=causal, scale=dim**-0.5),
        grid=(batch, heads, pl.cdiv(length, sizes.q)),
        in_specs=[block, whole, whole],
        out_specs=block,
        out_shape=jax.ShapeDtypeStruct(q.shape, q.dtype),
        name="attention",
    )(q, k, v)
