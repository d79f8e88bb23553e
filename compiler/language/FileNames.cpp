// SPDX-License-Identifier: Apache-2.0
// What is looked up in a file that was read: the binding of a name in a scope, the scope at a place.
#include "compiler/language/FileNames.h"
#include "compiler/frontend/syntax/Characters.h"
#include "compiler/frontend/syntax/Walk.h"

using namespace tessera;
using namespace tessera::frontend::syntax;
using namespace tessera::language;
using llvm::cast;
using llvm::dyn_cast;
using NamedBinding = tessera::language::Binding;

bool tessera::language::isIdentifier(llvm::StringRef text) {
  CodePoint first = decodeUtf8(text);
  if (first.bytes == 0 || !first.valid || !isIdentifierStart(first.value))
    return false;
  while (!text.empty()) {
    CodePoint each = decodeUtf8(text);
    if (!each.valid || !isIdentifierContinue(each.value))
      return false;
    text = text.drop_front(each.bytes);
  }
  return true;
}

bool tessera::language::isDecoratedBy(const FunctionDef *def, llvm::StringRef name) {
  return llvm::any_of(def->decorators, [&](const Expr *decorator) {
    auto *plain = dyn_cast<NameExpr>(decorator);
    return plain && plain->name == name;
  });
}

llvm::StringRef tessera::language::docstringOf(Block module) {
  auto *first = module.empty() ? nullptr : dyn_cast<ExprStmt>(module.front());
  auto *text = first ? dyn_cast<ConstantExpr>(first->value) : nullptr;
  return text && text->type == ConstantExpr::Type::string ? text->text : llvm::StringRef();
}

unsigned FileNames::scopeOf(const Node *node) const {
  auto found = scopeOfNode.find(node);
  return found == scopeOfNode.end() ? none : found->second;
}

unsigned FileNames::useOf(const NameExpr *name) const {
  auto found = useOfName.find(name);
  return found == useOfName.end() ? none : found->second;
}

unsigned FileNames::resolve(unsigned scope, llvm::StringRef name) const {
  auto find = [&](unsigned in) {
    auto found = scopes[in].names.find(name);
    return found == scopes[in].names.end() ? none : found->second;
  };
  for (unsigned at = scope; at != none; at = scopes[at].parent) {
    const NameScope &here = scopes[at];
    // Annotations that stand beside type parameters do see the class around.
    bool isSeen = here.kind != NameScope::Kind::classBody || at == scope ||
                  (scopes[scope].kind == NameScope::Kind::typeParameters && scopes[scope].parent == at);
    if (!isSeen || here.nonlocals.contains(name))
      continue;
    if (here.globals.contains(name))
      return find(0);
    if (unsigned found = find(at); found != none)
      return found;
  }
  return none;
}

unsigned FileNames::classOfSelf(unsigned index) const {
  const NamedBinding &binding = bindings[index];
  const NameScope &home = scopes[binding.scope];
  auto *def = binding.kind == NamedBinding::Kind::parameter && home.node ? dyn_cast<FunctionDef>(home.node) : nullptr;
  if (!def || def->parameters.empty() || def->parameters.front().name.text != binding.name)
    return none;
  Parameter::Kind kind = def->parameters.front().kind;
  if ((kind != Parameter::Kind::positional && kind != Parameter::Kind::positionalOnly) ||
      isDecoratedBy(def, "staticmethod"))
    return none;
  unsigned around = home.parent;
  if (scopes[around].kind == NameScope::Kind::typeParameters)
    around = scopes[around].parent;
  return scopes[around].kind == NameScope::Kind::classBody ? around : none;
}

bool FileNames::exports(llvm::StringRef name) const {
  return listsExports ? listed.contains(name) : !name.starts_with("_");
}

std::string FileNames::mangledIn(unsigned scope, llvm::StringRef name) const {
  if (!name.starts_with("__") || name.ends_with("__"))
    return name.str();
  while (scope != none && scopes[scope].kind != NameScope::Kind::classBody)
    scope = scopes[scope].parent;
  llvm::StringRef owner = scope == none ? llvm::StringRef() : cast<ClassDef>(scopes[scope].node)->name.text.ltrim('_');
  return owner.empty() ? name.str() : ("_" + owner + name).str();
}

unsigned FileNames::scopeAt(SourcePosition position) const {
  llvm::StringRef line = places.line(position.line);
  size_t blanks = line.find_first_not_of(" \t\f");
  uint32_t indent = std::min<uint32_t>(position.column, static_cast<uint32_t>(std::min(blanks, line.size())) + 1);
  auto isIn = [&](const Node *node) {
    const auto *def = dyn_cast<FunctionDef>(node);
    const auto *type = dyn_cast<ClassDef>(node);
    if (!def && !type)
      return !(position < node->range.begin) && !(node->range.end < position);
    Range header = def ? def->headerRange : type->headerRange;
    return !(position < header.end) && (position.line <= node->range.end.line || indent > node->range.begin.column);
  };
  unsigned scope = 0;
  const Node *at = nullptr;
  for (Block block = module.body;;) {
    const Node *next = nullptr;
    auto consider = [&](const Node *child) {
      bool isStatement = llvm::isa<Stmt>(child);
      if (position < child->range.begin || (!isStatement && child->range.end < position))
        return;
      if (!next || !(child->range.begin < next->range.begin))
        next = child;
    };
    if (at)
      forEachChild(at, [&](Node *child) { consider(child); });
    else
      llvm::for_each(block, consider);
    if (!next)
      return scope;
    at = next;
    if (unsigned inner = scopeOf(at); inner != none && isIn(at))
      scope = inner;
    else if (inner != none && llvm::isa<Stmt>(at) && at->range.end < position)
      return scope; // behind a definition whose body has ended
  }
}
