// SPDX-License-Identifier: Apache-2.0
// `complex`: out of numbers, of a text, of objects with `__complex__`; its parts and methods. Arithmetic is in
// evaluate/Complex.cpp.
#include "compiler/frontend/evaluate/FormatSpec.h"
#include "compiler/frontend/evaluate/ObjectModel.h"
#include "compiler/frontend/library/python/NumberText.h"
#include "compiler/frontend/library/python/Python.h"
#include <cmath>
#include <cstdlib>

using namespace tessera;
using namespace tessera::frontend;

/// The number at the text's beginning, which is taken off; empty when there is none.
static std::optional<double> takeNumber(llvm::StringRef &text) {
  std::string held = text.str();
  char *end = nullptr;
  double value = std::strtod(held.c_str(), &end);
  size_t length = static_cast<size_t>(end - held.c_str());
  if (length == 0 || llvm::StringRef(held).take_front(length).find_first_of("xX(") != llvm::StringRef::npos)
    return std::nullopt;
  text = text.drop_front(length);
  return value;
}

/// `1`, `2j`, `1+2j`, `-j`, in brackets or not.
static Value parseComplex(Evaluator &evaluator, llvm::StringRef text) {
  auto fail = [&]() -> Value {
    return evaluator.raise(DiagnosticId::valueError, "complex() arg is a malformed string");
  };
  llvm::StringRef whole = text;
  std::string read = library::numberText(text);
  text = read;
  if (text.consume_front("(") && !text.consume_back(")"))
    return fail();
  std::string plain;
  text = text.trim();
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] != '_')
      plain += text[i];
    else if (i == 0 || i + 1 == text.size() || !llvm::isDigit(text[i - 1]) || !llvm::isDigit(text[i + 1]))
      return evaluator.raise(DiagnosticId::valueError, "could not convert string to complex: " + quote(whole));
  text = plain;
  auto takeUnit = [&](double &value) { // `j` alone, with a sign or not
    llvm::StringRef rest = text;
    value = rest.consume_front("-") ? -1 : 1;
    if (value == 1)
      rest.consume_front("+");
    bool is = rest == "j" || rest == "J";
    text = is ? "" : text;
    return is;
  };
  double unit;
  if (takeUnit(unit))
    return evaluator.make<ComplexObject>(0, unit);
  std::optional<double> first = takeNumber(text);
  if (!first)
    return fail();
  if (text.empty())
    return evaluator.make<ComplexObject>(*first, 0);
  if (text == "j" || text == "J")
    return evaluator.make<ComplexObject>(0, *first);
  if (text[0] != '+' && text[0] != '-')
    return fail();
  if (takeUnit(unit))
    return evaluator.make<ComplexObject>(*first, unit);
  std::optional<double> second = takeNumber(text);
  if (!second || (text != "j" && text != "J"))
    return fail();
  return evaluator.make<ComplexObject>(*first, *second);
}

/// One argument of `complex`, by its special methods; null with an exception pending.
static Value asNumber(Evaluator &evaluator, Value value, bool isFirst) {
  InstancePart *part = value->instancePart();
  if (part && isFirst)
    if (std::optional<Value> made = askClass(evaluator, value, *part, "__complex__")) {
      if (*made && !llvm::isa<ComplexObject>(*made))
        return evaluator.raise(DiagnosticId::typeError,
                               "__complex__ returned non-complex (type " + (*made)->typeName(evaluator) + ")");
      return *made;
    }
  if (llvm::isa<ComplexObject>(value) || (llvm::isa<NumberObject>(value) && !part))
    return value;
  if (value->kind() == Kind::array && isFirst) // its library has no class that is asked
    if (std::optional<Value> method = value->getAttribute(evaluator, "__complex__"))
      return *method ? evaluator.call(*method, {}) : nullptr;
  for (llvm::StringRef name : {"__float__", "__index__"})
    if (std::optional<Value> method = value->getAttribute(evaluator, name))
      return *method ? evaluator.call(*method, {}) : nullptr;
  return evaluator.raise(DiagnosticId::typeError, std::string("complex() ") +
                                                      (isFirst ? "first argument must be a string or a number"
                                                               : "second argument must be a number") +
                                                      ", not '" + value->typeName(evaluator) + "'");
}

static Value makeComplex(Call &call) {
  Evaluator &evaluator = call.evaluator;
  if (auto *text = llvm::dyn_cast<StrObject>(call["real"])) {
    if (call.given("imag"))
      return evaluator.raise(DiagnosticId::typeError, "complex() can't take second arg if first is a string");
    return parseComplex(evaluator, text->value);
  }
  if (llvm::isa<StrObject>(call["imag"]))
    return evaluator.raise(DiagnosticId::typeError, "complex() second arg can't be a string");
  double parts[2] = {0, 0};
  const char *names[] = {"real", "imag"};
  for (int i = 0; i < 2; ++i) {
    Value number = asNumber(evaluator, call[names[i]], i == 0);
    if (!number)
      return nullptr;
    if (auto *complex = llvm::dyn_cast<ComplexObject>(number)) { // an imaginary part of `imag` goes to the real one
      parts[i] = i ? parts[i] + complex->real : complex->real; // keeps the sign of a zero
      if (i == 0)
        parts[1] = complex->imaginary;
      else
        parts[0] -= complex->imaginary;
      continue;
    }
    std::optional<double> value = evaluator.toDouble(number, "a part of complex()");
    if (!value)
      return nullptr;
    if (i == 1 && !call.given("imag"))
      break;
    parts[i] = parts[i] == 0 ? *value : parts[i] + *value; // keeps -0.0
  }
  return evaluator.make<ComplexObject>(parts[0], parts[1]);
}

static ComplexObject *self(Call &call) { return llvm::cast<ComplexObject>(call.self); }
static Value realPart(Call &call) { return call.evaluator.floating(self(call)->real); }
static Value imaginaryPart(Call &call) { return call.evaluator.floating(self(call)->imaginary); }
static Value conjugate(Call &call) {
  return call.evaluator.make<ComplexObject>(self(call)->real, -self(call)->imaginary);
}
static Value itself(Call &call) { return call.evaluator.make<ComplexObject>(self(call)->real, self(call)->imaginary); }
static Value newArguments(Call &call) { return call.evaluator.tuple({realPart(call), imaginaryPart(call)}); }
static Value magnitude(Call &call) {
  double real = self(call)->real, imaginary = self(call)->imaginary, size = std::hypot(real, imaginary);
  if (std::isinf(size) && std::isfinite(real) && std::isfinite(imaginary))
    return raiseOverflow(call.evaluator, "absolute value too large");
  return call.evaluator.floating(size);
}

static constexpr LibraryEntry entries[] = {
    {"builtins", "complex", EntryKind::type, "(real=0, imag=0)", "A complex number.", makeComplex},
    {"complex", "real", EntryKind::property, "", "The real part.", realPart},
    {"complex", "imag", EntryKind::property, "", "The imaginary part.", imaginaryPart},
    {"complex", "conjugate", EntryKind::method, "()", "The number with the other sign of its imaginary part.",
     conjugate},
    {"complex", "__abs__", EntryKind::method, "()", "The distance from 0.", magnitude},
    {"complex", "__complex__", EntryKind::method, "()", "The number itself.", itself},
    {"complex", "__getnewargs__", EntryKind::method, "()", "Both parts.", newArguments},
};

llvm::ArrayRef<LibraryEntry> library::complexEntries() { return entries; }
