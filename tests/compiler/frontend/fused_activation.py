# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# A function bound with partial is called while the kernel is recorded; each activation makes a kernel of its own.
from functools import partial
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(x_ref, o_ref, *, activation):
  o_ref[...] = activation(x_ref[...])

def apply(x, *, activation):
  return pl.pallas_call(partial(kernel, activation=activation), out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x)

x = jnp.ones((8, 8))
apply(x, activation=jax.nn.relu)
apply(x, activation=jnp.tanh)
apply(x, activation=jax.nn.relu)

# CHECK: tile.launch @kernel grid
# CHECK: tile.launch @kernel_1 grid
# CHECK: tile.launch @kernel grid
# CHECK: tile.kernel @kernel(
# CHECK: arith.maximumf
# CHECK: tile.kernel @kernel_1(
# CHECK: math.tanh
# CHECK-NOT: tile.kernel
