// SPDX-License-Identifier: Apache-2.0
// What an editor asks, at places all over any text: there is an answer, its ranges lie in the text, and after a rename
// the program is whole, has the new name where the edits say, and can be renamed back to the very text.
#include "compiler/frontend/syntax/SourceText.h"
#include "compiler/language/ProgramNames.h"
#include <cstdint>
#include <cstdlib>

using namespace tessera;
using namespace tessera::language;
using frontend::syntax::SourceText;

namespace {
void check(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "does not hold: %s\n", what);
  abort();
}

using Files = std::vector<ProgramNames::File>;

void checkRange(const SourceText &source, const SourceRange &range) {
  check(range.isValid() && !(range.end < range.begin), "a range does not end before it begins");
  check(range.end.line <= source.lineCount() + 1, "a range lies in the text");
}

/// The text after the edits of one file, which must not overlap.
std::string editedText(const ProgramNames::File &file, const std::vector<Edit> &edits) {
  SourceText source(file.path, file.text);
  std::string changed;
  SourcePosition done{1, 1};
  for (const Edit &edit : edits) {
    if (edit.place.path != file.path)
      continue;
    checkRange(source, edit.place.range);
    check(!(edit.place.range.begin < done), "edits are in order and do not overlap");
    changed += source.textOf({done, edit.place.range.begin}).str() + edit.text;
    done = edit.place.range.end;
  }
  return changed + source.textOf({done, {source.lineCount() + 1, 1}}).str();
}

void checkRename(const Files &files, const ProgramNames &names, llvm::StringRef path, SourcePosition at) {
  static const std::string wanted = "anOtherName";
  Answer<Renameable> old = names.renameable(path, at);
  Answer<Rename> renamed = names.rename(path, at, wanted);
  check(!renamed || static_cast<bool>(old), "what is renamed is renameable");
  if (!renamed)
    return;
  Files changed;
  bool addsAlias = false;
  for (const ProgramNames::File &file : files)
    changed.push_back({file.path, editedText(file, renamed->edits)});
  for (const Edit &edit : renamed->edits)
    addsAlias |= edit.place.range.begin == edit.place.range.end;
  ProgramNames after(changed, {""});
  const Edit &first = renamed->edits.front();
  SourcePosition there = first.place.range.begin;
  if (addsAlias || old->text.empty())
    return;
  Answer<Rename> back = after.rename(first.place.path, there, old->text);
  if (!back) {
    // A mangled name: the new one is none.
    check(llvm::StringRef(old->text).starts_with("__") || llvm::StringRef(old->text).starts_with("_"),
          "a rename can be taken back");
    return;
  }
  for (size_t i = 0; i < files.size(); ++i)
    check(editedText(changed[i], back->edits) == editedText(files[i], {}),
          "a rename that is taken back gives the same text");
}

void ask(const Files &files, const ProgramNames &names, const SourceText &source, SourcePosition at, bool renames) {
  llvm::StringRef path = source.file();
  if (Answer<std::vector<Place>> places = names.references(path, at))
    check(!places->empty(), "a name stands somewhere");
  if (std::optional<Meaning> meaning = names.meaningAt(path, at)) {
    checkRange(source, meaning->range);
    check((meaning->kind == Meaning::Kind::own || meaning->kind == Meaning::Kind::file) == meaning->place.has_value(),
          "the program's own has a place");
    check(static_cast<bool>(names.definition(path, at)) == meaning->place.has_value(), "a place is a definition");
  }
  if (std::optional<CallAt> call = names.callAt(path, at)) {
    checkRange(source, call->callee);
    int count = call->signature ? static_cast<int>(call->signature->parameters.size()) : 0;
    check(!call->signature || call->signature->active < count, "the active parameter is one");
  }
  if (std::optional<PathBefore> before = names.pathBefore(path, at))
    checkRange(source, before->range);
  names.candidates(path, at);
  if (renames)
    checkRename(files, names, path, at);
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  Files files{{"m.py", text.str()}, {"n.py", "from m import *\nimport m\nfrom m import f as g\nm.f(x=g)\nf\n"}};
  ProgramNames names(files, {""});
  SourceText source("m.py", text);
  names.symbols("m.py");
  names.unknownNames("m.py");
  // A few dozen places, spread over the text.
  unsigned renames = 0;
  uint32_t step = source.lineCount() / 6 + 1;
  for (uint32_t line = 1; line <= source.lineCount(); line += step) {
    auto width = static_cast<uint32_t>(source.line(line).size());
    for (uint32_t column = 1; column <= width + 1; column += width / 4 + 1)
      ask(files, names, source, {line, column}, renames++ % 8 == 0);
  }
  splitParameters(text);
  return 0;
}
