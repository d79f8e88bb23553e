# SPDX-License-Identifier: Apache-2.0
# Functions of jax.numpy, a statement each.
### elementwise
import jax.numpy as jnp

x = jnp.array([0.25, 0.5, 0.75])
y = jnp.array([0.5, 0.25, 2.0])
print(jnp.expm1(x))
#> [0.28402543 0.6487213  1.117     ]
print(jnp.log2(x))
#> [-2.        -1.        -0.4150375]
print(jnp.log10(x))
#> [-0.60206    -0.30103    -0.12493873]
print(jnp.log1p(x))
#> [0.22314355 0.4054651  0.5596158 ]
print(jnp.cbrt(x))
#> [0.62996054 0.7937005  0.9085603 ]
print(jnp.square(x))
#> [0.0625 0.25   0.5625]
print(jnp.reciprocal(x))
#> [4.        2.        1.3333334]
print(jnp.tan(x))
#> [0.25534192 0.5463025  0.93159646]
print(jnp.arcsin(x))
#> [0.25268024 0.5235988  0.8480621 ]
print(jnp.arccos(x))
#> [1.3181161 1.0471976 0.7227343]
print(jnp.arctan(x))
#> [0.24497867 0.4636476  0.6435011 ]
print(jnp.asin(x))
#> [0.25268024 0.5235988  0.8480621 ]
print(jnp.acos(x))
#> [1.3181161 1.0471976 0.7227343]
print(jnp.atan(x))
#> [0.24497867 0.4636476  0.6435011 ]
print(jnp.sinh(x))
#> [0.25261232 0.5210953  0.8223167 ]
print(jnp.cosh(x))
#> [1.0314131 1.127626  1.2946833]
print(jnp.arcsinh(x))
#> [0.24746646 0.4812118  0.6931472 ]
print(jnp.arctanh(x))
#> [0.25541282 0.54930615 0.97295505]
print(jnp.asinh(x))
#> [0.24746646 0.4812118  0.6931472 ]
print(jnp.atanh(x))
#> [0.25541282 0.54930615 0.97295505]
print(jnp.rad2deg(x))
#> [14.323945 28.64789  42.971836]
print(jnp.sinc(x))
#> [0.9003163  0.63661975 0.30010542]
print(jnp.i0(x))
#> [1.0156862 1.0634834 1.1456468]
print(jnp.spacing(x))
#> [2.9802322e-08 5.9604645e-08 5.9604645e-08]
print(jnp.positive(x))
#> [0.25 0.5  0.75]
print(jnp.negative(x))
#> [-0.25 -0.5  -0.75]
print(jnp.absolute(x))
#> [0.25 0.5  0.75]
print(jnp.fabs(x))
#> [0.25 0.5  0.75]
print(jnp.fix(x))
#> [0. 0. 0.]
print(jnp.acosh(1 + x))
#> [0.6931472 0.9624236 1.1588104]

print(jnp.subtract(x, y))
#> [-0.25  0.25 -1.25]
print(jnp.divide(x, y))
#> [0.5   2.    0.375]
print(jnp.true_divide(x, y))
#> [0.5   2.    0.375]
print(jnp.mod(x, y))
#> [0.25 0.   0.75]
print(jnp.pow(x, y))
#> [0.5       0.8408964 0.5625   ]
print(jnp.fmin(x, y))
#> [0.25 0.25 0.75]
print(jnp.atan2(x, y))
#> [0.4636476  1.1071488  0.35877067]
print(jnp.float_power(x, y))
#> [0.5       0.8408964 0.5625   ]
print(jnp.heaviside(x, y))
#> [1. 1. 1.]
### bits
import jax.numpy as jnp

a = jnp.array([1, 6, 12])
b = jnp.array([3, 5, 10])

print(jnp.bitwise_and(a, b))
#> [1 4 8]
print(jnp.bitwise_or(a, b))
#> [ 3  7 14]
print(jnp.bitwise_xor(a, b))
#> [2 3 6]
print(jnp.gcd(a, b))
#> [1 1 2]
print(jnp.lcm(a, b))
#> [ 3 30 60]

print(jnp.left_shift(a, 2))
#> [ 4 24 48]
print(jnp.right_shift(a, 2))
#> [0 1 3]
print(jnp.bitwise_left_shift(a, 2))
#> [ 4 24 48]
print(jnp.bitwise_right_shift(a, 2))
#> [0 1 3]

print(jnp.invert(a))
#> [ -2  -7 -13]
print(jnp.bitwise_not(a))
#> [ -2  -7 -13]
print(jnp.bitwise_invert(a))
#> [ -2  -7 -13]
flags = jnp.array([1, 0, 1, 1, 0, 0, 0, 1], jnp.uint8)
packed = jnp.packbits(flags)
print(packed)
#> [177]
print(jnp.unpackbits(packed))
#> [1 0 1 1 0 0 0 1]
### comparisons
import jax.numpy as jnp

a = jnp.array([1, 2, 3])
b = jnp.array([3, 2, 1])
print(jnp.equal(a, b))
#> [False  True False]
print(jnp.not_equal(a, b))
#> [ True False  True]
print(jnp.less(a, b))
#> [ True False False]
print(jnp.less_equal(a, b))
#> [ True  True False]
print(jnp.greater(a, b))
#> [False False  True]
print(jnp.greater_equal(a, b))
#> [False  True  True]
p = jnp.array([True, True, False])
q = jnp.array([True, False, False])

print(jnp.logical_and(p, q))
#> [ True False False]
print(jnp.logical_or(p, q))
#> [ True  True False]
print(jnp.logical_xor(p, q))
#> [False  True False]
print(jnp.logical_not(p))
#> [False False  True]
v = jnp.array([1.0, jnp.inf, jnp.nan])
print(jnp.isinf(v))
#> [False  True False]
print(jnp.isin(a, jnp.array([2, 3])))
#> [False  True  True]
print(jnp.in1d(a, jnp.array([2, 3])))
#> [False  True  True]
### reductions
import jax.numpy as jnp

x = jnp.array([[3.0, 1.0], [2.0, 5.0]])

print(jnp.amax(x, axis=0))
#> [3. 5.]
print(jnp.amin(x, axis=0))
#> [2. 1.]
y = jnp.array([1.0, 2.0, jnp.nan, 4.0])
print(jnp.nanquantile(y, 0.5))
#> 2.0
print(jnp.nanpercentile(y, 50.0))
#> 2.0
print(jnp.nanmedian(y))
#> 2.0
print(jnp.cov(x))
#> [[ 2.  -3. ]
#>  [-3.   4.5]]
print(jnp.corrcoef(x))
#> [[ 1. -1.]
#>  [-1.  1.]]
print(jnp.size(x), jnp.ndim(x))
#> 4 2
print(jnp.apply_along_axis(jnp.sum, 1, x))
#> [4. 7.]
print(jnp.apply_over_axes(jnp.sum, x, [0, 1]))
#> [[11.]]
print(jnp.histogram_bin_edges(jnp.array([0.0, 1.0, 4.0]), bins=4))
#> [0. 1. 2. 3. 4.]
counts, rows, columns = jnp.histogram2d(jnp.array([0.0, 1.0, 1.0]), jnp.array([0.0, 0.0, 1.0]), bins=2)
print(counts)
#> [[1. 0.]
#>  [1. 1.]]
### shapes
import jax.numpy as jnp

x = jnp.arange(6)
print(jnp.reshape(x, (2, 3)))
#> [[0 1 2]
#>  [3 4 5]]
m = jnp.arange(6).reshape(2, 3)
print(jnp.ravel(m))
#> [0 1 2 3 4 5]
print(jnp.transpose(m))
#> [[0 3]
#>  [1 4]
#>  [2 5]]
print(jnp.permute_dims(m, (1, 0)))
#> [[0 3]
#>  [1 4]
#>  [2 5]]
print(jnp.expand_dims(x, 0).shape)
#> (1, 6)
print(jnp.squeeze(jnp.zeros((1, 3, 1))).shape)
#> (3,)
print(x[jnp.newaxis].shape)
#> (1, 6)
print(jnp.broadcast_shapes((2, 1), (3,)))
#> (2, 3)
print(jnp.concat([m, m], axis=0).shape)
#> (4, 3)
print(jnp.row_stack([x, x]).shape)
#> (2, 6)
print(jnp.vsplit(m, 2))
#> [Array([[0, 1, 2]], dtype=int32), Array([[3, 4, 5]], dtype=int32)]
print(len(jnp.dsplit(jnp.zeros((1, 1, 4)), 2)))
#> 2
print(jnp.diagflat(jnp.array([1, 2])))
#> [[1 0]
#>  [0 2]]
print(jnp.resize(x, (2, 4)))
#> [[0 1 2 3]
#>  [4 5 0 1]]
print(jnp.trim_zeros(jnp.array([0, 0, 1, 2, 0])))
#> [1 2]
print(jnp.copy(x))
#> [0 1 2 3 4 5]
print(jnp.astype(x, jnp.float32))
#> [0. 1. 2. 3. 4. 5.]
print(jnp.insert(x, 1, 9))
#> [0 9 1 2 3 4 5]
print(jnp.delete(x, 0))
#> [1 2 3 4 5]
print(jnp.identity(2))
#> [[1. 0.]
#>  [0. 1.]]
print(jnp.empty((2,)))
#> [0. 0.]
print(jnp.empty_like(x))
#> [0 0 0 0 0 0]
print(jnp.fromiter((i * i for i in range(4)), dtype=jnp.int32))
#> [0 1 4 9]
print(jnp.fromfunction(lambda i, j: i + j, (2, 2)))
#> [[0. 1.]
#>  [1. 2.]]
### choosing
import jax.numpy as jnp

x = jnp.array([10, 20, 30, 40])
print(jnp.extract(x > 15, x))
#> [20 30 40]
print(jnp.compress(jnp.array([True, False, True, False]), x))
#> [10 30]
print(jnp.partition(jnp.array([3, 1, 2]), 1)[1])
#> 2
print(jnp.argpartition(jnp.array([3, 1, 2]), 0)[0])
#> 1
print(jnp.union1d(jnp.array([1, 2]), jnp.array([2, 3])))
#> [1 2 3]
print(jnp.intersect1d(jnp.array([1, 2]), jnp.array([2, 3])))
#> [2]
print(jnp.setdiff1d(jnp.array([1, 2]), jnp.array([2, 3])))
#> [1]
print(jnp.setxor1d(jnp.array([1, 2]), jnp.array([2, 3])))
#> [1 3]
print(jnp.piecewise(jnp.array([-1.0, 2.0]), [jnp.array([True, False]), jnp.array([False, True])], [0.0, 1.0]))
#> [0. 1.]
print(jnp.unravel_index(5, (2, 3)))
#> (Array(1, dtype=int32, weak_type=True), Array(2, dtype=int32, weak_type=True))
print(jnp.ravel_multi_index((1, 2), (2, 3)))
#> 5
print(jnp.ix_(jnp.array([0, 1]), jnp.array([0, 2])))
#> (Array([[0],
#>        [1]], dtype=int32), Array([[0, 2]], dtype=int32))
print(jnp.tril_indices(2))
#> (Array([0, 1, 1], dtype=int32), Array([0, 0, 1], dtype=int32))
print(jnp.triu_indices(2))
#> (Array([0, 0, 1], dtype=int32), Array([0, 1, 1], dtype=int32))
print(jnp.tril_indices_from(jnp.zeros((2, 2))))
#> (Array([0, 1, 1], dtype=int32), Array([0, 0, 1], dtype=int32))
print(jnp.triu_indices_from(jnp.zeros((2, 2))))
#> (Array([0, 0, 1], dtype=int32), Array([0, 1, 1], dtype=int32))
print(jnp.diag_indices(2))
#> (Array([0, 1], dtype=int32), Array([0, 1], dtype=int32))
print(jnp.diag_indices_from(jnp.zeros((2, 2))))
#> (Array([0, 1], dtype=int32), Array([0, 1], dtype=int32))
print(jnp.mask_indices(2, jnp.triu))
#> (Array([0, 0, 1], dtype=int32), Array([0, 1, 1], dtype=int32))
print(jnp.mgrid[0:2, 0:2])
#> [[[0 0]
#>   [1 1]]
#>
#>  [[0 1]
#>   [0 1]]]
print(jnp.ogrid[0:2, 0:2])
#> (Array([[0],
#>        [1]], dtype=int32), Array([[0, 1]], dtype=int32))
print(jnp.r_[0:3, 9])
#> [0 1 2 9]
print(jnp.c_[jnp.array([1, 2]), jnp.array([3, 4])])
#> [[1 3]
#>  [2 4]]
print(x[jnp.s_[1:3]])
#> [20 30]
print(x[jnp.index_exp[::2]])
#> [10 30]
### differences_and_polynomials
import jax.numpy as jnp

x = jnp.array([1.0, 2.0, 4.0, 7.0])
print(jnp.ediff1d(x))
#> [1. 2. 3.]
print(jnp.gradient(x))
#> [1.  1.5 2.5 3. ]
print(jnp.trapz(x))
#> 10.0
print(jnp.unwrap(jnp.array([0.0, 3.0, 6.5])))
#> [0.       3.       0.216815]
print(jnp.correlate(x, jnp.array([1.0, 1.0])))
#> [ 3.  6. 11.]
print(jnp.vander(jnp.array([1, 2, 3]), 3))
#> [[1 1 1]
#>  [4 2 1]
#>  [9 3 1]]
print(jnp.vecdot(x, x))
#> 70.0
p = jnp.array([1.0, -3.0, 2.0])
q = jnp.array([1.0, 1.0])
print(jnp.polyadd(p, q))
#> [ 1. -2.  3.]
print(jnp.polysub(p, q))
#> [ 1. -4.  1.]
print(jnp.polymul(p, q))
#> [ 1. -2. -1.  2.]
print(jnp.polyder(p))
#> [ 2. -3.]
print(jnp.polyint(q))
#> [0.5 1.  0. ]
print(jnp.round(jnp.polyfit(jnp.array([0.0, 1.0, 2.0]), jnp.array([1.0, 3.0, 5.0]), 1), 3))
#> [2. 1.]
for window in (jnp.bartlett(5), jnp.hanning(5), jnp.hamming(5), jnp.blackman(5), jnp.kaiser(5, 0.0)):
    print(jnp.round(window, 3))
#> [0.  0.5 1.  0.5 0. ]
#> [0.  0.5 1.  0.5 0. ]
#> [0.08 0.54 1.   0.54 0.08]
#> [-0.    0.34  1.    0.34 -0.  ]
#> [1. 1. 1. 1. 1.]
### complex_numbers
import jax.numpy as jnp

z = jnp.array([3 + 4j, 1j])
print(jnp.imag(z))
#> [4. 1.]
print(jnp.conj(z))
#> [3.-4.j 0.-1.j]
print(jnp.conjugate(z))
#> [3.-4.j 0.-1.j]
print(jnp.angle(z[1:]))
#> [1.5707964]
print(jnp.isreal(z))
#> [False False]
print(jnp.iscomplex(z))
#> [ True  True]
print(jnp.isrealobj(z))
#> False
print(jnp.real_if_close(jnp.array([1 + 0j])))
#> [1.]
print(jnp.sort_complex(jnp.array([2 + 1j, 1 + 2j])))
#> [1.+2.j 2.+1.j]
### dtypes
import jax.numpy as jnp

print(jnp.result_type(jnp.int8, jnp.float32))
#> float32
print(jnp.promote_types("int32", "float16"))
#> float16
print(jnp.can_cast(jnp.int32, jnp.int8))
#> False
for kind in (jnp.generic, jnp.number, jnp.inexact, jnp.integer, jnp.signedinteger, jnp.unsignedinteger):
    print(jnp.issubdtype(jnp.uint8, kind))
#> True
#> True
#> False
#> True
#> False
#> True
print(jnp.issubdtype(jnp.complex64, jnp.complexfloating))
#> True
print(jnp.issubdtype(jnp.float32, jnp.character))
#> False
print(jnp.dtype(jnp.double), jnp.dtype(jnp.single), jnp.dtype(jnp.bool))
#> float64 float32 bool
print(jnp.dtype(jnp.int64), jnp.dtype(jnp.uint64))
#> int64 uint64
print(jnp.dtype(jnp.csingle), jnp.dtype(jnp.cdouble), jnp.dtype(jnp.complex128))
#> complex64 complex128 complex128
print(isinstance(jnp.ones(2), jnp.ndarray))
#> True
print(jnp.isscalar(3.0), jnp.iterable(jnp.ones(2)))
#> True True
print(jnp.e, jnp.euler_gamma)
#> 2.718281828459045 0.5772156649015329
### functions_made_from_functions
import jax.numpy as jnp

clip_sum = jnp.vectorize(lambda a, b: jnp.minimum(a + b, 10))
print(clip_sum(jnp.array([1, 8]), 5))
#> [ 6 10]
add = jnp.frompyfunc(lambda a, b: a + b, nin=2, nout=1, identity=0)
print(add(jnp.array([1, 2]), 3))
#> [4 5]
### texts
import jax.numpy as jnp

x = jnp.array([1.0, 2.5])
print(jnp.array2string(x))
#> [1.  2.5]
print(jnp.array_str(x))
#> [1.  2.5]
print(jnp.array_repr(x))
#> Array([1. , 2.5], dtype=float32)
print(jnp.around(jnp.array([1.26]), 1))
#> [1.3]
print(jnp.base_repr(10, 3))
#> 101
print(jnp.binary_repr(10))
#> 1010
jnp.set_printoptions(precision=3)
print(jnp.array([1 / 3]))
#> [0.333]
print(jnp.get_printoptions()["threshold"])
#> 1000
with jnp.printoptions(precision=2):
    print(jnp.array([1 / 3]))
#> [0.33]
### linear_algebra
import jax.numpy as jnp

a = jnp.array([[2.0, 0.0], [1.0, 4.0]])
v = jnp.array([3.0, 4.0])
print(jnp.linalg.vector_norm(v))
#> 5.0
print(jnp.linalg.matrix_norm(jnp.eye(2)))
#> 1.4142135
print(jnp.linalg.matrix_power(a, 2))
#> [[ 4.  0.]
#>  [ 6. 16.]]
print(jnp.linalg.inv(a))
#> [[ 0.5    0.   ]
#>  [-0.125  0.25 ]]
print(jnp.linalg.det(a))
#> 8.0
print(jnp.linalg.slogdet(jnp.eye(2)))
#> SlogdetResult(sign=Array(1., dtype=float32), logabsdet=Array(0., dtype=float32))
q, r = jnp.linalg.qr(jnp.eye(2))
print(jnp.abs(q @ r))
#> [[0.99999976 0.        ]
#>  [0.         1.        ]]
print(jnp.linalg.multi_dot([a, a, v]))
#> [12. 82.]
print(jnp.linalg.outer(v, v))
#> [[ 9. 12.]
#>  [12. 16.]]
print(jnp.linalg.matmul(a, v))
#> [ 6. 19.]
print(jnp.linalg.vecdot(v, v))
#> 25.0
print(jnp.linalg.tensordot(a, v, axes=1))
#> [ 6. 19.]
print(jnp.linalg.cross(jnp.array([1, 0, 0]), jnp.array([0, 1, 0])))
#> [0 0 1]
print(jnp.linalg.trace(a))
#> 6.0
print(jnp.linalg.diagonal(a))
#> [2. 4.]
### Fourier_transforms
import jax.numpy as jnp

x = jnp.array([1.0, 0.0, 0.0, 0.0])
print(jnp.fft.hfft(x))
#> [1. 1. 1. 1. 1. 1.]
print(jnp.fft.ihfft(x))
#> [0.25-0.j 0.25-0.j 0.25-0.j]
m = jnp.eye(2)
print(jnp.fft.fftn(m))
#> [[2.+0.j 0.+0.j]
#>  [0.+0.j 2.+0.j]]
print(jnp.fft.ifftn(m))
#> [[0.5+0.j 0. +0.j]
#>  [0. +0.j 0.5+0.j]]
print(jnp.fft.ifft2(m))
#> [[0.5+0.j 0. +0.j]
#>  [0. +0.j 0.5+0.j]]
print(jnp.fft.rfftn(m))
#> [[2.+0.j 0.+0.j]
#>  [0.+0.j 2.+0.j]]
print(jnp.fft.irfftn(m))
#> [[0.5 0. ]
#>  [0.  0.5]]
print(jnp.fft.rfft2(m))
#> [[2.+0.j 0.+0.j]
#>  [0.+0.j 2.+0.j]]
print(jnp.fft.irfft2(m))
#> [[0.5 0. ]
#>  [0.  0.5]]
print(jnp.fft.rfftfreq(4))
#> [0.   0.25 0.5 ]
print(jnp.fft.ifftshift(jnp.array([-1, 0, 1])))
#> [ 0  1 -1]
