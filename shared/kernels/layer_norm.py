# Layer norm: forward and backward (Pallas)
#
# A program normalizes one row in chunks, with a mask on the last one. Backward is two kernels: one a row for the gradient of the
# input, and one a column block that adds up the gradients of weight and bias over all rows.
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import triton as plgpu

ROWS = 48
COLUMNS = 400
BLOCK = 128
EPS = 1e-5


def chunk(ref, start, columns):
  """A masked block of a row, as float32, with zeros past the end; and the mask."""
  mask = start + jnp.arange(BLOCK) < columns
  return plgpu.load(ref.at[pl.ds(start, BLOCK)], mask=mask, other=0.0).astype(jnp.float32), mask


def forward_kernel(x_ref, weight_ref, bias_ref, o_ref, mean_ref, rstd_ref, *, columns):
  steps = pl.cdiv(columns, BLOCK)

  def add_up(i, total):
    return total + chunk(x_ref, i * BLOCK, columns)[0]

  mean = lax.fori_loop(0, steps, add_up, jnp.zeros(BLOCK)).sum() / columns

  def add_squares(i, total):
    x, mask = chunk(x_ref, i * BLOCK, columns)
    distance = jnp.where(mask, x - mean, 0.0)
    return total + distance * distance

  variance = lax.fori_loop(0, steps, add_squares, jnp.zeros(BLOCK)).sum() / columns
  rstd = 1 / jnp.sqrt(variance + EPS)
  mean_ref[...] = mean
  rstd_ref[...] = rstd

  @pl.loop(0, steps)
  def _(i):
    x, mask = chunk(x_ref, i * BLOCK, columns)
    weight, _ = chunk(weight_ref, i * BLOCK, columns)
    bias, _ = chunk(bias_ref, i * BLOCK, columns)
    out = (x - mean) * rstd * weight + bias
    plgpu.store(o_ref.at[pl.ds(i * BLOCK, BLOCK)], out.astype(o_ref.dtype), mask=mask)


def layer_norm_forward(x, weight, bias):
  rows, columns = x.shape
  row = pl.BlockSpec((None, columns), lambda i: (i, 0))
  whole = pl.BlockSpec((columns,), lambda i: (0,))
  scalar = pl.BlockSpec((None,), lambda i: (i,))
  statistic = jax.ShapeDtypeStruct((rows,), jnp.float32)
  return pl.pallas_call(
      functools.partial(forward_kernel, columns=columns),
      grid=(rows,),
      in_specs=[row, whole, whole],
      out_specs=[row, scalar, scalar],
      out_shape=[jax.ShapeDtypeStruct(x.shape, x.dtype), statistic, statistic],
      name="layer_norm_forward",
  )(x, weight, bias)


def backward_x_kernel(x_ref, weight_ref, do_ref, mean_ref, rstd_ref, dx_ref, *, columns):
  mean, rstd = mean_ref[...], rstd_ref[...]
  steps = pl.cdiv(columns, BLOCK)

  def read(i):
    x, mask = chunk(x_ref, i * BLOCK, columns)
    scaled = chunk(do_ref, i * BLOCK, columns)[0] * chunk(weight_ref, i * BLOCK, columns)[0]
    return jnp.where(mask, (x - mean) * rstd, 0.0), scaled, mask

  def add_up(i, totals):
    normal, scaled, _ = read(i)
    return totals[0] + normal * scaled, totals[1] + scaled

  zeros = jnp.zeros(BLOCK)
  along, across = lax.fori_loop(0, steps, add_up, (zeros, zeros))
  along, across = along.sum() / columns, across.sum() / columns

  @pl.loop(0, steps)
  def _(i):
    normal, scaled, mask = read(i)
    dx = (scaled - (normal * along + across)) * rstd
    plgpu.store(dx_ref.at[pl.ds(i * BLOCK, BLOCK)], dx.astype(dx_ref.dtype), mask=mask)


def backward_weight_kernel(x_ref, do_ref, mean_ref, rstd_ref, dw_ref, db_ref):
  normal = (x_ref[...] - mean_ref[...][:, None]) * rstd_ref[...][:, None]
  dw_ref[...] = (normal * do_ref[...]).sum(axis=0)
  db_ref[...] = do_ref[...].sum(axis=0)


def layer_norm_backward(x, weight, do, mean, rstd):
  rows, columns = x.shape
  row = pl.BlockSpec((None, columns), lambda i: (i, 0))
  whole = pl.BlockSpec((columns,), lambda i: (0,))
  scalar = pl.BlockSpec((None,), lambda i: (i,))
  dx = pl.pallas_call(
      functools.partial(backward_x_kernel, columns=columns),
      grid=(rows,),
      in_specs=[row, whole, row, scalar, scalar],
      out_specs=row,
      out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
      name="layer_norm_backward_x",
  )(x, weight, do, mean, rstd)
  block = pl.BlockSpec((rows, BLOCK), lambda j: (0, j))
  all_rows = pl.BlockSpec((rows,), lambda j: (0,))
  gradient = pl.BlockSpec((BLOCK,), lambda j: (j,))
  dw, db = pl.pallas_call(
      backward_weight_kernel,
      grid=(pl.cdiv(columns, BLOCK),),
      in_specs=[block, block, all_rows, all_rows],
      out_specs=[gradient, gradient],
      out_shape=[jax.ShapeDtypeStruct((columns,), weight.dtype)] * 2,
      name="layer_norm_backward_weight",
  )(x, do, mean, rstd)
  return dx, dw, db


def reference(x, weight, bias):
  mean = x.mean(axis=-1, keepdims=True)
  rstd = 1 / jnp.sqrt(((x - mean) ** 2).mean(axis=-1, keepdims=True) + EPS)
  return (x - mean) * rstd * weight + bias, mean, rstd


def reference_backward(x, weight, do):
  _, mean, rstd = reference(x, weight, 0.0)
  normal, scaled = (x - mean) * rstd, do * weight
  along = (normal * scaled).mean(axis=-1, keepdims=True)
  across = scaled.mean(axis=-1, keepdims=True)
  return (scaled - normal * along - across) * rstd, (do * normal).sum(axis=0), do.sum(axis=0)


keys = jax.random.split(jax.random.key(0), 4)
x = 2 * jax.random.normal(keys[0], (ROWS, COLUMNS)) + 1
weight = jax.random.normal(keys[1], (COLUMNS,))
bias = jax.random.normal(keys[2], (COLUMNS,))
do = jax.random.normal(keys[3], (ROWS, COLUMNS))

out, mean, rstd = layer_norm_forward(x, weight, bias)
expected, expected_mean, expected_rstd = reference(x, weight, bias)
np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-4)
np.testing.assert_allclose(mean, expected_mean[:, 0], rtol=1e-4, atol=1e-5)
np.testing.assert_allclose(rstd, expected_rstd[:, 0], rtol=1e-4)

for name, got, want in zip(("dx", "dw", "db"), layer_norm_backward(x, weight, do, mean, rstd), reference_backward(x, weight, do)):
  np.testing.assert_allclose(got, want, rtol=1e-3, atol=1e-4, err_msg=name)
print(f"normalized {ROWS} rows, largest {out.max():.3f}")
