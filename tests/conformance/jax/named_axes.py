### named_axes
# source: documentation of jax.lax's parallel operators
import jax, jax.numpy as jnp
from jax import lax
x = jnp.arange(3.)
print(jax.vmap(lambda x: x + lax.axis_index("i"), axis_name="i")(x))
print(jax.vmap(lambda x: x / lax.psum(x, "i"), axis_name="i")(x))
print(jax.vmap(lambda x: x - lax.pmax(x, "i"), axis_name="i")(x), jax.vmap(lambda x: x * lax.axis_size("i"), axis_name="i")(x))
print(jax.vmap(lambda x: lax.pmean(x, "i") + x, axis_name="i")(x))
print(jax.vmap(lambda x: lax.all_gather(x, "i") + x, axis_name="i")(x))
shift = lambda x: lax.ppermute(x, "i", [(i, (i + 1) % 3) for i in range(3)])
print(jax.vmap(shift, axis_name="i")(x), jax.vmap(lambda x: lax.ppermute(x, "i", [(0, 1), (1, 2)]), axis_name="i")(x))
#> [0. 2. 4.]
#> [0.         0.33333334 0.6666667 ]
#> [-2. -1.  0.] [0. 3. 6.]
#> [1. 2. 3.]
#> [[0. 1. 2.]
#>  [1. 2. 3.]
#>  [2. 3. 4.]]
#> [2. 0. 1.] [0. 0. 1.]
### axes_inside_each_other
# source: sums over rows, columns and both
import jax, jax.numpy as jnp
from jax import lax
x = jnp.arange(6.).reshape(2, 3)
both = lambda f: jax.vmap(jax.vmap(f, axis_name="j"), axis_name="i")
print(both(lambda v: lax.psum(v, "i"))(x))
print(both(lambda v: lax.psum(v, "j"))(x))
print(both(lambda v: lax.psum(v, ("i", "j")))(x))
print(both(lambda v: lax.axis_index(("i", "j")))(x))
#> [[3. 5. 7.]
#>  [3. 5. 7.]]
#> [[ 3.  3.  3.]
#>  [12. 12. 12.]]
#> [[15. 15. 15.]
#>  [15. 15. 15.]]
#> [[0 1 2]
#>  [3 4 5]]
### axes_inside_loops
# source: a running sum of means
import jax, jax.numpy as jnp
from jax import lax
step = lambda i, v: v + lax.pmean(v, "b")
print(jax.vmap(lambda v: lax.fori_loop(0, 3, step, v), axis_name="b")(jnp.array([1., 2, 6])))
#> [22. 23. 27.]
### loops_of_different_lengths
# source: each entry alone
import jax, jax.numpy as jnp
from jax import lax
print(jax.vmap(lambda n: lax.fori_loop(0, n, lambda i, c: c + i, 0))(jnp.array([1, 5, 3])))
print(jax.vmap(lambda n: lax.fori_loop(0, n, lambda i, c: c + i.astype(float), 0.0))(jnp.arange(1, 5)))
print(jax.vmap(lambda a, b: lax.fori_loop(a, b, lambda i, c: c + i, 0))(jnp.array([1, 4, 7]), jnp.array([4, 6, 7])))
#> [ 0 10  3]
#> [0. 1. 3. 6.]
#> [6 9 0]
### unbound_axis
# source: the error of jax.lax.axis_index
import jax
try: jax.lax.axis_index("i")
except NameError as e: print(e)
#> unbound axis name: i
