### rows_by_an_index_array
# source: NumPy's advanced indexing
import jax.numpy as jnp
x = jnp.arange(12).reshape(3, 4)
print(x[jnp.array([2, 0])])
#> [[ 8  9 10 11]
#>  [ 0  1  2  3]]
### elements_by_two_index_arrays
# source: NumPy's advanced indexing: index arrays broadcast together
import jax.numpy as jnp
x = jnp.arange(12).reshape(3, 4)
print(x[jnp.array([0, 1, 2]), jnp.array([3, 0, 1])])
#> [3 4 9]
print(x[jnp.array([[0], [2]]), jnp.array([1, 3])])
#> [[ 1  3]
#>  [ 9 11]]
### negative_indices_count_from_the_end
# source: numerics.md 3.1
import jax.numpy as jnp
x = jnp.arange(5) * 10
print(x[jnp.array([-1, -5, 0])])
#> [40  0  0]
### indices_outside_clamp
# source: numerics.md 3.1: x[11] on length 10 is the last element, x[-11] the first
import jax.numpy as jnp
x = jnp.arange(10)
print(x[jnp.array([11, -11, 3])])
#> [9 0 3]
### computed_scalar_index_clamps
# source: numerics.md 3.1
import jax
import jax.numpy as jnp
@jax.jit
def f(x, i):
  return x[i]
x = jnp.arange(10)
print(f(x, 11), f(x, -1), f(x, -11))
#> 9 9 0
### index_array_with_slice
# source: NumPy: the index axes stand where the index stood
import jax.numpy as jnp
x = jnp.arange(24).reshape(2, 3, 4)
print(x[:, jnp.array([2, 0]), 1:3].shape)
#> (2, 2, 2)
print(x[1, jnp.array([2, 0]), 1:3])
#> [[21 22]
#>  [13 14]]
### separated_indices_go_to_the_front
# source: NumPy: index arrays apart from each other
import jax.numpy as jnp
x = jnp.arange(24).reshape(2, 3, 4)
y = x[jnp.array([0, 1]), :, jnp.array([3, 0])]
print(y.shape)
#> (2, 3)
print(y)
#> [[ 3  7 11]
#>  [12 16 20]]
### new_axis_beside_an_index_array
# source: NumPy
import jax.numpy as jnp
x = jnp.arange(6).reshape(2, 3)
print(x[None, jnp.array([1, 1, 0])].shape, x[jnp.array([1, 0]), None, :2].shape)
#> (1, 3, 3) (2, 1, 2)
### ellipsis_and_index_array
# source: NumPy
import jax.numpy as jnp
x = jnp.arange(8).reshape(2, 2, 2)
print(x[..., jnp.array([1, 1])])
#> [[[1 1]
#>   [3 3]]
#> 
#>  [[5 5]
#>   [7 7]]]
### boolean_mask_of_known_values
# source: NumPy: elements where the mask holds, in row-major order
import jax.numpy as jnp
x = jnp.array([[1, 2], [3, 4]])
print(x[jnp.array([[True, False], [False, True]])], x[jnp.array([False, True])])
#> [1 4] [[3 4]]
### traced_mask_is_refused
# source: numerics.md 3.1: NonConcreteBooleanIndexError under jit
import jax
import jax.numpy as jnp
@jax.jit
def f(x):
  return x[x > 1]
f(jnp.arange(3))
#! traced-bool: only the run knows
### float_index_is_an_error
# source: numerics.md 3.1
import jax.numpy as jnp
x = jnp.arange(3)
x[jnp.array([0.0])]
#! type-error
### list_index_is_an_error
# source: numerics.md 3.1: a non-tuple sequence for multidimensional indexing is not allowed
import jax.numpy as jnp
x = jnp.arange(3)
x[[0, 1]]
#! type-error
### empty_index_array
# source: NumPy
import jax.numpy as jnp
x = jnp.arange(6).reshape(2, 3)
print(x[jnp.zeros((0,), jnp.int32)].shape)
#> (0, 3)
### take_along_an_axis_number
# source: numpy.take
import jax.numpy as jnp
x = jnp.arange(6).reshape(2, 3)
print(jnp.take(x, jnp.array([2, 0]), axis=1))
#> [[2 0]
#>  [5 3]]
print(jnp.take(x, jnp.array([4, 1])))
#> [4 1]
### take_fills_outside
# source: numerics.md 3.1: jnp.take's default mode is 'fill'
import jax.numpy as jnp
x = jnp.array([1.0, 2.0, 3.0])
print(jnp.take(x, jnp.array([0, 3, -1])))
#> [ 1. nan  3.]
print(jnp.take(jnp.array([1, 2], jnp.int8), jnp.array([5])))
#> [-128]
### take_modes
# source: numerics.md 3.1: clip clamps negatives to 0, wrap is modulo
import jax.numpy as jnp
x = jnp.array([10, 20, 30])
i = jnp.array([-1, 4, 1])
print(jnp.take(x, i, mode="clip"), jnp.take(x, i, mode="wrap"), jnp.take(x, i, mode="fill", fill_value=7))
#> [10 30 20] [30 20 20] [30  7 20]
### take_along_axis_sorts_rows
# source: numpy.take_along_axis
import jax.numpy as jnp
x = jnp.array([[30, 10, 20], [5, 6, 4]])
print(jnp.take_along_axis(x, jnp.argsort(x, axis=1), axis=1))
#> [[10 20 30]
#>  [ 4  5  6]]
### put_along_axis_returns_the_array
# source: numpy.put_along_axis, jnp with inplace=False
import jax.numpy as jnp
x = jnp.zeros((2, 3), jnp.int32)
print(jnp.put_along_axis(x, jnp.array([[1], [2]]), 9, axis=1, inplace=False))
#> [[0 9 0]
#>  [0 0 9]]
### dynamic_slice_shifts_inside
# source: numerics.md 3.1: the window always fits
import jax
import jax.numpy as jnp
x = jnp.arange(6)
f = jax.jit(lambda i: jax.lax.dynamic_slice(x, (i,), (3,)))
print(f(2), f(5), f(-1))
#> [2 3 4] [3 4 5] [3 4 5]
### dynamic_slices_in_one_axis
# source: jax.lax documentation
import jax
import jax.numpy as jnp
x = jnp.arange(6).reshape(2, 3)
i = jnp.argmax(jnp.array([0, 1]))
print(jax.lax.dynamic_slice_in_dim(x, i, 2, axis=1), jax.lax.dynamic_index_in_dim(x, i, keepdims=False))
#> [[1 2]
#>  [4 5]] [3 4 5]
print(jax.lax.dynamic_update_slice_in_dim(x, jnp.array([[7], [8]]), i, axis=1))
#> [[0 7 2]
#>  [3 8 5]]
### static_slices_of_lax
# source: jax.lax.slice documentation
import jax
import jax.numpy as jnp
x = jnp.arange(12).reshape(3, 4)
print(jax.lax.slice(x, (1, 0), (3, 4), (1, 2)))
#> [[ 4  6]
#>  [ 8 10]]
print(jax.lax.slice_in_dim(x, 1, 3, axis=1), jax.lax.index_in_dim(x, -1, keepdims=False))
#> [[ 1  2]
#>  [ 5  6]
#>  [ 9 10]] [ 8  9 10 11]
### lax_slice_outside_is_an_error
# source: numerics.md 3.1: lax.slice out of bounds raises
import jax
import jax.numpy as jnp
jax.lax.slice(jnp.arange(4), (2,), (6,))
#! out-of-bounds
### mask_of_a_computed_array
# source: NumPy: elements where the mask holds
import jax.numpy as jnp
x = jnp.array([3, -1, 4, -1, 5])
print(x[x > 0], x[(x > 0) & (x < 5)].sum(), jnp.where(x < 0)[0], jnp.unique(x), jnp.nonzero(x > 3)[0])
#> [3 4 5] 7 [1 3] [-1  3  4  5] [2 4]
print(x.at[x < 0].set(0))
#> [3 0 4 0 5]
### where_with_one_choice
# source: numpy.where raises ValueError
import jax.numpy as jnp
jnp.where(jnp.array([True]), jnp.array([1]))
#! value-error
