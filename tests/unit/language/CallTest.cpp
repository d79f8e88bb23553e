// SPDX-License-Identifier: Apache-2.0
// The call around the cursor, whole or half typed.
#include "tests/unit/language/Marked.h"

using namespace tessera;
using namespace tessera::language;

namespace {
std::optional<CallAt> callAt(const Texts &texts) {
  Marked marked = mark(texts);
  return ProgramNames(marked.files, {""}).callAt(marked.path, marked.at);
}

/// `callee position keyword`; the callee as it was written.
std::string call(const std::string &text) {
  std::optional<CallAt> found = callAt({{"m.py", text}});
  if (!found)
    return "none";
  EXPECT_EQ(textAt(mark({{"m.py", text}}).files[0].text, found->callee), found->text);
  return found->text + " " + std::to_string(found->position) + (found->keyword ? " " + *found->keyword : "");
}

/// `f(a, >b)`: the active parameter has the `>`.
std::string signature(const Texts &texts) {
  std::optional<CallAt> found = callAt(texts);
  if (!found || !found->signature)
    return "none";
  std::string text = found->signature->name + "(";
  for (size_t i = 0; i < found->signature->parameters.size(); ++i)
    text += (i ? ", " : "") + std::string(static_cast<int>(i) == found->signature->active ? ">" : "") +
            found->signature->parameters[i].text;
  return text + ")";
}
std::string signature(const std::string &text) { return signature({{"m.py", text}}); }

TEST(Call, whichArgument) {
  EXPECT_EQ(call("f(|)\n"), "f 0");
  EXPECT_EQ(call("f(a|, b)\n"), "f 0");
  EXPECT_EQ(call("f(a,| b)\n"), "f 1");
  EXPECT_EQ(call("f(a, b|)\n"), "f 1");
  EXPECT_EQ(call("f|(a)\n"), "none");
  EXPECT_EQ(call("f(a)|\n"), "none");
  EXPECT_EQ(call("f(a, axis=|)\n"), "f 1 axis");
  EXPECT_EQ(call("f(a, axis=1 + |2)\n"), "f 1 axis");
  EXPECT_EQ(call("f(a, b == |2)\n"), "f 1");
}

TEST(Call, theInnermost) {
  EXPECT_EQ(call("f(1, g(2, 3|))\n"), "g 1");
  EXPECT_EQ(call("f(1, g(2, 3)|)\n"), "f 1");
  EXPECT_EQ(call("f((1, 2|), 3)\n"), "f 0");
  EXPECT_EQ(call("f([1, 2], {3: |4})\n"), "f 1");
  EXPECT_EQ(call("f(lambda a, b: |1, 2)\n"), "f 0");
  EXPECT_EQ(call("f(lambda a, b: 1, |2)\n"), "f 1");
  EXPECT_EQ(call("f(x[1:2, 3], |2)\n"), "f 1");
  EXPECT_EQ(call("f'{g(1, |2)}'\n"), "g 1");
}

TEST(Call, whatIsCalled) {
  EXPECT_EQ(call("a.b.c(|)\n"), "a.b.c 0");
  EXPECT_EQ(call("k[g, 1](|)\n"), "k[g, 1] 0");
  EXPECT_EQ(call("f(1)(|)\n"), ") 0");
  EXPECT_EQ(call("f(1).g(|)\n"), "g 0");
  EXPECT_EQ(call("@jit(|)\ndef f(): pass\n"), "jit 0");
}

TEST(Call, whatIsNoCall) {
  EXPECT_EQ(call("def f(a, |b): pass\n"), "none");
  EXPECT_EQ(call("class A(|B): pass\n"), "none");
  EXPECT_EQ(call("def f(a=g(1, |2)): pass\n"), "g 1");
  EXPECT_EQ(call("x = (1, |2)\n"), "none");
  EXPECT_EQ(call("return (|1)\n"), "none");
  EXPECT_EQ(call("if (|1): pass\n"), "none");
}

TEST(Call, whileItIsTyped) {
  EXPECT_EQ(call("x = f(|\n"), "f 0");
  EXPECT_EQ(call("x = f(a, |\n\ndef g(): pass\n"), "f 1");
  EXPECT_EQ(call("x = f(a, |\n\nz = 3\n"), "f 1");
  EXPECT_EQ(call("x = f(a, b=|"), "f 1 b");
  EXPECT_EQ(call("def g():\n  x = f(a, [1, |\n  return x\n"), "f 1");
  EXPECT_EQ(call("x = f(a,|] + 2\n"), "f 1");
}

TEST(Call, signaturesOfTheProgramsOwn) {
  EXPECT_EQ(
      signature({{"m.py", "import ops\nops.f(|)\n"}, {"ops.py", "def f(a, /, b: int = (1, 2), *, c, **d): pass\n"}}),
      "f(>a, /, b: int = (1, 2), *, c, **d)");
  EXPECT_EQ(signature("class A:\n  def __init__(self, x): pass\nA(|)\n"), "A(>x)");
  EXPECT_EQ(signature("def k(p, B): pass\nk[4](|)\n"), "k(>p, B)");
  EXPECT_EQ(signature("def k(p, B): pass\nk[4](1, B=|)\n"), "k(p, >B)");
  EXPECT_EQ(signature("def k(p, B): pass\nk(1, 2, |)\n"), "k(p, B)");
  EXPECT_EQ(signature("g(|)\n"), "none");
}

TEST(Call, ofMethods) {
  std::string type =
      "class A:\n  def m(self, x): pass\n  @staticmethod\n  def s(x): pass\n  @classmethod\n  def c(cls, x): pass\n";
  EXPECT_EQ(signature(type + "  def n(self): self.m(|)\n"), "m(>x)");
  EXPECT_EQ(signature(type + "  def n(self): self.s(|)\n"), "s(>x)");
  EXPECT_EQ(signature(type + "A.m(|)\n"), "m(>self, x)");
  EXPECT_EQ(signature(type + "A.c(|)\n"), "c(>x)");
  EXPECT_EQ(signature("class A:\n  def __init__(self, /, x): pass\nclass B(A): pass\nB(|)\n"), "B(>x)");
}

TEST(Call, ofClassesThatTakeTheirFields) {
  std::string dataclass =
      "import dataclasses as d\n@d.dataclass(frozen=True)\nclass A:\n  x: int\n  y: int = (1, 2)\n  z = 1\n";
  EXPECT_EQ(signature(dataclass + "A(1, |)\n"), "A(x: int, >y: int = (1, 2))");
  EXPECT_EQ(signature(dataclass + "@d.dataclass\nclass B(A):\n  w: int\nB(w=|)\n"),
            "B(x: int, y: int = (1, 2), >w: int)");
  EXPECT_EQ(signature("from typing import NamedTuple\nclass A(NamedTuple):\n  x: int\nA(|)\n"), "A(>x: int)");
  EXPECT_EQ(signature("class A:\n  x: int\nA(|)\n"), "none");
}

TEST(Call, aSignatureWhileItIsTyped) {
  EXPECT_EQ(signature("def f(a, b): pass\nx = f(1, |\n"), "f(a, >b)");
  EXPECT_EQ(signature("def g():\n  def f(a, b): pass\n  x = f(1, |\n\ndef h(): pass\n"), "f(a, >b)");
  EXPECT_EQ(signature("class A:\n  def m(self, a): pass\n  def n(self):\n    self.m(|\n"), "m(>a)");
}

TEST(Call, aLibrarysIsTold) {
  std::optional<CallAt> found = callAt({{"m.py", "import jax.numpy as jnp\nx = jnp.sum(a, |\n"}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->meaning.path, "jax.numpy.sum");
  EXPECT_FALSE(found->signature);
}
} // namespace
