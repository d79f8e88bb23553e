// SPDX-License-Identifier: Apache-2.0
// Linear layouts as text and back: `register = [[1, 0]], lane = [[0, 1]], shape = [2, 2]`. The reader takes any text and
// never crashes on it; the IR's attribute uses the same grammar through MLIR's parser.
#include "compiler/layout/LinearLayout.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::layout;

std::string LinearLayout::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (const Input &input : ins) {
    if (input.bases.empty())
      continue;
    os << input.name << " = [";
    for (size_t i = 0; i < input.bases.size(); ++i) {
      os << (i ? ", [" : "[");
      for (size_t k = 0; k < outs.size(); ++k)
        os << (k ? ", " : "") << input.bases[i][k];
      os << "]";
    }
    os << "], ";
  }
  os << "shape = [";
  for (size_t k = 0; k < outs.size(); ++k)
    os << (k ? ", " : "") << outs[k].size;
  os << "]";
  return text;
}

namespace {
/// A cursor over the text; each `take` skips blanks first.
struct Reader {
  llvm::StringRef rest;

  bool take(char c) {
    rest = rest.ltrim();
    return rest.consume_front(llvm::StringRef(&c, 1));
  }
  llvm::StringRef takeWord() {
    rest = rest.ltrim();
    llvm::StringRef word = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = rest.drop_front(word.size());
    return word;
  }
  bool takeNumbers(Basis &numbers) {
    if (!take('['))
      return false;
    if (take(']'))
      return true;
    do {
      rest = rest.ltrim();
      int32_t number;
      if (rest.consumeInteger(10, number))
        return false;
      numbers.push_back(number);
    } while (take(','));
    return take(']');
  }
  bool takeBases(std::vector<Basis> &bases) {
    if (!take('['))
      return false;
    if (take(']'))
      return true;
    do {
      if (!takeNumbers(bases.emplace_back()))
        return false;
    } while (take(','));
    return take(']');
  }
};
} // namespace

std::optional<LinearLayout> LinearLayout::parse(llvm::StringRef text, std::string *error) {
  Reader reader{text};
  auto fail = [&](const char *expected) -> std::optional<LinearLayout> {
    if (error)
      *error = "saw `" + reader.rest.take_front(16).str() + "`, expected " + expected;
    return std::nullopt;
  };
  std::vector<Input> inputs;
  while (true) {
    std::string name = reader.takeWord().str();
    if (name.empty() || !reader.take('='))
      return fail("a name and `=`");
    if (name == "shape")
      break;
    Input &input = inputs.emplace_back(Input{name, {}});
    if (!reader.takeBases(input.bases))
      return fail("bases like `[[1, 0], [2, 0]]`");
    if (!reader.take(','))
      return fail("`,` and at last `shape = [..]`");
  }
  Basis sizes;
  if (!reader.takeNumbers(sizes))
    return fail("sizes like `[64, 32]`");
  if (!reader.rest.trim().empty())
    return fail("the end");
  std::vector<Output> outputs;
  for (int32_t size : sizes)
    outputs.push_back({getAxisName(outputs.size()), size});
  return create(std::move(inputs), std::move(outputs), error);
}
