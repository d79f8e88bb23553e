### set_elements_by_index_array
# source: jax.numpy.ndarray.at
import jax.numpy as jnp
x = jnp.zeros(5, jnp.int32)
print(x.at[jnp.array([1, 3])].set(jnp.array([7, 8])), x)
#> [0 7 0 8 0] [0 0 0 0 0]
### adds_all_that_meet
# source: numerics.md 3.1: duplicate indices: add applies all updates
import jax.numpy as jnp
print(jnp.zeros(3, jnp.int32).at[jnp.array([0, 2, 0, 0])].add(jnp.array([1, 2, 3, 4])))
#> [8 0 2]
### updates_outside_are_dropped
# source: numerics.md 3.1
import jax.numpy as jnp
x = jnp.arange(4)
print(x.at[jnp.array([9, -1, -9])].set(5), x.at[7].set(1), x.at[-2].add(10))
#> [0 1 2 5] [0 1 2 3] [ 0  1 12  3]
### computed_update_outside_is_dropped
# source: numerics.md 3.1
import jax
import jax.numpy as jnp
f = jax.jit(lambda x, i: x.at[i].set(9))
x = jnp.arange(3)
print(f(x, 1), f(x, 3), f(x, -1), f(x, -4))
#> [0 9 2] [0 1 2] [0 1 9] [0 1 2]
### multiply_divide_power
# source: jax.numpy.ndarray.at
import jax.numpy as jnp
x = jnp.array([1.0, 2.0, 4.0])
i = jnp.array([1, 2])
print(x.at[i].multiply(3), x.at[i].divide(2), x.at[i].power(2))
#> [ 1.  6. 12.] [1. 1. 2.] [ 1.  4. 16.]
### divisors_that_meet_multiply
# source: x.at[idx].divide(y) is x / ones.at[idx].multiply(y)
import jax.numpy as jnp
print(jnp.array([12.0, 1.0]).at[jnp.array([0, 0])].divide(jnp.array([2.0, 3.0])))
#> [2. 1.]
### min_and_max
# source: jax.numpy.ndarray.at
import jax.numpy as jnp
x = jnp.array([5, 5, 5])
i = jnp.array([0, 0, 2])
v = jnp.array([3, 7, 9])
print(x.at[i].min(v), x.at[i].max(v))
#> [3 5 5] [7 5 9]
### subtract_and_apply
# source: jax.numpy.ndarray.at
import jax.numpy as jnp
x = jnp.array([1, 4, 9])
print(x.at[jnp.array([0, 0])].subtract(2), x.at[1].apply(lambda v: v * 100))
#> [-3  4  9] [  1 400   9]
### rows_and_columns
# source: jax.numpy.ndarray.at
import jax.numpy as jnp
x = jnp.zeros((3, 3), jnp.int32)
print(x.at[:, jnp.array([0, 2])].set(jnp.array([1, 2])))
#> [[1 0 2]
#>  [1 0 2]
#>  [1 0 2]]
print(x.at[jnp.array([0, 1]), jnp.array([2, 0])].add(4))
#> [[0 0 4]
#>  [4 0 0]
#>  [0 0 0]]
print(x.at[1:, 1].set(5))
#> [[0 0 0]
#>  [0 5 0]
#>  [0 5 0]]
### get_with_modes
# source: numerics.md 3.1
import jax.numpy as jnp
x = jnp.array([1.0, 2.0])
i = jnp.array([0, 5])
print(x.at[i].get(), x.at[i].get(mode="fill"), x.at[i].get(mode="fill", fill_value=-1.0), x.at[i].get(mode="clip"))
#> [1. 2.] [ 1. nan] [ 1. -1.] [1. 2.]
### update_with_mode_clip
# source: jax.lax.GatherScatterMode: CLIP for updates goes to the nearest place
import jax.numpy as jnp
x = jnp.zeros(3, jnp.int32)
print(x.at[jnp.array([7])].set(4, mode="clip"), x.at[jnp.array([7])].set(4, mode="drop"))
#> [0 0 4] [0 0 0]
### update_takes_the_arrays_dtype
# source: numerics.md 3.1: update values are cast to the array dtype
import jax.numpy as jnp
y = jnp.zeros(3, jnp.bfloat16).at[jnp.array([1])].set(1.1)
print(y.dtype, y)
#> bfloat16 [0 1.10156 0]
### assignment_is_refused
# source: numerics.md 3.1
import jax.numpy as jnp
x = jnp.zeros(3)
x[0] = 1.0
#! type-error: immutable
### unknown_method_argument
# source: every argument is read or refused
import jax.numpy as jnp
jnp.zeros(3).at[0].set(1.0, modus="clip")
#! argument-error: modus
### where_the_shapes_do_not_go_together
# source: updates broadcast to the place
import jax.numpy as jnp
jnp.zeros(3).at[jnp.array([0, 1])].set(jnp.ones(3))
#! shape-mismatch
### masked_update_under_jit
# source: numerics.md 3.1: .at[mask].set(v) works with a scalar
import jax
import jax.numpy as jnp
f = jax.jit(lambda x: x.at[x < 0].set(0).at[x > 3].add(10))
print(f(jnp.array([3, -1, 4])))
#> [ 3  0 14]
