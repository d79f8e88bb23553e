// SPDX-License-Identifier: Apache-2.0
#include "compiler/language/TextPlaces.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::language;

static bool startsCodePoint(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

TextPlaces::TextPlaces(llvm::StringRef text) : text(text) {
  lineStarts.push_back(text.starts_with("\xEF\xBB\xBF") ? 3 : 0); // a byte order mark is no column
  uint32_t starts = 0;
  startsAtStep.reserve(text.size() / step + 1);
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (i % step == 0)
      startsAtStep.push_back(starts);
    starts += startsCodePoint(c);
    if (c == '\n' || (c == '\r' && (i + 1 == text.size() || text[i + 1] != '\n')))
      lineStarts.push_back(i + 1);
  }
  isPlain = starts == text.size();
}

size_t TextPlaces::lineEnd(uint32_t line) const { return lineStarts[line - 1] + this->line(line).size(); }

llvm::StringRef TextPlaces::line(uint32_t line) const {
  if (line == 0 || line > lineStarts.size())
    return {};
  size_t end = line < lineStarts.size() ? lineStarts[line] : text.size();
  llvm::StringRef whole = text.slice(lineStarts[line - 1], end);
  if (line == lineStarts.size())
    return whole;
  if (!whole.consume_back("\n"))
    return whole.drop_back();
  whole.consume_back("\r");
  return whole;
}

/// How many code points begin before the byte at `offset`.
size_t TextPlaces::startsBefore(size_t offset) const {
  if (offset >= text.size() && text.empty())
    return 0;
  size_t index = std::min(offset / step, startsAtStep.size() - 1);
  size_t count = startsAtStep[index];
  for (size_t i = index * step; i < offset; ++i)
    count += startsCodePoint(text[i]);
  return count;
}

size_t TextPlaces::offsetOf(SourcePosition position) const {
  if (position.line == 0 || position.line > lineStarts.size())
    return text.size();
  size_t start = lineStarts[position.line - 1];
  size_t end = lineEnd(position.line);
  size_t columns = position.column == 0 ? 0 : position.column - 1;
  if (isPlain || columns == 0)
    return std::min(start + columns, end);
  size_t wanted = startsBefore(start) + columns;
  size_t index = std::upper_bound(startsAtStep.begin(), startsAtStep.end(), wanted) - startsAtStep.begin() - 1;
  size_t count = startsAtStep[index];
  for (size_t i = index * step; i < end; ++i)
    if (startsCodePoint(text[i]) && count++ == wanted)
      return i;
  return end;
}

bool TextPlaces::has(SourcePosition position) const {
  if (position.line == 0 || position.column == 0 || position.line > lineStarts.size())
    return false;
  size_t start = lineStarts[position.line - 1];
  size_t end = lineEnd(position.line);
  return position.column - 1 <= (isPlain ? end - start : startsBefore(end) - startsBefore(start));
}

llvm::StringRef TextPlaces::textOf(frontend::syntax::Range range) const {
  if (!range.isValid())
    return {};
  size_t begin = offsetOf(range.begin), end = offsetOf(range.end);
  return begin < end ? text.slice(begin, end) : llvm::StringRef();
}
