### directed_rounding
# source: IEEE 754: 1/3 is between 0x3eaaaaaa and 0x3eaaaaab; 0.1f + 0.2f and sqrt(2) likewise, computed with Python's fractions
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out_ptr):
    one, three, two = tl.full((), 1.0, tl.float32), tl.full((), 3.0, tl.float32), tl.full((), 2.0, tl.float32)
    tl.store(out_ptr + 0, libdevice.div_rd(one, three))
    tl.store(out_ptr + 1, libdevice.div_ru(one, three))
    tl.store(out_ptr + 2, libdevice.div_rz(-one, three))
    tl.store(out_ptr + 3, libdevice.sqrt_rd(two))
    tl.store(out_ptr + 4, libdevice.sqrt_ru(two))
    tiny = tl.full((), 1e-20, tl.float32)
    tl.store(out_ptr + 5, libdevice.add_ru(one, tiny))
    tl.store(out_ptr + 6, libdevice.sub_rd(one, tiny))
    tl.store(out_ptr + 7, libdevice.fma_rd(tiny, -one, one))
    tl.store(out_ptr + 8, libdevice.rcp_ru(three))
    tl.store(out_ptr + 9, libdevice.mul_ru(tiny, tiny * 1e-10))


out = torch.zeros(10, device="cuda")
kernel[(1,)](out)
print([hex(v) for v in out.view(torch.int32).tolist()])
#> ['0x3eaaaaaa', '0x3eaaaaab', '-0x41555556', '0x3fb504f3', '0x3fb504f4', '0x3f800001', '0x3f7fffff', '0x3f7fffff', '0x3eaaaaab', '0x1']
### bits_and_integers
# source: CUDA's description of the integer intrinsics
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out_ptr):
    a, b = tl.full((), 0x12345678, tl.int32), tl.full((), 7, tl.int32)
    tl.store(out_ptr + 0, libdevice.brev(tl.full((), 1, tl.int32)) == -2147483648)
    tl.store(out_ptr + 1, libdevice.ffs(tl.full((), 40, tl.int32)))
    tl.store(out_ptr + 2, libdevice.ffs(tl.full((), 0, tl.int32)))
    tl.store(out_ptr + 3, libdevice.hadd(b, tl.full((), 10, tl.int32)))
    tl.store(out_ptr + 4, libdevice.rhadd(b, tl.full((), 10, tl.int32)))
    tl.store(out_ptr + 5, libdevice.sad(b, tl.full((), 10, tl.int32), tl.full((), 5, tl.int32)))
    tl.store(out_ptr + 6, libdevice.mul24(b, tl.full((), -3, tl.int32)))
    tl.store(out_ptr + 7, libdevice.byte_perm(a, tl.full((), 0, tl.int32), tl.full((), 0x0123, tl.int32)))
    tl.store(out_ptr + 8, libdevice.ilogb(tl.full((), 10.0, tl.float32)))
    tl.store(out_ptr + 9, libdevice.double2hiint(tl.full((), 1.0, tl.float64)))


out = torch.zeros(10, device="cuda", dtype=torch.int32)
kernel[(1,)](out)
print(out.tolist()[:7], hex(out[7].item()), out[8].item(), hex(out[9].item()))
#> [1, 4, 0, 8, 9, 8, -21] 0x78563412 3 0x3ff00000
### neighbours
# source: C's nextafter; numbers by their bits
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, libdevice.nextafter(tl.load(x_ptr + i), tl.load(y_ptr + i)))


x = torch.tensor([1.0, 1.0, 0.0, 0.0, -1.0, 2.0, float("inf"), 3.0], device="cuda")
y = torch.tensor([2.0, 0.0, 1.0, -1.0, 0.0, 2.0, 0.0, float("nan")], device="cuda")
out = torch.empty_like(x)
kernel[(1,)](x, y, out, 8)
print([hex(v & 0xFFFFFFFF) for v in out[:7].view(torch.int32).tolist()], out[7].isnan().item())
#> ['0x3f800001', '0x3f7fffff', '0x1', '0x80000001', '0xbf7fffff', '0x40000000', '0x7f7fffff'] True
### special_functions
# source: tables: erfinv(0.5), Gamma(5), ln Gamma(0.5), J0(1), J1(20), Y0(1), Y1(15), I0(1), I1(20), erfcx(10), Phi^-1(0.975)
import torch
import triton
import triton.language as tl
from triton.language.extra import libdevice


@triton.jit
def kernel(out_ptr):
    def_x = tl.full((), 0.5, tl.float64)
    tl.store(out_ptr + 0, libdevice.erfinv(def_x))
    tl.store(out_ptr + 1, libdevice.tgamma(tl.full((), 5.0, tl.float64)))
    tl.store(out_ptr + 2, libdevice.lgamma(def_x))
    tl.store(out_ptr + 3, libdevice.j0(tl.full((), 1.0, tl.float64)))
    tl.store(out_ptr + 4, libdevice.j1(tl.full((), 20.0, tl.float64)))
    tl.store(out_ptr + 5, libdevice.y0(tl.full((), 1.0, tl.float64)))
    tl.store(out_ptr + 6, libdevice.y1(tl.full((), 15.0, tl.float64)))
    tl.store(out_ptr + 7, libdevice.cyl_bessel_i0(tl.full((), 1.0, tl.float64)))
    tl.store(out_ptr + 8, libdevice.cyl_bessel_i1(tl.full((), 20.0, tl.float64)) / 1e7)
    tl.store(out_ptr + 9, libdevice.erfcx(tl.full((), 10.0, tl.float64)))
    tl.store(out_ptr + 10, libdevice.normcdfinv(tl.full((), 0.975, tl.float64)))
    tl.store(out_ptr + 11, libdevice.erfcinv(tl.full((), 1e-10, tl.float64)))


out = torch.zeros(12, device="cuda", dtype=torch.float64)
kernel[(1,)](out)
for v in out.tolist():
    print(f"{v:.9f}")
#> 0.476936276
#> 24.000000000
#> 0.572364943
#> 0.765197687
#> 0.066833124
#> 0.088256964
#> 0.021073628
#> 1.266065878
#> 4.245497339
#> 0.056140993
#> 1.959963985
#> 4.572824967
### wrong_dtype
# source: ours
import torch
import triton
from triton.language.extra import libdevice
import triton.language as tl


@triton.jit
def kernel(x_ptr):
    tl.store(x_ptr, libdevice.lgamma(tl.load(x_ptr)))


try:
    kernel[(1,)](torch.zeros(1, device="cuda", dtype=torch.int32))
except triton.CompilationError as error:
    print(type(error.__cause__).__name__, error.__cause__)
#> TypeError `libdevice.lgamma` takes fp32 or fp64, not `int32`
