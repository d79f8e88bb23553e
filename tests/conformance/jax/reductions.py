### sums_with_where_and_initial
# source: numpy.sum
import jax.numpy as jnp
x = jnp.array([[1, 2], [3, 4]])
print(jnp.sum(x, where=x > 1), jnp.sum(x, initial=10), jnp.sum(x, axis=0, where=jnp.array([True, False])), x.sum(axis=1, keepdims=True))
#> 9 20 [4 0] [[3]
#>  [7]]
### extremes_with_initial
# source: numpy.max: initial takes part; where needs it
import jax.numpy as jnp
x = jnp.array([1, 5, 3])
print(jnp.max(x, initial=9), jnp.min(x, initial=2), jnp.max(x, where=jnp.array([True, False, True]), initial=0), jnp.max(jnp.zeros((0,)), initial=-1.0))
#> 9 1 3 -1.0
### where_without_initial
# source: jax.numpy.max: needs initial with where
import jax.numpy as jnp
jnp.max(jnp.arange(3), where=jnp.array([True, True, False]))
#! value-error: initial
### max_of_nothing
# source: numerics.md 2.4: ValueError
import jax.numpy as jnp
jnp.max(jnp.zeros((0,)))
#! value-error
### means_of_a_mask
# source: numpy.mean, numpy.var with where; python3: var of 1, 3 is 1
import jax.numpy as jnp
x = jnp.array([1.0, 100.0, 3.0])
m = jnp.array([True, False, True])
print(jnp.mean(x, where=m), jnp.var(x, where=m), jnp.std(x, where=m), jnp.var(x, where=m, ddof=1))
#> 2.0 1.0 1.0 2.0
### dtypes_of_sums
# source: numerics.md 2.4
import jax.numpy as jnp
for t in (jnp.bool_, jnp.int8, jnp.uint8, jnp.uint16, jnp.int32, jnp.bfloat16, jnp.float16):
  print(jnp.ones(2, t).sum().dtype, end=" ")
print(jnp.ones(2, jnp.int8).sum(dtype=jnp.int8).dtype, jnp.ones(2, jnp.int32).mean().dtype)
#> int32 int32 uint32 uint32 int32 bfloat16 float16 int8 float32
### half_sums_are_accumulated_in_f32
# source: numerics.md 2.4: f16 accumulates in f32; 4096 ones would stop at 2048
import jax.numpy as jnp
print(jnp.ones(4096, jnp.float16).sum(), jnp.ones(1024, jnp.bfloat16).sum())
#> 4.096e+03 1024
### nan_versions
# source: numpy.nansum and its kin; python3: var of 1, 3 is 1
import jax.numpy as jnp
x = jnp.array([1.0, jnp.nan, 3.0])
print(jnp.nansum(x), jnp.nanprod(x), jnp.nanmax(x), jnp.nanmin(x), jnp.nanmean(x), jnp.nanvar(x), jnp.nanstd(x))
#> 4.0 3.0 3.0 1.0 2.0 1.0 1.0
print(jnp.max(x), jnp.nanmax(jnp.array([jnp.nan])))
#> nan nan
### var_and_std
# source: numerics.md 2.4: two passes, ddof 0; python3: var(1, 2, 3, 4) = 1.25
import jax.numpy as jnp
x = jnp.array([1.0, 2.0, 3.0, 4.0])
print(jnp.var(x), jnp.std(x), jnp.var(x, ddof=4))
#> 1.25 1.118034 nan
### any_all_count
# source: numpy.any: NaN is true
import jax.numpy as jnp
x = jnp.array([[0.0, jnp.nan], [0.0, 0.0]])
print(jnp.any(x), jnp.any(x, axis=1), jnp.all(x), jnp.count_nonzero(jnp.array([[0, 2], [3, 4]]), axis=0))
#> True [ True False] False [1 2]
### ptp_and_average
# source: numpy.ptp, numpy.average; python3: (1*3 + 2*1) / 4 = 1.25
import jax.numpy as jnp
print(jnp.ptp(jnp.array([3, 9, 1])), jnp.average(jnp.array([1.0, 2.0]), weights=jnp.array([3.0, 1.0])), jnp.average(jnp.array([[1.0, 2.0], [3.0, 4.0]]), axis=0))
#> 8 1.25 [2. 3.]
### reductions_over_several_axes
# source: numpy.sum over a tuple of axes
import jax.numpy as jnp
x = jnp.arange(24).reshape(2, 3, 4)
print(x.sum(axis=(0, 2)), x.max(axis=(1, 2)), x.min(axis=(-1,)).shape, jnp.prod(jnp.array([[1, 2], [3, 4]]), axis=1))
#> [ 60  92 124] [11 23] (2, 3) [ 2 12]
### lax_reduce_by_a_function
# source: jax.lax.reduce
import jax
import jax.numpy as jnp
x = jnp.array([[1, 5, 2], [7, 0, 3]])
print(jax.lax.reduce(x, 0, jax.lax.add, (0,)), jax.lax.reduce(x, -1, jax.lax.max, (0, 1)), jax.lax.reduce(x, 1, lambda a, b: a * b, (1,)))
#> [8 5 5] 7 [10  0]
### reduce_with_names_of_lax
# source: jax.lax.reduce_max, reduce_sum
import jax
import jax.numpy as jnp
x = jnp.array([[1, 5], [7, 2]])
print(jax.lax.reduce_max(x, (0,)), jax.lax.reduce_sum(x, (1,)), jax.lax.reduce_and(x > 0, (0, 1)), jax.lax.argmax(x, 1, jnp.int32))
#> [7 5] [6 9] True [1 0]
### repeated_axis
# source: numpy: duplicate value in axis
import jax.numpy as jnp
jnp.sum(jnp.zeros((2, 2)), axis=(0, 0))
#! value-error: twice
