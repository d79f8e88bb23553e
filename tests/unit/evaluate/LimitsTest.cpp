// SPDX-License-Identifier: Apache-2.0
// Programs that would run for ever, or eat all memory or stack, end with a diagnostic at the right place.
#include "tests/unit/evaluate/RunProgram.h"

using namespace tessera::test;
using tessera::frontend::EvaluateOptions;

TEST(Limits, EndlessLoopNamesItsHead) {
  EvaluateOptions options;
  options.stepLimit = 1000;
  EXPECT_EQ(evaluate("x = 0\nwhile x < 1:\n    x = x * 2\n", options).firstError(),
            "2:1 step-limit: the program takes more than 1000 steps to evaluate, which is the limit");
  EXPECT_EQ(evaluate("try:\n    for i in iter(int, 1): pass\nexcept BaseException: print('hidden')\n", options).firstError().find("2:5 step-limit"), 0u);
}

TEST(Limits, RecursionIsCaughtBeforeTheStack) {
  EXPECT_EQ(errorOf("def f(n): return f(n + 1)\nf(0)\n"), "1:18 recursion-limit: maximum recursion depth exceeded");
  EXPECT_EQ(outputOf("def f(n): return f(n + 1)\ntry: f(0)\nexcept RecursionError: print('deep')\n"), "deep\n");
}

TEST(Limits, DeepValuesDoNotOverflowTheStack) {
  EXPECT_EQ(errorOf("a = []\nfor i in range(200000): a = [a]\nrepr(a)\n").find("3:1 recursion-limit"), 0u);
  EXPECT_EQ(errorOf("a = []\nb = []\nfor i in range(200000): a, b = [a], [b]\na == b\n").find("4:1 recursion-limit"), 0u);
  EXPECT_EQ(outputOf("a = []\na.append(a)\nprint(a)\n"), "[[...]]\n"); // as CPython writes what holds itself
}

TEST(Limits, SizesAreBounded) {
  EXPECT_EQ(errorOf("[0] * 10**10\n").find("1:1 memory-limit: a list of 1 * 10000000000 elements"), 0u);
  EXPECT_EQ(errorOf("'ab' * 10**12\n").find("1:1 memory-limit"), 0u);
  EXPECT_EQ(errorOf("list(range(10**12))\n").find("1:1 memory-limit"), 0u);
  EXPECT_EQ(errorOf("10 ** 10 ** 10\n").find("1:1 value-error: the integer result has more than"), 0u);
  EXPECT_EQ(errorOf("1 << 10**9\n").find("1:1 value-error"), 0u);
  EXPECT_EQ(errorOf("f'{1:>999999999999}'\n").find("1:3 value-error"), 0u);
  EXPECT_EQ(errorOf("s = 'x'\nwhile True: s += s\n").find("2:13 memory-limit"), 0u);
}
