# Pallas quickstart: every cell in one file
#
# From adding two vectors to a batched matrix product with a fused activation, in the order in which one learns them.
from functools import partial

import jax
from jax.experimental import pallas as pl
import jax.numpy as jnp
import numpy as np


# One program adds two whole arrays.
def add_vectors_kernel(x_ref, y_ref, o_ref):
  x, y = x_ref[...], y_ref[...]
  o_ref[...] = x + y


@jax.jit
def add_vectors(x: jax.Array, y: jax.Array) -> jax.Array:
  return pl.pallas_call(
      add_vectors_kernel,
      out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype)
  )(x, y)


print(add_vectors(jnp.arange(8), jnp.arange(8)))


# Eight programs write one element each.
def iota_kernel(o_ref):
  i = pl.program_id(0)
  o_ref[i] = i


def iota(size: int):
  return pl.pallas_call(iota_kernel,
                        out_shape=jax.ShapeDtypeStruct((size,), jnp.int32),
                        grid=(size,))()


print(iota(8))

# The same with the output in scalar memory, as a TPU wants it; here the memory space changes nothing.
from jax.experimental.pallas import tpu as pltpu


def iota_in_scalar_memory(size: int):
  return pl.pallas_call(iota_kernel,
                        out_specs=pl.BlockSpec(memory_space=pltpu.SMEM),
                        out_shape=jax.ShapeDtypeStruct((size,), jnp.int32),
                        grid=(size,))()


print(iota_in_scalar_memory(8))


# Four programs compute a quarter of a matrix product each.
def matmul_kernel(x_ref, y_ref, z_ref):
  z_ref[...] = x_ref[...] @ y_ref[...]


def matmul(x: jax.Array, y: jax.Array):
  return pl.pallas_call(
      matmul_kernel,
      out_shape=jax.ShapeDtypeStruct((x.shape[0], y.shape[1]), x.dtype),
      grid=(2, 2),
      in_specs=[
          pl.BlockSpec((x.shape[0] // 2, x.shape[1]), lambda i, j: (i, 0)),
          pl.BlockSpec((y.shape[0], y.shape[1] // 2), lambda i, j: (0, j))
      ],
      out_specs=pl.BlockSpec(
          (x.shape[0] // 2, y.shape[1] // 2), lambda i, j: (i, j),
      )
  )(x, y)


k1, k2 = jax.random.split(jax.random.key(0))
x = jax.random.normal(k1, (1024, 1024))
y = jax.random.normal(k2, (1024, 1024))
z = matmul(x, y)
np.testing.assert_allclose(z, x @ y, rtol=1e-4, atol=1e-3)  # a GPU rounds in another order


# An activation, passed in as a function, is applied before the product is written.
def fused_matmul_kernel(x_ref, y_ref, z_ref, *, activation):
  z_ref[...] = activation(x_ref[...] @ y_ref[...])


def fused_matmul(x: jax.Array, y: jax.Array, *, activation):
  return pl.pallas_call(
      partial(fused_matmul_kernel, activation=activation),
      out_shape=jax.ShapeDtypeStruct((x.shape[0], y.shape[1]), x.dtype),
      grid=(2, 2),
      in_specs=[
          pl.BlockSpec((x.shape[0] // 2, x.shape[1]), lambda i, j: (i, 0)),
          pl.BlockSpec((y.shape[0], y.shape[1] // 2), lambda i, j: (0, j))
      ],
      out_specs=pl.BlockSpec(
          (x.shape[0] // 2, y.shape[1] // 2), lambda i, j: (i, j)
      ),
  )(x, y)


z = fused_matmul(x, y, activation=jax.nn.relu)
np.testing.assert_allclose(z, jax.nn.relu(x @ y), rtol=1e-4, atol=1e-3)  # a GPU rounds in another order

# A batch of products: vmap adds a grid axis.
k1, k2 = jax.random.split(jax.random.key(0))
x = jax.random.normal(k1, (4, 1024, 1024))
y = jax.random.normal(k2, (4, 1024, 1024))
z = jax.vmap(partial(fused_matmul, activation=jax.nn.relu))(x, y)
np.testing.assert_allclose(z, jax.nn.relu(jax.vmap(jnp.matmul)(x, y)), rtol=1e-4, atol=1e-3)  # a GPU rounds in another order
print("all products agree")
