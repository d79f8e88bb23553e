// SPDX-License-Identifier: Apache-2.0
// Lines and columns of a text back to its bytes. A line ends at LF, CR LF or a lone CR, as in Python; a byte that is not the
// continuation of a UTF-8 sequence begins a column, so this never fails, whatever the bytes are.
#include "compiler/frontend/syntax/SourceText.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

static bool isContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

SourceText::SourceText(llvm::StringRef file, llvm::StringRef text, uint32_t linesBefore)
    : fileName(file.str()), contents(text.str()), linesBeforeIt(linesBefore) {
  lineStarts.push_back(contents.compare(0, 3, "\xEF\xBB\xBF") == 0 ? 3 : 0); // a byte order mark is no column
  for (size_t i = 0; i < contents.size(); ++i)
    if (contents[i] == '\n' || (contents[i] == '\r' && (i + 1 == contents.size() || contents[i + 1] != '\n')))
      lineStarts.push_back(i + 1);
}

SourceRange SourceText::where(Range range) const {
  auto own = [&](SourcePosition position) -> SourcePosition {
    return {position.line - std::min(position.line, linesBeforeIt), position.column};
  };
  return {fileName, own(range.begin), own(range.end)};
}

llvm::StringRef SourceText::line(uint32_t line) const {
  line -= std::min(line, linesBeforeIt);
  if (line == 0 || line > lineStarts.size())
    return {};
  size_t end = line < lineStarts.size() ? lineStarts[line] : contents.size();
  return llvm::StringRef(contents).slice(lineStarts[line - 1], end).rtrim("\r\n");
}

size_t SourceText::offsetOf(SourcePosition position) const {
  position.line -= std::min(position.line, linesBeforeIt);
  if (position.line == 0)
    return contents.size();
  if (position.line > lineStarts.size())
    return contents.size();
  size_t offset = lineStarts[position.line - 1];
  size_t end = position.line < lineStarts.size() ? lineStarts[position.line] : contents.size();
  for (uint32_t column = 1; column < position.column && offset < end; ++column)
    do
      ++offset;
    while (offset < end && isContinuation(contents[offset]));
  return offset;
}

llvm::StringRef SourceText::textOf(Range range) const {
  if (!range.isValid())
    return {};
  size_t begin = offsetOf(range.begin);
  size_t end = offsetOf(range.end);
  return begin < end ? llvm::StringRef(contents).slice(begin, end) : llvm::StringRef();
}

std::string SourceText::excerpt(Range range, size_t limit) const {
  std::string result;
  size_t columns = 0;
  bool blank = false;
  for (char c : textOf(range)) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
      blank = !result.empty();
      continue;
    }
    if (!isContinuation(c)) {
      columns += 1 + blank;
      if (columns > limit)
        return result + "...";
    }
    if (blank)
      result += ' ';
    blank = false;
    result += c;
  }
  return result;
}
