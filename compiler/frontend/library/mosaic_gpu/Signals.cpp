// SPDX-License-Identifier: Apache-2.0
// Semaphores on one device, atomic stores, and launches that wait for each other.
#include "compiler/frontend/library/mosaic_gpu/Kernel.h"
#include "compiler/frontend/library/mosaic_gpu/MosaicGpu.h"
#include "compiler/frontend/library/mosaic_gpu/Names.h"
#include "compiler/frontend/library/pallas/PallasTables.h"
#include "compiler/frontend/library/pallas/Semaphores.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// `memory_scope`; empty with an exception pending.
static std::optional<std::string> readScope(Call &call) {
  std::optional<std::string> scope = call.evaluator.toString(call["memory_scope"], "memory_scope");
  if (scope && *scope != "sys" && *scope != "gpu")
    return call.evaluator.raise(DiagnosticId::valueError, "`memory_scope` is '" + *scope + "', not 'sys' or 'gpu'", call.rangeOf("memory_scope"));
  return scope;
}

static bool checkOneDevice(Evaluator &evaluator, Value device) { return isNone(device) || (evaluator.notSupported("a semaphore of another device"), false); }

Value frontend::signalHandler(Call &call) {
  WarpgroupKernel *kernel = findKernel(call);
  std::optional<std::string> scope = kernel && checkOneDevice(call.evaluator, call["device_id"]) ? readScope(call) : std::nullopt;
  if (!scope)
    return nullptr;
  kernel->semaphoreScope = *scope;
  bool done = signalSemaphore(call.evaluator, call["semaphore"], call["inc"], publicName(call.entry));
  kernel->semaphoreScope = "sys";
  return done ? call.evaluator.none() : nullptr;
}

Value frontend::waitForSignalHandler(Call &call) {
  WarpgroupKernel *kernel = findKernel(call);
  std::optional<std::string> scope = kernel ? readScope(call) : std::nullopt;
  std::optional<bool> decrement = scope ? call.evaluator.truth(call["decrement"]) : std::nullopt;
  if (!decrement)
    return nullptr;
  kernel->semaphoreScope = *scope;
  bool done = waitForSemaphore(call.evaluator, call["semaphore"], call["value"], *decrement, publicName(call.entry));
  kernel->semaphoreScope = "sys";
  return done ? call.evaluator.none() : nullptr;
}

Value frontend::semaphoreSignalRecordHandler(Call &call) { return parametersHandler(call); }

/// Which of several signals arrives first is not said; here they arrive in order.
Value frontend::signalInParallelHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (!findKernel(call))
    return nullptr;
  for (Value item : cast<TupleObject>(call["signals"])->items) {
    auto *record = dyn_cast<RecordObject>(item);
    if (!record || record->recordType->name != "SemaphoreSignal")
      return evaluator.raise(DiagnosticId::typeError, "`" + publicName(call.entry) + "` takes `plgpu.SemaphoreSignal`s, not a `" + item->typeName(evaluator) + "`");
    if (!checkOneDevice(evaluator, record->field("device_id")) || !signalSemaphore(evaluator, record->field("ref"), record->field("inc"), publicName(call.entry)))
      return nullptr;
  }
  return evaluator.none();
}

Value frontend::getGlobalHandler(Call &call) {
  WarpgroupKernel *kernel = findKernel(call);
  if (!kernel)
    return nullptr;
  auto *semaphore = dyn_cast<SemaphoreTypeObject>(call["what"]);
  if (!semaphore)
    return call.evaluator.raise(DiagnosticId::notSupported,
                                "`pl.get_global` of a `" + call["what"]->typeName(call.evaluator) + "` is not supported: it takes a `plgpu.SemaphoreType`",
                                call.rangeOf("what"));
  return kernel->addSemaphore(call.evaluator, semaphore->shape, "global_semaphore");
}

Value frontend::atomicStoreHandler(Call &call) { return findKernel(call) && atomicHandler(call) ? call.evaluator.none() : nullptr; }

Value frontend::gridWaitHandler(Call &call) {
  if (!findKernel(call))
    return nullptr;
  emitterHere(call.evaluator).create<tilegpu::GridWaitOp>();
  return call.evaluator.none();
}
Value frontend::gridLaunchHandler(Call &call) {
  if (!findKernel(call))
    return nullptr;
  emitterHere(call.evaluator).create<tilegpu::GridLaunchOp>();
  return call.evaluator.none();
}
