// SPDX-License-Identifier: Apache-2.0
// Texts of a megabyte, and every position of broken ones: there is an answer to everything, soon. What the time was is
// printed; a test that a slow machine could fail would tell nothing.
#include "tests/unit/language/Marked.h"
#include <chrono>

using namespace tessera;
using namespace tessera::language;

namespace {
constexpr size_t megabyte = 1 << 18; // a quarter, so that the test is short; nothing is quadratic at either size

std::string repeated(llvm::StringRef text, size_t size = megabyte - 1024) {
  std::string all;
  while (all.size() + text.size() <= size)
    all += text;
  return all;
}

double since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// Everything that can be asked, at one place.
void askAll(const ProgramNames &names, llvm::StringRef path, SourcePosition at) {
  (void)names.definition(path, at);
  (void)names.references(path, at);
  (void)names.rename(path, at, "another_name");
  (void)names.meaningAt(path, at);
  (void)names.callAt(path, at);
  (void)names.pathBefore(path, at);
  (void)names.candidates(path, at);
}

void ask(const char *what, const std::string &text, SourcePosition at) {
  auto start = std::chrono::steady_clock::now();
  ProgramNames names({{"m.py", text}, {"n.py", "from m import *\nx = y\n"}}, {""});
  double made = since(start);
  start = std::chrono::steady_clock::now();
  askAll(names, "m.py", at);
  askAll(names, "n.py", {2, 5});
  (void)names.symbols("m.py");
  printf("%-32s %8zu bytes: read in %7.1f ms, all answers in %7.1f ms\n", what, text.size(), made, since(start));
}

TEST(Limits, longTexts) {
  ask("names in one line", "x = [" + repeated("a, ") + "]\nx\n", {2, 1});
  ask("wide names in one line", "x = [" + repeated("ä, ") + "]\nx\n", {2, 1});
  ask("assignments", repeated("x = x\n"), {1, 1});
  ask("different names",
      [] {
        std::string all;
        for (unsigned i = 0; all.size() < megabyte - 1024; ++i)
          all += "v" + std::to_string(i) + " = v" + std::to_string(i / 2) + "\n";
        return all;
      }(),
      {1, 1});
  ask("functions", repeated("def f(a, b=1):\n  return a\n"), {1, 5});
  ask("calls", "def f(a): a\n" + repeated("f(a=1)\n"), {1, 5});
  ask("members", "import jax\n" + repeated("jax.numpy.sum\n"), {2, 12});
  ask("stars", repeated("from n import *\n") + "x\n", {1, 6});
  ask("stars of libraries", repeated("from lib import *\nx\n"), {2, 1});
  ask("imports", repeated("from n import x\nx\n"), {2, 1});
  ask("imports of itself",
      [] {
        std::string all;
        for (unsigned i = 0; all.size() < megabyte - 1024; ++i)
          all += "from m import v" + std::to_string(i) + " as v" + std::to_string(i + 1) + "\n";
        return all;
      }(),
      {1, 15});
  ask("a long module", "import " + repeated("a.") + "a as b\n" + "b.c\n", {2, 3});
  ask("a long module, often", "import " + repeated("a.", megabyte / 2) + "a as b\n" + repeated("b\n", megabyte / 3),
      {2, 1});
  ask("dots", "import a\n" + repeated("a.") + "a\n", {2, 3});
  ask("broken dots", "import a\nx = = " + repeated("a.") + "a\n", {2, 200001});
  ask("open brackets", "f" + repeated("("), {1, 1000});
  ask("half calls", repeated("f(a, \n"), {3, 6});
  ask("chains",
      [] {
        std::string all;
        for (std::string chain = "a" + repeated(".b", 150) + "\n"; all.size() < megabyte - 1024;)
          all += chain;
        return all;
      }(),
      {1, 4});
  ask("bases",
      [] {
        std::string all = "class A0: pass\n";
        for (unsigned i = 1; all.size() < megabyte - 1024; ++i)
          all += "class A" + std::to_string(i) + "(A" + std::to_string(i - 1) + "):\n  def m(self): self.x\n";
        return all;
      }(),
      {3, 22});
  ask("many bases",
      "class B: pass\nclass A(" + repeated("B, ", megabyte / 2) +
          "B):\n  def m(self): " + repeated("self.x; ", megabyte / 3) + "\n",
      {3, 22});
  ask("self", "class A:\n  def m(self):\n" + repeated("    self.x = self.x\n"), {3, 10});
  ask("strings", repeated("'x'\n"), {1, 2});
  ask("decorators", repeated("@f('a')\ndef f(a): pass\n"), {1, 5});
  ask("global", repeated("def f():\n  global x\n  x = 1\n"), {2, 10});
  ask("not UTF-8", repeated("\xff"), {1, 10});
  ask("a line", repeated("x"), {1, 10});
  ask("lines", repeated("\n"), {10, 1});
}

TEST(Limits, aThousandLines) {
  std::string text = "import jax\nimport jax.numpy as jnp\n";
  for (unsigned i = 0; i < 100; ++i)
    text += "@jax.jit\ndef function" + std::to_string(i) +
            "(first, second=1):\n  '''What it does.'''\n  x = jnp.sum(first, axis=second)\n  for i in range(10):\n"
            "    x = x + jnp.dot(first[i], first)\n  y = [x * element for element in first]\n  return x, y\n\nz = "
            "function" +
            std::to_string(i) + "(1, second=2)\n";
  using Clock = std::chrono::steady_clock;
  auto start = Clock::now();
  Cache cache;
  ProgramNames names({{"m.py", text}}, {""}, &cache);
  printf("%zu lines, %zu bytes: made in %.2f ms;", static_cast<size_t>(llvm::StringRef(text).count('\n')), text.size(),
         since(start));
  start = Clock::now();
  ProgramNames again({{"m.py", text}}, {""}, &cache);
  printf(" again %.2f;", since(start));
  SourcePosition at{500, 7};
  auto time = [&](const char *what, auto asks) {
    ProgramNames fresh({{"m.py", text}}, {""}, &cache);
    auto begin = Clock::now();
    asks(fresh);
    printf(" %s %.2f", what, since(begin));
  };
  time("definition", [&](const ProgramNames &fresh) { (void)fresh.definition("m.py", at); });
  time("references", [&](const ProgramNames &fresh) { (void)fresh.references("m.py", {1, 8}); });
  time("rename", [&](const ProgramNames &fresh) { EXPECT_TRUE(fresh.rename("m.py", {4, 5}, "another")); });
  time("symbols", [&](const ProgramNames &fresh) { (void)fresh.symbols("m.py"); });
  time("call", [&](const ProgramNames &fresh) { (void)fresh.callAt("m.py", at); });
  time("candidates", [&](const ProgramNames &fresh) { (void)fresh.candidates("m.py", at); });
  printf("\n");
}

TEST(Limits, everyPositionOfBrokenTexts) {
  const char *texts[] = {
      "def f(a, b=g(1,:\n  x = a.b.c(d[1:2, = \n  return x.\nclass A(f:\n  def m(self: self.\n",
      "f(lambda a, b: [x for x in (y := z.\n)\n}\n]]\nimport a.b.\nfrom . import\nfrom .. x import (a,\n",
      "@\ndef\nclass\nglobal\nx = f'{a!r:{b.c(d,'\n''' never closed\n",
      "match x:\n  case A(b=c.|d, *e) as f if g(:\n    h(\n\tif tab: \n  else\n",
      ">>> x = 1\n... y(\noutput\n>>> \xc3\xa4.\xc3\xb6(\n",
      "\xef\xbb\xbfx = 1\r\ny = x.\r\n\rz(\xe2\x80\x9cq\xe2\x80\x9d, \xef\xbc\x88\n",
      "x = 1\\\n  + y.\\\n  z(\\",
      ""};
  for (llvm::StringRef text : texts)
    for (size_t cut = 0; cut <= text.size(); ++cut) {
      ProgramNames names({{"m.py", text.take_front(cut).str()}}, {""});
      auto lines = static_cast<uint32_t>(text.count('\n') + text.count('\r') + 2);
      for (uint32_t line = 0; line <= lines; ++line)
        for (uint32_t column : {0u, 1u, 2u, 3u, 5u, 8u, 12u, 17u, 23u, 30u, 60u})
          askAll(names, "m.py", {line, column});
      (void)names.symbols("m.py");
    }
}

TEST(Limits, nestedAsDeepAsTheParserReads) {
  for (const char *piece : {"lambda a: ", "[x for y in ", "f(", "x[", "a.b(", "(x := ", "not "}) {
    std::string text = "x = " + repeated(piece, 3000) + "q\nx\n";
    ProgramNames names({{"m.py", text}}, {""});
    for (uint32_t column = 1; column < 1000; column += 97)
      askAll(names, "m.py", {1, column});
  }
  std::string blocks;
  for (unsigned depth = 0; depth < 100; ++depth)
    blocks += std::string(depth, ' ') + (depth % 2 ? "class A:\n" : "def f(self):\n");
  ProgramNames names({{"m.py", blocks + std::string(100, ' ') + "self\n"}}, {""});
  for (uint32_t line = 1; line < 100; line += 7)
    askAll(names, "m.py", {line, line + 4});
}
} // namespace
