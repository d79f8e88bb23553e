// SPDX-License-Identifier: Apache-2.0
// Every kind of statement.
#include "tests/unit/syntax/ParseForTest.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

namespace {
TEST(Statement, assignments) {
  EXPECT_EQ(tree("a = b, *c = d"), "(assign (name a) (tuple (name b) (starred (name c))) (name d))");
  EXPECT_EQ(tree("[a, (b, c)] = d"), "(assign (list (name a) (tuple (name b) (name c))) (name d))");
  EXPECT_EQ(tree("o_ref[i] += x.y"), "(aug-assign += (subscript (name o_ref) (name i)) (attribute (name x) y))");
  EXPECT_EQ(tree("a @= b\na **= b\na >>= b"), "(aug-assign @= (name a) (name b))\n(aug-assign **= (name a) (name b))\n"
                                              "(aug-assign >>= (name a) (name b))");
  EXPECT_EQ(tree("a: int = 1\nb.c: str"), "(ann-assign (name a) (name int) (constant 1))\n"
                                          "(ann-assign (attribute (name b) c) (name str) -)");
}

TEST(Statement, simpleOnesShareALine) {
  EXPECT_EQ(tree("pass; a; del b, c.d;"), "(pass)\n(expr (name a))\n(delete (name b) (attribute (name c) d))");
}

TEST(Statement, raiseAndAssert) {
  EXPECT_EQ(tree("raise\nraise E\nraise E from f\nassert a, 'm'"),
            "(raise -)\n(raise (name E))\n(raise (name E) :from (name f))\n(assert (name a) :message (constant \"m\"))");
}

TEST(Statement, imports) {
  EXPECT_EQ(tree("import jax, jax.numpy as jnp"), "(import jax jax.numpy as jnp)");
  EXPECT_EQ(tree("from jax.experimental import (\n  pallas as pl,\n  x,\n)"), "(import-from jax.experimental pallas as pl x)");
  EXPECT_EQ(tree("from . import a\nfrom ...b import *"), "(import-from . a)\n(import-from ...b *)");
}

TEST(Statement, elifIsAClauseOfTheSameIf) {
  EXPECT_EQ(tree("if a:\n  b\nelif c: d\nelse:\n  pass"), "(if (name a)\n  :then\n    (expr (name b)) (name c)\n  :then\n"
                                                            "    (expr (name d))\n  :else\n    (pass))");
}

TEST(Statement, loopsWithElse) {
  EXPECT_EQ(tree("for i, j in a, b:\n  break\nelse:\n  c\nwhile d: continue"),
            "(for (tuple (name i) (name j)) (tuple (name a) (name b))\n  :body\n    (break)\n  :else\n    (expr (name c)))\n"
            "(while (name d)\n  :body\n    (continue))");
}

TEST(Statement, functionWithEveryKindOfParameter) {
  EXPECT_EQ(tree("@jit\n@f(a)\ndef k(a, /, b: int, c=1, *d: T, e, g=2, **h) -> R:\n  return a, b"),
            "(def k [/a, b :is (name int), c :default (constant 1), *d :is (name T), =e, =g :default (constant 2), **h] "
            ":returns (name R) :decorator (name jit) :decorator (call (name f) (name a))\n  :body\n"
            "    (return (tuple (name a) (name b))))");
}

TEST(Statement, functionRangesBeginAtTheDecoratorAndEndAtTheLastStatement) {
  Context context;
  DiagnosticSink sink;
  ParsedModule module = parse(context, "k.py", "@d\ndef f():\n  \"doc\"\n  pass\n\n\nx = 1\n", sink);
  auto *def = llvm::cast<FunctionDef>(module.body.front());
  EXPECT_EQ(module.source->textOf(def->range), "@d\ndef f():\n  \"doc\"\n  pass");
  EXPECT_EQ(module.source->textOf(def->headerRange), "def f():");
  EXPECT_EQ(module.source->textOf(def->name.range), "f");
  EXPECT_EQ(def->docstring, "doc");
}

TEST(Statement, generatorsAndCoroutinesAreMarked) {
  EXPECT_EQ(tree("def f():\n  yield\n  yield 1\n  yield from a"),
            "(def generator f []\n  :body\n    (expr (yield -))\n    (expr (yield (constant 1)))\n    (expr (yield-from (name a))))");
  EXPECT_EQ(tree("def f():\n  def g(): yield"), "(def f []\n  :body\n    (def generator g []\n      :body\n        (expr (yield -))))");
  EXPECT_EQ(tree("async def f():\n  async for a in b: await c\n  async with d: pass"),
            "(def async f []\n  :body\n    (for async (name a) (name b)\n      :body\n        (expr (await (name c))))\n"
            "    (with async (name d)\n      :body\n        (pass)))");
}

TEST(Statement, typeParametersAndAliases) {
  EXPECT_EQ(tree("def f[T: int, *Ts, **P](): pass"),
            "(def f <T :bound (name int)> <*Ts> <**P> []\n  :body\n    (pass))");
  EXPECT_EQ(tree("type A[T] = list[T]"), "(type (name A) <T> (subscript (name list) (name T)))");
  EXPECT_EQ(tree("type = 1\ntype(x)"), "(assign (name type) (constant 1))\n(expr (call (name type) (name x)))");
}

TEST(Statement, classes) {
  EXPECT_EQ(tree("@dataclass(frozen=True)\nclass A(B, metaclass=C):\n  x: int = 0"),
            "(class A (name B) metaclass=(name C) :decorator (call (name dataclass) frozen=(constant True))\n  :body\n"
            "    (ann-assign (name x) (name int) (constant 0)))");
}

TEST(Statement, withTakesBracketsAroundItsItems) {
  EXPECT_EQ(tree("with a as b, c: pass"), "(with (name a) :as (name b) (name c)\n  :body\n    (pass))");
  EXPECT_EQ(tree("with (a as b, c as d,): pass"), "(with (name a) :as (name b) (name c) :as (name d)\n  :body\n    (pass))");
  EXPECT_EQ(tree("with (a) as b: pass"), "(with (name a) :as (name b)\n  :body\n    (pass))");
  EXPECT_EQ(tree("with (a, b).c: pass"), "(with (attribute (tuple (name a) (name b)) c)\n  :body\n    (pass))");
}

TEST(Statement, tryWithEveryPart) {
  EXPECT_EQ(tree("try: a\nexcept E as e: b\nexcept: c\nelse: d\nfinally: f"),
            "(try\n  :body\n    (expr (name a)) :except (name E) as e\n  :handler\n    (expr (name b)) :except -\n  :handler\n"
            "    (expr (name c))\n  :else\n    (expr (name d))\n  :finally\n    (expr (name f)))");
  EXPECT_EQ(tree("try: a\nexcept* E: b"), "(try\n  :body\n    (expr (name a)) :except* (name E)\n  :handler\n    (expr (name b)))");
}

TEST(Statement, globalAndNonlocal) {
  EXPECT_EQ(tree("def f():\n  x = 1\n  def g():\n    nonlocal x\n    global y, z"),
            "(def f []\n  :body\n    (assign (name x) (constant 1))\n    (def g []\n      :body\n        (nonlocal x)\n        (global y z)))");
}

TEST(Statement, matchWithEveryPattern) {
  EXPECT_EQ(tree("match x, y:\n"
                 "  case 1 | -2.0 | 'a' | None if g: pass\n"
                 "  case a.b, *rest: pass\n"
                 "  case [(p), (q,)] as r: pass\n"
                 "  case {'k': v, **others}: pass\n"
                 "  case P(1, n=_): pass"),
            "(match (tuple (name x) (name y)) :case (or (value (constant 1)) (value (unary - (constant 2.0))) "
            "(value (constant \"a\")) (value (constant None))) :if (name g)\n  :body\n    (pass) :case (sequence (value "
            "(attribute (name a) b)) (star (name rest)))\n  :body\n    (pass) :case (as (sequence (as - (name p)) (sequence "
            "(as - (name q)))) (name r))\n  :body\n    (pass) :case (mapping (constant \"k\"): (as - (name v)) :rest (name "
            "others))\n  :body\n    (pass) :case (class-pattern (name P) (value (constant 1)) n=(as - -))\n  :body\n    (pass))");
}

TEST(Statement, softKeywordsAreNames) {
  EXPECT_EQ(tree("match = case = 1\nmatch(x)\nmatch[x]: int\n_ = match.y"),
            "(assign (name match) (name case) (constant 1))\n(expr (call (name match) (name x)))\n"
            "(ann-assign (subscript (name match) (name x)) (name int) -)\n(assign (name _) (attribute (name match) y))");
}
} // namespace
