// SPDX-License-Identifier: Apache-2.0
// The door: paths to files, and answers to people where there is none.
#include "compiler/language/ProgramNames.h"
#include "compiler/language/Program.h"
#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace tessera;
using namespace tessera::language;

ProgramNames::ProgramNames(std::vector<File> files, std::vector<std::string> folders, Cache *known)
    : program(std::make_unique<Program>(std::move(files), std::move(folders), known)) {}
ProgramNames::ProgramNames(ProgramNames &&) noexcept = default;
ProgramNames &ProgramNames::operator=(ProgramNames &&) noexcept = default;
ProgramNames::~ProgramNames() = default;

static Refusal refuse(const llvm::Twine &why) { return {why.str()}; }
static Refusal noName() { return refuse("there is no name here"); }
static Refusal unknownObject(llvm::StringRef text) {
  return refuse("`" + text + "` belongs to an object, and which one it is shows only when the program runs");
}

Answer<Place> ProgramNames::definition(llvm::StringRef path, SourcePosition position) const {
  std::optional<unsigned> file = program->fileOf(path);
  std::optional<Occurrence> found = file ? program->at(*file, position) : std::nullopt;
  if (!found)
    return noName();
  std::string text = program->textOf(*file, found->range).str();
  switch (found->meaning.kind) {
  case Referent::Kind::own:
    return program->place(found->meaning.file, program->binding(found->meaning).place);
  case Referent::Kind::file:
    return program->place(found->meaning.file, {{1, 1}, {1, 1}});
  case Referent::Kind::folder:
    return refuse("`" + text + "` is the folder `" + program->textOf(found->meaning) + "`, which has no `__init__.py`");
  case Referent::Kind::library:
    return refuse("`" + program->textOf(found->meaning) + "` is the library's: point at it to read what it does");
  case Referent::Kind::none:
    break;
  }
  if (found->kind == Occurrence::Kind::member || found->kind == Occurrence::Kind::keyword)
    return unknownObject(text);
  return refuse("`" + text + "` is defined nowhere in this program");
}

Answer<std::vector<Place>> ProgramNames::references(llvm::StringRef path, SourcePosition position) const {
  std::optional<unsigned> file = program->fileOf(path);
  std::optional<Occurrence> found = file ? program->at(*file, position) : std::nullopt;
  if (!found)
    return noName();
  llvm::StringRef text = program->textOf(*file, found->range);
  if (!found->meaning && found->kind == Occurrence::Kind::member)
    return unknownObject(text);
  std::vector<Place> places;
  if (found->isToken) // no other list has it
    places.push_back(program->place(*file, found->range));
  for (unsigned each = 0; each < program->fileCount(); ++each)
    for (const Occurrence &other : program->occurrencesOf(each)) {
      bool isSame = found->root && other.root == found->root;
      if (found->meaning)
        isSame |= other.meaning == found->meaning;
      else if (!found->root)
        isSame = other.kind == found->kind && program->textOf(each, other.range) == text;
      if (isSame)
        places.push_back(program->place(each, other.range));
    }
  return places;
}

Answer<Renameable> ProgramNames::renameable(llvm::StringRef path, SourcePosition position) const {
  std::optional<unsigned> file = program->fileOf(path);
  if (!file)
    return noName();
  Answer<Occurrence> found = program->renameable(*file, position);
  if (!found)
    return Refusal{found.why};
  return Renameable{program->where(*file, found->range), program->textOf(*file, found->range).str()};
}

Answer<Rename> ProgramNames::rename(llvm::StringRef path, SourcePosition position, llvm::StringRef wanted) const {
  std::optional<unsigned> file = program->fileOf(path);
  if (!file)
    return noName();
  return program->rename(*file, position, wanted);
}

std::vector<Symbol> ProgramNames::symbols(llvm::StringRef path) const {
  std::optional<unsigned> file = program->fileOf(path);
  return file ? program->symbols(*file) : std::vector<Symbol>();
}

std::optional<Meaning> ProgramNames::meaningAt(llvm::StringRef path, SourcePosition position) const {
  std::optional<unsigned> file = program->fileOf(path);
  return file ? program->meaningAt(*file, position) : std::nullopt;
}

std::optional<CallAt> ProgramNames::callAt(llvm::StringRef path, SourcePosition position) const {
  std::optional<unsigned> file = program->fileOf(path);
  return file ? program->callAt(*file, position) : std::nullopt;
}

std::optional<PathBefore> ProgramNames::pathBefore(llvm::StringRef path, SourcePosition position) const {
  std::optional<unsigned> file = program->fileOf(path);
  return file ? program->pathBefore(*file, position) : std::nullopt;
}

std::vector<Candidate> ProgramNames::candidates(llvm::StringRef path, SourcePosition position) const {
  std::optional<unsigned> file = program->fileOf(path);
  return file ? program->candidates(*file, position) : std::vector<Candidate>();
}

std::vector<std::string> ProgramNames::unknownNames(llvm::StringRef path) const {
  std::optional<unsigned> file = program->fileOf(path);
  std::set<std::string> unknown;
  if (file)
    for (const Occurrence &each : program->occurrencesOf(*file))
      if (each.kind == Occurrence::Kind::unbound)
        unknown.insert(program->textOf(*file, each.range).str());
  return {unknown.begin(), unknown.end()};
}
