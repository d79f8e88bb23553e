# Which dtype a function of torch gives, and what it refuses.
### functions_of_two
# source: PyTorch 1.13
import torch
i, f, h, b = torch.tensor([1, -2, 3]), torch.tensor([0.5, -1.5, 2.0]), torch.tensor([1.0, 2.0, 4.0], dtype=torch.float64), torch.tensor([True, False, True])
for name in ("atan2", "copysign", "true_divide", "pow", "maximum", "fmod", "remainder", "floor_divide", "add", "eq"):
    print(name, *[str(getattr(torch, name)(x, y).dtype)[6:] for x, y in ((i, i), (i, f), (f, i), (i, h), (h, f), (i.int(), i))])
print(torch.atan2(i, f), torch.copysign(i, f), torch.copysign(f, -0.0), torch.atan2(torch.tensor([0.0, -0.0]), torch.tensor([-1.0, -1.0])))
print(torch.copysign(b, b), torch.copysign(i, torch.tensor(-1)), torch.atan2(b, b).dtype)
#> atan2 float32 float32 float32 float64 float64 float32
#> copysign float32 float32 float32 float64 float64 float32
#> true_divide float32 float32 float32 float64 float64 float32
#> pow int64 float32 float32 float64 float64 int64
#> maximum int64 float32 float32 float64 float64 int64
#> fmod int64 float32 float32 float64 float64 int64
#> remainder int64 float32 float32 float64 float64 int64
#> floor_divide int64 float32 float32 float64 float64 int64
#> add int64 float32 float32 float64 float64 int64
#> eq bool bool bool bool bool bool
#> tensor([ 1.1071, -2.2143,  0.9828]) tensor([ 1., -2.,  3.]) tensor([-0.5000, -1.5000, -2.0000]) tensor([ 3.1416, -3.1416])
#> tensor([1., 0., 1.]) tensor([-1., -2., -3.]) torch.float32
### sums_without_nan
# source: PyTorch 1.13
import torch
x = torch.tensor([[1.0, float("nan")], [2.0, 3.0]])
for y in (x, x.half(), x.double(), torch.tensor([[1, 2], [3, 4]]), torch.tensor([[1, 2]], dtype=torch.int8), torch.tensor([[True, True]])):
    print(torch.nansum(y), torch.nansum(y, 1).dtype, y.nansum(dim=0, keepdim=True))
print(torch.nansum(x, dtype=torch.float64), torch.nanmean(x, 0))
#> tensor(6.) torch.float32 tensor([[3., 3.]])
#> tensor(6., dtype=torch.float16) torch.float16 tensor([[3., 3.]], dtype=torch.float16)
#> tensor(6., dtype=torch.float64) torch.float64 tensor([[3., 3.]], dtype=torch.float64)
#> tensor(10) torch.int64 tensor([[4, 6]])
#> tensor(3) torch.int64 tensor([[1, 2]])
#> tensor(2) torch.int64 tensor([[1, 1]])
#> tensor(6., dtype=torch.float64) tensor([1.5000, 3.0000])
### deviations_are_of_floats
# source: PyTorch 1.13: RuntimeError
import torch
i = torch.tensor([1, 2, 4])
for f in (lambda: i.std(), lambda: i.var(), lambda: torch.std(i, 0), lambda: torch.var(i.bool()), lambda: torch.var_mean(i), lambda: i.mean(), lambda: i.norm(), lambda: torch.lerp(i, i, 0.5)):
    try:
        print(f())
    except RuntimeError:
        print("RuntimeError", end=" ")
print(i.float().std(), i.half().var().dtype, i.double().std(unbiased=False), torch.var(torch.tensor([3.0])), torch.std_mean(i.float()))
#> RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError RuntimeError tensor(1.5275) torch.float16 tensor(1.2472, dtype=torch.float64) tensor(nan) (tensor(1.5275), tensor(2.3333))
### erfc_of_large_numbers
# source: PyTorch 1.13, and the function's asymptotic series
import torch
x = torch.tensor([0.0, 1.0, 3.0, 5.0, 9.0, -3.0], dtype=torch.float64)
print([f"{v:.6e}" for v in torch.erfc(x).tolist()], [f"{v:.4e}" for v in torch.special.erfc(x.float()).tolist()], torch.erfc(torch.tensor([1, 2])).dtype)
#> ['1.000000e+00', '1.572992e-01', '2.209050e-05', '1.537460e-12', '4.137032e-37', '1.999978e+00'] ['1.0000e+00', '1.5730e-01', '2.2090e-05', '1.5375e-12', '4.1370e-37', '2.0000e+00'] torch.float32
### one_function_of_each_dtype
# source: PyTorch 1.13: integers become float32
import torch
i = torch.tensor([1, 2], dtype=torch.int8)
for name in ("tan", "acos", "atan", "sinh", "cosh", "asinh", "log10", "expm1", "exp", "sqrt", "sigmoid", "rsqrt", "reciprocal", "erf", "logit", "sinc", "deg2rad", "lgamma", "digamma"):
    print(name, str(getattr(torch, name)(i).dtype)[6:], str(getattr(torch, name)(i.double()).dtype)[6:], str(getattr(torch, name)(torch.tensor([True])).dtype)[6:], end="; ")
print(torch.trunc(torch.tensor([1.7, -1.7])), torch.trunc(i).dtype, torch.frac(torch.tensor([1.5, -1.25])))
#> tan float32 float64 float32; acos float32 float64 float32; atan float32 float64 float32; sinh float32 float64 float32; cosh float32 float64 float32; asinh float32 float64 float32; log10 float32 float64 float32; expm1 float32 float64 float32; exp float32 float64 float32; sqrt float32 float64 float32; sigmoid float32 float64 float32; rsqrt float32 float64 float32; reciprocal float32 float64 float32; erf float32 float64 float32; logit float32 float64 float32; sinc float32 float64 float32; deg2rad float32 float64 float32; lgamma float32 float64 float32; digamma float32 float64 float32; tensor([ 1., -1.]) torch.int8 tensor([ 0.5000, -0.2500])
### products_that_scale
# source: PyTorch 1.13
import torch
i, f = torch.tensor([4, 6]), torch.tensor([4.0, 6.0])
print(torch.addcmul(i, i, i, value=2), torch.addcmul(f, f, f, value=0.5), torch.addcdiv(f, f, f + 2), torch.lerp(f, f * 2, 0.25), torch.lerp(f, f * 2, torch.tensor([1.0, 0.75])))
print(torch.can_cast(torch.float32, torch.int32), torch.can_cast(torch.int32, torch.bool), torch.can_cast(torch.bool, torch.int8), torch.can_cast(torch.int8, torch.float16))
print(torch.result_type(i, 1.5), torch.result_type(i, torch.tensor(1.5, dtype=torch.float64)), torch.result_type(f, i), torch.result_type(i.int(), 3), torch.promote_types(torch.uint8, torch.int8))
#> tensor([36, 78]) tensor([12., 24.]) tensor([4.6667, 6.7500]) tensor([5.0000, 7.5000]) tensor([ 8.0000, 10.5000])
#> False False True True
#> torch.float32 torch.float64 torch.float32 torch.int32 torch.int16
### ldexp_keeps_the_dtype_of_a_number
# source: PyTorch 1.13: `other` is the exponent of a Python number, so two tensors without axes stay halves
import torch
for first in (torch.int32, torch.float16, torch.bfloat16, torch.float32):
    for second in (torch.int64, torch.float16, torch.float64):
        told = []
        for x in (torch.tensor(-3).to(first), torch.tensor([-3]).to(first)):
            for y in (torch.tensor(2).to(second), torch.tensor([2]).to(second)):
                told.append(torch.ldexp(x, y))
        print(first, second, [str(r.dtype)[6:] for r in told], {r.item() for r in told})
#> torch.int32 torch.int64 ['float32', 'float32', 'float32', 'float32'] {-12.0}
#> torch.int32 torch.float16 ['float16', 'float16', 'float16', 'float16'] {-12.0}
#> torch.int32 torch.float64 ['float64', 'float64', 'float64', 'float64'] {-12.0}
#> torch.float16 torch.int64 ['float32', 'float32', 'float16', 'float32'] {-12.0}
#> torch.float16 torch.float16 ['float16', 'float16', 'float16', 'float16'] {-12.0}
#> torch.float16 torch.float64 ['float64', 'float64', 'float16', 'float64'] {-12.0}
#> torch.bfloat16 torch.int64 ['float32', 'float32', 'bfloat16', 'float32'] {-12.0}
#> torch.bfloat16 torch.float16 ['float32', 'float16', 'bfloat16', 'float32'] {-12.0}
#> torch.bfloat16 torch.float64 ['float64', 'float64', 'bfloat16', 'float64'] {-12.0}
#> torch.float32 torch.int64 ['float32', 'float32', 'float32', 'float32'] {-12.0}
#> torch.float32 torch.float16 ['float32', 'float16', 'float32', 'float32'] {-12.0}
#> torch.float32 torch.float64 ['float64', 'float64', 'float32', 'float64'] {-12.0}
