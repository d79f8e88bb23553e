### one_element_at_a_time
# source: tl.inline_asm_elementwise; PTX ISA: add.s32
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    i = tl.arange(0, 4)
    v = tl.inline_asm_elementwise("add.s32 $0, $1, 1;", "=r,r", [tl.load(x + i)], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(x + i, v)
x = torch.tensor([0, 5, -1, 2147483647], dtype=torch.int32, device='cuda')
kernel[(1,)](x)
print(x.tolist())
#> [1, 6, 0, -2147483648]
#!browser not-supported: inline PTX
### four_bytes_to_a_register
# source: PTX ISA: prmt, vadd4; Python's integers modulo 256
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, y, swapped, total, N: tl.constexpr):
    i = tl.arange(0, N)
    a, b = tl.load(x + i), tl.load(y + i)
    s = tl.inline_asm_elementwise("""
      {
        .reg .b32 low, high;
        and.b32 low, $1, 0x7f7f7f7f;
        and.b32 high, $2, 0x7f7f7f7f;
        add.u32 low, low, high;
        xor.b32 high, $1, $2;
        and.b32 high, high, 0x80808080;
        xor.b32 $0, low, high;
      }""", "=r,r,r", [a, b], dtype=tl.int8, is_pure=True, pack=4)
    tl.store(total + i, s)
    tl.store(swapped + i, tl.inline_asm_elementwise("not.b32 $0, $1;", "=r,r", [a], dtype=tl.int8, is_pure=True, pack=4))
n = 512 # four to a thread
x = torch.arange(n, device='cuda').to(torch.int8)
y = (torch.arange(n, device='cuda') * 7 + 3).to(torch.int8)
swapped, total = torch.empty_like(x), torch.empty_like(x)
kernel[(1,)](x, y, swapped, total, n)
print(torch.equal(total.cpu(), (x + y).cpu()), torch.equal(swapped.cpu(), (-1 - x).cpu()), total[40:45].tolist())
#> True True [67, 75, 83, 91, 99]
#!browser not-supported: inline PTX
### bytes_unpacked_to_words_and_floats
# source: PTX ISA: mov of a vector of .b8, cvt; max of a byte and a float
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(A, B, C, D, BLOCK: tl.constexpr):
    a, b = tl.load(A + tl.arange(0, BLOCK)), tl.load(B + tl.arange(0, BLOCK))
    c, d = tl.inline_asm_elementwise(
        asm="""
        {
          .reg .b8 part<4>;
          mov.b32 {part0, part1, part2, part3}, $8;
          cvt.u32.u8 $0, part0;
          cvt.u32.u8 $1, part1;
          cvt.u32.u8 $2, part2;
          cvt.u32.u8 $3, part3;
        }
        cvt.rn.f32.s32 $4, $0;
        cvt.rn.f32.s32 $5, $1;
        cvt.rn.f32.s32 $6, $2;
        cvt.rn.f32.s32 $7, $3;
        max.f32 $4, $4, $9;
        max.f32 $5, $5, $10;
        max.f32 $6, $6, $11;
        max.f32 $7, $7, $12;
        """,
        constraints="=r,=r,=r,=r,=f,=f,=f,=f,r,f,f,f,f", args=[a, b], dtype=(tl.int32, tl.float32), is_pure=True, pack=4)
    tl.store(C + tl.arange(0, BLOCK), c)
    tl.store(D + tl.arange(0, BLOCK), d)
a = torch.tensor([0, 1, 200, 255, 7, 8, 9, 10], dtype=torch.uint8, device='cuda')
b = torch.tensor([-1.0, 1.5, 100.0, 256.0, 7.5, -8.0, 0.0, 10.25], device='cuda')
c, d = torch.empty(8, dtype=torch.int32, device='cuda'), torch.empty(8, device='cuda')
kernel[(1,)](a, b, c, d, 8)
print(c.tolist(), d.tolist())
#> [0, 1, 200, 255, 7, 8, 9, 10] [0.0, 1.5, 200.0, 256.0, 7.5, 8.0, 9.0, 10.25]
#!browser not-supported: inline PTX
### pairs_of_bfloat16
# source: PTX ISA: fma.rn.bf16x2; the values are exact
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, y, N: tl.constexpr):
    i = tl.arange(0, N)
    v = tl.load(x + i)
    r = tl.inline_asm_elementwise("{ .reg .b32 c; mov.b32 c, 0x40003f80; fma.rn.bf16x2 $0, $1, $1, c; }", "=r,r", [v], dtype=tl.bfloat16, is_pure=True, pack=2)
    tl.store(y + i, r)
x = torch.arange(64, device='cuda').to(torch.bfloat16) * 0.5 - 4
y = torch.empty_like(x)
kernel[(1,)](x, y, 64)
print(y[:6].tolist())
#> [17.0, 14.25, 10.0, 8.25, 5.0, 4.25]
#!browser not-supported: inline PTX
### half_registers
# source: PTX ISA: mul.f16 in .b16 registers (constraint h), cvt.f32.f16
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, y, z):
    i = tl.arange(0, 32)
    h, f = tl.inline_asm_elementwise("mul.f16 $0, $2, $2; cvt.f32.f16 $1, $2;", "=h,=f,h", [tl.load(x + i)], dtype=[tl.float16, tl.float32], is_pure=True, pack=1)
    tl.store(y + i, h)
    tl.store(z + i, f)
x = (torch.arange(32, device='cuda') - 16).to(torch.float16) / 4
y, z = torch.empty_like(x), torch.empty(32, device='cuda')
kernel[(1,)](x, y, z)
print(torch.equal(y.cpu(), (x * x).cpu()), torch.equal(z.cpu(), x.float().cpu()))
#> True True
#!browser not-supported: inline PTX
### predicates_and_selections
# source: PTX ISA: setp, selp, guards; Collatz's next number by Python
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, y):
    i = tl.arange(0, 64)
    v = tl.inline_asm_elementwise("""{
        .reg .pred odd;
        .reg .s32 bit;
        and.b32 bit, $1, 1;
        setp.eq.s32 odd, bit, 1;
        @odd mad.lo.s32 $0, $1, 3, 1;
        @!odd shr.s32 $0, $1, 1;
        selp.s32 bit, 0, $0, odd;
      }""", "=&r,r", [tl.load(x + i)], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(y + i, v)
x = torch.arange(64, dtype=torch.int32, device='cuda')
y = torch.empty_like(x)
kernel[(1,)](x, y)
print(y.tolist() == [3 * n + 1 if n % 2 else n // 2 for n in range(64)])
#> True
#!browser not-supported: inline PTX
### a_loop_with_a_label
# source: Euclid's algorithm by math.gcd
import math
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, y, z):
    i = tl.arange(0, 128)
    v = tl.inline_asm_elementwise("""{
        .reg .pred done;
        .reg .u32 a, b, c;
        mov.u32 a, $1;
        mov.u32 b, $2;
      again:
        setp.eq.u32 done, b, 0;
        @done bra out;
        rem.u32 c, a, b;
        mov.u32 a, b;
        mov.u32 b, c;
        bra again;
      out:
        mov.u32 $0, a;
      }""", "=r,r,r", [tl.load(x + i), tl.load(y + i)], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(z + i, v)
x = torch.arange(128, dtype=torch.int32, device='cuda') * 12
y = torch.arange(128, dtype=torch.int32, device='cuda') * 5 + 30
z = torch.empty_like(x)
kernel[(1,)](x, y, z)
print(z.tolist() == [math.gcd(12 * n, 5 * n + 30) for n in range(128)])
#> True
#!browser not-supported: inline PTX
### bits
# source: PTX ISA: lop3 (0xE8 is the majority), prmt 0x0123 turns the bytes round, popc, bfe, brev; Python's integers
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, out):
    i = tl.arange(0, 32)
    a = tl.load(x + i)
    m, p, c, f = tl.inline_asm_elementwise("""
        lop3.b32 $0, $4, $5, $6, 0xE8;
        prmt.b32 $1, $4, 0, 0x0123;
        popc.b32 $2, $4;
        bfe.u32 $3, $4, 8, 12;""", "=r,=r,=r,=r,r,r,r", [a, a * 3, a * 5], dtype=(tl.int32, tl.int32, tl.int32, tl.int32), is_pure=True, pack=1)
    tl.store(out + i, m)
    tl.store(out + 32 + i, p)
    tl.store(out + 64 + i, c)
    tl.store(out + 96 + i, f)
n = [k * 2654435761 % 2**32 for k in range(32)]
signed = lambda v: (v + 2**31) % 2**32 - 2**31
x = torch.tensor([signed(v) for v in n], dtype=torch.int32, device='cuda')
out = torch.empty(128, dtype=torch.int32, device='cuda')
kernel[(1,)](x, out)
got = out.tolist()
majority = lambda a, b, c: a & b | b & c | a & c
print(got[:32] == [signed(majority(v, v * 3 % 2**32, v * 5 % 2**32)) for v in n])
print(got[32:64] == [signed(int.from_bytes(v.to_bytes(4, "little"), "big")) for v in n])
print(got[64:96] == [bin(v).count("1") for v in n], got[96:] == [v >> 8 & 0xfff for v in n])
#> True
#> True
#> True True
#!browser not-supported: inline PTX
### approximations
# source: PTX ISA: ex2.approx and rcp.approx within 2 units, tanh.approx within 2^-11
import math
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, out, N: tl.constexpr):
    i = tl.arange(0, N)
    a = tl.load(x + i)
    e, t, r = tl.inline_asm_elementwise("ex2.approx.ftz.f32 $0, $3; tanh.approx.f32 $1, $3; rcp.approx.ftz.f32 $2, $3;", "=f,=f,=f,f", [a],
                                        dtype=(tl.float32, tl.float32, tl.float32), is_pure=True, pack=1)
    tl.store(out + i, e)
    tl.store(out + N + i, t)
    tl.store(out + 2 * N + i, r)
n = 256
x = torch.arange(n, device='cuda') / 32 - 4.01
out = torch.empty(3 * n, device='cuda')
kernel[(1,)](x, out, n)
got, values = out.tolist(), x.tolist()
print(all(abs(g - 2 ** v) <= 1e-6 * 2 ** v for g, v in zip(got, values)))
print(all(abs(g - math.tanh(v)) <= 2 ** -10 for g, v in zip(got[n:], values)))
print(all(abs(g * v - 1) <= 1e-6 for g, v in zip(got[2 * n:], values)))
#> True
#> True
#> True
#!browser not-supported: inline PTX
### sixty_four_bits
# source: PTX ISA: mul.hi.u64, fma.rn.f64, mov.b64 of two halves; Python's integers
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, d, high, turned, square):
    i = tl.arange(0, 16)
    a, b = tl.load(x + i), tl.load(d + i)
    h = tl.inline_asm_elementwise("mul.hi.u64 $0, $1, $2;", "=l,l,l", [a, a * 3], dtype=tl.int64, is_pure=True, pack=1)
    t = tl.inline_asm_elementwise("{ .reg .b32 low, high; mov.b64 {low, high}, $1; mov.b64 $0, {high, low}; }", "=l,l", [a], dtype=tl.int64, is_pure=True, pack=1)
    s = tl.inline_asm_elementwise("fma.rn.f64 $0, $1, $1, 0d3FE0000000000000;", "=d,d", [b], dtype=tl.float64, is_pure=True, pack=1)
    tl.store(high + i, h)
    tl.store(turned + i, t)
    tl.store(square + i, s)
values = [k * 11400714819323198485 % 2**63 for k in range(16)]
x = torch.tensor(values, dtype=torch.int64, device='cuda')
d = torch.arange(16, dtype=torch.float64, device='cuda') / 4
high, turned, square = torch.empty_like(x), torch.empty_like(x), torch.empty_like(d)
kernel[(1,)](x, d, high, turned, square)
signed = lambda v: (v + 2**63) % 2**64 - 2**63
print(high.tolist() == [signed((v * (v * 3 % 2**64)) >> 64) for v in values])
print(turned.tolist() == [signed(v % 2**32 << 32 | v >> 32) for v in values])
print(square.tolist() == [(k / 4) ** 2 + 0.5 for k in range(16)])
#> True
#> True
#> True
#!browser not-supported: inline PTX
### in_a_loop_of_a_function_under_a_mask
# source: Python's integers: a xorshift step, ten times; blocks of 1024 elements, the last one cut
import torch
import triton
import triton.language as tl
@triton.jit
def step(v):
    return tl.inline_asm_elementwise("""{
        .reg .b32 t;
        shl.b32 t, $1, 13; xor.b32 $0, $1, t;
        shr.u32 t, $0, 17; xor.b32 $0, $0, t;
        shl.b32 t, $0, 5;  xor.b32 $0, $0, t;
      }""", "=&r,r", [v], dtype=tl.int32, is_pure=True, pack=1)
@triton.jit
def kernel(x, n, rounds, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + i, mask=i < n, other=1)
    for _ in range(rounds):
        v = step(v)
    tl.store(x + i, v, mask=i < n)
n = 2500
x = torch.arange(1, n + 1, dtype=torch.int32, device='cuda')
kernel[(3,)](x, n, 10, 1024)
def xorshift(v):
    v ^= v << 13 & 0xffffffff
    v ^= v >> 17
    return v ^ v << 5 & 0xffffffff
want = []
for v in range(1, n + 1):
    for _ in range(10):
        v = xorshift(v)
    want.append(v - 2**32 if v >= 2**31 else v)
print(x.tolist() == want)
#> True
#!browser not-supported: inline PTX
### matrices_scalars_and_no_operands
# source: PTX ISA: mov, mad; a result without operands is one for all elements
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x, k):
    five = tl.inline_asm_elementwise("mov.u32 $0, 5;", "=r", [], dtype=tl.int32, is_pure=True, pack=1)
    k = tl.inline_asm_elementwise("mul.lo.s32 $0, $1, $1;", "=r,r", [k], dtype=tl.int32, is_pure=False, pack=1)
    i = tl.arange(0, 4)[:, None] * 8 + tl.arange(0, 8)[None, :]
    v = tl.inline_asm_elementwise("mad.lo.s32 $0, $1, $2, $3;", "=r,r,r,r", [i, k, five], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(x + i, v)
x = torch.empty(4, 8, dtype=torch.int32, device='cuda')
kernel[(1,)](x, 10)
print(x.flatten().tolist() == [100 * n + 5 for n in range(32)])
#> True
#!browser not-supported: inline PTX
### tied_operands
# source: LLVM: an operand `0` begins in the register of result 0
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    i = tl.arange(0, 32)
    tl.store(x + i, tl.inline_asm_elementwise("add.s32 $0, $0, $2;", "=r,0,r", [tl.load(x + i), i], dtype=tl.int32, is_pure=True, pack=1))
x = torch.full((32,), 100, dtype=torch.int32, device='cuda')
kernel[(1,)](x)
print(x.tolist() == [100 + n for n in range(32)])
#> True
#!browser not-supported: inline PTX
### memory_is_refused
# source: ours
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    v = tl.inline_asm_elementwise("{ .reg .u64 a; cvt.u64.u32 a, $1; ld.global.b32 $0, [a]; }", "=r,r", [tl.load(x)], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(x, v)
kernel[(1,)](torch.zeros(4, dtype=torch.int32, device='cuda'))
#! not-supported: inline PTX
### other_threads_are_refused
# source: ours
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    i = tl.arange(0, 32)
    v = tl.inline_asm_elementwise("shfl.sync.bfly.b32 $0, $1, 1, 31, -1;", "=r,r", [tl.load(x + i)], dtype=tl.int32, is_pure=True, pack=1)
    tl.store(x + i, v)
kernel[(1,)](torch.zeros(32, dtype=torch.int32, device='cuda'))
#! not-supported: inline PTX
### special_registers_are_refused
# source: ours
import torch
import triton
import triton.language as tl
from triton.language.extra.cuda import smid
@triton.jit
def kernel(x):
    tl.store(x, smid())
kernel[(1,)](torch.zeros(4, dtype=torch.int32, device='cuda'))
#! not-supported: inline PTX
### pack_must_divide
# source: Triton's verifier of elementwise_inline_asm
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    i = tl.arange(0, 8)
    tl.inline_asm_elementwise("mov.b32 $0, $1;", "=r,r", [tl.load(x + i)], dtype=tl.int8, is_pure=True, pack=3)
kernel[(1,)](torch.zeros(8, dtype=torch.int8, device='cuda'))
#! value-error: number of input elements 8 must be a multiple of the op's packed_element attribute, 3
