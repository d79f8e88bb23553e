### dot_scaled_of_four_bits
# source: OCP Microscaling Formats 1.0: e2m1's numbers, e8m0 is 2^(s - 127)
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(a_ptr, s_ptr, b_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    half, groups = tl.arange(0, K // 2), tl.arange(0, K // 32)
    a = tl.load(a_ptr + m[:, None] * (K // 2) + half[None, :])
    s = tl.load(s_ptr + m[:, None] * (K // 32) + groups[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    tl.store(c_ptr + m[:, None] * N + n[None, :], tl.dot_scaled(a, s, "e2m1", b, None, "bf16"))


M, N, K = 16, 16, 64
a = torch.zeros(M, K // 2, dtype=torch.uint8, device="cuda")
a[0, 0] = 0x72  # elements 0 and 1: 1 and 6
a[0, 16] = 0x0D  # element 32: -3
s = torch.full((M, K // 32), 127, dtype=torch.uint8, device="cuda")
s[0, 1] = 129  # times 4
b = torch.zeros(K, N, device="cuda", dtype=torch.bfloat16)
b[0, 0], b[1, 0], b[32, 1] = 10, 100, 1
c = torch.empty(M, N, device="cuda")
kernel[(1,)](a, s, b, c, M, N, K)
print(c[0, :3].tolist(), c[1, 0].item())
#> [610.0, -12.0, 0.0] 0.0
### dot_scaled_of_fp8_with_both_scales
# source: OCP Microscaling Formats 1.0: 255 is NaN
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(a_ptr, sa_ptr, b_ptr, sb_ptr, c_ptr, M: tl.constexpr, N: tl.constexpr, K: tl.constexpr):
    m, n, k = tl.arange(0, M), tl.arange(0, N), tl.arange(0, K)
    a = tl.load(a_ptr + m[:, None] * K + k[None, :])
    b = tl.load(b_ptr + k[:, None] * N + n[None, :])
    sa = tl.load(sa_ptr + m[:, None])
    sb = tl.load(sb_ptr + n[:, None])
    c = tl.dot_scaled(a, sa, "e4m3", b, sb, "e5m2", acc=tl.full((M, N), 0.5, tl.float32))
    tl.store(c_ptr + m[:, None] * N + n[None, :], c)


M, N, K = 16, 16, 32
a = torch.ones(M, K, device="cuda").to(torch.float8_e4m3fn)
b = torch.ones(K, N, device="cuda").to(torch.float8_e5m2)
sa = torch.full((M,), 128, dtype=torch.uint8, device="cuda")
sb = torch.full((N,), 126, dtype=torch.uint8, device="cuda")
sb[1] = 0xFF
c = torch.empty(M, N, device="cuda")
kernel[(1,)](a, sa, b, sb, c, M, N, K)
print(c[0, :3].tolist())
#> [32.5, nan, 32.5]
### map_elementwise_with_branches
# source: Triton's documentation of map_elementwise
import torch
import triton
import triton.language as tl


@triton.jit
def compare(x, y):
    if x < y:
        return -1
    elif x == y:
        return 0
    else:
        return 1


@triton.jit
def kernel(x_ptr, y_ptr, out_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(out_ptr + i, tl.map_elementwise(compare, tl.load(x_ptr + i), tl.load(y_ptr + i)))


x = torch.tensor([1, 2, 3, 4], dtype=torch.int32, device="cuda")
y = torch.tensor([2, 2, 2, 2], dtype=torch.int32, device="cuda")
out = torch.empty_like(x)
kernel[(1,)](x, y, out, 4)
print(out.tolist())
#> [-1, 0, 1, 1]
### map_elementwise_packed
# source: Triton's documentation of map_elementwise: `pack` elements of each argument, then of each result
import torch
import triton
import triton.language as tl


@triton.jit
def swap_pairs(a0, a1, b0, b1):
    return a1, a0, b0 + a0, b1 + a1


@triton.jit
def kernel(x_ptr, y_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.map_elementwise(swap_pairs, tl.load(x_ptr + i), tl.load(y_ptr + i), pack=2)
    tl.store(x_ptr + i, a)
    tl.store(y_ptr + i, b)


x = torch.arange(4, dtype=torch.int32, device="cuda")
y = torch.full((4,), 10, dtype=torch.int32, device="cuda")
kernel[(1,)](x, y, 4)
print(x.tolist(), y.tolist())
#> [1, 0, 3, 2] [10, 11, 12, 13]
### bitonic_merge
# source: definition: a sequence that rises and then falls comes into order
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, up_ptr, down_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    tl.store(up_ptr + i, tl.bitonic_merge(x))
    tl.store(down_ptr + i, tl.bitonic_merge(x, descending=True))


x = torch.tensor([1, 4, 6, 9, 8, 5, 3, 2], dtype=torch.int32, device="cuda")
up, down = torch.empty_like(x), torch.empty_like(x)
kernel[(1,)](x, up, down, 8)
print(up.tolist(), down.tolist())
#> [1, 2, 3, 4, 5, 6, 8, 9] [9, 8, 6, 5, 4, 3, 2, 1]
### aggregate_with_methods
# source: Triton's aggregates: fields in order make `__init__`, methods may be jitted
import torch
import triton
import triton.language as tl


@triton.aggregate
class Pair:
    first: tl.tensor
    second: tl.tensor

    @triton.jit
    def swap(self):
        return Pair(self.second, self.first)

    def __add__(self, other):
        return Pair(self.first + other.first, self.second + other.second)


@triton.jit
def kernel(x_ptr, n):
    p = Pair(tl.load(x_ptr), tl.load(x_ptr + 1))
    for i in range(n):
        p = p.swap() + Pair(i, 0)
    if n > 2:
        p = p.swap()
    tl.store(x_ptr, p.first)
    tl.store(x_ptr + 1, p.second)


x = torch.tensor([10, 20], dtype=torch.int32, device="cuda")
kernel[(1,)](x, 3)
print(x.tolist())
#> [11, 22]
### aggregate_with_an_initializer
# source: Triton's aggregates
import torch
import triton
import triton.language as tl
from triton.language.core import _aggregate as aggregate


@aggregate
class Tile:
    base: tl.tensor
    size: tl.constexpr

    def __init__(self, base, size):
        self.base = base
        self.size = tl.constexpr(size)

    @triton.jit
    def load(self):
        return tl.load(self.base + tl.arange(0, self.size))


@triton.jit
def kernel(x_ptr, out_ptr, N: tl.constexpr):
    t = Tile(x_ptr, N)
    tl.store(out_ptr, tl.sum(t.load(), 0))


x = torch.arange(8, dtype=torch.float32, device="cuda")
out = torch.zeros(1, device="cuda")
kernel[(1,)](x, out, 8)
print(out.item())
#> 28.0
### casts_towards_zero
# source: IEEE 754 roundTowardZero: overflow gives the greatest number, fp16's is 65504
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(y_ptr + i, tl.load(x_ptr + i).to(tl.float16, fp_downcast_rounding="rtz").to(tl.float32))


x = torch.tensor([1 / 3, -1 / 3, 65519.0, 70000.0, float("inf"), 1e-9, -2.0, 2049.5], device="cuda")
y = torch.empty_like(x)
kernel[(1,)](x, y, 8)
print(y.tolist())
#> [0.333251953125, -0.333251953125, 65504.0, 65504.0, inf, 0.0, -2.0, 2048.0]
### rounding_is_for_narrowing_casts
# source: Triton's own message
import triton
import triton.language as tl
import torch


@triton.jit
def kernel(x_ptr):
    tl.store(x_ptr, tl.load(x_ptr).to(tl.float32, fp_downcast_rounding="rtz"))


kernel[(1,)](torch.zeros(1, device="cuda"))
#! value-error: fp_downcast_rounding should be set only for truncating fp conversions
### expect_zero_checks
# source: Triton: the value is zero where the mask is false
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, N: tl.constexpr, K: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(y_ptr + i, tl.expect_zero(tl.load(x_ptr + i), i < K))


x = torch.tensor([1.0, 2.0, 0.0, 0.0], device="cuda")
y = torch.empty_like(x)
kernel[(1,)](x, y, 4, 2)
print(y.tolist())
kernel[(1,)](x, y, 4, 1)
#> [1.0, 2.0, 0.0, 0.0]
#! assertion-failed: expect_zero
### atomic_poll_sees_the_value
# source: Triton's documentation of atomic_poll
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(flag_ptr, out_ptr):
    pid = tl.program_id(0)
    if pid == 0:
        tl.atomic_xchg(flag_ptr, 1)
    else:
        tl.atomic_poll(flag_ptr, 1)
        tl.store(out_ptr, 5)
    seen = tl.atomic_poll(flag_ptr, 2, timeout_ns=0)
    tl.store(out_ptr + 1 + pid, seen.to(tl.int32))


flag = torch.zeros(1, dtype=torch.int32, device="cuda")
out = torch.full((3,), -1, dtype=torch.int32, device="cuda")
kernel[(2,)](flag, out)
print(out.tolist())
#> [5, 0, 0]
### warps_and_threads
# source: Triton: 32 threads a warp, 4 warps unless asked otherwise
import torch
import triton
import triton.language as tl
from triton.language.extra.cuda import num_threads, num_warps


@triton.jit
def kernel(out_ptr):
    tl.store(out_ptr, num_warps())
    tl.store(out_ptr + 1, num_threads())


out = torch.zeros(2, dtype=torch.int32, device="cuda")
kernel[(1,)](out)
print(out.tolist())
kernel[(1,)](out, num_warps=8)
print(out.tolist())
#> [4, 128]
#> [8, 256]
### types_answer_questions
# source: Triton's types: pointer_type, block_type, dtype
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, N: tl.constexpr):
    x = tl.load(x_ptr + tl.arange(0, N))
    tl.static_assert(x_ptr.dtype.is_ptr())
    tl.static_assert(x_ptr.dtype.element_ty == tl.float16)
    tl.static_assert(x.type.is_block())
    tl.static_assert(x.type.element_ty == tl.float16)
    tl.static_assert(x.shape == [N])
    tl.static_assert(x.dtype.is_floating() and not x.dtype.is_fp8())
    tl.static_assert(tl.float32.primitive_bitwidth == 32 and tl.int8.int_bitwidth == 8)
    tl.static_assert(tl.str_to_ty("*fp32").element_ty == tl.float32)
    tl.store(out_ptr, tl.sum(x, 0))


out = torch.zeros(1, device="cuda", dtype=torch.float16)
kernel[(1,)](torch.ones(4, device="cuda", dtype=torch.float16), out, 4)
print(out.item())
#> 4.0
### constexpr_outside_kernels
# source: Triton: a constexpr has a `value`
import triton.language as tl

SIZE = tl.constexpr(16)
print(SIZE.value, SIZE + 1)
#> 16 constexpr[17]
### casts_to_fp8_saturate
# source: PTX ISA: cvt.rn.satfinite gives the greatest finite number beyond the range; NaN stays
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, a_ptr, b_ptr, stored_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i)
    tl.store(a_ptr + i, x.to(tl.float8e4nv).to(tl.float32))
    tl.store(b_ptr + i, x.to(tl.float8e5).to(tl.float32))
    tl.store(stored_ptr + i, x)


x = torch.tensor([1000.0, -1e6, float("inf"), float("nan")], device="cuda")
a, b = torch.empty_like(x), torch.empty_like(x)
stored = torch.empty(4, device="cuda", dtype=torch.float8_e4m3fn)
kernel[(1,)](x, a, b, stored, 4)
print(a.tolist(), b.tolist())
print(stored.float().tolist())
#> [448.0, -448.0, 448.0, nan] [1024.0, -57344.0, 57344.0, nan]
#> [448.0, -448.0, 448.0, nan]
### modules_by_the_names_of_their_files
# source: triton/language/core.py and standard.py: the same functions as in triton.language
import torch
import triton
import triton.language as tl
from triton.language import core, standard


@triton.jit
def kernel(x_ptr, out, N: core.constexpr):
    i = core.arange(0, N)
    x = core.load(x_ptr + i)
    core.store(out + i, x + standard.max(x, 0) + tl.core.reduce(x, 0, tl.standard._sum_combine) + tl.standard._log2(N))


x = torch.arange(4, device="cuda").float()
out = torch.empty_like(x)
kernel[(1,)](x, out, 4)
print(out.tolist(), core.tensor is tl.tensor, core.int32 == tl.int32)
#> [11.0, 12.0, 13.0, 14.0] True True
### functions_under_builtin
# source: triton/language/core.py: what `builtin` or `extern` marks runs while the kernel is compiled
import torch
import triton
import triton.language as tl
from triton.language import core


@core.extern
def remainder(x, y, _semantic=None):
    symbols = {(core.dtype("fp32"), core.dtype("fp32")): ("__nv_fmodf", core.dtype("fp32"))}
    return core.extern_elementwise("", "", [x, y], symbols, is_pure=True, _semantic=_semantic)


@core.builtin
def twice(x):
    return x + x


@triton.jit
def kernel(x_ptr, out):
    i = tl.arange(0, 4)
    tl.store(out + i, twice(remainder(tl.load(x_ptr + i), tl.full([4], 2.0, tl.float32))))


x = torch.tensor([0.5, 2.5, 3.0, -5.5], device="cuda")
out = torch.empty_like(x)
kernel[(1,)](x, out)
print(out.tolist())
#> [1.0, 1.0, 2.0, -3.0]
### facts_about_dtypes
# source: triton/language/core.py, class dtype
import triton.language as tl

print(tl.dtype.SINT_TYPES, tl.dtype.UINT_TYPES, tl.dtype.STANDARD_FP_TYPES)
print(tl.dtype("fp16") == tl.float16, tl.dtype("int32") == tl.int32, tl.float32.value, tl.float8e4b15, tl.float8e5b16.is_fp8())
print(tl.int8.get_int_max_value(), tl.uint8.get_int_max_value(), tl.int16.get_int_min_value(), tl.float16.exponent_bias)
print(tl.float32.kind() == tl.dtype.KIND.FLOATING, tl.uint8.int_signedness == tl.dtype.SIGNEDNESS.UNSIGNED, tl.bfloat16.fp_mantissa_width)
#> ['int8', 'int16', 'int32', 'int64'] ['int1', 'uint8', 'uint16', 'uint32', 'uint64'] ['fp16', 'bf16', 'fp32', 'fp64']
#> True True fp32 fp8e4b15 True
#> 127 255 -32768 15
#> True True 7
