// SPDX-License-Identifier: Apache-2.0
#include "runner/api/Trace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace tessera::runner;

static bool isHex(llvm::StringRef text) {
  return llvm::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

static bool isZero(llvm::StringRef text) { return text.find_first_not_of('0') == llvm::StringRef::npos; }

std::optional<std::string> api::readTraceparent(llvm::StringRef text, std::string &why) {
  static constexpr size_t size = 55;
  auto refuse = [&](const char *what) {
    why = what;
    return std::nullopt;
  };
  if (text.size() < size || text[2] != '-' || text[35] != '-' || text[52] != '-')
    return refuse("it does not have the form `version-trace-parent-flags` of 2, 32, 16 and 2 hex digits");
  llvm::StringRef version = text.take_front(2), trace = text.substr(3, 32), parent = text.substr(36, 16),
                  flags = text.substr(53, 2);
  for (llvm::StringRef part : {version, trace, parent, flags})
    if (!isHex(part))
      return refuse("it holds something else than hex digits in lower case");
  if (version == "ff")
    return refuse("there is no version `ff`");
  if (text.size() > size && (version == "00" || text[size] != '-'))
    return refuse("it is longer than its version allows");
  if (isZero(trace) || isZero(parent))
    return refuse("an id of zeros names nothing");
  bool isSampled = (flags.back() - (flags.back() > '9' ? 'a' - 10 : '0')) & 1;
  if (version == "00")
    return text.str();
  return ("00-" + llvm::Twine(trace) + "-" + parent + (isSampled ? "-01" : "-00"))
      .str(); // the flags that version 00 knows
}
