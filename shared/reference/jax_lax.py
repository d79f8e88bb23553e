# SPDX-License-Identifier: Apache-2.0
# Primitive operations of jax.lax: strict about types, so both operands have one dtype.
### one_operand
import jax
import jax.numpy as jnp
from jax import lax

x = jnp.array([0.25, 0.5, 0.75])

print(lax.neg(x))
#> [-0.25 -0.5  -0.75]
print(lax.abs(x))
#> [0.25 0.5  0.75]
print(lax.sign(x))
#> [1. 1. 1.]
print(lax.square(x))
#> [0.0625 0.25   0.5625]
print(lax.reciprocal(x))
#> [4.        2.        1.3333334]
print(lax.exp(x))
#> [1.2840254 1.6487212 2.117    ]
print(lax.exp2(x))
#> [1.1892071 1.4142135 1.6817929]
print(lax.expm1(x))
#> [0.28402543 0.6487213  1.117     ]
print(lax.log(x))
#> [-1.3862944 -0.6931472 -0.2876821]
print(lax.log1p(x))
#> [0.22314355 0.4054651  0.5596158 ]
print(lax.sqrt(x))
#> [0.5        0.70710677 0.8660254 ]
print(lax.cbrt(x))
#> [0.62996054 0.7937005  0.9085603 ]
print(lax.logistic(x))
#> [0.5621765  0.62245935 0.6791787 ]
print(lax.sin(x))
#> [0.24740396 0.47942555 0.6816388 ]
print(lax.cos(x))
#> [0.9689124  0.87758255 0.73168886]
print(lax.tan(x))
#> [0.25534192 0.5463025  0.93159646]
print(lax.asin(x))
#> [0.25268024 0.5235988  0.8480621 ]
print(lax.acos(x))
#> [1.3181161 1.0471976 0.7227343]
print(lax.atan(x))
#> [0.24497867 0.4636476  0.6435011 ]
print(lax.sinh(x))
#> [0.25261232 0.5210953  0.8223167 ]
print(lax.cosh(x))
#> [1.0314131 1.127626  1.2946833]
print(lax.tanh(x))
#> [0.24491866 0.46211717 0.63514894]
print(lax.asinh(x))
#> [0.24746646 0.4812118  0.6931472 ]
print(lax.atanh(x))
#> [0.25541282 0.54930615 0.97295505]
print(lax.erf(x))
#> [0.2763264  0.5204999  0.71115565]
print(lax.erfc(x))
#> [0.7236736  0.47950011 0.28884438]
print(lax.floor(x))
#> [0. 0. 0.]
print(lax.ceil(x))
#> [1. 1. 1.]
print(lax.is_finite(x))
#> [ True  True  True]
print(lax.acosh(x + 1))
#> [0.6931472 0.9624236 1.1588104]
### two_operands
import jax
import jax.numpy as jnp
from jax import lax

x = jnp.array([4.0, 9.0])
y = jnp.array([2.0, 3.0])

print(lax.sub(x, y))
#> [2. 6.]
print(lax.mul(x, y))
#> [ 8. 27.]
print(lax.pow(x, y))
#> [ 16. 729.]
print(lax.min(x, y))
#> [2. 3.]
print(lax.atan2(x, y))
#> [1.1071488 1.2490457]
print(lax.eq(x, y))
#> [False False]
print(lax.ne(x, y))
#> [ True  True]
print(lax.lt(x, y))
#> [False False]
print(lax.le(x, y))
#> [False False]
print(lax.gt(x, y))
#> [ True  True]
print(lax.ge(x, y))
#> [ True  True]
print(lax.nextafter(x, y))
#> [3.9999998 8.999999 ]
print(lax.logaddexp(x, y))
#> [4.126928 9.002476]
a = jnp.array([12, 10])
b = jnp.array([3, 2])

print(lax.bitwise_and(a, b))
#> [0 2]
print(lax.bitwise_or(a, b))
#> [15 10]
print(lax.bitwise_xor(a, b))
#> [15  8]
print(lax.shift_left(a, b))
#> [96 40]
print(lax.shift_right_arithmetic(a, b))
#> [1 2]
print(lax.bitwise_not(a))
#> [-13 -11]
print(lax.conj(jnp.array([1 + 2j])))
#> [1.-2.j]
### shapes_and_products
import jax
import jax.numpy as jnp
from jax import lax

x = jnp.arange(4.0)
print(lax.iota(jnp.int32, 4))
#> [0 1 2 3]
print(lax.broadcast(x, (2,)).shape)
#> (2, 4)
print(lax.broadcast_shapes((2, 1), (1, 3)))
#> (2, 3)
print(lax.broadcast_to_rank(x, 2).shape)
#> (1, 4)
print(lax.full_like(x, 7))
#> [7. 7. 7. 7.]
print(lax.dot(x, x))
#> 14.0
print(lax.batch_matmul(jnp.ones((2, 3, 4)), jnp.ones((2, 4, 5))).shape)
#> (2, 3, 5)
print(lax.argmin(jnp.array([3, 1, 2]), axis=0, index_dtype=jnp.int32))
#> 1
print(lax.dynamic_update_index_in_dim(x, 9.0, 1, axis=0))
#> [0. 9. 2. 3.]
print(lax.reduce_min(x, axes=(0,)))
#> 0.0
print(lax.reduce_or(jnp.array([False, True]), axes=(0,)))
#> True
print(lax.reduce_xor(jnp.array([5, 3]), axes=(0,)))
#> 6
values, places = lax.approx_max_k(x, 2)
print(values, places)
#> [3. 2.] [3 2]
print(lax.approx_min_k(x, 1)[0])
#> [0.]
m = jnp.ones((2, 2))
print(lax.dot(m, m, precision=lax.Precision.HIGHEST))
#> [[2. 2.]
#>  [2. 2.]]
print(lax.Precision.DEFAULT, lax.Precision.HIGH)
#> Precision(name='DEFAULT') Precision(name='HIGH')
print(lax.round(jnp.array([0.5, 1.5]), lax.RoundingMethod.TO_NEAREST_EVEN))
#> [0. 2.]
print(lax.round(jnp.array([0.5, 1.5]), lax.RoundingMethod.AWAY_FROM_ZERO))
#> [1. 2.]

print(lax.DotAlgorithmPreset.DEFAULT)
#> DotAlgorithmPreset(name='DEFAULT')
print(lax.DotAlgorithmPreset.F16_F16_F16)
#> DotAlgorithmPreset(name='F16_F16_F16')
print(lax.DotAlgorithmPreset.F16_F16_F32)
#> DotAlgorithmPreset(name='F16_F16_F32')
print(lax.DotAlgorithmPreset.BF16_BF16_BF16)
#> DotAlgorithmPreset(name='BF16_BF16_BF16')
print(lax.DotAlgorithmPreset.BF16_BF16_F32_X3)
#> DotAlgorithmPreset(name='BF16_BF16_F32_X3')
print(lax.DotAlgorithmPreset.BF16_BF16_F32_X6)
#> DotAlgorithmPreset(name='BF16_BF16_F32_X6')
print(lax.DotAlgorithmPreset.BF16_BF16_F32_X9)
#> DotAlgorithmPreset(name='BF16_BF16_F32_X9')
print(lax.DotAlgorithmPreset.TF32_TF32_F32)
#> DotAlgorithmPreset(name='TF32_TF32_F32')
print(lax.DotAlgorithmPreset.TF32_TF32_F32_X3)
#> DotAlgorithmPreset(name='TF32_TF32_F32_X3')
print(lax.DotAlgorithmPreset.F32_F32_F32)
#> DotAlgorithmPreset(name='F32_F32_F32')
print(lax.DotAlgorithmPreset.F64_F64_F64)
#> DotAlgorithmPreset(name='F64_F64_F64')
### scatter
import jax
import jax.numpy as jnp
from jax import lax

numbers = lax.ScatterDimensionNumbers((), (0,), (0,))
x = jnp.array([10.0, 20.0, 30.0])
at = jnp.array([[1]])
by = jnp.array([2.0])
print(lax.scatter_sub(x, at, by, numbers))
#> [10. 18. 30.]
print(lax.scatter_mul(x, at, by, numbers))
#> [10. 40. 30.]
print(lax.scatter_max(x, at, by, numbers))
#> [10. 20. 30.]
print(lax.GatherScatterMode.from_any("clip"))
#> GatherScatterMode.CLIP
### convolutions
import jax
import jax.numpy as jnp
from jax import lax

x = jnp.arange(4.0).reshape(1, 1, 4)
k = jnp.ones((1, 1, 2))
print(lax.conv_with_general_padding(x, k, (1,), [(0, 0)], None, None))
#> [[[1. 3. 5.]]]
print(lax.conv_transpose(x, k, (1,), "VALID", dimension_numbers=("NCH", "OIH", "NCH")))
#> [[[0. 1. 3. 5. 3.]]]
print(lax.conv_general_dilated_patches(x, (2,), (1,), "VALID"))
#> [[[0. 1. 2.]
#>   [1. 2. 3.]]]
print(lax.conv_dimension_numbers((1, 1, 4), (1, 1, 2), ("NCH", "OIH", "NCH")))
#> ConvDimensionNumbers(lhs_spec=(0, 1, 2), rhs_spec=(0, 1, 2), out_spec=(0, 1, 2))
print(lax.padtype_to_pads((4,), (2,), (1,), "SAME"))
#> [(0, 1)]
### control_and_solving
import jax
import jax.numpy as jnp
from jax import lax

print(lax.platform_dependent(jnp.float32(2), default=lambda x: x + 1))
#> 3.0
square = lax.composite(lambda x: x * x, name="my.square")
print(square(jnp.float32(3)))
#> 9.0
root = lax.custom_root(lambda x: x * x - 9.0, 1.0, lambda f, x0: jnp.float32(3.0), lambda g, y: y / g(1.0))
print(root)
#> 3.0
solved = lax.custom_linear_solve(lambda x: 2 * x, jnp.float32(8), lambda matvec, b: b / 2)
print(solved)
#> 4.0
### least_along_a_named_axis
import jax
import jax.numpy as jnp

x = jnp.array([[3, 5], [1, 9], [4, 2]])
print(jax.vmap(lambda row: jax.lax.pmin(row, 'rows'), axis_name='rows')(x))
#> [[1 2]
#>  [1 2]
#>  [1 2]]
print(jax.vmap(lambda row: row - jax.lax.pmin(row, 'rows'), axis_name='rows')(x))
#> [[2 3]
#>  [0 7]
#>  [3 0]]
### values_that_are_kept
import jax
import jax.numpy as jnp


@jax.jit
def f(x):
    unused = jnp.sin(x)
    jax.lax.dce_sink(unused)
    return 2 * x


print(f(jnp.float32(3)))
#> 6.0
