// SPDX-License-Identifier: Apache-2.0
// Places of the protocol and ours: what counts as one, and what stands behind the end of a line or of the text.
#include "runner/lsp/Positions.h"
#include <gtest/gtest.h>

using namespace tessera;
using namespace tessera::runner::lsp;

using Place = std::pair<int64_t, int64_t>;

static Place toPair(const llvm::json::Object &position) {
  return {*position.getInteger("line"), *position.getInteger("character")};
}

// 2 units of UTF-16 and 4 bytes; 1 and 3; 1 and 2.
static const char *wide = "a\U0001D518b\nz\u20AC\u00F6y\n";

TEST(PositionsTest, CharactersCountAsTheEncodingSays) {
  for (auto [encoding, wideBehind, lastBehind] :
       {std::tuple(PositionEncoding::utf8, 5, 6), std::tuple(PositionEncoding::utf16, 3, 3),
        std::tuple(PositionEncoding::utf32, 2, 3)}) {
    LineIndex lines(wide, encoding);
    EXPECT_EQ(toPair(lines.toProtocol(SourcePosition{1, 3})), Place(0, wideBehind));
    EXPECT_EQ(lines.toSource(0, wideBehind), (SourcePosition{1, 3}));
    EXPECT_EQ(toPair(lines.toProtocol(SourcePosition{2, 4})), Place(1, lastBehind));
    EXPECT_EQ(lines.toSource(1, lastBehind), (SourcePosition{2, 4}));
    EXPECT_EQ(lines.offsetOf(0, wideBehind), 5u);
    EXPECT_EQ(lines.offsetOf(SourcePosition{2, 4}), 13u);
  }
}

TEST(PositionsTest, WhatIsBehindAnEndIsTheEnd) {
  LineIndex lines("ab\r\nc", PositionEncoding::utf16);
  EXPECT_EQ(lines.lineCount(), 2u);
  EXPECT_EQ(lines.line(1), "ab");
  EXPECT_EQ(lines.toSource(0, 99), (SourcePosition{1, 3}));
  EXPECT_EQ(lines.toSource(7, 7), (SourcePosition{2, 2}));
  EXPECT_EQ(toPair(lines.toProtocol(SourcePosition{9, 9})), Place(1, 1));
  EXPECT_EQ(lines.offsetOf(9, 0), 5u);
  EXPECT_EQ(lines.line(0), "");
  EXPECT_EQ(lines.line(3), "");
}

TEST(PositionsTest, LinesEndAsTheProtocolSays) {
  EXPECT_EQ(LineIndex("a\rb\nc\r\nd", PositionEncoding::utf16).lineCount(), 4u);
  EXPECT_EQ(LineIndex("", PositionEncoding::utf16).lineCount(), 1u);
  EXPECT_EQ(LineIndex("\n", PositionEncoding::utf16).lineCount(), 2u);
}

TEST(PositionsTest, BytesThatAreNoTextCountSomehow) {
  LineIndex lines("\xff\xf0\x9f", PositionEncoding::utf16);
  EXPECT_EQ(lines.toSource(0, 9).line, 1u);
  EXPECT_LE(lines.offsetOf(0, 9), 3u);
}

TEST(PositionsTest, OnlyNumbersArePlaces) {
  LineIndex lines("ab", PositionEncoding::utf16);
  for (const char *text :
       {"null", "{}", "{\"line\": 0}", "{\"line\": -1, \"character\": 0}", "{\"line\": \"0\", \"character\": 0}"}) {
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
    ASSERT_TRUE(static_cast<bool>(value));
    EXPECT_FALSE(lines.toSource(&*value)) << text;
  }
  EXPECT_FALSE(lines.toSource(nullptr));
}
