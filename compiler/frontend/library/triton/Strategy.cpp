// SPDX-License-Identifier: Apache-2.0
// How Triton's control flow reads values; see TraceStrategy.
#include "compiler/frontend/library/triton/Strategy.h"
#include "compiler/frontend/library/triton/BlockPointers.h"
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;
using llvm::isa;

mlir::Value TritonStrategy::condition(Evaluator &evaluator, Value value) {
  TritonTensor *tensor = toTritonTensor(evaluator, value, "if");
  if (!tensor)
    return {};
  if (!tensor->shape().empty()) {
    evaluator.raise(DiagnosticId::typeError, "a condition is a block of shape " + formatShape(tensor->shape()) + ", not one value")
        .note("use `tl.where` to choose elements, or reduce the block first");
    return {};
  }
  return fitTriton(evaluator, tensor, DType::boolean, {});
}

mlir::Value TritonStrategy::bound(Evaluator &evaluator, Value value) {
  TritonTensor *tensor = toTritonTensor(evaluator, value, "range");
  if (!tensor)
    return {};
  if (!tensor->shape().empty() || !numerics::isInteger(tensor->dtype)) {
    evaluator.raise(DiagnosticId::typeError, "a bound of a loop is `" + std::string(numerics::getName(tensor->dtype)) + formatShape(tensor->shape()) + "`, not an integer");
    return {};
  }
  bool wide = numerics::getBitWidth(tensor->dtype) > 32 || tensor->dtype == DType::uint32;
  return fitTriton(evaluator, tensor, wide ? DType::int64 : DType::int32, {});
}

Value TritonStrategy::inductionVariable(Evaluator &evaluator, mlir::Value value) {
  return wrapTriton(evaluator, value, value.getType().isInteger(64) ? DType::int64 : DType::int32);
}

/// The tuple with its items as a loop carries them; itself where none changes.
static Value carryItems(TritonStrategy &strategy, Evaluator &evaluator, TupleObject *tuple, TupleObject *like) {
  if (like && like->items.size() != tuple->items.size())
    return tuple;
  std::vector<Value> items;
  for (size_t k = 0; k < tuple->items.size(); ++k) {
    // Numbers of a tuple are constants of the kernel unless the other side has a scalar there.
    Value item = tuple->items[k], other = like ? like->items[k] : nullptr;
    bool stays = isa<NumberObject>(item) && !llvm::isa_and_nonnull<TritonTensor>(other);
    items.push_back(stays ? item : strategy.carry(evaluator, item, other));
    if (!items.back())
      return nullptr;
  }
  if (items == tuple->items)
    return tuple;
  auto *carried = evaluator.tuple(std::move(items));
  carried->namedType = tuple->namedType;
  return carried;
}

Value TritonStrategy::carry(Evaluator &evaluator, Value value, Value like) {
  if (auto *given = dyn_cast<PointerObject>(value)) {
    auto *pointer = static_cast<TritonPointer *>(given);
    if (auto *other = llvm::dyn_cast_or_null<PointerObject>(like))
      return fitPointer(evaluator, pointer, static_cast<TritonPointer *>(other));
    // A bare pointer starts to carry an offset.
    return pointer->offset ? pointer : pointer->at(evaluator, emitterHere(evaluator).constantInt(0, DType::int32), DType::int32);
  }
  if (isBlockPointer(value) && like)
    return carryWindow(evaluator, value, like);
  if (auto *tuple = dyn_cast<TupleObject>(value))
    return carryItems(*this, evaluator, tuple, llvm::dyn_cast_or_null<TupleObject>(like));
  auto *target = llvm::dyn_cast_or_null<TritonTensor>(like);
  if (isa<BoolObject, IntObject, FloatObject>(value)) {
    TritonTensor *tensor = toTritonTensor(evaluator, value, "a loop");
    if (!tensor || !target || !target->shape().empty())
      return tensor;
    bool keepsKind = numerics::isFloat(target->dtype) || !numerics::isFloat(tensor->dtype);
    return keepsKind ? tritonCast(evaluator, tensor, target->dtype, false) : tensor;
  }
  auto *tensor = dyn_cast<TritonTensor>(value);
  if (tensor && target && tensor->dtype != target->dtype && numerics::getBitWidth(tensor->dtype) == numerics::getBitWidth(target->dtype) &&
      numerics::isInteger(tensor->dtype) && numerics::isInteger(target->dtype))
    return evaluator.raise(DiagnosticId::typeError, "a value is `" + std::string(numerics::getName(target->dtype)) + "` in one place but `" + std::string(numerics::getName(tensor->dtype)) +
                                                        "` in another, and keeps its dtype through a loop or a branch")
        .note("convert it with `.to(...)`");
  return value;
}

std::optional<Value> TritonStrategy::extreme(Evaluator &evaluator, bool isMax, llvm::ArrayRef<Value> values) {
  if (llvm::none_of(values, [](Value value) { return isa<TritonTensor>(value); }))
    return std::nullopt;
  Value result = values.front();
  for (Value value : values.drop_front()) {
    result = tritonBinary(evaluator, isMax ? Binary::maxNumber : Binary::minNumber, result, value, isMax ? "max" : "min");
    if (!result)
      return Value(nullptr);
  }
  return result;
}

std::optional<Value> TritonStrategy::print(Evaluator &evaluator, llvm::ArrayRef<Value> values) {
  // A first string is the prefix; numbers and blocks follow.
  auto *prefix = values.empty() ? nullptr : dyn_cast<StrObject>(values.front());
  return printInKernel(evaluator, prefix ? prefix->value : "", values.drop_front(prefix ? 1 : 0), /*hexadecimal=*/false);
}

std::optional<Value> TritonStrategy::check(Evaluator &evaluator, Value condition, Value message) {
  return assertInKernel(evaluator, condition, message, evaluator.none());
}

std::optional<Value> TritonStrategy::attribute(Evaluator &, Value object, llvm::StringRef name) {
  bool isConstant = isa<NumberObject, StrObject, SequenceObject>(object) || isNone(object);
  return name == "value" && isConstant ? std::optional<Value>(object) : std::nullopt;
}
