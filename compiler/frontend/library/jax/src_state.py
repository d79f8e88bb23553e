# SPDX-License-Identifier: Apache-2.0
# module: jax._src.state.primitives jax._src.state.types jax._src.state.discharge
"""Refs, by the files that they are in."""

import jax.experimental.pallas as _pallas

ref_get, ref_set, ref_swap, AbstractRef = _pallas.load, _pallas.store, _pallas.swap, _pallas.Ref
