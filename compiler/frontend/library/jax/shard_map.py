# SPDX-License-Identifier: Apache-2.0
# module: jax
"""Parts of `jax` itself."""

import functools
import math
import jax


def __getattr__(name):
    if name not in ("NamedSharding", "P"):
        raise AttributeError(name)
    import jax.sharding

    return jax.sharding.PartitionSpec if name == "P" else jax.sharding.NamedSharding


def make_mesh(axis_shapes, axis_names, axis_types=None, *, devices=None):
    """A mesh of the devices: one along every axis."""
    if math.prod(axis_shapes) != 1:
        raise ValueError(f"Number of devices 1 must be equal to the product of mesh_shape {tuple(axis_shapes)}")
    grid = jax.devices()[0]
    for _ in axis_shapes:
        grid = [grid]
    from jax.sharding import Mesh

    return Mesh(grid, axis_names, axis_types=axis_types)


def set_mesh(mesh):
    """The mesh of a block: there is one device, so nothing changes."""
    return mesh


def _with_axis(f, name):
    """The function where an axis of one entry has the name."""

    def mapped(*args):
        results = jax.vmap(f, in_axes=None, out_axes=0, axis_name=name, axis_size=1)(*args)
        return jax.tree.map(lambda x: x[0], results)

    return mapped


def shard_map(
    f=None,
    *,
    mesh=None,
    in_specs=None,
    out_specs=None,
    axis_names=frozenset(),
    check_vma=True,
    check_rep=True,
    auto=frozenset(),
):
    """A function of the parts of arrays on each device: there is one, with all of them."""
    if f is None:
        return functools.partial(shard_map, mesh=mesh, in_specs=in_specs, out_specs=out_specs, axis_names=axis_names)
    names = tuple(mesh.axis_names) if mesh is not None else tuple(axis_names)

    @functools.wraps(f)
    def mapped(*args):
        whole = f
        for name in names:
            whole = _with_axis(whole, name)
        return whole(*args)

    return mapped


def empty_ref(ty, *, memory_space=None):
    """An array that can be changed and that nobody wrote."""
    from jax.experimental.pallas import empty

    return jax.tree.map(lambda each: jax.new_ref(empty(each.shape, each.dtype)), ty)
