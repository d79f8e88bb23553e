# SPDX-License-Identifier: Apache-2.0
# Functions and names of numpy, a statement each.
### elementwise
import numpy as np

x = np.array([0.25, 0.5, 0.75])
y = np.array([0.5, 0.25, 2.0])
print(np.asin(x))
#> [0.25268026 0.52359878 0.84806208]
print(np.acos(x))
#> [1.31811607 1.04719755 0.72273425]
print(np.atan(x))
#> [0.24497866 0.46364761 0.64350111]
print(np.absolute(x))
#> [0.25 0.5  0.75]
print(np.ceil(x))
#> [1. 1. 1.]
print(np.trunc(x))
#> [0. 0. 0.]
print(np.fix(x))
#> [0. 0. 0.]
print(np.deg2rad(x))
#> [0.00436332 0.00872665 0.01308997]
print(np.radians(x))
#> [0.00436332 0.00872665 0.01308997]
print(np.degrees(x))
#> [14.32394488 28.64788976 42.97183463]
print(np.sinc(x))
#> [0.90031632 0.63661977 0.30010544]
print(np.atanh(x))
#> [0.25541281 0.54930614 0.97295507]
print(np.modf(x))
#> (array([0.25, 0.5 , 0.75]), array([0., 0., 0.]))
print(np.isposinf(x))
#> [False False False]
print(np.around(x))
#> [0. 0. 1.]
print(np.acosh(1 + x))
#> [0.69314718 0.96242365 1.15881036]

print(np.true_divide(x, y))
#> [0.5   2.    0.375]
print(np.floor_divide(x, y))
#> [0. 2. 0.]
print(np.mod(x, y))
#> [0.25 0.   0.75]
print(np.remainder(x, y))
#> [0.25 0.   0.75]
print(np.pow(x, y))
#> [0.5        0.84089642 0.5625    ]
print(np.atan2(x, y))
#> [0.46364761 1.10714872 0.35877067]
print(np.float_power(x, y))
#> [0.5        0.84089642 0.5625    ]
print(np.logaddexp2(x, y))
#> [1.38040845 1.38040845 2.50634623]
print(np.ldexp(x, 2))
#> [1. 2. 3.]
print(np.sort_complex(np.array([2 + 1j, 1 + 2j])))
#> [1.+2.j 2.+1.j]
### bits
import numpy as np

a = np.array([1, 6, 12])
b = np.array([3, 5, 10])
print(np.bitwise_and(a, b))
#> [1 4 8]
print(np.left_shift(a, 2))
#> [ 4 24 48]
print(np.right_shift(a, 2))
#> [0 1 3]
print(np.bitwise_left_shift(a, 2))
#> [ 4 24 48]
print(np.bitwise_right_shift(a, 2))
#> [0 1 3]
print(np.invert(a))
#> [ -2  -7 -13]
print(np.bitwise_not(a))
#> [ -2  -7 -13]
print(np.bitwise_invert(a))
#> [ -2  -7 -13]
print(np.bitwise_count(a))
#> [1 2 2]
### comparisons
import numpy as np

a = np.array([1, 2, 3])
b = np.array([3, 2, 1])
print(np.not_equal(a, b))
#> [ True False  True]
print(np.less(a, b))
#> [ True False False]
print(np.greater(a, b))
#> [False False  True]
print(np.greater_equal(a, b))
#> [False  True  True]
print(np.array_equiv(a, a[None]))
#> True
print(np.sometrue(a > 2))
#> True
print(np.flatnonzero(a > 1))
#> [1 2]
print(np.argwhere(a > 1))
#> [[1]
#>  [2]]
### reductions
import numpy as np

x = np.array([[1.0, np.nan], [3.0, 2.0]])
print(np.nansum(x))
#> 6.0
print(np.nanprod(x))
#> 6.0
print(np.nanmax(x))
#> 3.0
print(np.nanmin(x))
#> 1.0
print(np.nanargmax(x))
#> 2
print(np.nanargmin(x))
#> 0
print(np.amax(x[1]))
#> 3.0
print(np.amin(x[1]))
#> 2.0
print(np.product([2, 3]))
#> 6
print(np.cumproduct([2, 3]))
#> [2 6]
print(np.cumulative_sum(np.array([1, 2, 3])))
#> [1 3 6]
print(np.cumulative_prod(np.array([1, 2, 3])))
#> [1 2 6]
print(np.trapezoid([1.0, 2.0, 3.0]))
#> 4.0
print(np.vecdot(x[1], x[1]))
#> 13.0
print(np.apply_over_axes(np.sum, np.ones((2, 3)), [0, 1]))
#> [[6.]]
### shapes
import numpy as np

m = np.arange(6).reshape(2, 3)
print(np.transpose(m))
#> [[0 3]
#>  [1 4]
#>  [2 5]]
print(np.permute_dims(m, (1, 0)))
#> [[0 3]
#>  [1 4]
#>  [2 5]]
print(np.matrix_transpose(m))
#> [[0 3]
#>  [1 4]
#>  [2 5]]
print(np.shape(m))
#> (2, 3)
print(np.ndim(m))
#> 2
print(m[np.newaxis].shape)
#> (1, 2, 3)
print(np.concat([m, m]).shape)
#> (4, 3)
print(np.dstack([m, m]).shape)
#> (2, 3, 2)
print(np.column_stack([m[0], m[1]]))
#> [[0 3]
#>  [1 4]
#>  [2 5]]
print(np.row_stack([m[0], m[1]]))
#> [[0 1 2]
#>  [3 4 5]]
print(np.block([[m, m]]).shape)
#> (2, 6)
print(np.unstack(m))
#> (array([0, 1, 2]), array([3, 4, 5]))
print(np.astype(m, np.float32))
#> [[0. 1. 2.]
#>  [3. 4. 5.]]
print(np.identity(2))
#> [[1. 0.]
#>  [0. 1.]]
print(np.tri(2))
#> [[1. 0.]
#>  [1. 1.]]
print(np.indices((2, 2)))
#> [[[0 0]
#>   [1 1]]
#>
#>  [[0 1]
#>   [0 1]]]
print(np.take_along_axis(m, np.array([[0], [2]]), axis=1))
#> [[0]
#>  [5]]
print(np.tril_indices_from(np.ones((2, 2))))
#> (array([0, 1, 1]), array([0, 0, 1]))
print(np.triu_indices_from(np.ones((2, 2))))
#> (array([0, 0, 1]), array([0, 1, 1]))
print(np.diag_indices_from(np.ones((2, 2))))
#> (array([0, 1]), array([0, 1]))
print(m[np.index_exp[0, 1:]])
#> [1 2]
print(np.fromiter((i * i for i in range(4)), dtype=int))
#> [0 1 4 9]
print(np.logspace(0, 2, 3))
#> [  1.  10. 100.]
print(np.geomspace(1, 100, 3))
#> [  1.  10. 100.]
print(np.msort(np.array([2, 1])))
#> [1 2]
print(np.iterable(m))
#> True
print(np.array([0, 1, 0]).choose([np.array([1, 2, 3]), np.array([4, 5, 6])]))
#> [1 5 3]
### scalar_types
import numpy as np


print(np.dtype(np.bool))
#> bool
print(np.dtype(np.half))
#> float16
print(np.dtype(np.double))
#> float64
print(np.dtype(np.single))
#> float32
print(np.dtype(np.byte))
#> int8
print(np.dtype(np.ubyte))
#> uint8
print(np.dtype(np.short))
#> int16
print(np.dtype(np.ushort))
#> uint16
print(np.dtype(np.intc))
#> int32
print(np.dtype(np.uintc))
#> uint32
print(np.dtype(np.int_))
#> int64
print(np.dtype(np.uint))
#> uint64
print(np.dtype(np.intp))
#> int64
print(np.dtype(np.uintp))
#> uint64
print(np.dtype(np.longlong))
#> int64
print(np.dtype(np.ulonglong))
#> uint64
print(np.dtype(np.csingle))
#> complex64
print(np.dtype(np.cdouble))
#> complex128
print(np.dtype(np.object_))
#> object
print(np.issubdtype(np.float32, np.generic))
#> True
print(np.issubdtype(np.int8, np.signedinteger))
#> True
print(np.issubdtype(np.uint8, np.unsignedinteger))
#> True
print(np.dtype(np.float32).num)
#> 11
print(np.dtype(np.float32).base)
#> float32
print(np.float64 in np.ScalarType)
#> True
### names_of_NumPy_1
import numpy as np


print(np.dtype(np.complex_))
#> complex128
print(np.dtype(np.cfloat))
#> complex128
print(np.dtype(np.singlecomplex))
#> complex64
print(np.dtype(np.string_))
#> |S0
print(np.dtype(np.unicode_))
#> <U0

print(np.Inf)
#> inf
print(np.Infinity)
#> inf
print(np.infty)
#> inf
print(np.PINF)
#> inf
print(np.NINF)
#> -inf
print(np.NaN)
#> nan
print(np.NAN)
#> nan
print(np.PZERO)
#> 0.0
print(np.NZERO)
#> -0.0
print(np.find_common_type([np.float32], [np.float64]))
#> float64
print(np.obj2sctype(np.array([1.0])))
#> <class 'numpy.float64'>
print(np.issctype(np.int32))
#> False
print(np.sctype2char(np.float32))
#> f
print(np.issubsctype(np.int32, np.integer))
#> True
print(np.asfarray([1, 2]))
#> [1. 2.]
print(np.common_type(np.ones(1), np.ones(1, np.float32)))
#> <class 'numpy.float64'>
### constants_and_settings
import numpy as np

print(np.e)
#> 2.718281828459045
print(np.euler_gamma)
#> 0.5772156649015329
print(np.little_endian)
#> True
print(np.MAXDIMS)
#> 32
print(np.BUFSIZE)
#> 8192
print(np.CLIP, np.WRAP, np.RAISE)
#> 0 1 2
print(np.ALLOW_THREADS)
#> 1
print(np.MAY_SHARE_BOUNDS, np.MAY_SHARE_EXACT)
#> 0 -1
print(np.__version__ > '1')
#> True
print(np.geterr())
#> {'divide': 'warn', 'over': 'warn', 'under': 'ignore', 'invalid': 'warn'}
print(np.get_printoptions()['precision'])
#> 8
print(issubclass(np.RankWarning, Warning))
#> True
print(issubclass(np.VisibleDeprecationWarning, Warning))
#> True
print(issubclass(np.ModuleDeprecationWarning, Warning))
#> True
print(issubclass(np.TooHardError, Exception))
#> True
### broadcasting_by_hand
import numpy as np

both = np.broadcast(np.array([1, 2]), np.array([[3], [4]]))
print(len(both.iters))
#> 2
print(next(both))
#> (np.int64(1), np.int64(3))
both.reset()
print(next(both))
#> (np.int64(1), np.int64(3))
### linear_algebra
import numpy as np

a = np.array([[2.0, 0.0], [1.0, 4.0]])
v = np.array([3.0, 4.0])
print(np.linalg.vector_norm(v))
#> 5.0
print(np.linalg.outer(v, v))
#> [[ 9. 12.]
#>  [12. 16.]]
print(np.linalg.matmul(a, v))
#> [ 6. 19.]
print(np.linalg.vecdot(v, v))
#> 25.0
print(np.linalg.tensordot(a, v, axes=1))
#> [ 6. 19.]
print(np.linalg.cross([1, 0, 0], [0, 1, 0]))
#> [0 0 1]
print(np.linalg.trace(a))
#> 6.0
print(np.linalg.diagonal(a))
#> [2. 4.]
### texts
import numpy as np

words = np.array(['ab', 'c'])
print(np.char.center(words, 4))
#> [' ab ' ' c  ']
print(np.char.ljust(words, 4))
#> ['ab  ' 'c   ']
print(np.char.rjust(words, 4))
#> ['  ab' '   c']
print(np.char.partition(words, 'b'))
#> [['a' 'b' '']
#>  ['c' '' '']]
print(np.char.rpartition(words, 'b'))
#> [['a' 'b' '']
#>  ['' '' 'c']]
print(np.char.replace(words, 'a', 'x'))
#> ['xb' 'c']
print(np.char.translate(words, str.maketrans('a', 'z')))
#> ['zb' 'c']
print(np.char.expandtabs(np.array(['a\tb'])))
#> ['a       b']
print(np.char.join('-', words))
#> ['a-b' 'c']
print(np.char.encode(words))
#> [b'ab' b'c']
print(np.char.decode(np.char.encode(words)))
#> ['ab' 'c']
print(np.char.str_len(words))
#> [2 1]
print(np.char.add(words, words))
#> ['abab' 'cc']
print(np.char.multiply(words, 2))
#> ['abab' 'cc']
print(np.char.mod(np.array(['%d']), 3))
#> ['3']
print(np.rec.find_duplicate(['a', 'b', 'a']))
#> ['a']
### matrices
import numpy as np

m = np.matrix([[1, 2], [3, 4]])
print(m.tolist())
#> [[1, 2], [3, 4]]
print(m.getA())
#> [[1 2]
#>  [3 4]]
print(m.getA1())
#> [1 2 3 4]
print(m.getT())
#> [[1 3]
#>  [2 4]]
print(m.getH())
#> [[1 3]
#>  [2 4]]
print(np.matrix([[2.0, 0.0], [0.0, 4.0]]).getI())
#> [[0.5  0.  ]
#>  [0.   0.25]]
print(np.asmatrix([[1, 2]]))
#> [[1 2]]
print(np.mat([[1, 2]]))
#> [[1 2]]
print(np.bmat([[m, m]]).shape)
#> (2, 4)
### files
import numpy as np

x = np.arange(3.0)
np.save("/tmp/x.npy", x)
print(np.load("/tmp/x.npy"))
#> [0. 1. 2.]
np.savez("/tmp/x.npz", a=x)
print(np.load("/tmp/x.npz")["a"])
#> [0. 1. 2.]


np.savetxt("/tmp/x.txt", x)
print(np.loadtxt("/tmp/x.txt"))
#> [0. 1. 2.]
x.tofile("/tmp/x.raw")
print(np.fromfile("/tmp/x.raw"))
#> [0. 1. 2.]
print(np.fromstring("1 2 3", sep=" "))
#> [1. 2. 3.]
x.dump("/tmp/x.pkl")
print(x.getfield(np.float64))
#> [0. 1. 2.]
### memory
import numpy as np


def show(array):
    memory: np.core._buffers.ArrayMemory = memoryview(array)
    print(memory.tolist(), memory.tobytes())
    print(memory.tobytes(order='F'))


def protect(array):
    memory: np.core._buffers.ArrayMemory = memoryview(array)
    return memory.toreadonly()


a = np.array([[1, 2], [3, 4]], dtype=np.int8)
show(a)
#> [[1, 2], [3, 4]] b'\x01\x02\x03\x04'
#> b'\x01\x03\x02\x04'
fixed = protect(a)
a[0, 0] = 9
print(fixed.readonly, fixed.tolist())
#> True [[9, 2], [3, 4]]
try:
    fixed[0, 0] = 1
except TypeError as error:
    print(error)
#> cannot modify read-only memory
