// SPDX-License-Identifier: Apache-2.0
#include "runner/lsp/Positions.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::lsp;

llvm::StringRef lsp::getText(PositionEncoding encoding) {
  switch (encoding) {
  case PositionEncoding::utf8:
    return "utf-8";
  case PositionEncoding::utf16:
    return "utf-16";
  case PositionEncoding::utf32:
    return "utf-32";
  }
  return "";
}

LineIndex::LineIndex(std::string text, PositionEncoding encoding) : contents(std::move(text)), encoding(encoding) {
  starts.push_back(0);
  for (size_t at = 0; at < contents.size(); ++at)
    if (contents[at] == '\n' || (contents[at] == '\r' && (at + 1 == contents.size() || contents[at + 1] != '\n')))
      starts.push_back(at + 1);
}

llvm::StringRef LineIndex::line(uint32_t number) const {
  if (number == 0 || number > starts.size())
    return {};
  size_t end = number < starts.size() ? starts[number] : contents.size();
  return llvm::StringRef(contents).slice(starts[number - 1], end).rtrim("\r\n");
}

/// Bytes of the code point that begins with `byte`; 1 where none begins.
static size_t countBytes(unsigned char byte) { return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4; }

static int64_t countUnits(PositionEncoding encoding, size_t bytes) {
  switch (encoding) {
  case PositionEncoding::utf8:
    return static_cast<int64_t>(bytes);
  case PositionEncoding::utf16:
    return bytes == 4 ? 2 : 1;
  case PositionEncoding::utf32:
    return 1;
  }
  return 1;
}

llvm::json::Object LineIndex::toProtocol(SourcePosition position) const {
  uint32_t number = std::clamp<uint32_t>(position.line, 1, static_cast<uint32_t>(starts.size()));
  llvm::StringRef text = line(number);
  int64_t units = 0;
  size_t at = 0;
  uint32_t column = position.line > starts.size() ? UINT32_MAX : position.column;
  for (uint32_t passed = 1; passed < column && at < text.size(); ++passed) {
    size_t bytes = std::min(countBytes(static_cast<unsigned char>(text[at])), text.size() - at);
    units += countUnits(encoding, bytes);
    at += bytes;
  }
  return llvm::json::Object{{"line", static_cast<int64_t>(number) - 1}, {"character", units}};
}

llvm::json::Object LineIndex::toProtocol(const SourceRange &range) const {
  SourcePosition end = range.end < range.begin ? range.begin : range.end;
  return llvm::json::Object{{"start", toProtocol(range.begin)}, {"end", toProtocol(end)}};
}

size_t LineIndex::offsetOf(int64_t wanted, int64_t character) const {
  if (wanted >= static_cast<int64_t>(starts.size()))
    return contents.size();
  uint32_t number = static_cast<uint32_t>(std::max<int64_t>(wanted, 0)) + 1;
  llvm::StringRef text = line(number);
  size_t at = 0;
  for (int64_t units = 0; units < character && at < text.size();) {
    size_t bytes = std::min(countBytes(static_cast<unsigned char>(text[at])), text.size() - at);
    units += countUnits(encoding, bytes);
    at += bytes;
  }
  return starts[number - 1] + at;
}

size_t LineIndex::offsetOf(SourcePosition position) const {
  if (!position.isValid() || position.line > starts.size())
    return contents.size();
  llvm::StringRef text = line(position.line);
  size_t at = 0;
  for (uint32_t passed = 1; passed < position.column && at < text.size(); ++passed)
    at += std::min(countBytes(static_cast<unsigned char>(text[at])), text.size() - at);
  return starts[position.line - 1] + at;
}

SourcePosition LineIndex::toSource(int64_t wanted, int64_t character) const {
  size_t number = static_cast<size_t>(std::clamp<int64_t>(wanted, 0, static_cast<int64_t>(starts.size()) - 1)) + 1;
  size_t end = offsetOf(wanted, character);
  uint32_t column = 1;
  for (size_t at = starts[number - 1]; at < end; ++column)
    at += countBytes(static_cast<unsigned char>(contents[at]));
  return {static_cast<uint32_t>(number), column};
}

std::optional<SourcePosition> LineIndex::toSource(const llvm::json::Value *position) const {
  const llvm::json::Object *object = position ? position->getAsObject() : nullptr;
  std::optional<int64_t> line = object ? object->getInteger("line") : std::nullopt;
  std::optional<int64_t> character = object ? object->getInteger("character") : std::nullopt;
  if (!line || !character || *line < 0 || *character < 0)
    return std::nullopt;
  return toSource(*line, *character);
}
