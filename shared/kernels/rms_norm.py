# RMS norm: forward and backward (Pallas)
#
# Like layer norm without a mean: rows are divided by their root mean square. The backward pass of a weight is added up row block by
# row block in one output, so its programs run in order.
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

ROWS = 64
COLUMNS = 320
BLOCK_ROWS = 16
EPS = 1e-6


def forward_kernel(x_ref, weight_ref, o_ref, rstd_ref):
  x = x_ref[...].astype(jnp.float32)
  rstd = jax.lax.rsqrt((x * x).mean(axis=1) + EPS)
  rstd_ref[...] = rstd
  o_ref[...] = (x * rstd[:, None] * weight_ref[...]).astype(o_ref.dtype)


def backward_kernel(x_ref, weight_ref, do_ref, rstd_ref, dx_ref, dw_ref):
  x, do = x_ref[...].astype(jnp.float32), do_ref[...].astype(jnp.float32)
  rstd = rstd_ref[...][:, None]
  normal, scaled = x * rstd, do * weight_ref[...]
  dx_ref[...] = ((scaled - normal * (normal * scaled).mean(axis=1, keepdims=True)) * rstd).astype(dx_ref.dtype)

  @pl.when(pl.program_id(0) == 0)
  def _():
    dw_ref[...] = jnp.zeros_like(dw_ref)

  dw_ref[...] += (do * normal).sum(axis=0)


rows_of = lambda columns: pl.BlockSpec((BLOCK_ROWS, columns), lambda i: (i, 0))
whole = lambda columns: pl.BlockSpec((columns,), lambda i: (0,))
row_scalars = pl.BlockSpec((BLOCK_ROWS,), lambda i: (i,))


@functools.partial(jax.jit)
def rms_norm(x, weight):
  rows, columns = x.shape
  return pl.pallas_call(
      forward_kernel,
      grid=(pl.cdiv(rows, BLOCK_ROWS),),
      in_specs=[rows_of(columns), whole(columns)],
      out_specs=(rows_of(columns), row_scalars),
      out_shape=(jax.ShapeDtypeStruct(x.shape, x.dtype), jax.ShapeDtypeStruct((rows,), jnp.float32)),
      name="rms_norm",
  )(x, weight)


@jax.jit
def rms_norm_backward(x, weight, do, rstd):
  rows, columns = x.shape
  assert rows % BLOCK_ROWS == 0, "the weight's gradient must not see rows past the end"
  return pl.pallas_call(
      backward_kernel,
      grid=(rows // BLOCK_ROWS,),
      in_specs=[rows_of(columns), whole(columns), rows_of(columns), row_scalars],
      out_specs=(rows_of(columns), whole(columns)),
      out_shape=(jax.ShapeDtypeStruct(x.shape, x.dtype), jax.ShapeDtypeStruct((columns,), jnp.float32)),
      name="rms_norm_backward",
  )(x, weight, do, rstd)


keys = jax.random.split(jax.random.key(1), 3)
x = jax.random.normal(keys[0], (ROWS, COLUMNS))
weight = 1 + 0.1 * jax.random.normal(keys[1], (COLUMNS,))
do = jax.random.normal(keys[2], (ROWS, COLUMNS))

out, rstd = rms_norm(x, weight)
want_rstd = 1 / jnp.sqrt((x ** 2).mean(axis=1) + EPS)
np.testing.assert_allclose(rstd, want_rstd, rtol=1e-4)
np.testing.assert_allclose(out, x * want_rstd[:, None] * weight, rtol=1e-4, atol=1e-5)

dx, dw = rms_norm_backward(x, weight, do, rstd)
normal, scaled = x * want_rstd[:, None], do * weight
want_dx = (scaled - normal * (normal * scaled).mean(axis=1)[:, None]) * want_rstd[:, None]
np.testing.assert_allclose(dx, want_dx, rtol=1e-3, atol=1e-4)
np.testing.assert_allclose(dw, (do * normal).sum(axis=0), rtol=1e-3, atol=1e-4)

# Ragged rows are fine forward: what lies past the end is never written.
short, _ = rms_norm(x[: ROWS - 3], weight)
np.testing.assert_allclose(short, out[: ROWS - 3], rtol=1e-5, atol=1e-6)
print(f"normalized {ROWS} rows, root mean square {jnp.sqrt((out ** 2).mean()):.4f}")
