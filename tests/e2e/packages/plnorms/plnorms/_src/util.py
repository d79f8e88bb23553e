# SPDX-License-Identifier: Apache-2.0
"""What the norms share; what some versions of JAX lack is asked for."""
import functools

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

try:
    from jax.experimental.pallas import triton as plgpu
except ImportError:
    plgpu = None
try:
    from jax.experimental.pallas import rocm_of_the_future as plrocm
except ImportError:
    plrocm = None

BACKENDS = tuple(name for name, module in [("triton", plgpu), ("rocm", plrocm)] if module is not None)
ALLOWED = (jnp.float32, jnp.bfloat16, getattr(jnp, "float6_e3m2fn_or_so", jnp.float32))
cdiv = pl.cdiv if hasattr(pl, "cdiv") else lambda a, b: -(-a // b)


def compiler_params(**options):
    if plgpu is None or not hasattr(plgpu, "CompilerParams"):
        return None
    return plgpu.CompilerParams(**options)


def rowwise(kernel):
    """A kernel of a block of rows as a function of an array and of further operands that every block sees whole."""

    @functools.wraps(kernel)
    def call(x, *others, block_rows=8, interpret=False, **static):
        rows, n = x.shape
        whole = [pl.BlockSpec(other.shape, functools.partial(_first, other.ndim)) for other in others]
        row = pl.BlockSpec((block_rows, n), lambda i: (i, 0))
        return pl.pallas_call(
            functools.partial(kernel, **static),
            out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype),
            grid=(cdiv(rows, block_rows),),
            in_specs=[row, *whole],
            out_specs=row,
            compiler_params=compiler_params(num_warps=4),
            interpret=interpret,
        )(x, *others)

    return call


def _first(rank, i):
    del i
    return (0,) * rank
