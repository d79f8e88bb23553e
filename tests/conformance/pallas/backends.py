### interpret_and_names
# source: pallas.md 1.1: interpret, debug, name, metadata change no result
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] + 1
for interpret in (True, False, pltpu.InterpretParams(), pltpu.InterpretParams(dma_execution_mode="eager")):
  f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), interpret=interpret, name="add one", metadata={"key": "value"}, debug=False)
  print(f(jnp.arange(2)))
#> [1 2]
#> [1 2]
#> [1 2]
#> [1 2]
### compiler_params_of_all_back_ends
# source: pallas.md 1.1 to 1.3: every back end's spelling is taken
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
from jax.experimental.pallas import tpu as pltpu
from jax.experimental.pallas import triton as pltriton
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] + 1
for params in (pltriton.CompilerParams(num_warps=2, num_stages=1), pltpu.CompilerParams(dimension_semantics=(pltpu.PARALLEL,)),
               pltpu.TPUCompilerParams(vmem_limit_bytes=1 << 20), plgpu.CompilerParams(approx_math=True, dimension_semantics=["parallel"]),
               dict(triton=dict(num_warps=2)), dict(num_warps=8), None):
  f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32), grid=(1,), compiler_params=params)
  print(f(jnp.arange(2)))
#> [1 2]
#> [1 2]
#> [1 2]
#> [1 2]
#> [1 2]
#> [1 2]
#> [1 2]
### mosaic_block_spec
# source: pallas.md 1.2: plgpu.BlockSpec without transforms, whole arrays in GMEM
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(x_ref, y_ref, o_ref):
  o_ref[...] = x_ref[...] + y_ref[0]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), in_specs=[plgpu.BlockSpec((2,), lambda i: (i,)),
                   pl.BlockSpec(memory_space=plgpu.GMEM)], out_specs=plgpu.BlockSpec((2,), lambda i: (i,), delay_release=0, transforms=()))
print(f(jnp.arange(4), jnp.array([10, 20])))
#> [10 11 12 13]
### mosaic_transforms
# source: ours: they are for pipelines of `plgpu.kernel`
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
spec = plgpu.BlockSpec((64, 64), lambda i: (i, 0), transforms=(plgpu.SwizzleTransform(128),))
print(isinstance(spec, pl.BlockSpec), spec.transforms[0].swizzle)
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((64, 64), jnp.int32), grid=(1,), in_specs=[spec])(jnp.zeros((64, 64), jnp.int32))
#> True 128
#! not-supported: the argument `transforms` of `plgpu.BlockSpec`
### mesh_kernel
# source: ours: not yet, by name
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
pl.kernel(lambda x_ref, o_ref: None, out_type=jax.ShapeDtypeStruct((2,), jnp.int32), mesh=None)
#! not-supported: `pl.kernel` over a `NoneType`
### pipeline_without_specs
# source: JAX: a pipeline takes one Ref a spec
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
from jax.experimental.pallas import tpu as pltpu
def kernel(x_ref, o_ref):
  pltpu.emit_pipeline(lambda x, o: None, grid=(2,))(x_ref, o_ref)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.arange(2))
#! value-error: the pipeline has 0 specs but is called with 2 Refs
### vmap_of_a_kernel
# source: JAX, vmap: f of each entry, stacked; program_id stays the kernel's own
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] + 100 * pl.program_id(0)
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec((2,), lambda i: (i,))],
                   out_specs=pl.BlockSpec((2,), lambda i: (i,)))
print(jax.vmap(f)(jnp.arange(8).reshape(2, 4)))
#> [[  0   1 102 103]
#>  [  4   5 106 107]]
### jit_of_a_kernel
# source: JAX, jit changes no result
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  o_ref[...] = x_ref[...] * x_ref[...]
@jax.jit
def square(x):
  return pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct(x.shape, x.dtype))(x)
print(square(jnp.arange(3)), square(jnp.array([1.5])))
#> [0 1 4] [2.25]
