// SPDX-License-Identifier: Apache-2.0
// What is said about wrong programs, where, and with which way out.
#include "tests/unit/evaluate/RunProgram.h"

using namespace tessera::test;

static std::string lastNote(llvm::StringRef source) {
  Outcome outcome = evaluate(source);
  return outcome.diagnostics.empty() || outcome.diagnostics[0].notes.empty()
             ? ""
             : outcome.diagnostics[0].notes.back().message;
}

TEST(Diagnostic, UnknownNamesSuggestTheNearest) {
  EXPECT_EQ(errorOf("value = 1\nprint(valeu)\n"), "2:7 unknown-name: name 'valeu' is not defined");
  EXPECT_EQ(lastNote("value = 1\nprint(valeu)\n"), "did you mean `value`?");
  EXPECT_EQ(lastNote("jnp.zeros(3)\n"), "`import jax.numpy as jnp` defines it");
  EXPECT_EQ(lastNote("x = {'shape': 1}\nx['shpae']\n"), "the dict has the key `shape`");
}

TEST(Diagnostic, ImportsSuggestTheNearest) {
  EXPECT_EQ(errorOf("import functols\n"), "1:8 unknown-module: No module named 'functols'");
  EXPECT_EQ(errorOf("from functools import parital\n"),
            "1:23 unknown-attribute: cannot import name 'parital' from 'functools'");
  EXPECT_EQ(lastNote("from functools import parital\n"), "did you mean `partial`?");
  EXPECT_EQ(outputOf("try: import missing_module\nexcept ImportError: print('without')\n"), "without\n");
}

TEST(Diagnostic, OperatorsNameBothTypes) {
  EXPECT_EQ(errorOf("x = 1 + [2]\n"), "1:5 type-error: unsupported operand type(s) for +: 'int' and 'list'");
  EXPECT_EQ(errorOf("x = [] < 3\n"), "1:5 type-error: '<' not supported between instances of 'list' and 'int'");
  EXPECT_EQ(errorOf("x = 'a' + 1\n"), "1:5 type-error: can only concatenate str (not \"int\") to str");
  EXPECT_EQ(errorOf("x = None\nx.foo\n"), "2:1 unknown-attribute: 'NoneType' object has no attribute 'foo'");
  EXPECT_EQ(errorOf("3()\n"), "1:1 type-error: 'int' object is not callable");
  EXPECT_EQ(errorOf("3[0]\n"), "1:1 type-error: 'int' object is not subscriptable");
  EXPECT_EQ(errorOf("[1][5]\n"), "1:1 index-error: list index out of range");
  EXPECT_EQ(errorOf("for i in 5: pass\n"), "1:10 type-error: 'int' object is not iterable");
  EXPECT_EQ(errorOf("{[]: 1}\n"), "1:2 type-error: unhashable type: 'list'");
  EXPECT_EQ(errorOf("x = 1\nx.y = 2\n"), "2:1 unknown-attribute: 'int' object has no attribute 'y' that can be set");
}

TEST(Diagnostic, KnownButUnsupportedNamesSaySo) {
  EXPECT_EQ(errorOf("import numpy\nnumpy.roots([1])\n"), "2:1 not-supported: `numpy.roots` is not supported yet");
  EXPECT_EQ(errorOf("import time\ntime.time_ns()\n").find("2:1 not-supported: `time.time_ns` is not supported"), 0u);
}

TEST(Diagnostic, SyntaxErrorsAreAllReported) {
  Outcome outcome = evaluate("x = = 1\ny = 2\nz = )\n");
  EXPECT_FALSE(outcome.ok);
  EXPECT_EQ(outcome.diagnostics.size(), 2u);
}

TEST(Diagnostic, AsyncComprehensionsWantAnAsyncIterable) {
  EXPECT_EQ(errorOf("async def f(x): return [i async for i in x]\nf(0).send(None)\n"),
            "1:42 type-error: 'async for' requires an object with __aiter__ method, got int");
}

TEST(Diagnostic, WarningsDoNotFailTheProgram) {
  Outcome outcome = evaluate("import warnings\nwarnings.warn('careful')\nprint('on')\n");
  EXPECT_TRUE(outcome.ok);
  EXPECT_EQ(outcome.output, "on\n");
  ASSERT_EQ(outcome.diagnostics.size(), 1u);
  EXPECT_EQ(outcome.diagnostics[0].message, "careful");
}
