### fori_loop_traces_its_body_once
# source: jax.lax.fori_loop: the body is traced once; python3: sum of 0..9
import jax
count = 0
def body(i, c):
  global count
  count += 1
  return c + i
print(jax.lax.fori_loop(0, 10, body, jax.numpy.int32(0)), count)
#> 45 1
### fori_loop_with_a_traced_bound
# source: jax.lax.fori_loop; python3: 2 ** 5
import jax
import jax.numpy as jnp
f = jax.jit(lambda n, x: jax.lax.fori_loop(0, n, lambda i, c: c * 2, x))
print(f(5, jnp.ones(2)), f(0, jnp.ones(2)))
#> [32. 32.] [1. 1.]
### fori_loop_of_an_array_program
# source: python3: fib
import jax
import jax.numpy as jnp
x = jnp.zeros(10, jnp.int32).at[1].set(1)
print(jax.lax.fori_loop(2, 10, lambda i, a: a.at[i].set(a[i - 1] + a[i - 2]), x))
#> [ 0  1  1  2  3  5  8 13 21 34]
### carry_takes_the_bodys_type
# source: numerics.md 2.2: a weak carry takes the body's type
import jax
import jax.numpy as jnp
r = jax.lax.fori_loop(0, 3, lambda i, c: c + jnp.float32(0.5), 0)
print(r, r.dtype)
#> 1.5 float32
### carry_of_another_shape
# source: jax.lax.fori_loop raises TypeError
import jax
import jax.numpy as jnp
jax.lax.fori_loop(0, 3, lambda i, c: jnp.concatenate([c, c]), jnp.zeros(2))
#! type-error: carries
### while_loop_counts
# source: python3: Collatz steps of 27 are 111
import jax
import jax.numpy as jnp
def steps(n):
  def body(state):
    n, k = state
    return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), k + 1
  return jax.lax.while_loop(lambda s: s[0] != 1, body, (n, 0))[1]
print(steps(27), jax.jit(steps)(6))
#> 111 8
### while_loop_condition_must_be_boolean
# source: jax.lax.while_loop raises TypeError
import jax
jax.lax.while_loop(lambda c: c, lambda c: c - 1, 3)
#! type-error: not one boolean
### cond_on_a_computed_value
# source: jax.lax.cond
import jax
import jax.numpy as jnp
f = jax.jit(lambda x: jax.lax.cond(x.sum() > 0, lambda v: v * 2, lambda v: v - 1, x))
print(f(jnp.array([1, 2])), f(jnp.array([-1, -2])))
#> [2 4] [-2 -3]
### cond_with_trees_and_closures
# source: jax.lax.cond
import jax
import jax.numpy as jnp
y = jnp.array([1.0, 2.0])
r = jax.lax.cond(y[0] < y[1], lambda: {"a": y, "b": 1}, lambda: {"a": -y, "b": 2})
print(r["a"], r["b"])
#> [1. 2.] 1
### cond_branches_must_agree
# source: jax.lax.cond raises TypeError
import jax
import jax.numpy as jnp
f = jax.jit(lambda x: jax.lax.cond(x > 0, lambda: jnp.zeros(2), lambda: jnp.zeros(3)))
f(1.0)
#! type-error: branches
### switch_clamps_its_index
# source: jax.lax.switch: the index is clamped
import jax
import jax.numpy as jnp
branches = [lambda x: x + 1, lambda x: x * 10, lambda x: -x]
f = jax.jit(lambda i, x: jax.lax.switch(i, branches, x))
print([int(k) for k in (f(0, 5) == 6, f(1, 5) == 50)] if False else (f(-3, 5), f(0, 5), f(1, 5), f(2, 5), f(9, 5)))
#> (Array(6, dtype=int32, weak_type=True), Array(6, dtype=int32, weak_type=True), Array(50, dtype=int32, weak_type=True), Array(-5, dtype=int32, weak_type=True), Array(-5, dtype=int32, weak_type=True))
### scan_collects_outputs
# source: jax.lax.scan documentation: running sums
import jax
import jax.numpy as jnp
c, ys = jax.lax.scan(lambda c, x: (c + x, c * x), 0, jnp.array([1, 2, 3, 4]))
print(c, ys)
#> 10 [ 0  2  9 24]
### scan_backwards_over_trees
# source: jax.lax.scan with reverse: outputs stand where their inputs stood
import jax
import jax.numpy as jnp
def step(c, x):
  return c + x["a"] * x["b"], {"sum": c, "a": x["a"]}
c, ys = jax.lax.scan(step, 0, {"a": jnp.array([1, 2, 3]), "b": jnp.array([4, 5, 6])}, reverse=True)
print(c, ys["sum"], ys["a"])
#> 32 [28 18  0] [1 2 3]
### scan_of_a_length
# source: jax.lax.scan: xs None and length; python3: 1 2 4 8
import jax
print(jax.lax.scan(lambda c, _: (c * 2, c), 1, None, length=4))
#> (Array(16, dtype=int32, weak_type=True), Array([1, 2, 4, 8], dtype=int32, weak_type=True))
### scan_over_rows
# source: jax.lax.scan; python3: the Euclidean norms squared
import jax
import jax.numpy as jnp
x = jnp.arange(6.0).reshape(3, 2)
print(jax.lax.scan(lambda c, row: (jnp.maximum(c, row), row @ row), jnp.zeros(2), x))
#> (Array([4., 5.], dtype=float32), Array([ 1., 13., 41.], dtype=float32))
### map_over_the_leading_axis
# source: jax.lax.map
import jax
import jax.numpy as jnp
print(jax.lax.map(lambda x: (x.sum(), x[0]), jnp.arange(6).reshape(3, 2)))
#> (Array([1, 5, 9], dtype=int32), Array([0, 2, 4], dtype=int32))
### loops_inside_loops
# source: python3: sum(i * j for i in range(4) for j in range(i))
import jax
def outer(i, c):
  return jax.lax.fori_loop(0, i, lambda j, d: d + i * j, c)
print(jax.lax.fori_loop(0, 4, outer, 0))
#> 11
### select_and_select_n
# source: jax.lax.select, jax.lax.select_n
import jax
import jax.numpy as jnp
p = jnp.array([True, False])
print(jax.lax.select(p, jnp.array([1, 2]), jnp.array([3, 4])), jax.lax.select_n(jnp.array([2, 0]), jnp.array([1, 2]), jnp.array([3, 4]), jnp.array([5, 6])))
#> [1 4] [5 2]
### python_if_on_a_tracer
# source: JAX: TracerBoolConversionError
import jax
@jax.jit
def f(x):
  if x > 0:
    return x
  return -x
f(1.0)
#! traced-bool
### loop_index_is_a_tracer
# source: JAX: an index of fori_loop can't index a list
import jax
import jax.numpy as jnp
xs = [1, 2, 3]
jax.lax.fori_loop(0, 3, lambda i, c: c + xs[i], 0)
#! type-error
### jit_with_static_arguments
# source: jax.jit: static arguments are Python values
import functools
import jax
import jax.numpy as jnp
@functools.partial(jax.jit, static_argnames=("n",))
def f(x, n):
  return sum(x * k for k in range(n))
g = jax.jit(lambda n, x: x.reshape(n, -1), static_argnums=0)
print(f(jnp.array([1, 2]), 4), f(jnp.array([1, 2]), n=2), g(2, jnp.arange(4)))
#> [ 6 12] [1 2] [[0 1]
#>  [2 3]]
