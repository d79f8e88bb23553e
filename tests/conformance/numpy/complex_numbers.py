### made_and_printed
# source: NumPy 1.24
import numpy as np
a = np.array([1 + 2j, -0.5j, 3])
print(a, a.dtype, a.shape, a.ndim, a.size, a.itemsize, len(a))
print(repr(a))
print(repr(np.zeros((2, 2), complex)), np.ones(2, np.complex64).dtype)
print(np.arange(3) * 1j, (1j * np.arange(3, dtype=np.float32)).dtype)
print(a.real, a.imag, a.conj(), a.tolist())
print(np.array([1.5, 2.25]).astype(np.complex64))
#> [ 1.+2.j  -0.-0.5j  3.+0.j ] complex128 (3,) 1 3 16 3
#> array([ 1.+2.j , -0.-0.5j,  3.+0.j ])
#> array([[0.+0.j, 0.+0.j],
#>        [0.+0.j, 0.+0.j]]) complex64
#> [0.+0.j 0.+1.j 0.+2.j] complex64
#> [ 1. -0.  3.] [ 2.  -0.5  0. ] [ 1.-2.j  -0.+0.5j  3.-0.j ] [(1+2j), (-0-0.5j), (3+0j)]
#> [1.5 +0.j 2.25+0.j]
### operators
# source: NumPy 1.24
import numpy as np
a = np.array([1 + 2j, 2 - 1j, -3 + 0.5j])
b = np.array([2.0, 4.0, -1.0])
print(a + b, b - a, a * a, 2 * a, a / b)
print(np.allclose(a / a, 1), np.allclose(b / a * a, b), np.allclose(a ** 2, a * a))
print(-a, a == a, a != b, (a == np.array([1 + 2j, 0, 0])).tolist())
c = a.copy()
c += 1j
c[1] = 5
c[2:] *= 2
print(c, a[0], a[::-1], a[[0, 2]])
print(np.abs(np.array([3 + 4j, -5j])), np.angle(np.array([1j, -1.0 + 0j])))
#> [ 3.+2.j   6.-1.j  -4.+0.5j] [1.-2.j  2.+1.j  2.-0.5j] [-3.  +4.j  3.  -4.j  8.75-3.j] [ 2.+4.j  4.-2.j -6.+1.j] [0.5+1.j   0.5-0.25j 3. -0.5j ]
#> True True True
#> [-1.-2.j  -2.+1.j   3.-0.5j] [ True  True  True] [ True  True  True] [True, False, False]
#> [ 1.+3.j  5.+0.j -6.+3.j] (1+2j) [-3.+0.5j  2.-1.j   1.+2.j ] [ 1.+2.j  -3.+0.5j]
#> [5. 5.] [1.57079633 3.14159265]
### functions_and_sums
# source: NumPy 1.24
import numpy as np
a = np.array([[1 + 2j, 0.5j], [3, -1 - 1j]])
print(a.sum(), a.sum(axis=0), a.mean(), a.prod(), a.T)
print(np.round(a @ a, 6), np.vdot(a, a), np.dot(a[0], a[1]))
z = np.array([0.3 + 0.4j, -1.2 + 0.1j])
for f in (np.exp, np.log, np.sqrt, np.sin, np.cos, np.tanh, np.square, np.reciprocal):
    print(f.__name__, np.round(f(z), 5))
print(np.round(np.exp(1j * np.pi * np.arange(4) / 2), 6) + 0)
print(np.where(np.array([True, False]), z, 0), np.concatenate([z, z[:1]]), np.stack([z, z]).shape)
print(np.iscomplexobj(z), np.iscomplex(np.array([1, 1j])), np.isreal(np.array([1, 1j])), np.real(z), np.imag(z))
#> (3+1.5j) [ 4.+2.j  -1.-0.5j] (0.75+0.375j) (4.5+1.5j) [[ 1.+2.j   3.+0.j ]
#>  [ 0.+0.5j -1.-1.j ]]
#> [[-3. +5.5j -0.5+0.j ]
#>  [ 0. +3.j   0. +3.5j]] (16.25+0j) (3.5+5.5j)
#> exp [1.2433 +0.52566j 0.29969+0.03007j]
#> log [-0.69315+0.9273j   0.18578+3.05845j]
#> sqrt [0.63246+0.31623j 0.0456 +1.09639j]
#> sin [ 0.31948+0.39241j -0.9367 +0.0363j ]
#> cos [1.03279-0.12139j 0.36417+0.09336j]
#> tanh [ 0.33825+0.38113j -0.8362 +0.03039j]
#> square [-0.07+0.24j  1.43-0.24j]
#> reciprocal [ 1.2    -1.6j     -0.82759-0.06897j]
#> [ 1.+0.j  0.+1.j -1.+0.j  0.-1.j]
#> [0.3+0.4j 0. +0.j ] [ 0.3+0.4j -1.2+0.1j  0.3+0.4j] (2, 2)
#> True [False  True] [ True False] [ 0.3 -1.2] [0.4 0.1]
### promotion
# source: NumPy 1.24
import numpy as np
for kind in (np.int32, np.float32, np.float64, np.complex64):
    x = np.ones(2, kind)
    print(np.dtype(kind).name, (x + np.ones(2, np.complex64)).dtype, (x * 1j).dtype, (x + np.ones(2, complex)).dtype, x.astype(complex).dtype)
print(np.result_type(np.float32, np.complex64), np.issubdtype(np.complex64, np.complexfloating), np.iscomplexobj(np.ones(1)))
#> int32 complex128 complex128 complex128 complex128
#> float32 complex64 complex64 complex128 complex128
#> float64 complex128 complex128 complex128 complex128
#> complex64 complex64 complex64 complex128 complex128
#> complex64 True False
