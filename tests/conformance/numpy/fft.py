### fft_of_few
# source: NumPy's own behaviour
import numpy as np
print(np.fft.fft([1, 2, 3, 4]), np.fft.fft(np.array([1.0, 0, 0, 0, 0, 0, 0, 0])))
print(np.fft.fft(np.arange(8)))
print(np.fft.ifft([1, 2j, 3, 4]), np.fft.rfft(np.arange(6.0)), np.fft.irfft([1, 2, 3]))
print(np.fft.fftfreq(8, 0.1), np.fft.rfftfreq(7), np.fft.fftshift(np.arange(5)), np.fft.ifftshift(np.arange(5)))
print(np.fft.fftshift(np.arange(6).reshape(2, 3), axes=1), np.fft.fftshift(np.arange(4).reshape(2, 2)))
print(np.fft.fft2(np.arange(4).reshape(2, 2)), np.fft.fftn(np.arange(4).reshape(2, 2), norm="ortho"), np.fft.fft2(np.arange(4).reshape(2, 2), norm="forward"))
print(np.fft.fft([1, 2, 3, 4], n=2), np.fft.fft([1, 2, 3], n=4), np.fft.fft(np.eye(2), axis=0), np.fft.hfft([1, 2, 3]), np.fft.ihfft([1, 2, 3, 4]))
t = np.arange(16) / 16
s = np.fft.fft(np.sin(2 * np.pi * 3 * t))
print(np.argmax(np.abs(s[:8])), np.abs(s).round(6))
for bad in (lambda: np.fft.fft([]), lambda: np.fft.fft([1, 2], norm="x"), lambda: np.fft.fft([1, 2], axis=3)):
    try:
        bad()
    except (ValueError, IndexError) as error:
        print(type(error).__name__)
#> [10.+0.j -2.+2.j -2.+0.j -2.-2.j] [1.+0.j 1.+0.j 1.+0.j 1.+0.j 1.+0.j 1.+0.j 1.+0.j 1.+0.j]
#> [28.+0.j         -4.+9.65685425j -4.+4.j         -4.+1.65685425j
#>  -4.+0.j         -4.-1.65685425j -4.-4.j         -4.-9.65685425j]
#> [ 2.+0.5j -1.-1.j   0.-0.5j  0.+1.j ] [15.+0.j         -3.+5.19615242j -3.+1.73205081j -3.+0.j        ] [ 2.  -0.5  0.  -0.5]
#> [ 0.    1.25  2.5   3.75 -5.   -3.75 -2.5  -1.25] [0.         0.14285714 0.28571429 0.42857143] [3 4 0 1 2] [2 3 4 0 1]
#> [[2 0 1]
#>  [5 3 4]] [[3 2]
#>  [1 0]]
#> [[ 6.+0.j -2.+0.j]
#>  [-4.+0.j  0.+0.j]] [[ 3.+0.j -1.+0.j]
#>  [-2.+0.j  0.+0.j]] [[ 1.5+0.j -0.5+0.j]
#>  [-1. +0.j  0. +0.j]]
#> [ 3.+0.j -1.+0.j] [ 6.+0.j -2.-2.j  2.+0.j -2.+2.j] [[ 1.+0.j  1.+0.j]
#>  [ 1.+0.j -1.+0.j]] [ 8. -2.  0. -2.] [ 2.5-0.j  -0.5-0.5j -0.5-0.j ]
#> 3 [0. 0. 0. 8. 0. 0. 0. 0. 0. 0. 0. 0. 0. 8. 0. 0.]
#> ValueError
#> ValueError
#> IndexError
### fft_of_any_length
# source: NumPy's own behaviour
import numpy as np
def near(a, b):
    return bool(np.max(np.abs(a - b)) <= 1e-12 * np.max(np.abs(b)))
def direct(x, sign):
    k = np.arange(x.shape[-1])
    turn = 2 * np.pi * ((k[:, None] * k[None, :]) % len(k)) / len(k)
    return x @ (np.cos(turn) + sign * 1j * np.sin(turn))
for n in (1, 2, 3, 7, 16, 30, 49, 53, 97, 106, 128, 210):
    i = np.arange(n)
    x = np.sin(i * 1.7) + 0.3 + 1j * np.cos(i * 0.9 + i * i)
    y = np.fft.fft(x)
    print(n, near(y, direct(x, -1)), near(np.fft.ifft(y), x), near(np.fft.fft(x.real), direct(x.real + 0j, -1)), n == 1 or near(np.fft.irfft(np.fft.rfft(x.real), n), x.real))
m = np.sin(np.arange(60.0)).reshape(3, 4, 5)
print(near(np.fft.ifft2(np.fft.fft2(m)), m), near(np.fft.ifftn(np.fft.fftn(m)), m), near(np.fft.irfft2(np.fft.rfft2(m), (4, 5)), m), near(np.fft.irfftn(np.fft.rfftn(m), m.shape), m))
#> 1 True True True True
#> 2 True True True True
#> 3 True True True True
#> 7 True True True True
#> 16 True True True True
#> 30 True True True True
#> 49 True True True True
#> 53 True True True True
#> 97 True True True True
#> 106 True True True True
#> 128 True True True True
#> 210 True True True True
#> True True True True
