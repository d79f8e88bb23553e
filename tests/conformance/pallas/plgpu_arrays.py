### products_by_type_and_order
# source: jnp.dot of the same numbers in float32, within 2% of the largest
import functools
import jax, jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def make(M, N, K, dt, acc, sw, ta=False, tb=False):
  ash = (K, M) if ta else (M, K)
  bsh = (N, K) if tb else (K, N)
  @functools.partial(plgpu.kernel, out_shape=jax.ShapeDtypeStruct((M, N), acc),
    scratch_shapes=[plgpu.SMEM(ash, dt), plgpu.SMEM(bsh, dt), plgpu.Barrier(num_arrivals=2)])
  def k(a, b, o, sa, sb, bar):
    plgpu.copy_gmem_to_smem(a, sa, bar)
    plgpu.copy_gmem_to_smem(b, sb, bar)
    plgpu.barrier_wait(bar)
    def body(r):
      plgpu.wgmma(r, plgpu.transpose_ref(sa, (1, 0)) if ta else sa, plgpu.transpose_ref(sb, (1, 0)) if tb else sb)
      return r[...]
    o[...] = pl.run_scoped(body, plgpu.ACC((M, N), acc))
  return k
def test(M, N, K, dt, acc=jnp.float32, ta=False, tb=False):
  a = (jax.random.normal(jax.random.key(0), (K, M) if ta else (M, K)) * 4).astype(dt)
  b = (jax.random.normal(jax.random.key(1), (N, K) if tb else (K, N)) * 4).astype(dt)
  out = make(M, N, K, dt, acc, 0, ta, tb)(a, b)
  A = (a.T if ta else a).astype(jnp.float32); B = (b.T if tb else b).astype(jnp.float32)
  ref = jnp.dot(A, B, precision="highest")
  err = jnp.max(jnp.abs(out.astype(jnp.float32) - ref)) / jnp.max(jnp.abs(ref))
  print(bool(err < 2e-2))
test(64, 64, 64, jnp.bfloat16)
test(128, 256, 64, jnp.float16)
test(64, 8, 32, jnp.float16, tb=True)
test(64, 16, 16, jnp.bfloat16)
test(64, 64, 64, jnp.bfloat16, tb=True)
test(128, 64, 128, jnp.bfloat16, ta=True)
test(64, 128, 64, jnp.bfloat16, ta=True, tb=True)
test(64, 64, 64, jnp.float16, acc=jnp.float16)
test(64, 64, 64, jnp.int8, acc=jnp.int32, tb=True)
test(64, 64, 64, jnp.float8_e4m3fn, tb=True)
test(64, 64, 32, jnp.float32, tb=True)
#> True
#> True
#> True
#> True
#> True
#> True
#> True
#> True
#> True
#> True
#> True
### copies_of_any_shape
# source: x + x, exact in every type
import functools
import jax, jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
def rt(shape, dt, part=None):
  @functools.partial(plgpu.kernel, out_shape=jax.ShapeDtypeStruct(shape, dt), scratch_shapes=[plgpu.SMEM(shape, dt), plgpu.SMEM(shape, dt), plgpu.Barrier(num_arrivals=1)])
  def k(x, o, s, t, bar):
    plgpu.copy_gmem_to_smem(x, s, bar)
    plgpu.barrier_wait(bar)
    t[...] = s[...] + s[...]
    plgpu.commit_smem()
    plgpu.copy_smem_to_gmem(t, o)
    plgpu.wait_smem_to_gmem(0)
  n = int(np.prod(shape))
  x = (jnp.arange(n) % 53).astype(dt).reshape(shape)
  print(bool((k(x) == x + x).all()))
rt((1024,), jnp.float32)
rt((128,), jnp.float32)
rt((64,), jnp.bfloat16)
rt((64, 16), jnp.bfloat16)
rt((64, 32), jnp.bfloat16)
rt((64, 256), jnp.bfloat16)
rt((32, 128), jnp.float32)
rt((512, 32), jnp.int8)
rt((4, 32, 64), jnp.float16)
rt((8, 512), jnp.float32)
rt((2, 512), jnp.float32)
rt((2, 2, 16, 16), jnp.float32)
#> True
#> True
#> True
#> True
#> True
#> True
#> True
#> True
#> True
#> True
#> True
#> True
### softmax_of_rows
# source: jax.nn.softmax
import functools
import jax, jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_shape=[jax.ShapeDtypeStruct((4, 64, 128), jnp.bfloat16), jax.ShapeDtypeStruct((4, 64), jnp.float32)], grid=(4,), grid_names=("b",),
   scratch_shapes=[plgpu.SMEM((64, 128), jnp.bfloat16), plgpu.SMEM((64, 128), jnp.bfloat16), plgpu.Barrier()])
def k1(x, o, m, s, t, bar):
  b = lax.axis_index("b")
  plgpu.copy_gmem_to_smem(x.at[b], s, bar)
  plgpu.barrier_wait(bar)
  v = s[...].astype(jnp.float32)
  mx = v.max(axis=1)
  e = jnp.exp(v - mx[:, None])
  z = e.sum(axis=1, keepdims=True)
  t[...] = (e / z).astype(jnp.bfloat16)
  m[b] = mx
  plgpu.commit_smem()
  plgpu.copy_smem_to_gmem(t, o.at[b])
  plgpu.wait_smem_to_gmem(0)
x = jax.random.normal(jax.random.key(3), (4, 64, 128), jnp.bfloat16)
r, m = k1(x)
ref = jax.nn.softmax(x.astype(jnp.float32), axis=-1)
print(jnp.abs(r.astype(jnp.float32) - ref).max() < 1e-2, (m == x.astype(jnp.float32).max(axis=2)).all())

@functools.partial(plgpu.kernel, out_shape=jax.ShapeDtypeStruct((64,), jnp.float32), num_threads=2, thread_name="wg", scratch_shapes=[plgpu.SMEM((64, 64), jnp.float32)])
def k2(x, o, s):
  wg = lax.axis_index("wg")
  @pl.when(wg == 0)
  def _():
    def row(i, acc):
      s[i] = x[i] * 2
      return acc + s[i]
    o[...] = lax.fori_loop(0, 64, row, jnp.zeros((64,), jnp.float32))
x = jax.random.normal(jax.random.key(3), (64, 64))
print(jnp.abs(k2(x) - 2 * x.sum(axis=0)).max() < 1e-4)
#> True True
#> True
### extents_that_are_not_powers_of_two
# source: the same formulas on the host
import functools
import jax, jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_shape=[jax.ShapeDtypeStruct((40, 96), jnp.float32), jax.ShapeDtypeStruct((40,), jnp.float32), jax.ShapeDtypeStruct((96,), jnp.float32)], scratch_shapes=[plgpu.SMEM((40, 96), jnp.float32)])
def k(x, o, m, n, s):
  s[...] = x[...] * 2
  v = s[...]
  o[...] = jnp.exp(v - v.max(axis=1)[:, None]) + lax.broadcasted_iota(jnp.float32, (40, 96), 1)
  m[...] = v.max(axis=1) + v.min()
  n[...] = v.sum(axis=0)
x = jax.random.normal(jax.random.key(3), (40, 96))
o, m, n = k(x)
v = x * 2
print(jnp.abs(o - jnp.exp(v - v.max(axis=1)[:, None]) - jnp.arange(96)).max() < 1e-4, jnp.abs(m - v.max(axis=1) - v.min()).max() < 1e-4, jnp.abs(n - v.sum(axis=0)).max() < 1e-4)
#> True True True
### layouts_by_name
# source: pallas.md 1.2: a layout changes where elements are, not what they are
import functools
import jax, jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
L = plgpu.Layout
@functools.partial(plgpu.kernel, out_shape=jax.ShapeDtypeStruct((64, 128), jnp.float32), scratch_shapes=[plgpu.SMEM((64, 128), jnp.float32)])
def k(x, o, s):
  v = plgpu.load(x, (), layout=L.WGMMA)
  s[...] = plgpu.layout_cast(v * 2, L.WG_STRIDED((64, 128), 4))
  w = plgpu.layout_cast(s[...], L.WGMMA_TRANSPOSED)
  r = plgpu.layout_cast(w.sum(axis=1), L.WGMMA.reduce(1))
  c = plgpu.layout_cast(w.max(axis=0), L.WGMMA.reduce(0))
  u = plgpu.layout_cast(w, L.WGMMA_UPCAST_4X) + lax.broadcast_in_dim(r, (64, 128), [0]) + lax.broadcast_in_dim(c, (64, 128), [1])
  z = plgpu.layout_cast(jnp.full((64, 128), 3.0), L.WG_SPLAT)
  o[...] = u + z + plgpu.layout_cast(v, L.SMEM_GMEM_COPY((64, 128), jnp.float32, 128))
x = jax.random.normal(jax.random.key(3), (64, 128))
w = x * 2
print(jnp.abs(k(x) - (w + w.sum(axis=1)[:, None] + w.max(axis=0)[None] + 3 + x)).max() < 1e-3)

@functools.partial(plgpu.kernel, out_shape=jax.ShapeDtypeStruct((64, 8), jnp.float32))
def m(a, b, o):
  acc = plgpu.layout_cast(jnp.zeros((64, 8), jnp.float32), L.MMA_ACC(jnp.float16))
  o[...] = plgpu.mma(acc, plgpu.load(a, (), layout=L.MMA_LHS(jnp.float16)), plgpu.load(b, (), layout=L.MMA_RHS(jnp.float16)))
a = jax.random.normal(jax.random.key(0), (64, 32), jnp.float16)
b = jax.random.normal(jax.random.key(1), (32, 8), jnp.float16)
print(jnp.abs(m(a, b) - a.astype(jnp.float32) @ b.astype(jnp.float32)).max() < 1e-2)
#> True
#> True
### union_of_shapes
# source: pallas.md 1.2 RefUnion: one part at a time
import functools
import jax, jax.numpy as jnp
import numpy as np
from jax import lax
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu
@functools.partial(plgpu.kernel, out_shape=jax.ShapeDtypeStruct((64, 64), jnp.float32), scratch_shapes=[plgpu.RefUnion(plgpu.SMEM((64, 64), jnp.float32), [plgpu.SMEM((64, 32), jnp.float32), plgpu.SMEM((128, 32), jnp.bfloat16)])])
def k(x, o, u):
  big, (small, half) = u
  big[...] = x[...]
  v = big[...] * 2
  small[...] = v[:, 0:32]
  half[...] = v.reshape(128, 32).astype(jnp.bfloat16)
  o[:, 0:32] = small[...]
  o[:, 32:64] = half[0:64].astype(jnp.float32)
x = (jnp.arange(64 * 64) % 64).astype(jnp.float32).reshape(64, 64)
r = k(x)
print((r[:, :32] == x[:, :32] * 2).all(), (r[:, 32:] == (x * 2).reshape(128, 32)[:64]).all())
#> True True

### stores_that_a_copy_reads_back
# source: x * 2 + 1; `commit_smem` covers what ordinary stores wrote to an array in global memory that is copied later
import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu


def kernel(x, scratch, o, smem, barrier):
    scratch[...] = x[...] * 2
    plgpu.commit_smem()
    plgpu.copy_gmem_to_smem(scratch, smem, barrier)
    plgpu.barrier_wait(barrier)
    o[...] = smem[...] + 1


run = plgpu.kernel(kernel, out_type=[jax.ShapeDtypeStruct((64, 64), jnp.float32)] * 2,
                   scratch_types=[plgpu.SMEM((64, 64), jnp.float32), plgpu.Barrier()])
x = jnp.arange(64 * 64, dtype=jnp.float32).reshape(64, 64)
np.testing.assert_array_equal(run(x)[1], x * 2 + 1)
print("ok")
#> ok

### scalars_of_an_array_of_three
# source: 1 + 3; on the emulator nothing behind the array's 12 bytes is read
import jax, jax.numpy as jnp
from jax.experimental.pallas import mosaic_gpu as plgpu


def kernel(s, o):
    o[...] = jnp.full((128,), s[0] + s[2], jnp.int32)


run = plgpu.kernel(kernel, out_type=jax.ShapeDtypeStruct((128,), jnp.int32))
print(run(jnp.array([1, 2, 3], jnp.int32))[:4])
#> [4 4 4 4]
