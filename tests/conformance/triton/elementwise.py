### umulhi
# source: CUDA __umulhi: the high word
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.full([2], 0x80000000, tl.uint32)
    tl.store(out + tl.arange(0, 2), tl.umulhi(x, tl.arange(4, 6).to(tl.uint32)).to(tl.int32))
out = torch.zeros(2, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([2, 2], dtype=torch.int32)
### fma_rounds_once
# source: IEEE 754: (1 + 2**-23) * (1 - 2**-23) - 1 = -2**-46, which a rounded product loses
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    e = 1.1920928955078125e-07
    a = tl.full([1], 1.0 + e, tl.float32)
    b = tl.full([1], 1.0 - e, tl.float32)
    minus = tl.full([1], -1.0, tl.float32)
    tl.store(out + tl.arange(0, 1), tl.fma(a, b, minus) * 70368744177664.0)
    tl.store(out + 1 + tl.arange(0, 1), a * b + minus)
out = torch.ones(2, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([-1.,  0.])
### maximum_and_nan
# source: numerics.md 5.3: NONE gives the number, ALL gives NaN
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    nan = tl.full([1], float('nan'), tl.float32)
    i = tl.arange(0, 1)
    tl.store(out + i, tl.maximum(nan, 2.0))
    tl.store(out + 1 + i, tl.minimum(nan, 2.0, propagate_nan=tl.PropagateNan.ALL))
    tl.store(out + 2 + i, tl.clamp(tl.full([1], 9.0, tl.float32), 0.0, 4.0))
out = torch.zeros(3, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([2., nan, 4.])
### where_evaluates_both_sides
# source: tl.where
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    i = tl.arange(0, 4)
    tl.store(out + i, tl.where(i % 2 == 0, i, -i))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 0, -1,  2, -3], dtype=torch.int32)
### cdiv_of_scalars_and_constants
# source: tl.cdiv: (x + d - 1) // d
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, n, D: tl.constexpr):
    tl.store(out, tl.cdiv(n, D))
    tl.static_print(tl.cdiv(10, D))
out = torch.zeros(1, dtype=torch.int32, device='cuda')
kernel[(1,)](out, 9, D=4)
print(out.cpu())
#> 3
#> tensor([3], dtype=torch.int32)
### exact_functions
# source: exp2, log2, sqrt, rsqrt, floor, ceil, abs at exact points
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    i = tl.arange(0, 1)
    four = tl.full([1], 4.0, tl.float32)
    tl.store(out + i, tl.exp2(four))
    tl.store(out + 1 + i, tl.log2(four))
    tl.store(out + 2 + i, tl.sqrt(four))
    tl.store(out + 3 + i, tl.rsqrt(four))
    tl.store(out + 4 + i, tl.floor(-four / 3))
    tl.store(out + 5 + i, tl.ceil(-four / 3))
    tl.store(out + 6 + i, tl.abs(-four))
    tl.store(out + 7 + i, tl.sigmoid(four - 4))
out = torch.zeros(8, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([16.0000,  2.0000,  2.0000,  0.5000, -2.0000, -1.0000,  4.0000,  0.5000])
### methods_of_tensors
# source: core.py: functions are methods too
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    x = tl.arange(0, 4).to(tl.float32)
    tl.store(out, x.sum() + x.max(0) * 10 + (x * x).sqrt().sum(0) * 100)
out = torch.zeros(1, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([636.])
### libdevice_at_exact_points
# source: libdevice
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice
@triton.jit
def kernel(out):
    i = tl.arange(0, 1)
    x = tl.full([1], 2.5, tl.float32)
    tl.store(out + i, libdevice.rint(x))
    tl.store(out + 1 + i, libdevice.round(x))
    tl.store(out + 2 + i, libdevice.trunc(-x))
    tl.store(out + 3 + i, libdevice.pow(x, 2.0))
    tl.store(out + 4 + i, libdevice.fmod(x, 2.0))
    tl.store(out + 5 + i, libdevice.hypot(tl.full([1], 3.0, tl.float32), 4.0))
    tl.store(out + 6 + i, libdevice.copysign(x, -1.0))
    tl.store(out + 7 + i, libdevice.remainder(x, 2.0))
    tl.store(out + 8 + i, libdevice.fdim(x, 1.0))
    tl.store(out + 9 + i, libdevice.ldexp(x, 3))
    tl.store(out + 10 + i, libdevice.saturatef(x))
    tl.store(out + 11 + i, libdevice.cbrt(tl.full([1], 27.0, tl.float32)))
out = torch.zeros(12, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([ 2.0000,  3.0000, -2.0000,  6.2500,  0.5000,  5.0000, -2.5000,  0.5000,
#>          1.5000, 20.0000,  1.0000,  3.0000])
### libdevice_of_integers
# source: libdevice: popc, clz, mulhi
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice
@triton.jit
def kernel(out):
    i = tl.arange(0, 1)
    x = tl.full([1], 0x00F0, tl.int32)
    tl.store(out + i, libdevice.popc(x))
    tl.store(out + 1 + i, libdevice.clz(x))
    tl.store(out + 2 + i, libdevice.mulhi(tl.full([1], -2, tl.int32), tl.full([1], 1, tl.int32)))
    tl.store(out + 3 + i, libdevice.float_as_int(tl.full([1], 1.0, tl.float32)))
out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([         4,         24,         -1, 1065353216], dtype=torch.int32)
### cuda_libdevice_module
# source: triton.language.extra.cuda.libdevice
import torch
import triton
import triton.language as tl
from triton.language.extra.cuda import libdevice
@triton.jit
def kernel(out):
    x = tl.full([1], 0.0, tl.float32)
    tl.store(out + tl.arange(0, 1), libdevice.cosh(x) + libdevice.erfc(x) + libdevice.expm1(x))
out = torch.zeros(1, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([2.])
### dot_accumulates
# source: tl.dot(a, b, acc)
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    i = tl.arange(0, 16)
    a = (i[:, None] == i[None, :]).to(tl.float16) * 2
    b = (i[:, None] * 16 + i[None, :]).to(tl.float16)
    acc = tl.dot(a, b, tl.full([16, 16], 1.0, tl.float32))
    tl.store(out + i[:, None] * 16 + i[None, :], acc)
out = torch.zeros(16, 16, device='cuda')
kernel[(1,)](out)
print((out.cpu() == torch.arange(256).reshape(16, 16) * 2.0 + 1).all())
#> tensor(True)
### dot_of_batches
# source: tl.dot of rank 3
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    a = tl.full([2, 16, 16], 1.0, tl.float16)
    tl.store(out, tl.sum(tl.dot(a, a)))
out = torch.zeros(1, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([8192.])
### inner_sizes_of_a_dot
# source: semantic.py dot
import torch
import triton
import triton.language as tl
@triton.jit
def kernel():
    tl.dot(tl.zeros([16, 32], tl.float16), tl.zeros([16, 32], tl.float16))
kernel[(1,)]()
#! dot-inner-size
### exp_and_division_by_one_number
# source: NumPy's float32 for the quotients, IEEE 754 for zeros, infinities and subnormals
import numpy as np
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(e, q, x, s, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    tl.store(e + i, tl.exp(v))
    tl.store(q + i, v / tl.load(s))
inf, nan = float("inf"), float("nan")
special = [0.0, -0.0, 1.0, -1.0, inf, -inf, nan, 1e-38, 1e-40, -1e-45, 88.7, 88.73, 89.0, 127.0, -87.0, -88.0, -100.0, -103.9, -104.0, -150.0, 1e30, -1e30, 3.4e38]
rng = np.random.RandomState(0)
some = [rng.randn(500) * 40, np.exp(rng.uniform(-87, 88, 501))]
x = np.concatenate([np.array(special, np.float32), *[part.astype(np.float32) for part in some]])
def distance(seen, wanted):
    apart = np.abs(seen.view(np.int32).astype(np.int64) - wanted.view(np.int32))
    return np.max(np.where(np.isnan(seen) & np.isnan(wanted), 0, apart))
for s in [3.0, 0.1, -5.5, 1.9999999, 7e30, 1e-30, 2.0**64, 2.0**-64, 3e38, 1e-40, 1e-45, 0.0, -0.0, inf, -inf, nan]:
    e, q = torch.empty(1024, device="cuda"), torch.empty(1024, device="cuda")
    kernel[(1,)](e, q, torch.tensor(x, device="cuda"), torch.tensor([s], device="cuda"), N=1024, num_warps=4)
    with np.errstate(all="ignore"):
        print(s, distance(q.cpu().numpy(), x / np.float32(s)) <= 1)
print(distance(e.cpu().numpy(), np.exp(x.astype(np.float64)).astype(np.float32)) <= 2)
#> 3.0 True
#> 0.1 True
#> -5.5 True
#> 1.9999999 True
#> 7e+30 True
#> 1e-30 True
#> 1.8446744073709552e+19 True
#> 5.421010862427522e-20 True
#> 3e+38 True
#> 1e-40 True
#> 1e-45 True
#> 0.0 True
#> -0.0 True
#> inf True
#> -inf True
#> nan True
#> True
