// SPDX-License-Identifier: Apache-2.0
// "did you mean": the note, and the fix where the name stands in the text.
#include "compiler/frontend/evaluate/NearNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::frontend;

/// Where in `text` the misspelt name stands, alone or behind a dot; npos where it does not or in several places:
/// `getattr(x, "nmae")` makes the name, and there is nothing to write over.
static size_t placeOf(llvm::StringRef name, llvm::StringRef text) {
  if (text == name)
    return 0;
  auto isPart = [](unsigned char byte) { return byte >= 0x80 || byte == '_' || llvm::isAlnum(byte); };
  size_t found = llvm::StringRef::npos;
  std::string dotted = "." + name.str();
  for (size_t at = text.find(dotted); at != llvm::StringRef::npos; at = text.find(dotted, at + 1)) {
    size_t end = at + dotted.size();
    if (end < text.size() && isPart(text[end]))
      continue;
    if (found != llvm::StringRef::npos)
      return llvm::StringRef::npos;
    found = at + 1;
  }
  return found;
}

/// `at` is a place in the text that begins at `begin`; columns are code points.
static SourcePosition move(SourcePosition begin, llvm::StringRef text, size_t at) {
  for (unsigned char byte : text.take_front(at))
    if (byte == '\n')
      begin = {begin.line + 1, 1};
    else if ((byte & 0xC0) != 0x80)
      ++begin.column;
  return begin;
}

void frontend::noteNearNames(Evaluator &evaluator, const Raised &raised, llvm::StringRef name,
                             llvm::ArrayRef<std::string> near) {
  if (near.empty())
    return;
  raised.note("did you mean `" + llvm::join(near, "`, `") + "`?");
  Range range = evaluator.range();
  llvm::StringRef text = range.isValid() ? evaluator.sourceText(range).textOf(range) : llvm::StringRef();
  size_t at = placeOf(name, text);
  if (at == llvm::StringRef::npos)
    return;
  Range place{move(range.begin, text, at), move(range.begin, text, at + name.size())};
  evaluator.pendingException()->fix =
      DiagnosticFix{"write `" + near.front() + "`", evaluator.where(place), near.front()};
}
