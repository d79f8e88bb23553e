// SPDX-License-Identifier: Apache-2.0
// Ranges back to text.
#include "compiler/frontend/syntax/Parser.h"
#include <gtest/gtest.h>

using namespace tessera;
using namespace tessera::frontend::syntax;

namespace {
TEST(SourceText, textOfARange) {
  SourceText text("k.py", "\xC3\xA4 = b\r\nc(d,\n  e)");
  EXPECT_EQ(text.textOf({{1, 1}, {1, 2}}), "\xC3\xA4");
  EXPECT_EQ(text.textOf({{1, 5}, {1, 6}}), "b");
  EXPECT_EQ(text.textOf({{2, 1}, {3, 5}}), "c(d,\n  e)");
  EXPECT_EQ(text.line(1), "\xC3\xA4 = b");
  EXPECT_EQ(text.lineCount(), 3u);
}

TEST(SourceText, rangesOutsideTheTextAreEmpty) {
  SourceText text("k.py", "ab");
  EXPECT_EQ(text.textOf({}), "");
  EXPECT_EQ(text.textOf({{7, 1}, {7, 9}}), "");
  EXPECT_EQ(text.textOf({{1, 2}, {1, 99}}), "b");
  EXPECT_EQ(text.line(2), "");
  EXPECT_EQ(text.where({{1, 1}, {1, 2}}).file, "k.py");
}

TEST(SourceText, linesAfterOthersAreTheTextsOwnForAReader) {
  SourceText text("a.py", "x = 1\nyy = 2\n", 100);
  Range second{{102, 1}, {102, 3}};
  EXPECT_EQ(text.textOf(second), "yy");
  EXPECT_EQ(text.line(101), "x = 1");
  EXPECT_EQ(text.line(1), "");
  EXPECT_EQ(text.where(second).begin.line, 2u);
  EXPECT_EQ(text.linesPast(), 104u);
}

TEST(SourceText, aTreeBehindOthersReportsItsOwnLines) {
  Context context;
  DiagnosticSink sink;
  ParsedModule tree = parse(context, "a.py", "x = 1\nif x:\n    y = (1,\n", sink, 1u << 30);
  EXPECT_EQ(tree.body[0]->range.begin.line, (1u << 30) + 1);
  ASSERT_TRUE(sink.hasErrors());
  EXPECT_EQ(sink.all().front().range.begin.line, 3u);
}

TEST(SourceText, excerptIsOneLineAndShort) {
  SourceText text("k.py", "f(a,\n    b)  # \xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4");
  EXPECT_EQ(text.excerpt({{1, 1}, {2, 7}}), "f(a, b)");
  EXPECT_EQ(text.excerpt({{2, 9}, {2, 15}}, 4), "# \xC3\xA4\xC3\xA4...");
}
} // namespace
