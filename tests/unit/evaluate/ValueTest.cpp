// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/evaluate/RunProgram.h"

using namespace tessera::test;

TEST(Value, ListsChangeInPlace) {
  EXPECT_EQ(outputOf("a = [3, 1, 2]\nb = a\na.sort()\na += [9]\na[1:2] = [7, 8]\ndel a[0]\na.insert(0, 5)\nprint(b, a is b, a[::-1], a[-1])\n"),
            "[5, 7, 8, 3, 9] True [9, 3, 8, 7, 5] 9\n");
  EXPECT_EQ(outputOf("a = list(range(6))\na[::2] = 'xyz'\ndel a[1::2]\nprint(a)\n"), "['x', 'y', 'z']\n");
}

TEST(Value, DictsKeepOrderAndMergeEqualKeys) {
  EXPECT_EQ(valueOf("{1: 'a', 1.0: 'b', True: 'c'}, {'x': 1} | {'y': 2}"), "{1: 'c'} {'x': 1, 'y': 2}");
  EXPECT_EQ(outputOf("d = {'b': 1}\nd['a'] = 2\ndel d['b']\nd['b'] = 3\nprint(list(d.items()), d.get('z', 0), d.pop('a'), len(d))\n"),
            "[('a', 2), ('b', 3)] 0 2 1\n");
}

TEST(Value, SetsAndTheirOperators) {
  EXPECT_EQ(valueOf("{1, 2} | {3}, {1, 2} & {2}, {1, 2} - {2}, {1} < {1, 2}, frozenset([1]) == {1}, set()"),
            "{1, 2, 3} {2} {1} True True set()");
}

TEST(Value, StringsCountCodePoints) {
  EXPECT_EQ(valueOf("len('h\\u00e9\\u4e2d'), 'h\\u00e9\\u4e2d'[::-1], 'h\\u00e9\\u4e2d'[1:], 'a\\u00e9b'.find('b')"),
            "3 \xE4\xB8\xAD\xC3\xA9h \xC3\xA9\xE4\xB8\xAD 2");
}

TEST(Value, ChainedComparisonEvaluatesEachOperandOnce) {
  EXPECT_EQ(outputOf("def f(x):\n    print(x, end=' ')\n    return x\nprint(f(1) < f(3) < f(2) < f(9))\n"), "1 3 2 False\n");
}

TEST(Value, ShortCircuitGivesTheOperand) {
  EXPECT_EQ(valueOf("0 or 'a', 1 and [], None or 0 or False, not []"), "a [] False True");
}

TEST(Value, Unpacking) {
  EXPECT_EQ(outputOf("a, *b, (c, d) = 1, 2, 3, (4, 5)\n[e, f] = 'xy'\nprint(a, b, c, d, e, f, *[7], **{'end': '!'})\n"), "1 [2, 3] 4 5 x y 7!");
  EXPECT_EQ(errorOf("a, b = 1, 2, 3\n"), "1:1 value-error: too many values to unpack (expected 2)");
  EXPECT_EQ(errorOf("a, *b, c = [1]\n"), "1:1 value-error: not enough values to unpack (expected at least 2, got 1)");
}

TEST(Value, SortIsStableAndTakesAKey) {
  EXPECT_EQ(valueOf("sorted(['bb', 'a', 'cc', 'd'], key=len), sorted([(1, 'x'), (0, 'y'), (1, 'a')], key=lambda p: p[0], reverse=True)"),
            "['a', 'd', 'bb', 'cc'] [(1, 'x'), (1, 'a'), (0, 'y')]");
}

TEST(Value, SlicesClipAsPython) {
  EXPECT_EQ(valueOf("[0, 1, 2][10:], [0, 1, 2][-5:2], 'abcd'[::-2], range(10)[2:8:3], (1, 2, 3)[5:1:-1], list(range(5, 0, -2))"),
            "[] [0, 1] db range(2, 8, 3) (3,) [5, 3, 1]");
}
