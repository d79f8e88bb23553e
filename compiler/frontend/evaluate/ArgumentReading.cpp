// SPDX-License-Identifier: Apache-2.0
// Numbers, texts and shapes out of arguments, with errors that name the argument.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/ObjectModel.h"

using namespace tessera;
using namespace tessera::frontend;

std::optional<int64_t> Evaluator::toInt(Value value, llvm::StringRef what) {
  if (auto *boolean = llvm::dyn_cast<BoolObject>(value))
    return boolean->value;
  if (auto *integer = llvm::dyn_cast<IntObject>(value)) {
    if (std::optional<int64_t> small = integer->value.asInt64())
      return small;
    return raise(DiagnosticId::valueError,
                 what.str() + " is " + integer->value.toString() + ", which does not fit 64 bits");
  }
  if (auto *instance = llvm::dyn_cast<InstanceObject>(value))
    if (Value method = instance->instanceType->find("__index__")) {
      Value result = call(method, {value});
      return result ? toInt(result, what) : std::nullopt;
    }
  if (auto *array = llvm::dyn_cast<ArrayObject>(value)) {
    if (array->traced)
      return raise(DiagnosticId::typeError,
                   what.str() + " is a traced array, expected an integer known while compiling")
          .note("a loop over a traced bound is `lax.fori_loop(start, stop, body, init)`");
    if (!numerics::isInteger(array->dtype) || !array->shape().empty())
      return raise(DiagnosticId::typeError,
                   what.str() + " is an array, expected an integer or an integer array without axes");
    Value item = forceItem(array);
    return item ? toInt(item, what) : std::nullopt;
  }
  return raise(DiagnosticId::typeError,
               what.str() + " is of type '" + value->typeName(*this) + "', expected an integer");
}

std::optional<double> Evaluator::toDouble(Value value, llvm::StringRef what) {
  if (auto *floating = llvm::dyn_cast<FloatObject>(value))
    return floating->value;
  if (auto *integer = llvm::dyn_cast<IntObject>(value)) {
    double result = integer->value.toDouble();
    if (result - result != 0)
      return raiseOverflow(*this, "int too large to convert to float");
    return result;
  }
  if (auto *boolean = llvm::dyn_cast<BoolObject>(value))
    return boolean->value ? 1.0 : 0.0;
  if (auto *array = llvm::dyn_cast<ArrayObject>(value)) {
    Value item = forceItem(array);
    return item ? toDouble(item, what) : std::nullopt;
  }
  if (auto *instance = llvm::dyn_cast<InstanceObject>(value))
    for (const char *name : {"__float__", "__index__"})
      if (Value method = instance->instanceType->find(name)) {
        Value result = call(method, {value});
        return result ? toDouble(result, what) : std::nullopt;
      }
  return raise(DiagnosticId::typeError, what.str() + " is of type '" + value->typeName(*this) + "', expected a number");
}

std::optional<std::string> Evaluator::toString(Value value, llvm::StringRef what) {
  if (auto *text = llvm::dyn_cast<StrObject>(value))
    return text->value;
  if (llvm::isa<TextObject>(value))
    return value->str(*this);
  return raise(DiagnosticId::typeError, what.str() + " is of type '" + value->typeName(*this) + "', expected a string");
}

std::optional<std::vector<int64_t>> Evaluator::toShape(Value value, llvm::StringRef what) {
  if (llvm::isa<IntObject>(value) || llvm::isa<BoolObject>(value)) {
    std::optional<int64_t> one = toInt(value, what);
    return one ? std::optional<std::vector<int64_t>>({*one}) : std::nullopt;
  }
  return toInts(value, what);
}

std::optional<std::vector<int64_t>> Evaluator::toInts(Value value, llvm::StringRef what) {
  if (!llvm::isa<SequenceObject>(value) && !llvm::isa<RangeObject>(value))
    return raise(DiagnosticId::typeError,
                 what.str() + " is of type '" + value->typeName(*this) + "', expected a tuple of integers");
  std::optional<std::vector<Value>> items = toVector(value);
  if (!items)
    return std::nullopt;
  std::vector<int64_t> integers;
  for (Value item : *items) {
    std::optional<int64_t> one = toInt(item, "an element of " + what.str());
    if (!one)
      return std::nullopt;
    integers.push_back(*one);
  }
  return integers;
}
