// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/evaluate/RunProgram.h"

using namespace tessera::test;

TEST(Generator, RunsOnlyAsFarAsAsked) {
  EXPECT_EQ(outputOf("def g():\n    print('a')\n    yield 1\n    print('b')\n    yield 2\n    print('c')\nx = g()\nprint('start')\nprint(next(x))\nprint(list(x), next(x, 'none'))\n"),
            "start\na\n1\nb\nc\n[2] none\n");
}

TEST(Generator, EndlessOnesAreFine) {
  EXPECT_EQ(outputOf("def count():\n    n = 0\n    while True:\n        yield n\n        n += 1\nfor i in count():\n    if i > 2: break\n    print(i)\na, b = (i for i, _ in zip(count(), 'xy'))\nprint(a, b)\n"),
            "0\n1\n2\n0 1\n");
}

TEST(Generator, SendThrowClose) {
  EXPECT_EQ(outputOf("def g():\n    got = None\n    try:\n        while True:\n            try:\n                got = yield got\n            except ValueError as e:\n                got = f'caught {e}'\n    finally:\n        print('closed')\n"
                     "x = g()\nprint(next(x), x.send(5), x.throw(ValueError('v')))\nx.close()\n"),
            "None 5 caught v\nclosed\n");
}

TEST(Generator, YieldFromHandsValuesBothWays) {
  EXPECT_EQ(outputOf("def inner():\n    got = yield 1\n    yield got\n    return 'result'\ndef outer():\n    r = yield from inner()\n    yield r\nx = outer()\nprint(next(x), x.send('s'), next(x), list(x))\n"),
            "1 s result []\n");
}

TEST(Generator, BlocksInsideAreResumed) {
  EXPECT_EQ(outputOf("class M:\n    def __enter__(self): print('in')\n    def __exit__(self, *a): print('out')\ndef g(n):\n    with M():\n        for i in range(n):\n            if i % 2:\n                yield i\n            else:\n                yield -i\n        else:\n            yield 'else'\nprint(list(g(3)))\n"),
            "in\nout\n[0, 1, -2, 'else']\n");
}

TEST(Generator, ContextManagers) {
  EXPECT_EQ(outputOf("from contextlib import contextmanager\n@contextmanager\ndef cm(x):\n    print('enter')\n    try: yield x + 1\n    except KeyError: print('swallowed')\n    finally: print('leave')\n"
                     "with cm(1) as v: print(v)\nwith cm(1): raise KeyError\n"),
            "enter\n2\nleave\nenter\nswallowed\nleave\n");
}

TEST(Generator, ExpressionsAreLazyAndSeeLaterValues) {
  EXPECT_EQ(outputOf("k = 1\ng = (x * k for x in [1, 2])\nk = 10\nprint(list(g), any(x > 1 for x in [0, 5, 1 / 1]), sum(i * j for i in range(3) for j in range(i)))\n"), "[10, 20] True 2\n");
}

TEST(Generator, YieldInsideAnExpressionTakesWhatIsSent) {
  EXPECT_EQ(outputOf("def g():\n    print((yield 1))\n    print([(yield 2), (yield 3)])\nit = g()\nprint(next(it), it.send('a'), it.send('b'))\nprint(list(it))\n"),
            "a\n1 2 3\n['b', None]\n[]\n");
}
