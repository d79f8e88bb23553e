### debug_print
# source: documentation of jax.debug.print
import jax, jax.numpy as jnp
jax.debug.print("x = {x} and {}", 3, x=jnp.arange(2.))
@jax.jit
def f(x):
    y = x * 2
    jax.debug.print("inside {y}", y=y)
    return y
y = f(jnp.arange(2.))
print("after")
jax.debug.print("{{braces}} {}", y[1])
#> x = [0. 1.] and 3
#> inside [0. 2.]
#> after
#> {braces} 2.0
### debug_callback
# source: documentation of jax.debug.callback
import jax, jax.numpy as jnp
@jax.jit
def f(x):
    y = x + 1
    jax.debug.callback(lambda v: print("got", v), y)
    return y * 2
print(f(2.0))
#> got 3.0
#> 6.0
### functions_with_own_derivatives
# source: only the function itself is used
import jax, jax.numpy as jnp
from functools import partial
@jax.custom_vjp
def f(x): return x * 2
f.defvjp(lambda x: (f(x), None), lambda _, g: (g * 2,))
@jax.custom_jvp
def g(x): return x + 2
@g.defjvp
def g_jvp(primals, tangents): return g(*primals), tangents[0]
@partial(jax.custom_vjp, nondiff_argnums=(1,))
def h(x, n): return x + n
h.defvjp(lambda x, n: (h(x, n), None), lambda n, _, g: (g,))
print(f(4.0), float(jax.jit(g)(4.0)), h(3.0, 2), float(jax.vmap(f)(jnp.array([4.5]))[0]))
#> 8.0 6.0 5.0 9.0
### types
# source: documentation of jax.typeof
import jax, jax.numpy as jnp
print(jax.typeof(jnp.ones((2, 3))), jax.typeof(jnp.ones((2, 3))).shape, jax.typeof(1), repr(jax.typeof(jnp.ones(4, jnp.bfloat16))))
#> float32[2,3] (2, 3) int32[] ShapedArray(bfloat16[4])
### refs
# source: documentation of jax.new_ref
import jax, jax.numpy as jnp
r = jax.new_ref(jnp.ones(3))
r[0] = 5.0
r[2] += 6.0
print(r[...], r.shape, r.dtype)
@jax.jit
def total(x): return x.sum()
old = total(r[...])
r[0] = r[0] + 1
print(old, r[...])
print(jax.freeze(r))
#> [5. 1. 7.] (3,) float32
#> 13.0 [6. 1. 7.]
#> [6. 1. 7.]
### refs_in_loops_are_refused
# source: ours
import jax, jax.numpy as jnp
r = jax.new_ref(jnp.zeros(2))
def body(i, c):
    r[0] = r[0] + 1.0
    return c
jax.lax.fori_loop(0, 3, body, 0)
#! not-supported: inside of a loop
### segments
# source: documentation of jax.ops.segment_sum
import jax, jax.numpy as jnp
ids = jnp.array([0, 0, 1, 1])
print(jax.ops.segment_sum(jnp.arange(4.), ids, num_segments=2), jax.ops.segment_max(jnp.arange(4.), ids, num_segments=3), jax.ops.segment_sum(jnp.array([5, 4, 9]), jnp.array([1, 2, -1]), num_segments=3))
#> [1. 5.] [  1.   3. -inf] [0 5 4]
### settings_that_change_nothing
# source: ours
import jax, jax.numpy as jnp
with jax.disable_jit(), jax.debug_nans(False), jax.default_matmul_precision("highest"), jax.ensure_compile_time_eval():
    print(jax.jit(lambda x: x)(jnp.ones(2)))
print(len(jax.__version__.split(".")))
#> [1. 1.]
#> 3
