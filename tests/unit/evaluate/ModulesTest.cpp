// SPDX-License-Identifier: Apache-2.0
// Imports, and Python's own library.
#include "tests/unit/evaluate/RunProgram.h"

using namespace tessera::test;

TEST(Modules, EveryFormOfImport) {
  EXPECT_EQ(outputOf("import math\nimport math as m\nfrom math import sqrt as root, pi\nimport collections.abc\nfrom itertools import *\nfrom __future__ import annotations\n"
                     "print(math is m, root(16.0), pi > 3, list(chain([1], [2])), math)\n"),
            "True 4.0 True [1, 2] <module 'math'>\n");
}

TEST(Modules, TheProgramIsMain) {
  EXPECT_EQ(outputOf("if __name__ == '__main__':\n    print(__file__)\n"), "test.py\n");
}

TEST(Modules, Itertools) {
  EXPECT_EQ(outputOf("from itertools import *\nprint(list(product([1, 2], 'ab')), list(islice(count(5, 2), 3)), list(accumulate([1, 2, 3])), list(permutations([1, 2, 3], 2)), list(combinations('abc', 2)))\n"),
            "[(1, 'a'), (1, 'b'), (2, 'a'), (2, 'b')] [5, 7, 9] [1, 3, 6] [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)] [('a', 'b'), ('a', 'c'), ('b', 'c')]\n");
  EXPECT_EQ(outputOf("from itertools import *\nprint(list(chain.from_iterable([[1], [2, 3]])), list(zip_longest('ab', 'c', fillvalue='-')), list(takewhile(lambda x: x < 3, count())), list(pairwise('abc')), list(combinations_with_replacement([1, 2], 2)))\n"),
            "[1, 2, 3] [('a', 'c'), ('b', '-')] [0, 1, 2] [('a', 'b'), ('b', 'c')] [(1, 1), (1, 2), (2, 2)]\n");
}

TEST(Modules, FunctoolsAndOperator) {
  EXPECT_EQ(outputOf("import functools as ft, operator as op\n@ft.cache\ndef fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\nprint(fib(90), ft.reduce(op.mul, [1, 2, 3], 4), op.itemgetter(1, 0)('ab'), sorted([3, 1], key=ft.cmp_to_key(lambda a, b: b - a)))\n"),
            "2880067194370816120 24 ('b', 'a') [3, 1]\n");
}

TEST(Modules, Math) {
  EXPECT_EQ(outputOf("import math\nprint(math.sqrt(2), math.floor(-1.5), math.ceil(1.2), math.gcd(12, 18), math.prod([2, 3]), math.isqrt(10**20), math.log2(8), math.log(8, 2), math.comb(5, 2), math.inf)\n"),
            "1.4142135623730951 -2 2 6 6 10000000000 3.0 3.0 10 inf\n");
  EXPECT_EQ(errorOf("import math\nmath.sqrt(-1)\n"), "2:1 value-error: math domain error");
}

TEST(Modules, FilesAreOutputsOfTheRun) {
  EXPECT_EQ(outputOf("with open('a.txt', 'w') as f:\n    f.write('one\\n')\n    print('two', file=f)\nprint('three')\n"), "[a.txt]one\n[a.txt]two\nthree\n");
  EXPECT_EQ(errorOf("f = open('a', 'w')\nf.close()\nf.write('x')\n"), "3:1 value-error: I/O operation on closed file.");
}

TEST(Modules, BuiltinFunctions) {
  EXPECT_EQ(valueOf("max(3, 1), min([4, 2], key=lambda v: -v), max([], default=0), sum([[1], [2]], []), any([0, 1]), all([]), round(2.5), round(1234, -2), round(2.675, 2), pow(2, 10, 1000), abs(-3)"),
            "3 4 0 [1, 2] True True 2 1200 2.67 24 3");
  EXPECT_EQ(valueOf("list(zip('ab', [1, 2])), list(enumerate('x', 5)), list(map(lambda a, b: a + b, [1], [2])), list(filter(None, [0, 1])), list(reversed([1, 2])), ord('a'), chr(233), hex(255), int('0x1f', 16), int(-2.7), bool(''), type(1), callable(len)"),
            "[('a', 1), ('b', 2)] [(5, 'x')] [3] [1] [2, 1] 97 \xC3\xA9 0xff 31 -2 False <class 'int'> True");
  EXPECT_EQ(valueOf("getattr(1, 'real'), getattr(1, 'q', 'd'), hasattr([], 'append'), isinstance(True, int), isinstance(1, (str, int)), isinstance('a', int | str), vars().keys() == globals().keys()"),
            "1 d True True True True True");
}

TEST(Modules, StripTakesWholeCharacters) {
  EXPECT_EQ(valueOf("'\\u00e9a\\u00e9'.strip('\\u00e8'), '\\u00e9a\\u00e9'.strip('\\u00e9'), ' \\t x\\n'.strip(), 'xxaxx'.lstrip('x')"),
            "\xC3\xA9" "a\xC3\xA9 a x axx");
}

TEST(Modules, StringMethods) {
  EXPECT_EQ(valueOf("'a,b,,c'.split(','), ' a  b '.split(), 'a b c'.rsplit(' ', 1), 'x'.join('abc'), 'Hello'.replace('l', 'L', 1), 'ab'.center(6, '*'), '-5'.zfill(4), 'a=b'.partition('='), 'abc'.startswith(('x', 'ab')), 'tEst'.title(), 'l1\\nl2'.splitlines()"),
            "['a', 'b', '', 'c'] ['a', 'b'] ['a b', 'c'] axbxc HeLlo **ab** -005 ('a', '=', 'b') True Test ['l1', 'l2']");
}
