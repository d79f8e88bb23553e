// SPDX-License-Identifier: Apache-2.0
// Lines, indentation, literals and names, seen through the tree.
#include "tests/unit/syntax/ParseForTest.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

namespace {
TEST(Lexer, integers) {
  EXPECT_EQ(tree("0xFF, 0o17, 0b1_01, 1_000, 00, 0"),
            "(expr (tuple (constant 255) (constant 15) (constant 5) (constant 1000) (constant 0) (constant 0)))");
  EXPECT_EQ(tree("0xFFFFFFFFFFFFFFFFFFFFFFFF"), "(expr (constant 79228162514264337593543950335))");
}

TEST(Lexer, floats) {
  Context context;
  DiagnosticSink sink;
  ParsedModule module = parse(context, "k.py", "1.5\n.5\n1.\n1e-3\n1_0.0_1e+1_0\n1e400\n5e-324\n", sink);
  const double values[] = {1.5, 0.5, 1.0, 1e-3, 10.01e10, HUGE_VAL, 5e-324};
  ASSERT_EQ(module.body.size(), std::size(values));
  for (size_t i = 0; i < std::size(values); ++i)
    EXPECT_EQ(llvm::cast<ConstantExpr>(llvm::cast<ExprStmt>(module.body[i])->value)->floating, values[i]);
}

TEST(Lexer, aKeywordMayFollowANumber) { EXPECT_EQ(tree("1if x else 2or 3"), tree("1 if x else 2 or 3")); }

TEST(Lexer, stringPrefixesAndQuotes) {
  EXPECT_EQ(tree("r'\\n', u'a', Rb'\\x', '''a\nb''', \"it's\""),
            "(expr (tuple (constant \"\\\\n\") (constant \"a\") (constant b\"\\\\x\") (constant \"a\\0Ab\") (constant \"it's\")))");
}

TEST(Lexer, escapes) {
  EXPECT_EQ(tree("'\\x41\\101\\u00e9\\U0001F600\\t\\q\\\nz'"), "(expr (constant \"AA\\C3\\A9\\F0\\9F\\98\\80\\09\\\\qz\"))");
}

TEST(Lexer, linesJoinInBracketsAndAtABackslash) {
  EXPECT_EQ(tree("a = (1,\n\n  # why\n2)\nb = 1 + \\\n 2"),
            "(assign (name a) (tuple (constant 1) (constant 2)))\n(assign (name b) (binary + (constant 1) (constant 2)))");
}

TEST(Lexer, lineEndsOfEveryKind) {
  EXPECT_EQ(tree("a\r\nif b:\r\n  c\r\nd\re"), tree("a\nif b:\n  c\nd\ne\n"));
}

TEST(Lexer, byteOrderMarkAndFormFeedAreNothing) {
  EXPECT_EQ(tree("\xEF\xBB\xBF" "a", true), "(expr@1:1-1:2 (name@1:1-1:2 a))");
  EXPECT_EQ(tree("\fa\n  \fb"), "(expr (name a))\n(expr (name b))");
}

TEST(Lexer, commentsAndBlankLinesDoNotEndBlocks) {
  EXPECT_EQ(tree("if a:\n  b\n# here\n\n    \n  c"), tree("if a:\n  b\n  c"));
}

TEST(Lexer, tabsCountToEight) { EXPECT_EQ(tree("if a:\n\tif b:\n\t\tc\n\td"), tree("if a:\n  if b:\n    c\n  d")); }

TEST(Lexer, unicodeNames) {
  EXPECT_EQ(tree("\xCE\xB1_\xD1\x8F = \xE5\x90\x8D", true),
            "(assign@1:1-1:8 (name@1:1-1:4 \xCE\xB1_\xD1\x8F) (name@1:7-1:8 \xE5\x90\x8D))");
}

TEST(Lexer, doctestPromptsAreTakenAwayAndColumnsStay) {
  EXPECT_EQ(tree(">>> x = 1\n>>> if x:\n...   y\n...\n", true),
            "(assign@1:5-1:10 (name@1:5-1:6 x) (constant@1:9-1:10 1))\n(if@2:5-3:8 (name@2:8-2:9 x)\n  :then\n"
            "    (expr@3:7-3:8 (name@3:7-3:8 y)))");
  EXPECT_EQ(errors("    >>> f(\n    ...   1]\n"), "2:12-2:13 syntax-error `]` does not close `(`");
}

TEST(Lexer, doctestOutputIsLeftOutWithAWarning) {
  EXPECT_EQ(errors(">>> x\n[1. 2.]\n>>> y\n3\n"), "2:1-2:2 unsupported-syntax the text begins with a `>>>` prompt, so lines "
                                                  "without a prompt are taken as output and left out");
}

TEST(Lexer, anEmptyTextIsAnEmptyModule) {
  EXPECT_EQ(tree(""), "");
  EXPECT_EQ(tree("\n  \n# only a comment"), "");
}
} // namespace
