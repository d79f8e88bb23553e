// SPDX-License-Identifier: Apache-2.0
// Ranges back to text.
#include "compiler/frontend/syntax/SourceText.h"
#include <gtest/gtest.h>

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

TEST(SourceText, excerptIsOneLineAndShort) {
  SourceText text("k.py", "f(a,\n    b)  # \xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4");
  EXPECT_EQ(text.excerpt({{1, 1}, {2, 7}}), "f(a, b)");
  EXPECT_EQ(text.excerpt({{2, 9}, {2, 15}}, 4), "# \xC3\xA4\xC3\xA4...");
}
} // namespace
