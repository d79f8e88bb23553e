// SPDX-License-Identifier: Apache-2.0
// The nesting check in front of `llvm::json::parse`, and the small conversions that every writer of JSON needs.
#include "shared/protocol/Json.h"
#include "shared/protocol/TextStream.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace tessera;

/// The deepest nesting of brackets outside strings. Text that is not JSON may give any number; it is refused later.
static unsigned measureNesting(llvm::StringRef text) {
  unsigned depth = 0, deepest = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        inString = false;
    } else if (c == '"') {
      inString = true;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return deepest;
}

std::optional<llvm::json::Value> protocol::parseJson(llvm::StringRef text, std::string &error) {
  unsigned nesting = measureNesting(text);
  if (nesting > nestingLimit) {
    error = "nested " + std::to_string(nesting) + " deep, at most " + std::to_string(nestingLimit) + " are read";
    return std::nullopt;
  }
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (value)
    return std::move(*value);
  error = llvm::toString(value.takeError());
  if (!error.empty() && error[0] == '[') { // `[1:3, byte=3]: Expected , or ]` reads better with the place last
    size_t close = error.find("]: ");
    if (close != std::string::npos)
      error = error.substr(close + 3) + " at " + error.substr(1, close - 1);
  }
  if (!error.empty())
    error[0] = llvm::toLower(error[0]);
  return std::nullopt;
}

bool protocol::readCount(const llvm::json::Object &object, llvm::StringRef name, uint64_t least, uint64_t &value) {
  const llvm::json::Value *given = object.get(name);
  if (!given)
    return true;
  std::optional<int64_t> number = given->getAsInteger();
  if (!number || *number < 0 || static_cast<uint64_t>(*number) < least)
    return false;
  value = static_cast<uint64_t>(*number);
  return true;
}

std::string protocol::toText(const llvm::json::Value &value) {
  std::string text;
  TextStream(text) << value;
  return text;
}

std::string protocol::toUtf8(llvm::StringRef text) {
  return llvm::json::isUTF8(text) ? text.str() : llvm::json::fixUTF8(text);
}
