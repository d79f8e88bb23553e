### cumsum_of_each_axis
# source: numpy.cumsum
import jax.numpy as jnp
x = jnp.array([[1, 2, 3], [4, 5, 6]])
print(jnp.cumsum(x), jnp.cumsum(x, axis=0), jnp.cumsum(x, axis=1))
#> [ 1  3  6 10 15 21] [[1 2 3]
#>  [5 7 9]] [[ 1  3  6]
#>  [ 4  9 15]]
### cumsum_dtypes
# source: numerics.md 2.4: bool becomes int32, other dtypes stay
import jax.numpy as jnp
print(jnp.cumsum(jnp.array([True, False, True])), jnp.cumsum(jnp.array([100, 100], jnp.int8)), jnp.cumsum(jnp.ones(3, jnp.bfloat16)).dtype)
#> [1 1 2] [100 -56] bfloat16
### cumprod_and_nan_versions
# source: numpy.cumprod, numpy.nancumsum
import jax.numpy as jnp
x = jnp.array([2.0, jnp.nan, 3.0])
print(jnp.cumprod(jnp.array([1, 2, 3, 4])), jnp.nancumsum(x), jnp.nancumprod(x))
#> [ 1  2  6 24] [2. 2. 5.] [2. 2. 6.]
### running_extremes_of_lax
# source: jax.lax.cummax, jax.lax.cummin
import jax
import jax.numpy as jnp
x = jnp.array([3, 1, 4, 1, 5])
print(jax.lax.cummax(x), jax.lax.cummin(x), jax.lax.cummax(x, reverse=True))
#> [3 3 4 4 5] [3 1 1 1 1] [5 5 5 5 5]
### reverse_cumsum
# source: jax.lax.cumsum
import jax
import jax.numpy as jnp
print(jax.lax.cumsum(jnp.array([1, 2, 3]), reverse=True), jax.lax.cumprod(jnp.array([[1, 2], [3, 4]]), axis=0))
#> [6 5 3] [[1 2]
#>  [3 8]]
### cumlogsumexp_of_zeros
# source: log(n) for n zeros; python3: math.log(2), math.log(3)
import jax
import jax.numpy as jnp
print(jax.lax.cumlogsumexp(jnp.zeros(3)))
#> [0.        0.6931472 1.0986123]
### cumulative_sum_with_initial
# source: array API, cumulative_sum
import jax.numpy as jnp
print(jnp.cumulative_sum(jnp.array([1, 2, 3]), include_initial=True), jnp.cumulative_prod(jnp.array([2, 3])))
#> [0 1 3 6] [2 6]
### associative_scan_of_sums
# source: jax.lax.associative_scan documentation: the prefix sum of 0..3 is 0 1 3 6
import jax
import jax.numpy as jnp
print(jax.lax.associative_scan(jnp.add, jnp.arange(4)), jax.lax.associative_scan(jnp.add, jnp.arange(5)), jax.lax.associative_scan(jnp.add, jnp.arange(4), reverse=True))
#> [0 1 3 6] [ 0  1  3  6 10] [6 6 5 3]
### associative_scan_of_matrices
# source: jax.lax.associative_scan documentation: products of matrices; python3: [[1,1],[0,1]]**k
import jax
import jax.numpy as jnp
m = jnp.tile(jnp.array([[1, 1], [0, 1]]), (3, 1, 1))
print(jax.lax.associative_scan(jnp.matmul, m)[:, 0, 1])
#> [1 2 3]
### associative_scan_of_pairs
# source: linear recurrences: (a, b) after (c, d) is (a * c, b * c + d); python3: h = a * h + x
import jax
import jax.numpy as jnp
def combine(left, right):
  return left[0] * right[0], left[1] * right[0] + right[1]
a, h = jax.lax.associative_scan(combine, (jnp.array([2, 2, 2, 2, 2]), jnp.array([1, 1, 1, 1, 1])))
print(a, h)
#> [ 2  4  8 16 32] [ 1  3  7 15 31]
### diff_of_orders
# source: numpy.diff
import jax.numpy as jnp
x = jnp.array([1, 2, 4, 7, 0])
print(jnp.diff(x), jnp.diff(x, n=2), jnp.diff(jnp.array([[1, 3, 6], [0, 5, 6]]), axis=0))
#> [ 1  2  3 -7] [  1   1 -10] [[-1  2  0]]
### trapezoid_of_points
# source: numpy.trapezoid documentation
import jax.numpy as jnp
print(jnp.trapezoid(jnp.array([1.0, 2.0, 3.0])), jnp.trapezoid(jnp.array([1.0, 2.0, 3.0]), x=jnp.array([4.0, 6.0, 8.0])), jnp.trapezoid(jnp.array([1.0, 2.0, 3.0]), dx=2.0))
#> 4.0 8.0 8.0
