// SPDX-License-Identifier: Apache-2.0
// Which name is which in one file, by Python's rules: functions, lambdas and comprehensions have names of their own, a
// class's names are seen by its body alone, `global` and `nonlocal` reach out, defaults and decorators belong to what
// is around. Knows nothing of other files, so that it can be kept while those change; imports are noted as written.
//
//   def f(a):          scopes: module {f}, function {a, b}
//     b = a            uses: f, a, b, a, each with its binding
//     return ops.g(b)  uses: ops, which nothing here binds; members: `.g` of `ops`
//
// The tree's own ScopeAnalysis decides less: it tells the evaluator in which scope a name lives. Here bindings have
// places and kinds, and the type parameters of a function are seen by its annotations too, in a scope of their own.
#pragma once

#include "compiler/frontend/syntax/Parser.h"
#include "compiler/language/TextPlaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::language {

namespace syntax = frontend::syntax;

/// "No such index", of bindings, scopes, imports.
constexpr unsigned none = ~0u;

/// What an import names: `from .ops import norm as n` has level 1, module `ops`, name `norm`.
struct Import {
  unsigned level = 0;
  llvm::StringRef module;
  llvm::StringRef name; // empty: the module itself
  bool hasAlias = false;
  bool isDotted = false; // `import a.b`, which binds `a`
  syntax::Range item;    // the name in the other module, or the module, as it stands here
};

struct Binding {
  enum class Kind : uint8_t { variable, parameter, function, classType, import };
  llvm::StringRef name; // mangled in classes, as the tree has it
  Kind kind = Kind::variable;
  bool isAttribute = false; // of `self`: no name of its class's body
  unsigned scope = 0;
  syntax::Range place; // the first that binds it
  /// The last FunctionDef or ClassDef of the name: calls are held against that one.
  const syntax::Stmt *definition = nullptr;
  unsigned inside = none; // the scope of the definition's body
  llvm::SmallVector<unsigned, 1> imports;
};

struct NameScope {
  enum class Kind : uint8_t { module, function, classBody, comprehension, typeParameters };
  Kind kind = Kind::module;
  unsigned parent = none;
  const syntax::Node *node = nullptr; // null: the module's
  llvm::DenseMap<llvm::StringRef, unsigned> names;
  llvm::DenseMap<llvm::StringRef, unsigned> attributes; // of a class: what its methods assign on `self`
  llvm::SmallDenseSet<llvm::StringRef, 1> globals, nonlocals;
};

/// A name where it stands.
struct UsedName {
  syntax::Range range;
  llvm::StringRef name;
  unsigned scope = 0;
  unsigned binding = none;
  unsigned import = none; // it is the name that this import binds, and no alias
};

/// `x` of `f(x=1)`.
struct KeywordUse {
  syntax::Identifier name;
  const syntax::CallExpr *call = nullptr;
};

/// A string that is a name and nothing else.
struct NameString {
  syntax::Range range; // inside the quotes
  llvm::StringRef text;
  const syntax::FunctionDef *decorates = nullptr; // it stands in this function's decorators
  bool isExport = false;                          // it stands in `__all__`
};

/// A part of an import's path: `b` of `import a.b.c`, whose module is then `a.b`.
struct ModulePart {
  syntax::Range range;
  unsigned level = 0;
  llvm::StringRef module;
};

class FileNames {
  std::unique_ptr<syntax::Context> context = std::make_unique<syntax::Context>();
  std::string firstError;
  uint32_t firstErrorLine = 0;

public:
  /// Any text; what can't be read is missing in what follows.
  explicit FileNames(llvm::StringRef text);
  FileNames(const FileNames &) = delete;

  llvm::StringRef text() const { return module.source->text(); }
  bool isWhole() const { return module.ok; }
  /// Line and message of the first error.
  uint32_t errorLine() const { return firstErrorLine; }
  llvm::StringRef errorMessage() const { return firstError; }

  /// The binding that `name`, as the tree has it, has in a scope; `none`: it is Python's own, or from a star.
  unsigned resolve(unsigned scope, llvm::StringRef name) const;
  /// The innermost scope at a position; of a position in blanks or in a statement that could not be read, by its
  /// indentation. Bodies are inside, headers are of what is around.
  unsigned scopeAt(SourcePosition position) const;
  /// How the tree has a name that is written in a scope: `__x` in a class A is `_A__x`.
  std::string mangledIn(unsigned scope, llvm::StringRef name) const;
  /// The scope of a function's, class's, lambda's or comprehension's body.
  unsigned scopeOf(const syntax::Node *node) const;
  /// Where a name of the tree stands in `uses`.
  unsigned useOf(const syntax::NameExpr *name) const;
  /// The scope of the class whose method has this binding as its first parameter, which is then an object of it, or the
  /// class itself; else `none`.
  unsigned classOfSelf(unsigned binding) const;
  /// What star imports take of this module.
  bool exports(llvm::StringRef name) const;

  syntax::ParsedModule module;
  TextPlaces places;
  std::vector<NameScope> scopes; // the module's first
  std::vector<Binding> bindings;
  std::vector<Import> imports;
  std::vector<UsedName> uses;
  std::vector<const syntax::AttributeExpr *> members;
  std::vector<KeywordUse> keywords;
  std::vector<NameString> strings;
  std::vector<unsigned> stars;        // of `imports`: `from m import *`
  std::vector<unsigned> aliasedItems; // of `imports`: `item` of `from m import item as alias`
  std::vector<ModulePart> moduleParts;

private:
  friend class FileReader;
  syntax::ParsedModule parse(llvm::StringRef text);
  llvm::StringRef intern(llvm::StringRef text) { return context->intern(text); }
  llvm::DenseMap<const syntax::Node *, unsigned> scopeOfNode;
  llvm::DenseMap<const syntax::NameExpr *, unsigned> useOfName;
  bool listsExports = false; // `__all__` is nothing but strings
  llvm::DenseSet<llvm::StringRef> listed;
};

/// `staticmethod`, `classmethod` and their like: the function has a decorator of this name, which nothing here binds.
bool isDecoratedBy(const syntax::FunctionDef *def, llvm::StringRef name);
/// The docstring of a module; empty where there is none.
llvm::StringRef docstringOf(syntax::Block module);
bool isIdentifier(llvm::StringRef text);

} // namespace tessera::language
