# SPDX-License-Identifier: Apache-2.0
# module: jax.experimental.mesh_utils
"""Devices for meshes: there is one."""

import math
import jax


def create_device_mesh(mesh_shape, devices=None, *, contiguous_submeshes=False, allow_split_physical_axes=False):
    """The device as a mesh's devices."""
    if math.prod(mesh_shape) != 1:
        raise ValueError(f"Number of devices 1 must equal the product of mesh_shape {tuple(mesh_shape)}")
    grid = jax.devices()[0]
    for _ in mesh_shape:
        grid = [grid]
    return grid
