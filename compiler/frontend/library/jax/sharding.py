# SPDX-License-Identifier: Apache-2.0
# module: jax.sharding
"""How arrays lie on several devices: there is one, so meshes have one device along every axis."""

import enum
import jax


class AxisType(enum.Enum):
    """Who decides how arrays lie along an axis of a mesh."""

    Auto = enum.auto()
    Explicit = enum.auto()
    Manual = enum.auto()


class PartitionSpec:
    """Along which axes of a mesh each axis of an array lies."""

    UNCONSTRAINED = "UNCONSTRAINED"

    def __init__(self, *partitions, unreduced=frozenset(), reduced=frozenset()):
        self.partitions = partitions

    def __iter__(self):
        return iter(self.partitions)

    def __len__(self):
        return len(self.partitions)

    def __getitem__(self, index):
        return self.partitions[index]

    def __eq__(self, other):
        return tuple(self) == tuple(other) if isinstance(other, (PartitionSpec, tuple)) else NotImplemented

    def __hash__(self):
        return hash(self.partitions)

    def __repr__(self):
        return f"PartitionSpec{self.partitions!r}"


class Mesh:
    """Devices by axes with names."""

    def __init__(self, devices, axis_names, *, axis_types=None):
        names = (axis_names,) if isinstance(axis_names, str) else tuple(axis_names)
        shape, inner = [], devices
        while isinstance(inner, (list, tuple)):
            shape.append(len(inner))
            inner = inner[0]
        if len(shape) != len(names):
            raise ValueError(
                "Mesh requires the ndim of its first argument and the length of axis_names to be equal: "
                f"{len(shape)} and {len(names)}"
            )
        self.devices, self.axis_names, self.axis_types = devices, names, axis_types
        self.axis_sizes = tuple(shape)
        self.shape = dict(zip(names, shape))
        self.size, self.empty = 1, not names

    @property
    def shape_tuple(self):
        return tuple(self.shape.items())

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        return False

    def __eq__(self, other):
        return isinstance(other, Mesh) and self.shape == other.shape

    def __hash__(self):
        return hash(self.axis_names)

    def __repr__(self):
        return f"Mesh({', '.join(f'{name!r}: {size}' for name, size in self.shape.items())})"


AbstractMesh = Mesh


class Sharding:
    """How an array lies on devices."""

    is_fully_replicated = is_fully_addressable = True

    @property
    def device_set(self):
        return set(jax.devices())

    def shard_shape(self, global_shape):
        return tuple(global_shape)


class NamedSharding(Sharding):
    """How an array lies on a mesh."""

    def __init__(self, mesh, spec, *, memory_kind=None):
        for entry in spec:
            for name in entry if isinstance(entry, tuple) else (entry,):
                if name not in (None, PartitionSpec.UNCONSTRAINED) and name not in mesh.shape:
                    raise ValueError(f"Resource axis: {name} of {spec} is not found in mesh: {mesh.axis_names}.")
        self.mesh, self.spec, self.memory_kind = mesh, spec, memory_kind

    def __eq__(self, other):
        return isinstance(other, NamedSharding) and (self.mesh, self.spec) == (other.mesh, other.spec)

    def __hash__(self):
        return hash(self.spec)

    def __repr__(self):
        return f"NamedSharding(mesh={self.mesh!r}, spec={self.spec!r})"


class SingleDeviceSharding(Sharding):
    """An array on one device."""

    def __init__(self, device, *, memory_kind=None):
        self.device, self.memory_kind = device, memory_kind

    def __repr__(self):
        return f"SingleDeviceSharding(device={self.device!r})"
