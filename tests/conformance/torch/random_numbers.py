### numbers_axes_and_dtypes
# source: PyTorch 1.13 (what a random program found)
import torch
import torch.nn.functional as F
def told(call):
    try:
        result = call()
        print(result.dtype, result.tolist())
    except Exception as error:
        print(type(error).__name__, error)
x = torch.ones(2)
for number in (2, 2.5, True):
    told(lambda: torch.atan2(x, number))
told(lambda: torch.fliplr(x))
told(lambda: torch.flipud(torch.tensor(3)))
told(lambda: torch.tensor(3).fliplr())
told(lambda: torch.fliplr(torch.arange(6).reshape(2, 3)))
for kind in (torch.bool, torch.uint8, torch.int32, torch.float32):
    told(lambda: F.relu6(torch.tensor([0, 1, 7]).to(kind)))
for kind in (torch.bool, torch.uint8, torch.float32):
    told(lambda: torch.logaddexp(torch.tensor([12.5, 0.5], dtype=torch.float64), torch.tensor([0, 1]).to(kind)))
    told(lambda: torch.logaddexp2(torch.tensor([0, 1]).to(kind), torch.tensor([1.5, 0.5])))
for data in ([-3.0, -1.5], [300.7], [-300.2, 7.5], [0.0]):
    for kind in (torch.uint8, torch.int8, torch.int16, torch.int64, torch.bool):
        told(lambda: torch.tensor(data).sum(dtype=kind))
        told(lambda: torch.tensor(data, dtype=torch.float64).prod(0, dtype=kind))
#> TypeError atan2(): argument 'other' (position 2) must be Tensor, not int
#> TypeError atan2(): argument 'other' (position 2) must be Tensor, not float
#> TypeError atan2(): argument 'other' (position 2) must be Tensor, not bool
#> RuntimeError Input must be >= 2-d.
#> RuntimeError Input must be >= 1-d.
#> RuntimeError Input must be >= 2-d.
#> torch.int64 [[2, 1, 0], [5, 4, 3]]
#> RuntimeError Bool inputs not supported for hardtanh
#> torch.uint8 [0, 1, 6]
#> torch.int32 [0, 1, 6]
#> torch.float32 [0.0, 1.0, 6.0]
#> torch.float64 [12.500003726646229, 1.4740769841801067]
#> torch.float32 [1.9367518424987793, 1.7715532779693604]
#> torch.float64 [12.500003726646229, 1.4740769841801067]
#> torch.float32 [1.9367518424987793, 1.7715532779693604]
#> torch.float64 [12.500003726646229, 1.4740769841801067]
#> torch.float32 [1.9367518424987793, 1.7715532779693604]
#> torch.uint8 252
#> torch.uint8 3
#> torch.int8 -4
#> torch.int8 3
#> torch.int16 -4
#> torch.int16 3
#> torch.int64 -4
#> torch.int64 3
#> torch.bool True
#> torch.bool True
#> torch.uint8 44
#> torch.uint8 44
#> torch.int8 44
#> torch.int8 44
#> torch.int16 300
#> torch.int16 300
#> torch.int64 300
#> torch.int64 300
#> torch.bool True
#> torch.bool True
#> torch.uint8 219
#> torch.uint8 204
#> torch.int8 -37
#> torch.int8 -52
#> torch.int16 -293
#> torch.int16 -2100
#> torch.int64 -293
#> torch.int64 -2100
#> torch.bool True
#> torch.bool True
#> torch.uint8 0
#> torch.uint8 0
#> torch.int8 0
#> torch.int8 0
#> torch.int16 0
#> torch.int16 0
#> torch.int64 0
#> torch.int64 0
#> torch.bool False
#> torch.bool False
### signs_limits_and_contractions
# source: PyTorch 1.13 (what a random program found)
import torch
def told(call):
    try:
        result = call()
        print(result.dtype, result.tolist())
    except Exception as error:
        print(type(error).__name__)
nan = float("nan")
told(lambda: torch.sign(torch.tensor([nan, -2.0, 0.0, 3.0])))
told(lambda: torch.tensor([nan, -0.5], dtype=torch.float64).sgn())
told(lambda: torch.sign(torch.tensor([-3, 0, 5])))
for shape, dim in (((0,), 0), ((2, 0), 1), ((2, 0), 0), ((0, 3), 0)):
    told(lambda: torch.logsumexp(torch.ones(shape), dim))
    told(lambda: torch.logsumexp(torch.ones(shape, dtype=torch.int64), dim, keepdim=True))
told(lambda: torch.nan_to_num(torch.ones(2, dtype=torch.float64), out=torch.empty(0)))
told(lambda: torch.nan_to_num(torch.tensor([nan, 1.0]), out=torch.empty(0)))
told(lambda: torch.clamp(torch.tensor(-6.75, dtype=torch.float64), min=1, max=torch.tensor(-6.75, dtype=torch.float64)))
told(lambda: torch.clamp(torch.arange(5), min=torch.tensor(1), max=3))
told(lambda: torch.clamp(torch.arange(5), min=1, max=torch.tensor([3])))
told(lambda: torch.clamp(torch.arange(3), min=torch.tensor([1, 2, 0]), max=torch.tensor(1)))
told(lambda: torch.linalg.inv(torch.ones(2, 2, dtype=torch.float16)))
told(lambda: torch.cross(torch.ones(3, 3), torch.ones(1, 3)))
told(lambda: torch.cross(torch.arange(3.0).reshape(1, 3), torch.tensor([[1.0, 5.0, 2.0]])))
told(lambda: torch.tensor(1).unflatten(0, (1, 1)))
told(lambda: torch.arange(6).unflatten(-1, (2, -1)))
told(lambda: torch.tensor([0.0, 1.0]).unflatten(1, (2, 1)))
for first in (torch.bool, torch.int32, torch.int64, torch.float32):
    for s, t in (((2, 1), (1, 2)), ((2, 1), (2, 2)), ((2, 2), (1, 2))):
        told(lambda: torch.tensordot(torch.ones(s).to(first), torch.ones(t).to(torch.int64), dims=1))
told(lambda: torch.tensordot(torch.ones(2, 3), torch.ones(2, 4), dims=1))
told(lambda: torch.cosine_similarity(torch.tensor([[3.0, -11.0, 3.0]]), torch.tensor([[-2.0, -7.0, -38.0]], dtype=torch.float64)).mul(1e12).round())
#> torch.float32 [0.0, -1.0, 0.0, 1.0]
#> torch.float64 [0.0, -1.0]
#> torch.int64 [-1, 0, 1]
#> torch.float32 -inf
#> torch.float32 [-inf]
#> torch.float32 [-inf, -inf]
#> torch.float32 [[-inf], [-inf]]
#> torch.float32 []
#> torch.float32 [[]]
#> torch.float32 [-inf, -inf, -inf]
#> torch.float32 [[-inf, -inf, -inf]]
#> RuntimeError
#> torch.float32 [0.0, 1.0]
#> torch.float64 -6.75
#> torch.int64 [1, 1, 2, 3, 3]
#> TypeError
#> torch.int64 [1, 1, 1]
#> RuntimeError
#> RuntimeError
#> torch.float32 [[-8.0, 2.0, -1.0]]
#> IndexError
#> torch.int64 [[0, 1, 2], [3, 4, 5]]
#> IndexError
#> torch.int64 [[1, 1], [1, 1]]
#> RuntimeError
#> torch.int64 [[2, 2], [2, 2]]
#> torch.int64 [[1, 1], [1, 1]]
#> RuntimeError
#> torch.int64 [[2, 2], [2, 2]]
#> torch.int64 [[1, 1], [1, 1]]
#> torch.int64 [[2, 2], [2, 2]]
#> torch.int64 [[2, 2], [2, 2]]
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> torch.float64 [-94264931285.0]
### medians_of_nan
# source: PyTorch 1.13 (what a random program found)
import torch
nan=float('nan')
def told(call):
    try:
        r = call()
        print([(x.dtype, x.tolist()) for x in (r if isinstance(r, tuple) else (r,))])
    except Exception as error:
        print(type(error).__name__)
a = torch.tensor([[9.25, 1.75], [23.0, 0.0], [nan, -10.0], [nan, nan]])
for d in (0, 1, -1):
    for keep in (False, True):
        told(lambda: torch.median(a, d, keep))
        told(lambda: torch.nanmedian(a, d, keep))
told(lambda: a.median()); told(lambda: torch.tensor([3.0, 1.0, 2.0, 4.0]).median()); told(lambda: torch.tensor([3, 1, 2, 4]).median())
told(lambda: torch.tensor(nan).median()); told(lambda: torch.tensor(nan).median(0)); told(lambda: torch.tensor([2.0, nan, 1.0], dtype=torch.float64).median(0)); told(lambda: a.nanmedian())
told(lambda: torch.median(torch.tensor([[5, 1, 3], [2, 2, 9]]), 1)); told(lambda: torch.median(torch.ones(2, 0), 1))
#> [(torch.float32, [nan, nan]), (torch.int64, [2, 3])]
#> [(torch.float32, [9.25, 0.0]), (torch.int64, [0, 1])]
#> [(torch.float32, [[nan, nan]]), (torch.int64, [[2, 3]])]
#> [(torch.float32, [[9.25, 0.0]]), (torch.int64, [[0, 1]])]
#> [(torch.float32, [1.75, 0.0, nan, nan]), (torch.int64, [1, 1, 0, 0])]
#> [(torch.float32, [1.75, 0.0, -10.0, nan]), (torch.int64, [1, 1, 1, 0])]
#> [(torch.float32, [[1.75], [0.0], [nan], [nan]]), (torch.int64, [[1], [1], [0], [0]])]
#> [(torch.float32, [[1.75], [0.0], [-10.0], [nan]]), (torch.int64, [[1], [1], [1], [0]])]
#> [(torch.float32, [1.75, 0.0, nan, nan]), (torch.int64, [1, 1, 0, 0])]
#> [(torch.float32, [1.75, 0.0, -10.0, nan]), (torch.int64, [1, 1, 1, 0])]
#> [(torch.float32, [[1.75], [0.0], [nan], [nan]]), (torch.int64, [[1], [1], [0], [0]])]
#> [(torch.float32, [[1.75], [0.0], [-10.0], [nan]]), (torch.int64, [[1], [1], [1], [0]])]
#> [(torch.float32, nan)]
#> [(torch.float32, 2.0)]
#> [(torch.int64, 2)]
#> [(torch.float32, nan)]
#> [(torch.float32, nan), (torch.int64, 0)]
#> [(torch.float64, nan), (torch.int64, 1)]
#> [(torch.float32, 1.75)]
#> [(torch.int64, [3, 2]), (torch.int64, [2, 1])]
#> IndexError
### hardshrink_of_nan
# source: PyTorch 1.13 (what a random program found)
import torch
print(torch.nn.functional.hardshrink(torch.tensor([float("nan"), 0.25, -2.0, 3.0])))
#> tensor([nan,  0., -2.,  3.])
