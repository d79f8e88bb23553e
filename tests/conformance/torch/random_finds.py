### dtypes_and_numbers_of_operands
# source: PyTorch 1.13 (what a random program found)
import torch
import torch.nn.functional as F
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
i, f, b = torch.tensor([-3, 1, 4]), torch.tensor([-1.5, 0.5, 2.0]), torch.tensor([True, False, True])
told(lambda: torch.clamp(i, -1.5, 2))
told(lambda: torch.clamp(i, min=0, max=2.5))
told(lambda: torch.clamp(i, max=3))
told(lambda: i - b)
told(lambda: b - 1)
told(lambda: 1 - b)
told(lambda: b - b)
told(lambda: i - True)
told(lambda: torch.maximum(i, 2))
told(lambda: torch.minimum(f, i))
told(lambda: torch.logical_and(b, 1))
told(lambda: torch.hypot(f, 1.0))
told(lambda: torch.fmax(f, i))
told(lambda: torch.relu(b))
told(lambda: torch.positive(b))
told(lambda: torch.gcd(i, torch.tensor([6, 6, 6], dtype=torch.int16)))
told(lambda: torch.lcm(b, b))
told(lambda: torch.logaddexp(f, 1))
told(lambda: torch.heaviside(f, 0.0))
told(lambda: torch.ldexp(f, 2))
told(lambda: F.hardtanh(i, -2.5, 2.5))
told(lambda: F.hardtanh(b))
told(lambda: F.hardtanh(i.to(torch.uint8)))
told(lambda: F.kl_div(i, i))
told(lambda: F.binary_cross_entropy_with_logits(f, f[:2]))
told(lambda: torch.isclose(f, i))
told(lambda: torch.abs(f, out=torch.empty(3, dtype=torch.float64)))
told(lambda: torch.sqrt(i, out=torch.empty(3)))
#> tensor([-1.5000,  1.0000,  2.0000])
#> tensor([0.0000, 1.0000, 2.5000])
#> tensor([-3,  1,  3])
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> TypeError
#> tensor([-3.0000,  0.5000,  2.0000])
#> TypeError
#> TypeError
#> tensor([-1.5000,  1.0000,  4.0000])
#> RuntimeError
#> RuntimeError
#> tensor([3, 1, 2])
#> RuntimeError
#> TypeError
#> TypeError
#> TypeError
#> tensor([-2,  1,  2])
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> ValueError
#> RuntimeError
#> RuntimeError
#> tensor([nan, 1., 2.])
### shapes_that_do_not_fit
# source: PyTorch 1.13 (what a random program found)
import torch
import torch.nn.functional as F
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
m, v, s, e = torch.arange(6.0).reshape(2, 3), torch.arange(3.0), torch.tensor(2.0), torch.zeros(2, 0)
told(lambda: torch.mm(m, v))
told(lambda: torch.bmm(m, m))
told(lambda: torch.mm(m, m.T))
told(lambda: torch.softmax(e, 1))
told(lambda: torch.log_softmax(e, 0).shape)
told(lambda: torch.softmax(e, 2))
told(lambda: torch.var(torch.tensor([1.0])))
told(lambda: torch.std(m, 0, unbiased=False))
told(lambda: torch.narrow(s, 0, 0, 1))
told(lambda: torch.take_along_dim(s, torch.tensor(0), 0))
told(lambda: torch.index_select(v, 0, torch.tensor([0, 3])))
told(lambda: torch.index_select(e, 1, torch.tensor([0])))
told(lambda: torch.index_select(s, 0, torch.tensor([0])))
told(lambda: torch.broadcast_shapes((2,), (3,)))
told(lambda: torch.broadcast_shapes((2, 1), (3,)))
told(lambda: torch.tensordot(torch.ones(2, 1), torch.ones(3, 2), dims=1))
told(lambda: torch.tensordot(m, m.double(), dims=0))
told(lambda: v.fill_diagonal_(1))
told(lambda: torch.zeros(2, 3, 3).fill_diagonal_(1))
told(lambda: torch.zeros(3, 2).fill_diagonal_(5))
told(lambda: torch.logaddexp(torch.ones(2, 1), torch.zeros(3)))
told(lambda: torch.nextafter(torch.zeros(2, 1), torch.ones(2)).shape)
#> RuntimeError
#> RuntimeError
#> tensor([[ 5., 14.],
#>         [14., 50.]])
#> tensor([], size=(2, 0))
#> torch.Size([2, 0])
#> IndexError
#> tensor(nan)
#> tensor([1.5000, 1.5000, 1.5000])
#> RuntimeError
#> IndexError
#> IndexError
#> RuntimeError
#> tensor(2.)
#> RuntimeError
#> torch.Size([2, 3])
#> tensor([[3., 3.],
#>         [3., 3.]])
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> tensor([[5., 0.],
#>         [0., 5.],
#>         [0., 0.]])
#> tensor([[1.3133, 1.3133, 1.3133],
#>         [1.3133, 1.3133, 1.3133]])
#> torch.Size([2, 2])
### powers_running_values_and_assignment
# source: PyTorch 1.13 (what a random program found)
import torch
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
i = torch.tensor([1, -1, 2, 0, -3])
told(lambda: i ** torch.tensor([-1, -3, -2, -1, -2]))
told(lambda: torch.pow(i, torch.tensor([2, 3, -1, 0, 3])))
told(lambda: torch.tensor([-1, 1], dtype=torch.int8) ** torch.tensor([-2, -5], dtype=torch.int8))
told(lambda: torch.tensor([2], dtype=torch.uint8) ** torch.tensor([3], dtype=torch.uint8))
told(lambda: 2 ** torch.tensor([3, -1]))
n = float("nan")
told(lambda: torch.cummax(torch.tensor([1.0, n, 3.0, 0.0]), 0))
told(lambda: torch.cummin(torch.tensor([4.0, 5.0, n, n, 1.0]), 0))
x = torch.zeros(2, 3)
def put(key, value):
    y = x.clone()
    y[key] = value
    return y.tolist()
told(lambda: put(0, torch.ones(1, 1, 3)))
told(lambda: put((0, 1), torch.ones(1, 1)))
told(lambda: put(0, torch.ones(2, 3)))
told(lambda: put(torch.tensor([0]), torch.ones(1, 3, dtype=torch.int64)))
told(lambda: put(x == 0, torch.ones(6, dtype=torch.float64)))
told(lambda: put(x == 0, torch.tensor(2)))
told(lambda: put(torch.tensor([0, 1]), torch.ones(3)))
told(lambda: put(torch.tensor([0, 1]), torch.ones(4)))
told(lambda: torch.log_softmax(torch.tensor([1000.0, 0.0]), 0))
#> tensor([ 1, -1,  0,  0,  0])
#> tensor([  1,  -1,   0,   1, -27])
#> tensor([1, 1], dtype=torch.int8)
#> tensor([8], dtype=torch.uint8)
#> tensor([8, 0])
#> torch.return_types.cummax(
#> values=tensor([1., nan, nan, nan]),
#> indices=tensor([0, 1, 1, 1]))
#> torch.return_types.cummin(
#> values=tensor([4., 4., nan, nan, nan]),
#> indices=tensor([0, 0, 2, 3, 3]))
#> [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]]
#> [[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> [[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]
#> [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
#> RuntimeError
#> tensor([    0., -1000.])
### bincounts
# source: PyTorch 1.13
import torch
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
told(lambda: torch.bincount(torch.tensor([1, 0, 1])))
told(lambda: torch.bincount(torch.tensor([1, 0, 1]), torch.tensor([0.5, 1.0, 2.0])))
told(lambda: torch.bincount(torch.tensor([1, 0, 1]), torch.tensor([1, 2, 3]), 4))
told(lambda: torch.bincount(torch.tensor([True])))
told(lambda: torch.bincount(torch.tensor([1]), minlength=-1))
#> tensor([1, 2])
#> tensor([1.0000, 2.5000])
#> tensor([2., 4., 0., 0.], dtype=torch.float64)
#> RuntimeError
#> RuntimeError
### writes_in_place_of_other_dtypes_and_of_fills
# source: PyTorch 1.13 (what a random program found)
import torch
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
f, i, b, m = torch.tensor([1.5, 2.5]), torch.tensor([3, 4]), torch.tensor([True, False]), torch.tensor([True, True])
def put(a, key, value):
    a = a.clone()
    a[key] = value
    return a
told(lambda: put(f, torch.tensor([0]), torch.tensor(1)))
told(lambda: put(f, ([0],), i[:1]))
told(lambda: put(f, [0, 1], torch.tensor(1)))
told(lambda: put(f, [0, 1], 1))
told(lambda: put(f, m, torch.tensor([1])))
told(lambda: put(f, (m,), torch.tensor(1)))
told(lambda: put(f.reshape(1, 2), (0, m), torch.tensor(1)))
told(lambda: put(f, torch.tensor(0), torch.tensor([1])))
for name in ("add_", "mul_", "pow_", "bitwise_and_"):
    for other in (3, True, i, b):
        print(name, other)
        told(lambda: getattr(b.clone(), name)(other))
told(lambda: b.clone().zero_())
told(lambda: b.clone().copy_(i))
told(lambda: b.clone().fill_(2.5))
told(lambda: i ** -3)
told(lambda: i.pow(-1))
told(lambda: f ** -2)
told(lambda: 2 ** torch.tensor([-1, 3]))
told(lambda: +b)
told(lambda: torch.abs(i, out=torch.empty(2, dtype=torch.bool)))
x = torch.zeros(3)
x.expand(2, 3).fill_(2)
print(x)
x.expand(2, 3)[0, 1:] = 5
print(x)
x.as_strided((2, 2), (1, 0)).zero_()
print(x)
told(lambda: x.expand(2, 3).add_(1))
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> tensor([1., 1.])
#> tensor([1., 1.])
#> tensor([1., 1.])
#> tensor([[1., 1.]])
#> tensor([1.0000, 2.5000])
#> add_ 3
#> RuntimeError
#> add_ True
#> tensor([True, True])
#> add_ tensor([3, 4])
#> RuntimeError
#> add_ tensor([ True, False])
#> tensor([ True, False])
#> mul_ 3
#> RuntimeError
#> mul_ True
#> tensor([ True, False])
#> mul_ tensor([3, 4])
#> RuntimeError
#> mul_ tensor([ True, False])
#> tensor([ True, False])
#> pow_ 3
#> RuntimeError
#> pow_ True
#> RuntimeError
#> pow_ tensor([3, 4])
#> RuntimeError
#> pow_ tensor([ True, False])
#> RuntimeError
#> bitwise_and_ 3
#> RuntimeError
#> bitwise_and_ True
#> tensor([ True, False])
#> bitwise_and_ tensor([3, 4])
#> RuntimeError
#> bitwise_and_ tensor([ True, False])
#> tensor([ True, False])
#> tensor([False, False])
#> tensor([True, True])
#> tensor([True, True])
#> RuntimeError
#> RuntimeError
#> tensor([0.4444, 0.1600])
#> tensor([0, 8])
#> RuntimeError
#> RuntimeError
#> tensor([2., 2., 2.])
#> tensor([2., 5., 5.])
#> tensor([0., 0., 5.])
#> RuntimeError
### numbers_beyond_a_dtype_and_edges
# source: PyTorch 1.13 (what a random program found)
import torch
import torch.nn.functional as F
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
for value in (-1, -300, 300, 252.5, -4.0, float("nan"), 2**31):
    for dtype in (torch.uint8, torch.int8, torch.int64):
        print(value, dtype)
        told(lambda: torch.tensor([0, value], dtype=dtype))
        told(lambda: torch.full((2,), value, dtype=dtype))
        told(lambda: torch.zeros(2, dtype=dtype).fill_(value))
i, f, s, b = torch.tensor([1, 2]), torch.tensor([1.5, 2.0]), torch.tensor(3.0), torch.tensor([True, False])
for loss in (F.huber_loss, F.smooth_l1_loss, F.mse_loss, F.binary_cross_entropy_with_logits):
    told(lambda: loss(i, i))
    told(lambda: loss(i, f))
    told(lambda: loss(f, i.float()))
told(lambda: torch.nonzero(s))
told(lambda: torch.nonzero(torch.tensor(0), as_tuple=True))
told(lambda: torch.nonzero(s, as_tuple=True))
told(lambda: torch.median(torch.tensor([])))
told(lambda: torch.nanmedian(torch.tensor([])))
told(lambda: torch.median(s, 0, True))
told(lambda: torch.kthvalue(s, 1, 0))
told(lambda: torch.index_select(torch.zeros(0), 0, torch.tensor([0])))
told(lambda: torch.logsumexp(i, 0))
told(lambda: torch.isclose(b, b))
told(lambda: torch.combinations(torch.ones(1)))
told(lambda: torch.cdist(torch.ones(2, 2, dtype=torch.int64), torch.ones(2, 2)))
told(lambda: torch.tensordot(torch.zeros(0, dtype=torch.int32), i, 0))
told(lambda: torch.signbit(f, out=torch.empty(0)))
told(lambda: torch.repeat_interleave(s, 2, dim=0))
told(lambda: torch.xlogy(f.half(), i.to(torch.uint8)).dtype)
told(lambda: torch.maximum(f, torch.zeros(3, 1), out=f))
#> -1 torch.uint8
#> tensor([  0, 255], dtype=torch.uint8)
#> tensor([255, 255], dtype=torch.uint8)
#> tensor([255, 255], dtype=torch.uint8)
#> -1 torch.int8
#> tensor([ 0, -1], dtype=torch.int8)
#> tensor([-1, -1], dtype=torch.int8)
#> tensor([-1, -1], dtype=torch.int8)
#> -1 torch.int64
#> tensor([ 0, -1])
#> tensor([-1, -1])
#> tensor([-1, -1])
#> -300 torch.uint8
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> -300 torch.int8
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> -300 torch.int64
#> tensor([   0, -300])
#> tensor([-300, -300])
#> tensor([-300, -300])
#> 300 torch.uint8
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> 300 torch.int8
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> 300 torch.int64
#> tensor([  0, 300])
#> tensor([300, 300])
#> tensor([300, 300])
#> 252.5 torch.uint8
#> tensor([  0, 252], dtype=torch.uint8)
#> tensor([252, 252], dtype=torch.uint8)
#> tensor([252, 252], dtype=torch.uint8)
#> 252.5 torch.int8
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> 252.5 torch.int64
#> tensor([  0, 252])
#> tensor([252, 252])
#> tensor([252, 252])
#> -4.0 torch.uint8
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> -4.0 torch.int8
#> tensor([ 0, -4], dtype=torch.int8)
#> tensor([-4, -4], dtype=torch.int8)
#> tensor([-4, -4], dtype=torch.int8)
#> -4.0 torch.int64
#> tensor([ 0, -4])
#> tensor([-4, -4])
#> tensor([-4, -4])
#> nan torch.uint8
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> nan torch.int8
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> nan torch.int64
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> 2147483648 torch.uint8
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> 2147483648 torch.int8
#> RuntimeError
#> RuntimeError
#> RuntimeError
#> 2147483648 torch.int64
#> tensor([         0, 2147483648])
#> tensor([2147483648, 2147483648])
#> tensor([2147483648, 2147483648])
#> RuntimeError
#> RuntimeError
#> tensor(0.0625)
#> RuntimeError
#> tensor(0.0625)
#> tensor(0.0625)
#> RuntimeError
#> tensor(0.1250)
#> tensor(0.1250)
#> RuntimeError
#> RuntimeError
#> tensor(-0.8358)
#> tensor([], size=(1, 0), dtype=torch.int64)
#> (tensor([], dtype=torch.int64),)
#> (tensor([0]),)
#> tensor(nan)
#> tensor(nan)
#> torch.return_types.median(
#> values=tensor(3.),
#> indices=tensor(0))
#> torch.return_types.kthvalue(
#> values=tensor(3.),
#> indices=tensor(0))
#> IndexError
#> tensor(2.3133)
#> tensor([True, True])
#> tensor([], size=(0, 2))
#> RuntimeError
#> tensor([], size=(0, 2), dtype=torch.int32)
#> RuntimeError
#> IndexError
#> torch.float16
#> RuntimeError
### numbers_and_arrays_in_one_key_and_great_powers
# source: PyTorch 1.13 (what a random program found)
import torch
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
x = torch.arange(24).reshape(2, 3, 4)
told(lambda: x[0, :, [0, 1]].tolist())
told(lambda: x[torch.tensor(1), :, [0, 1]].tolist())
told(lambda: x[[0, 1], :, torch.tensor(1)].tolist())
told(lambda: x[[0, 1], :, [1, 2]].tolist())
told(lambda: x[1, 2:, torch.tensor([0, 3])].tolist())
told(lambda: x[:, 0, [1, 2]].shape)
told(lambda: x[0, 4:, [0, -2]].shape)
told(lambda: x[None, 0, :, [0, 1]].shape)
told(lambda: x.narrow(1, 4, 1))
told(lambda: x.narrow(1, 2, 2))
told(lambda: x.narrow(1, -1, 1).shape)
told(lambda: x.narrow(1, 3, 0).shape)
told(lambda: x[:, 3:].narrow(1, 1, 2))
for dtype in (torch.int32, torch.int64, torch.int8, torch.uint8):
    base = torch.tensor([3, 7, 2, 1], dtype=dtype)
    print(base ** 100, base ** torch.tensor([100, 65, 64, 127], dtype=dtype))
y = torch.zeros(2, 3, 4)
y[0, :, [0, 1]] = torch.arange(6.0).reshape(3, 2)
print(y.tolist())
y[1, :, torch.tensor([3, 2])] += 1
print(y[1].tolist())
#> [[0, 1], [4, 5], [8, 9]]
#> [[12, 13], [16, 17], [20, 21]]
#> [[1, 5, 9], [13, 17, 21]]
#> [[1, 5, 9], [14, 18, 22]]
#> [[20, 23]]
#> torch.Size([2, 2])
#> torch.Size([0, 2])
#> torch.Size([1, 3, 2])
#> IndexError
#> RuntimeError
#> torch.Size([2, 1, 4])
#> torch.Size([2, 0, 4])
#> IndexError
#> tensor([-818408495, 1027218017,          0,          1], dtype=torch.int32) tensor([-818408495, 1159739911,          0,          1], dtype=torch.int32)
#> tensor([-2984622845537545263,  3728452490685454945,                    0,
#>                            1]) tensor([-2984622845537545263, -5544873984239060473,                    0,
#>                            1])
#> tensor([-47,  97,   0,   1], dtype=torch.int8) tensor([-47,   7,   0,   1], dtype=torch.int8)
#> tensor([209,  97,   0,   1], dtype=torch.uint8) tensor([209,   7,   0,   1], dtype=torch.uint8)
#> [[[0.0, 1.0, 0.0, 0.0], [2.0, 3.0, 0.0, 0.0], [4.0, 5.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0]]]
#> [[0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 1.0], [0.0, 0.0, 1.0, 1.0]]
### writes_of_nothing_and_masks_without_axes
# source: PyTorch 1.13 (what a random program found)
import torch
def told(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
def put(a, key, value):
    a[key] = value
    return a
told(lambda: torch.zeros(3).expand(2, 3)[:, 3:].add_(1))
told(lambda: put(torch.tensor(1), torch.tensor(True), torch.tensor(-1.5)))
told(lambda: put(torch.tensor([1, 2]), torch.tensor([True, False]), torch.tensor(-1.5)))
#> tensor([], size=(2, 0))
#> RuntimeError
#> tensor([-1,  2])
### lists_of_mixed_depth
# source: PyTorch 1.13 (what a random program found)
import torch
import torch.nn.functional as F
def told(call):
    try:
        result = call()
        print(result.dtype, result.tolist())
    except Exception as error:
        print(type(error).__name__, error)
for data in ([1, [2]], [[1], 2], [[1, 2], [3]], [[1, 2], [[3], [4]]], [[], 1], [[], [1]], [[1], []], [[[1]], [2]], [True, [1]], [[1, 2], (3, 4)], [(1,), 2], [[[], []], 5], (), [[[]]], range(3)):
    told(lambda: torch.tensor(data))
told(lambda: torch.tensor([[], 1], dtype=torch.int32))
#> TypeError 'list' object cannot be interpreted as an integer
#> TypeError not a sequence
#> ValueError expected sequence of length 2 at dim 1 (got 1)
#> TypeError 'list' object cannot be interpreted as an integer
#> torch.float32 [[], []]
#> torch.float32 [[], []]
#> ValueError expected sequence of length 1 at dim 1 (got 0)
#> TypeError not a sequence
#> TypeError 'list' object cannot be interpreted as an integer
#> torch.int64 [[1, 2], [3, 4]]
#> TypeError not a sequence
#> torch.float32 [[[], []], [[], []]]
#> torch.float32 []
#> torch.float32 [[[]]]
#> torch.int64 [0, 1, 2]
#> torch.int32 [[], []]
### kron_of_two_dtypes
# source: PyTorch 1.13: promoted by the dtypes, whatever the axes
import torch
a = torch.tensor([[5, 3], [0, -2]], dtype=torch.int32)
half, number = torch.tensor([2.0], dtype=torch.float16), torch.tensor(2.5)
for b in (torch.tensor([1.5, -2.0]), torch.tensor([2, 3], dtype=torch.int8), torch.tensor([True, False]), half, number):
    for x, y in ((a, b), (b, a)):
        r = torch.kron(x, y)
        print(r.dtype, r.tolist())
#> torch.float32 [[7.5, -10.0, 4.5, -6.0], [0.0, -0.0, -3.0, 4.0]]
#> torch.float32 [[7.5, 4.5, -10.0, -6.0], [0.0, -3.0, -0.0, 4.0]]
#> torch.int32 [[10, 15, 6, 9], [0, 0, -4, -6]]
#> torch.int32 [[10, 6, 15, 9], [0, -4, 0, -6]]
#> torch.int32 [[5, 0, 3, 0], [0, 0, -2, 0]]
#> torch.int32 [[5, 3, 0, 0], [0, -2, 0, 0]]
#> torch.float16 [[10.0, 6.0], [0.0, -4.0]]
#> torch.float16 [[10.0, 6.0], [0.0, -4.0]]
#> torch.float32 [[12.5, 7.5], [0.0, -5.0]]
#> torch.float32 [[12.5, 7.5], [0.0, -5.0]]
### losses_of_two_dtypes
# source: PyTorch 1.13: their kernels promote, also truths
import torch
import torch.nn.functional as F
b = torch.tensor([True, False, True])
h = torch.tensor([1.5, -2.0, 0.25], dtype=torch.float16)
f = torch.tensor([1.5, -2.0, 0.25])
i = torch.tensor([1, 2, 3])
for loss in (F.mse_loss, F.smooth_l1_loss, F.huber_loss):
    for x, y in ((b, h), (h, b), (b, b), (h, f), (i, f), (f, i), (i, i), (b, i)):
        try:
            r = loss(x, y)
            print(loss.__name__, r.dtype, r.item())
        except RuntimeError as e:
            print(loss.__name__, x.dtype, y.dtype, str(e).split("\n")[0][:90])
#> mse_loss torch.float16 1.6044921875
#> mse_loss torch.float16 1.6044921875
#> mse_loss torch.bool torch.bool "mse_cpu" not implemented for 'Bool'
#> mse_loss torch.float32 0.0
#> mse_loss torch.float32 7.9375
#> mse_loss torch.float32 7.9375
#> mse_loss torch.int64 torch.int64 "mse_cpu" not implemented for 'Long'
#> mse_loss torch.bool torch.int64 "mse_cpu" not implemented for 'Long'
#> smooth_l1_loss torch.float16 0.63525390625
#> smooth_l1_loss torch.float16 0.63525390625
#> smooth_l1_loss torch.bool torch.bool "smooth_l1_cpu" not implemented for 'Bool'
#> smooth_l1_loss torch.float32 0.0
#> smooth_l1_loss torch.float32 1.9583333730697632
#> smooth_l1_loss torch.float32 1.9583333730697632
#> smooth_l1_loss torch.int64 torch.int64 "smooth_l1_cpu" not implemented for 'Long'
#> smooth_l1_loss torch.bool torch.int64 "smooth_l1_cpu" not implemented for 'Long'
#> huber_loss torch.bool torch.float16 result type Half can't be cast to the desired output type Bool
#> huber_loss torch.float16 0.63525390625
#> huber_loss torch.bool torch.bool "huber_cpu" not implemented for 'Bool'
#> huber_loss torch.float16 0.0
#> huber_loss torch.int64 torch.float32 result type Float can't be cast to the desired output type Long
#> huber_loss torch.float32 1.9583333730697632
#> huber_loss torch.int64 torch.int64 "huber_cpu" not implemented for 'Long'
#> huber_loss torch.bool torch.int64 result type Long can't be cast to the desired output type Bool
### floats_assigned_by_key_as_c_has_them
# source: PyTorch 1.13 (what a random program found)
import torch
a = torch.tensor([-28.0, -8.0, 300.0])
for key in (slice(None), (None, slice(None)), Ellipsis, slice(-4, None)):
    b = torch.tensor([4, 3, 5], dtype=torch.uint8)
    b[key] = a
    print(b)
c = torch.tensor([[4, 3], [5, 1]], dtype=torch.int8)
c[0] = a[1:]
c[0, 1] = a[2]
c[1, 0] = a[0]
print(c)
h = torch.tensor([3], dtype=torch.uint8)
h[None, :] = torch.tensor([-16.0], dtype=torch.float16)
print(h)
#> tensor([228, 248,  44], dtype=torch.uint8)
#> tensor([228, 248,  44], dtype=torch.uint8)
#> tensor([228, 248,  44], dtype=torch.uint8)
#> tensor([228, 248,  44], dtype=torch.uint8)
#> tensor([[ -8,  44],
#>         [-28,   1]], dtype=torch.int8)
#> tensor([240], dtype=torch.uint8)
### arrays_in_keys_keep_the_order_in_memory
# source: PyTorch 1.13 (what a random program found)
import torch
x = torch.arange(12).reshape(2, 3, 2)
w = x.movedim(0, -1)
for key in ([1, 2], (slice(None), [1, 0]), ([0, 1], [1, 0]), ([0, 1], slice(None), [1, 0]), (None, [1, 2]), ([-1, -3], slice(0, 1)), (Ellipsis, [0, 1, 1]), torch.tensor([[0, 1], [2, 0]])):
    v = w[key]
    print(v.tolist(), v.stride(), v.is_contiguous())
m = torch.tensor([True, False, True])
print(w[m].stride(), w[m, :, 0].stride(), x.permute(2, 0, 1)[:, [1, 0], :].stride(), x[[1, 0]].stride(), x.mT[:, [1, 0]].stride())
v = w[[1, 2]]; v[0, 0, 0] = 9; v += 1
print(v.tolist(), x.tolist())
#> [[[2, 8], [3, 9]], [[4, 10], [5, 11]]] (4, 1, 2) False
#> [[[1, 7], [0, 6]], [[3, 9], [2, 8]], [[5, 11], [4, 10]]] (1, 3, 6) False
#> [[1, 7], [2, 8]] (2, 1) True
#> [[6, 7], [2, 3]] (2, 1) True
#> [[[[2, 8], [3, 9]], [[4, 10], [5, 11]]]] (8, 4, 1, 2) False
#> [[[4, 10]], [[0, 6]]] (2, 1, 1) True
#> [[[0, 6, 6], [1, 7, 7]], [[2, 8, 8], [3, 9, 9]], [[4, 10, 10], [5, 11, 11]]] (6, 3, 1) True
#> [[[[0, 6], [1, 7]], [[2, 8], [3, 9]]], [[[4, 10], [5, 11]], [[0, 6], [1, 7]]]] (8, 4, 1, 2) False
#> (4, 1, 2) (2, 1) (1, 2, 4) (6, 2, 1) (6, 3, 1)
#> [[[10, 9], [4, 10]], [[5, 11], [6, 12]]] [[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]
### a_loss_in_its_targets_dtype
# source: PyTorch 1.13 (what a random program found)
import torch
from torch.nn import functional as F
for i, t in [(torch.float32, torch.float16), (torch.float32, torch.float64), (torch.float64, torch.float32), (torch.float64, torch.float16)]:
    a, b = torch.tensor([0.5, -2.25], dtype=i), torch.tensor([1.0, 0.5], dtype=t)
    print(F.binary_cross_entropy_with_logits(a, b, reduction="none"), F.binary_cross_entropy_with_logits(a, b, torch.tensor([2.0, 3.0]), pos_weight=torch.tensor(2.0)).dtype)
#> tensor([0.4741, 1.2256], dtype=torch.float16) torch.float16
#> tensor([0.4741, 1.2252], dtype=torch.float64) torch.float64
#> tensor([0.4741, 1.2252]) torch.float32
#> tensor([0.4741, 1.2256], dtype=torch.float16) torch.float16
### bounds_without_axes_beside_numbers
# source: PyTorch 1.13 (what a random program found)
import torch
bound = torch.tensor(15.5, dtype=torch.float64)
for x in (torch.tensor(1.0), torch.tensor([1.0]), torch.tensor(1), torch.tensor([1]), torch.tensor([200, 3], dtype=torch.uint8)):
    for options in (dict(min=bound, max=2.5), dict(min=bound), dict(min=2.5, max=bound), dict(max=bound), dict(min=bound, max=bound), dict(min=torch.tensor(2), max=7), dict(min=torch.tensor(2), max=2.5)):
        print(torch.clamp(x, **options))
#> tensor(2.5000)
#> tensor(15.5000, dtype=torch.float64)
#> tensor(2.5000)
#> tensor(1., dtype=torch.float64)
#> tensor(15.5000, dtype=torch.float64)
#> tensor(2.)
#> tensor(2.)
#> tensor([2.5000])
#> tensor([15.5000])
#> tensor([2.5000])
#> tensor([1.])
#> tensor([15.5000])
#> tensor([2.])
#> tensor([2.])
#> tensor(2.5000)
#> tensor(15.5000, dtype=torch.float64)
#> tensor(2.5000)
#> tensor(1., dtype=torch.float64)
#> tensor(15.5000, dtype=torch.float64)
#> tensor(2)
#> tensor(2.)
#> tensor([2.5000])
#> tensor([15.5000], dtype=torch.float64)
#> tensor([2.5000])
#> tensor([1.], dtype=torch.float64)
#> tensor([15.5000], dtype=torch.float64)
#> tensor([2])
#> tensor([2.])
#> tensor([2.5000, 2.5000])
#> tensor([200.0000,  15.5000], dtype=torch.float64)
#> tensor([15.5000,  3.0000])
#> tensor([15.5000,  3.0000], dtype=torch.float64)
#> tensor([15.5000, 15.5000], dtype=torch.float64)
#> tensor([7, 3], dtype=torch.uint8)
#> tensor([2.5000, 2.5000])
### divisors_of_a_tensor_without_axes
# source: torch 1.13
import torch
a = torch.tensor([0, 4, -5, 7], dtype=torch.int8)
b = torch.tensor(-1, dtype=torch.int64)
print(torch.lcm(a, b), torch.gcd(b, a), torch.lcm(a, torch.tensor([2, 3, 4, 5])))
#> tensor([0, 4, 5, 7], dtype=torch.int8) tensor([1, 1, 1, 1], dtype=torch.int8) tensor([ 0, 12, 20, 35])
