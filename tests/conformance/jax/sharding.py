### a_mesh_of_one_device
# source: JAX, sharding: with one device every axis of a mesh has size 1
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import mesh_utils
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = jax.make_mesh((1, 1), ("x", "y"))
print(mesh.shape, mesh.axis_names, mesh == Mesh(mesh_utils.create_device_mesh((1, 1)), ("x", "y")))
s = NamedSharding(mesh, P("x", None))
print(s.spec, s.spec == P("x", None), len(s.spec))
x = jax.device_put(jnp.arange(4).reshape(2, 2), s)
with mesh:
  print(lax.with_sharding_constraint(x * 2, s), x.sharding.is_fully_replicated)
NamedSharding(mesh, P("z"))
#> {'x': 1, 'y': 1} ('x', 'y') True
#> PartitionSpec('x', None) True 2
#> [[0 2]
#>  [4 6]] True
#! value-error: Resource axis: z of PartitionSpec('z',) is not found in mesh: ('x', 'y')
### shard_map
# source: JAX, jax.shard_map: a function of each device's part; here of all
import functools
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.shard_map import shard_map
P = jax.P
mesh = jax.make_mesh((1,), ("x",))
@functools.partial(jax.shard_map, mesh=mesh, in_specs=(P("x"), P()), out_specs=P("x"), check_vma=False)
def f(x, y):
  return lax.psum(x, "x") + y * lax.axis_index("x") + lax.axis_size("x")
print(f(jnp.arange(3), jnp.ones(3, jnp.int32)))
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] * 2
def g(x):
  return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x)
print(jax.jit(shard_map(g, mesh=mesh, in_specs=P("x"), out_specs=P("x"), check_rep=False))(jnp.arange(3)))
jax.make_mesh((2,), ("x",))
#> [1 2 3]
#> [0 2 4]
#! value-error: Number of devices 1 must be equal to the product of mesh_shape (2,)
