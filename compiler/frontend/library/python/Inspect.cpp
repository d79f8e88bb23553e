// SPDX-License-Identifier: Apache-2.0
// `inspect`'s and `eval`'s roots: the source text of functions and classes, their parameters, and text evaluated as
// code. The rest of `inspect` is in PreludeTypes.cpp.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/SyntaxErrors.h"
#include "compiler/frontend/library/python/Python.h"

using namespace tessera;
using namespace tessera::frontend;

/// The function or class behind decorators and bindings.
static Value unwrap(Value object) {
  while (object) {
    if (auto *method = llvm::dyn_cast<BoundMethodObject>(object))
      object = method->function;
    else if (auto *descriptor = llvm::dyn_cast<DescriptorObject>(object))
      object = descriptor->getter;
    else if (auto *wrapper = llvm::dyn_cast<WrapperObject>(object); wrapper && wrapper->wrapped)
      object = wrapper->wrapped;
    else if (auto *function = llvm::dyn_cast<FunctionObject>(object);
             function && function->attributes.find("__wrapped__"))
      object = function->attributes.find("__wrapped__");
    else
      return object;
  }
  return object;
}

/// Where the text of `object` stands, decorators included; invalid for what has none.
static Range sourceRange(Evaluator &evaluator, Value object) {
  object = unwrap(object);
  if (object && !llvm::isa<FunctionObject>(object) && !llvm::isa<ClassObject>(object)) // a kernel: what it was made of
    if (std::optional<Value> inner = object->getAttribute(evaluator, "fn"); inner && *inner)
      object = unwrap(*inner);
  if (auto *type = llvm::dyn_cast_or_null<ClassObject>(object)) {
    const syntax::ClassDef *definition = Interpretation::of(evaluator).definitionOf(type);
    return definition ? syntax::join(definition->decorators.empty() ? definition->range
                                                                    : definition->decorators.front()->range,
                                     definition->range)
                      : Range{};
  }
  auto *function = llvm::dyn_cast_or_null<FunctionObject>(object);
  if (!function)
    return {};
  if (function->lambda)
    return function->lambda->range;
  const syntax::FunctionDef *definition = function->definition;
  return syntax::join(definition->decorators.empty() ? definition->range : definition->decorators.front()->range,
                      definition->range);
}

/// The whole lines of the text.
static Value getSource(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Range range = sourceRange(evaluator, call["object"]);
  evaluator.clearPending();
  if (!range.isValid())
    return evaluator.raise(DiagnosticId::typeError,
                           "module, class, method, function, traceback, frame, or code object was expected, got " +
                               call["object"]->typeName(evaluator));
  const syntax::SourceText &source = evaluator.sourceText(range);
  std::string text;
  for (uint32_t line = range.begin.line; line <= range.end.line; ++line)
    text += source.line(line).str() + "\n";
  return evaluator.string(text);
}

static Value firstLine(Call &call) {
  Range range = sourceRange(call.evaluator, call["object"]);
  call.evaluator.clearPending();
  return call.evaluator.integer(range.isValid() ? call.evaluator.where(range).begin.line : 0);
}

static Value isGeneratorFunction(Call &call) {
  auto *function = llvm::dyn_cast_or_null<FunctionObject>(unwrap(call["object"]));
  return call.evaluator.boolean(function && function->definition && function->definition->isGenerator);
}

/// `(name, kind, has_default, default, has_annotation, annotation)` of each.
static Value parameters(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::vector<ParameterInfo>> listed = evaluator.parametersOf(call["object"]);
  if (!listed)
    return nullptr;
  std::vector<Value> rows;
  for (const ParameterInfo &parameter : *listed)
    rows.push_back(
        evaluator.tuple({evaluator.string(parameter.name), evaluator.integer(static_cast<int64_t>(parameter.kind)),
                         evaluator.boolean(parameter.defaultValue != nullptr),
                         parameter.defaultValue ? parameter.defaultValue : evaluator.none(),
                         evaluator.boolean(parameter.annotation != nullptr),
                         parameter.annotation ? parameter.annotation : evaluator.none()}));
  return evaluator.list(std::move(rows));
}

//===-- eval, exec ---------------------------------------------------------------------------------------------===//

static bool readScopes(Call &call, DictObject *&globals, DictObject *&locals) {
  for (auto [name, slot] : {std::pair("globals", &globals), {"locals", &locals}}) {
    if (isNone(call[name]))
      continue;
    *slot = llvm::dyn_cast<DictObject>(call[name]);
    if (!*slot)
      return call.evaluator.raise(DiagnosticId::typeError, std::string(call.entry->name) + "() " + name +
                                                               " must be a dict, not " +
                                                               call[name]->typeName(call.evaluator)),
             false;
  }
  return true;
}

static Value runText(Call &call, bool isExpression) {
  Evaluator &evaluator = call.evaluator;
  Value source = call["source"];
  if (auto *code = llvm::dyn_cast<RecordObject>(source);
      code && code->field("co_source")) { // of `compile`, which said what it is
    source = code->field("co_source");
    std::string mode = llvm::cast<StrObject>(code->field("co_mode"))->value;
    if (mode == "single")
      return evaluator.notSupported("running what `compile` made with mode single");
    isExpression = mode == "eval";
  }
  DictObject *globals = nullptr, *locals = nullptr;
  if (auto *bytes = llvm::dyn_cast<BytesObject>(source))
    source = library::decodeBytes(evaluator, bytes->value);
  if (!source || !readScopes(call, globals, locals))
    return nullptr;
  if (!llvm::isa<StrObject>(source))
    return evaluator.raise(DiagnosticId::typeError,
                           std::string(call.entry->name) + "() arg 1 must be a string, bytes or code object");
  return Interpretation::of(evaluator).runText(llvm::cast<StrObject>(source)->value, isExpression, globals, locals);
}
static Value eval(Call &call) { return runText(call, /*isExpression=*/true); }
static Value exec(Call &call) { return runText(call, /*isExpression=*/false); }

static Value compile(Call &call) {
  Evaluator &evaluator = call.evaluator;
  std::optional<std::string> mode = evaluator.toString(call["mode"], "`mode`");
  if (!mode)
    return nullptr;
  Value source = call["source"];
  if (auto *bytes = llvm::dyn_cast<BytesObject>(source);
      bytes && !(source = library::decodeBytes(evaluator, bytes->value)))
    return nullptr;
  auto *text = llvm::dyn_cast<StrObject>(source);
  std::optional<std::string> file = evaluator.str(call["filename"]);
  if (!text || !file)
    return file ? Value(evaluator.notSupported("`compile` of anything but a text")) : nullptr;
  if (*mode != "eval" && *mode != "exec" && *mode != "single")
    return evaluator.raise(DiagnosticId::valueError, "compile() mode must be 'exec', 'eval' or 'single'");
  if (!checkSyntax(evaluator, {text->value, *file}, *mode == "eval"))
    return nullptr;
  auto *record = evaluator.make<RecordObject>(evaluator.libraryClass("types", "CodeType"));
  record->set("co_filename", call["filename"]).set("co_source", source).set("co_mode", call["mode"]);
  return record;
}

static constexpr LibraryEntry entries[] = {
    {"inspect", "getsource", EntryKind::function, "(object)", "The text of a function or class, decorators included.",
     getSource},
    {"inspect", "_first_line", EntryKind::function, "(object, /)", "The number of the text's first line.", firstLine},
    {"inspect", "_parameters", EntryKind::function, "(object, /)", "The parameters of a callable as tuples.",
     parameters},
    {"inspect", "_is_generator_function", EntryKind::function, "(object, /)", "Whether calling it makes a generator.",
     isGeneratorFunction},
    {"builtins", "eval", EntryKind::function, "(source, globals=None, locals=None, /)",
     "The value of an expression that is given as text.", eval},
    {"builtins", "exec", EntryKind::function, "(source, globals=None, locals=None, /)",
     "Runs statements that are given as text.", exec},
    {"builtins", "compile", EntryKind::function, "(source, filename, mode, flags=0, dont_inherit=False, optimize=-1)",
     "The text for `eval` or `exec`.", compile},
};

llvm::ArrayRef<LibraryEntry> library::inspectEntries() { return entries; }
