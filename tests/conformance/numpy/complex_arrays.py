### complex_arrays_enter
# source: NumPy's own behaviour
import numpy as np
x = np.arange(3.0)
for z in (np.array([1 + 2j, 3 - 4j]), 1j * x, x * 1j, x + 1j, 1 - 2j * x, np.exp(1j * x), x.astype(np.complex64), np.zeros(2, complex)):
    print(z, z.dtype, z.shape)
for z in (np.ones((2, 1), dtype=np.complex64), np.full(2, 1j), np.array([1, 2], dtype=complex), np.asarray([[1, 2j], [3, 4]]), np.eye(2, dtype=complex)):
    print(z.tolist(), z.dtype)
print(np.array([x * 1j, x]), np.zeros_like(1j * x), np.ones_like(1j * x, shape=2), np.full_like(x, 2), np.linspace(0, 1j, 3))
print(np.iscomplexobj(1j * x), np.iscomplexobj(x), np.isrealobj([1j]), isinstance(1j * x, np.ndarray), type(1j * x).__name__)
#> [1.+2.j 3.-4.j] complex128 (2,)
#> [0.+0.j 0.+1.j 0.+2.j] complex128 (3,)
#> [0.+0.j 0.+1.j 0.+2.j] complex128 (3,)
#> [0.+1.j 1.+1.j 2.+1.j] complex128 (3,)
#> [1.+0.j 1.-2.j 1.-4.j] complex128 (3,)
#> [ 1.        +0.j          0.54030231+0.84147098j -0.41614684+0.90929743j] complex128 (3,)
#> [0.+0.j 1.+0.j 2.+0.j] complex64 (3,)
#> [0.+0.j 0.+0.j] complex128 (2,)
#> [[(1+0j)], [(1+0j)]] complex64
#> [1j, 1j] complex128
#> [(1+0j), (2+0j)] complex128
#> [[(1+0j), 2j], [(3+0j), (4+0j)]] complex128
#> [[(1+0j), 0j], [0j, (1+0j)]] complex128
#> [[0.+0.j 0.+1.j 0.+2.j]
#>  [0.+0.j 1.+0.j 2.+0.j]] [0.+0.j 0.+0.j 0.+0.j] [1.+0.j 1.+0.j] [2. 2. 2.] [0.+0.j  0.+0.5j 0.+1.j ]
#> True False False True ndarray
### complex_arrays_are_printed
# source: NumPy's own behaviour
import numpy as np
print(np.array([1e10 + 1j, 1 - 1e-5j]))
print(repr(np.array([1.5 + 1j, 1000000 - 1.25j], np.complex64)))
print(np.array([complex(np.nan, 1), complex(np.inf, -1), complex(0, -np.inf)]))
print(np.array([complex(np.nan, np.nan), complex(1, 2.5)]))
print(np.arange(30) * 1j)
print(repr(np.arange(14) * (1 - 1j) / 3))
print(np.arange(2000) * 1j)
print(repr((np.arange(12) * 1j).reshape(3, 2, 2)))
print(repr(np.zeros((0, 3), complex)), repr(np.array(1 + 2j)), str(np.array(1 + 2j)), np.array(-0.5j))
print(np.complex64(0.1 + 0.2j), np.array([0.1 + 0.2j, 1j], np.complex64), np.array([1e-20j, 1e-5]))
print(np.array([[1 + 1j, 10 - 10j], [-100.25, 0.125j]]))
np.set_printoptions(precision=3, suppress=True)
print(np.array([1.23456 + 6.54321e-5j, 100 - 2.71828j]))
#> [1.e+10+1.e+00j 1.e+00-1.e-05j]
#> array([1.5e+00+1.j  , 1.0e+06-1.25j], dtype=complex64)
#> [nan +1.j inf -1.j  0.-infj]
#> [nan+nanj  1.+2.5j]
#> [0. +0.j 0. +1.j 0. +2.j 0. +3.j 0. +4.j 0. +5.j 0. +6.j 0. +7.j 0. +8.j
#>  0. +9.j 0.+10.j 0.+11.j 0.+12.j 0.+13.j 0.+14.j 0.+15.j 0.+16.j 0.+17.j
#>  0.+18.j 0.+19.j 0.+20.j 0.+21.j 0.+22.j 0.+23.j 0.+24.j 0.+25.j 0.+26.j
#>  0.+27.j 0.+28.j 0.+29.j]
#> array([0.        +0.j        , 0.33333333-0.33333333j,
#>        0.66666667-0.66666667j, 1.        -1.j        ,
#>        1.33333333-1.33333333j, 1.66666667-1.66666667j,
#>        2.        -2.j        , 2.33333333-2.33333333j,
#>        2.66666667-2.66666667j, 3.        -3.j        ,
#>        3.33333333-3.33333333j, 3.66666667-3.66666667j,
#>        4.        -4.j        , 4.33333333-4.33333333j])
#> [0.+0.000e+00j 0.+1.000e+00j 0.+2.000e+00j ... 0.+1.997e+03j 0.+1.998e+03j
#>  0.+1.999e+03j]
#> array([[[0. +0.j, 0. +1.j],
#>         [0. +2.j, 0. +3.j]],
#>
#>        [[0. +4.j, 0. +5.j],
#>         [0. +6.j, 0. +7.j]],
#>
#>        [[0. +8.j, 0. +9.j],
#>         [0.+10.j, 0.+11.j]]])
#> array([], shape=(0, 3), dtype=complex128) array(1.+2.j) (1+2j) (-0-0.5j)
#> (0.1+0.2j) [0.1+0.2j 0. +1.j ] [0.e+00+1.e-20j 1.e-05+0.e+00j]
#> [[   1.   +1.j      10.  -10.j   ]
#>  [-100.25 +0.j       0.   +0.125j]]
#> [  1.235+0.j    100.   -2.718j]
### complex_elements
# source: NumPy's own behaviour
import numpy as np
z = np.arange(6).reshape(2, 3) * (1 - 2j)
print(z[0], z[1, 2], z[:, ::2], z[z.real > 2], z[[1, 0], [2, 1]], z[..., 0], z[None].shape, len(z), z.T.shape)
z = z.copy()
z[0, 0] = 5
z[1] = [1j, 2, 3 + 1j]
z[:, 2] *= 2
print(z)
z += 1
z -= 1j
z /= 2
print(z, 2 + 0j in z)
z.real = 0
print(z, z.real, z.imag)
w = z.copy()
w.imag[0] = 7
print(w, z.item(1), complex(z[0, 1]), f"{z[1, 1]:.3f}", z.tolist())
print(float(w[1, 1] + 2j))
for bad in (lambda: exec("x = np.arange(3.0)\nx += 1j", {"np": np}), lambda: z % 2, lambda: bool(z)):
    try:
        bad()
    except (TypeError, ValueError) as error:
        print(isinstance(error, TypeError))
#> [0.+0.j 1.-2.j 2.-4.j] (5-10j) [[0. +0.j 2. -4.j]
#>  [3. -6.j 5.-10.j]] [3. -6.j 4. -8.j 5.-10.j] [5.-10.j 1. -2.j] [0.+0.j 3.-6.j] (1, 2, 3) 2 (3, 2)
#> [[5.+0.j 1.-2.j 4.-8.j]
#>  [0.+1.j 2.+0.j 6.+2.j]]
#> [[3. -0.5j 1. -1.5j 2.5-4.5j]
#>  [0.5+0.j  1.5-0.5j 3.5+0.5j]] False
#> [[0.-0.5j 0.-1.5j 0.-4.5j]
#>  [0.+0.j  0.-0.5j 0.+0.5j]] [[0. 0. 0.]
#>  [0. 0. 0.]] [[-0.5 -1.5 -4.5]
#>  [ 0.  -0.5  0.5]]
#> [[0.+7.j  0.+7.j  0.+7.j ]
#>  [0.+0.j  0.-0.5j 0.+0.5j]] -1.5j -1.5j 0.000-0.500j [[-0.5j, -1.5j, -4.5j], [0j, -0.5j, 0.5j]]
#> 0.0
#> True
#> True
#> False
### complex_arithmetic
# source: NumPy's own behaviour
import numpy as np
z = np.array([0.3 + 0.4j, -1.2 + 0.7j, 2.5 - 1.5j])
print(z + z, z - 1, 2 * z, z * z, z / 2, 1 / z, z / z, -z, +z, abs(z))
print(z ** 2, z ** 0.5, z ** -1, z ** 3, z ** (1 + 1j), 2 ** z, z ** z, np.power(z, 5))
print(z == z, z != [0.3 + 0.4j, 1, 2], z < z[::-1], z >= 0.3, np.array([1, 2]) == np.array([1, 2 + 0j]))
print(np.add(z, 1j), np.multiply(2, z), np.subtract(1, z), np.divide(z, 1j), np.square(z), np.reciprocal(z), np.negative(z))
print(z.conj(), np.conj(z), np.angle(z), np.angle(z, deg=True), np.real(z), np.imag(z), np.abs(z), np.conjugate([1, 2j]))
print(np.array([3, -1]) / np.array([0j, 2]), np.sign(np.array([1.0])), np.isnan(z), np.isfinite(z), np.isreal([1, 1j]), np.iscomplex([1, 1j]))
print(np.real_if_close(z * 0 + 1), np.real_if_close(z), np.maximum(z, 0), np.minimum(z, z[0]))
#> [ 0.6+0.8j -2.4+1.4j  5. -3.j ] [-0.7+0.4j -2.2+0.7j  1.5-1.5j] [ 0.6+0.8j -2.4+1.4j  5. -3.j ] [-0.07+0.24j  0.95-1.68j  4.  -7.5j ] [ 0.15+0.2j  -0.6 +0.35j  1.25-0.75j] [ 1.2       -1.6j        -0.62176166-0.3626943j   0.29411765+0.17647059j] [1.+0.00000000e+00j 1.+6.90294109e-17j 1.+0.00000000e+00j] [-0.3-0.4j  1.2-0.7j -2.5+1.5j] [ 0.3+0.4j -1.2+0.7j  2.5-1.5j] [0.5        1.3892444  2.91547595]
#> [-0.07+0.24j  0.95-1.68j  4.  -7.5j ] [0.63245553+0.31622777j 0.30760722+1.13781466j 1.64552058-0.45578281j] [ 1.2       -1.6j        -0.62176166-0.3626943j   0.29411765+0.17647059j] [-0.117 +0.044j  0.036 +2.681j -1.25 -24.75j ] [ 0.19241337+0.04589503j -0.09978332+0.02015587j  4.3193923 +2.52856385j] [1.18412621+0.33698914j 0.38503593+0.20300715j 2.86497632-4.87769522j] [ 0.56053552+5.21126195e-04j -0.10519224-2.52414466e-02j
#>  -6.34171867-1.19003289e+00j] [-2.37000e-03-3.11600e-02j  4.53828e+00+2.48647e+00j
#>  -1.90625e+02-8.96250e+01j]
#> [ True  True  True] [False  True  True] [ True False False] [ True False  True] [ True  True]
#> [ 0.3+1.4j -1.2+1.7j  2.5-0.5j] [ 0.6+0.8j -2.4+1.4j  5. -3.j ] [ 0.7-0.4j  2.2-0.7j -1.5+1.5j] [ 0.4-0.3j  0.7+1.2j -1.5-2.5j] [-0.07+0.24j  0.95-1.68j  4.  -7.5j ] [ 1.2       -1.6j        -0.62176166-0.3626943j   0.29411765+0.17647059j] [-0.3-0.4j  1.2-0.7j -2.5+1.5j]
#> [ 0.3-0.4j -1.2-0.7j  2.5+1.5j] [ 0.3-0.4j -1.2-0.7j  2.5+1.5j] [ 0.92729522  2.61351821 -0.5404195 ] [ 53.13010235 149.74356284 -30.96375653] [ 0.3 -1.2  2.5] [ 0.4  0.7 -1.5] [0.5        1.3892444  2.91547595] [1.-0.j 0.-2.j]
#> [ inf+nanj -0.5 +0.j] [1.] [False False False] [ True  True  True] [ True False] [False  True]
#> [1. 1. 1.] [ 0.3+0.4j -1.2+0.7j  2.5-1.5j] [0.3+0.4j 0. +0.j  2.5-1.5j] [ 0.3+0.4j -1.2+0.7j  0.3+0.4j]
### complex_functions
# source: NumPy's own behaviour
import numpy as np
z = np.array([0.3 + 0.4j, -1.2 + 0.7j, 2.5 - 1.5j, 2j, -1 + 0j])
print(np.exp(z), np.log(z), np.sqrt(z), np.log2(z), np.log10(z), np.exp2(z))
print(np.sin(z), np.cos(z), np.tan(z), np.sinh(z), np.cosh(z), np.tanh(z))
print(np.arcsin(z[:4]), np.arccos(z[:4]), np.arctan(z[:3]), np.arcsinh(z[:3]), np.arccosh(z[:4]), np.arctanh(z[:3]))
print(np.expm1(z), np.log1p(z[:4]), np.tanh(np.array([400 + 1j, -30 + 2j])))
print(np.sqrt(np.array([0j, 4, -4, 1j, -1j, complex(-4, -0.0)])), np.exp(np.array([0j, 1j * np.pi])))
print(np.sqrt(np.complex64(-2)), np.exp(1j * np.ones(1, np.float32)).dtype, np.abs(np.array([3 + 4j], np.complex64)).dtype)
#> [ 1.2433023  +0.52565978j  0.23036604 +0.19403464j
#>   0.86175553-12.15197665j -0.41614684 +0.90929743j
#>   0.36787944 +0.j        ] [-0.69314718+0.92729522j  0.32876   +2.61351821j  1.07003308-0.5404195j
#>   0.69314718+1.57079633j  0.        +3.14159265j] [0.63245553+0.31622777j 0.30760722+1.13781466j 1.64552058-0.45578281j
#>  1.        +1.j         0.        +1.j        ] [-1.        +1.33780421j  0.47430042+3.77050975j  1.54373142-0.77966053j
#>   1.        +2.26618007j  0.        +4.53236014j] [-0.30103   +0.4027192j   0.14277865+1.13503653j  0.46470946-0.23470121j
#>   0.30103   +0.68218818j  0.        +1.36437635j] [1.18412621+0.33698914j 0.38503593+0.20300715j 2.86497632-4.87769522j
#>  0.18345697+0.98302774j 0.5       +0.j        ]
#> [ 0.31947873+0.39240668j -1.16986657+0.27487869j  1.40785163+1.70585864j
#>   0.        +3.62686041j -0.84147098+0.j        ] [ 1.03278788-0.12138561j  0.45482022+0.70702966j -1.88461794+1.27431444j
#>   3.76219569-0.j          0.54030231+0.j        ] [ 0.26107368+0.41063347j -0.4778641 +1.34721974j -0.09263784-0.9677868j
#>   0.        +0.96402758j -1.55740772+0.j        ] [ 0.28048176+0.40707399j -1.15449972+1.16645634j  0.42797453-6.11692801j
#>  -0.        +0.90929743j -1.17520119+0.j        ] [ 0.96282053+0.11858579j  1.38486576-0.9724217j   0.433781  -6.03504864j
#>  -0.41614684+0.j          1.54308063-0.j        ] [ 0.33825474+3.81132074e-01j -0.95448071+1.72073420e-01j
#>   1.01342878-1.92734352e-03j  0.        -2.18503986e+00j
#>  -0.76159416+0.00000000e+00j]
#> [ 0.28062956+0.40511234j -0.91135419+0.9786546j   1.00336271-1.75014876j
#>   0.        +1.44363548j] [1.29016676-0.40511234j 2.48215052-0.9786546j  0.56743362+1.75014876j
#>  1.57079633-1.44363548j] [ 0.33737047+0.37908687j -0.97024031+0.26007495j  1.27679503-0.16348162j] [ 0.31896243+0.3903162j  -1.09276479+0.43561358j  1.77766238-0.51554844j] [0.40511234+1.29016676j 0.9786546 +2.48215052j 1.75014876-0.56743362j
#>  1.44363548+1.57079633j] [ 0.26149214+0.40882252j -0.57705738+1.07857438j  0.29251781-1.38054314j]
#> [ 0.2433023  +0.52565978j -0.76963396 +0.19403464j
#>  -0.13824447-12.15197665j -1.41614684 +0.90929743j
#>  -0.63212056 +0.j        ] [ 0.30759282+0.29849893j -0.31743914+1.84909599j  1.33707432-0.40489179j
#>   0.80471896+1.10714872j] [ 1.+0.00000000e+00j -1.-1.32538984e-26j]
#> [0.        +0.j         2.        +0.j         0.        +2.j
#>  0.70710678+0.70710678j 0.70710678-0.70710678j 0.        -2.j        ] [ 1.+0.0000000e+00j -1.+1.2246468e-16j]
#> 1.4142135j complex64 float32
### complex_sums_and_products
# source: NumPy's own behaviour
import numpy as np
z = np.arange(6).reshape(2, 3) * (1 + 1j) + 1
print(z.sum(), z.sum(axis=0), z.mean(axis=1), z.prod(), np.prod(z, axis=0), np.cumsum(z), np.cumprod(z[0]), z.sum(axis=1, keepdims=True))
print(z @ z.T, z.dot([1, 1j, 0]), np.dot(z[0], z[1]), np.vdot(z[0], z[1]), np.inner(z, z), np.outer([1, 1j], z[0]))
print(np.einsum("ij,kj->ik", z, z.conj()), np.trace(z), np.diag(z), np.kron([1, 1j], z[0]), np.tensordot(z, z, axes=2))
print(np.var(z), np.convolve([1, 1j], [1, 2, 3j]), np.correlate([1, 1j, 2], [1j, 1]), np.polyval([1, 1j], z[0]))
print(np.sort(np.array([2 + 1j, 1, 2 - 1j])), np.argsort([1j, -1j, -1]), np.max(z), np.min(z, axis=1), np.any(z), np.all(z == z), np.nonzero(z - 1))
print(np.linalg.norm(z[0]), np.linalg.solve(np.array([[1, 1j], [2, 3]]), np.array([1, 1j])).round(6), np.linalg.det([[1, 1j], [2, 3]]).round(6))
print(np.linalg.inv([[1, 1j], [0, 2]]).round(6), np.linalg.matrix_power(np.array([[0, 1j], [1, 0]]), 3), np.linalg.cholesky(np.array([[2, 1j], [-1j, 3]])).round(6) + 0)
#> (21+15j) [5.+3.j 7.+5.j 9.+7.j] [2.+1.j 5.+4.j] (-2010+155j) [4. +3.j 6.+13.j 8.+27.j] [ 1. +0.j  3. +1.j  6. +3.j 10. +6.j 15.+10.j 21.+15.j] [1.+0.j 2.+1.j 4.+7.j] [[ 6. +3.j]
#>  [15.+12.j]]
#> [[ 9. +16.j 18. +43.j]
#>  [18. +43.j 27.+124.j]] [0.+2.j 0.+8.j] (18+43j) (46+9j) [[ 9. +16.j 18. +43.j]
#>  [18. +43.j 27.+124.j]] [[ 1.+0.j  2.+1.j  3.+2.j]
#>  [ 0.+1.j -1.+2.j -2.+3.j]]
#> [[ 19.+0.j  46.-9.j]
#>  [ 46.+9.j 127.+0.j]] (6+4j) [1.+0.j 5.+4.j] [ 1.+0.j  2.+1.j  3.+2.j  0.+1.j -1.+2.j -2.+3.j] (36+140j)
#> 5.833333333333333 [ 1.+0.j  2.+1.j  0.+5.j -3.+0.j] [0.+0.j 3.+0.j] [1.+1.j 2.+2.j 3.+3.j]
#> [1.+0.j 2.-1.j 2.+1.j] [2 1 0] (6+5j) [1.+0.j 4.+3.j] True True (array([0, 0, 1, 1, 1]), array([1, 2, 0, 1, 2]))
#> 4.358898943540674 [ 0.923077+0.615385j -0.615385-0.076923j] (3-2j)
#> [[1. +0.j  0. -0.5j]
#>  [0. +0.j  0.5+0.j ]] [[ 0.+0.j -1.+0.j]
#>  [ 0.+1.j  0.+0.j]] [[1.414214+0.j       0.      +0.j      ]
#>  [0.      -0.707107j 1.581139+0.j      ]]
### complex_shapes
# source: NumPy's own behaviour
import numpy as np
z = np.arange(4) * 1j
print(z.reshape(2, 2), z.reshape(2, -1).T, z.ravel(), z[:, None].shape, np.concatenate([z, [1, 2]]), np.stack([z, z]).shape, np.hstack([z[:1], z[3:]]))
print(np.where([True, False, True, False], z, 7), np.roll(z, 1), np.flip(z), np.tile(z[:2], 2), np.repeat(z[:2], 2), np.vstack([z[:2], [1, 1]]))
print(np.broadcast_to(z[:1], (2, 2)), np.expand_dims(z, 0).shape, np.squeeze(z[None]).shape, np.split(z, 2), np.take(z, [3, 0]), np.append(z, 1))
print(np.moveaxis(z.reshape(1, 2, 2), 0, 2).shape, np.swapaxes(z.reshape(2, 2), 0, 1), np.triu(z.reshape(2, 2)), np.pad(z[:2], 1), np.diff(z), np.round(z / 3, 2))
print(np.delete(z, 1), np.insert(z, 1, 9j), np.atleast_2d(z).shape, z.astype(np.complex64).dtype, z.astype(complex) is z, z.nbytes, z.itemsize, z.ndim, z.size)
#> [[0.+0.j 0.+1.j]
#>  [0.+2.j 0.+3.j]] [[0.+0.j 0.+2.j]
#>  [0.+1.j 0.+3.j]] [0.+0.j 0.+1.j 0.+2.j 0.+3.j] (4, 1) [0.+0.j 0.+1.j 0.+2.j 0.+3.j 1.+0.j 2.+0.j] (2, 4) [0.+0.j 0.+3.j]
#> [0.+0.j 7.+0.j 0.+2.j 7.+0.j] [0.+3.j 0.+0.j 0.+1.j 0.+2.j] [0.+3.j 0.+2.j 0.+1.j 0.+0.j] [0.+0.j 0.+1.j 0.+0.j 0.+1.j] [0.+0.j 0.+0.j 0.+1.j 0.+1.j] [[0.+0.j 0.+1.j]
#>  [1.+0.j 1.+0.j]]
#> [[0.+0.j 0.+0.j]
#>  [0.+0.j 0.+0.j]] (1, 4) (4,) [array([0.+0.j, 0.+1.j]), array([0.+2.j, 0.+3.j])] [0.+3.j 0.+0.j] [0.+0.j 0.+1.j 0.+2.j 0.+3.j 1.+0.j]
#> (2, 2, 1) [[0.+0.j 0.+2.j]
#>  [0.+1.j 0.+3.j]] [[0.+0.j 0.+1.j]
#>  [0.+0.j 0.+3.j]] [0.+0.j 0.+0.j 0.+1.j 0.+0.j] [0.+1.j 0.+1.j 0.+1.j] [0.+0.j   0.+0.33j 0.+0.67j 0.+1.j  ]
#> [0.+0.j 0.+2.j 0.+3.j] [0.+0.j 0.+9.j 0.+1.j 0.+2.j 0.+3.j] (1, 4) complex64 False 64 16 1 4
### complex_promotion
# source: NumPy's own behaviour
import numpy as np
c64, c128 = np.ones(1, np.complex64), np.ones(1, np.complex128)
for x in (np.float32, np.float64, np.int8, np.int16, np.int32, np.int64, np.uint8, np.float16, bool):
    print((c64 * np.ones(1, x)).dtype, (c128 + np.ones(1, x)).dtype, (np.ones(1, x) * 1j).dtype)
print((c64 * 2).dtype, (c64 * 2.5).dtype, (c64 + 1j).dtype, (c64 + c128).dtype, np.result_type(np.float32, np.complex64), np.promote_types(int, "complex64"))
print(c64.dtype == np.complex64, c128.dtype == complex, c64.dtype == complex, c128.dtype == "complex128", c64.dtype != np.float32, np.float32 == c64.dtype)
print(np.dtype(complex), np.dtype("complex64").itemsize, c128.dtype.kind, c128.dtype.char, repr(c64.dtype), c64.dtype.name, str(c64.dtype))
print(np.issubdtype(c64.dtype, np.complexfloating), np.issubdtype(c64.dtype, np.floating), np.issubdtype(complex, np.inexact), np.issubdtype(float, np.complexfloating))
print(np.can_cast(np.float64, np.complex64), np.can_cast(np.float32, np.complex64), np.can_cast(complex, float), isinstance(c64[0], np.complexfloating), np.finfo(np.complex64).eps)
#> complex64 complex128 complex64
#> complex128 complex128 complex128
#> complex64 complex128 complex128
#> complex64 complex128 complex128
#> complex128 complex128 complex128
#> complex128 complex128 complex128
#> complex64 complex128 complex128
#> complex64 complex128 complex64
#> complex64 complex128 complex128
#> complex64 complex64 complex64 complex128 complex64 complex128
#> True True False True True False
#> complex128 8 c D dtype('complex64') complex64 complex64
#> True False True False
#> False True False True 1.1920929e-07
### complex_comparisons
# source: NumPy's own behaviour
import numpy as np
z = np.array([1 + 1j, 2 - 1j])
print(np.allclose(z, z + 1e-9), np.allclose(z, z + 1e-3j), np.isclose(z, [1 + 1j, 2]), np.array_equal(z, z.copy()), np.array_equal(z, z[:1]))
np.testing.assert_allclose(z, z * (1 + 1e-9))
np.testing.assert_array_equal(z, [1 + 1j, 2 - 1j])
np.testing.assert_array_almost_equal(z, z + 1e-8j)
try:
    np.testing.assert_allclose(z, z + 1e-3j)
except AssertionError as error:
    print("differs", "Mismatched elements: 2 / 2 (100%)" in str(error))
#> True False [ True False] True False
#> differs True
### complex_scalars_of_numpy_2
# source: NumPy 2's text of scalars (NEP 51)
import numpy as np
z = np.array([1 + 2j, 0.1j])
print(repr(z[0]), [z[1]], repr(z.sum()), repr(np.complex64(0.1 + 2j)), str(z[0]))
print(np.exp(1j * np.float32(0)).dtype, (np.arange(2, dtype=np.int8) * 1j).dtype)
#> np.complex128(1+2j) [np.complex128(0.1j)] np.complex128(1+2.1j) np.complex64(0.1+2j) (1+2j)
#> complex64 complex128
### a_factorization_of_complex_numbers_is_refused
# source: ours
import numpy as np
np.linalg.qr(np.eye(2) * 1j)
#! not-supported: `np.linalg.qr` of complex numbers is not supported yet
### complex_numbers_of_a_function_without_them
# source: ours
import numpy as np
np.unique(np.array([1 + 2j, 3]))
#! not-supported: `np.unique` of complex numbers
### functions_of_real_numbers_only
# source: NumPy's own behaviour
import numpy as np
z = np.array([3 - 1j, 1 + 2j, 1 - 2j])
for f in (np.floor, np.cbrt, lambda z: np.arctan2(z, 1), lambda z: z % 2, lambda z: 7 // z):
    try:
        f(z)
    except TypeError as error:
        print(str(error)[:26])
z.sort()
print(z, z.flat[1], complex(complex(-0.0, -2)))
#> ufunc 'floor' not supporte
#> ufunc 'cbrt' not supported
#> ufunc 'arctan2' not suppor
#> ufunc 'remainder' not supp
#> ufunc 'floor_divide' not s
#> [1.-2.j 1.+2.j 3.-1.j] (1+2j) (-0-2j)
### a_real_array_takes_no_complex_numbers
# source: NumPy's own behaviour
import numpy as np
x = np.arange(3.0)
x += 1j
#! type-error: Cannot cast ufunc 'add' output from dtype('complex128') to dtype('float64') with casting rule 'same_kind'
### views_of_complex_arrays_share_their_memory
# source: NumPy 1.24
import numpy as np
z = np.arange(4) * 1j
z[1:] += 1
z[0] *= 2
view = z[1:]
z[1] = 0
print(z, view)
w = np.array([1j, 2])
v = w.reshape(2, 1)
v[0] = 5
print(w, v.ravel())
#> [0.+0.j 0.+0.j 1.+2.j 1.+3.j] [0.+0.j 1.+2.j 1.+3.j]
#> [5.+0.j 2.+0.j] [5.+0.j 2.+0.j]
