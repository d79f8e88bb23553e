// SPDX-License-Identifier: Apache-2.0
// What is done to a text before it is lexed: checks that it is UTF-8 and not too long, takes away what is not the program's
// (byte order mark, doctest prompts and output), and makes every line end in LF. Columns stay those of the user's text.
#pragma once

#include "compiler/support/Diagnostic.h"
#include <optional>

namespace tessera::frontend::syntax {

/// Longer texts are refused: programs are kilobytes, and a browser tab parses on every key stroke.
constexpr size_t maxTextBytes = 1 << 20;

struct PreparedText {
  std::string text;
  /// Columns taken away at the start of each line (index: line - 1); empty when none were.
  std::vector<uint32_t> removedColumns;
};

/// Empty when the text can't be read at all; what is wrong has then been reported.
std::optional<PreparedText> prepareText(llvm::StringRef file, llvm::StringRef text, DiagnosticSink &sink);

} // namespace tessera::frontend::syntax
