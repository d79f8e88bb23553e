// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/evaluate/RunProgram.h"

using namespace tessera::test;

TEST(Format, FloatsAreTheShortestThatReadBack) {
  EXPECT_EQ(valueOf("0.1, 0.1 + 0.2, 1e16, 1e15, 1e-4, 1e-5, 1/3, -0.0, 1e22, 123456789.123456789"),
            "0.1 0.30000000000000004 1e+16 1000000000000000.0 0.0001 1e-05 0.3333333333333333 -0.0 1e+22 123456789.12345679");
  EXPECT_EQ(valueOf("float('inf'), float('-inf'), float('nan'), 5e-324"), "inf -inf nan 5e-324");
}

TEST(Format, SpecsOfNumbers) {
  EXPECT_EQ(valueOf("f'{5:>4}|{5:<4}|{5:^4}|{5:04d}|{-5:05}|{5:+}|{5: }|{255:#x}|{255:X}|{5:b}|{1234567:,}|{1234567:_}'"),
            "   5|5   | 5  |0005|-0005|+5| 5|0xff|FF|101|1,234,567|1_234_567");
  EXPECT_EQ(valueOf("f'{3.14159:.2f}|{3.0:g}|{1e10:g}|{0.5:%}|{12345.678:,.1f}|{1.5:e}|{2.5:08.3f}|{1.0:.3}|{1e10}'"),
            "3.14|3|1e+10|50.000000%|12,345.7|1.500000e+00|0002.500|1.0|10000000000.0");
}

TEST(Format, SpecsOfStrings) {
  EXPECT_EQ(valueOf("f'{\"ab\":*^6}|{\"ab\":4}|{\"abc\":.2}|{\"\\u00e9\":>3}|'"), "**ab**|ab  |ab|  \xC3\xA9|");
}

TEST(Format, NestedSpecsConversionsAndEquals) {
  EXPECT_EQ(outputOf("w = 6\nx = 1.5\nprint(f'{x:>{w}.{2}f}|{x!r}|{\"a\"!r:>5}|{x=}|{x = :.1f}|{{}}')\n"),
            "  1.50|1.5|  'a'|x=1.5|x = 1.5|{}\n");
}

TEST(Format, PercentAndBraces) {
  EXPECT_EQ(valueOf("'%d %5.2f|%-4s|%04d|%x|%r|%%' % (3, 2.5, 'a', 7, 255, 'q')"), "3  2.50|a   |0007|ff|'q'|%");
  EXPECT_EQ(valueOf("'%(a)s-%(b)d' % {'a': 1, 'b': 2}, '%s' % (1,), '%s' % [1]"), "1-2 1 [1]");
  EXPECT_EQ(valueOf("'{} {} {{}}'.format(1, 'b'), '{1}{0}'.format(1, 2), '{a[0]}{b.real:>3}'.format(a=[7], b=8)"), "1 b {} 21 7  8");
}

TEST(Format, ReprQuotesAsPython) {
  EXPECT_EQ(valueOf("repr('a'), repr(\"it's\"), repr('\\n\\t\\\\'), ['a', b'\\x00'], {'k': (1,)}"),
            "'a' \"it's\" '\\n\\t\\\\' ['a', b'\\x00'] {'k': (1,)}");
}

TEST(Format, WrongSpecsAreErrors) {
  EXPECT_EQ(errorOf("f'{1:q}'\n"), "1:3 value-error: Unknown format code 'q' for object of type 'int'");
  EXPECT_EQ(errorOf("'%d' % 'a'\n"), "1:1 type-error: %d format: a real number is required, not str");
  EXPECT_EQ(errorOf("'%d %d' % 1\n"), "1:1 type-error: not enough arguments for format string");
}
