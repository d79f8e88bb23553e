// SPDX-License-Identifier: Apache-2.0
// The table of `triton`: `jit`, launches' helpers, and the parts of its runtime that programs ask for a device.
#include "compiler/frontend/library/Libraries.h"
#include "compiler/frontend/library/torch/Tensor.h"
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;

static Value cdivHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value less = evaluator.binary(BinaryOp::subtract, call["y"], evaluator.integer(1));
  Value sum = less ? evaluator.binary(BinaryOp::add, call["x"], less) : nullptr;
  return sum ? evaluator.binary(BinaryOp::floorDivide, sum, call["y"]) : nullptr;
}
static Value nextPowerOfTwoHandler(Call &call) {
  std::optional<int64_t> n = call.evaluator.toInt(call["n"], "n");
  if (!n)
    return nullptr;
  if (*n < 0 || *n > (int64_t(1) << 62))
    return call.evaluator.raise(DiagnosticId::valueError, "`triton.next_power_of_2` takes a number from 0 to 2**62, not " + std::to_string(*n));
  int64_t power = *n == 0 ? 0 : 1;
  while (power < *n)
    power *= 2;
  return call.evaluator.integer(power);
}
static Value activeDeviceHandler(Call &call) { return makeDevice(call.evaluator, /*onGpu=*/true); }

static const LibraryEntry entries[] = {
    {"triton", "jit", EntryKind::decorator, "(fn=None, *, version=None, repr=None, launch_metadata=None, do_not_specialize=None, do_not_specialize_on_alignment=None, debug=None, noinline=None)",
     "Makes a kernel of a function.", jitHandlerOfTriton},
    {"triton", "cdiv", EntryKind::function, "(x, y)", "x / y, rounded up.", cdivHandler},
    {"triton", "next_power_of_2", EntryKind::function, "(n)", "The least power of two that is not below n.", nextPowerOfTwoHandler},
    {"triton", "autotune", EntryKind::decorator, "(configs, key, **kwargs)", "Measures configurations and takes the fastest.", nullptr},
    {"triton", "heuristics", EntryKind::decorator, "(values)", "Computes constexpr parameters from arguments.", nullptr},
    {"triton", "Config", EntryKind::type, "(kwargs, num_warps=4, num_stages=3, num_ctas=1, maxnreg=None, pre_hook=None)", "A configuration to be tried.", nullptr},
    {"triton", "set_allocator", EntryKind::function, "(allocator)", "Gives kernels scratch memory.", nullptr},
    {"triton.runtime.driver.active", "get_active_torch_device", EntryKind::function, "()", "The device that kernels run on.", activeDeviceHandler},
    {"triton.runtime.driver.active", "get_current_target", EntryKind::function, "()", "Facts about the target.", nullptr},
    {"triton.runtime.driver.active", "get_benchmarker", EntryKind::function, "()", "Measures functions.", nullptr},
    {"triton.testing", "do_bench", EntryKind::function, "(fn, warmup=25, rep=100, quantiles=None, return_mode='mean')", "Measures a function; benchmarks run on the runner.", nullptr},
    {"triton.testing", "do_bench_cudagraph", EntryKind::function, "(fn, rep=20)", "Measures a function in a CUDA graph.", nullptr},
    {"triton.testing", "perf_report", EntryKind::decorator, "(benchmarks)", "Measures a function over a range of sizes.", nullptr},
    {"triton.testing", "Benchmark", EntryKind::type, "(**kwargs)", "What `perf_report` shall measure.", nullptr},
    {"triton.testing", "assert_close", EntryKind::function, "(x, y, atol=None, rtol=None, err_msg='')", "Fails the run unless tensors agree.", nullptr},
};

void library::registerTriton(LibraryTable &table) {
  static const LibraryModule modules[] = {{"triton", "Kernels on blocks of pointers."},
                                          {"triton.runtime", "Triton's runtime."},
                                          {"triton.runtime.driver", "The driver."},
                                          {"triton.runtime.driver.active", "The driver in use."},
                                          {"triton.testing", "Measuring and comparing."}};
  table.add(modules, entries);
  registerTritonLanguage(table);
}
