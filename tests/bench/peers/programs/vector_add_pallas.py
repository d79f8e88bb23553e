# SPDX-License-Identifier: Apache-2.0
"""A sum of vectors as a plain `pallas_call`. Measured by ../run.py; the host checks the first elements."""
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl

N = 4096
DTYPE = "float32"
INPUTS = "normal"
BLOCK = 2048

dtype = jnp.dtype(DTYPE)
make_input = {"normal": jax.random.normal, "uniform": jax.random.uniform}[INPUTS]
a = make_input(jax.random.key(0), (N,)).astype(dtype)
b = make_input(jax.random.key(1), (N,)).astype(dtype)


def kernel(a_ref, b_ref, o_ref):
    o_ref[...] = a_ref[...] + b_ref[...]


spec = pl.BlockSpec((BLOCK,), lambda i: (i,))
o = pl.pallas_call(kernel, grid=(N // BLOCK,), in_specs=[spec, spec], out_specs=spec, out_shape=jax.ShapeDtypeStruct((N,), dtype))(a, b)
np.testing.assert_array_equal(o[:100], a[:100] + b[:100])
