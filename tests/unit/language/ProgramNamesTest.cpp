// SPDX-License-Identifier: Apache-2.0
// The outline, and what is kept between versions of a program.
#include "tests/unit/language/Marked.h"

using namespace tessera;
using namespace tessera::language;

namespace {
std::string outline(const std::vector<Symbol> &symbols) {
  static constexpr llvm::StringLiteral kinds[] = {"variable", "constant", "function", "class",
                                                  "method",   "module",   "parameter"};
  std::string text;
  for (const Symbol &symbol : symbols) {
    text += (text.empty() ? "" : "; ") + kinds[static_cast<int>(symbol.kind)].str() + " " + symbol.name + symbol.detail;
    if (!symbol.children.empty())
      text += " {" + outline(symbol.children) + "}";
  }
  return text;
}

std::string outline(const std::string &text) { return outline(ProgramNames({{"m.py", text}}, {""}).symbols("m.py")); }

TEST(Symbols, functionsClassesAndVariables) {
  EXPECT_EQ(outline("import jax\nBLOCK_M = 1\na, (b, *c) = f()\nd: int\nd = 2\n@jit\ndef k(x, /, y=(1, 2), *, z): \n  "
                    "e = 1\n  def g(): pass\n"
                    "class A(B):\n  n = 1\n  async def m(self): pass\n"),
            "constant BLOCK_M; variable a; variable b; variable c; variable d; function k(x, /, y=(1, 2), *, z) "
            "{function g()}; "
            "class A {variable n; method m(self)}");
}

TEST(Symbols, whatStandsInBlocks) {
  EXPECT_EQ(
      outline("if x:\n  def f(): pass\nelse:\n  y = 1\nfor i in z:\n  class A: pass\ntry: q = 1\nexcept E: pass\n"),
      "function f(); variable y; class A; variable q");
}

TEST(Symbols, ofBrokenText) {
  EXPECT_EQ(outline("def f(): pass\nx = = 1\ndef g(a: pass\ndef h(): pass\n"), "function f(); function h()");
}

TEST(Symbols, places) {
  std::vector<Symbol> symbols = ProgramNames({{"m.py", "@d\ndef f():\n  pass\n"}}, {""}).symbols("m.py");
  ASSERT_EQ(symbols.size(), 1u);
  EXPECT_EQ(spell(symbols[0].range.begin) + " " + spell(symbols[0].range.end), "1:1 3:7");
  EXPECT_EQ(spell(symbols[0].selection.begin) + " " + spell(symbols[0].selection.end), "2:5 2:6");
  EXPECT_EQ(symbols[0].range.file, "m.py");
}

TEST(Cache, aFileThatDidNotChangeIsTheSame) {
  Cache cache;
  for (int version = 0; version < 3; ++version) {
    ProgramNames names({{"a.py", "from b import f\nf(" + std::to_string(version) + ")\n"}, {"b.py", "def f(): pass\n"}},
                       {""}, &cache);
    Answer<Place> found = names.definition("a.py", {2, 1});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->path, "b.py");
  }
}

TEST(UnknownNames, areThoseThatNothingBinds) {
  ProgramNames names({{"m.py", "from n import *\nprint(a, b, [c for c in c])\n"}, {"n.py", "a = 1\n"}}, {""});
  EXPECT_EQ(llvm::join(names.unknownNames("m.py"), " "), "b c print");
}
} // namespace
