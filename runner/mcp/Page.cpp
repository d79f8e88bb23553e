// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/Page.h"
#include <algorithm>

using namespace tessera::runner;

static bool isInsideCharacter(llvm::StringRef text, size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
}

mcp::Page mcp::cutPage(llvm::StringRef text, size_t offset, size_t limit) {
  Page page;
  page.total = text.size();
  page.offset = std::min(offset, text.size());
  while (page.offset > 0 && isInsideCharacter(text, page.offset))
    --page.offset;
  size_t end = page.offset + std::min(std::max<size_t>(limit, 4), text.size() - page.offset); // a character fits
  if (end < text.size()) {
    while (isInsideCharacter(text, end))
      --end;
    // A line that is longer than half a page is cut where it is.
    size_t line = text.rfind('\n', end);
    if (line != llvm::StringRef::npos && line > page.offset + limit / 2 && line < end)
      end = line + 1;
    page.next = end;
  }
  page.text = text.slice(page.offset, end).str();
  return page;
}

std::string mcp::describeRest(const Page &page) {
  if (!page.next)
    return "";
  std::string rest = std::to_string(page.total - *page.next);
  return "\n[" + rest + " of " + std::to_string(page.total) +
         " characters follow: the same call with \"offset\": " + std::to_string(*page.next) +
         " gives them; \"limit\" makes pages longer]\n";
}
