# SPDX-License-Identifier: Apache-2.0
# Triton's host side: settings, errors, questions to the device.
### names
import triton

print(triton.__version__ > '3')
#> True
print(triton.MockTensor)
#> <class 'triton.MockTensor'>
print(triton.TensorWrapper)
#> <class 'triton.TensorWrapper'>
print(issubclass(triton.OutOfResources, Exception))
#> True
print(issubclass(triton.InterpreterError, Exception))
#> True
print(triton.runtime.Autotuner)
#> <class 'triton.runtime.autotuner.Autotuner'>
print(triton.runtime.Heuristics)
#> <class 'triton.runtime.autotuner.Heuristics'>
print(triton.must_use_result)
#> <built-in function must_use_result>
print(triton.runtime.errors.OutOfResources)
#> <class 'triton.runtime.errors.OutOfResources'>
print(triton.runtime.errors.InterpreterError)
#> <class 'triton.runtime.errors.InterpreterError'>
print(triton.runtime.errors.PTXASError)
#> <class 'triton.runtime.errors.PTXASError'>
print(triton.runtime.errors.AutotunerError)
#> <class 'triton.runtime.errors.AutotunerError'>
print(triton.runtime.errors.TritonError)
#> <class 'triton.runtime.errors.TritonError'>
print(triton.aggregate_replace)
#> <built-in function aggregate_replace>
### measuring
import triton
import triton.testing

print(triton.testing.get_dram_gbps() >= 0)
#> True
print(triton.testing.get_max_tensorcore_tflops(None, 1000) >= 0)
#> True
print(triton.testing.get_max_simd_tflops(None, 1000) >= 0)
#> True
print(triton.testing.do_bench_cudagraph(lambda: None))
#> nan
check = triton.testing.cuda_memcheck()
print(check)
#> <function cuda_memcheck.<locals>.<lambda>>
### knobs
import triton
from triton import knobs

print(knobs.build)
#> <triton.knobs.Settings object>
print(knobs.redis)
#> <triton.knobs.Settings object>
print(knobs.cache)
#> <triton.knobs.Settings object>
print(knobs.autotuning)
#> <triton.knobs.Settings object>
print(knobs.nvidia)
#> <triton.knobs.Settings object>
print(knobs.amd)
#> <triton.knobs.Settings object>
print(knobs.proton)
#> <triton.knobs.Settings object>
print(knobs.propagate_env)
#> True
print(isinstance(knobs.runtime, knobs.base_knobs))
#> True
print(issubclass(knobs.base_knobs, object))
#> True
print(knobs.Settings)
#> <class 'triton.knobs.Settings'>
print(knobs.JitFunctionInfo)
#> <class '__main__.JitFunctionInfo'>
knobs.refresh_knobs()
hooks = knobs.HookChain()
def tell(*arguments):
    print("called")


hooks.add(tell)
hooks()
#> called
hooks.remove(tell)
lazy = knobs.LazyDict({"a": 1})
lazy.add(lambda: {"b": 2}, ())
print(lazy.get())
#> {'a': 1, 'b': 2}
settings = knobs.compilation.copy()
settings.reset()
