// SPDX-License-Identifier: Apache-2.0
// Copies from Ref to Ref: `make_async_copy`, `async_copy`, `sync_copy`. A copy happens where it is started, since nothing runs beside the
// program here; its semaphore counts the bytes, so a wait that nothing was started for is found. A choice of Refs: `pl.select_ref`.
#include "compiler/frontend/library/arrays/Tree.h"
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/pallas/BlockSpecs.h"
#include "compiler/frontend/library/pallas/PallasTables.h"
#include "compiler/frontend/library/pallas/Refs.h"
#include "compiler/frontend/library/pallas/Semaphores.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

namespace {

/// What `make_async_copy` gives.
class CopyObject : public ExtensionObject {
public:
  CopyObject(PallasView *source, PallasView *target, Value semaphore, std::string function)
      : ExtensionObject(&tag), source(source), target(target), semaphore(semaphore), function(std::move(function)) {}
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  bool start(Evaluator &evaluator, bool adds);
  bool wait(Evaluator &evaluator);

private:
  /// Of the copy, as the semaphore counts them.
  Value bytes(Evaluator &evaluator) const {
    int64_t bits = countElements(source->shape()) * numerics::getBitWidth(source->dtype);
    return evaluator.integer((bits + 7) / 8);
  }
  PallasView *const source, *const target;
  const Value semaphore; // null: none
  const std::string function;
  static const char tag;
};
const char CopyObject::tag = 0;

} // namespace

bool CopyObject::start(Evaluator &evaluator, bool adds) {
  Value value = loadView(evaluator, source, evaluator.ellipsis());
  if (adds && value) {
    Value old = loadView(evaluator, target, evaluator.ellipsis());
    value = old ? evaluator.binary(BinaryOp::add, old, value) : nullptr;
  }
  return value && storeView(evaluator, target, evaluator.ellipsis(), value) &&
         (!semaphore || signalSemaphore(evaluator, semaphore, bytes(evaluator), function));
}

bool CopyObject::wait(Evaluator &evaluator) { return !semaphore || waitForSemaphore(evaluator, semaphore, bytes(evaluator), true, function + "(...).wait"); }

std::optional<Value> CopyObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  CopyObject *self = this;
  if (name == "wait")
    return evaluator.function("wait", [self](Evaluator &e, Arguments &arguments) -> Value {
      if (!arguments.positional.empty() || !arguments.keywords.empty())
        return e.raise(DiagnosticId::argumentError, "wait() takes no arguments");
      return self->wait(e) ? e.none() : nullptr;
    });
  if (name == "start")
    return evaluator.function("start", [self](Evaluator &e, Arguments &arguments) -> Value {
      bool adds = false;
      if (!arguments.positional.empty() && arguments.positional.size() > 1)
        return e.raise(DiagnosticId::argumentError, "start() takes a priority");
      for (const Keyword &keyword : arguments.keywords) { // a priority says when, not what
        std::optional<bool> truth = e.truth(keyword.second);
        if (!truth || (keyword.first != "priority" && keyword.first != "add"))
          return truth ? Value(e.raise(DiagnosticId::argumentError, "start() got an unexpected keyword argument '" + keyword.first + "'")) : nullptr;
        adds |= keyword.first == "add" && *truth;
      }
      return self->start(e, adds) ? e.none() : nullptr;
    });
  if (name == "wait_send" || name == "wait_recv")
    return Value(evaluator.raise(DiagnosticId::notSupported, "`" + name.str() + "` of a copy to another device is not supported").note("there is one device: `wait`"));
  return Object::getAttribute(evaluator, name);
}

/// Null with an exception pending.
static CopyObject *makeCopy(Evaluator &evaluator, Value source, Value target, Value semaphore, const std::string &function) {
  PallasView *from = toView(evaluator, source, function), *to = from ? toView(evaluator, target, function) : nullptr;
  if (!to)
    return nullptr;
  std::string spelled = "`" + function + "` copies " + evaluator.repr(from).value_or("?") + " to " + evaluator.repr(to).value_or("?");
  if (from->dtype != to->dtype || from->shape() != to->shape()) {
    evaluator.raise(DiagnosticId::valueError, spelled + (from->dtype != to->dtype ? ", of another dtype" : ", of another shape"));
    return nullptr;
  }
  return evaluator.make<CopyObject>(from, to, semaphore, function);
}

Value frontend::makeAsyncCopyHandler(Call &call) {
  return makeCopy(call.evaluator, call["src_ref"], call["dst_ref"], call["sem"], publicName(call.entry));
}

Value frontend::asyncCopyHandler(Call &call) {
  std::optional<bool> adds = call.evaluator.truth(call["add"]);
  CopyObject *copy = adds ? makeCopy(call.evaluator, call["src_ref"], call["dst_ref"], call["sem"], publicName(call.entry)) : nullptr;
  return copy && copy->start(call.evaluator, *adds) ? copy : nullptr;
}

/// One copy, or one for each leaf of two trees of Refs.
Value frontend::syncCopyHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<bool> adds = evaluator.truth(call["add"]);
  std::vector<Value> sources, targets;
  if (!adds || !flattenTree(call["src_ref"], sources) || !flattenTree(call["dst_ref"], targets))
    return nullptr;
  if (sources.size() != targets.size())
    return evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` copies " + std::to_string(sources.size()) + " Refs to " +
                                                         std::to_string(targets.size()));
  for (auto [source, target] : llvm::zip(sources, targets)) {
    CopyObject *copy = makeCopy(evaluator, source, target, nullptr, publicName(call.entry));
    if (!copy || !copy->start(evaluator, *adds))
      return nullptr;
  }
  return evaluator.none();
}

//===-- a choice ----------------------------------------------------------------------------------------------===//

Value frontend::selectRefHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  const std::vector<Value> &choices = cast<TupleObject>(call["refs"])->items;
  if (choices.empty())
    return evaluator.raise(DiagnosticId::valueError, "`" + function + "` needs at least one Ref");
  llvm::SmallVector<mlir::Value> refs;
  for (Value choice : choices) {
    auto *ref = dyn_cast<RefObject>(choice);
    if (!ref)
      return evaluator.raise(DiagnosticId::notSupported, "`" + function + "` of a `" + choice->typeName(evaluator) + "` is not supported: it takes whole Refs");
    if (!refs.empty() && ref->value.getType() != refs.front().getType())
      return evaluator.raise(DiagnosticId::valueError, "`" + function + "` takes Refs of one shape and dtype, not " + evaluator.repr(choices.front()).value_or("?") +
                                                           " and " + evaluator.repr(choice).value_or("?"));
    refs.push_back(ref->value);
  }
  std::optional<Operand> index = toOperand(evaluator, call["idx"], function);
  if (!index)
    return nullptr;
  if (!index->shape().empty() || !numerics::isInteger(index->type.dtype))
    return evaluator.raise(DiagnosticId::typeError, "the index of `" + function + "` is one integer, not " + describeAbstract(index->type.dtype, index->shape()),
                           call.rangeOf("idx"));
  mlir::Value value = materialize(evaluator, *index, DType::int32);
  if (!value)
    return nullptr;
  auto chosen = emitterHere(evaluator).create<tile::SelectRefOp>(refs.front().getType(), value, refs);
  auto *first = cast<RefObject>(choices.front());
  return evaluator.make<PallasRef>(chosen.getResult(), first->dtype, "select_ref");
}
