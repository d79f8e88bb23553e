### names_by_their_files
# source: JAX: the public names are those of the files in jax/_src
import jax.numpy as jnp
from jax import lax
from jax._src import api, config, core, dtypes, tree_util, typing, util
from jax._src.lax import lax as lax_internal
from jax._src.interpreters import ad, batching, mlir
from jax._src.pallas import core as pallas_core, pallas_call, primitives
from jax._src.pallas.mosaic import core as tpu_core
from jax._src.pallas.mosaic_gpu import core as gpu_core
from jax._src.pallas.triton import core as triton_core
from jax._src.state import primitives as state_primitives, types
from jax.experimental import pallas as pl
from jax.experimental.pallas import mosaic_gpu as plgpu, tpu as pltpu
print(pallas_core.BlockSpec is pl.BlockSpec, primitives.program_id is pl.program_id, tpu_core.VMEM == pltpu.VMEM, gpu_core.SMEM == plgpu.SMEM)
print(core.ShapedArray((2,), jnp.float32), core.is_concrete(jnp.ones(2)), lax_internal.add(1, 2), hasattr(pallas_core, "no_such_name"))
try:
  from jax._src.pallas.core import no_such_name
except ImportError as e:
  print("ImportError")
#> True True True True
#> float32[2] True 3 False
#> ImportError
### options_as_blocks
# source: JAX, jax/_src/config.py: an option has `value` and is, called, a block with another one
import jax, jax.numpy as jnp
from jax._src import config
config.parse_flags_with_absl()
print(config.enable_x64.value, config.numpy_rank_promotion.value, config.enable_checks.value)
with config.enable_x64(True), config.enable_checks(True), config.numpy_dtype_promotion("standard"):
  print(jnp.arange(2.0).dtype, config.enable_x64.value, jax.config.jax_enable_x64)
print(jnp.arange(2.0).dtype, jax.config.x64_enabled)
@config.enable_x64(True)
def f():
  return jnp.arange(2).dtype
print(f(), jnp.arange(2).dtype)
#> False allow None
#> float64 True True
#> float32 False
#> int64 int32
### tracers
# source: JAX, jax.core.Tracer: what a traced function gets
import jax, jax.numpy as jnp
def f(x):
  return isinstance(x, jax.core.Tracer)
print(f(jnp.ones(2)), f(1.0))
seen = []
jax.jit(lambda x: seen.append(f(x)) or x)(jnp.ones(2))
print(seen)
#> False False
#> [True]
### primitives_of_lax
# source: JAX, jax.lax: operations as objects
import jax.numpy as jnp
from jax import lax
print(lax.add_p, lax.dot_general_p.name, lax.add_p.bind(jnp.int32(1), jnp.int32(2)), lax.reduce_sum_p.bind(jnp.arange(4), axes=(0,)))
table = {lax.exp_p: "exp", lax.tanh_p: "tanh"}
print(table[lax.exp_p], lax.while_p is lax.while_p)
#> add dot_general 3 6
#> exp True
### a_primitive_of_a_program
# source: JAX, how primitives work: `bind` runs what `def_impl` was given
import jax.numpy as jnp
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir
double_p = Primitive("double")
@double_p.def_impl
def _(x, *, times):
  return x * 2 * times
batching.primitive_batchers[double_p] = lambda args, dims, **params: (double_p.bind(*args, **params), dims[0])
mlir.register_lowering(double_p, mlir.lower_fun(lambda x, times: x * 2 * times, multiple_results=False))
print(double_p, double_p.bind(jnp.arange(3), times=2))
Primitive("nothing").bind(1)
#> double [0 4 8]
#! not-supported: Evaluation rule for 'nothing' not implemented
### hijax_is_absent_but_derivable
# source: ours: a file that defines types of its own is evaluated; using one says what is missing
from jax.experimental import hijax
class Pair(hijax.HiType):
  def __init__(self, x):
    super().__init__(x)
print(Pair.__name__)
Pair(1)
#> Pair
#! not-supported: `Pair`: types and primitives of `jax.experimental.hijax`
### export_is_absent
# source: Python: probes of what is not there
import jax
print(hasattr(jax, "export"))
try:
  from jax import export
except ImportError:
  export = None
print(export)
#> False
#> None
### checkpoint_names
# source: JAX, jax.ad_checkpoint: names change no value
import jax, jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name
from jax import ad_checkpoint
@jax.checkpoint
def f(x):
  return checkpoint_name(jnp.sin(x), "sine") * 0
print(f(jnp.arange(2.0)), ad_checkpoint.checkpoint(f)(jnp.ones(1)))
#> [0. 0.] [0.]
### shapes_of_structs
# source: JAX, jax.ShapeDtypeStruct
import jax, jax.numpy as jnp
s = jax.ShapeDtypeStruct.like(jnp.zeros((2, 3), jnp.int8))
print(s, s.ndim, s.size, s.update(shape=(4,)))
#> ShapeDtypeStruct(shape=(2, 3), dtype=dtype('int8')) 2 6 ShapeDtypeStruct(shape=(4,), dtype=dtype('int8'))
### raveled_trees
# source: JAX, jax.flatten_util.ravel_pytree
import jax, jax.numpy as jnp
from jax.flatten_util import ravel_pytree
flat, back = ravel_pytree({"a": jnp.arange(3), "b": (jnp.ones((1, 2)), 5.0)})
print(flat, back(flat * 2))
#> [0. 1. 2. 1. 1. 5.] {'a': Array([0, 2, 4], dtype=int32), 'b': (Array([[2., 2.]], dtype=float32), Array(10., dtype=float32))}
### repeats_of_an_array_with_a_known_length
# source: JAX, jnp.repeat: with total_repeat_length under jit; the last element fills what is left
import jax, jax.numpy as jnp
x, n = jnp.array([5, 6, 7]), jnp.array([2, 0, 1])
print(jnp.repeat(x, n), jnp.repeat(x, n, total_repeat_length=5), jnp.repeat(x, n, total_repeat_length=2))
print(jax.jit(lambda x, n: jnp.repeat(x, n, axis=0, total_repeat_length=4))(jnp.arange(6).reshape(3, 2), n))
#> [5 5 7] [5 5 7 7 7] [5 5]
#> [[0 1]
#>  [0 1]
#>  [4 5]
#>  [4 5]]
### small_dtypes
# source: ml_dtypes
import ml_dtypes, numpy as np, jax.numpy as jnp
print(jnp.ones(2, ml_dtypes.bfloat16).dtype, ml_dtypes.finfo(ml_dtypes.float8_e5m2).max, ml_dtypes.iinfo(ml_dtypes.int4).min)
#> bfloat16 57344 -8
### errors_by_name
# source: JAX, jax.errors: the classes and what they derive from
import jax
from jax.errors import ConcretizationTypeError, TracerBoolConversionError
print(issubclass(TracerBoolConversionError, ConcretizationTypeError), issubclass(ConcretizationTypeError, TypeError))
try:
  raise jax.errors.JaxRuntimeError("from the runtime")
except RuntimeError as e:
  print(e)
#> True True
#> from the runtime
### samplers_and_tolerances_of_test_util
# source: JAX, jax/_src/test_util.py
import jax.numpy as jnp, numpy as np
from jax._src import test_util as jtu
rng = np.random.RandomState(0)
for make in (jtu.rand_default, jtu.rand_small, jtu.rand_positive, jtu.rand_uniform):
  x = make(rng)((3, 4), jnp.float32)
  print(x.shape, x.dtype, bool(np.isfinite(x).all()))
n = jtu.rand_int(rng, low=2, high=5)((100,), jnp.int32)
print(n.dtype, n.min() >= 2, n.max() < 5, jtu.rand_bool(rng)((2,), np.bool_).dtype)
print(jtu.format_shape_dtype_string((2, 3), jnp.bfloat16), jtu.tolerance(jnp.float16), jtu.tolerance(jnp.float32, {np.float32: 1e-3}), jtu.tolerance(jnp.int32))
#> (3, 4) float32 True
#> (3, 4) float32 True
#> (3, 4) float32 True
#> (3, 4) float32 True
#> int32 True True bool
#> bfloat16[2,3] 0.001 0.001 0
### flags_and_programs_of_absl
# source: Abseil: a flag has its default where the command line says nothing
from absl import app, flags, logging
FLAGS = flags.FLAGS
size = flags.DEFINE_integer("size", 4, "How many.")
flags.DEFINE_enum("kind", "a", ["a", "b"], "Which.")
flags.DEFINE_bool("fast", False, "Whether.")
def main(argv):
  logging.set_verbosity(logging.ERROR)
  logging.info("not told")
  FLAGS.fast = True
  print(len(argv), FLAGS.size, size.value, FLAGS.kind, FLAGS.fast, FLAGS["size"].value, "size" in FLAGS)
if __name__ == "__main__":
  try:
    app.run(main)
  except SystemExit as e:
    print("ended", e.code)
  flags.DEFINE_enum("other", "c", ["a", "b"], "Which.")
#> 1 4 4 a True 4 True
#> ended None
#! raised: value should be one of <a|b>
### empty_refs
# source: JAX, jax.empty_ref: nobody wrote it; ours: NaN
import jax, jax.numpy as jnp
r = jax.empty_ref(jax.ShapeDtypeStruct((2,), jnp.float32))
print(r[...])
r[0] = 1.0
print(r[...])
#> [nan nan]
#> [ 1. nan]
