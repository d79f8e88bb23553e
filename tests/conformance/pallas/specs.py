### replaced_fields
# source: Python, dataclasses; in JAX specs and parameters are dataclasses
import dataclasses
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu, tpu as pltpu, triton as pltriton
spec = pl.BlockSpec((8, 128), lambda i: (i, 0))
other = dataclasses.replace(spec, block_shape=(16, 128))
print(other.block_shape, other.index_map is spec.index_map, spec.block_shape, dataclasses.is_dataclass(spec))
print(dataclasses.replace(pl.GridSpec(grid=(2,)), grid=(4,)).grid, dataclasses.replace(pltpu.PrefetchScalarGridSpec(num_scalar_prefetch=1, grid=(2,)), grid=(3,)).num_scalar_prefetch)
print(dataclasses.replace(pltpu.CompilerParams(dimension_semantics=("parallel",)), vmem_limit_bytes=1024))
print(dataclasses.replace(plgpu.CompilerParams(approx_math=True)).approx_math, dataclasses.replace(pltriton.CompilerParams(num_warps=4), num_stages=2))
print(dataclasses.asdict(pl.CostEstimate(flops=1, transcendentals=2, bytes_accessed=3)))
print([f.name for f in dataclasses.fields(plgpu.Barrier(num_arrivals=2))][0], dataclasses.replace(plgpu.BlockSpec((8,), transforms=(plgpu.SwizzleTransform(64),)), delay_release=1).transforms)
dataclasses.replace(spec, no_such_field=1)
#> (16, 128) True (8, 128) True
#> (4,) 1
#> CompilerParams(dimension_semantics=('parallel',), vmem_limit_bytes=1024)
#> True CompilerParams(num_warps=4, num_stages=2)
#> {'flops': 1, 'transcendentals': 2, 'bytes_accessed': 3, 'remote_bytes_transferred': 0}
#> num_arrivals (SwizzleTransform(swizzle=64),)
#! argument-error
### a_replaced_spec_in_a_kernel
# source: Pallas, BlockSpec
import dataclasses
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
base = pl.BlockSpec((2,), lambda i: (i,))
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] * 2 + pl.program_id(0)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), in_specs=[dataclasses.replace(base, index_map=lambda i: (1 - i,))], out_specs=base)
print(f(jnp.arange(4)))
#> [4 6 1 3]
