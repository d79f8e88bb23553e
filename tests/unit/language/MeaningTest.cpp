// SPDX-License-Identifier: Apache-2.0
// Definitions, references, and what hovering tells.
#include "tests/unit/language/Marked.h"

using namespace tessera;
using namespace tessera::language;

namespace {
std::string define(const Texts &texts) {
  Marked marked = mark(texts);
  Answer<Place> found = ProgramNames(marked.files, {""}).definition(marked.path, marked.at);
  return found ? found->path + ":" + spell(found->range.begin) : found.why;
}
std::string define(const std::string &text) { return define({{"m.py", text}}); }

/// `a:1:1 b:2:3`, or why there is none.
std::string refer(const Texts &texts) {
  Marked marked = mark(texts);
  Answer<std::vector<Place>> found = ProgramNames(marked.files, {""}).references(marked.path, marked.at);
  if (!found)
    return found.why;
  std::string places;
  for (const Place &place : *found)
    places += llvm::StringRef(place.path).drop_back(3).str() + ":" + spell(place.range.begin) + " ";
  return llvm::StringRef(places).rtrim().str();
}

std::optional<Meaning> meaning(const Texts &texts) {
  Marked marked = mark(texts);
  return ProgramNames(marked.files, {""}).meaningAt(marked.path, marked.at);
}

/// `kind path text`, the text being that of the expression.
std::string tell(const Texts &texts) {
  std::optional<Meaning> found = meaning(texts);
  if (!found)
    return "nothing";
  static constexpr llvm::StringLiteral kinds[] = {"none", "own", "file", "library"};
  Marked marked = mark(texts);
  std::string told = kinds[static_cast<int>(found->kind)].str() + " " + found->path;
  for (const ProgramNames::File &file : marked.files)
    if (file.path == found->range.file)
      told += " " + textAt(file.text, found->range);
  return told;
}
std::string tell(const std::string &text) { return tell({{"m.py", text}}); }

TEST(Definition, overAnAliasAModuleAFileAndSelf) {
  std::string ops = "\ndef f(): pass\n";
  EXPECT_EQ(define({{"m.py", "from ops import f as g\n|g()\n"}, {"ops.py", ops}}), "ops.py:2:5");
  EXPECT_EQ(define({{"m.py", "from ops import |f as g\n"}, {"ops.py", ops}}), "ops.py:2:5");
  EXPECT_EQ(define({{"m.py", "from |ops import f as g\n"}, {"ops.py", ops}}), "ops.py:1:1");
  EXPECT_EQ(define({{"m.py", "import ops as o\no.|f()\n"}, {"ops.py", ops}}), "ops.py:2:5");
  EXPECT_EQ(define({{"m.py", "import ops as o\n|o.f()\n"}, {"ops.py", ops}}), "ops.py:1:1");
  EXPECT_EQ(define({{"m.py", "import lib.ops\nlib.ops.|f()\n"}, {"lib/ops.py", ops}}), "lib/ops.py:2:5");
  EXPECT_EQ(define({{"m.py", "import lib.|ops\n"}, {"lib/ops.py", ops}}), "lib/ops.py:1:1");
  EXPECT_EQ(define("class A:\n  def m(self): pass\n  def n(self): self.|m()\n"), "m.py:2:7");
}

TEST(Definition, whereThereIsNone) {
  EXPECT_EQ(define("import jax.numpy as jnp\njnp.|sum(x)\n"),
            "`jax.numpy.sum` is the library's: point at it to read what it does");
  EXPECT_EQ(define("x.|y\n"), "`y` belongs to an object, and which one it is shows only when the program runs");
  EXPECT_EQ(define("|zzz\n"), "`zzz` is defined nowhere in this program");
  EXPECT_EQ(define("1 |+ 2\n"), "there is no name here");
  EXPECT_EQ(define({{"m.py", "import |lib\n"}, {"lib/a.py", ""}}),
            "`lib` is the folder `lib`, which has no `__init__.py`");
}

TEST(Definition, attributesOfClasses) {
  EXPECT_EQ(define("class A:\n  def __init__(self): self.x = 1\n  def m(self): return self.|x\n"), "m.py:2:28");
  EXPECT_EQ(define("class A:\n  def m(self): pass\nclass B(A):\n  def n(self): self.|m()\n"), "m.py:2:7");
  EXPECT_EQ(define("class A:\n  x = 1\nA.|x\n"), "m.py:2:3");
  EXPECT_EQ(define("class A:\n  @staticmethod\n  def m(a): a.|x\n  x = 1\n"),
            "`x` belongs to an object, and which one it is shows only when the program runs");
  EXPECT_EQ(define({{"m.py", "from o import A\nclass B(A):\n  def n(self): self.|m()\n"},
                    {"o.py", "class A:\n  def m(self): pass\n"}}),
            "o.py:2:7");
  EXPECT_EQ(define("class A:\n  def m(self): self.__x = 1\n  def n(self): self.|__x\n"), "m.py:2:21");
}

TEST(Definition, aFieldThatIsGivenByName) {
  EXPECT_EQ(define("from dataclasses import dataclass\n@dataclass\nclass A:\n  x: int\nA(|x=1)\n"), "m.py:4:3");
  EXPECT_EQ(define("class A:\n  x: int\nA(|x=1)\n"),
            "`x` belongs to an object, and which one it is shows only when the program runs");
}

TEST(Definition, classesThatAreTheirOwnBases) {
  EXPECT_NE(define("class A(B): pass\nclass B(A): pass\nA.|x\n"), "");
  EXPECT_NE(define("class A(A.x): pass\nA.|x\n"), "");
  EXPECT_NE(define({{"m.py", "from m import a as b\nfrom m import b as a\n|a\n"}}), "");
  EXPECT_NE(define({{"m.py", "from n import *\n|a\n"}, {"n.py", "from m import *\n"}}), "");
}

TEST(Definition, starsOfStars) {
  // The first star leads back here, the second has the name.
  EXPECT_EQ(
      define({{"m.py", "from c import *\nfrom b import *\n|x\n"}, {"b.py", "from m import *\n"}, {"c.py", "x = 1\n"}}),
      "c.py:1:1");
  EXPECT_EQ(define({{"m.py", "from c import *\n|_x\n"}, {"c.py", "_x = 1\n"}}),
            "`_x` is defined nowhere in this program");
  EXPECT_EQ(define({{"m.py", "from c import *\n|_x\n"}, {"c.py", "__all__ = ['_x']\n_x = 1\n"}}), "c.py:2:1");
  EXPECT_EQ(define({{"m.py", "from c import *\n|x\n"}, {"c.py", "__all__ = ['_x']\nx = 1\n"}}),
            "`x` is defined nowhere in this program");
}

TEST(Definition, aBrokenLineElsewhere) {
  EXPECT_EQ(define("def f(): pass\nx = = 2\n|f()\n"), "m.py:1:5");
  EXPECT_EQ(define("def f(): pass\ny = f(1,\n\ndef g():\n  return |f\n"), "m.py:1:5");
}

TEST(Definition, inTheBrokenLineItself) {
  EXPECT_EQ(define("def f(): pass\nx = |f( = 2\n"), "m.py:1:5");
  EXPECT_EQ(define("def g(n):\n  m = 1\n  x = |m.\n"), "m.py:2:3");
  EXPECT_EQ(define({{"m.py", "import ops\nx = ops.|f( = 2\n"}, {"ops.py", "def f(): pass\n"}}), "ops.py:1:5");
}

TEST(References, aliasesAndLibraryNamesCountToo) {
  EXPECT_EQ(refer({{"m.py", "from ops import f as g\ng()\n"}, {"ops.py", "def |f(): pass\n"}}),
            "m:1:17 m:1:22 m:2:1 ops:1:5");
  EXPECT_EQ(refer({{"m.py", "import jax.numpy as jnp\njnp.|sum(1)\njnp.sum(2)\njnp.max(1)\n"}}), "m:2:5 m:3:5");
  EXPECT_EQ(refer({{"m.py", "|print(1), print\n"}}), "m:1:1 m:1:11");
  EXPECT_EQ(refer({{"m.py", "a.|b\n"}}),
            "`b` belongs to an object, and which one it is shows only when the program runs");
  EXPECT_EQ(refer({{"m.py", "class A:\n  def |m(self): self.m\nA.m\n"}}), "m:2:7 m:2:21 m:3:3");
  EXPECT_EQ(refer({{"m.py", "def f(|a): a\nf(a=1)\n"}}), "m:1:7 m:1:11 m:2:3");
}

TEST(Meaning, howMuchIsPointedAt) {
  std::string text = "import jax.numpy as jnp\njnp.linalg.norm(x)\n";
  auto at = [&](size_t offset) { return tell(std::string(text).insert(offset, "|")); };
  EXPECT_EQ(at(25), "library jax.numpy jnp");
  EXPECT_EQ(at(30), "library jax.numpy.linalg jnp.linalg");
  EXPECT_EQ(at(36), "library jax.numpy.linalg.norm jnp.linalg.norm");
  EXPECT_EQ(at(40), "none  x");
  EXPECT_EQ(at(8), "library jax jax");
  EXPECT_EQ(at(12), "library jax.numpy numpy");
  EXPECT_EQ(tell("x.|astype\n"), "none  x.astype");
  EXPECT_EQ(tell("1 + |1\n"), "nothing");
  EXPECT_EQ(tell("from jax import |jit as j\n"), "library jax.jit jit");
  EXPECT_EQ(tell("import jax\nx = jax.|nu = 1\n"), "library jax.nu jax.nu");
}

TEST(Meaning, ofTheProgramsOwn) {
  std::optional<Meaning> found =
      meaning({{"m.py", "def f(a, b=1,\n      *c):\n  '''Adds.\n\n    Much:\n      more.\n  '''\n|f\n"}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Meaning::Kind::own);
  EXPECT_EQ(found->detail, "(a, b=1, *c)");
  EXPECT_EQ(found->documentation, "Adds.\n\nMuch:\n  more.");
  EXPECT_EQ(found->symbol, SymbolKind::function);
  ASSERT_TRUE(found->place);
  EXPECT_EQ(spell(found->place->range.begin), "1:5");
}

TEST(Meaning, ofAFile) {
  std::optional<Meaning> found = meaning({{"m.py", "import |ops\n"}, {"ops.py", "'''What it has.'''\n"}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Meaning::Kind::file);
  EXPECT_EQ(found->path, "ops.py");
  EXPECT_EQ(found->documentation, "What it has.");
}

TEST(Meaning, whatMayBeFromAStarOfALibrary) {
  std::optional<Meaning> found = meaning({{"m.py", "from jax.numpy import *\nfrom math import *\n|sum\n"}});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, Meaning::Kind::none);
  EXPECT_EQ(llvm::join(found->starredModules, " "), "math jax.numpy");
}

TEST(Meaning, outsideOfTheText) {
  ProgramNames names({{"m.py", "x = 1\n"}}, {""});
  for (SourcePosition position : {SourcePosition{0, 0}, {1, 0}, {0, 1}, {1, 7}, {2, 2}, {3, 1}, {~0u, ~0u}}) {
    EXPECT_FALSE(names.meaningAt("m.py", position)) << spell(position);
    EXPECT_FALSE(names.callAt("m.py", position));
    EXPECT_FALSE(names.pathBefore("m.py", position));
    EXPECT_TRUE(names.candidates("m.py", position).empty());
    EXPECT_FALSE(names.definition("m.py", position));
  }
  EXPECT_FALSE(names.meaningAt("other.py", {1, 1}));
  EXPECT_TRUE(names.symbols("other.py").empty());
  EXPECT_FALSE(names.rename("other.py", {1, 1}, "y"));
}
} // namespace
