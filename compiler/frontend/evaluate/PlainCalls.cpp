// SPDX-License-Identifier: Apache-2.0
// Calls as most are: of a function of the program that has no `*args` and no `**kwargs`, without stars at the call.
// Each argument is evaluated into the place that the parameter has among the function's variables, so that there is no
// list of arguments to be bound.
//
// `step(total, i, c=3)` of `def step(a, b=1, *, c=2)`: `total` and `i` go to places 0 and 1, `c` is looked for among
// the parameters by the address of its name and goes to place 2. Were it `step(total, d=3)`, no parameter would be
// found, and the call is left to Binding.cpp, which says what is wrong with it. That is decided before the first
// argument is evaluated; only that one lacks is seen when all are, as in Python.
//
// A number that an operator has just made for an argument is the parameter's alone (LocalNames).
#include "compiler/frontend/evaluate/Interpretation.h"

using namespace tessera;
using namespace tessera::frontend;
using syntax::Argument;
using Parameters = llvm::ArrayRef<syntax::Parameter>;

namespace {
/// What `CallExpr::form` says.
enum CallForm : uint8_t { unknown, positionalOnly, withKeywords, withStars };
} // namespace

static CallForm formOf(const syntax::CallExpr &expr) {
  if (expr.form != unknown)
    return static_cast<CallForm>(expr.form);
  CallForm form = positionalOnly;
  for (const Argument &argument : expr.arguments) {
    if (argument.kind == Argument::Kind::star || argument.kind == Argument::Kind::doubleStar)
      form = withStars;
    else if (argument.kind == Argument::Kind::keyword && form == positionalOnly)
      form = withKeywords;
  }
  expr.form = form;
  return form;
}

static Parameters parametersOf(const FunctionObject &called) {
  return called.definition ? called.definition->parameters : called.lambda->parameters;
}

/// The parameter that takes the argument with the name, or their number.
static size_t placeOf(Parameters parameters, llvm::StringRef name) {
  for (size_t i = 0; i < parameters.size(); ++i)
    if (parameters[i].name.text.data() == name.data() && parameters[i].kind != syntax::Parameter::Kind::positionalOnly)
      return i;
  return parameters.size();
}

/// Whether each argument has a parameter, and no two have the same. `given`: positional ones, `self` among them.
static bool fits(const syntax::CallExpr &expr, const FunctionObject &called, size_t &given) {
  CallForm form = formOf(expr);
  if (!called.isPlain || form == withStars)
    return false;
  if (form == positionalOnly) {
    given += expr.arguments.size();
    return given <= called.positionals;
  }
  Parameters parameters = parametersOf(called);
  for (const Argument &argument : expr.arguments)
    given += argument.kind == Argument::Kind::positional;
  if (given > called.positionals)
    return false;
  for (const Argument &argument : expr.arguments) {
    if (argument.kind != Argument::Kind::keyword)
      continue;
    size_t place = placeOf(parameters, argument.name.text);
    if (place == parameters.size() || place < given)
      return false;
    for (const Argument *other = expr.arguments.begin(); other != &argument; ++other)
      if (other->kind == Argument::Kind::keyword && other->name.text.data() == argument.name.text.data())
        return false;
  }
  return true;
}

/// The arguments as the rules for all calls take them, where one is missing.
static Arguments collect(const syntax::CallExpr &expr, const FunctionObject &called, const LocalNames &places,
                         bool hasSelf) {
  Arguments arguments;
  size_t next = 0;
  if (hasSelf) {
    arguments.positional.push_back(places.at(next++));
    arguments.positionalRanges.emplace_back();
  }
  for (const Argument &argument : expr.arguments) {
    if (argument.kind == Argument::Kind::positional) {
      arguments.positional.push_back(places.at(next++));
      arguments.positionalRanges.push_back(argument.range);
      continue;
    }
    arguments.keywords.emplace_back(argument.name.text.str(),
                                    places.at(placeOf(parametersOf(called), argument.name.text)));
    arguments.keywordRanges.push_back(argument.range);
  }
  return arguments;
}

/// Evaluates the arguments in their order, the first positional one into place `given`. False with an exception
/// pending.
bool Interpretation::fillPlaces(const syntax::CallExpr &expr, const FunctionObject &called, LocalNames &places,
                                size_t given) {
  for (const Argument &argument : expr.arguments) {
    Value value = evaluateQuickly(argument.value);
    if (!value)
      return false;
    size_t place =
        argument.kind == Argument::Kind::positional ? given++ : placeOf(parametersOf(called), argument.name.text);
    places.bind(place, value, isFresh(argument.value, value));
  }
  return true;
}

std::optional<Value> Interpretation::callPlainly(const syntax::CallExpr &expr, FunctionObject &called, Value self) {
  size_t given = self ? 1 : 0;
  if (replay || !fits(expr, called, given))
    return std::nullopt;
  Frame *inner = newFrame(called.scope(), called.closure);
  LocalNames &places = inner->locals;
  if (self) {
    places.bind(0, self, /*isAlone=*/false);
    ++evaluator.steps; // the call of what would bind it
  }
  if (!fillPlaces(expr, called, places, self ? 1 : 0) || (at(&expr), !evaluator.stepInline())) {
    releaseFrame(inner);
    return Value(nullptr);
  }
  const std::vector<ParameterInfo> &parameters = called.parameters;
  bool isComplete = true;
  for (size_t i = given; i < parameters.size(); ++i) {
    if (places.at(i))
      continue;
    if (Value value = parameters[i].defaultValue)
      places.bind(i, value, /*isAlone=*/false);
    else
      isComplete = false;
  }
  ++evaluator.nesting;
  Value returned = nullptr;
  if (LLVM_LIKELY(isComplete && evaluator.callDepth < evaluator.evaluateOptions.recursionLimit)) {
    returned = runFunction(called, inner, expr.range);
  } else {
    Arguments arguments = collect(expr, called, places, self);
    returned = callFunction(called, arguments); // which refuses it
    releaseFrame(inner);
  }
  --evaluator.nesting;
  at(&expr);
  return returned;
}
