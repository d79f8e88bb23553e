// SPDX-License-Identifier: Apache-2.0
// The spellings of kinds and operators, in the order of their enumerations; what a tree that is run again forgets.
#include "compiler/frontend/syntax/Ast.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::frontend::syntax;

llvm::StringRef tessera::frontend::syntax::getText(Node::Kind kind) {
  static constexpr llvm::StringLiteral texts[] = {
      "name",       "constant", "joined-string", "tuple",      "list",      "set",         "dict",     "unary",      "binary",
      "bool",       "compare",  "conditional",   "lambda",     "call",      "attribute",   "subscript", "slice",     "starred",
      "named",      "comprehension", "await",    "yield",      "yield-from", "def",        "class",    "return",     "delete",
      "assign",     "aug-assign", "ann-assign",  "for",        "while",     "if",          "with",     "raise",      "try",
      "assert",     "import",   "import-from",   "global",     "nonlocal",  "expr",        "pass",     "break",      "continue",
      "match",      "type",     "value",         "sequence",   "mapping",   "class-pattern", "star",   "as",         "or"};
  return texts[static_cast<size_t>(kind)];
}

llvm::StringRef tessera::frontend::syntax::getText(UnaryOp op) {
  static constexpr llvm::StringLiteral texts[] = {"+", "-", "~", "not"};
  return texts[static_cast<size_t>(op)];
}

llvm::StringRef tessera::frontend::syntax::getText(BinaryOp op) {
  static constexpr llvm::StringLiteral texts[] = {"+", "-", "*", "@", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"};
  return texts[static_cast<size_t>(op)];
}

llvm::StringRef tessera::frontend::syntax::getText(BoolOp op) { return op == BoolOp::logicalAnd ? "and" : "or"; }

llvm::StringRef tessera::frontend::syntax::getText(CompareOp op) {
  static constexpr llvm::StringLiteral texts[] = {"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
  return texts[static_cast<size_t>(op)];
}

void Names::dropOthers() {
  for (auto entry = texts.begin(); entry != texts.end();) {
    auto old = entry++;
    if (!old->second)
      texts.erase(old);
  }
}

std::unique_ptr<Context> Context::forKept(Names &names) {
  auto context = std::make_unique<Context>(names);
  context->isKept = true;
  return context;
}

void Context::dropNotes() {
  for (const Node *node : noted) {
    if (auto *name = llvm::dyn_cast<NameExpr>(node))
      name->dropNotes();
    else if (auto *constant = llvm::dyn_cast<ConstantExpr>(node))
      constant->dropNotes();
    else
      llvm::cast<AttributeExpr>(node)->dropNotes();
  }
}

bool Scope::isLocal(llvm::StringRef name) const {
  return llvm::any_of(locals, [&](llvm::StringRef local) { return local.data() == name.data(); });
}
