### operators_of_all_pairs_of_integers
# source: C's usual arithmetic conversions (triton/language/semantic.py integer_promote_impl), worked out in Python's integers
import torch
import triton
import triton.language as tl

NAMES = ["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"]


@triton.jit
def kernel(x_ptr, y_ptr, out):
    i = tl.arange(0, 4)
    x = tl.load(x_ptr + i)
    y = tl.load(y_ptr + i)
    tl.store(out + i, (x + y).to(tl.int64))
    tl.store(out + 4 + i, (x - y).to(tl.int64))
    tl.store(out + 8 + i, (x * y).to(tl.int64))
    tl.store(out + 12 + i, (x << y).to(tl.int64))
    tl.store(out + 16 + i, (x >> y).to(tl.int64))
    tl.store(out + 20 + i, (x < y).to(tl.int64))
    tl.store(out + 24 + i, (x == y).to(tl.int64))
    tl.store(out + 28 + i, tl.maximum(x, y).to(tl.int64))
    tl.store(out + 32 + i, tl.minimum(x, y).to(tl.int64))
    tl.store(out + 36 + i, (x & y).to(tl.int64))
    tl.store(out + 40 + i, (x | y).to(tl.int64))
    tl.store(out + 44 + i, tl.where(x < y, x, y).to(tl.int64))


def width(name):
    return int(name.lstrip("uint"))


def wrap(value, name):
    bits = width(name)
    value &= (1 << bits) - 1
    return value - (1 << bits) if name[0] != "u" and value >> (bits - 1) else value


def promote(a, b):
    if (a[0] == "u") == (b[0] == "u"):
        return a if width(a) >= width(b) else b
    unsigned, signed = (a, b) if a[0] == "u" else (b, a)
    return unsigned if width(unsigned) >= width(signed) else signed


def expected(op, a, x, b, y):
    common = promote(a, b)
    x, y = wrap(x, common), wrap(y, common)
    if op == ">>":  # the left operand says whether the sign is repeated
        return wrap(wrap(x, a[0] != "u" and f"int{width(common)}" or f"uint{width(common)}") >> y, common)
    results = {"+": x + y, "-": x - y, "*": x * y, "<<": x << (y & 63), "<": int(x < y), "==": int(x == y), "max": max(x, y),
               "min": min(x, y), "&": x & y, "|": x | y, "where": x if x < y else y}
    return results[op] if op in ("<", "==") else wrap(results[op], common)


wrong = 0
for a in NAMES:
    for b in NAMES:
        xs = [249, 5, 128, 1] if a[0] == "u" else [-7, 5, -128, 1]
        ys = [1, 2, 3, 1]
        out = torch.zeros(48, dtype=torch.int64, device="cuda")
        kernel[(1,)](torch.tensor(xs, dtype=getattr(torch, a), device="cuda"), torch.tensor(ys, dtype=getattr(torch, b), device="cuda"), out)
        results = out.tolist()
        for number, op in enumerate(["+", "-", "*", "<<", ">>", "<", "==", "max", "min", "&", "|", "where"]):
            seen = results[4 * number : 4 * number + 4]
            want = [wrap(expected(op, a, x, b, y), "int64") for x, y in zip(xs, ys)]
            if seen != want:
                print(a, op, b, seen, want)
                wrong += 1
print(wrong, "wrong")
#> 0 wrong
### shifts_of_numbers
# source: triton/language/core.py: of `number >> block` the block's type says whether the sign is repeated
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    tl.store(out, (-16 >> tl.full([], 2, tl.int32)).to(tl.int64))
    tl.store(out + 1, (tl.full([], -16, tl.int32) >> 2).to(tl.int64))
    tl.store(out + 2, (tl.full([], 0xFFFFFFF0, tl.uint32) >> 2).to(tl.int64))
    tl.store(out + 3, (0xFFFFFFF0 >> tl.full([], 2, tl.uint32)).to(tl.int64))


out = torch.zeros(4, dtype=torch.int64, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [-4, -4, 1073741820, 1073741820]
### unsigned_of_64_bits
# source: Python's integers modulo 2**64
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out, n, BIG: tl.constexpr):
    big = tl.full([2], BIG, tl.uint64)
    i = tl.arange(0, 2)
    tl.store(out + i, big + i.to(tl.uint64))
    tl.store(out + 2 + i, n - i.to(tl.uint64))
    tl.store(out + 4, n // 3)
    tl.store(out + 5, n % 10)
    tl.store(out + 6, n >> 1)
    if n > 5:
        tl.store(out + 7, n)
    tl.static_print(n.dtype)


out = torch.zeros(8, dtype=torch.uint64, device="cuda")
kernel[(1,)](out, 2**64 - 4, 2**63 + 5)
print(out.tolist() == [2**63 + 5, 2**63 + 6, 2**64 - 4, 2**64 - 5, (2**64 - 4) // 3, (2**64 - 4) % 10, 2**63 - 2, 2**64 - 4])
print(out[0].item())
#> uint64
#> True
#> 9223372036854775813
### a_scalar_argument_is_stored
# source: what is passed
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out, n):
    tl.store(out, n)


out = torch.zeros(2, dtype=torch.int64, device="cuda")
kernel[(1,)](out, 2**40)
print(out.tolist())
#> [1099511627776, 0]
### numbers_with_names_have_types
# source: triton/compiler/code_generator.py: an assignment makes a scalar of a number, an annotation with constexpr does not
import torch
import triton
import triton.language as tl


@triton.jit
def half():
    return 0.5


@triton.jit
def kernel():
    x = tl.full([4], 1, tl.float16)
    scale = 1.44269504
    exact: tl.constexpr = 1.44269504
    a, b = 1, 2.5
    n = 3
    n += 1
    tl.static_print((x * 1.44269504).dtype, (x * scale).dtype, (x * exact).dtype, a.dtype, b.dtype, n.dtype, (x * half()).dtype)


kernel[(1,)]()
#> fp16 fp32 fp16 int32 fp32 int32 fp32
