// SPDX-License-Identifier: Apache-2.0
// Signatures as texts, and which parameter an argument is for.
#include "tests/unit/language/Marked.h"

using namespace tessera;
using namespace tessera::language;

namespace {
std::vector<Parameter> parameters(llvm::StringRef signature) { return splitParameters(signature); }

std::string split(llvm::StringRef signature) {
  std::vector<std::string> texts;
  for (const Parameter &each : splitParameters(signature))
    texts.push_back(each.name + ":" + each.text);
  return llvm::join(texts, " | ");
}

TEST(SplitParameters, atCommasOutsideOfBracketsAndStrings) {
  EXPECT_EQ(split("(a, axis=(0, 1), *, where=[], **kw) -> Array"),
            "a:a | axis:axis=(0, 1) | :* | where:where=[] | kw:**kw");
  EXPECT_EQ(split("(a, /, sep=', ', *args, end=\"\\\",\")"),
            "a:a | :/ | sep:sep=', ' | args:*args | end:end=\"\\\",\"");
  EXPECT_EQ(split("()"), "");
  EXPECT_EQ(split("(a,\n   b : int)"), "a:a | b:b : int");
  EXPECT_EQ(split("(f: Callable[[int], int], x) -> (a, b)"), "f:f: Callable[[int], int] | x:x");
}

TEST(SplitParameters, ofTextsThatAreNone) {
  EXPECT_EQ(split(""), "");
  EXPECT_EQ(split("a, b"), "");
  EXPECT_EQ(split("(a, b"), "a:a");
  EXPECT_EQ(split("(')"), "");
  EXPECT_EQ(split("(,,]"), "");
}

TEST(ActiveParameter, asPythonBindsThem) {
  std::vector<Parameter> all = parameters("(a, /, b=(1, 2), *, c, **d)");
  EXPECT_EQ(activeParameter(all, 0, std::nullopt), 0);
  EXPECT_EQ(activeParameter(all, 1, std::nullopt), 2);
  EXPECT_EQ(activeParameter(all, 2, std::nullopt), -1);
  EXPECT_EQ(activeParameter(all, 0, "c"), 4);
  EXPECT_EQ(activeParameter(all, 0, "b"), 2);
  EXPECT_EQ(activeParameter(all, 0, "zz"), 5);
  EXPECT_EQ(activeParameter(all, 0, "a"), 5) << "what stands before `/` has no keyword";
  EXPECT_EQ(activeParameter(all, 0, "d"), 5);
}

TEST(ActiveParameter, theRest) {
  std::vector<Parameter> all = parameters("(x, *rest, y)");
  EXPECT_EQ(activeParameter(all, 7, std::nullopt), 1);
  EXPECT_EQ(activeParameter(all, 0, "y"), 2);
  EXPECT_EQ(activeParameter(all, 0, "rest"), -1);
  EXPECT_EQ(activeParameter({}, 0, std::nullopt), -1);
  EXPECT_EQ(activeParameter({}, 0, "a"), -1);
}
} // namespace
