// SPDX-License-Identifier: Apache-2.0
// `import` and `from ... import`: names resolve through the library's tables and the folders that the user gave
// (ModuleSearch.cpp), as in Python: what a module holds comes before its submodules, which are imported when they are
// asked for.
#include "compiler/frontend/evaluate/Exceptions.h"
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Placeholder.h"

using namespace tessera;
using namespace tessera::frontend;

/// Binds `target` to what was imported. `what` is the import's full name. What the library lacks becomes a placeholder
/// where nothing asks: in a program it fails where it is used, in a file of tests it fails the tests that use it.
Flow Interpretation::bindImport(const syntax::Identifier &target, Value value, const std::string &what) {
  if (!value && evaluator.phase == EvaluationPhase::collecting && isLack()) {
    ExceptionObject *reason = evaluator.pendingException();
    if (reason->id != DiagnosticId::notSupported && !what.empty())
      reason->arguments = {evaluator.string("'" + what + "' is not in the library")};
    evaluator.clearPending();
    value = evaluator.make<PlaceholderObject>(reason, /*isDefinition=*/false);
  }
  if (!value && evaluator.hasPending()) {
    ExceptionObject *reason = evaluator.pendingException();
    value = admitLack();
    auto *text = llvm::dyn_cast<StrObject>(reason->arguments.empty() ? evaluator.none() : reason->arguments[0]);
    if (value && text && evaluator.phase == EvaluationPhase::program)
      evaluator.diagnosticSink.report(reason->id, reason->range, text->value + "; only what uses it fails",
                                      Severity::warning);
  }
  return value && storeIdentifier(target, value) ? Flow::next : Flow::raised;
}

Flow Interpretation::executeImport(const syntax::ImportStmt &statement) {
  for (const syntax::ImportName &name : statement.names) {
    at(name.range);
    Value module = evaluator.importModule(name.name.text, name.name.range);
    syntax::Identifier target = name.alias ? name.alias : name.name;
    if (!name.alias) { // `import a.b` binds `a`
      llvm::StringRef first = name.name.text.split('.').first;
      target.text = context.intern(first);
      ExceptionObject *missing = module ? nullptr : evaluator.pendingException();
      // What is missing is `a.b`: a known `a` stays what it is, and only `a.b` fails.
      bool isKnown = module || (missing->isLack && first != name.name.text && LibraryTable::get().isPackage(first) &&
                                !isProbed(missing));
      if (isKnown) {
        evaluator.clearPending();
        module = evaluator.importModule(first, name.name.range);
      }
    }
    if (bindImport(target, module, name.name.text.str()) == Flow::raised)
      return Flow::raised;
  }
  return Flow::next;
}

/// `from module import *` where `__all__` says what that is: submodules too.
bool Interpretation::importNames(Value module, llvm::ArrayRef<std::string> names) {
  std::optional<Value> own = module->getAttribute(evaluator, "__name__");
  auto *from = llvm::dyn_cast_or_null<StrObject>(own.value_or(nullptr));
  for (const std::string &name : names) {
    Value value = importedName(module, from ? from->value : "", name, evaluator.currentRange);
    if (!value) { // Python's words for this
      ExceptionObject *missing = evaluator.pendingException();
      if (missing && missing->id == DiagnosticId::unknownAttribute && !missing->isLack) {
        evaluator.clearPending();
        evaluator.getAttribute(module, name);
      }
      return false;
    }
    syntax::Identifier target;
    target.text = context.intern(name);
    if (!storeIdentifier(target, value))
      return false;
  }
  return true;
}

bool Interpretation::importAll(Value from) {
  auto *module = llvm::dyn_cast<ModuleObject>(from);
  if (std::optional<Value> all =
          !module || module->isSource ? from->getAttribute(evaluator, "__all__") : std::nullopt) {
    std::optional<std::vector<Value>> items = *all ? evaluator.toVector(*all) : std::nullopt;
    if (!items)
      return false;
    std::vector<std::string> listed;
    for (Value item : *items) {
      auto *text = llvm::dyn_cast<StrObject>(item);
      if (!text)
        return evaluator.raise(DiagnosticId::typeError,
                               "Item in __all__ must be str, not " + item->typeName(evaluator)),
               false;
      listed.push_back(text->value);
    }
    return importNames(from, listed);
  }
  std::vector<std::string> names;
  from->listAttributes(evaluator, names);
  for (const std::string &name : names) {
    if (llvm::StringRef(name).starts_with("_"))
      continue;
    std::optional<Value> value = from->getAttribute(evaluator, name);
    if (value && !*value)
      return false;
    if (!value || (module && !module->isSource && evaluator.isUnsupported(*value)))
      continue; // known, not supported: an error only where it is asked for by name
    syntax::Identifier target;
    target.text = context.intern(name);
    if (!storeIdentifier(target, *value))
      return false;
  }
  return true;
}

/// The full name that `from ..a import` means; empty with an exception pending when there is no package to start from.
std::string Interpretation::moduleOfImport(const syntax::ImportFromStmt &statement) {
  if (!statement.level)
    return statement.module.text.str();
  auto *package = llvm::dyn_cast_or_null<StrObject>(frame->root->names->find("__package__"));
  llvm::StringRef base = package ? llvm::StringRef(package->value) : llvm::StringRef();
  bool isKnown = !base.empty();
  for (unsigned up = 1; up < statement.level && !base.empty(); ++up)
    base = base.contains('.') ? base.rsplit('.').first : "";
  if (base.empty()) {
    Raised raised = evaluator.raise(DiagnosticId::unknownModule,
                                    isKnown ? "attempted relative import beyond top-level package"
                                            : "attempted relative import with no known parent package");
    evaluator.pendingException()->instanceType = evaluator.builtinClass("ImportError");
    if (!isKnown)
      raised.note("`tessera run -m package.module` runs a module of a package");
    return "";
  }
  return statement.module.text.empty() ? base.str() : (base + "." + statement.module.text).str();
}

/// `name` of `module`, or the submodule of that name. Null with ImportError pending.
Value Interpretation::importedName(Value module, const std::string &from, llvm::StringRef name, Range range) {
  auto *ours = llvm::dyn_cast<ModuleObject>(module);
  bool isLibrary = ours && !ours->isSource;
  std::optional<Value> value = module->getAttribute(evaluator, name);
  if (value && !*value && isPending(evaluator, "AttributeError")) { // a module's own `__getattr__` knows no such name
    evaluator.clearPending();
    value = std::nullopt;
  }
  std::string full = from + "." + name.str();
  if (value && *value && ours && ours->attributes.find("__path__") && ours->attributes.find("__getattr__"))
    value = module->getAttribute(evaluator, name); // Python asks a package whether it has the name, then for it
  if (!value && !from.empty() && (isLibrary || (ours && ours->attributes.find("__path__")))) {
    if (!(value = registeredModule(full)))
      value = importSource(full);
    if (value && *value && ours)
      ours->attributes.set(name, *value);
  }
  if (value && !(*value && isLibrary && evaluator.isUnsupported(*value)))
    return *value;
  std::string text = "cannot import name '" + name.str() + "' from ";
  if (ours && ours->isLoading)
    text += "partially initialized module '" + from + "' (most likely due to a circular import)";
  else
    text += "'" + from + "'";
  auto *file = llvm::dyn_cast_or_null<StrObject>(ours && ours->isSource ? ours->attributes.find("__file__") : nullptr);
  if (file)
    text += " (" + file->value + ")";
  Raised raised = evaluator.raise(DiagnosticId::unknownAttribute, text, range);
  ExceptionObject *exception = evaluator.pendingException();
  exception->instanceType = evaluator.builtinClass("ImportError");
  exception->attributes.set("name", evaluator.string(from));
  if (value) { // the name is known
    if (!isProbed(exception)) {
      evaluator.clearPending();
      return *value;
    }
    raised.note("`" + full + "` is not supported yet");
    return nullptr;
  }
  std::vector<std::string> names;
  module->listAttributes(evaluator, names);
  std::vector<std::string> near = nearestNames(name, names);
  exception->isLack = isLibrary && near.empty(); // not a slip
  if (!near.empty())
    raised.note("did you mean `" + llvm::join(near, "`, `") + "`?");
  else if (isLibrary)
    raised.note("the reference lists what `" + from + "` has");
  return nullptr;
}

Flow Interpretation::executeImportFrom(const syntax::ImportFromStmt &statement) {
  if (!statement.level && statement.module.text == "__future__")
    return Flow::next;
  std::string from = moduleOfImport(statement);
  Value module =
      from.empty() ? nullptr : evaluator.importModule(from, statement.level ? statement.range : statement.module.range);
  ExceptionObject *missing = evaluator.pendingException();
  for (const syntax::ImportName &name : statement.names) {
    at(name.range);
    if (name.name.text == "*") {
      if (!module || !importAll(module))
        return Flow::raised;
      continue;
    }
    const syntax::Identifier &target = name.alias ? name.alias : name.name;
    if (!module) {
      if (!evaluator.hasPending())
        evaluator.raise(missing);
      if (bindImport(target, nullptr, from) == Flow::raised)
        return Flow::raised;
      continue;
    }
    auto *ours = llvm::dyn_cast<ModuleObject>(module);
    Value value = importedName(module, ours ? ours->name : from, name.name.text, name.name.range);
    if (bindImport(target, value, from + "." + name.name.text.str()) == Flow::raised)
      return Flow::raised;
  }
  return Flow::next;
}
