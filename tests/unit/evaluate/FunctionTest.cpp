// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/evaluate/RunProgram.h"

using namespace tessera::test;

TEST(Function, ParametersOfEveryKind) {
  EXPECT_EQ(outputOf("def f(a, /, b, c=3, *args, d, e=5, **kw): return a, b, c, args, d, e, kw\n"
                     "print(f(1, 2, d=4), f(1, b=2, d=4, z=6), f(1, 2, 3, 4, 5, d=6, e=7), f(*[1, 2], **{'d': 0}))\n"),
            "(1, 2, 3, (), 4, 5, {}) (1, 2, 3, (), 4, 5, {'z': 6}) (1, 2, 3, (4, 5), 6, 7, {}) (1, 2, 3, (), 0, 5, {})\n");
}

TEST(Function, WrongArgumentsAsCPythonWordsThem) {
  auto message = [](const char *call) { return errorOf(std::string("def f(a, b, *, c=0): pass\n") + call + "\n"); };
  EXPECT_EQ(message("f()"), "2:1 argument-error: f() missing 2 required positional arguments: 'a' and 'b'");
  EXPECT_EQ(message("f(1, 2, 3)"), "2:9 argument-error: f() takes 2 positional arguments but 3 were given");
  EXPECT_EQ(message("f(1, 2, d=3)"), "2:9 argument-error: f() got an unexpected keyword argument 'd'");
  EXPECT_EQ(message("f(1, a=3)"), "2:6 argument-error: f() got multiple values for argument 'a'");
  EXPECT_EQ(errorOf("def g(*, k): pass\ng()\n"), "2:1 argument-error: g() missing 1 required keyword-only argument: 'k'");
}

TEST(Function, ClosuresSeeTheLastValue) {
  EXPECT_EQ(outputOf("fs = [lambda: i for i in range(3)]\nprint([f() for f in fs])\ngs = [lambda i=i: i for i in range(3)]\nprint([g() for g in gs])\n"),
            "[2, 2, 2]\n[0, 1, 2]\n");
}

TEST(Function, NonlocalAndGlobal) {
  EXPECT_EQ(outputOf("n = 0\ndef outer():\n    k = 0\n    def inner():\n        nonlocal k\n        global n\n        k += 1\n        n += 10\n        return k\n"
                     "    inner()\n    return inner()\nprint(outer(), n)\n"),
            "2 20\n");
}

TEST(Function, DefaultsAreEvaluatedOnce) {
  EXPECT_EQ(outputOf("def f(x, l=[]):\n    l.append(x)\n    return l\nf(1)\nprint(f(2))\n"), "[1, 2]\n");
}

TEST(Function, UnboundLocalIsAnError) {
  EXPECT_EQ(errorOf("x = 1\ndef f():\n    print(x)\n    x = 2\nf()\n"),
            "3:11 unknown-name: cannot access local variable 'x' where it is not associated with a value");
}

TEST(Function, DecoratorsOfEveryForm) {
  EXPECT_EQ(outputOf("import functools\ndef twice(n):\n    def wrap(f):\n        @functools.wraps(f)\n        def inner(*a):\n            return f(*a) * n\n"
                     "        return inner\n    return wrap\n@twice(n=2)\n@(lambda f: lambda x: f(x) + 1)\ndef g(x): return x\nprint(g(3))\n"),
            "8\n");
}

TEST(Function, ComprehensionsHaveTheirOwnScope) {
  EXPECT_EQ(outputOf("x = 'outer'\nprint([x for x in range(2)], x, {k: v for k, v in [(1, 2)]}, {i % 2 for i in range(4)}, [y := 5, y * 2], y)\n"),
            "[0, 1] outer {1: 2} {0, 1} [5, 10] 5\n");
}

TEST(Function, WalrusInAComprehensionBindsOutside) {
  EXPECT_EQ(outputOf("print([last := i for i in range(3)], last)\n"), "[0, 1, 2] 2\n");
}

TEST(Function, PartialsMerge) {
  EXPECT_EQ(outputOf("from functools import partial\ndef f(a, b, c=0, d=0): return a, b, c, d\np = partial(partial(f, 1, c=3), 2, d=4)\nprint(p(), p(c=9), p.args, p.keywords)\n"),
            "(1, 2, 3, 4) (1, 2, 9, 4) (1, 2) {'c': 3, 'd': 4}\n");
}

TEST(Function, LoopsWithElse) {
  EXPECT_EQ(outputOf("for i in range(3):\n    if i == 1: continue\n    print(i)\nelse: print('end')\nwhile True: break\nelse: print('never')\n"), "0\n2\nend\n");
}

TEST(Function, MatchTakesEveryPattern) {
  EXPECT_EQ(outputOf("class P:\n    __match_args__ = ('x', 'y')\n    def __init__(self, x, y): self.x, self.y = x, y\n"
                     "def f(v):\n    match v:\n        case 0 | 1: return 'small'\n        case [a, *rest]: return a, rest\n        case {'k': k, **r}: return k, r\n"
                     "        case P(x=0): return 'origin'\n        case P(x, y) if x == y: return 'diagonal'\n        case str() as s: return s\n        case _: return 'other'\n"
                     "print(f(1), f([1, 2, 3]), f({'k': 5, 'z': 1}), f(P(0, 9)), f(P(4, 4)), f('t'), f(P(1, 2)))\n"),
            "small (1, [2, 3]) (5, {'z': 1}) origin diagonal t other\n");
}
