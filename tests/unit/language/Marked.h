// SPDX-License-Identifier: Apache-2.0
// Programs in which a `|` marks where the cursor is, and answers as one string, so that a case is a line.
#pragma once

#include "compiler/language/ProgramNames.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

namespace tessera::language {

/// Path and text of each file.
using Texts = std::vector<std::pair<std::string, std::string>>;

struct Marked {
  std::vector<ProgramNames::File> files;
  std::string path;
  SourcePosition at;
};

inline Marked mark(const Texts &texts) {
  Marked marked;
  for (const auto &[path, text] : texts) {
    size_t cursor = text.find('|');
    std::string plain = text;
    if (cursor != std::string::npos) {
      plain.erase(cursor, 1);
      llvm::StringRef before = llvm::StringRef(plain).take_front(cursor);
      size_t lineStart = before.rfind('\n') + 1; // npos + 1 is 0
      auto columns = llvm::count_if(before.drop_front(lineStart), [](char c) { return (c & 0xC0) != 0x80; });
      marked.path = path;
      marked.at = {static_cast<uint32_t>(before.count('\n') + 1), static_cast<uint32_t>(columns + 1)};
    }
    marked.files.push_back({path, plain});
  }
  return marked;
}

inline size_t offsetIn(llvm::StringRef text, SourcePosition position) {
  size_t offset = 0;
  for (uint32_t line = 1; line < position.line; ++line)
    offset = text.find('\n', offset) + 1;
  for (uint32_t column = 1; column < position.column; ++column)
    for (++offset; offset < text.size() && (text[offset] & 0xC0) == 0x80;)
      ++offset;
  return offset;
}

inline std::string textAt(llvm::StringRef text, const SourceRange &range) {
  return text.slice(offsetIn(text, range.begin), offsetIn(text, range.end)).str();
}

inline std::string spell(SourcePosition position) {
  return std::to_string(position.line) + ":" + std::to_string(position.column);
}

/// The file after the edits in it.
inline std::string changed(const ProgramNames::File &file, const std::vector<Edit> &edits) {
  std::string text = file.text;
  for (const Edit &edit : llvm::reverse(edits)) {
    EXPECT_EQ(edit.place.range.file, edit.place.path);
    if (edit.place.path != file.path)
      continue;
    size_t begin = offsetIn(text, edit.place.range.begin);
    text.replace(begin, offsetIn(text, edit.place.range.end) - begin, edit.text);
  }
  return text;
}

} // namespace tessera::language
