# SPDX-License-Identifier: Apache-2.0
# More of Triton's host side.
### driver
import triton

driver = triton.runtime.driver.active
print(driver.get_current_device())
#> 0
print(driver.get_current_stream(0))
#> 0
print(triton.runtime.driver.active.get_current_device())
#> 0
print(triton.runtime.driver.active.get_current_stream(0))
#> 0
print(triton.runtime.driver.active.get_benchmarker() is not None)
#> True
print(triton.backends.compiler.GPUTarget('cuda', 90, 32))
#> GPUTarget(backend='cuda', arch=90, warp_size=32)
print(triton.runtime.jit.JITFunction is not None)
#> True
print(triton.runtime.jit.KernelParam is not None)
#> True
print(triton.runtime.jit.KernelInterface is not None)
#> True
print(triton.compiler.CompiledKernel is not None)
#> True
print(triton.compiler.errors.UnsupportedLanguageConstruct is not None)
#> True
print(triton.runtime.autotuner.Heuristics is not None)
#> True
### one_element
import torch
import triton
import triton.language as tl


@triton.jit
def kernel(out):
    tl.store(out, tl.full((1,), 3, tl.int32).item())


out = torch.zeros(1, dtype=torch.int32, device='cuda')
kernel[(1,)](out)
print(out)
#> tensor([3], device='cuda:0', dtype=torch.int32)
### older_decorators
import triton
import triton.language as tl


@triton.runtime.autotune(configs=[triton.Config({'BLOCK': 4})], key=[])
@triton.jit
def kernel(BLOCK: tl.constexpr):
    pass


@triton.runtime.heuristics({'BLOCK': lambda arguments: 4})
@triton.jit
def other(BLOCK: tl.constexpr):
    pass


print(type(kernel).__name__, type(other).__name__)
#> Autotuner Heuristics
