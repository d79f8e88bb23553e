// SPDX-License-Identifier: Apache-2.0
// Texts made to break a parser: deep, long or endless. Each is answered with one short message, on a small stack.
#include "tests/unit/syntax/ParseForTest.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

namespace {
std::string repeat(llvm::StringRef text, size_t count) {
  std::string all;
  for (size_t i = 0; i < count; ++i)
    all += text;
  return all;
}

std::string firstError(const std::string &text) { return llvm::StringRef(errors(text)).split('\n').first.str(); }

TEST(Limits, nestingIsRefused) {
  llvm::StringRef message = "unsupported-syntax brackets and operators nest more than 100 deep here";
  const std::pair<const char *, const char *> nests[] = {{"(", ")"},   {"[", "]"},   {"{", "}"},   {"a[", "]"},       {"f(", ")"},
                                                         {"(x:=", ")"}, {"{a:", "}"}, {"[(", ")]"}, {"-", ""},        {"not ", ""},
                                                         {"2**", ""},  {"lambda:", ""}, {"a if b else ", ""}};
  for (auto [opener, closer] : nests) {
    std::string text = "x = " + repeat(opener, 50000);
    EXPECT_NE(firstError(text + "1" + repeat(closer, 50000)).find(message), std::string::npos) << opener;
    EXPECT_NE(firstError(text), "") << opener; // half of it
  }
  EXPECT_NE(firstError("match x:\n case " + repeat("[", 50000) + repeat("]", 50000) + ": pass").find(message), std::string::npos);
}

TEST(Limits, ordinaryNestingIsNot) {
  EXPECT_EQ(errors(repeat("(", 90) + "1" + repeat(")", 90)), "");
  EXPECT_EQ(errors("x = " + repeat("a + ", 190) + "a"), "");
}

TEST(Limits, chainsThatMakeAHighTreeAreRefused) {
  for (const char *link : {".a", "()", "[0]", " + a"})
    EXPECT_EQ(firstError("a" + repeat(link, 100000)).substr(0, 76),
              ("1:1-1:" + std::to_string(1 + 200 * llvm::StringRef(link).size() + 1) +
               " unsupported-syntax this expression is more than 200 operations deep")
                  .substr(0, 76));
}

TEST(Limits, flatThingsMayBeLong) {
  EXPECT_EQ(errors("if a: pass\n" + repeat("elif b: pass\n", 20000)), "");
  EXPECT_EQ(errors("x = " + repeat("a < ", 20000) + "b"), "");
  EXPECT_EQ(errors("x = " + repeat("'a' ", 100000)), "");
  EXPECT_EQ(errors("x = [" + repeat("1,", 100000) + "]"), "");
  EXPECT_EQ(errors("f(" + repeat("1,", 100000) + ")"), "");
  EXPECT_EQ(errors(repeat("a = ", 20000) + "b"), "");
}

TEST(Limits, blocksNestSixtyDeep) {
  std::string text;
  for (int i = 0; i < 62; ++i)
    text += std::string(i, ' ') + "if a:\n";
  EXPECT_EQ(firstError(text), "62:1-62:62 unsupported-syntax blocks nest more than 60 deep");
}

TEST(Limits, errorsAreCounted) {
  Context context;
  DiagnosticSink sink;
  parse(context, "k.py", repeat("1 2 $\n", 10000) + repeat("}", 10000), sink);
  EXPECT_LE(sink.errorCount(), 100u);
}

TEST(Limits, textsEndAtAMebibyte) {
  EXPECT_EQ(errors(std::string((1 << 20) + 1, ' ')), "1:1-1:2 unsupported-syntax the text is 1048577 bytes long; the limit is 1048576");
}

TEST(Limits, stringsNestTwelveDeep) {
  EXPECT_NE(errors("x = " + repeat("f'{", 1000)).find("unsupported-syntax f-strings nest more than 12 deep"), std::string::npos);
}

/// Every prefix of a text is read without a crash: half a file is the most common input while someone types.
TEST(Limits, everyPrefixOfAProgramIsAnswered) {
  llvm::StringRef text = "@jit\ndef f(a, *b, c=1, **d) -> int:\n  '''doc\n  '''\n  if a and (b or not c[1:, ::2]):\n    return f\"x{a!r:>{c}}y{d=}\" @ {1: 2, "
                         "**d}\n  for i, *j in [k for k in range(0x1F) if k]: yield lambda z: z\n  match a:\n    case {'k': P(x=1), **r} "
                         "if g: pass\n  try: del a\n  except (E, F) as e: raise e from None\nwith (a as b, c): assert d, 'm'\n";
  for (size_t length = 0; length <= text.size(); ++length) {
    Context context;
    DiagnosticSink sink;
    ParsedModule module = parse(context, "k.py", text.take_front(length), sink);
    printAst(module.body, true);
  }
  EXPECT_EQ(errors(text), "");
}
} // namespace
