### keys_and_their_text
# source: numerics.md 1.1
import jax
print(jax.random.key(42))
#> Array((), dtype=key<fry>) overlaying:
#> [ 0 42]
print(jax.random.PRNGKey(0), jax.random.key_data(jax.random.key(-1)), jax.random.key_data(jax.random.key(2**32 + 5)))
#> [0 0] [         0 4294967295] [0 5]
### split_and_fold_in
# source: numerics.md 1.3, table rows 1, 3, 4, 4a
import jax
d = lambda k: jax.random.key_data(k)
print(d(jax.random.split(jax.random.key(0))))
#> [[1797259609 2579123966]
#>  [ 928981903 3453687069]]
print(d(jax.random.split(jax.random.key(1), 3)))
#> [[ 507451445 1853169794]
#>  [1948878966 4237131848]
#>  [2441914641 3819641963]]
print(d(jax.random.fold_in(jax.random.key(0), 1)))
#> [ 928981903 3453687069]
### split_into_a_shape
# source: numerics.md 1.3, rows 2 and 6
import jax
k = jax.random.split(jax.random.key(0), (2, 2))
print(k.shape, jax.random.key_data(k)[1, 1])
#> (2, 2) [2467461003 3840466878]
### bits_of_widths
# source: numerics.md 1.3, rows 7 and 8
import jax
import jax.numpy as jnp
k = jax.random.key(0)
print(jax.random.bits(k, (4,)), jax.random.bits(k, (4,), jnp.uint8), jax.random.bits(k, (4,), jnp.uint16))
#> [4070199207 4202968722 1427181096 2012915765] [167 146  40  53] [20391 13970  3624 43061]
### uniform_vectors
# source: numerics.md 1.4
import jax
import jax.numpy as jnp
k = jax.random.key(0)
print(jax.random.uniform(k, (4,)), jax.random.uniform(k, (4,), minval=-1, maxval=1))
#> [0.947667   0.9785799  0.33229148 0.46866846] [ 0.895334    0.95715976 -0.33541703 -0.06266308]
print(jax.random.uniform(k, (4,), jnp.float16), jax.random.uniform(k, (4,), jnp.bfloat16))
#> [0.3105 0.2129 0.0547 0.6562] [0.648438 0.570312 0.15625 0.203125]
### uniform_between_arrays
# source: numerics.md 1.4: r = max(minval, u * (maxval - minval) + minval)
import jax
import jax.numpy as jnp
print(jax.random.uniform(jax.random.key(0), (4,), minval=jnp.array(2.0), maxval=jnp.array(5.0)))
#> [4.843001  4.9357395 2.9968743 3.4060054]
### normal_vectors
# source: numerics.md 1.5
import jax
print(jax.random.normal(jax.random.key(42), (3,)), jax.random.normal(jax.random.key(0), (3,)))
#> [-0.02830462  0.46713185  0.29570296] [ 1.6226422   2.0252647  -0.43359444]
print(jax.random.normal(jax.random.key(1), (8,)))
#> [-0.15443718  0.08470728 -0.13598049 -0.15503626  1.2666674   0.14829758
#>   2.1415603   1.0026742 ]
### normal_of_another_seed
# source: the formulas of numerics.md 1.5 in exact rational arithmetic, rounded at each step, by python3 (its table has the fourth
# number one unit lower, which no contraction that gives the published numbers reproduces)
import jax
print(jax.random.normal(jax.random.key(1701), (5,)))
#> [-0.6472411   0.3156411  -0.74910474 -1.1673621  -0.01169903]
### normal_in_16_bits
# source: numerics.md 1.5
import jax
import jax.numpy as jnp
print(jax.random.normal(jax.random.key(0), (4,), jnp.bfloat16))
#> [0.386719 0.182617 -1 -0.824219]
### randint_vectors
# source: numerics.md 1.6
import jax
import jax.numpy as jnp
k = jax.random.key(0)
print(jax.random.randint(jax.random.key(1), (5,), 0, 10), jax.random.randint(k, (6,), -5, 5), jax.random.randint(k, (3,), 5, 5))
#> [6 7 0 3 8] [ 4 -5 -3 -2 -4  2] [5 5 5]
print(jax.random.randint(k, (3,), 0, 2**31 - 1), jax.random.randint(k, (5,), 0, 256, jnp.uint8), jax.random.randint(k, (5,), -128, 128, jnp.int8))
#> [ 31327077  89727312 349724617] [101  80 200  61   3] [ -27  -48   72  -67 -125]
### randint_of_unsigned_limits
# source: numerics.md 1.6
import jax
import jax.numpy as jnp
print(jax.random.randint(jax.random.key(0), (3,), 0, jnp.uint32(2**32 - 1), jnp.uint32))
#> [  31327077   89727312 2497208264]
### randint_between_computed_limits
# source: numerics.md 1.6: the same numbers as with known limits
import jax
import jax.numpy as jnp
f = jax.jit(lambda lo, hi: jax.random.randint(jax.random.key(0), (6,), lo, hi))
print(f(0, 10), f(-5, 5))
#> [9 0 2 3 1 7] [ 4 -5 -3 -2 -4  2]
### permutation_vectors
# source: numerics.md 1.7
import jax
import jax.numpy as jnp
print(jax.random.permutation(jax.random.key(3), jnp.arange(5)), jax.random.permutation(jax.random.key(0), 10), jax.random.permutation(jax.random.key(42), 8))
#> [0 4 2 1 3] [0 1 8 5 6 4 3 2 7 9] [7 4 2 5 3 6 0 1]
### permutation_of_rows
# source: numerics.md 1.7: rows follow a shuffled arange; key 0 gives 0 1 4 3 2 for 5
import jax
import jax.numpy as jnp
print(jax.random.permutation(jax.random.key(0), jnp.arange(10).reshape(5, 2))[:, 0])
#> [0 2 8 6 4]
### choice_vectors
# source: numerics.md 1.7
import jax
import jax.numpy as jnp
k = jax.random.key(0)
print(jax.random.choice(jax.random.key(2), jnp.array([10, 20, 30, 40]), (3,)), jax.random.choice(k, 10, (3,), replace=False))
#> [40 10 20] [0 1 8]
print(jax.random.choice(k, 4, (4,), p=jnp.array([0.1, 0.2, 0.3, 0.4])))
#> [0 0 3 2]
### bernoulli_vectors
# source: numerics.md 1.7
import jax
import jax.numpy as jnp
print(jnp.nonzero(jax.random.bernoulli(jax.random.key(0), 0.3, (10,)), size=2)[0], jax.random.bernoulli(jax.random.key(0), shape=(8,)).astype(int))
#> [5 9] [0 0 1 1 0 1 1 0]
### categorical_vector
# source: numerics.md 1.7
import jax
import jax.numpy as jnp
print(jax.random.categorical(jax.random.key(0), jnp.array([0.0, 1.0, 2.0]), shape=(5,)))
#> [1 1 2 1 2]
### samplers_by_formula
# source: numerics.md 1.7, to a relative 1e-6
import jax
import jax.numpy as jnp
import numpy as np
k = jax.random.key(0)
r = jax.random
near = lambda a, b: np.testing.assert_allclose(a, np.array(b, np.float32), rtol=1e-6)
near(r.exponential(k, (4,)), [2.950128, 3.8434246, 0.40390354, 0.6323691])
near(r.laplace(k, (4,)), [-2.2569816, -3.1502788, 0.40859547, 0.06471242])
near(r.logistic(k, (4,)), [2.896376, 3.8217716, -0.6978392, -0.12549055])
near(r.gumbel(k, (4,)), [2.9233725, 3.8326175, -0.096893236, 0.27725708])
near(r.cauchy(k, (4,)), [6.0274944, 14.837895, -0.58172226, -0.09874987])
near(r.truncated_normal(k, -2, 2, (4,)), [1.4559592, 1.7147487, -0.41267535, -0.075033434])
print("near")
#> near
### rademacher_follows_bernoulli
# source: numerics.md 1.7: 2 * bernoulli - 1
import jax
print(jax.random.rademacher(jax.random.key(0), (8,)))
#> [-1 -1  1  1 -1  1  1 -1]
### a_batch_of_keys_is_refused
# source: numerics.md 1.1
import jax
jax.random.normal(jax.random.split(jax.random.key(0)))
#! value-error: single key
### not_a_key
# source: numerics.md 1.1: TypeError
import jax
jax.random.normal(3.0)
#! type-error
### distributions_that_are_refused
# source: ours: refused by name
import jax
jax.random.gamma(jax.random.key(0), 2.0)
#! not-supported: gamma
