// SPDX-License-Identifier: Apache-2.0
// A rename is tried before it is told: the changed program is read again, and unless every name in it is one with the
// same others as before, the rename is refused. So no rule has to be written about which new names are free; what
// catches, hides or is hidden shows by itself. Attributes and strings are not compared: they are what they were.
#include "compiler/frontend/syntax/Lexer.h"
#include "compiler/language/Program.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera;
using namespace tessera::frontend::syntax;
using namespace tessera::language;

static Refusal refuse(const llvm::Twine &why) { return {why.str()}; }

std::string Program::lineIn(unsigned file, uint32_t line) const {
  std::string where = "line " + std::to_string(line);
  return fileCount() > 1 ? "`" + files[file].path + "`, " + where : where;
}

std::optional<std::string> Program::firstError() const {
  for (unsigned file = 0; file < fileCount(); ++file)
    if (!names(file).isWhole())
      return lineIn(file, names(file).errorLine()) + (fileCount() > 1 ? "," : "");
  return std::nullopt;
}

Answer<Occurrence> Program::renameable(unsigned file, SourcePosition position) {
  std::optional<Occurrence> found = at(file, position);
  if (!found)
    return refuse("there is no name here");
  std::string text = "`" + textOf(file, found->range).str() + "`";
  if (found->meaning.kind == Referent::Kind::library && found->kind != Occurrence::Kind::binding)
    return refuse(text + " is the library's");
  switch (found->kind) {
  case Occurrence::Kind::binding:
    break;
  case Occurrence::Kind::unbound:
    if (found->meaning) // read from tokens
      break;
    return refuse(text + " is not defined in this program: it is Python's or a library's");
  case Occurrence::Kind::path:
    return refuse(text + " is a file or a folder: rename that, and the imports of it");
  default:
    return refuse(text + " is an attribute: which objects have it shows only when the program runs");
  }
  if (std::optional<std::string> broken = firstError())
    return refuse(*broken + " can't be read as Python: mend that first, or the rename might miss something");
  for (Referent each : groupOf(found->root)) {
    const language::Binding &bound = binding(each);
    if (names(each.file).scopes[bound.scope].kind == NameScope::Kind::classBody)
      return refuse(text +
                    " is an attribute of a class: what reaches it over an object shows only when the program runs");
    for (unsigned import : bound.imports)
      if (const Import &imported = names(each.file).imports[import]; imported.isDotted)
        return refuse("`import " + imported.module + "` binds " + text + ": give it another name by `as` first");
  }
  return *found;
}

/// Why `wanted` can't be a name, or nothing.
static std::optional<std::string> checkName(llvm::StringRef wanted) {
  std::string quoted = "`" + wanted.take_front(80).str() + "`";
  if (!isIdentifier(wanted))
    return quoted + " is no name";
  Context context;
  DiagnosticSink sink;
  SourceText source("", wanted);
  LexedText lexed = lex(context, source, sink);
  if (lexed.tokens.empty() || lexed.tokens.front().kind != TokenKind::name)
    return quoted + " is a word of Python's";
  return std::nullopt;
}

Answer<Rename> Program::rename(unsigned file, SourcePosition position, llvm::StringRef wanted) {
  Answer<Occurrence> found = renameable(file, position);
  if (!found)
    return Refusal{found.why};
  if (std::optional<std::string> why = checkName(wanted))
    return Refusal{*why};
  Referent root = found->root;
  std::string text = textOf(file, found->range).str();
  bool isParameter = binding(root).kind == language::Binding::Kind::parameter;
  Rename rename;
  for (unsigned each = 0; each < fileCount(); ++each)
    for (const Occurrence &other : occurrencesOf(each)) {
      if (other.kind == Occurrence::Kind::binding && other.root == root) {
        if (other.wantsAlias)
          rename.edits.push_back({place(each, {other.range.end, other.range.end}), (" as " + wanted).str()});
        else
          rename.edits.push_back({place(each, other.range), wanted.str()});
      } else if (other.kind == Occurrence::Kind::string || (isParameter && other.kind == Occurrence::Kind::keyword)) {
        if (textOf(each, other.range) == text)
          rename.left.push_back(place(each, other.range));
      }
    }
  if (wanted != text)
    if (std::optional<std::string> clash = findClash(rename.edits, wanted))
      return Refusal{*clash};
  return rename;
}

/// Edits in the order of their places, not overlapping.
static std::string applyEdits(const FileNames &names, llvm::ArrayRef<Edit> edits) {
  std::string changed;
  size_t done = 0;
  for (const Edit &edit : edits) {
    size_t begin = names.places.offsetOf(edit.place.range.begin);
    changed += names.text().slice(done, begin);
    changed += edit.text;
    done = names.places.offsetOf(edit.place.range.end);
  }
  changed += names.text().drop_front(done);
  return changed;
}

namespace {
/// Numbers names in the order in which they are seen first, so that two programs can be compared.
class Numbers {
public:
  unsigned of(Program &program, unsigned file, const Occurrence &occurrence) {
    if (occurrence.kind == Occurrence::Kind::binding) {
      std::pair<unsigned, unsigned> root{occurrence.root.file, occurrence.root.index};
      return roots.try_emplace(root, next).second ? next++ : roots[root];
    }
    auto [entry, isNew] = unbound.try_emplace(program.textOf(file, occurrence.range), next);
    return isNew ? next++ : entry->second;
  }

private:
  llvm::DenseMap<std::pair<unsigned, unsigned>, unsigned> roots;
  llvm::StringMap<unsigned> unbound;
  unsigned next = 0;
};
} // namespace

/// The first place whose name means something else after `edits`, in words.
std::optional<std::string> Program::findClash(llvm::ArrayRef<Edit> edits, llvm::StringRef wanted) {
  std::vector<ProgramNames::File> changed;
  Cache cache;
  for (unsigned file = 0; file < fileCount(); ++file) {
    llvm::ArrayRef<Edit> here = edits.take_while([&](const Edit &edit) { return edit.place.path == files[file].path; });
    edits = edits.drop_front(here.size());
    changed.push_back({files[file].path, here.empty() ? names(file).text().str() : applyEdits(names(file), here)});
    if (here.empty())
      cache.files[std::hash<std::string>()(changed.back().text)] = files[file].names;
  }
  Program after(std::move(changed), searched, &cache);
  std::string quoted = "`" + wanted.str() + "`";
  for (unsigned file = 0; file < fileCount(); ++file)
    if (!after.names(file).isWhole())
      return quoted + " can't stand for it: " + lineIn(file, after.names(file).errorLine()) +
             " would not be Python any more: " + after.names(file).errorMessage().str();
  auto isCompared = [](const Occurrence &each) {
    return each.kind == Occurrence::Kind::binding || each.kind == Occurrence::Kind::unbound;
  };
  Numbers old, now;
  for (unsigned file = 0; file < fileCount(); ++file) {
    auto before = llvm::make_filter_range(occurrencesOf(file), isCompared);
    auto then = llvm::make_filter_range(after.occurrencesOf(file), isCompared);
    auto one = before.begin();
    auto other = then.begin();
    uint32_t line = 1;
    std::string text;
    for (; one != before.end() || other != then.end(); ++one, ++other) {
      if (one != before.end()) {
        line = one->range.begin.line;
        text = textOf(file, one->range).str();
      }
      if (one != before.end() && other != then.end() && old.of(*this, file, *one) == now.of(after, file, *other))
        continue;
      return quoted + " would be mixed up with another " + quoted + ": `" + text + "` in " + lineIn(file, line) +
             " would mean something else";
    }
  }
  return std::nullopt;
}
