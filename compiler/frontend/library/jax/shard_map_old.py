# SPDX-License-Identifier: Apache-2.0
# module: jax.experimental.shard_map jax._src.shard_map
"""`jax.shard_map`, by its older place."""

import functools
import jax


def shard_map(f=None, mesh=None, in_specs=None, out_specs=None, check_rep=True, check_vma=True, auto=frozenset()):
    """A function of the parts of arrays on each device: there is one, with all of them."""
    if f is None:
        return functools.partial(shard_map, mesh=mesh, in_specs=in_specs, out_specs=out_specs)
    return jax.shard_map(f, mesh=mesh, in_specs=in_specs, out_specs=out_specs)
