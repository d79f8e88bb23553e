// SPDX-License-Identifier: Apache-2.0
// Functions of Refs: slices, masked access, atomic access. Older releases pass an index, newer ones a view (`ref.at[idx]`); both
// come here.
#include "compiler/frontend/library/jax/Operations.h"
#include "compiler/frontend/library/pallas/PallasTables.h"
#include "compiler/frontend/library/pallas/Refs.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

Value frontend::dsHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Value start = call["start"], size = call["size"];
  // `pl.ds(n)` is the first n elements; `pl.ds(None)` everything.
  if (isNone(size)) {
    if (isNone(start))
      return evaluator.make<SliceObject>(evaluator.none(), evaluator.none(), evaluator.none());
    std::swap(start, size);
    start = evaluator.integer(0);
  }
  std::optional<int64_t> count = isa<ArrayObject>(size) ? getKnownInteger(cast<ArrayObject>(size)->value) : evaluator.toInt(size, "size");
  if (!count)
    return evaluator.hasPending() ? nullptr
                                  : Value(evaluator.raise(DiagnosticId::typeError, "the size of a `pl.ds` must be known while compiling", call.rangeOf("size")));
  std::optional<int64_t> stride = isNone(call["stride"]) ? std::optional<int64_t>(1) : evaluator.toInt(call["stride"], "stride");
  if (!stride)
    return nullptr;
  if (*count < 0 || *stride < 1)
    return evaluator.raise(DiagnosticId::valueError, "a `pl.ds` has a size of 0 or more and a stride of 1 or more, not " + std::to_string(*count) + " and " +
                                                         std::to_string(*stride));
  std::optional<Operand> first = toOperand(evaluator, start, "pl.ds");
  if (!first)
    return nullptr;
  if (!first->shape().empty() || !numerics::isInteger(first->type.dtype))
    return evaluator.raise(DiagnosticId::typeError, "the start of a `pl.ds` must be an integer", call.rangeOf("start"));
  return evaluator.make<DynamicSliceObject>(start, *count, *stride);
}

/// The argument `idx`, where the entry has one: None and `()` stand for everything.
static Value keyOf(Call &call) {
  Value key = call["idx"];
  auto *tuple = dyn_cast<TupleObject>(key);
  return isNone(key) || (tuple && tuple->items.empty()) ? call.evaluator.ellipsis() : key;
}

/// Cache and eviction hints say how, not what. `volatile` asks to read again what another program may have written meanwhile; programs
/// run one after the other here.
Value frontend::loadRefHandler(Call &call) {
  PallasView *view = toView(call.evaluator, call[size_t(0)], publicName(call.entry));
  if (!view)
    return nullptr;
  if (!isNone(call["other"]) && isNone(call["mask"]))
    return call.evaluator.raise(DiagnosticId::valueError, "`" + publicName(call.entry) + "` got `other` without a mask", call.rangeOf("other"));
  return loadView(call.evaluator, view, keyOf(call), call["mask"], call["other"]);
}
Value frontend::storeRefHandler(Call &call) {
  PallasView *view = toView(call.evaluator, call[size_t(0)], publicName(call.entry));
  return view && storeView(call.evaluator, view, keyOf(call), call["val"], call["mask"]) ? call.evaluator.none() : nullptr;
}
Value frontend::swapRefHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  PallasView *view = toView(evaluator, call[size_t(0)], publicName(call.entry));
  Value key = keyOf(call), old = view ? loadView(evaluator, view, key, call["mask"]) : nullptr;
  return old && storeView(evaluator, view, key, call["val"], call["mask"]) ? old : nullptr;
}

//===-- atomic access -----------------------------------------------------------------------------------------===//

static tile::Atomic kindOf(llvm::StringRef name, DType type) {
  bool isUnsigned = numerics::isUnsigned(type);
  if (name == "atomic_max")
    return isUnsigned ? tile::Atomic::umax : tile::Atomic::max;
  if (name == "atomic_min")
    return isUnsigned ? tile::Atomic::umin : tile::Atomic::min;
  if (name == "atomic_and")
    return tile::Atomic::andi;
  if (name == "atomic_or")
    return tile::Atomic::ori;
  if (name == "atomic_xor")
    return tile::Atomic::xori;
  return name == "atomic_xchg" ? tile::Atomic::exchange : tile::Atomic::add;
}

Value frontend::atomicHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::string function = publicName(call.entry);
  PallasView *view = toView(evaluator, call[size_t(0)], function);
  if (!view)
    return nullptr;
  tile::Atomic kind = kindOf(call.entry->name, view->dtype);
  bool isBitwise = kind == tile::Atomic::andi || kind == tile::Atomic::ori || kind == tile::Atomic::xori;
  if (isBitwise && numerics::isFloat(view->dtype))
    return evaluator.raise(DiagnosticId::typeError, "`" + function + "` takes a Ref of integers, but `" + view->base->name + "` holds " +
                                                        std::string(numerics::getName(view->dtype)));
  return atomicView(evaluator, view, keyOf(call), kind, call["val"], call["mask"], function);
}

Value frontend::compareAndSwapHandler(Call &call) {
  std::string function = publicName(call.entry);
  PallasView *view = toView(call.evaluator, call["ref"], function);
  if (!view)
    return nullptr;
  if (!view->shape().empty())
    return call.evaluator
        .raise(DiagnosticId::valueError, "`" + function + "` takes one element, but the view of `" + view->base->name + "` has shape " + formatShape(view->shape()),
               call.rangeOf("ref"))
        .note("pick the element: `ref.at[i]`");
  return compareAndSwapView(call.evaluator, view, call["cmp"], call["val"], function);
}
