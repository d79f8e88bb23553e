// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/evaluate/Integer.h"
#include "tests/unit/evaluate/RunProgram.h"

using namespace tessera::test;
using tessera::frontend::Integer;

TEST(Integer, PrintsAndParsesWithoutLoss) {
  for (const char *digits : {"0", "9223372036854775807", "9223372036854775808", "123456789012345678901234567890"}) {
    EXPECT_EQ(Integer::parse(digits, 10)->toString(), digits);
    EXPECT_EQ((-*Integer::parse(digits, 10)).toString(), std::string(digits) == "0" ? "0" : "-" + std::string(digits));
  }
  EXPECT_FALSE(Integer::parse("12a", 10));
  EXPECT_EQ(Integer::parse("ff", 16)->asInt64(), 255);
}

TEST(Integer, MultipliesAndPrintsWideNumbers) {
  const char *program =
      "[x * y for x in (1, -1, 2**63, -2**63, 2**64 - 1, 10**36) for y in (-1, 2**63, -2**63, 10**18)]";
  EXPECT_EQ(valueOf(program),
            "[-1, 9223372036854775808, -9223372036854775808, 1000000000000000000, 1, -9223372036854775808, "
            "9223372036854775808, -1000000000000000000, -9223372036854775808, "
            "85070591730234615865843651857942052864, -85070591730234615865843651857942052864, "
            "9223372036854775808000000000000000000, 9223372036854775808, -85070591730234615865843651857942052864, "
            "85070591730234615865843651857942052864, -9223372036854775808000000000000000000, "
            "-18446744073709551615, 170141183460469231722463931679029329920, "
            "-170141183460469231722463931679029329920, 18446744073709551615000000000000000000, "
            "-1000000000000000000000000000000000000, 9223372036854775808000000000000000000000000000000000000, "
            "-9223372036854775808000000000000000000000000000000000000, "
            "1000000000000000000000000000000000000000000000000000000]");
  EXPECT_EQ(
      valueOf("[len(str(__import__('math').prod(range(1, 1500)))), str(__import__('math').prod(range(1, 1500)))[:20]]"),
      "[4112, '32079985311865165734']");
}

TEST(Integer, WidensOnlyWhereNeeded) {
  Integer large = *Integer(1).shiftLeft(100);
  EXPECT_FALSE(large.fitsInt64());
  EXPECT_TRUE((large - large).fitsInt64());
  EXPECT_EQ(large.shiftRight(98).asInt64(), 4);
  EXPECT_EQ((Integer(INT64_MIN) - Integer(1)).toString(), "-9223372036854775809");
  EXPECT_EQ((-Integer(INT64_MIN)).toString(), "9223372036854775808");
}

TEST(Integer, RefusesToGrowWithoutBound) {
  EXPECT_FALSE(Integer(10).power(1'000'000'000));
  EXPECT_FALSE(Integer(1).shiftLeft(1u << 30));
  EXPECT_EQ(Integer(1).power(1'000'000'000)->asInt64(), 1);
}

TEST(Integer, DividesTowardsMinusInfinity) {
  EXPECT_EQ(valueOf("7 // -2, 7 % -2, -7 // 2, -7 % 3, divmod(-7, -2)"), "-4 -1 -4 2 (3, -1)");
  EXPECT_EQ(valueOf("7.5 // -2, 7.5 % -2, -0.5 % 3"), "-4.0 -0.5 2.5");
}

TEST(Integer, TrueDivisionRoundsOnce) {
  EXPECT_EQ(valueOf("10**20 / 10**19, 1 / 3, (2**80 + 1) / 2**80"), "10.0 0.3333333333333333 1.0");
}

TEST(Integer, ComparesWithFloatsExactly) {
  EXPECT_EQ(valueOf("2**53 + 1 == float(2**53), 2**53 + 1 > float(2**53), 1 == 1.0, 10**400 > float('inf')"), "False True True False");
}

TEST(Integer, BitOperatorsTakeNegatives) {
  EXPECT_EQ(valueOf("~5, -8 >> 1, -1 & 255, 5 ^ -1, 1 << 70 >> 68, -2**70 | 1"), "-6 -4 255 -6 4 -1180591620717411303423");
}
