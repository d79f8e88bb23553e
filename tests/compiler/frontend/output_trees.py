# RUN: %tessera show %s --stage=tile --pass=trace | FileCheck %s
# The result has the structure of out_shape.
import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

def kernel(x_ref, a_ref, b_ref):
  a_ref[...] = x_ref[...]
  b_ref[...] = (x_ref[...] * 2).astype(jnp.int32)

shape = jax.ShapeDtypeStruct((4,), jnp.float32)
x = jnp.ones((4,))
pair = pl.pallas_call(kernel, out_shape=(shape, jax.ShapeDtypeStruct((4,), jnp.int32)))(x)
print(type(pair).__name__, len(pair))
one, = pl.pallas_call(lambda x_ref, o_ref: o_ref.set(x_ref.get()), out_shape=[shape])(x)
named = pl.pallas_call(lambda x_ref, o_ref: o_ref["y"].set(x_ref.get()), out_shape={"y": shape})(x)
print(sorted(named), named["y"].shape, one.shape)

# CHECK: tile.launch @kernel grid [](%{{.*}}) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xi32>)
# CHECK: tile.format ["tuple 2\0A"]
# CHECK: tile.format ["['y'] (4,) (4,)\0A"]
