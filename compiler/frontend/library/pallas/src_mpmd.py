# SPDX-License-Identifier: Apache-2.0
# module: jax._src.pallas.mpmd
"""Kernels of several functions, each over a mesh of its own: one is what there is here."""

import jax.experimental.pallas as _pallas


def mpmd_map(
    meshes_and_fns,
    out_types,
    *,
    scratch_types=(),
    compiler_params=None,
    interpret=False,
    debug=False,
    cost_estimate=None,
    name=None,
    metadata=None,
):
    """A function of arrays that runs a function over a mesh: `[(mesh, function)]`."""
    if len(meshes_and_fns) != 1:
        raise NotImplementedError(f"`mpmd_map` of {len(meshes_and_fns)} functions; one over one mesh")
    mesh, function = meshes_and_fns[0]
    return _pallas.kernel(
        function,
        out_types,
        mesh=mesh,
        scratch_types=scratch_types,
        compiler_params=compiler_params,
        interpret=interpret,
        debug=debug,
        cost_estimate=cost_estimate,
        name=name,
        metadata=metadata,
    )
