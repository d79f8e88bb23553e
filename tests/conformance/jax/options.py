### a_nan_is_no_error
# source: ours: refused, since JAX would raise FloatingPointError at a NaN
import jax
jax.config.update("jax_debug_nans", False)
with jax.debug_nans(False):
    print(jax.numpy.log(-1.0))
jax.config.update("jax_debug_nans", True)
#> nan
#! not-supported: jax_debug_nans
### rank_promotion
# source: ours: refused, since JAX would raise where ranks differ
import jax
with jax.numpy_rank_promotion("warn"):
    print(jax.numpy.ones((2, 2)) + jax.numpy.ones(2))
with jax.numpy_rank_promotion("raise"):
    pass
#> [[2. 2.]
#>  [2. 2.]]
#! not-supported: numpy_rank_promotion
