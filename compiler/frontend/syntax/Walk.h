// SPDX-License-Identifier: Apache-2.0
// The direct children of a node, in source order: the one list of "what hangs below what" that heights, scopes and checks share.
#pragma once

#include "compiler/frontend/syntax/Ast.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::frontend::syntax {

/// Calls `visit` with each direct child; never with null. Decorators, annotations and defaults of a function come before its body.
void forEachChild(const Node *node, llvm::function_ref<void(Node *)> visit);

/// The height of a node whose children have theirs: one more than the highest child that is an expression or a pattern.
unsigned heightOf(const Node *node);

} // namespace tessera::frontend::syntax
