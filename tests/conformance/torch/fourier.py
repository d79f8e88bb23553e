### transforms
# source: PyTorch 1.13
import torch
def told(z):
    # Rounded: the last digits of a transform are nobody's.
    z = torch.view_as_real(z.resolve_conj()) if z.is_complex() else z
    print(str(z.dtype)[6:], (torch.round(z * 1000) + 0.0).to(torch.int64).tolist())
x = torch.tensor([1.0, 2.0, 3.0, 4.0, 0.0])
f = torch.fft.fft(x)
told(f)
told(torch.fft.ifft(f))
told(torch.fft.rfft(x))
told(torch.fft.irfft(torch.fft.rfft(x), n=5))
told(torch.fft.irfft(torch.fft.rfft(x)))
m = torch.arange(12.0, dtype=torch.float64).reshape(3, 4)
for call in (torch.fft.fft2, torch.fft.fftn, torch.fft.rfftn, torch.fft.rfft2, torch.fft.ifftn, torch.fft.ifft2):
    told(call(m))
told(torch.fft.fftn(m, dim=0))
told(torch.fft.fftn(m, s=(2, 5), norm="forward"))
told(torch.fft.irfft2(torch.fft.rfft2(m)))
told(torch.fft.irfftn(torch.fft.rfftn(m), s=(3, 4)))
told(torch.fft.fft(x, n=3, norm="ortho"))
told(torch.fft.fft(torch.tensor([1, 2, 3])))
told(torch.fft.hfft(torch.tensor([1 + 0j, 2j, 3 + 0j])))
told(torch.fft.ihfft(x))
print(torch.fft.fftfreq(5), torch.fft.rfftfreq(4, 0.5), torch.fft.fftshift(x), torch.fft.ifftshift(x))
print(torch.fft.fftfreq(4, dtype=torch.float64), torch.fft.fftshift(m, dim=1))
for call in (
    lambda: torch.fft.rfft(f),
    lambda: torch.fft.fft(x, n=0),
    lambda: torch.fft.fft(x, norm="x"),
    lambda: torch.fft.fft(x, dim=3),
    lambda: torch.fft.fftn(m, dim=(0, 0)),
    lambda: torch.fft.fftn(m, s=(2, 2), dim=(0,)),
    lambda: torch.fft.fftn(m, s=(2, 2, 2)),
):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__, error)
#> float32 [[10000, 0], [-4045, -1314], [1545, -2127], [1545, 2127], [-4045, 1314]]
#> float32 [[1000, 0], [2000, 0], [3000, 0], [4000, 0], [0, 0]]
#> float32 [[10000, 0], [-4045, -1314], [1545, -2127]]
#> float32 [1000, 2000, 3000, 4000, 0]
#> float32 [864, 2771, 4909, 1457]
#> float64 [[[66000, 0], [-6000, 6000], [-6000, 0], [-6000, -6000]], [[-24000, 13856], [0, 0], [0, 0], [0, 0]], [[-24000, -13856], [0, 0], [0, 0], [0, 0]]]
#> float64 [[[66000, 0], [-6000, 6000], [-6000, 0], [-6000, -6000]], [[-24000, 13856], [0, 0], [0, 0], [0, 0]], [[-24000, -13856], [0, 0], [0, 0], [0, 0]]]
#> float64 [[[66000, 0], [-6000, 6000], [-6000, 0]], [[-24000, 13856], [0, 0], [0, 0]], [[-24000, -13856], [0, 0], [0, 0]]]
#> float64 [[[66000, 0], [-6000, 6000], [-6000, 0]], [[-24000, 13856], [0, 0], [0, 0]], [[-24000, -13856], [0, 0], [0, 0]]]
#> float64 [[[5500, 0], [-500, -500], [-500, 0], [-500, 500]], [[-2000, -1155], [0, 0], [0, 0], [0, 0]], [[-2000, 1155], [0, 0], [0, 0], [0, 0]]]
#> float64 [[[5500, 0], [-500, -500], [-500, 0], [-500, 500]], [[-2000, -1155], [0, 0], [0, 0], [0, 0]], [[-2000, 1155], [0, 0], [0, 0], [0, 0]]]
#> float64 [[[12000, 0], [15000, 0], [18000, 0], [21000, 0]], [[-6000, 3464], [-6000, 3464], [-6000, 3464], [-6000, 3464]], [[-6000, -3464], [-6000, -3464], [-6000, -3464], [-6000, -3464]]]
#> float64 [[[2800, 0], [-871, -453], [471, -543], [471, 543], [-871, 453]], [[-1600, 0], [124, 380], [-324, 235], [-324, -235], [124, -380]]]
#> float64 [[0, 1000, 2000, 3000], [4000, 5000, 6000, 7000], [8000, 9000, 10000, 11000]]
#> float64 [[0, 1000, 2000, 3000], [4000, 5000, 6000, 7000], [8000, 9000, 10000, 11000]]
#> float32 [[3464, 0], [-866, 500], [-866, -500]]
#> float32 [[6000, 0], [-1500, 866], [-1500, -866]]
#> float32 [4000, 2000, 4000, -6000]
#> float32 [[2000, 0], [-809, 263], [309, 425]]
#> tensor([ 0.0000,  0.2000,  0.4000, -0.4000, -0.2000]) tensor([0.0000, 0.5000, 1.0000]) tensor([4., 0., 1., 2., 3.]) tensor([3., 4., 0., 1., 2.])
#> tensor([ 0.0000,  0.2500, -0.5000, -0.2500], dtype=torch.float64) tensor([[ 2.,  3.,  0.,  1.],
#>         [ 6.,  7.,  4.,  5.],
#>         [10., 11.,  8.,  9.]], dtype=torch.float64)
#> RuntimeError rfft expects a real input tensor, but got ComplexFloat
#> RuntimeError Invalid number of data points (0) specified
#> RuntimeError Invalid normalization mode: "x"
#> IndexError Dimension out of range (expected to be in range of [-1, 0], but got 3)
#> RuntimeError FFT dims must be unique
#> RuntimeError When given, dim and shape arguments must have the same length
#> RuntimeError Got shape with 3 values but input tensor only has 2 dimensions.
