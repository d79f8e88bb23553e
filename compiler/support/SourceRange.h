// SPDX-License-Identifier: Apache-2.0
// Where something stands in the user's text. Every syntax node, every diagnostic and, through MLIR's FileLineColRange
// locations, every operation carries one, so that a failure in any pass still points at the line that caused it.
#pragma once

#include <cstdint>
#include <string>

namespace tessera {

/// A point in a text. Lines and columns count from 1; columns count Unicode code points, as Python's tracebacks do.
/// `{0, 0}` is "nowhere".
struct SourcePosition {
  uint32_t line = 0;
  uint32_t column = 0;

  bool isValid() const { return line != 0; }
  bool operator==(const SourcePosition &o) const { return line == o.line && column == o.column; }
  bool operator<(const SourcePosition &o) const { return line != o.line ? line < o.line : column < o.column; }
};

/// A half-open piece of one file: `end` is the position just after the last character.
struct SourceRange {
  std::string file;
  SourcePosition begin;
  SourcePosition end;

  bool isValid() const { return begin.isValid(); }
};

} // namespace tessera
