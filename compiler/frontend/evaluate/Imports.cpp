// SPDX-License-Identifier: Apache-2.0
// `import` and `from ... import`: everything resolves through the library's tables.
#include "compiler/frontend/evaluate/Interpretation.h"

using namespace tessera;
using namespace tessera::frontend;

Flow Interpretation::executeImport(const syntax::ImportStmt &statement) {
  for (const syntax::ImportName &name : statement.names) {
    at(name.range);
    Value module = evaluator.importModule(name.name.text, name.name.range);
    if (!module)
      return Flow::raised;
    syntax::Identifier target = name.alias ? name.alias : name.name;
    if (!name.alias) { // `import a.b` binds `a`
      llvm::StringRef first = name.name.text.split('.').first;
      target.text = context.intern(first);
      if (!(module = evaluator.importModule(first, name.name.range)))
        return Flow::raised;
    }
    if (!storeIdentifier(target, module))
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

Flow Interpretation::executeImportFrom(const syntax::ImportFromStmt &statement) {
  if (statement.level) {
    evaluator.raise(DiagnosticId::unknownModule, "a relative import has no package to start from: the program is one file");
    return Flow::raised;
  }
  if (statement.module.text == "__future__")
    return Flow::next;
  Value imported = evaluator.importModule(statement.module.text, statement.module.range);
  if (!imported)
    return Flow::raised;
  auto *module = llvm::cast<ModuleObject>(imported);
  for (const syntax::ImportName &name : statement.names) {
    at(name.range);
    if (name.name.text == "*") {
      if (!importAll(*module))
        return Flow::raised;
      continue;
    }
    std::optional<Value> value = module->getAttribute(evaluator, name.name.text);
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
      return Flow::raised;
    }
    if (!*value || !storeIdentifier(name.alias ? name.alias : name.name, *value))
      return Flow::raised;
  }
  return Flow::next;
}
