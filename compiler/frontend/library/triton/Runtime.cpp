// SPDX-License-Identifier: Apache-2.0
// What Triton programs ask of its runtime: the target and facts about the device, which are those of the first GPU of
// the target (H100 SXM5, A100 SXM4), as CUDA reports them.
#include "compiler/frontend/library/torch/Tensor.h"
#include "compiler/frontend/library/triton/Benchmarks.h"
#include "compiler/frontend/library/triton/Jit.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;
using llvm::isa;

//===-- the target --------------------------------------------------------------------------------------------===//

static int64_t capabilityOf(Evaluator &evaluator) {
  int64_t capability = 0;
  for (char c : evaluator.options().target)
    if (llvm::isDigit(c))
      capability = 10 * capability + (c - '0');
  return capability ? capability : 90;
}

static Value currentTarget(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("triton.backends.compiler", "GPUTarget"));
  record->set("backend", call.evaluator.string("cuda")).set("arch", call.evaluator.integer(capabilityOf(call.evaluator))).set("warp_size", call.evaluator.integer(32));
  return record;
}
static Value makeTarget(Call &call) {
  auto *record = call.evaluator.make<RecordObject>(call.evaluator.libraryClass("triton.backends.compiler", "GPUTarget"));
  record->set("backend", call["backend"]).set("arch", call["arch"]).set("warp_size", call["warp_size"]);
  return record;
}

static Value deviceProperties(Call &call) {
  Evaluator &evaluator = call.evaluator;
  bool isHopper = capabilityOf(evaluator) >= 90;
  // Clocks in kHz, widths in bits, memory in bytes of one program.
  const std::pair<const char *, int64_t> facts[] = {{"max_shared_mem", isHopper ? 232448 : 166912}, {"max_num_regs", 65536},
                                                    {"multiprocessor_count", isHopper ? 132 : 108}, {"warpSize", 32},
                                                    {"sm_clock_rate", isHopper ? 1980000 : 1410000}, {"mem_clock_rate", isHopper ? 2619000 : 1215000},
                                                    {"mem_bus_width", 5120}};
  DictObject *dict = evaluator.dict();
  for (auto [name, value] : facts)
    dict->set(evaluator, name, evaluator.integer(value));
  return dict;
}
static Value activeDevice(Call &call) { return makeDevice(call.evaluator, /*onGpu=*/true); }
static Value benchmarkerHandler(Call &call) {
  const LibraryEntry *entry = LibraryTable::get().find("triton.testing", "do_bench");
  return call.evaluator.make<BuiltinObject>(entry, nullptr);
}
static Value zero(Call &call) { return call.evaluator.integer(0); }
static Value setAllocator(Call &call) {
  if (!call.evaluator.isCallable(call["allocator"]))
    return call.evaluator.raise(DiagnosticId::typeError, "`triton.set_allocator` takes a function, not a `" + call["allocator"]->typeName(call.evaluator) + "`");
  return call.evaluator.none(); // descriptors need no scratch memory here
}

//===-- numbers -----------------------------------------------------------------------------------------------===//

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

//===-- the table ---------------------------------------------------------------------------------------------===//

/// Marked as one that kernels may name; see Interpretation::admitGlobal.
static Value constexprFunction(Call &call) {
  if (auto *function = dyn_cast<FunctionObject>(call["fn"]))
    function->attributes.set("__triton_builtin__", call.evaluator.boolean(true));
  return call["fn"];
}

#define TESSERA_ACTIVE "triton.runtime.driver.active"
#define TESSERA_FUNCTION(module, name, signature, summary, handler) {module, name, EntryKind::function, signature, summary, handler}
static const LibraryEntry entries[] = {
    {"triton", "jit", EntryKind::decorator,
     "(fn=None, *, version=None, repr=None, launch_metadata=None, do_not_specialize=None, do_not_specialize_on_alignment=None, debug=None, noinline=None)",
     "Makes a kernel of a function.", jitHandlerOfTriton},
    {"triton", "constexpr_function", EntryKind::decorator, "(fn)", "A Python function that kernels call while compiling.", constexprFunction},
    TESSERA_FUNCTION("triton", "cdiv", "(x, y)", "x / y, rounded up.", cdivHandler),
    TESSERA_FUNCTION("triton", "next_power_of_2", "(n)", "The least power of two that is not below n.", nextPowerOfTwoHandler),
    TESSERA_FUNCTION("triton", "set_allocator", "(allocator)", "Gives kernels scratch memory for descriptors; none is needed here.", setAllocator),
    {"triton", "__version__", EntryKind::constant, "", "The last release of Triton whose language this is.", [](Call &call) -> Value { return call.evaluator.string("3.7.0"); }},
    TESSERA_FUNCTION(TESSERA_ACTIVE, "get_active_torch_device", "()", "The device that kernels run on.", activeDevice),
    TESSERA_FUNCTION(TESSERA_ACTIVE, "get_current_target", "()", "The target: backend, arch and warp size.", currentTarget),
    TESSERA_FUNCTION(TESSERA_ACTIVE, "get_current_device", "()", "The device's number: 0.", zero),
    TESSERA_FUNCTION(TESSERA_ACTIVE, "get_current_stream", "(device=None)", "The stream's number: 0.", zero),
    TESSERA_FUNCTION(TESSERA_ACTIVE, "get_benchmarker", "()", "`triton.testing.do_bench`.", benchmarkerHandler),
    TESSERA_FUNCTION(TESSERA_ACTIVE ".utils", "get_device_properties", "(device=0)",
                     "Facts about the target's first GPU: multiprocessors, registers and shared memory (bytes) of one, clocks (kHz).", deviceProperties),
    {"triton.backends.compiler", "GPUTarget", EntryKind::type, "(backend, arch, warp_size)", "A target.", makeTarget},
};

void library::registerTritonRuntime(LibraryTable &table) {
  static const LibraryModule modules[] = {
      {"triton", "Kernels on blocks of pointers."},      {"triton.runtime", "Triton's runtime."},
      {"triton.runtime.driver", "The driver."},          {TESSERA_ACTIVE, "The driver in use."},
      {TESSERA_ACTIVE ".utils", "Facts about devices."}, {"triton.backends", "Compilers for targets."},
      {"triton.backends.compiler", "Targets."}};
  table.add(modules, entries);
  registerTritonTesting(table);
}
