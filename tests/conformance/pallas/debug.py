### debug_print_with_placeholders
# source: pallas.md 1.1: placeholders are filled as by str.format
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  pl.debug_print("program {} of {}: {}", pl.program_id(0), pl.num_programs(0), x_ref[...])
  o_ref[...] = x_ref[...]
f = pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.int32), grid=(2,), in_specs=[pl.BlockSpec((2,), lambda i: (i,))],
                   out_specs=pl.BlockSpec((2,), lambda i: (i,)))
f(jnp.arange(4))
#> program 0 of 2: [0 1]
#> program 1 of 2: [2 3]
### debug_print_without_placeholders
# source: Pallas: without placeholders the values follow the text
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  pl.debug_print("here")
  pl.debug_print("x is", x_ref[0], x_ref[1])
  o_ref[...] = x_ref[...]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((2,), jnp.int32))(jnp.array([7, 8]))
#> here
#> x is 7 8
### debug_print_with_format_specs
# source: Python, str.format
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  pl.debug_print("{{{1:>6.2f}}} {0:d} {2}", 42, x_ref[0], "text")
  o_ref[...] = x_ref[...]
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.float32))(jnp.array([3.14159]))
#> {  3.14} 42 text
### debug_print_under_a_condition
# source: Pallas: it prints where it stands
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  @pl.when(pl.program_id(0) == 1)
  def _():
    pl.debug_print("only {}", pl.program_id(0))
  o_ref[...] = jnp.zeros((1,), jnp.int32)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.int32), grid=(3,), out_specs=pl.BlockSpec((1,), lambda i: (i,)))()
print("done")
#> only 1
#> done
### debug_print_with_too_few_values
# source: CPython's message
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(o_ref):
  pl.debug_print("{} {}", 1)
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((3,), jnp.int32))()
#! index-error: Replacement index 1 out of range
### debug_check_is_off
# source: pallas.md 1.1: debug_check does nothing unless enable_debug_checks says so
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  pl.debug_check(x_ref[0] > 5, "too small")
  o_ref[...] = x_ref[...]
print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32))(jnp.array([3])), pl.debug_checks_enabled())
#> [3] False
### debug_check_holds
# source: pallas.md 1.1: enable_debug_checks
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  pl.debug_check(x_ref[0] > 2, "too small")
  o_ref[...] = x_ref[...]
with pl.enable_debug_checks():
  print(pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32))(jnp.array([3])), pl.debug_checks_enabled())
#> [3] True
### debug_check_fails
# source: pallas.md 1.1: enable_debug_checks
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
  pl.debug_check(x_ref[0] > 5, "too small")
  o_ref[...] = x_ref[...]
with pl.enable_debug_checks(True):
  pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((1,), jnp.int32))(jnp.array([3]))
#! assertion-failed: too small
