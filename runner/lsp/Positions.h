// SPDX-License-Identifier: Apache-2.0
// Places as the Language Server Protocol counts them, from 0 and in the units that client and server agreed on, and as
// we do, from 1 and in code points.
#pragma once

#include "compiler/support/SourceRange.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera::runner::lsp {

/// What `character` counts: UTF-16 code units where nothing was agreed on.
enum class PositionEncoding { utf8, utf16, utf32 };

/// The name in `general.positionEncodings`.
llvm::StringRef getText(PositionEncoding encoding);

/// The lines of one text.
class LineIndex {
public:
  LineIndex() : LineIndex("", PositionEncoding::utf16) {}
  LineIndex(std::string text, PositionEncoding encoding);

  const std::string &text() const { return contents; }
  size_t lineCount() const { return starts.size(); }
  /// A line without its end, counted from 1; empty where there is none.
  llvm::StringRef line(uint32_t number) const;

  /// A place behind a line's end is that end, one behind the text the text's.
  llvm::json::Object toProtocol(SourcePosition position) const;
  llvm::json::Object toProtocol(const SourceRange &range) const;
  SourcePosition toSource(int64_t line, int64_t character) const;
  /// Of `{line, character}`; none where it is no such thing.
  std::optional<SourcePosition> toSource(const llvm::json::Value *position) const;
  /// The byte at which the place stands.
  size_t offsetOf(int64_t line, int64_t character) const;
  size_t offsetOf(SourcePosition position) const;

private:
  std::string contents;
  PositionEncoding encoding;
  std::vector<size_t> starts; // byte of each line's begin
};

} // namespace tessera::runner::lsp
