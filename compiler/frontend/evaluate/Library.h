// SPDX-License-Identifier: Apache-2.0
// The library as data. Every name that a program may import is an entry of a table, with its signature as Python text: the
// signature binds arguments, so no handler can ignore one by accident; the same tables answer `from m import name`, the nearest
// names of a misspelling, the editor's completion and the reference page.
#pragma once

#include "compiler/frontend/evaluate/Callables.h"
#include "llvm/Support/JSON.h"

namespace tessera::frontend {

enum class EntryKind : uint8_t {
  function,
  decorator, // a function, listed apart
  constant,  // the handler makes its value, once
  type,      // a class; the handler is its constructor (null: it can't be called)
  module,    // an alias or a submodule reached by attribute: `signature` is the full name of the module meant
  method,    // `module` is the class's qualified name; the handler finds the receiver in `call.self`
  property,  // the same, without a call
};

/// `signature` for functions, methods and types: `(x, axis=None, *, dtype=None)`, without `self`. Defaults are literals (numbers,
/// strings, tuples, None, True, False, `...`). A null `handler` means known, but not supported yet: using it gives `not-supported`.
struct LibraryEntry {
  const char *module;
  const char *name;
  EntryKind kind;
  const char *signature;
  const char *summary; // one sentence, in Markdown; empty only for what a user never sees
  Value (*handler)(Call &call);
};

struct LibraryModule {
  const char *name; // dotted
  const char *summary;
};

/// A class of the library that derives from another one than `object`, by their qualified names (`Exception` for the language's).
/// Programs may derive from such a class, and from one that others derive from.
struct LibraryBase {
  const char *name;
  const char *base;
};

/// A file of the library's Python (library/*/*.py, embedded at build): its names are found after those of the tables. Several files may
/// make one module; they are joined in this order.
enum class SourceKind : uint8_t {
  module,
  methods, // of the class that `module` names
  hidden,  // for C++ alone (Evaluator::textMember): no program can import it
  later,   // more of a module, read when a name is asked for that its texts before do not have
};
struct LibrarySource {
  const char *module;
  SourceKind kind;
  const char *summary;
  const char *file; // in compiler/frontend/library
  const char *text; // null where the file has to be fetched first, see `LibraryTable::setFetcher`
};
/// Gives the text of a file; nothing where it can't be had now.
using TextFetcher = std::optional<std::string> (*)(llvm::StringRef file);

/// One call of a library function: its arguments bound to the parameters of the signature.
class Call {
public:
  Evaluator &evaluator;
  const LibraryEntry *entry;
  Value self; // the receiver of a method or property; the class for a type's constructor

  /// By position in the signature. An absent argument is its default; `*args` a tuple; `**kwargs` a dict. Never null.
  Value operator[](size_t index) const { return values[index]; }
  /// By name; None where the signature has no such parameter, as one handler may serve several.
  Value operator[](llvm::StringRef name) const;
  /// Whether the program passed it.
  bool given(llvm::StringRef name) const;
  /// Where the argument stands, or the call when it is absent.
  Range rangeOf(llvm::StringRef name) const;
  size_t size() const { return values.size(); }

  Call(Evaluator &evaluator, const LibraryEntry *entry, Value self) : evaluator(evaluator), entry(entry), self(self) {}
  const std::vector<ParameterInfo> *parameters = nullptr;
  llvm::SmallVector<Value, 6> values;
  llvm::SmallVector<bool, 6> passed;
  llvm::SmallVector<Range, 6> ranges;

private:
  std::optional<size_t> indexOf(llvm::StringRef name) const;
};

/// All tables, with an index. Built once a process; holds no values.
class LibraryTable {
public:
  static const LibraryTable &get();

  void add(llvm::ArrayRef<LibraryModule> modules, llvm::ArrayRef<LibraryEntry> entries);
  void addBases(llvm::ArrayRef<LibraryBase> bases);
  /// Modules that no table named are added with the file's summary, so this comes last.
  void addSources(llvm::ArrayRef<LibrarySource> sources);
  /// How many texts a module has, which are read one by one as names are asked for.
  unsigned textsOf(llvm::StringRef module) const;
  /// One of them: the first is all files but the later ones, joined; empty for a module without one. Nothing where a
  /// file has to be fetched and can't be, or with `mayFetch` false would have to be.
  std::optional<std::string> sourceOf(llvm::StringRef module, unsigned text = 0, bool mayFetch = true) const;
  /// How files that the binary does not hold are had (in a browser). What was fetched once is kept.
  static void setFetcher(TextFetcher fetcher);
  bool hasSource(llvm::StringRef module) const { return sourcesByModule.count(module); }
  /// Whether some methods of the class are written in Python. A class of the program's may have a module's name.
  bool hasClassSource(llvm::StringRef qualifiedName) const {
    auto sources = sourcesByModule.find(qualifiedName);
    return sources != sourcesByModule.end() && sources->second.front()->kind == SourceKind::methods;
  }
  /// Empty for what `addBases` was not told of.
  llvm::StringRef baseOf(llvm::StringRef qualifiedName) const { return basesByName.lookup(qualifiedName); }

  const LibraryModule *findModule(llvm::StringRef name) const;
  /// `module` may also be a class's qualified name.
  const LibraryEntry *find(llvm::StringRef module, llvm::StringRef name) const;
  /// Names of a module's or class's entries and, for a module, its direct submodules.
  std::vector<llvm::StringRef> namesIn(llvm::StringRef module) const;
  std::vector<llvm::StringRef> moduleNames() const;
  /// Whether `name` is the name of a module or of a package around one.
  bool isPackage(llvm::StringRef name) const;
  llvm::ArrayRef<const LibraryEntry *> entriesOf(llvm::StringRef module) const;

private:
  void addModule(const LibraryModule &module);
  std::vector<const LibraryModule *> modules;
  llvm::StringMap<const LibraryModule *> modulesByName;
  llvm::StringMap<std::vector<const LibraryEntry *>> entriesByModule;
  llvm::StringMap<const LibraryEntry *> byQualifiedName;
  llvm::StringMap<std::vector<llvm::StringRef>> submodules; // package -> last names
  llvm::StringMap<llvm::StringRef> basesByName;
  llvm::StringMap<std::vector<const LibrarySource *>> sourcesByModule;
  std::vector<LibraryModule> modulesInPython; // those that no table names
};

/// `{modules: [{name, summary, entries: [{name, kind, signature, summary, supported}]}]}`; see shared/protocol/README.md. A class's
/// methods are listed in its module as `Class.method`.
llvm::json::Value libraryReference();

/// The names nearest to `name` by edit distance, best first, at most `limit`; none that are too far to be a slip.
std::vector<std::string> nearestNames(llvm::StringRef name, llvm::ArrayRef<std::string> candidates, size_t limit = 3);

} // namespace tessera::frontend
