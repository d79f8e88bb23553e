// SPDX-License-Identifier: Apache-2.0
// The tree as text: an S-expression for tests and for looking at, and an expression as Python source.
#pragma once

#include "compiler/frontend/syntax/Ast.h"
#include <string>

namespace tessera::frontend::syntax {

/// One S-expression, for example `(binary + (name x) (int 1))`; with `ranges`, each node as `(name@1:5-1:6 x)`.
std::string printAst(const Node *node, bool ranges = false);
/// One S-expression a statement, each on its line; blocks indent.
std::string printAst(Block block, bool ranges = false);
/// The expression as Python source with the fewest brackets that keep its meaning: parsing it gives the same tree.
std::string unparse(const Expr *expr);

} // namespace tessera::frontend::syntax
