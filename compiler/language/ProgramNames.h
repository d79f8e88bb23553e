// SPDX-License-Identifier: Apache-2.0
// What an editor asks of the text of a program, without running it: where a name is defined and used, what a rename
// has to change, what a file holds, what the name under the pointer means, which call the cursor is in, what may be
// typed next. Made anew for each version of a program; the files that did not change come out of a `Cache`.
//
// Broken text is what an editor has most of the time. The answers about what could be read stay; a call that is still
// being typed and the dotted name at the cursor are read from the tokens. Nothing here fails on any text, and a
// position that is not in the text gives an empty answer.
#pragma once

#include "compiler/support/SourceRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera::language {

struct Place {
  std::string path;
  SourceRange range; // lines and columns from 1, columns in code points; `range.file` is `path`
};

struct Edit {
  Place place;
  std::string text;
};

/// Why there is no answer: lower case, code in backticks, no full stop.
struct Refusal {
  std::string why;
};

/// A value, or a sentence why there is none.
template <typename T> struct Answer {
  std::optional<T> value;
  std::string why; // empty where there is a value

  Answer(T value) : value(std::move(value)) {}
  Answer(Refusal refusal) : why(std::move(refusal.why)) {}
  explicit operator bool() const { return value.has_value(); }
  const T &operator*() const { return *value; }
  const T *operator->() const { return &*value; }
};

enum class SymbolKind { variable, constant, function, classType, method, module, parameter };

/// A line of a file's outline.
struct Symbol {
  std::string name;
  std::string detail; // of a function: its parameters as written, `(a, b=1)`
  SymbolKind kind = SymbolKind::variable;
  SourceRange range;     // the whole statement, decorators and body too
  SourceRange selection; // the name
  std::vector<Symbol> children;
};

struct Parameter {
  std::string name; // empty for the `*` and `/` between others
  std::string text; // as written: `BLOCK: tl.constexpr = 4`, `*args`
};

struct Signature {
  std::string name;
  std::vector<Parameter> parameters; // without `self` where the call gives none
  std::string documentation;
  int active = -1; // the parameter that the cursor's argument is for; -1: none
};

/// What the name at a place means.
struct Meaning {
  enum class Kind { none, own, file, library };
  Kind kind = Kind::none;
  SourceRange range;     // of the expression that is meant: in `jnp.linalg.norm`, `jnp.linalg` where that is pointed at
  std::string name;      // its last part, as written
  std::string path;      // file: the file's; library: dotted, such as `jax.numpy.sum`
  bool isMember = false; // it stands behind a dot. Of kind none: the attribute of an object that is not known
  // Of the program's own; a file's place is its beginning.
  std::optional<Place> place;
  SymbolKind symbol = SymbolKind::variable;
  std::string detail;        // a function's parameters, or those that a class is made with, as written
  std::string documentation; // the docstring of a function, a class or a file, without its indentation
  // Of a plain name of kind none, which is then Python's own, or: from a library by `from module import *`.
  std::vector<std::string> starredModules;
};

struct Renameable {
  SourceRange range;
  std::string text;
};

struct Rename {
  std::vector<Edit> edits; // by file in the order of the program's files, then by place; they do not overlap
  /// Strings that are this very name, and keywords of calls of nobody knows what: they are left as they are.
  std::vector<Place> left;
};

/// The innermost call around a place.
struct CallAt {
  SourceRange callee;
  std::string text;                   // of the callee, as written
  SourcePosition opened;              // where the call's `(` stands
  Meaning meaning;                    // of the callee
  std::optional<Signature> signature; // where it is the program's own
  unsigned position = 0;              // how many arguments stand before the one at the place
  std::optional<std::string> keyword; // of the argument at the place: `axis` in `f(a, axis=|)`
};

/// The dotted name that ends at a place, which completion is to go on with.
struct PathBefore {
  enum class Where { expression, import };
  Where where = Where::expression; // import: in the names or the module of an import statement
  SourceRange range;     // of the part to be completed, which may be empty; what stands right of the place not counted
  std::string prefix;    // its text: `no` of `jnp.linalg.no`
  bool isMember = false; // there is something left of it: an object and a dot, or the module of `from module import`
  Meaning object;        // what is left of it, where `isMember`
};

/// A name that completion may offer.
struct Candidate {
  std::string name;
  SymbolKind kind = SymbolKind::variable; // of a library's: module for `import a`, else variable, whatever it is
  std::string detail;                     // a function's parameters as written
  std::string path;                       // of a library's: dotted, such as `jax.numpy` for `jnp`
};

class FileNames;

/// What was read of files, kept from one version of a program to the next.
class Cache {
  friend class Program;
  std::map<size_t, std::shared_ptr<const FileNames>> files; // by hash of the text
};

class Program;

class ProgramNames {
public:
  struct File {
    std::string path;
    std::string text;
  };

  /// `folders`: where modules are looked for, in order; "" is the folder that the paths are relative to. Files that
  /// were read before, with the same text, are taken from `known`, which then holds those of this program alone.
  ProgramNames(std::vector<File> files, std::vector<std::string> folders, Cache *known = nullptr);
  ProgramNames(ProgramNames &&) noexcept;
  ProgramNames &operator=(ProgramNames &&) noexcept;
  ~ProgramNames();

  /// Where the name is bound first.
  Answer<Place> definition(llvm::StringRef path, SourcePosition position) const;
  /// Every place of the name in all files, the one that binds it among them, and places of its aliases.
  Answer<std::vector<Place>> references(llvm::StringRef path, SourcePosition position) const;
  /// The name that a rename would change.
  Answer<Renameable> renameable(llvm::StringRef path, SourcePosition position) const;
  /// Refused where a file has an error, and where a name would come to mean something else than before.
  Answer<Rename> rename(llvm::StringRef path, SourcePosition position, llvm::StringRef wanted) const;
  /// The functions, classes and variables of a file, nested as they are defined.
  std::vector<Symbol> symbols(llvm::StringRef path) const;
  /// Empty where no name stands.
  std::optional<Meaning> meaningAt(llvm::StringRef path, SourcePosition position) const;
  std::optional<CallAt> callAt(llvm::StringRef path, SourcePosition position) const;
  /// Empty in strings, comments and numbers. Where nothing is typed yet, an empty prefix of no object.
  std::optional<PathBefore> pathBefore(llvm::StringRef path, SourcePosition position) const;
  /// The program's own names that may stand at the place: all that are seen there, nearest scope first; behind an own
  /// module, class or `self` and a dot its members; in an import, modules or what the module holds.
  std::vector<Candidate> candidates(llvm::StringRef path, SourcePosition position) const;
  /// Names of a file that nothing binds and nothing imports, sorted: Python's own, and mistakes.
  std::vector<std::string> unknownNames(llvm::StringRef path) const;

private:
  std::unique_ptr<Program> program;
};

/// Which parameter is meant by the `position`th argument, or by `keyword`; -1: none. Python's rules: parameters before
/// `/` have no keyword, those behind `*` no position, `*args` and `**kw` take what is left.
int activeParameter(llvm::ArrayRef<Parameter> parameters, unsigned position, std::optional<llvm::StringRef> keyword);

/// `(a, axis=None) -> Array` in parts, at commas outside of brackets and strings.
std::vector<Parameter> splitParameters(llvm::StringRef signature);

} // namespace tessera::language
