# Hopper: attention, forward, with two warpgroups that take turns (Pallas, Mosaic GPU)
#
# A program has 128 rows of Q, 64 for each of two compute threads, and walks along K and V. A step computes S = Q K^T on the tensor core, then its
# softmax in ordinary arithmetic, then adds P V on the tensor core. In the middle part a warpgroup leaves the tensor core idle.
# So the two take turns, like players of ping-pong: while one computes its softmax, the other multiplies. `turn` is a barrier at which both
# arrive twice a step; the second player begins half a step later.
#
# The sum of P V is kept in registers and scaled when a larger maximum is found (online softmax): m is the maximum so far, l the sum
# of exponentials. exp2 is what the hardware has, so the scale contains log2(e).
#
# K's slot is read after S, V's only after P V. `manual_consumed_barriers` gives the body a barrier for each, so that K's next copy may begin earlier.
#
# SEQUENCE may be any length: keys past its end are masked. HEAD_DIM is 64, 128 or 256.
import functools
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu

HEADS = 2
SEQUENCE = 256
HEAD_DIM = 64
CAUSAL = False
ROWS = 64  # of Q, of one compute thread
KEYS = 64  # of K and V, of one step
SLOTS = 2
PLAYERS = 2


def kernel(q_gmem, k_gmem, v_gmem, o_gmem, q_smem, q_ready, turn):
    head, wg = lax.axis_index("head"), lax.axis_index("wg")
    first_row = (lax.axis_index("block") * PLAYERS + wg) * ROWS
    wgmma, rows_of_wgmma = plgpu.Layout.WGMMA, plgpu.Layout.WGMMA.reduce(1)
    scale = math.log2(math.e) / math.sqrt(HEAD_DIM)

    def next_turn():
        plgpu.barrier_arrive(turn)
        plgpu.barrier_wait(turn)

    def step(indices, k_smem, v_smem, k_used, v_used, carry):
        sums, maxima, totals = carry

        def multiply(scores):
            plgpu.wgmma(scores, q_smem.at[wg], plgpu.transpose_ref(k_smem, (1, 0)))
            return scores[...]

        scores = pl.run_scoped(multiply, plgpu.ACC((ROWS, KEYS), jnp.float32)) * scale
        plgpu.barrier_arrive(k_used)
        next_turn()  # softmax, while the other multiplies

        column = plgpu.broadcasted_iota(jnp.int32, (ROWS, KEYS), 1, layout=wgmma) + indices[0] * KEYS
        allowed = column < SEQUENCE
        if CAUSAL:
            row = plgpu.broadcasted_iota(jnp.int32, (ROWS, KEYS), 0, layout=wgmma) + first_row
            allowed = allowed & (column <= row)
        scores = jnp.where(allowed, scores, -1e30)
        new_maxima = jnp.maximum(maxima, scores.max(axis=1))
        weights = jnp.exp2(scores - lax.broadcast_in_dim(new_maxima, scores.shape, [0]))
        correction = jnp.exp2(maxima - new_maxima)
        totals = totals * correction + weights.sum(axis=1)
        sums = sums * lax.broadcast_in_dim(correction, sums.shape, [0])
        weights = weights.astype(v_smem.dtype)

        next_turn()  # and the product with V

        def add_product(sums_ref):
            plgpu.wgmma(sums_ref, weights, v_smem)

        sums = pl.run_state(add_product)(plgpu.ACC.init(sums))
        plgpu.barrier_arrive(v_used)
        return sums, new_maxima, totals

    def compute(pipeline):
        plgpu.copy_gmem_to_smem(q_gmem.at[head, pl.ds(first_row, ROWS)], q_smem.at[wg], q_ready.at[wg])
        plgpu.barrier_wait(q_ready.at[wg])
        sums = plgpu.layout_cast(jnp.zeros((ROWS, HEAD_DIM), jnp.float32), wgmma)
        maxima = plgpu.layout_cast(jnp.full((ROWS,), -1e30, jnp.float32), rows_of_wgmma)
        totals = plgpu.layout_cast(jnp.zeros((ROWS,), jnp.float32), rows_of_wgmma)
        pl.when(wg == 1)(next_turn)
        sums, maxima, totals = pipeline((sums, maxima, totals))
        pl.when(wg == 0)(next_turn)

        # The result goes where Q was.
        q_smem.at[wg][...] = (sums / lax.broadcast_in_dim(totals, sums.shape, [0])).astype(q_smem.dtype)
        plgpu.commit_smem()
        plgpu.copy_smem_to_gmem(q_smem.at[wg], o_gmem.at[head, pl.ds(first_row, ROWS)])
        plgpu.wait_smem_to_gmem(0)

    pipeline = plgpu.emit_pipeline_warp_specialized(
        step,
        grid=(pl.cdiv(SEQUENCE, KEYS),),
        memory_registers=40,
        in_specs=[plgpu.BlockSpec((None, KEYS, HEAD_DIM), lambda j: (head, j, 0)), plgpu.BlockSpec((None, KEYS, HEAD_DIM), lambda j: (head, j, 0))],
        max_concurrent_steps=SLOTS,
        wg_axis="wg",
        num_compute_wgs=PLAYERS,
        manual_consumed_barriers=True,
        compute_context=compute,
    )
    pipeline(k_gmem, v_gmem)


attention = plgpu.kernel(
    kernel,
    out_type=jax.ShapeDtypeStruct((HEADS, SEQUENCE, HEAD_DIM), jnp.bfloat16),
    scratch_types=[
        plgpu.SMEM((PLAYERS, ROWS, HEAD_DIM), jnp.bfloat16),
        plgpu.Barrier(num_barriers=PLAYERS),
        plgpu.Barrier(num_arrivals=PLAYERS),
    ],
    grid=(HEADS, pl.cdiv(SEQUENCE, PLAYERS * ROWS)),
    grid_names=("head", "block"),
    num_threads=PLAYERS + 1,
    thread_name="wg",
)

key_q, key_k, key_v = jax.random.split(jax.random.key(0), 3)
shape = (HEADS, SEQUENCE, HEAD_DIM)
q = jax.random.normal(key_q, shape, jnp.bfloat16)
k = jax.random.normal(key_k, shape, jnp.bfloat16)
v = jax.random.normal(key_v, shape, jnp.bfloat16)
scores = jnp.einsum("hqd,hkd->hqk", q.astype(jnp.float32), k.astype(jnp.float32)) / math.sqrt(HEAD_DIM)
if CAUSAL:
    scores = jnp.where(jnp.tril(jnp.ones((SEQUENCE, SEQUENCE), bool)), scores, -jnp.inf)
expected = jnp.einsum("hqk,hkd->hqd", jax.nn.softmax(scores, axis=-1), v.astype(jnp.float32))
np.testing.assert_allclose(attention(q, k, v).astype(jnp.float32), expected, rtol=3e-2, atol=3e-2)
print(f"{HEADS} heads, {SEQUENCE} rows of {HEAD_DIM}{', causal' if CAUSAL else ''}: as softmax(Q K^T) V")
