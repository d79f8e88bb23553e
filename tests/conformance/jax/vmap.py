### vmap_of_elementwise_and_reductions
# source: jax.vmap
import jax
import jax.numpy as jnp
x = jnp.arange(6).reshape(2, 3)
print(jax.vmap(lambda r: r.sum() * r)(x))
#> [[ 0  3  6]
#>  [36 48 60]]
### in_axes_and_out_axes
# source: jax.vmap
import jax
import jax.numpy as jnp
x = jnp.arange(6).reshape(2, 3)
f = jax.vmap(lambda a, b: a + b, in_axes=(1, None), out_axes=1)
print(f(x, jnp.array([10, 20])))
#> [[10 11 12]
#>  [23 24 25]]
### nested_vmap
# source: jax.vmap: an outer product by two maps
import jax
import jax.numpy as jnp
mul = lambda a, b: a * b
print(jax.vmap(jax.vmap(mul, (None, 0)), (0, None))(jnp.array([1, 2]), jnp.array([3, 4, 5])))
#> [[ 3  4  5]
#>  [ 6  8 10]]
### indexing_by_a_mapped_index
# source: jax.vmap over x[i]
import jax
import jax.numpy as jnp
x = jnp.arange(12).reshape(3, 4)
i = jnp.array([3, 0, 1])
print(jax.vmap(lambda r, k: r[k])(x, i), jax.vmap(lambda k: x[:, k])(i))
#> [3 4 9] [[ 3  7 11]
#>  [ 0  4  8]
#>  [ 1  5  9]]
### taking_many_by_mapped_indices
# source: jax.vmap of jnp.take: rows of take_along_axis
import jax
import jax.numpy as jnp
x = jnp.array([[10, 11, 12], [20, 21, 22]])
i = jnp.array([[2, 0], [1, 1]])
print(jax.vmap(lambda r, k: r[k])(x, i), jax.vmap(lambda r: r[jnp.array([0, 2])])(x))
#> [[12 10]
#>  [21 21]] [[10 12]
#>  [20 22]]
### updates_by_mapped_indices
# source: jax.vmap of x.at[i].add
import jax
import jax.numpy as jnp
x = jnp.zeros((2, 3), jnp.int32)
i = jnp.array([[0, 0], [2, 5]])
print(jax.vmap(lambda r, k: r.at[k].add(1))(x, i))
#> [[2 0 0]
#>  [0 0 1]]
### sorting_and_scanning_rows
# source: jax.vmap of sort, argmax, cumsum
import jax
import jax.numpy as jnp
x = jnp.array([[3, 1, 2], [5, 9, 7]])
print(jax.vmap(jnp.sort)(x), jax.vmap(jnp.argmax)(x), jax.vmap(jnp.cumsum)(x))
#> [[1 2 3]
#>  [5 7 9]] [0 1] [[ 3  4  6]
#>  [ 5 14 21]]
### loop_in_a_map
# source: jax.vmap of fori_loop; python3: x * 2 ** 3
import jax
import jax.numpy as jnp
print(jax.vmap(lambda x: jax.lax.fori_loop(0, 3, lambda i, c: c * 2, x))(jnp.array([1, 5])))
#> [ 8 40]
### loop_whose_carry_begins_unmapped
# source: jax.vmap of fori_loop: a carry that meets a mapped value is mapped
import jax
import jax.numpy as jnp
print(jax.vmap(lambda x: jax.lax.fori_loop(0, 3, lambda i, c: c + x * i, 0))(jnp.array([1, 10])))
#> [ 3 30]
### while_loop_of_different_lengths
# source: jax.vmap of while_loop: entries stop on their own; python3: Collatz steps of 6, 1, 27
import jax
import jax.numpy as jnp
def steps(n):
  def body(state):
    n, k = state
    return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), k + 1
  return jax.lax.while_loop(lambda s: s[0] != 1, body, (n, 0))[1]
print(jax.vmap(steps)(jnp.array([6, 1, 27])))
#> [  8   0 111]
### cond_becomes_a_selection
# source: jax.vmap of cond: both branches are computed
import jax
import jax.numpy as jnp
f = lambda x: jax.lax.cond(x > 0, lambda v: v * 10, lambda v: -v, x)
print(jax.vmap(f)(jnp.array([1, -2, 3])))
#> [10  2 30]
### scan_in_a_map
# source: jax.vmap of scan
import jax
import jax.numpy as jnp
f = lambda r: jax.lax.scan(lambda c, x: (c + x, c), jnp.int32(0), r)
print(jax.vmap(f)(jnp.array([[1, 2, 3], [4, 5, 6]])))
#> (Array([ 6, 15], dtype=int32), Array([[0, 1, 3],
#>        [0, 4, 9]], dtype=int32))
### dynamic_slices_in_a_map
# source: jax.vmap of dynamic_slice
import jax
import jax.numpy as jnp
x = jnp.arange(5)
print(jax.vmap(lambda i: jax.lax.dynamic_slice(x, (i,), (2,)))(jnp.array([0, 3, 9])))
#> [[0 1]
#>  [3 4]
#>  [3 4]]
### keys_in_a_map
# source: numerics.md 1.3: the keys of split(key(42), 3) draw 0.07592554 0.60576403 0.4323065
import jax
keys = jax.random.split(jax.random.key(42), 3)
print(jax.vmap(jax.random.normal)(keys))
#> [0.07592554 0.60576403 0.4323065 ]
### sizes_that_differ
# source: jax.vmap raises ValueError
import jax
import jax.numpy as jnp
jax.vmap(lambda a, b: a + b)(jnp.zeros(2), jnp.zeros(3))
#! shape-mismatch
### map_over_a_tree
# source: jax.vmap: in_axes over trees
import jax
import jax.numpy as jnp
f = jax.vmap(lambda p, x: p["w"] * x + p["b"], in_axes=({"w": 0, "b": None}, 0))
print(f({"w": jnp.array([1, 2]), "b": jnp.array(10)}, jnp.array([3, 4])))
#> [13 18]
