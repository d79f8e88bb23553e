# SPDX-License-Identifier: Apache-2.0
# Functions of triton.language.math and of CUDA's libdevice, in kernels of one program.
### inverse_and_hyperbolic
import torch
import triton
import triton.language as tl
from triton.language import math


@triton.jit
def kernel(out):
    x = tl.full((), 0.5, tl.float32)
    tl.store(out + 0, math.acos(x))
    tl.store(out + 1, math.atan(x))
    tl.store(out + 2, math.asinh(x))
    tl.store(out + 3, math.atanh(x))
    tl.store(out + 4, math.sinh(x))
    tl.store(out + 5, math.tan(x))
    tl.store(out + 6, math.tanh(x))
    tl.store(out + 7, math.acosh(x + 1))
    tl.store(out + 8, math.atan2(x, x))


out = torch.zeros(9, dtype=torch.float32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [1.0471975803375244, 0.46364760398864746, 0.4812118113040924, 0.5493061542510986, 0.5210952758789062, 0.5463024973869324, 0.46211716532707214, 0.9624236226081848, 0.7853981852531433]
### logarithms_and_powers
import torch
import triton
import triton.language as tl
from triton.language import math


@triton.jit
def kernel(out):
    x = tl.full((), 0.5, tl.float32)
    tl.store(out + 0, math.log10(x))
    tl.store(out + 1, math.log1p(x))
    tl.store(out + 2, math.exp10(x))
    tl.store(out + 3, math.rcbrt(x))
    tl.store(out + 4, math.rsqrt_rn(x))
    tl.store(out + 5, math.rcp_rn(x))
    tl.store(out + 6, math.logb(x))
    tl.store(out + 7, math.normcdf(x))


out = torch.zeros(8, dtype=torch.float32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [-0.3010300099849701, 0.40546509623527527, 3.1622776985168457, 1.2599210739135742, 1.4142135381698608, 2.0, -1.0, 0.6914624571800232]
### rounding_to_integers
import torch
import triton
import triton.language as tl
from triton.language import math


@triton.jit
def kernel(out):
    x = tl.full((), 0.5, tl.float32)
    tl.store(out + 0, math.nearbyint(x))
    tl.store(out + 1, math.llrint(x))
    tl.store(out + 2, math.llround(x))
    tl.store(out + 3, math.cospi(x))
    tl.store(out + 4, math.sinpi(x))
    tl.store(out + 5, math.scalbn(x, 3))


out = torch.zeros(6, dtype=torch.float32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [0.0, 0.0, 1.0, -4.371138828673793e-08, 1.0, 4.0]
### fast_forms
import torch
import triton
import triton.language as tl
from triton.language import math


@triton.jit
def kernel(out):
    x = tl.full((), 0.5, tl.float32)
    tl.store(out + 0, math.fast_cosf(x))
    tl.store(out + 1, math.fast_sinf(x))
    tl.store(out + 2, math.fast_tanf(x))
    tl.store(out + 3, math.fast_tanhf(x))
    tl.store(out + 4, math.fast_expf(x))
    tl.store(out + 5, math.fast_logf(x))
    tl.store(out + 6, math.fast_log2f(x))
    tl.store(out + 7, math.fast_log10f(x))
    tl.store(out + 8, math.fast_exp10f(x))
    tl.store(out + 9, math.fast_powf(x, x))
    tl.store(out + 10, math.fast_dividef(x, x))


out = torch.zeros(11, dtype=torch.float32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [0.8775825500488281, 0.4794255495071411, 0.5463024973869324, 0.46211716532707214, 1.6487212181091309, -0.6931471824645996, -1.0, -0.3010300099849701, 3.1622776985168457, 0.7071067690849304, 1.0]
### lengths
import torch
import triton
import triton.language as tl
from triton.language import math


@triton.jit
def kernel(out):
    x = tl.full((), 0.5, tl.float32)
    y = tl.full((), 2.0, tl.float32)
    tl.store(out + 0, math.rhypot(x, y))
    tl.store(out + 1, math.norm3d(x, y, y))
    tl.store(out + 2, math.rnorm3d(x, y, y))
    tl.store(out + 3, math.norm4d(x, x, y, y))
    tl.store(out + 4, math.rnorm4d(x, x, y, y))
    tl.store(out + 5, math.max(x, y))
    tl.store(out + 6, math.min(x, y))


out = torch.zeros(7, dtype=torch.float32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [0.48507124185562134, 2.872281312942505, 0.34815531969070435, 2.915475845336914, 0.34299716353416443, 2.0, 0.5]
### kinds_of_numbers
import torch
import triton
import triton.language as tl
from triton.language import math


@triton.jit
def kernel(out):
    x = tl.full((), 0.5, tl.float32)
    tl.store(out + 0, math.isnan(x))
    tl.store(out + 1, math.isinf(x))
    tl.store(out + 2, math.finitef(x))
    tl.store(out + 3, math.isfinited(x.to(tl.float64)))
    tl.store(out + 4, math.signbit(-x))


out = torch.zeros(5, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [0, 0, 1, 1, 1]
### arithmetic_that_rounds_one_way
import torch
import triton
import triton.language as tl
from triton.language import math


@triton.jit
def kernel(out):
    x = tl.full((), 0.5, tl.float32)
    y = tl.full((), 2.0, tl.float32)
    tl.store(out + 0, math.add_rn(x, y))
    tl.store(out + 1, math.sub_rn(x, y))
    tl.store(out + 2, math.mul_rn(x, y))
    tl.store(out + 3, math.add_rd(x, y))
    tl.store(out + 4, math.add_rz(x, y))
    tl.store(out + 5, math.sub_ru(x, y))
    tl.store(out + 6, math.sub_rz(x, y))
    tl.store(out + 7, math.mul_rd(x, y))
    tl.store(out + 8, math.mul_rz(x, y))
    tl.store(out + 9, math.rcp_rd(y))
    tl.store(out + 10, math.rcp_rz(y))
    tl.store(out + 11, math.sqrt_rz(y))
    tl.store(out + 12, math.fma_rn(x, y, y))
    tl.store(out + 13, math.fma_ru(x, y, y))
    tl.store(out + 14, math.fma_rz(x, y, y))


out = torch.zeros(15, dtype=torch.float32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [2.5, -1.5, 1.0, 2.5, 2.5, -1.5, -1.5, 1.0, 1.0, 0.5, 0.5, 1.4142135381698608, 3.0, 3.0, 3.0]
### bits_as_numbers
import torch
import triton
import triton.language as tl
from triton.language import math


@triton.jit
def kernel(out):
    i = tl.full((), 0x3f800000, tl.int32)
    x = tl.full((), 1.0, tl.float32)
    f = tl.full((), 1.0, tl.float64)
    tl.store(out + 0, math.int_as_float(i))
    tl.store(out + 1, math.uint_as_float(i.to(tl.uint32)))
    tl.store(out + 2, math.float_as_uint(x))
    tl.store(out + 3, math.double2loint(f))
    tl.store(out + 4, math.double_as_longlong(f))
    tl.store(out + 5, math.longlong_as_double(math.double_as_longlong(f)))
    tl.store(out + 6, math.hiloint2double(1072693248, 0))


out = torch.zeros(7, dtype=torch.float64, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [1.0, 1.0, 1065353216.0, 0.0, 4.6071824188000174e+18, 1.0, 1.0]
### integers_as_floats
import torch
import triton
import triton.language as tl
from triton.language import math


@triton.jit
def kernel(out):
    i = tl.full((), 5, tl.int32)
    u = tl.full((), 5, tl.uint32)
    l = tl.full((), 5, tl.int64)
    w = tl.full((), 5, tl.uint64)
    tl.store(out + 0, math.int2double_rn(i))
    tl.store(out + 1, math.uint2double_rn(u))
    tl.store(out + 2, math.ll2double_rn(l))
    tl.store(out + 3, math.ull2double_rn(w))
    tl.store(out + 4, math.ll2float_rn(l))
    tl.store(out + 5, math.ull2float_rn(w))


out = torch.zeros(6, dtype=torch.float64, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [5.0, 5.0, 5.0, 5.0, 5.0, 5.0]
### libdevice
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out):
    x = tl.full((), 0.5, tl.float32)
    y = tl.full((), 2.0, tl.float32)
    tl.store(out + 0, libdevice.ceil(x))
    tl.store(out + 1, libdevice.cos(x))
    tl.store(out + 2, libdevice.erf(x))
    tl.store(out + 3, libdevice.exp(x))
    tl.store(out + 4, libdevice.exp2(x))
    tl.store(out + 5, libdevice.floor(x))
    tl.store(out + 6, libdevice.log(x))
    tl.store(out + 7, libdevice.log2(x))
    tl.store(out + 8, libdevice.rsqrt(x))
    tl.store(out + 9, libdevice.sin(x))
    tl.store(out + 10, libdevice.sqrt(x))
    tl.store(out + 11, libdevice.sqrt_rn(x))
    tl.store(out + 12, libdevice.abs(x))
    tl.store(out + 13, libdevice.div_rn(x, y))
    tl.store(out + 14, libdevice.fma(x, y, y))


out = torch.zeros(15, dtype=torch.float32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [1.0, 0.8775825500488281, 0.5204998850822449, 1.6487212181091309, 1.4142135381698608, 0.0, -0.6931471824645996, -1.0, 1.4142135381698608, 0.4794255495071411, 0.7071067690849304, 0.7071067690849304, 0.5, 0.25, 3.0]
### double2float_rounded
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out):
    x = tl.full((), 2.5, tl.float64)
    tl.store(out + 0, libdevice.double2float_rn(x))
    tl.store(out + 1, libdevice.double2float_rd(x))
    tl.store(out + 2, libdevice.double2float_ru(x))
    tl.store(out + 3, libdevice.double2float_rz(x))


out = torch.zeros(4, dtype=torch.float32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [2.5, 2.5, 2.5, 2.5]
### double2int_rounded
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out):
    x = tl.full((), 2.5, tl.float64)
    tl.store(out + 0, libdevice.double2int_rn(x))
    tl.store(out + 1, libdevice.double2int_rd(x))
    tl.store(out + 2, libdevice.double2int_ru(x))
    tl.store(out + 3, libdevice.double2int_rz(x))


out = torch.zeros(4, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [2, 2, 3, 2]
### double2uint_rounded
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out):
    x = tl.full((), 2.5, tl.float64)
    tl.store(out + 0, libdevice.double2uint_rn(x))
    tl.store(out + 1, libdevice.double2uint_rd(x))
    tl.store(out + 2, libdevice.double2uint_ru(x))
    tl.store(out + 3, libdevice.double2uint_rz(x))


out = torch.zeros(4, dtype=torch.int64, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [2, 2, 3, 2]
### double2ll_rounded
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out):
    x = tl.full((), 2.5, tl.float64)
    tl.store(out + 0, libdevice.double2ll_rn(x))
    tl.store(out + 1, libdevice.double2ll_rd(x))
    tl.store(out + 2, libdevice.double2ll_ru(x))
    tl.store(out + 3, libdevice.double2ll_rz(x))


out = torch.zeros(4, dtype=torch.int64, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [2, 2, 3, 2]
### double2ull_rounded
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out):
    x = tl.full((), 2.5, tl.float64)
    tl.store(out + 0, libdevice.double2ull_rn(x))
    tl.store(out + 1, libdevice.double2ull_rd(x))
    tl.store(out + 2, libdevice.double2ull_ru(x))
    tl.store(out + 3, libdevice.double2ull_rz(x))


out = torch.zeros(4, dtype=torch.int64, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [2, 2, 3, 2]
### float2int_rounded
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out):
    x = tl.full((), 2.5, tl.float32)
    tl.store(out + 0, libdevice.float2int_rn(x))
    tl.store(out + 1, libdevice.float2int_rd(x))
    tl.store(out + 2, libdevice.float2int_ru(x))
    tl.store(out + 3, libdevice.float2int_rz(x))


out = torch.zeros(4, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [2, 2, 3, 2]
### float2uint_rounded
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out):
    x = tl.full((), 2.5, tl.float32)
    tl.store(out + 0, libdevice.float2uint_rn(x))
    tl.store(out + 1, libdevice.float2uint_rd(x))
    tl.store(out + 2, libdevice.float2uint_ru(x))
    tl.store(out + 3, libdevice.float2uint_rz(x))


out = torch.zeros(4, dtype=torch.int64, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [2, 2, 3, 2]
### float2ll_rounded
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out):
    x = tl.full((), 2.5, tl.float32)
    tl.store(out + 0, libdevice.float2ll_rn(x))
    tl.store(out + 1, libdevice.float2ll_rd(x))
    tl.store(out + 2, libdevice.float2ll_ru(x))
    tl.store(out + 3, libdevice.float2ll_rz(x))


out = torch.zeros(4, dtype=torch.int64, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [2, 2, 3, 2]
### float2ull_rounded
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out):
    x = tl.full((), 2.5, tl.float32)
    tl.store(out + 0, libdevice.float2ull_rn(x))
    tl.store(out + 1, libdevice.float2ull_rd(x))
    tl.store(out + 2, libdevice.float2ull_ru(x))
    tl.store(out + 3, libdevice.float2ull_rz(x))


out = torch.zeros(4, dtype=torch.int64, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [2, 2, 3, 2]
### int2float_rounded
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out):
    x = tl.full((), 5, tl.int32)
    tl.store(out + 0, libdevice.int2float_rn(x))
    tl.store(out + 1, libdevice.int2float_rd(x))
    tl.store(out + 2, libdevice.int2float_ru(x))
    tl.store(out + 3, libdevice.int2float_rz(x))


out = torch.zeros(4, dtype=torch.float32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [5.0, 5.0, 5.0, 5.0]
### uint2float_rounded
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out):
    x = tl.full((), 5, tl.uint32)
    tl.store(out + 0, libdevice.uint2float_rn(x))
    tl.store(out + 1, libdevice.uint2float_rd(x))
    tl.store(out + 2, libdevice.uint2float_ru(x))
    tl.store(out + 3, libdevice.uint2float_rz(x))


out = torch.zeros(4, dtype=torch.float32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [5.0, 5.0, 5.0, 5.0]
