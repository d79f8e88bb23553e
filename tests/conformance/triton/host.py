### autotune_takes_the_first
# source: ours: nothing is measured
import torch
import triton
import triton.language as tl
@triton.autotune(configs=[triton.Config({'BLOCK': 4}, num_warps=1), triton.Config({'BLOCK': 8})], key=['n'])
@triton.jit
def kernel(out, n, BLOCK: tl.constexpr):
    tl.store(out + tl.program_id(0), BLOCK)

out = torch.zeros(4, dtype=torch.int32, device='cuda')
kernel[lambda meta: (triton.cdiv(8, meta['BLOCK']),)](out, 8)
print(out.cpu(), kernel.best_config)
#> tensor([4, 4, 0, 0], dtype=torch.int32) BLOCK: 4, num_warps: 1, num_ctas: 1, num_stages: 3
### early_config_prune
# source: autotuner.py prune_configs_by
import torch
import triton
import triton.language as tl
def prune(configs, named_args, **kwargs):
    return [c for c in configs if c.kwargs['BLOCK'] >= named_args['n']]

@triton.autotune(configs=[triton.Config({'BLOCK': 4}, num_warps=1), triton.Config({'BLOCK': 8})], key=['n'], prune_configs_by={'early_config_prune': prune})
@triton.jit
def kernel(out, n, BLOCK: tl.constexpr):
    tl.store(out + tl.program_id(0), BLOCK)

out = torch.zeros(1, dtype=torch.int32, device='cuda')
kernel[(1,)](out, 6)
print(out.cpu())
#> tensor([8], dtype=torch.int32)
### perf_model
# source: autotuner.py: the least estimate
import torch
import triton
import triton.language as tl
def cost(out, n, BLOCK, num_warps, num_stages, num_ctas):
    return -BLOCK

@triton.autotune(configs=[triton.Config({'BLOCK': 4}, num_warps=1), triton.Config({'BLOCK': 8})], key=['n'], prune_configs_by={'perf_model': cost, 'top_k': 1})
@triton.jit
def kernel(out, n, BLOCK: tl.constexpr):
    tl.store(out + tl.program_id(0), BLOCK)

out = torch.zeros(1, dtype=torch.int32, device='cuda')
kernel[(1,)](out, 6)
print(out.cpu())
#> tensor([8], dtype=torch.int32)
### pre_hook_of_a_config
# source: autotuner.py: the hook sees all arguments
import torch
import triton
import triton.language as tl
def hook(nargs):
    print(sorted(k for k in nargs if k.isupper()), nargs['n'])
@triton.autotune(configs=[triton.Config({'BLOCK': 4}, pre_hook=hook)], key=['n'])
@triton.jit
def kernel(out, n, BLOCK: tl.constexpr):
    tl.store(out, BLOCK)
kernel[(1,)](torch.zeros(1, device='cuda'), 6)
#> ['BLOCK'] 6
### reset_to_zero
# source: autotuner.py: cleared before a measured run
import torch
import triton
import triton.language as tl
@triton.autotune(configs=[triton.Config({'BLOCK': 4}, num_warps=1), triton.Config({'BLOCK': 8})], key=['n'], reset_to_zero=['out'])
@triton.jit
def kernel(out, n, BLOCK: tl.constexpr):
    tl.store(out + tl.program_id(0), BLOCK)

out = torch.full((3,), 9, dtype=torch.int32, device='cuda')
kernel[(1,)](out, 8)
print(out.cpu())
#> tensor([4, 0, 0], dtype=torch.int32)
### configuration_and_argument_clash
# source: autotuner.py: Conflicting meta-parameters
import torch
import triton
import triton.language as tl
@triton.autotune(configs=[triton.Config({'BLOCK': 4}, num_warps=1), triton.Config({'BLOCK': 8})], key=['n'])
@triton.jit
def kernel(out, n, BLOCK: tl.constexpr):
    tl.store(out + tl.program_id(0), BLOCK)

kernel[(1,)](torch.zeros(1, dtype=torch.int32, device='cuda'), 8, BLOCK=4)
#! argument-error: given by the launch and by the autotuner
### heuristics
# source: triton.heuristics
import torch
import triton
import triton.language as tl
@triton.heuristics({'EVEN': lambda args: args['n'] % 4 == 0, 'BLOCK': lambda args: triton.next_power_of_2(args['n'])})
@triton.jit
def kernel(out, n, EVEN: tl.constexpr, BLOCK: tl.constexpr):
    tl.static_print(EVEN, BLOCK)
kernel[(1,)](torch.zeros(1, device='cuda'), 12)
kernel[(1,)](torch.zeros(1, device='cuda'), 13)
#> True 16
#> False 16
### autotune_over_heuristics
# source: triton.autotune above triton.heuristics
import torch
import triton
import triton.language as tl
@triton.autotune(configs=[triton.Config({'BLOCK': 4})], key=[])
@triton.heuristics({'TWICE': lambda args: args['BLOCK'] * 2})
@triton.jit
def kernel(out, BLOCK: tl.constexpr, TWICE: tl.constexpr):
    tl.store(out, TWICE)
out = torch.zeros(1, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out.cpu())
#> tensor([8], dtype=torch.int32)
### warmup_then_launch
# source: tutorial 02: a compiled kernel takes all arguments; one that only stores needs no shared memory
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out, n, BLOCK: tl.constexpr):
    tl.store(out + tl.arange(0, BLOCK), n)
out = torch.zeros(4, dtype=torch.int32, device='cuda')
compiled = kernel.warmup(out, 5, BLOCK=4, num_warps=2, grid=(1,))
compiled._init_handles()
print(out.cpu(), compiled.metadata.num_warps, compiled.n_regs > 0, compiled.metadata.shared)
compiled[(1, 1, 1)](out, 5, 4)
print(out.cpu())
#> tensor([0, 0, 0, 0], dtype=torch.int32) 2 True 0
#> tensor([5, 5, 5, 5], dtype=torch.int32)
### run_of_a_kernel
# source: jit.py run(grid=, warmup=)
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(out):
    tl.store(out + tl.program_id(0), 1)
out = torch.zeros(3, dtype=torch.int32, device='cuda')
kernel.run(out, grid=(2,), warmup=False)
print(out.cpu())
#> tensor([1, 1, 0], dtype=torch.int32)
### numbers_of_the_host
# source: triton.cdiv, triton.next_power_of_2
import torch
import triton
import triton.language as tl
print(triton.cdiv(10, 4), triton.cdiv(8, 4), triton.next_power_of_2(781), triton.next_power_of_2(1024))
#> 3 2 1024 1024
### current_target
# source: tutorials: is_cuda()
import torch
import triton
import triton.language as tl
target = triton.runtime.driver.active.get_current_target()
print(target.backend, target.warp_size, triton.runtime.driver.active.get_active_torch_device())
#> cuda 32 cuda:0
### do_bench_measures_nothing
# source: ours: NaN, never an invented time
import torch
import triton
import triton.language as tl
calls = []
print(triton.testing.do_bench(lambda: calls.append(1)), triton.testing.do_bench(lambda: None, quantiles=[0.5, 0.2, 0.8]), len(calls))
#> nan [nan, nan, nan] 1
### perf_report_says_so
# source: ours: no times without a GPU
import torch
import triton
import triton.language as tl
@triton.testing.perf_report(triton.testing.Benchmark(x_names=['size'], x_vals=[2**i for i in range(12, 28)], line_arg='provider',
    line_vals=['triton', 'torch'], line_names=['Triton', 'Torch'], styles=[('blue', '-'), ('green', '-')], ylabel='GB/s',
    plot_name='vector-add-performance', args={}))
def benchmark(size, provider):
    raise RuntimeError('not called')
benchmark.run(print_data=True, show_plots=True)
#> vector-add-performance: no time is measured without a GPU
### assert_close_of_testing
# source: triton.testing.assert_close: atol 1e-2
import torch
import triton
import triton.language as tl
x = torch.ones(4, device='cuda')
triton.testing.assert_close(x, x + 0.005)
triton.testing.assert_close(x, x + 0.02)
#! check-failed
### set_allocator
# source: triton.set_allocator
import torch
import triton
import triton.language as tl
triton.set_allocator(lambda size, alignment, stream: torch.empty(size, device="cuda", dtype=torch.int8))
print("set")
#> set
### unknown_launch_option
# source: jit.py: unknown keyword
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    pass
kernel[(1,)](torch.zeros(1, device='cuda'), num_warp=4)
#! argument-error: num_warp
### tensor_on_the_cpu
# source: jit.py: Pointer argument cannot be accessed from Triton (cpu tensor?)
import torch
import triton
import triton.language as tl
@triton.jit
def kernel(x):
    tl.store(x, 1)
kernel[(1,)](torch.zeros(1))
#! value-error: on the CPU
### arithmetic_of_constexpr
# source: Triton, class constexpr: arithmetic and comparisons give constants that have a `value`
import triton.language as tl
c = tl.constexpr(3)
print((c + 1).value, (c - tl.constexpr(5)).value, (c * 2).value, (c // 2).value, (c % 2).value, (c << 2).value, (-c).value, (~c).value)
print((c == 3).value, (c < 2).value, (c >= tl.constexpr(3)).value, ((c + 1) * 2).value, (tl.constexpr(1.5) + c).value)
if c > 2:
    print("greater")
#> 4 -2 6 1 1 12 -3 -4
#> True False True 8 4.5
#> greater
### constexpr_as_a_number_of_the_host
# source: Triton, class constexpr: reflected operators, `__bool__`, `__index__`, `__repr__`, and no int
import triton.language as tl
c, flag, name = tl.constexpr(3), tl.constexpr(True), tl.constexpr("fp16")
print((1 + c).value, (10 // c).value, (10 - c).value, (1.5 * c).value, (7 % c).value, (2**c).value, (1 << c).value, (6 & c).value, (6 | c).value, (6 ^ c).value)
print((3 == c).value, (4 > c).value, (2 >= c).value, (3 != c).value, (name == "fp16").value, (flag == True).value)
print(c, repr(c + 1), f"{c}", str(-c), [c], name, 1 + c, c == 3)
print(isinstance(c, tl.constexpr), isinstance(c, int), type(c).__name__, isinstance(1 + c, tl.constexpr), isinstance(c == 3, tl.constexpr))
print(type(c.value).__name__, c.value + 1, isinstance(c.value, tl.constexpr), type((c / 2).value).__name__, type((c > 2).value).__name__)
print(list(range(c)), list(range(0, c * 2, c - 1)), "abcdef"[c], [1, 2, 3, 4, 5][c + 1], int(c), float(c), [0] * c.value)
print(c and "yes", not c, bool(c - 3), (c - 3) or "zero", "big" if c > 2 else "small", flag and not (c < 2))
total = 0
for i in range(10):
    if i % c == 0:
        total += i
print(total, sum(i for i in range(5) if i < c))
def double(n):
    return n * 2
print(double(c).value, max(c, 2) == 3, {3: "three"}[c.value])
#> 4 3 7 4.5 1 8 8 2 7 5
#> True True False False True True
#> constexpr[3] constexpr[4] constexpr[3] constexpr[-3] [constexpr[3]] constexpr[fp16] constexpr[4] constexpr[True]
#> True False constexpr True True
#> int 4 False float bool
#> [0, 1, 2] [0, 2, 4] d 5 3 3.0 [0, 0, 0]
#> yes False False zero big True
#> 18 3
#> 6 constexpr[True] three
### constexpr_in_a_kernel
# source: Triton, class constexpr: a global constant, what is computed of it on the host, and in the kernel
import torch
import triton
import triton.language as tl
WIDTH = tl.constexpr(4)
TWICE = WIDTH * 2
BIG = WIDTH > 2
@triton.jit
def kernel(x, N: tl.constexpr, flag: tl.constexpr):
    offsets = tl.arange(0, TWICE)
    value = offsets + WIDTH
    if BIG:
        value += N
    if flag:
        value *= 2
    if WIDTH * 2 == TWICE:
        value += 100
    half: tl.constexpr = TWICE // 2
    for i in tl.static_range(half):
        value += i
    tl.store(x + offsets, value)
x = torch.zeros(8, dtype=torch.int32, device="cuda")
kernel[(1,)](x, WIDTH + 1, BIG)
print(x.tolist())
#> [124, 126, 128, 130, 132, 134, 136, 138]
