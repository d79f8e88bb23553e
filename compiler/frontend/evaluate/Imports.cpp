// SPDX-License-Identifier: Apache-2.0
// `import` and `from ... import`: names resolve through the library's tables, then through the folders that the user gave.
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/evaluate/Placeholder.h"

using namespace tessera;
using namespace tessera::frontend;

/// Binds `target` to what was imported. `what` is the import's full name: a test file may lack it, and then only the tests that use it
/// fail.
Flow Interpretation::bindImport(const syntax::Identifier &target, Value value, const std::string &what) {
  if (!value && evaluator.phase == EvaluationPhase::collecting && isLack()) {
    ExceptionObject *reason = evaluator.pendingException();
    if (reason->id != DiagnosticId::notSupported && !what.empty())
      reason->arguments = {evaluator.string("'" + what + "' is not in the library")};
    evaluator.clearPending();
    value = evaluator.make<PlaceholderObject>(reason, /*isDefinition=*/false);
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
      if (module && !(module = evaluator.importModule(first, name.name.range)))
        return Flow::raised;
      // What is missing is `a.b`: a known `a` stays what it is, and only `a.b` fails.
      if (!module && evaluator.phase == EvaluationPhase::collecting && isLack() && LibraryTable::get().isPackage(first)) {
        evaluator.clearPending();
        module = evaluator.importModule(first, name.name.range);
      }
    }
    if (bindImport(target, module, name.name.text.str()) == Flow::raised)
      return Flow::raised;
  }
  return Flow::next;
}

bool Interpretation::importAll(ModuleObject &module) {
  std::vector<std::string> names;
  module.listAttributes(evaluator, names);
  for (const std::string &name : names) {
    if (llvm::StringRef(name).starts_with("_"))
      continue;
    const LibraryEntry *entry = LibraryTable::get().find(module.name, name);
    if (entry && !entry->handler && entry->kind == EntryKind::constant)
      continue; // known, not supported: an error only where it is used
    std::optional<Value> value = module.getAttribute(evaluator, name);
    if (!value || !*value)
      return false;
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
  for (unsigned up = 1; up < statement.level && !base.empty(); ++up)
    base = base.contains('.') ? base.rsplit('.').first : "";
  if (base.empty()) {
    evaluator.raise(DiagnosticId::unknownModule, "a relative import has no package to start from: the program is one file");
    return "";
  }
  return statement.module.text.empty() ? base.str() : (base + "." + statement.module.text).str();
}

Flow Interpretation::executeImportFrom(const syntax::ImportFromStmt &statement) {
  if (!statement.level && statement.module.text == "__future__")
    return Flow::next;
  std::string from = moduleOfImport(statement);
  Value imported = from.empty() ? nullptr : evaluator.importModule(from, statement.level ? statement.range : statement.module.range);
  auto *module = llvm::cast_or_null<ModuleObject>(imported);
  ExceptionObject *missing = evaluator.pendingException();
  for (const syntax::ImportName &name : statement.names) {
    at(name.range);
    if (name.name.text == "*") {
      if (!module || !importAll(*module))
        return Flow::raised;
      continue;
    }
    std::string what = from + "." + name.name.text.str();
    const syntax::Identifier &target = name.alias ? name.alias : name.name;
    if (!module) {
      if (!evaluator.hasPending())
        evaluator.raise(missing);
      if (bindImport(target, nullptr, from) == Flow::raised)
        return Flow::raised;
      continue;
    }
    std::optional<Value> value = module->getAttribute(evaluator, name.name.text);
    if (!value)
      value = importSource(what);
    if (!value) {
      Raised raised = evaluator.raise(DiagnosticId::unknownAttribute,
                                      "cannot import name '" + name.name.text.str() + "' from '" + module->name + "'", name.name.range);
      evaluator.pendingException()->instanceType = evaluator.builtinClass("ImportError");
      std::vector<std::string> names;
      module->listAttributes(evaluator, names);
      std::vector<std::string> near = nearestNames(name.name.text, names);
      if (!near.empty())
        raised.note("did you mean `" + llvm::join(near, "`, `") + "`?");
      else
        raised.note("the reference lists what `" + module->name + "` has");
      value = Value(nullptr);
    }
    if (bindImport(target, *value, what) == Flow::raised)
      return Flow::raised;
  }
  return Flow::next;
}
