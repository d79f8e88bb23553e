// SPDX-License-Identifier: Apache-2.0
// What a file holds: functions and classes with what is defined in them, and the variables of modules and classes. What
// stands in an `if`, a `try` or a loop belongs to what is around that.
#include "compiler/frontend/syntax/Walk.h"
#include "compiler/language/Program.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace tessera;
using namespace tessera::frontend::syntax;
using namespace tessera::language;
using llvm::cast;
using llvm::dyn_cast;

/// By custom, `BLOCK_M` is a constant.
static bool isConstantName(llvm::StringRef name) {
  return llvm::any_of(name, [](char c) { return c >= 'A' && c <= 'Z'; }) &&
         llvm::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
}

SymbolKind Program::kindOf(Referent referent) {
  if (referent.kind == Referent::Kind::file || referent.kind == Referent::Kind::folder)
    return SymbolKind::module;
  if (!referent.isOwn())
    return SymbolKind::variable;
  const language::Binding &bound = binding(referent);
  switch (bound.kind) {
  case language::Binding::Kind::parameter:
    return SymbolKind::parameter;
  case language::Binding::Kind::classType:
    return SymbolKind::classType;
  case language::Binding::Kind::function:
    return names(referent.file).scopes[bound.scope].kind == NameScope::Kind::classBody ? SymbolKind::method
                                                                                       : SymbolKind::function;
  default:
    return isConstantName(bound.name) ? SymbolKind::constant : SymbolKind::variable;
  }
}

namespace {
class OutlineReader {
public:
  OutlineReader(Program &program, unsigned file) : program(program), file(file) {}

  std::vector<Symbol> read(Block block, const Node *owner) {
    std::vector<Symbol> symbols;
    llvm::StringSet<> variables;
    for (const Stmt *stmt : block)
      add(stmt, owner, symbols, variables);
    return symbols;
  }

private:
  Symbol make(SymbolKind kind, const Identifier &name, const Node *whole) {
    Symbol symbol;
    symbol.name = program.textOf(file, name.range).str();
    symbol.kind = kind;
    symbol.range = program.where(file, whole->range);
    symbol.selection = program.where(file, name.range);
    return symbol;
  }

  void add(const Node *node, const Node *owner, std::vector<Symbol> &symbols, llvm::StringSet<> &variables) {
    if (auto *def = dyn_cast<FunctionDef>(node)) {
      bool isMethod = owner && llvm::isa<ClassDef>(owner);
      Symbol symbol = make(isMethod ? SymbolKind::method : SymbolKind::function, def->name, def);
      symbol.detail = "(";
      for (const language::Parameter &each : program.parametersOf(file, def))
        symbol.detail += (symbol.detail.size() > 1 ? ", " : "") + each.text;
      symbol.detail += ")";
      symbol.children = read(def->body, def);
      symbols.push_back(std::move(symbol));
      return;
    }
    if (auto *def = dyn_cast<ClassDef>(node)) {
      Symbol symbol = make(SymbolKind::classType, def->name, def);
      symbol.children = read(def->body, def);
      symbols.push_back(std::move(symbol));
      return;
    }
    bool hasVariables = !owner || llvm::isa<ClassDef>(owner);
    if (auto *assign = dyn_cast<AssignStmt>(node); assign && hasVariables)
      for (const Expr *target : assign->targets)
        addTarget(target, node, symbols, variables);
    else if (auto *annotated = dyn_cast<AnnAssignStmt>(node); annotated && hasVariables)
      addTarget(annotated->target, node, symbols, variables);
    else if (auto *alias = dyn_cast<TypeAliasStmt>(node); alias && hasVariables)
      addTarget(alias->name, node, symbols, variables);
    else if (llvm::isa<Stmt>(node))
      forEachChild(node, [&](Node *child) {
        if (llvm::isa<Stmt>(child))
          add(child, owner, symbols, variables);
      });
  }

  /// The first assignment of each variable.
  void addTarget(const Expr *target, const Node *stmt, std::vector<Symbol> &symbols, llvm::StringSet<> &variables) {
    if (auto *starred = dyn_cast<StarredExpr>(target))
      return addTarget(starred->value, stmt, symbols, variables);
    if (llvm::isa<TupleExpr, ListExpr>(target)) {
      forEachChild(target, [&](Node *child) { addTarget(cast<Expr>(child), stmt, symbols, variables); });
      return;
    }
    auto *name = dyn_cast<NameExpr>(target);
    if (name && variables.insert(name->name).second)
      symbols.push_back(make(isConstantName(name->name) ? SymbolKind::constant : SymbolKind::variable,
                             {name->name, name->range}, stmt));
  }

  Program &program;
  unsigned file;
};
} // namespace

std::vector<Symbol> Program::symbols(unsigned file) {
  return OutlineReader(*this, file).read(names(file).module.body, nullptr);
}
