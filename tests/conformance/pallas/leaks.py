### values_of_a_kernel_that_failed
# source: JAX refuses tracers that leak; ours: their shapes can still be asked for
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
kept = []
def bad(x_ref, o_ref):
    kept.append(x_ref[...] + 1)
    raise ValueError("no")
def good(x_ref, o_ref):
    kept.append(x_ref[...] + 1)
    o_ref[...] = x_ref[...]
for kernel in (bad, good):
    try:
        pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((4,), jnp.float32))(jnp.ones(4))
    except ValueError as error:
        print(error)
for x in kept:
    print(x.shape, x.dtype)
    try:
        x + 1
    except Exception as error:
        print("refused")
#> no
#> (4,) float32
#> refused
#> (4,) float32
#> refused
### values_of_a_loop_that_failed
# source: ours: the error of the body is told, whatever it holds
import jax, jax.numpy as jnp
def body(i, carry):
    raise ValueError(carry)
try:
    jax.lax.fori_loop(0, 3, body, jnp.zeros((2, 3)))
except ValueError as error:
    print(error.args[0].shape)
#> (2, 3)
