// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/library/pallas/Semaphores.h"
#include "compiler/frontend/library/jax/Control.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/pallas/PallasTables.h"
#include "compiler/frontend/library/pallas/Refs.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

const char SemaphoreTypeObject::tag = 0;

Value frontend::semaphoreTypeConstant(Call &call) { return call.evaluator.make<SemaphoreTypeObject>(call.entry->name, Shape()); }

Value SemaphoreTypeObject::call(Evaluator &evaluator, Arguments &arguments) {
  if (arguments.positional.size() != 1 || !arguments.keywords.empty())
    return evaluator.raise(DiagnosticId::argumentError, "`SemaphoreType." + name + "(shape)` takes the shape of an array of semaphores");
  std::optional<std::vector<int64_t>> extents = evaluator.toShape(arguments.positional[0], "shape");
  return extents ? evaluator.make<SemaphoreTypeObject>(name, Shape(extents->begin(), extents->end())) : nullptr;
}

std::optional<Value> SemaphoreTypeObject::getAttribute(Evaluator &evaluator, llvm::StringRef attribute) {
  if (attribute == "shape")
    return evaluator.tupleOfInts(shape);
  if (attribute == "name")
    return evaluator.string(name);
  return Object::getAttribute(evaluator, attribute);
}

std::optional<std::string> SemaphoreTypeObject::repr(Evaluator &) {
  return "SemaphoreType." + name + (shape.empty() ? "" : "(" + formatShape(shape) + ")");
}

//===-- counting ----------------------------------------------------------------------------------------------===//

/// One semaphore; null with an exception pending.
static PallasView *toSemaphore(Evaluator &evaluator, Value value, llvm::StringRef function) {
  PallasView *view = toView(evaluator, value, function);
  if (!view)
    return nullptr;
  std::string name = "`" + view->base->name + "`";
  if (!static_cast<PallasRef *>(view->base)->isSemaphore) {
    evaluator.raise(DiagnosticId::valueError, "`" + function.str() + "` takes a semaphore, but " + name + " is a Ref of " +
                                                  std::string(numerics::getName(view->dtype)));
    return nullptr;
  }
  if (!view->shape().empty()) {
    evaluator.raise(DiagnosticId::valueError, "`" + function.str() + "` takes one semaphore, but " + name + " has shape " + formatShape(view->shape()))
        .note("pick one: `ref.at[i]`");
    return nullptr;
  }
  return view;
}

/// A count as an int32 scalar; null with an exception pending.
static Value toCount(Evaluator &evaluator, Value count, llvm::StringRef function) {
  std::optional<Operand> operand = toOperand(evaluator, count, function);
  if (!operand)
    return nullptr;
  if (!operand->shape().empty() || !numerics::isInteger(operand->type.dtype))
    return evaluator.raise(DiagnosticId::valueError, "a semaphore counts with integers: `" + function.str() + "` got " +
                                                         describeShape(evaluator, *operand));
  mlir::Value value = materialize(evaluator, *operand, DType::int32);
  return value ? wrap(evaluator, value, DType::int32) : nullptr;
}

bool frontend::signalSemaphore(Evaluator &evaluator, Value semaphore, Value increment, llvm::StringRef function) {
  PallasView *view = toSemaphore(evaluator, semaphore, function);
  Value count = view ? toCount(evaluator, increment, function) : nullptr;
  if (KernelMachine *machine = count ? currentMachine(evaluator) : nullptr)
    return machine->signal(evaluator, view, cast<ArrayObject>(count)->value);
  Value old = count ? loadView(evaluator, view, evaluator.ellipsis()) : nullptr;
  Value sum = old ? evaluator.binary(BinaryOp::add, old, count) : nullptr;
  return sum && storeView(evaluator, view, evaluator.ellipsis(), sum);
}

bool frontend::waitForSemaphore(Evaluator &evaluator, Value semaphore, Value wanted, bool decrement, llvm::StringRef function) {
  PallasView *view = toSemaphore(evaluator, semaphore, function);
  Value count = view ? toCount(evaluator, wanted, function) : nullptr;
  if (KernelMachine *machine = count ? currentMachine(evaluator) : nullptr)
    return machine->waitFor(evaluator, view, cast<ArrayObject>(count)->value, decrement);
  Value old = count ? loadView(evaluator, view, evaluator.ellipsis()) : nullptr;
  Value enough = old ? applyCompare(evaluator, Compare::ge, old, count, function) : nullptr;
  mlir::Value condition = enough ? toCondition(evaluator, enough, function) : mlir::Value();
  if (!condition)
    return false;
  recordCheck(evaluator, condition, "`" + function.str() + "` would wait for ever: `" + view->base->name + "` has not been signalled often enough");
  Value rest = !decrement ? old : evaluator.binary(BinaryOp::subtract, old, count);
  return rest && (!decrement || storeView(evaluator, view, evaluator.ellipsis(), rest));
}

//===-- functions ---------------------------------------------------------------------------------------------===//

Value frontend::semaphoreSignalHandler(Call &call) {
  if (!refuseArguments(call, {"device_id", "core_index"}))
    return nullptr;
  return signalSemaphore(call.evaluator, call[size_t(0)], call["inc"], publicName(call.entry)) ? call.evaluator.none() : nullptr;
}
Value frontend::semaphoreWaitHandler(Call &call) {
  std::optional<bool> decrement = call.evaluator.truth(call["decrement"]);
  bool done = decrement && waitForSemaphore(call.evaluator, call[size_t(0)], call["value"], *decrement, publicName(call.entry));
  return done ? call.evaluator.none() : nullptr;
}
Value frontend::semaphoreReadHandler(Call &call) {
  PallasView *view = toSemaphore(call.evaluator, call[size_t(0)], publicName(call.entry));
  if (KernelMachine *machine = view ? currentMachine(call.evaluator) : nullptr)
    return machine->readSemaphore(call.evaluator, view);
  return view ? loadView(call.evaluator, view, call.evaluator.ellipsis()) : nullptr;
}
