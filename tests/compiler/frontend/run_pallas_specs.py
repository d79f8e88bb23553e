# RUN: %tessera run %s 2>/dev/null | FileCheck %s
# GridSpec, a decorator by partial, element-indexed blocks, computed slices, lax.cond.
import functools
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl

eq = np.testing.assert_array_equal
x = jnp.arange(64.0).reshape(8, 8)

@functools.partial(pl.pallas_call, out_shape=jax.ShapeDtypeStruct((8, 8), jnp.float32),
   grid_spec=pl.GridSpec(grid=4, in_specs=[pl.BlockSpec((2, 8), lambda i: (i, 0))], out_specs=pl.BlockSpec((2, 8), lambda i: (3 - i, 0))), interpret=True)
def rev(x_ref, o_ref):
  o_ref[...] = x_ref[...]
eq(rev(x)[:2], x[6:])
# element
def win(x_ref, o_ref):
  o_ref[...] = x_ref[...].sum(axis=0, keepdims=True)
w = pl.pallas_call(win, out_shape=jax.ShapeDtypeStruct((6, 8), jnp.float32), grid=(6,),
  in_specs=[pl.BlockSpec((pl.Element(3), pl.Element(8)), lambda i: (i, 0))], out_specs=pl.BlockSpec((1, 8), lambda i: (i, 0)))(x)
eq(w[0], x[0] + x[1] + x[2])
# dynamic indices
def dyn(i_ref, x_ref, o_ref):
  i = i_ref[0]
  o_ref[...] = x_ref[pl.ds(i, 2), :] + x_ref[i].sum()
d = pl.pallas_call(dyn, out_shape=jax.ShapeDtypeStruct((2, 8), jnp.float32))(jnp.array([3]), x)
eq(d, x[3:5] + x[3].sum())
# int loops, cond, iota
def misc(o_ref):
  i = lax.broadcasted_iota(jnp.int32, (8, 128), 1)
  v = lax.cond(pl.program_id(0) > 0, lambda: i, lambda: -i)
  o_ref[0] = jnp.where(v > 0, v, 0)
m = pl.pallas_call(misc, out_shape=jax.ShapeDtypeStruct((2, 8, 128), jnp.int32), grid=(2,), out_specs=pl.BlockSpec((1, 8, 128), lambda i: (i, 0, 0)))()
eq(m[0].sum(), 0); eq(m[1, 0, 5], 5)
print('ok')
# CHECK: ok
