# SPDX-License-Identifier: Apache-2.0
# Meshes and shards: there is one device.
### mesh_in_use
import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P


@jax.jit
def f(x):
    return jax.lax.with_sharding_constraint(2 * x, P('rows'))


mesh = jax.make_mesh((1,), ('rows',))
with jax.set_mesh(mesh):
    print(f(jnp.arange(4)))
#> [0 2 4 6]
### shards
import jax
from jax.sharding import Mesh, NamedSharding, PartitionSpec, Sharding, SingleDeviceSharding

mesh: Mesh = jax.make_mesh((1, 1), ('rows', 'columns'))
print(mesh.shape_tuple)
#> (('rows', 1), ('columns', 1))
by_rows: Sharding = NamedSharding(mesh, PartitionSpec('rows'))
print(by_rows.shard_shape((8, 4)))
#> (8, 4)
print(by_rows.device_set == set(jax.devices()))
#> True
one: Sharding = SingleDeviceSharding(jax.devices()[0])
print(len(one.device_set), one.shard_shape((3,)))
#> 1 (3,)
