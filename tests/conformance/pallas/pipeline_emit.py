### grid_of_two_axes
# source: pallas.md 4.1: indices are row-major, the last axis fastest
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  i, j = indices
  o_smem[...] = x_smem[...] + 1000 * i + 100 * j
block = plgpu.BlockSpec((8, 64), lambda i, j: (i, j))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4, 2), in_specs=[block], out_specs=[block], max_concurrent_steps=3)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
i, j = jnp.meshgrid(jnp.arange(4), jnp.arange(2), indexing='ij')
print((o == x + jnp.kron(1000 * i + 100 * j, jnp.ones((8, 64)))).all())
#> True
### grid_of_no_axes
# source: pallas.md 4.1: grid=() is one step
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  assert indices == ()
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((32, 128), lambda: (0, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2).all())
#> True
### grid_that_is_computed
# source: pallas.md 4.1: sizes of the grid may be scalars
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(n_gmem, x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(n_gmem[0],), in_specs=[block], out_specs=[block], max_concurrent_steps=3)(x_gmem, o_gmem)
x = 1 + jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
f = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))
for n in (0, 1, 2, 4):
  o = f(jnp.array([n]), x)
  print((o[:8 * n] == x[:8 * n] * 2).all(), (o[8 * n:] == x[8 * n:] * 2).any())
#> True False
#> True False
#> True False
#> True False
### grid_with_a_computed_axis
# source: pallas.md 4.1: sizes of the grid may be scalars, beside ints
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 64), lambda i, j: (i, j))
def kernel(n_gmem, x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(n_gmem[0], 2), in_specs=[block], out_specs=[block], max_concurrent_steps=3)(x_gmem, o_gmem)
x = 1 + jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(jnp.array([3]), x)
print((o[:24] == x[:24] * 2).all(), (o[24:] == x[24:] * 2).any())
#> True False
### max_concurrent_steps_1
# source: pallas.md 4.1: at most as many slots as steps; the result does not depend on it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=1)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2).all())
#> True
### max_concurrent_steps_4
# source: pallas.md 4.1: at most as many slots as steps; the result does not depend on it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=4)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2).all())
#> True
### max_concurrent_steps_9
# source: pallas.md 4.1: at most as many slots as steps; the result does not depend on it
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=9)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2).all())
#> True
### slots_are_shrunk_to_the_steps
# source: pallas.md 4.1: a static grid with fewer steps than slots gets fewer slots: nine of 64 KiB would not fit
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((16, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(2,), in_specs=[block], out_specs=[block], max_concurrent_steps=64)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2).all())
#> True
### init_carry
# source: pallas.md 4.1: the body gets the carry last and returns the next; the pipeline returns the last
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, carry):
  total, steps = carry
  return total + x_smem[...], steps + 1
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem, n_gmem):
  total, steps = plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], max_concurrent_steps=2, init_carry=(jnp.zeros((8, 128), jnp.float32), jnp.int32(0)))(x_gmem)
  o_gmem[...] = total
  n_gmem[0] = steps
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o, n = plgpu.kernel(kernel, out_type=(jax.ShapeDtypeStruct((8, 128), jnp.float32), jax.ShapeDtypeStruct((1,), jnp.int32)))(x)
print((o == x.reshape(4, 8, 128).sum(axis=0)).all(), n)
#> True [4]
### no_inputs
# source: pallas.md 4.3: no barrier without inputs in shared memory
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, o_smem):
  o_smem[...] = jnp.full((8, 128), indices[0], jnp.float32)
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), out_specs=[block], max_concurrent_steps=2)(o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))()
print((o == jnp.arange(4).repeat(8)[:, None]).all())
#> True
### no_outputs
# source: pallas.md 4.1: out_specs is optional
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem):
  o_ref[0][...] += x_smem[...]
o_ref = []
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem, sum_smem):
  o_ref.append(sum_smem)
  sum_smem[...] = jnp.zeros((8, 128), jnp.float32)
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], max_concurrent_steps=2)(x_gmem)
  o_gmem[...] = sum_smem[...]
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((8, 128), jnp.float32), scratch_types=[plgpu.SMEM((8, 128), jnp.float32)])(x)
print((o == x.reshape(4, 8, 128).sum(axis=0)).all())
#> True
### squeezed_dimension
# source: pallas.md 4.1: None and pl.squeezed are dimensions of size 1 that the body does not see
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem, o_smem):
  assert x_smem.shape == y_smem.shape == (8, 128)
  o_smem[...] = x_smem[...] + y_smem[...]
first = plgpu.BlockSpec((None, 8, 128), lambda i: (i, 0, 0))
second = plgpu.BlockSpec((pl.squeezed, 8, 128), lambda i: (3 - i, 0, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[first, second], out_specs=[first], max_concurrent_steps=2)(x_gmem, x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
x = x.reshape(4, 8, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((4, 8, 128), jnp.float32))(x)
print((o == x + x[::-1]).all())
#> True
### element_dimension
# source: pallas.md 4.1: the index of a pl.Element is counted in elements
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
shifted = plgpu.BlockSpec((pl.Element(8), 128), lambda i: (i * 6, 0))
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[shifted], out_specs=[block], max_concurrent_steps=2)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o.reshape(4, 8, 128) == 2 * jnp.stack([x[6 * i : 6 * i + 8] for i in range(4)])).all())
#> True
### blocked_dimension
# source: pallas.md 1.1: pl.Blocked(n) is n
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((pl.Blocked(8), pl.Blocked(128)), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block])(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2).all())
#> True
### no_index_map
# source: pallas.md 4.1: without an index map the first block, at each step
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem, o_smem):
  assert y_smem.shape == (8, 128)
  o_smem[...] = x_smem[...] + y_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
first = plgpu.BlockSpec((8, 128))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block, first], out_specs=[block], max_concurrent_steps=2)(x_gmem, x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x + jnp.tile(x[:8], (4, 1))).all())
#> True
### no_block_shape
# source: pallas.md 4.1: block_shape=None is the whole array
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem, o_smem):
  assert y_smem.shape == (32, 128)
  o_smem[...] = x_smem[...] + y_smem[8:16]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
whole = plgpu.BlockSpec()
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block, whole], out_specs=[block], max_concurrent_steps=2)(x_gmem, x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x + jnp.tile(x[8:16], (4, 1))).all())
#> True
### gmem_specs
# source: pallas.md 4.1: an array in GMEM is handed to the body whole
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_gmem, o_smem, z_gmem):
  i, = indices
  o_smem[...] = x_smem[...] + y_gmem[pl.ds(i * 8, 8)]
  z_gmem[i] = i * 10
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
anywhere = plgpu.BlockSpec(memory_space=plgpu.GMEM)
def kernel(x_gmem, y_gmem, o_gmem, z_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block, anywhere], out_specs=[block, anywhere], max_concurrent_steps=2)(x_gmem, y_gmem, o_gmem, z_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o, z = plgpu.kernel(kernel, out_type=(jax.ShapeDtypeStruct((32, 128), jnp.float32), jax.ShapeDtypeStruct((4,), jnp.int32)))(x, x * x)
print((o == x + x * x).all(), z)
#> True [ 0 10 20 30]
### plain_block_specs
# source: pallas.md 4.1: pl.BlockSpec is a plgpu.BlockSpec with defaults
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = pl.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=2)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2).all())
#> True
### transforms
# source: reference.md: tilings and swizzles change where bytes lie, not what they are
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0), transforms=(plgpu.TilingTransform((8, 32)), plgpu.SwizzleTransform(128)))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=2)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2).all())
#> True
### ragged_blocks
# source: hopper.md: what a copy reads outside of the array is 0, and nothing is written there; oob_fill_mode ZEROS is the default
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem, s_smem):
  o_smem[...] = x_smem[...] * 2
  s_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0), oob_fill_mode=plgpu.OOBFillMode.ZEROS)
def kernel(x_gmem, o_gmem, s_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block, block], max_concurrent_steps=4)(x_gmem, o_gmem, s_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o, s = plgpu.kernel(kernel, out_type=(jax.ShapeDtypeStruct((29, 128), jnp.float32), jax.ShapeDtypeStruct((32, 128), jnp.float32)))(x[:29])
print((o == x[:29] * 2).all(), (s[:29] == x[:29]).all(), (s[29:] == 0).all())
#> True True True
### promise_in_bounds
# source: pallas.md 1.2: the program promises that no block reaches outside
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0), oob_fill_mode=plgpu.OOBFillMode.PROMISE_IN_BOUNDS)
out = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[out], max_concurrent_steps=2)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2).all())
#> True
### levels_of_delay_release
# source: pallas.md 4.1: each input's slot is reused as many steps later as its spec says
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, y_smem, o_smem):
  o_smem[...] = x_smem[...] + y_smem[...]
early = plgpu.BlockSpec((8, 64), lambda i: (i // 2, i % 2))
late = plgpu.BlockSpec((8, 64), lambda i: (i // 2, i % 2), delay_release=2)
def kernel(x_gmem, y_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(8,), in_specs=[early, late], out_specs=[early], max_concurrent_steps=3)(x_gmem, y_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x, x * x)
print((o == x + x * x).all())
#> True
### march_s_delay_release
# source: pipeline.py of March 2025: delay_release is an argument, also of a pipeline with outputs
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=3, delay_release=2)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2).all())
#> True
### march_s_program_ids
# source: pipeline.py of March 2025: pl.program_id and pl.num_programs in a body are the pipeline's, around it the kernel's
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(x_smem, o_smem):
  o_smem[...] = x_smem[...] + 100 * pl.program_id(0) + 10 * pl.program_id(1) + pl.num_programs(1)
def kernel(x_gmem, o_gmem):
  block = plgpu.BlockSpec((8, 64), lambda i, j: (i, j))
  plgpu.emit_pipeline(body, grid=(4, 2), in_specs=[block], out_specs=[block], max_concurrent_steps=2)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
i, j = jnp.meshgrid(jnp.arange(4), jnp.arange(2), indexing='ij')
print((o == x + 2 + jnp.kron(100 * i + 10 * j, jnp.ones((8, 64)))).all())
#> True
### body_with_star_arguments
# source: ours: a body that takes any number of arguments is today's, unless March's arguments are given
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(*arguments):
  lengths.append(len(arguments))
  x_smem, o_smem = arguments[-2:]
  o_smem[...] = x_smem[...] * 2
lengths = []
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, o_gmem):
  for march in ({}, {'delay_release': 0}):
    plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=2, **march)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2).all())
print(lengths)
#> True
#> [3, 2]
### index_invariant_output
# source: pallas.md 4.1: stored once, after the last step
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
last = plgpu.BlockSpec((8, 128), lambda i: (0, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[last], max_concurrent_steps=2)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((8, 128), jnp.float32))(x)
print((o == x[24:]).all())
#> True
### pytrees_of_specs
# source: pallas.md 4.2: the body gets the arrays in the specs' trees (there in the warp-specialized form alone)
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, pair, o_smem):
  o_smem[...] = pair['x'][...] + pair['y'][0][...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, y_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[{'x': block, 'y': (block,)}], out_specs=[block], max_concurrent_steps=2)({'x': x_gmem, 'y': (y_gmem,)}, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x, x * x)
print((o == x + x * x).all())
#> True
### one_pipeline_called_twice
# source: pallas.md 4.1: the pipeline is a function of Refs
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
def kernel(x_gmem, y_gmem, o_gmem, p_gmem):
  pipeline = plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=2)
  pipeline(x_gmem, o_gmem)
  pipeline(y_gmem, p_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o, p = plgpu.kernel(kernel, out_type=(jax.ShapeDtypeStruct((32, 128), jnp.float32), jax.ShapeDtypeStruct((32, 128), jnp.float32)))(x, x * x)
print((o == x * 2).all(), (p == x * x * 2).all())
#> True True
### pipeline_in_a_loop
# source: ours: each turn allocates and frees the slots
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  o_smem[...] = x_smem[...] * 2
def kernel(x_gmem, o_gmem):
  @pl.loop(0, 2)
  def _(half):
    block = plgpu.BlockSpec((8, 64), lambda i: (i, half))
    plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[block], max_concurrent_steps=3)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((32, 128), jnp.float32))(x)
print((o == x * 2).all())
#> True
### accumulation_into_a_revisited_output
# source: TPU semantics (docs/pallas/pipelining.md): a block that stays keeps its contents and is stored after its last step; past the reference
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  i, k = indices
  @pl.when(k == 0)
  def _():
    o_smem[...] = jnp.zeros((8, 128), jnp.float32)
  o_smem[...] += x_smem[...]
def kernel(x_gmem, o_gmem):
  row = plgpu.BlockSpec((8, 128), lambda i, k: (i * 2 + k, 0))
  out = plgpu.BlockSpec((8, 128), lambda i, k: (i, 0))
  plgpu.emit_pipeline(body, grid=(2, 2), in_specs=[row], out_specs=[out], max_concurrent_steps=3)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((16, 128), jnp.float32))(x)
print((o == x.reshape(2, 2, 8, 128).sum(axis=1).reshape(16, 128)).all())
#> True
### accumulation_into_an_invariant_output
# source: TPU semantics: one block for all steps; past the reference, which changes slots
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  @pl.when(indices[0] == 0)
  def _():
    o_smem[...] = jnp.zeros((8, 128), jnp.float32)
  o_smem[...] += x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
whole = plgpu.BlockSpec((8, 128), lambda i: (0, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[whole], max_concurrent_steps=3)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((8, 128), jnp.float32))(x)
print((o == x.reshape(4, 8, 128).sum(axis=0)).all())
#> True
### blocks_revisited_by_division
# source: ours: whether a block stays is what its index says, also where the index map divides
import jax, jax.numpy as jnp
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def body(indices, x_smem, o_smem):
  @pl.when(indices[0] % 2 == 0)
  def _():
    o_smem[...] = x_smem[...]
  @pl.when(indices[0] % 2 == 1)
  def _():
    o_smem[...] *= x_smem[...]
block = plgpu.BlockSpec((8, 128), lambda i: (i, 0))
half = plgpu.BlockSpec((8, 128), lambda i: (i // 2, 0))
def kernel(x_gmem, o_gmem):
  plgpu.emit_pipeline(body, grid=(4,), in_specs=[block], out_specs=[half], max_concurrent_steps=2)(x_gmem, o_gmem)
x = jnp.arange(32 * 128, dtype=jnp.float32).reshape(32, 128)
o = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((16, 128), jnp.float32))(x)
pairs = x.reshape(2, 2, 8, 128)
print((o == (pairs[:, 0] * pairs[:, 1]).reshape(16, 128)).all())
#> True
