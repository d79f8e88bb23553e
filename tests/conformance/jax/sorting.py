### sort_and_argsort
# source: numpy.sort, numpy.argsort
import jax.numpy as jnp
x = jnp.array([[3, 1, 2], [9, 7, 8]])
print(jnp.sort(x), jnp.argsort(x))
#> [[1 2 3]
#>  [7 8 9]] [[1 2 0]
#>  [1 2 0]]
print(jnp.sort(x, axis=0), jnp.sort(x, axis=None))
#> [[3 1 2]
#>  [9 7 8]] [1 2 3 7 8 9]
### nans_go_last
# source: numerics.md 2.6
import jax.numpy as jnp
x = jnp.array([jnp.nan, 1.0, -jnp.inf, jnp.inf])
print(jnp.sort(x), jnp.argsort(x))
#> [-inf   1.  inf  nan] [2 1 3 0]
### argsort_is_stable
# source: numerics.md 2.6: stable, ties in their order, descending too
import jax.numpy as jnp
x = jnp.array([2, 1, 2, 1])
print(jnp.argsort(x), jnp.argsort(x, descending=True), jnp.sort(x, descending=True))
#> [1 3 0 2] [0 2 1 3] [2 2 1 1]
### descending_puts_nan_first
# source: numerics.md 2.6
import jax.numpy as jnp
print(jnp.sort(jnp.array([1.0, jnp.nan, 3.0]), descending=True))
#> [nan  3.  1.]
### unsigned_and_boolean
# source: order of the dtype's values
import jax.numpy as jnp
print(jnp.sort(jnp.array([200, 3, 255], jnp.uint8)), jnp.sort(jnp.array([True, False, True])))
#> [  3 200 255] [False  True  True]
### several_arrays_by_their_keys
# source: jax.lax.sort
import jax
import jax.numpy as jnp
a, b = jax.lax.sort((jnp.array([2, 1, 2]), jnp.array([10, 20, 5])), num_keys=2)
print(a, b)
#> [1 2 2] [20  5 10]
k, v = jax.lax.sort_key_val(jnp.array([3, 1]), jnp.array([0.5, 1.5]))
print(k, v)
#> [1 3] [1.5 0.5]
### top_k_with_ties
# source: numerics.md 2.6: ties: lower index first; NaN is largest
import jax
import jax.numpy as jnp
v, i = jax.lax.top_k(jnp.array([1.0, 5.0, 5.0, 2.0]), 3)
print(v, i)
#> [5. 5. 2.] [1 2 3]
v, i = jax.lax.top_k(jnp.array([[1, 2], [4, 3]]), 1)
print(v.shape, i)
#> (2, 1) [[1]
#>  [0]]
### top_k_too_many
# source: jax.lax.top_k: k is at most the axis
import jax
import jax.numpy as jnp
jax.lax.top_k(jnp.arange(3), 4)
#! value-error
### lexsort_last_key_first
# source: numpy.lexsort
import jax.numpy as jnp
print(jnp.lexsort((jnp.array([1, 0, 2]), jnp.array([5, 5, 4]))))
#> [2 1 0]
### searchsorted_sides
# source: numpy.searchsorted
import jax.numpy as jnp
a = jnp.array([1, 3, 3, 5])
v = jnp.array([0, 3, 4, 6])
print(jnp.searchsorted(a, v), jnp.searchsorted(a, v, side="right"))
#> [0 1 3 4] [0 3 3 4]
### digitize_rising_and_falling
# source: numpy.digitize
import jax.numpy as jnp
x = jnp.array([0.2, 6.4, 3.0, 1.6])
print(jnp.digitize(x, jnp.array([0.0, 1.0, 2.5, 4.0, 10.0])))
#> [1 4 3 2]
print(jnp.digitize(x, jnp.array([10.0, 4.0, 2.5, 1.0, 0.0])))
#> [4 1 2 3]
### argmax_takes_the_first_and_nan
# source: numerics.md 2.6
import jax.numpy as jnp
print(jnp.argmax(jnp.array([1, 7, 7])), jnp.argmin(jnp.array([4, 2, 2])), jnp.argmax(jnp.array([1.0, jnp.nan, 9.0])))
#> 1 1 1
x = jnp.array([[1, 9], [8, 2]])
print(jnp.argmax(x), jnp.argmax(x, axis=0), jnp.argmax(x, axis=1, keepdims=True), jnp.argmax(x).dtype)
#> 1 [1 0] [[1]
#>  [0]] int32
### nanargmax_of_nans
# source: numerics.md 3.4: -1 if all are NaN
import jax.numpy as jnp
x = jnp.array([[jnp.nan, 2.0, 1.0], [jnp.nan, jnp.nan, jnp.nan]])
print(jnp.nanargmax(x, axis=1), jnp.nanargmin(x, axis=1))
#> [ 1 -1] [ 2 -1]
### median_and_quantiles
# source: numpy.quantile, linear interpolation: python3: 1 + 0.25 * 3 = 1.75
import jax.numpy as jnp
x = jnp.array([4.0, 1.0, 3.0, 2.0])
print(jnp.median(x), jnp.quantile(x, 0.25), jnp.percentile(x, jnp.array([0.0, 50.0, 100.0])))
#> 2.5 1.75 [1.  2.5 4. ]
print(jnp.quantile(x, 0.4, method="lower"), jnp.quantile(x, 0.4, method="higher"), jnp.quantile(x, 0.4, method="nearest"), jnp.quantile(x, 0.4, method="midpoint"))
#> 2.0 3.0 2.0 2.5
### quantiles_of_no_fractions
# source: ours: NumPy gives an array without elements
import jax.numpy as jnp
jnp.quantile(jnp.arange(4.0), [])
#! not-supported: an empty `q` of `jnp.quantile`
### median_along_an_axis
# source: numpy.median
import jax.numpy as jnp
x = jnp.array([[3, 1, 2], [6, 4, 50]])
print(jnp.median(x, axis=1), jnp.median(x, axis=0, keepdims=True), jnp.median(jnp.array([1.0, jnp.nan])))
#> [2. 6.] [[ 4.5  2.5 26. ]] nan
### unique_with_a_size
# source: jax.numpy.unique: padded with the minimum value
import jax
import jax.numpy as jnp
f = jax.jit(lambda x: jnp.unique(x, size=4))
print(f(jnp.array([3, 1, 3, 2, 1])), jnp.unique(jnp.array([3, 1, 3])))
#> [1 2 3 1] [1 3]
### nonzero_with_a_size
# source: jax.numpy.nonzero
import jax
import jax.numpy as jnp
f = jax.jit(lambda x: jnp.nonzero(x, size=3, fill_value=-1))
print(f(jnp.array([[0, 5], [7, 0]])))
#> (Array([ 0,  1, -1], dtype=int32), Array([ 1,  0, -1], dtype=int32))
print(jnp.nonzero(jnp.array([0, 2, 0, 4]))[0], jnp.flatnonzero(jnp.array([[0, 1], [1, 1]])), jnp.argwhere(jnp.array([[0, 1], [1, 0]])))
#> [1 3] [1 2 3] [[0 1]
#>  [1 0]]
### bincount_of_a_length
# source: numpy.bincount; length as of jnp
import jax
import jax.numpy as jnp
f = jax.jit(lambda x: jnp.bincount(x, length=4))
print(f(jnp.array([1, 1, 3, 9])), jnp.bincount(jnp.array([0, 2, 2])), jnp.bincount(jnp.array([0, 1, 1]), weights=jnp.array([0.5, 1.0, 2.0])))
#> [0 2 0 1] [1 0 2] [0.5 3. ]
### histogram_of_known_bins
# source: numpy.histogram documentation: [1, 2, 1] with bins [0, 1, 2, 3]
import jax.numpy as jnp
h, edges = jnp.histogram(jnp.array([1.0, 2.0, 1.0]), bins=jnp.array([0.0, 1.0, 2.0, 3.0]))
print(h, edges)
#> [0. 2. 1.] [0. 1. 2. 3.]
