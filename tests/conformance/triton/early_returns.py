### returns_in_nested_ifs
# source: Triton's rule: a return under a condition of the run ends the function; CPython runs the same text
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(a_ptr, b_ptr, c_ptr, out_ptr):
    a = tl.load(a_ptr)
    b = tl.load(b_ptr)
    c = tl.load(c_ptr)
    if a > 0:
        if b > 0:
            tl.store(out_ptr, 1)
            return
        elif c > 0:
            tl.store(out_ptr, 2)
            return
        tl.store(out_ptr, 3)
        return
    tl.store(out_ptr, 4)


def t(v):
    return torch.full((1,), v, dtype=torch.int32, device="cuda")


out = t(0)
for a, b, c in ((1, 1, 0), (1, 0, 1), (1, 0, 0), (0, 1, 1)):
    kernel[(1,)](t(a), t(b), t(c), out)
    print(out.item())
#> 1
#> 2
#> 3
#> 4
### what_follows_both_ifs
# source: CPython runs the same text
import torch
import triton
import triton.language as tl


@triton.jit
def sign_or(x, other):
    if x != 0:
        if x < 0:
            return -1
        other += 10
        if x == 5:
            return other
        other += 100
    return other + 1


@triton.jit
def kernel(x_ptr, out_ptr):
    tl.store(out_ptr, sign_or(tl.load(x_ptr), 7))


out = torch.zeros(1, dtype=torch.int32, device="cuda")
for x in (-3, 0, 5, 6):
    kernel[(1,)](torch.full((1,), x, dtype=torch.int32, device="cuda"), out)
    print(out.item())
#> -1
#> 8
#> 17
#> 118
### constexpr_if_around_a_return
# source: CPython runs the same text
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, out_ptr, CHECK: tl.constexpr):
    x = tl.load(x_ptr)
    if CHECK:
        if x > 0:
            tl.store(out_ptr, 1)
            return
    tl.store(out_ptr, 2)


out = torch.zeros(1, dtype=torch.int32, device="cuda")
for x, check in ((1, True), (0, True), (1, False)):
    kernel[(1,)](torch.full((1,), x, dtype=torch.int32, device="cuda"), out, check)
    print(out.item())
#> 1
#> 2
#> 2
