### errors_of_types_and_shapes
# source: triton/compiler/code_generator.py and triton/language/semantic.py raise for each of these; the words are theirs where they have any
import torch
import triton
import triton.language as tl

KERNELS = []


def refused(kernel):
    KERNELS.append(kernel)
    return kernel


@refused
@triton.jit
def carried_dtype(p, n):
    acc = 0
    for i in range(n):
        acc = acc + 1.5


@refused
@triton.jit
def carried_sign(p, n):
    acc = tl.zeros((4,), tl.int32)
    for i in range(n):
        acc = acc.to(tl.uint32)


@refused
@triton.jit
def carried_pointer(p, n):
    q = p
    for i in range(n):
        q = 3


@refused
@triton.jit
def carried_by_while(p, n):
    acc = tl.zeros((4,), tl.int32)
    i = 0
    while i < n:
        acc = acc.to(tl.float32)
        i += 1


@refused
@triton.jit
def branches(p, n):
    if n > 4:
        x = tl.zeros((4,), tl.int32)
    else:
        x = tl.zeros((4,), tl.uint32)


@refused
@triton.jit
def branches_with_a_pointer(p, n):
    if n > 4:
        q = p
    else:
        q = 3


@refused
@triton.jit
def number_of_another_width(p, n):
    x = tl.load(p).to(tl.int64)
    if n > 4:
        x = 0


@refused
@triton.jit
def conditional(p, n):
    x = tl.zeros((4,), tl.int32) if n > 4 else tl.zeros((4,), tl.float32)


@triton.jit
def two_returns(n):
    if n > 4:
        return n
    return 1.5


@refused
@triton.jit
def return_types(p, n):
    tl.store(p, two_returns(n))


@refused
@triton.jit
def defined_twice(p, n):
    x: tl.constexpr = 3
    x: tl.constexpr = 4


@refused
@triton.jit
def parameter_defined_again(p, n):
    n: tl.constexpr = 4


@refused
@triton.jit
def two_targets(p, n):
    a = b = 3


@refused
@triton.jit
def chained_comparison(p, n):
    if 0 < n < 4:
        tl.store(p, 1)


@refused
@triton.jit
def return_in_a_loop(p, n):
    for i in range(n):
        return


def plain(x):
    return x + 1


@refused
@triton.jit
def plain_function(p, n):
    tl.store(p, plain(n))


@refused
@triton.jit
def accumulator_dtype(p, n):
    tl.dot(tl.zeros((16, 16), tl.float16), tl.zeros((16, 16), tl.float16), acc=tl.zeros((16, 16), tl.int32))


@refused
@triton.jit
def product_too_flat(p, n):
    tl.dot(tl.zeros((16, 8), tl.float16), tl.zeros((8, 16), tl.float16))


@refused
@triton.jit
def precision_of_a_product(p, n):
    tl.dot(tl.zeros((16, 16), tl.float32), tl.zeros((16, 16), tl.float32), input_precision="half")


@refused
@triton.jit
def mask_of_a_store(p, n):
    tl.store(p + tl.arange(0, 8), 1.0, mask=tl.arange(0, 8))


@refused
@triton.jit
def mask_of_a_load(p, n):
    tl.load(p + tl.arange(0, 8), mask=tl.arange(0, 8), other=0)


@refused
@triton.jit
def cache_modifier(p, n):
    tl.load(p, cache_modifier=".xx")


@refused
@triton.jit
def eviction_policy(p, n):
    tl.store(p, 1.0, eviction_policy="never")


@refused
@triton.jit
def rank_of_a_broadcast(p, n):
    tl.broadcast_to(tl.zeros((4,), tl.float32), (8, 4))


@refused
@triton.jit
def joined_dtypes(p, n):
    tl.join(tl.zeros((4,), tl.float32), tl.zeros((4,), tl.int32))


@triton.jit
def rounded_sum(a, b):
    return (a + b).to(tl.int32)


@refused
@triton.jit
def combined_dtype(p, n):
    tl.reduce(tl.zeros((4,), tl.float32), 0, rounded_sum)


@refused
@triton.jit
def fma_of_integers(p, n):
    tl.fma(tl.zeros((4,), tl.int32), 2, 3)


@refused
@triton.jit
def descriptor_stride(p, n):
    tl.make_tensor_descriptor(p, [n, n], [1, n], [8, 8])


@refused
@triton.jit
def descriptor_of_a_narrow_block(p, n):
    tl.make_tensor_descriptor(p, [n, n], [n, 1], [8, 2])


for kernel in KERNELS:
    try:
        kernel[(1,)](torch.zeros(64, device="cuda"), 7)
        print(kernel.__name__, "is accepted")
    except triton.CompilationError as error:
        while error.__cause__ is not None:
            error = error.__cause__
        print(str(error)[:78])
#> Loop-carried variable acc has initial type int32 but is re-assigned to fp32 in
#> Loop-carried variable acc has initial type <['4'], int32> but is re-assigned t
#> Loop-carried variable q has initial type pointer<fp32> but is re-assigned to i
#> Loop-carried variable acc has initial type <['4'], int32> but is re-assigned t
#> Mismatched type for x between then block (<['4'], int32>) and else block (<['4
#> Mismatched type for q between then block (pointer<fp32>) and else block (int32
#> Mismatched type for x between then block (int32) and else block (int64)
#> Inconsistent types after a dynamic condition: <['4'], int32> and <['4'], fp32>
#> Inconsistent types after a dynamic condition: int32 and fp32
#> x is already defined. constexpr cannot be reassigned.
#> n is already defined. constexpr cannot be reassigned.
#> simultaneous multiple assignment is not supported.
#> simultaneous multiple comparison is not supported
#> `return` is not supported inside a loop that only the run decides
#> Cannot access global variable plain from within @jit'ed function. Triton kerne
#> `acc` is int32(16, 16) but the product is float32(16, 16)
#> Input shapes should have M >= 1, N >= 1 and K >= 16, but K is 8
#> input_precision must be one of ('tf32', 'tf32x3', 'ieee', 'bf16x3', 'bf16x6').
#> Mask must have boolean scalar type: it is `int32`
#> Mask must have boolean scalar type: it is `int32`
#> Cache modifier `.xx` not supported, expected one of `.ca`, `.cg`, `.cs`, `.cv`
#> Eviction policy `never` not supported, expected one of `evict_last`, `evict_fi
#> Cannot broadcast, rank mismatch: (4,), (8, 4)
#> `tl.join` takes two blocks of one dtype: `a` is float32 but `b` is int32
#> `combine_fn` of `tl.reduce` returns `int32()` for entries of `float32()`
#> `tl.fma` takes floats, not `int32`
#> Tensor descriptor last dim must be 1 but got a number that only the run knows
#> Descriptor block shape must have at least 16 bytes in the last dimension, but 
### constants_in_an_unrolled_loop
# source: ours: the statement runs again
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    for k in tl.static_range(3):
        square: tl.constexpr = k * k
        tl.store(out + k, square)


out = torch.zeros(3, device="cuda")
kernel[(1,)](out)
print(out.tolist())
#> [0.0, 1.0, 4.0]
