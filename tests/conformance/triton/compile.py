### error_of_a_kernel
# source: Triton: `at LINE:COL:` counts from the `def`, the source stands above a caret, `__cause__` is the error itself
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr):
    # a comment
    y = tl.load(x_ptr)
    tl.store(x_ptr, y + z)


try:
    kernel[(1,)](torch.zeros(1, device="cuda"))
except triton.CompilationError as error:
    print(str(error))
    print(type(error.__cause__).__name__, error.__cause__)
    print(isinstance(error, triton.TritonError))
#> at 4:24:
#> def kernel(x_ptr):
#>     # a comment
#>     y = tl.load(x_ptr)
#>     tl.store(x_ptr, y + z)
#>                         ^
#> name 'z' is not defined
#> NameError name 'z' is not defined
#> True
### error_of_a_function_that_a_kernel_calls
# source: Triton: one error for each function on the way, chained by `__cause__`
import torch
import triton
import triton.language as tl
from triton.compiler.errors import CompilationError


@triton.jit
def inner(x):
    return x + missing


@triton.jit
def outer(x_ptr):
    value = tl.load(x_ptr)
    tl.store(x_ptr, inner(value))


try:
    outer[(1,)](torch.zeros(1, device="cuda"))
except CompilationError as error:
    print(str(error).splitlines()[0], str(error).splitlines()[-2])
    print(str(error.__cause__).splitlines()[0])
    print(type(error.__cause__.__cause__).__name__)
#> at 3:20:     tl.store(x_ptr, inner(value))
#> at 2:15:
#> NameError
### uncaught_errors_stand_where_they_are
# source: ours
import torch
import triton
import triton.language as tl


@triton.jit
def inner(x):
    return x + missing


@triton.jit
def outer(x_ptr):
    tl.store(x_ptr, inner(tl.load(x_ptr)))


outer[(1,)](torch.zeros(1, device="cuda"))
#! unknown-name: name 'missing' is not defined
### static_assert_is_an_error_of_its_own
# source: Triton: CompileTimeAssertionFailure is a CompilationError
import triton
import triton.language as tl
from triton.compiler.errors import CompilationError, CompileTimeAssertionFailure


@triton.jit
def kernel():
    tl.static_assert(1 == 2, "never")


try:
    triton.compile(triton.compiler.ASTSource(fn=kernel, signature={}, constexprs={}))
except CompileTimeAssertionFailure as error:
    print(isinstance(error, CompilationError), str(error).splitlines()[0], "never" in str(error))
#> True at 2:4: True
### compile_a_source
# source: Triton: ASTSource names types by parameter; the stages are texts
import triton
import triton.language as tl
from triton.compiler import ASTSource


@triton.jit
def kernel(x_ptr, y_ptr, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(y_ptr + i, tl.load(x_ptr + i, mask=i < n), mask=i < n)


source = ASTSource(fn=kernel, signature={"x_ptr": "*fp32", "y_ptr": "*fp32:16", "n": "i32", "BLOCK": "constexpr"}, constexprs={"BLOCK": 64})
compiled = triton.compile(source, options={"num_warps": 8})
print(compiled.name, compiled.metadata.num_warps, "ttir" in compiled.asm)
by_path = triton.compile(ASTSource(kernel, {"x_ptr": "*fp16", "y_ptr": "*fp16", "n": "i32"}, {(3,): 32}))
print(by_path.metadata.num_warps)
#> kernel 8 True
#> 4
### signature_lacks_a_parameter
# source: ours
import triton
from triton.compiler import ASTSource


@triton.jit
def kernel(x_ptr, n):
    pass


triton.compile(ASTSource(kernel, {"x_ptr": "*fp32"}))
#! value-error: `n` of kernel `kernel` has neither a type
### warmup_with_types
# source: Triton: a dtype stands for a tensor in `warmup`
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, n, BLOCK: tl.constexpr):
    tl.store(x_ptr + tl.arange(0, BLOCK), n)


handle = kernel.warmup(torch.float32, 7, BLOCK=16, grid=(1,), num_warps=2)
print(handle.name, handle.metadata.num_warps)
#> kernel 2
### changed_source
# source: Triton's own tests: a kernel's source is text that can be changed
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    tl.store(x_ptr + i, EXPRESSION)


for text in ("i * 2", "7 - i"):
    changed = triton.JITFunction(kernel.fn)
    changed._unsafe_update_src(changed.src.replace("EXPRESSION", text))
    x = torch.zeros(4, dtype=torch.int32, device="cuda")
    changed[(1,)](x, 4)
    print(x.tolist())
print(isinstance(kernel, triton.JITFunction), kernel.src.splitlines()[0])
#> [0, 2, 4, 6]
#> [7, 6, 5, 4]
#> True def kernel(x_ptr, N: tl.constexpr):
### keyword_arguments_are_refused
# source: Triton's own message
import triton


@triton.jit
def kernel(**kwargs):
    pass
#! type-error: JIT functions do not support **kwargs
### reinterpreted_tensors
# source: E4M3: 0x38 is 1, each step of the low three bits an eighth
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(x_ptr, y_ptr, N: tl.constexpr):
    i = tl.arange(0, N)
    x = tl.load(x_ptr + i).to(tl.float32)
    tl.store(y_ptr + i, x)
    tl.store(x_ptr + i, (x * 2).to(tl.float8e4nv))


x = torch.tensor([0x38, 0x39, 0x3C, 0x40], dtype=torch.int8, device="cuda")
y = torch.empty(4, device="cuda")
kernel[(1,)](triton.reinterpret(x, tl.float8e4nv), y, 4)
print(y.tolist(), [hex(v) for v in x.tolist()])
#> [1.0, 1.125, 1.5, 2.0] ['0x40', '0x41', '0x44', '0x48']
### settings_of_the_compiler
# source: Triton: `knobs` are read and set, and `scope` puts them back
import triton

print(triton.knobs.compilation.always_compile)
with triton.knobs.compilation.scope():
    triton.knobs.compilation.always_compile = True
    print(triton.knobs.compilation.always_compile)
print(triton.knobs.compilation.always_compile)
#> False
#> True
#> False
### warmup_of_an_autotuned_kernel
# source: Triton: a handle for each configuration
import torch
import triton
import triton.language as tl
from triton.runtime.autotuner import Autotuner


@triton.autotune(configs=[triton.Config({"BLOCK": 32}, num_warps=2), triton.Config({"BLOCK": 64})], key=["n"], reset_to_zero=["y_ptr"])
@triton.jit
def kernel(y_ptr, n, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.atomic_add(y_ptr + i, 1, mask=i < n)


y = torch.full((40,), 5, dtype=torch.int32, device="cuda")
handles = kernel.warmup(y, 40, grid=(1,))
print([handle.metadata.num_warps for handle in handles], y[0].item())
print(isinstance(kernel, Autotuner), isinstance(kernel.fn, triton.JITFunction), isinstance(kernel, triton.KernelInterface))
#> [2, 4] 5
#> True True True

### asm_of_a_launch_while_the_program_decides
# source: ours
import torch
import triton
import triton.language as tl

@triton.jit
def add_one(x, o, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(o + i, tl.load(x + i, mask=i < n) + 1, mask=i < n)

x = torch.ones(100, device="cuda")
kernel = add_one[(1,)](x, torch.empty_like(x), 100, B=128)
if "tilegpu.load" in kernel.asm["ttgir"] or "tilegpu.gather" in kernel.asm["ttgir"]:
    print(kernel.asm["ttir"].count("tile.kernel"))
#> 1
### facts_about_a_jitted_function
# source: triton/runtime/jit.py, class JITFunction
import torch
import triton
import triton.language as tl


@triton.jit(do_not_specialize=["n"])
def kernel(x, n, N: tl.constexpr):
    tl.store(x, n + N)


calls = []
kernel.add_pre_run_hook(lambda *arguments, **options: calls.append(options))
x = torch.zeros(1, device="cuda")
for n, size in [(3, 4), (5, 4), (5, 8)]:
    kernel[(1,)](x, n, size, num_warps=2)
print(kernel.constexprs, kernel.do_not_specialize, kernel.noinline, isinstance(kernel, triton.JITFunction), len(kernel.hash))
print(len(kernel.device_caches[0][0]), calls[0])
#> [2] ['n'] False True 16
#> 2 {'num_warps': 2}
### knobs_that_have_an_effect
# source: triton/knobs.py and triton/runtime/jit.py: hooks are told of launches and of what is compiled
import torch
import triton
import triton.language as tl
from triton import knobs

OFFSET = 7


@triton.jit
def kernel(x, N: tl.constexpr):
    tl.store(x, N + OFFSET)


launched, compiled = [], []
knobs.runtime.launch_enter_hook.add(lambda metadata: launched.append(metadata.get()["name"]))
knobs.runtime.jit_cache_hook = lambda **told: compiled.append(told["fn"].name)
x = torch.zeros(1, device="cuda")
try:
    kernel[(1,)](x, 1)
except triton.CompilationError:
    print("refused")
with knobs.compilation.scope():
    knobs.compilation.allow_non_constexpr_globals = True
    for n in (1, 1, 2):
        kernel[(1,)](x, n)
print(x.item(), launched, len(compiled))


@triton.jit
def product(a, out):
    i = tl.arange(0, 16)
    at = i[:, None] * 16 + i[None, :]
    block = tl.load(a + at)
    tl.store(out + at, tl.dot(block, block))


a = torch.full((16, 16), 1 + 2**-12, device="cuda")
out = torch.empty_like(a)
product[(1,)](a, out)
print(out[0, 0].item())
knobs.language.fp32_default = "ieee"
product[(1,)](a, out)
print(out[0, 0].item())
#> refused
#> 9.0 ['kernel', 'kernel', 'kernel'] 3
#> 16.0
#> 16.0078125
