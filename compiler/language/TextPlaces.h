// SPDX-License-Identifier: Apache-2.0
// Positions of a text to its bytes, in the time that a look into a sorted table takes: SourceText counts from the start
// of a line, which is quadratic where a text of a megabyte is one line and each of its names is asked for.
#pragma once

#include "compiler/frontend/syntax/SourceText.h"

namespace tessera::language {

/// Lines and columns are those of SourceText. Refers to the text, which must stay.
class TextPlaces {
public:
  explicit TextPlaces(llvm::StringRef text);

  /// Whether the position is in the text, or just behind its last character or that of a line.
  bool has(SourcePosition position) const;
  /// A column behind the end of its line is the line's end, a line behind the last the text's.
  size_t offsetOf(SourcePosition position) const;
  llvm::StringRef textOf(frontend::syntax::Range range) const;
  /// Without its line break; empty where there is no such line.
  llvm::StringRef line(uint32_t line) const;

private:
  static constexpr size_t step = 64;
  size_t startsBefore(size_t offset) const;
  size_t lineEnd(uint32_t line) const;

  llvm::StringRef text;
  std::vector<size_t> lineStarts;
  bool isPlain = true;                // a byte is a column
  std::vector<uint32_t> startsAtStep; // code points that begin before each `step` bytes
};

} // namespace tessera::language
