### logaddexp_and_hypot
# source: numerics.md 3.4; python3: math.log(2 * math.exp(1)), math.hypot(3, 4)
import jax.numpy as jnp
print(jnp.logaddexp(1.0, 1.0), jnp.logaddexp(-jnp.inf, -jnp.inf), jnp.logaddexp2(3.0, 3.0), jnp.hypot(3.0, 4.0))
#> 1.6931472 -inf 4.0 5.0
### degrees
# source: numpy.deg2rad; python3: math.radians(180) as a float32
import jax.numpy as jnp
print(jnp.deg2rad(180.0), jnp.degrees(jnp.pi), jnp.radians(jnp.array([0.0, 90.0])))
#> 3.1415927 180.0 [0.        1.5707964]
### division_of_integers
# source: numerics.md 2.5
import jax
import jax.numpy as jnp
print(jnp.array([7, -7]) // jnp.array([-2, 2]), jnp.array([7, -7]) % jnp.array([-2, 2]), jax.lax.div(-7, 2), jax.lax.rem(-7, 2))
#> [-4 -4] [-1  1] -3 -1
z = jnp.array([0, 0])
print(jnp.array([5, 0]) // z, jnp.array([5, 0]) % z, jax.lax.div(jnp.array([5, 0]), z), jax.lax.rem(jnp.array([5, 0]), z), jnp.array([5], jnp.uint8) // jnp.array([0], jnp.uint8))
#> [-2 -1] [0 0] [-1 -1] [5 0] [255]
### shifts_beyond_the_width
# source: numerics.md 2.5
import jax
import jax.numpy as jnp
x = jnp.array([-8, 8])
print(x << 40, x >> 40, jax.lax.shift_right_logical(x, jnp.array([33, 33])), x >> 1, jnp.array([200], jnp.uint8) >> 1)
#> [0 0] [-1  0] [0 0] [-4  4] [100]
### powers
# source: numerics.md 2.5
import jax.numpy as jnp
print(jnp.array([2, -3]) ** 3, jnp.array([2, 1, -1, 0]) ** jnp.array([-1, -1, -1, 0]), jnp.array([2.0]) ** -2, jnp.power(2, jnp.array([0, 5])))
#> [  8 -27] [ 0  1 -1  1] [0.25] [ 1 32]
### rounding_functions
# source: numerics.md 2.6
import jax
import jax.numpy as jnp
x = jnp.array([0.5, 1.5, -2.5, 2.675])
print(jnp.round(x), jax.lax.round(x), jnp.trunc(x), jnp.floor(x), jnp.ceil(x), jnp.rint(x))
#> [ 0.  2. -2.  3.] [ 1.  2. -3.  3.] [ 0.  1. -2.  2.] [ 0.  1. -3.  2.] [ 1.  2. -2.  3.] [ 0.  2. -2.  3.]
### remainders_of_floats
# source: numerics.md 2.6; python3: -7.5 % 2, math.fmod(-7.5, 2)
import jax.numpy as jnp
x = jnp.array([-7.5, 7.5])
print(x % 2, jnp.fmod(x, 2.0), x // 2, jnp.divmod(x, 2.0), jnp.array([1.0]) % 0)
#> [0.5 1.5] [-1.5  1.5] [-4.  3.] (Array([-4.,  3.], dtype=float32), Array([0.5, 1.5], dtype=float32)) [nan]
### parts_of_floats
# source: C's modf, frexp, ldexp, nextafter
import jax.numpy as jnp
print(jnp.modf(jnp.array([3.25, -1.5])), jnp.ldexp(jnp.array([1.5]), jnp.array([4])))
#> (Array([ 0.25, -0.5 ], dtype=float32), Array([ 3., -1.], dtype=float32)) [24.]
print(jnp.frexp(jnp.array([8.0, 0.0, -0.75])))
#> (Array([ 0.5 ,  0.  , -0.75], dtype=float32), Array([4, 0, 0], dtype=int32))
print(jnp.nextafter(jnp.float32(1.0), jnp.float32(2.0)) - 1, jnp.signbit(jnp.array([-0.0, 0.0, -1.0])), jnp.copysign(2.0, -0.0))
#> 1.1920929e-07 [ True False  True] -2.0
### bits_counted
# source: numerics.md 2.5
import jax
import jax.numpy as jnp
x = jnp.array([0, 1, 255, -1])
print(jax.lax.population_count(x), jax.lax.clz(x), jnp.bitwise_count(jnp.array([7], jnp.uint8)), jax.lax.clz(jnp.array([1], jnp.int8)))
#> [ 0  1  8 32] [32 31 24  0] [3] [7]
### extremes_and_nan
# source: numerics.md 2.6
import jax
import jax.numpy as jnp
n = jnp.nan
print(jnp.maximum(jnp.array([1.0, n]), jnp.array([n, 2.0])), jnp.fmax(jnp.array([1.0, n]), jnp.array([n, 2.0])), jax.lax.clamp(0.0, jnp.array([-1.0, n, 5.0]), 3.0), jnp.clip(jnp.array([5]), 4, 2))
#> [nan nan] [1. 2.] [ 0. nan  3.] [2]
### special_functions
# source: C's lgamma and erf: python3: math.lgamma(5) = 3.17805..., math.erf(0.5), digamma(1) = -0.57721566
import jax
import jax.numpy as jnp
import numpy as np
from jax.scipy import special as s
near = lambda a, b: np.testing.assert_allclose(a, np.array(b, np.float32), rtol=2e-6)
near(jax.lax.lgamma(jnp.array([5.0, 0.5, -0.5])), [3.1780538303479458, 0.5723649429247001, 1.2655121234846454])
near(jax.lax.digamma(jnp.array([1.0, 2.5])), [-0.5772156649015329, 0.7031566406452432])
near(s.erf(jnp.array([0.5])), [0.5204998778130465])
near(s.erfinv(jnp.array([0.5, -0.9])), [0.47693628, -1.163087])
near(s.expit(jnp.array([0.0, 2.0])), [0.5, 0.8807970779778823])
near(s.logit(jnp.array([0.25])), [-1.0986122886681098])
near(s.ndtr(jnp.array([1.0])), [0.8413447460685429])
near(s.xlogy(jnp.array([0.0, 2.0]), jnp.array([0.0, 3.0])), [0.0, 2.1972245773362196])
near(s.gamma(jnp.array([5.0, -1.5])), [24.0, 2.3632718012073544])
print("near")
#> near
### erf_inv_bits
# source: numerics.md 1.5: spot values of erf_inv in float32
import jax
import jax.numpy as jnp
x = jnp.array([0.5, -0.9, 0.999], jnp.float32)
print(jax.lax.bitcast_convert_type(jax.lax.erf_inv(x), jnp.int32) == jnp.array([0x3ef430fe, -1080762359, 0x4014e999], jnp.int32), jax.lax.erf_inv(jnp.array([1.0, -1.0])))
#> [ True  True  True] [ inf -inf]
### nan_to_num_and_tests
# source: numpy.nan_to_num
import jax.numpy as jnp
x = jnp.array([jnp.nan, jnp.inf, -jnp.inf, 1.0])
print(jnp.nan_to_num(x, nan=7.0, posinf=8.0, neginf=-8.0), jnp.isposinf(x), jnp.isneginf(x), jnp.isfinite(x), jnp.nan_to_num(x)[1])
#> [ 7.  8. -8.  1.] [False  True False False] [False False  True False] [False False False  True] 3.4028235e+38
### interp_and_polyval
# source: numpy.interp, numpy.polyval documentation; python3: 2 - 2 * (float32(2.72) - 2) in float32 is 0.55999994
import jax.numpy as jnp
print(jnp.interp(2.5, jnp.array([1.0, 2.0, 3.0]), jnp.array([3.0, 2.0, 0.0])), jnp.interp(jnp.array([0.0, 1.0, 1.5, 2.72, 3.14]), jnp.array([1.0, 2.0, 3.0]), jnp.array([3.0, 2.0, 0.0])), jnp.polyval(jnp.array([3, 0, 1]), 5))
#> 1.0 [3.         3.         2.5        0.55999994 0.        ] 76
### select_by_conditions
# source: numpy.select, numpy.choose
import jax.numpy as jnp
x = jnp.arange(6)
print(jnp.select([x < 3, x > 3], [x, x ** 2], 42), jnp.choose(jnp.array([2, 0]), [jnp.array([1, 2]), jnp.array([3, 4]), jnp.array([5, 6])], mode="clip"))
#> [ 0  1  2 42 16 25] [5 2]
### closeness
# source: numerics.md 2.6
import jax.numpy as jnp
a, b = jnp.array([1.0, jnp.nan, jnp.inf]), jnp.array([1.000001, jnp.nan, jnp.inf])
print(jnp.isclose(a, b), jnp.isclose(a, b, equal_nan=True), jnp.allclose(a, b), jnp.array_equal(jnp.array([1, 2]), jnp.array([1, 2])), jnp.array_equiv(jnp.array([1, 1]), 1))
#> [ True False  True] [ True  True  True] False True True
