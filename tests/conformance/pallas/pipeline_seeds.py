### elementwise_of_march_2025
# source: pipeline.py of March 2025: a body without indices; pl.program_id in it is the pipeline's
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2 + pl.program_id(0)
block = plgpu.GPUBlockSpec((8, 128), lambda i: (i, 0), memory_space=plgpu.GPUMemorySpace.SMEM)
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=2)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_shape=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2 + jnp.arange(4).repeat(8)[:, None]).all())
#> True
### elementwise_of_today
# source: pallas.md 4.1: the body gets the indices first
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2 + indices[0]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=2)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2 + jnp.arange(4).repeat(8)[:, None]).all())
#> True
### matmul_of_march_2025
# source: pipeline.py of March 2025: delay_release is the pipeline's argument; a . b
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
transforms = (plgpu.TilingTransform((8, 64)), plgpu.SwizzleTransform(128))
def kernel(a_gmem, b_gmem, o_gmem, o_smem, acc):
  def body(a_smem, b_smem):
    plgpu.wgmma(acc, a_smem, b_smem)
    plgpu.wgmma_wait(1)
  plgpu.emit_pipeline(
      body, grid=(4,),
      in_specs=[plgpu.GPUBlockSpec((64, 64), lambda k: (0, k), transforms=transforms), plgpu.GPUBlockSpec((64, 64), lambda k: (k, 0), transforms=transforms)],
      max_concurrent_steps=2, delay_release=1)(a_gmem, b_gmem)
  o_smem[...] = acc[...].astype(jnp.float16)
  plgpu.commit_smem()
  plgpu.copy_smem_to_gmem(o_smem, o_gmem)
  plgpu.wait_smem_to_gmem(0)
a = (jnp.arange(64 * 256).reshape(64, 256) % 7 - 3).astype(jnp.float16)
b = (jnp.arange(256 * 64).reshape(256, 64) % 5 - 2).astype(jnp.float16)
scratch = [plgpu.SMEM((64, 64), jnp.float16, transforms=transforms), plgpu.ACC((64, 64), jnp.float32)]
o = plgpu.kernel(kernel, out_shape=jax.ShapeDtypeStruct((64, 64), jnp.float16), scratch_shapes=scratch)(a, b)
print((o == a.astype(jnp.float32) @ b.astype(jnp.float32)).all())
#> True
### matmul_of_today
# source: pallas.md 4.1: delay_release is a field of each BlockSpec; a . b
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(a_gmem, b_gmem, o_gmem, o_smem, acc):
  def body(_, a_smem, b_smem):
    plgpu.wgmma(acc, a_smem, b_smem)
    plgpu.wgmma_wait(1)
  plgpu.emit_pipeline(
      body, grid=(4,),
      in_specs=[plgpu.BlockSpec((64, 64), lambda k: (0, k), delay_release=1), plgpu.BlockSpec((64, 64), lambda k: (k, 0), delay_release=1)],
      max_concurrent_steps=3)(a_gmem, b_gmem)
  o_smem[...] = acc[...].astype(jnp.float16)
  plgpu.commit_smem()
  plgpu.copy_smem_to_gmem(o_smem, o_gmem)
  plgpu.wait_smem_to_gmem(0)
a = (jnp.arange(64 * 256).reshape(64, 256) % 7 - 3).astype(jnp.float16)
b = (jnp.arange(256 * 64).reshape(256, 64) % 5 - 2).astype(jnp.float16)
scratch = [plgpu.SMEM((64, 64), jnp.float16), plgpu.ACC((64, 64), jnp.float32)]
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((64, 64), jnp.float16), scratch_types=scratch)(a, b)
print((o == a.astype(jnp.float32) @ b.astype(jnp.float32)).all())
#> True
### warp_specialized_matmul_of_march_2025
# source: pipeline.py of March 2025: carry_coroutine yields the first carry and gets the last one
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(a_gmem, b_gmem, o_gmem, o_smem):
  wg = lax.axis_index("wg")
  rows = pl.ds(wg * 64, 64)
  def carry():
    acc = plgpu.layout_cast(jnp.zeros((64, 64), jnp.float32), plgpu.Layout.WGMMA)
    acc = yield acc
    o_smem.at[rows][...] = acc.astype(jnp.float16)
    plgpu.commit_smem()
    plgpu.copy_smem_to_gmem(o_smem.at[rows], o_gmem.at[rows])
    plgpu.wait_smem_to_gmem(0)
  def body(a_smem, b_smem, acc):
    def product(acc_ref):
      plgpu.wgmma(acc_ref, a_smem.at[rows], b_smem)
    return pl.run_state(product)(plgpu.ACC.init(acc))
  plgpu.emit_pipeline_warp_specialized(
      body, grid=(4,), memory_registers=40, max_concurrent_steps=2, wg_axis="wg", num_compute_wgs=2, carry_coroutine=carry,
      in_specs=[plgpu.GPUBlockSpec((128, 64), lambda k: (0, k)), plgpu.GPUBlockSpec((64, 64), lambda k: (k, 0))])(a_gmem, b_gmem)
a = (jnp.arange(128 * 256).reshape(128, 256) % 7 - 3).astype(jnp.float16)
b = (jnp.arange(256 * 64).reshape(256, 64) % 5 - 2).astype(jnp.float16)
o = plgpu.kernel(kernel, out_shape=jax.ShapeDtypeStruct((128, 64), jnp.float16), scratch_shapes=[plgpu.SMEM((128, 64), jnp.float16)], num_threads=3, thread_name="wg")(a, b)
print((o == a.astype(jnp.float32) @ b.astype(jnp.float32)).all())
#> True
### warp_specialized_matmul_of_today
# source: the documentation of emit_pipeline_warp_specialized: compute_context calls the pipeline with the first carry
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def kernel(a_gmem, b_gmem, o_gmem, o_smem):
  wg = lax.axis_index("wg")
  rows = pl.ds(wg * 64, 64)
  def compute(pipeline):
    acc = pipeline(plgpu.layout_cast(jnp.zeros((64, 64), jnp.float32), plgpu.Layout.WGMMA))
    o_smem.at[rows][...] = acc.astype(jnp.float16)
    plgpu.commit_smem()
    plgpu.copy_smem_to_gmem(o_smem.at[rows], o_gmem.at[rows])
    plgpu.wait_smem_to_gmem(0)
  def body(indices, a_smem, b_smem, acc):
    def product(acc_ref):
      plgpu.wgmma(acc_ref, a_smem.at[rows], b_smem)
    return pl.run_state(product)(plgpu.ACC.init(acc))
  plgpu.emit_pipeline_warp_specialized(
      body, grid=(4,), memory_registers=40, max_concurrent_steps=2, wg_axis="wg", num_compute_wgs=2, compute_context=compute,
      in_specs=[plgpu.BlockSpec((128, 64), lambda k: (0, k)), plgpu.BlockSpec((64, 64), lambda k: (k, 0))])(a_gmem, b_gmem)
a = (jnp.arange(128 * 256).reshape(128, 256) % 7 - 3).astype(jnp.float16)
b = (jnp.arange(256 * 64).reshape(256, 64) % 5 - 2).astype(jnp.float16)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((128, 64), jnp.float16), scratch_types=[plgpu.SMEM((128, 64), jnp.float16)], num_threads=3, thread_name="wg")(a, b)
print((o == a.astype(jnp.float32) @ b.astype(jnp.float32)).all())
#> True
### warp_specialized_elementwise_of_march_2025
# source: pipeline.py of March 2025: one compute warpgroup stores; pl.program_id is the pipeline's
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2 + pl.program_id(0)
block = plgpu.GPUBlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline_warp_specialized(body, grid=(4,), in_specs=[block], out_specs=[block], memory_registers=40, wg_axis="wg", num_compute_wgs=1)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_shape=jax.ShapeDtypeStruct((32, 128), jnp.float32), num_threads=2, thread_name="wg")(x)
print((o == x * 2 + jnp.arange(4).repeat(8)[:, None]).all())
#> True
