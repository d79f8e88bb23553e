// SPDX-License-Identifier: Apache-2.0
// The spellings of kinds and operators, in the order of their enumerations.
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

bool Scope::isLocal(llvm::StringRef name) const {
  return llvm::any_of(locals, [&](llvm::StringRef local) { return local.data() == name.data(); });
}
