### python_from_traced_functions
# source: jax.pure_callback: a tree of results, arguments by name, under jit and outside of it
import jax, jax.numpy as jnp, numpy as np
def sort_and_count(x, by=1):
    x = np.asarray(x)
    return {"sorted": np.sort(x * by), "count": np.int32(x.size)}
shapes = {"sorted": jax.ShapeDtypeStruct((4,), jnp.float32), "count": jax.ShapeDtypeStruct((), jnp.int32)}
@jax.jit
def f(x):
    r = jax.pure_callback(sort_and_count, shapes, x, by=2)
    return r["sorted"] + 1, r["count"] * 3
x = jnp.array([3.0, 1.0, 2.0, 0.5])
print(*f(x))
r = jax.pure_callback(sort_and_count, shapes, x)
print(r["sorted"], r["count"], r["sorted"].dtype)
print(jax.pure_callback(lambda a, b: a[0] + b, jax.ShapeDtypeStruct((), jnp.int32), [jnp.int32(4)], 5))
#> [2. 3. 5. 7.] 12
#> [0.5 1.  2.  3. ] 4 float32
#> 9
### what_a_callback_gives_is_checked
# source: JAX, the wrapper of Python callbacks
import jax, jax.numpy as jnp, numpy as np
x = jnp.ones(4)
for answer, shape in ((np.ones(3, np.float32), (4,)), (np.ones(4, np.int32), (4,)), ((np.ones(4), np.ones(4)), (4,))):
    try:
        jax.pure_callback(lambda y: answer, jax.ShapeDtypeStruct(shape, jnp.float32), x)
    except RuntimeError as error:
        print(error)
#> Incorrect output shape for return value #0: Expected: (4,), Actual: (3,)
#> Incorrect output dtype for return value #0: Expected: float32, Actual: int32
#> Mismatched number of outputs from callback. Expected: 1, Actual: 2
### a_callback_has_no_derivative
# source: jax.pure_callback: its JVP rule; jax.custom_jvp gives one
import jax, jax.numpy as jnp, numpy as np
def sin(x):
    return jax.pure_callback(lambda y: np.sin(np.asarray(y)).astype(np.float32), jax.ShapeDtypeStruct(x.shape, x.dtype), x)
try:
    jax.grad(lambda x: sin(x).sum())(jnp.zeros(3))
except ValueError as error:
    print(error)
own = jax.custom_jvp(sin)
own.defjvp(lambda primals, tangents: (own(primals[0]), jnp.cos(primals[0]) * tangents[0]))
print(jax.grad(lambda x: own(x).sum())(jnp.zeros(3)))
#> Pure callbacks do not support JVP. Please use `jax.custom_jvp` to use callbacks while taking gradients.
#> [1. 1. 1.]
### a_callback_in_a_recorded_loop_is_refused
# source: ours
import jax, jax.numpy as jnp
jax.lax.fori_loop(0, 3, lambda i, x: jax.pure_callback(lambda y: y + 1, jax.ShapeDtypeStruct((), jnp.float32), x), jnp.float32(0))
#! not-supported: `jax.pure_callback` inside of a loop
### a_callback_in_a_kernel_is_refused
# source: ours
import jax, jax.numpy as jnp
from jax.experimental import pallas as pl
def kernel(x_ref, o_ref):
    o_ref[...] = jax.pure_callback(lambda y: y, jax.ShapeDtypeStruct((8,), jnp.float32), x_ref[...])
pl.pallas_call(kernel, out_shape=jax.ShapeDtypeStruct((8,), jnp.float32))(jnp.ones(8))
#! not-supported: `jax.pure_callback` inside of a loop, a branch, a kernel
### types_of_a_function
# source: jax.make_jaxpr: in_avals and out_avals; return_shape, static_argnums
import jax, jax.numpy as jnp
made = jax.make_jaxpr(lambda x, n: {"y": x @ x, "n": n + 1})(jnp.ones((3, 3)), jnp.int32(2))
print(made.in_avals, made.out_avals)
print([v.aval.shape for v in made.jaxpr.invars], [str(v.aval) for v in made.jaxpr.outvars])
made, shape = jax.make_jaxpr(lambda x, y: x * y, return_shape=True)(2.0, jnp.ones(4, jnp.bfloat16))
print(made.in_avals, shape.shape, shape.dtype)
print(jax.make_jaxpr(lambda n, x: x.reshape(n, -1), static_argnums=0)(2, jnp.ones(6)).out_avals)
#> [ShapedArray(float32[3,3]), ShapedArray(int32[])] [ShapedArray(int32[]), ShapedArray(float32[3,3])]
#> [(3, 3), ()] ['int32[]', 'float32[3,3]']
#> [ShapedArray(float32[], weak_type=True), ShapedArray(bfloat16[4])] (4,) bfloat16
#> [ShapedArray(float32[2,3])]
### the_text_of_a_jaxpr_is_refused
# source: ours
import jax
print(jax.make_jaxpr(lambda x: x * x)(3.0))
#! not-supported: the text of a jaxpr
