// SPDX-License-Identifier: Apache-2.0
// What `importlib` needs of the evaluator: a module by its name, and where one is without running it.
#include "compiler/frontend/evaluate/Interpretation.h"
#include "compiler/frontend/library/python/Python.h"

using namespace tessera;
using namespace tessera::frontend;

static Value importByName(Call &call) {
  std::optional<std::string> name = call.evaluator.toString(call["name"], "`name`");
  return name ? call.evaluator.importModule(*name, {})
              : nullptr; // at no place: as the program imports, not as the library
}

/// `(origin, folders)`; the folders of a package, else None. None where there is no such module.
static Value locate(Call &call) {
  Evaluator &evaluator = call.evaluator;
  Interpretation &walk = Interpretation::of(evaluator);
  std::optional<std::string> name = evaluator.toString(call["name"], "`name`");
  if (!name)
    return nullptr;
  llvm::StringRef dotted = *name;
  bool isOurs = LibraryTable::get().isPackage(dotted);
  std::optional<Interpretation::FoundModule> found = walk.findSource(dotted, /*replaces=*/isOurs);
  if (!found && !isOurs)
    return evaluator.none();
  if (!found)
    return evaluator.tuple({evaluator.string("built-in"), LibraryTable::get().namesIn(dotted).empty()
                                                              ? evaluator.none()
                                                              : Value(evaluator.list({}))});
  std::vector<Value> folders;
  for (const std::string &folder : found->folders)
    folders.push_back(evaluator.string(folder));
  Value origin = found->file.empty() ? evaluator.none() : Value(evaluator.string(walk.absolutePath(found->file)));
  return evaluator.tuple({origin, found->isPackage() ? Value(evaluator.list(std::move(folders))) : evaluator.none()});
}

static constexpr LibraryEntry entries[] = {
    {"importlib", "_import", EntryKind::function, "(name)", "For the library itself: the module of a dotted name.",
     importByName},
    {"importlib", "_locate", EntryKind::function, "(name)", "For the library itself: where a module is.", locate},
};
llvm::ArrayRef<LibraryEntry> library::importingEntries() { return entries; }
