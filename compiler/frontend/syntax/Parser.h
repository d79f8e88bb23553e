// SPDX-License-Identifier: Apache-2.0
// The door of this room: text in, tree out. The parser recovers after an error at the next statement, so one call tells of
// every independent mistake; what could be read is in the tree, without the statements that could not.
#pragma once

#include "compiler/frontend/syntax/Ast.h"
#include "compiler/support/Diagnostic.h"
#include <memory>

namespace tessera::frontend::syntax {

struct ParsedModule {
  /// Shared, so that it may outlive the module in values made from it (functions, messages).
  std::shared_ptr<const SourceText> source;
  Block body;
  Scope *scope = nullptr;
  /// False when something was reported as an error: the tree is then only good for looking at.
  bool ok = true;
};

/// Parses a whole file. `context` must outlive the result. Never fails: errors go to `sink`, positions in `fileName`.
/// Any bytes are accepted as `text`; what is not UTF-8 is reported. Scopes are analyzed already. The tree's lines are
/// numbered after `linesBefore` others (SourceText.h); those of diagnostics are the text's own.
ParsedModule parse(Context &context, llvm::StringRef fileName, llvm::StringRef text, DiagnosticSink &sink,
                   uint32_t linesBefore = 0);

} // namespace tessera::frontend::syntax
