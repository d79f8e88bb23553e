// SPDX-License-Identifier: Apache-2.0
// Where Python needs an array's value at once: the part of `@main` that it takes is run while the program is being evaluated, and a
// `tile.guard` says what the rest of the program was recorded with. A replay on another device that computes another value then stops
// there instead of going on with decisions that do not belong to it.
//
//   if (a == b).all():      %ok = tile.reduce ... ; tile.guard %ok is true {what = "(a == b).all()"} : i1
//
// Prints and asserts stay deferred: they change nothing that Python can see, unless something would catch the assert's failure.
// Rejected: running all of `@main` so far at each decision (a loop that decides n times would run n^2 operations), and guards with a
// tolerance (`int(x)` and `x < y` have none).
#include "compiler/frontend/evaluate/Evaluator.h"

using namespace tessera;
using namespace tessera::frontend;
using numerics::Array;
using numerics::DType;

HostValues::~HostValues() = default;

/// Bytes of an array that is kept so that asking again costs nothing.
static constexpr size_t smallArray = 4096;

/// Whether a value can be asked for here; else why not is pending. `what` names it.
bool Evaluator::canForce(mlir::Value value, llvm::StringRef what) {
  if (value.getParentBlock() != &mainOp.getBody().front())
    return raise(DiagnosticId::tracedBool, ("the value of " + what + " decides what Python does next, but it is not known while tracing").str())
               .note("it is made inside a traced function or branch: return it from there first"),
           false;
  if (!evaluateOptions.hostValues)
    return raise(DiagnosticId::notSupported, ("the value of " + what + " decides what Python does next, and nothing here runs programs").str())
               .note("compare, print or assert it: those are recorded and happen when the program runs"),
           false;
  return step();
}

/// The first error of a part that failed, as an exception that nothing catches: the program itself would end so.
Raised Evaluator::raiseReported(DiagnosticSink &reported) {
  for (const Diagnostic &diagnostic : reported.all()) {
    if (diagnostic.severity != Severity::error)
      continue;
    Raised raised = raise(diagnostic.id, diagnostic.message);
    raised.at(diagnostic.range);
    pending->notes = diagnostic.notes;
    pending->fatal = true;
    return raised;
  }
  Raised raised = raise(DiagnosticId::internalError, "a part of the program failed and did not say why");
  pending->fatal = true;
  return raised;
}

//===-- guards -------------------------------------------------------------------------------------------------===//

/// `array`'s bytes as an attribute of `type`.
static mlir::TypedAttr toAttribute(const Array &array, mlir::Type type) {
  mlir::Type element = tile::getElementType(type);
  unsigned width = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  unsigned size = numerics::getByteSize(array.dtype());
  auto bitsOf = [&](int64_t index) {
    uint64_t bits = 0;
    std::memcpy(&bits, array.bytes() + index * size, size);
    return llvm::APInt(width, bits, /*isSigned=*/false, /*implicitTrunc=*/true);
  };
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor) {
    if (auto floating = llvm::dyn_cast<mlir::FloatType>(element))
      return mlir::FloatAttr::get(floating, llvm::APFloat(floating.getFloatSemantics(), bitsOf(0)));
    return mlir::IntegerAttr::get(element, bitsOf(0));
  }
  if (width >= 8)
    return mlir::DenseElementsAttr::getFromRawBuffer(tensor, {reinterpret_cast<const char *>(array.bytes()), array.byteSize()});
  llvm::SmallVector<llvm::APInt> elements;
  for (int64_t index = 0; index < array.size(); ++index)
    elements.push_back(bitsOf(index));
  return mlir::DenseElementsAttr::get(tensor, elements);
}

void Evaluator::guard(mlir::Value value, const Array &expected) {
  mlir::Operation *definition = value.getDefiningOp();
  if (definition && definition->hasTrait<mlir::OpTrait::ConstantLike>())
    return;
  mlir::OpBuilder builder = hostBuilder();
  tile::GuardOp::create(builder, location(), value, toAttribute(expected, value.getType()),
                        builder.getStringAttr(sourceText(currentRange).excerpt(currentRange, 60)));
}

//===-- arrays -------------------------------------------------------------------------------------------------===//

static std::string nameOf(const ArrayObject &array) {
  std::string text = "a " + std::string(numerics::getName(array.dtype)) + "[";
  for (size_t i = 0; i < array.shape().size(); ++i)
    text += (i ? "," : "") + std::to_string(array.shape()[i]);
  return text + "] array";
}

std::optional<Array> Evaluator::force(ArrayObject *array) {
  if (array->traced) {
    Raised raised = raise(DiagnosticId::tracedBool, "the value of " + nameOf(*array) + " is asked for, but it is not known while tracing");
    return raised.note("compute with the array itself, or do this outside of the traced function");
  }
  mlir::Value value = array->value;
  auto known = forced.find(value);
  if (known != forced.end())
    return known->second.reinterpreted(array->dtype);
  if (!canForce(value, nameOf(*array)))
    return std::nullopt;
  DiagnosticSink reported;
  std::optional<Array> read = evaluateOptions.hostValues->read(value, reported);
  if (!read)
    return raiseReported(reported);
  guard(value, *read);
  if (read->byteSize() <= smallArray)
    forced[value] = *read;
  return read->reinterpreted(array->dtype);
}

Value Evaluator::number(const Array &array, int64_t index) {
  DType type = array.dtype();
  if (type == DType::boolean)
    return boolean(array.bytes()[index] != 0);
  if (numerics::isFloat(type))
    return floating(array.getDouble(index));
  if (type == DType::uint64) {
    uint64_t bits;
    std::memcpy(&bits, array.bytes() + index * sizeof bits, sizeof bits);
    return integer(Integer::fromUnsigned(bits));
  }
  return integer(array.getInt(index));
}

Value Evaluator::forceItem(ArrayObject *array) {
  std::optional<Array> elements = force(array);
  if (!elements)
    return nullptr;
  if (elements->size() != 1)
    return raise(DiagnosticId::valueError, "only arrays with one element can become a Python number: it is " + nameOf(*array));
  return number(*elements, 0);
}

//===-- texts --------------------------------------------------------------------------------------------------===//

StrObject *Evaluator::force(TextObject *text) {
  if (!canForce(text->value, "a text that holds an array's value"))
    return nullptr;
  DiagnosticSink reported;
  std::optional<std::string> string = evaluateOptions.hostValues->readText(text->value, reported);
  if (!string)
    return raiseReported(reported), nullptr;
  // The guards are on the arrays inside: the same arrays have the same text.
  llvm::SmallVector<mlir::Value> open{text->value};
  while (!open.empty()) {
    auto format = open.pop_back_val().getDefiningOp<tile::FormatOp>();
    for (mlir::Value part : format ? format.getValues() : mlir::ValueRange()) {
      if (llvm::isa<tile::TextType>(part.getType())) {
        open.push_back(part);
        continue;
      }
      if (forced.contains(part))
        continue;
      std::optional<Array> read = evaluateOptions.hostValues->read(part, reported);
      if (!read)
        return raiseReported(reported), nullptr;
      guard(part, *read);
      if (read->byteSize() <= smallArray)
        forced[part] = *read;
    }
  }
  return this->string(*string);
}

std::optional<Value> TextObject::getAttribute(Evaluator &evaluator, llvm::StringRef name) {
  StrObject *text = evaluator.force(this);
  return text ? text->getAttribute(evaluator, name) : std::optional<Value>(Value(nullptr));
}

Value TextObject::getItem(Evaluator &evaluator, Value key) {
  StrObject *text = evaluator.force(this);
  return text ? text->getItem(evaluator, key) : nullptr;
}

std::optional<Value> TextObject::compare(Evaluator &evaluator, CompareOp op, Value other) {
  if (!llvm::isa<StrObject>(other) && !llvm::isa<TextObject>(other))
    return std::nullopt;
  StrObject *text = evaluator.force(this);
  auto *theirs = llvm::dyn_cast<TextObject>(other);
  Value right = text && theirs ? evaluator.force(theirs) : other;
  return text && right ? text->compare(evaluator, op, right) : std::optional<Value>(Value(nullptr));
}

std::optional<bool> TextObject::truth(Evaluator &evaluator) {
  StrObject *text = evaluator.force(this);
  return text ? text->truth(evaluator) : std::nullopt;
}

Value TextObject::iterate(Evaluator &evaluator) {
  StrObject *text = evaluator.force(this);
  return text ? text->iterate(evaluator) : nullptr;
}

std::optional<int64_t> TextObject::length(Evaluator &evaluator) {
  StrObject *text = evaluator.force(this);
  return text ? text->length(evaluator) : std::nullopt;
}

std::optional<bool> TextObject::contains(Evaluator &evaluator, Value item) {
  StrObject *text = evaluator.force(this);
  return text ? text->contains(evaluator, item) : std::nullopt;
}

std::optional<std::string> TextObject::repr(Evaluator &evaluator) {
  StrObject *text = evaluator.force(this);
  return text ? text->repr(evaluator) : std::nullopt;
}

std::optional<std::string> TextObject::str(Evaluator &evaluator) {
  StrObject *text = evaluator.force(this);
  return text ? text->str(evaluator) : std::nullopt;
}

std::optional<uint64_t> TextObject::hash(Evaluator &evaluator) {
  StrObject *text = evaluator.force(this);
  return text ? text->hash(evaluator) : std::nullopt;
}

Value TextObject::format(Evaluator &evaluator, char conversion, llvm::StringRef spec) {
  if (spec.empty() && conversion != 'r' && conversion != 'a')
    return this;
  StrObject *text = evaluator.force(this);
  return text ? text->format(evaluator, conversion, spec) : nullptr;
}

//===-- checks -------------------------------------------------------------------------------------------------===//

bool Evaluator::settleCheck(mlir::Operation *check) {
  if (!isCatching() || !evaluateOptions.hostValues || check->getBlock() != &mainOp.getBody().front())
    return true;
  DiagnosticSink reported;
  if (evaluateOptions.hostValues->check(check, reported))
    return true;
  const Diagnostic *reason = nullptr;
  for (const Diagnostic &diagnostic : reported.all())
    if (diagnostic.severity == Severity::error && !reason)
      reason = &diagnostic;
  if (!reason || (reason->id != DiagnosticId::assertionFailed && reason->id != DiagnosticId::checkFailed))
    return raiseReported(reported), false;
  // The program goes on as if the check had failed; a device where it holds takes another turn.
  mlir::Value condition;
  if (auto assertion = llvm::dyn_cast<tile::AssertOp>(check))
    condition = assertion.getCondition();
  check->erase();
  if (condition && !forced.contains(condition)) {
    Array failed(DType::boolean, {});
    guard(condition, failed);
    forced[condition] = failed;
  }
  raise(DiagnosticId::assertionFailed, reason->message);
  pending->id = reason->id;
  return false;
}
