# RUN: %tessera run %s 2>/dev/null | FileCheck %s
# A product accumulated in scratch over the last grid axis.
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu

eq = np.testing.assert_array_equal
x = jnp.arange(64.0).reshape(8, 8)

def mm(x_ref, y_ref, o_ref, acc_ref):
  @pl.when(pl.program_id(2) == 0)
  def _():
    acc_ref[...] = jnp.zeros_like(acc_ref)
  acc_ref[...] += jnp.dot(x_ref[...], y_ref[...], preferred_element_type=jnp.float32)
  @pl.when(pl.program_id(2) == pl.num_programs(2) - 1)
  def _():
    o_ref[...] = acc_ref[...].astype(o_ref.dtype)
z = pl.pallas_call(mm, out_shape=jax.ShapeDtypeStruct((8, 8), jnp.float32), grid=(2, 2, 4),
  in_specs=[pl.BlockSpec((4, 2), lambda i, j, k: (i, k)), pl.BlockSpec((2, 4), lambda i, j, k: (k, j))],
  out_specs=pl.BlockSpec((4, 4), lambda i, j, k: (i, j)), scratch_shapes=[pltpu.VMEM((4, 4), jnp.float32)],
  compiler_params=pltpu.TPUCompilerParams(dimension_semantics=("parallel", "parallel", "arbitrary")))(x, x)
eq(z, x @ x)
print('ok')
# CHECK: ok
