// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/evaluate/RunProgram.h"

using namespace tessera::test;

TEST(Exception, CaughtByClassAndByTuple) {
  EXPECT_EQ(outputOf("class E(ValueError): pass\nfor x in (E('a'), KeyError('k'), OSError(1, 2)):\n    try: raise x\n    except (E, KeyError) as e: print('1', type(e).__name__, e, repr(e))\n    except Exception as e: print('2', e, e.args)\n"),
            "1 E a E('a')\n1 KeyError 'k' KeyError('k')\n2 [Errno 1] 2 (1, 2)\n");
}

TEST(Exception, ElseAndFinallyRunInOrder) {
  EXPECT_EQ(outputOf("def f(n):\n    try:\n        if n == 0: raise ValueError\n        if n == 1: return 'returned'\n    except ValueError: print('handler', end=' ')\n    else: print('else', end=' ')\n    finally: print('finally', end=' ')\n    return 'end'\n"
                     "print(f(0), f(1), f(2))\n"),
            "handler finally finally else finally end returned end\n");
}

TEST(Exception, FinallyOverridesAndLoopsContinue) {
  EXPECT_EQ(outputOf("for i in range(3):\n    try:\n        if i == 0: continue\n        if i == 1: break\n    finally: print('f', i)\ndef g():\n    try: raise ValueError\n    finally: return 1\nprint(g())\n"),
            "f 0\nf 1\n1\n");
}

TEST(Exception, ReraiseAndCause) {
  EXPECT_EQ(outputOf("try:\n    try: 1 / 0\n    except ZeroDivisionError: raise\nexcept ArithmeticError as e: print(e)\ntry:\n    try: [][1]\n    except IndexError as e: raise RuntimeError('r') from e\nexcept RuntimeError as e: print(e, type(e.__cause__).__name__)\n"),
            "division by zero\nr IndexError\n");
}

TEST(Exception, WithCallsExit) {
  EXPECT_EQ(outputOf("class M:\n    def __init__(self, s): self.s = s\n    def __enter__(self): print('in'); return self\n    def __exit__(self, t, v, tb): print('out', t and t.__name__); return self.s\n"
                     "with M(True) as m: raise ValueError\nwith M(False), M(False): pass\n"),
            "in\nout ValueError\nin\nin\nout None\nout None\n");
}

TEST(Exception, UncaughtBecomesADiagnosticWithTheCallStack) {
  Outcome outcome = evaluate("def g(x):\n    raise ValueError('bad ' + x)\ndef f():\n    g('y')\nf()\n");
  EXPECT_EQ(outcome.firstError(), "2:5 raised: `ValueError` is raised and nothing catches it: bad y");
  ASSERT_EQ(outcome.diagnostics[0].notes.size(), 2u);
  EXPECT_EQ(outcome.diagnostics[0].notes[0].message, "in `g`, called here");
  EXPECT_EQ(outcome.diagnostics[0].notes[0].range.begin.line, 4u);
  EXPECT_EQ(outcome.diagnostics[0].notes[1].range.begin.line, 5u);
}

TEST(Exception, AssertShowsItsTextOrItsSource) {
  EXPECT_EQ(errorOf("assert 1 + 1 == 3\n"), "1:8 assertion-failed: `1 + 1 == 3` does not hold");
  EXPECT_EQ(errorOf("assert False, f'got {3}'\n"), "1:8 assertion-failed: got 3");
  EXPECT_EQ(outputOf("try: assert 0, 'm'\nexcept AssertionError as e: print(e)\n"), "m\n");
}

TEST(Exception, ExitEndsTheProgramQuietly) {
  EXPECT_EQ(outputOf("import sys\nprint('a')\nsys.exit()\nprint('b')\n"), "a\n");
  EXPECT_EQ(errorOf("exit(3)\n"), "1:1 raised: `SystemExit` is raised and nothing catches it: 3");
}

TEST(Exception, WhatIsNotSupportedIsNotCaught) {
  EXPECT_EQ(errorOf("try: open('x')\nexcept Exception: print('hidden')\n").find("1:6 not-supported: "), 0u);
}
