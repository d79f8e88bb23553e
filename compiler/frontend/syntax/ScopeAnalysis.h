// SPDX-License-Identifier: Apache-2.0
// Which names each body of code defines and where every name that it reads lives, as Python's compiler decides it. `parse`
// runs this; nothing else needs to.
#pragma once

#include "compiler/frontend/syntax/Ast.h"
#include "compiler/support/Diagnostic.h"

namespace tessera::frontend::syntax {

/// Makes a Scope for the module, each function, lambda, class and comprehension, and sets `NameExpr::binding`. Reports what is
/// wrong with `global` and `nonlocal`. Returns the module's scope.
Scope *analyzeScopes(Context &context, const SourceText &source, Block module, DiagnosticSink &sink);

} // namespace tessera::frontend::syntax
