// SPDX-License-Identifier: Apache-2.0
// How Triton's control flow reads values; see TraceStrategy.
#include "compiler/frontend/library/triton/Strategy.h"
#include "compiler/frontend/library/triton/BlockPointers.h"
#include "compiler/frontend/library/triton/Jit.h"
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

/// As Triton writes types: `int32`, `<['64', '32'], fp16>`, `pointer<fp32>`.
std::string TritonStrategy::describeType(Evaluator &evaluator, Value value) {
  llvm::ArrayRef<int64_t> shape;
  std::string text;
  if (auto *tuple = dyn_cast<TupleObject>(value)) {
    for (Value item : tuple->items)
      text += (text.empty() ? "" : ", ") + describeType(evaluator, item);
    return "[" + text + "]";
  }
  auto *pointer = dyn_cast<PointerObject>(value);
  if (pointer) {
    text = "pointer<" + evaluator.str(evaluator.make<DTypeObject>(pointer->base->dtype, DTypeStyle::triton)).value_or("") + ">";
    shape = static_cast<TritonPointer *>(pointer)->shape();
  } else {
    auto *tensor = dyn_cast<TritonTensor>(value);
    std::optional<DType> type = tensor ? std::optional(tensor->dtype) : isa<BoolObject, IntObject, FloatObject>(value) ? typeOfNumber(evaluator, value) : std::nullopt;
    if (!type)
      return {};
    text = evaluator.str(evaluator.make<DTypeObject>(*type, DTypeStyle::triton)).value_or("");
    if (tensor)
      shape = tensor->shape();
  }
  if (shape.empty())
    return text;
  std::string sizes;
  for (int64_t size : shape)
    sizes += (sizes.empty() ? "'" : ", '") + std::to_string(size) + "'";
  return "<[" + sizes + "], " + text + ">";
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
  if (isa<BoolObject, IntObject, FloatObject>(value))
    return toTritonTensor(evaluator, value, "a loop");
  return value;
}

/// `x = 1` makes a scalar of the kernel, whose type counts in what it is combined with; `x: tl.constexpr = 1` stays a number, and so do the items of
/// a tuple until they get names.
Value TritonStrategy::assigned(Evaluator &evaluator, Value value) {
  return isa<BoolObject, IntObject, FloatObject>(value) ? toTritonTensor(evaluator, value, "=") : value;
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
  bool isConstant =
      isa<NumberObject, StrObject, SequenceObject, FunctionObject, TritonFunction>(object) || isNone(object);
  return name == "value" && isConstant ? std::optional<Value>(object) : std::nullopt;
}
