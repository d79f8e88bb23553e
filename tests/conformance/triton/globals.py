### constants_around_a_kernel
# source: Triton: names of the module are readable as `tl.constexpr`, by value or by annotation
import torch
import triton
import triton.language as tl

BLOCK = tl.constexpr(4)
SHIFT: tl.constexpr = 10


@triton.jit
def kernel(x_ptr):
    i = tl.arange(0, BLOCK)
    tl.store(x_ptr + i, i + SHIFT)


x = torch.zeros(4, dtype=torch.int32, device="cuda")
kernel[(1,)](x)
print(x.tolist())
#> [10, 11, 12, 13]
### other_globals_are_refused
# source: Triton's own message
import torch
import triton
import triton.language as tl

SHIFT = 10


@triton.jit
def kernel(x_ptr):
    tl.store(x_ptr, SHIFT)


try:
    kernel[(1,)](torch.zeros(1, device="cuda"))
except triton.CompilationError as error:
    print(type(error.__cause__).__name__, str(error.__cause__)[:72])
#> NameError Cannot access global variable SHIFT from within @jit'ed function. Triton
### functions_of_the_host_read_what_they_like
# source: Triton: constexpr_function is Python
import torch
import triton
import triton.language as tl

SIZES = [1, 2, 4]


@triton.constexpr_function
def size(k):
    return SIZES[k]


@triton.jit
def kernel(x_ptr):
    tl.store(x_ptr, size(2))


x = torch.zeros(1, dtype=torch.int32, device="cuda")
kernel[(1,)](x)
print(x.item())
#> 4
