// SPDX-License-Identifier: Apache-2.0
// What a name means, for people: what it is, where it is from, what its author wrote about it.
#include "compiler/language/Program.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::frontend::syntax;
using namespace tessera::language;
using llvm::dyn_cast;

/// A docstring as `inspect.cleandoc` shows it: the indentation that its lines share, and empty lines around, go.
static std::string cleanDocstring(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  size_t shared = llvm::StringRef::npos;
  for (size_t i = 1; i < lines.size(); ++i)
    shared = std::min(shared, lines[i].find_first_not_of(" \t"));
  std::string clean;
  for (size_t i = 0; i < lines.size(); ++i) {
    llvm::StringRef line = i == 0 ? lines[i].ltrim(" \t") : lines[i].drop_front(std::min(shared, lines[i].size()));
    clean += line.rtrim(" \t\r");
    clean += '\n';
  }
  return llvm::StringRef(clean).trim('\n').str();
}

std::string Program::documentationOf(Referent meaning) {
  if (meaning.kind == Referent::Kind::file)
    return cleanDocstring(docstringOf(names(meaning.file).module.body));
  const Stmt *definition = meaning.isOwn() ? binding(meaning).definition : nullptr;
  if (auto *def = definition ? dyn_cast<FunctionDef>(definition) : nullptr)
    return cleanDocstring(def->docstring);
  if (auto *def = definition ? dyn_cast<ClassDef>(definition) : nullptr)
    return cleanDocstring(def->docstring);
  return "";
}

Meaning Program::describe(unsigned file, Referent referent, Range range, llvm::StringRef name, bool isMember) {
  Meaning meaning;
  meaning.range = where(file, range);
  meaning.name = name.str();
  meaning.isMember = isMember;
  meaning.documentation = documentationOf(referent);
  switch (referent.kind) {
  case Referent::Kind::own:
    meaning.kind = Meaning::Kind::own;
    meaning.place = place(referent.file, binding(referent).place);
    meaning.path = files[referent.file].path;
    meaning.symbol = kindOf(referent);
    meaning.detail = parametersText(referent);
    break;
  case Referent::Kind::file:
    meaning.kind = Meaning::Kind::file;
    meaning.path = files[referent.file].path;
    meaning.place = place(referent.file, {{1, 1}, {1, 1}});
    meaning.symbol = SymbolKind::module;
    break;
  case Referent::Kind::library:
    meaning.kind = Meaning::Kind::library;
    meaning.path = textOf(referent);
    break;
  case Referent::Kind::folder:
  case Referent::Kind::none:
    if (!isMember && !referent)
      meaning.starredModules = starredLibraries(file);
    break;
  }
  return meaning;
}

std::optional<Meaning> Program::meaningAt(unsigned file, SourcePosition position) {
  std::optional<Occurrence> found = at(file, position);
  if (!found)
    return std::nullopt;
  bool isMember = found->kind == Occurrence::Kind::member || found->whole.begin < found->range.begin;
  return describe(file, found->meaning, found->whole, textOf(file, found->range), isMember);
}
