// SPDX-License-Identifier: Apache-2.0
// Which name is which in a whole program: what an import of another file stands for, what `f(x=1)` and a decorator's
// "x" say of the parameter `x` of `f`, and so, for each place of a name, what it means and what it is renamed with.
//
// Meaning and renaming differ. In `from ops import norm as n`, `n` means the function of `ops`, but it is renamed
// alone; without `as`, the name here and the one in `ops` are renamed together. Such names are one group, whose first
// binding is the root of all its places. What is asked for is found once and noted; all chains (imports of imports,
// bases of bases, stars of stars) are followed over each file or class once, so that no program makes them long.
#pragma once

#include "compiler/language/FileNames.h"
#include "compiler/language/ProgramNames.h"
#include "llvm/ADT/StringMap.h"

namespace tessera::language {

/// What a name stands for.
struct Referent {
  enum class Kind : uint8_t { none, own, file, folder, library };
  Kind kind = Kind::none;
  unsigned file = 0;  // own: whose; file: which
  unsigned index = 0; // own: the binding; folder, library: of the program's list

  explicit operator bool() const { return kind != Kind::none; }
  bool isOwn() const { return kind == Kind::own; }
  bool operator==(const Referent &o) const { return kind == o.kind && file == o.file && index == o.index; }
};

/// A place of a name, with what it is renamed with.
struct Occurrence {
  /// binding: of the group `root`. The others can't be renamed: a name that nothing binds, the attribute of an object,
  /// `x` of `f(x=1)` where `f` is not known, a string, a part of an import's path.
  enum class Kind : uint8_t { binding, unbound, member, keyword, string, path };
  Kind kind = Kind::unbound;
  bool wantsAlias = false; // `x` of `import x`: another name for it stands behind `as`
  bool isToken = false;    // it stands in a line that could not be read
  syntax::Range range;
  syntax::Range whole; // of the expression: `a.b` for `b`
  Referent root;       // own
  Referent meaning;
};

class Program {
public:
  Program(std::vector<ProgramNames::File> files, std::vector<std::string> folders, Cache *known);

  //===--- Files ---===//
  unsigned fileCount() const { return static_cast<unsigned>(files.size()); }
  std::optional<unsigned> fileOf(llvm::StringRef path) const;
  const FileNames &names(unsigned file) const { return *files[file].names; }
  llvm::StringRef path(unsigned file) const { return files[file].path; }
  Place place(unsigned file, syntax::Range range) const;
  SourceRange where(unsigned file, syntax::Range range) const;
  llvm::StringRef textOf(unsigned file, syntax::Range range) const { return names(file).places.textOf(range); }

  //===--- What names mean (Program.cpp) ---===//
  Referent moduleAt(unsigned from, unsigned level, llvm::StringRef module);
  /// The same, or a library's.
  Referent moduleNamed(unsigned from, unsigned level, llvm::StringRef module);
  /// A binding's name as it is written, where the tree may have it mangled.
  std::string spellingOf(Referent own) const;
  /// What the binding means, through imports of imports.
  Referent follow(unsigned file, unsigned binding);
  /// Of a name as the tree has it.
  Referent meaningOfName(unsigned file, unsigned scope, llvm::StringRef name);
  /// Of an expression: a name, a member of one, `kernel[grid]`.
  Referent meaningOf(unsigned file, const syntax::Expr *expr);
  Referent memberOf(Referent object, llvm::StringRef name);
  const Binding &binding(Referent own) const { return names(own.file).bindings[own.index]; }
  /// The function that a call of `callee` runs, which for a class is its `__init__`; none: not known.
  Referent callableOf(Referent callee);
  /// A variable that its class takes when it is made.
  struct Field {
    Referent binding;
    const syntax::AnnAssignStmt *stmt;
  };
  /// Of a class that makes its `__init__` of the variables that it annotates (a dataclass, a NamedTuple), those of its
  /// bases first.
  std::vector<Field> fieldsOf(Referent type);
  /// The field that `Type(name=..)` gives.
  Referent fieldOf(Referent type, llvm::StringRef name);
  /// The parameter that `f(name=..)` gives; `isKnown`: whether it is known what `f` takes.
  Referent parameterOf(Referent callee, llvm::StringRef name, bool &isKnown);
  /// The dotted path of a library, the path of a folder.
  std::string textOf(Referent referent) const;
  /// Own names of a module, a package or a class, each once.
  void eachMember(Referent object, llvm::function_ref<void(llvm::StringRef name, Referent member)> visit);
  /// The files and folders that `import` finds at the top.
  void eachModule(llvm::function_ref<void(llvm::StringRef name, Referent module)> visit);
  /// Dotted names of the library modules of which a file takes everything.
  std::vector<std::string> starredLibraries(unsigned file);

  //===--- Where names stand (Occurrences.cpp) ---===//
  llvm::ArrayRef<Occurrence> occurrencesOf(unsigned file);
  std::optional<Occurrence> at(unsigned file, SourcePosition position);
  /// The bindings that are renamed together.
  Referent rootOf(unsigned file, unsigned binding);
  std::vector<Referent> groupOf(Referent root);

  //===--- Rename.cpp ---===//
  Answer<Occurrence> renameable(unsigned file, SourcePosition position);
  Answer<Rename> rename(unsigned file, SourcePosition position, llvm::StringRef wanted);

  //===--- Signatures.cpp, Outline.cpp ---===//
  SymbolKind kindOf(Referent own);
  std::string parametersText(Referent own);
  std::string documentationOf(Referent meaning);
  std::vector<Parameter> parametersOf(unsigned file, const syntax::FunctionDef *def) const;
  /// Of a call of `callee`, which is a member of `object` or of nothing.
  std::optional<Signature> signatureOf(Referent callee, Referent object);
  std::optional<Signature> signatureOfFields(Referent type);
  std::vector<Symbol> symbols(unsigned file);

  //===--- Meanings.cpp, Calls.cpp, Completion.cpp ---===//
  Meaning describe(unsigned file, Referent meaning, syntax::Range range, llvm::StringRef name, bool isMember);
  std::optional<Meaning> meaningAt(unsigned file, SourcePosition position);
  std::optional<CallAt> callAt(unsigned file, SourcePosition position);
  std::optional<PathBefore> pathBefore(unsigned file, SourcePosition position);
  std::vector<Candidate> candidates(unsigned file, SourcePosition position);
  Candidate candidateOf(llvm::StringRef name, Referent member);

private:
  /// A module's import that takes everything: from a file, or from elsewhere.
  struct Star {
    Referent module;
    unsigned import;
  };
  struct ProgramFile {
    std::string path;
    std::shared_ptr<const FileNames> names;
    std::optional<std::vector<Referent>> importTargets;
    std::optional<std::vector<Star>> stars; // the last first, as the last wins
    std::optional<std::vector<Occurrence>> occurrences;
    llvm::DenseMap<llvm::StringRef, Referent> fromStars;
    llvm::DenseMap<const syntax::Expr *, Referent> meanings;
    llvm::DenseMap<unsigned, Referent> followed; // bindings of imports
    unsigned firstNode = 0;                      // of its bindings, in `groups`
  };

  Referent moduleIn(llvm::StringRef folder, llvm::StringRef module);
  Referent library(Referent parent, llvm::StringRef name);
  Referent library(llvm::StringRef dotted);
  llvm::ArrayRef<Star> starsOf(unsigned file);
  /// What the import names itself: not followed if that is an import again.
  Referent importTarget(unsigned file, unsigned import);
  Referent findTarget(unsigned file, const Import &import);
  Referent followAll(Referent start);
  /// The binding of a name in a module, its own or from a star.
  Referent bindingIn(unsigned file, llvm::StringRef name);
  Referent submodule(Referent module, llvm::StringRef name);
  Referent computeMeaning(unsigned file, const syntax::Expr *expr);
  std::vector<Referent> classesOf(Referent type); // itself and its bases
  Referent memberOfClass(Referent type, llvm::StringRef name);
  bool takesFields(Referent type);
  bool annotatesFields(Referent type);  // not its bases
  Referent classScope(Referent object); // the class whose members a class or `self` has
  /// The binding that `object.name` reaches, an import where it is one.
  Referent memberBinding(Referent object, llvm::StringRef name);

  void buildGroups();
  unsigned findGroup(unsigned node);
  std::vector<Occurrence> list(unsigned file);
  void listStrings(unsigned file, std::vector<Occurrence> &all);
  std::optional<std::string> firstError() const;
  std::optional<std::string> findClash(llvm::ArrayRef<Edit> edits, llvm::StringRef wanted);
  std::string lineIn(unsigned file, uint32_t line) const;

  std::vector<ProgramFile> files;
  std::vector<std::string> searched;      // where modules are looked for
  llvm::StringMap<unsigned> fileByPath;   // the first of a path
  llvm::StringMap<unsigned> folderByPath; // every folder that has a file in or below it
  std::vector<std::string> folders;
  std::vector<std::pair<unsigned, std::string>> libraries; // parent (or `none`) and name of each path
  std::map<std::pair<unsigned, std::string>, unsigned> libraryByName;
  std::vector<unsigned> groups;     // union-find over the bindings of all files
  std::vector<Referent> groupNodes; // the binding of each node
};

} // namespace tessera::language
