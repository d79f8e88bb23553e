// SPDX-License-Identifier: Apache-2.0
// A long answer in pages. A model's context is small beside what a compiler can say (the PTX of an attention kernel is
// half a megabyte), so an answer is cut and says how the rest is asked for. Offsets count bytes of the whole text in
// UTF-8; a page ends behind a line where it can, and never inside a character.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace tessera::runner::mcp {

/// Of an answer unless `limit` says otherwise, and the most that it may say.
constexpr size_t defaultPage = 12'000, largestPage = 200'000;

struct Page {
  std::string text;
  size_t offset = 0, total = 0; // of the whole text
  std::optional<size_t> next;   // the offset of what follows; none: this is the end
};

/// The page of at most `limit` bytes that begins at `offset`, moved to the beginning of its character. An offset beyond
/// the end gives an empty page.
Page cutPage(llvm::StringRef text, size_t offset, size_t limit);

/// What stands below a page that is not the last, empty below the last.
std::string describeRest(const Page &page);

} // namespace tessera::runner::mcp
