// SPDX-License-Identifier: Apache-2.0
// The text that a tree was made from. Nodes carry a `Range` of two line:column points, without the file's name; this
// class turns one into the `SourceRange` that diagnostics and MLIR locations carry, and into the text that stands
// there.
//
// Texts that are run together have lines of their own each, so that a line says which text it is of: the first line of
// a text has the number `linesBefore() + 1`. A `SourceRange` counts from 1, as a reader does.
#pragma once

#include "compiler/support/SourceRange.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace tessera::frontend::syntax {

/// A half-open piece of the one text that a tree was made from: lines from its `linesBefore() + 1`, columns from 1, in
/// code points.
struct Range {
  SourcePosition begin;
  SourcePosition end;

  bool isValid() const { return begin.isValid(); }
};

/// From the start of `a` to the end of `b`.
inline Range join(Range a, Range b) { return {a.begin, b.end}; }

class SourceText {
public:
  SourceText(llvm::StringRef file, llvm::StringRef text, uint32_t linesBefore = 0);

  llvm::StringRef file() const { return fileName; }
  llvm::StringRef text() const { return contents; }
  uint32_t linesBefore() const { return linesBeforeIt; }
  /// The number of the line behind the text.
  uint32_t linesPast() const { return linesBeforeIt + lineCount() + 1; }
  SourceRange where(Range range) const;

  /// What stands at `range`, as it was written: comments, line breaks and all. Empty when the range is not in the text.
  llvm::StringRef textOf(Range range) const;
  /// The same for a message: on one line, runs of blanks made one, and cut with `...` after `limit` code points.
  std::string excerpt(Range range, size_t limit = 60) const;
  /// The line numbered `line`, as ranges number it, without its line break.
  llvm::StringRef line(uint32_t line) const;
  uint32_t lineCount() const { return static_cast<uint32_t>(lineStarts.size()); }

private:
  size_t offsetOf(SourcePosition position) const;

  std::string fileName;
  std::string contents;
  uint32_t linesBeforeIt;
  std::vector<size_t> lineStarts; // byte offset of each line's first byte
};

} // namespace tessera::frontend::syntax
