### against_the_definition
# source: the sum of the transform's definition
import numpy as np
rng = np.random.default_rng(3)
for n in (1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 30, 31, 64, 97, 100, 127, 211):
    x = rng.standard_normal(n) + 1j * rng.standard_normal(n)
    k = np.arange(n)
    matrix = np.exp(-2j * np.pi * (k[:, None] * k % n) / n)
    wanted = matrix @ x
    ok = np.abs(np.fft.fft(x) - wanted).max() < 1e-11 and np.abs(np.fft.ifft(np.fft.fft(x)) - x).max() < 1e-12
    real = np.abs(np.fft.rfft(x.real) - np.fft.fft(x.real)[: n // 2 + 1]).max() < 1e-11
    back = np.abs(np.fft.irfft(np.fft.rfft(x.real), n) - x.real).max() < 1e-12
    if not (ok and real and back):
        print(n, ok, real, back)
print("done")
#> done
### axes_lengths_and_norms
# source: NumPy 1.24
import numpy as np
x = np.arange(12.0).reshape(3, 4)
show = lambda a: print(np.round(a, 6) + 0)
show(np.fft.fft(x[0]))
show(np.fft.fft(x, axis=0))
show(np.fft.fft(x[0], 6, norm="ortho"))
show(np.fft.ifft(x[1], 3, norm="forward"))
show(np.fft.fft2(x)[0])
print(np.fft.rfft2(x).shape, np.fft.fftn(x, axes=(1,)).shape, np.allclose(np.fft.ifft2(np.fft.fft2(x)), x))
print(np.fft.fftfreq(5), np.fft.fftfreq(4, 0.5), np.fft.rfftfreq(6))
print(np.fft.fftshift(np.arange(5)), np.fft.ifftshift(np.fft.fftshift(np.arange(5))), np.fft.fftshift(x, axes=1)[0])
show(np.fft.hfft(np.array([1, 2j, 3])))
show(np.fft.ihfft(np.arange(4.0)))
#> [ 6.+0.j -2.+2.j -2.+0.j -2.-2.j]
#> [[12.+0.j       15.+0.j       18.+0.j       21.+0.j      ]
#>  [-6.+3.464102j -6.+3.464102j -6.+3.464102j -6.+3.464102j]
#>  [-6.-3.464102j -6.-3.464102j -6.-3.464102j -6.-3.464102j]]
#> [ 2.44949 +0.j       -1.428869-1.06066j   0.612372+0.353553j
#>  -0.816497+0.j        0.612372-0.353553j -1.428869+1.06066j ]
#> [15. +0.j       -1.5-0.866025j -1.5+0.866025j]
#> [66.+0.j -6.+6.j -6.+0.j -6.-6.j]
#> (3, 3) (3, 4) True
#> [ 0.   0.2  0.4 -0.4 -0.2] [ 0.   0.5 -1.  -0.5] [0.         0.16666667 0.33333333 0.5       ]
#> [3 4 0 1 2] [0 1 2 3 4] [2. 3. 0. 1.]
#> [ 4.  2.  4. -6.]
#> [ 1.5+0.j  -0.5-0.5j -0.5+0.j ]
