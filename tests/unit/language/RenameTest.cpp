// SPDX-License-Identifier: Apache-2.0
// What a rename makes of the files is told whole. The cases up to "over files" are those of the playground's editor
// too.
#include "tests/unit/language/Marked.h"

using namespace tessera;
using namespace tessera::language;

namespace {
Answer<Rename> answer(const Texts &texts, llvm::StringRef to, std::vector<std::string> folders) {
  Marked marked = mark(texts);
  return ProgramNames(marked.files, std::move(folders)).rename(marked.path, marked.at, to);
}

/// The files after the rename, or why there is none.
Texts rename(const Texts &texts, llvm::StringRef to, std::vector<std::string> folders = {""}) {
  Answer<Rename> renamed = answer(texts, to, std::move(folders));
  if (!renamed)
    return {{"refused", renamed.why}};
  Texts after;
  for (const ProgramNames::File &file : mark(texts).files)
    after.push_back({file.path, changed(file, renamed->edits)});
  return after;
}

std::string one(const std::string &text, llvm::StringRef to = "y") {
  Answer<Rename> renamed = answer({{"k.py", text}}, to, {""});
  return renamed ? changed(mark({{"k.py", text}}).files.front(), renamed->edits) : renamed.why;
}

void refused(const std::string &text, llvm::StringRef why, llvm::StringRef to = "y") {
  EXPECT_TRUE(llvm::StringRef(one(text, to)).contains(why)) << text << "\n" << one(text, to);
}

//===--- In one file ---===//

TEST(Rename, aLocalAndNotTheGlobalOfItsName) {
  EXPECT_EQ(one("x = 1\ndef f():\n  |x = 2\n  return x\nx\n"), "x = 1\ndef f():\n  y = 2\n  return y\nx\n");
  EXPECT_EQ(one("|x = 1\ndef f():\n  return x\n"), "y = 1\ndef f():\n  return y\n");
}

TEST(Rename, overGlobalAndNonlocal) {
  EXPECT_EQ(one("x = 1\ndef f():\n  global x\n  |x = 2\n"), "y = 1\ndef f():\n  global y\n  y = 2\n");
  EXPECT_EQ(one("def f():\n  |n = 0\n  def g():\n    nonlocal n\n    n += 1\n  return g\n"),
            "def f():\n  y = 0\n  def g():\n    nonlocal y\n    y += 1\n  return g\n");
  EXPECT_EQ(one("def f():\n  global |x\n  x = 2\ndef g():\n  return x\n"),
            "def f():\n  global y\n  y = 2\ndef g():\n  return y\n");
}

TEST(Rename, comprehensionsHaveNamesOfTheirOwn) {
  EXPECT_EQ(one("x = 1\nz = [|x for x in x]\n"), "x = 1\nz = [y for y in x]\n");
  EXPECT_EQ(one("|x = 1\nz = [x for x in x]\n"), "y = 1\nz = [x for x in y]\n");
  EXPECT_EQ(one("s = sum(|a for a in b if a)\n"), "s = sum(y for y in b if y)\n");
  EXPECT_EQ(one("z = {|k: v for k, v in q for w in k}\n"), "z = {y: v for y, v in q for w in y}\n");
}

TEST(Rename, aWalrusInAComprehensionBindsAround) {
  EXPECT_EQ(one("def f(a):\n  [b for c in a if (|b := c)]\n  return b\n"),
            "def f(a):\n  [y for c in a if (y := c)]\n  return y\n");
  EXPECT_EQ(one("def f(a):\n  return [[|b := c for c in d] for d in a], b\n"),
            "def f(a):\n  return [[y := c for c in d] for d in a], y\n");
}

TEST(Rename, defaultsBelongToWhatIsAround) {
  EXPECT_EQ(one("n = 1\nf = lambda |n=n: n\n"), "n = 1\nf = lambda y=n: y\n");
  EXPECT_EQ(one("|n = 1\ndef f(n=n) -> n: n\n"), "y = 1\ndef f(n=y) -> y: n\n");
}

TEST(Rename, aParameterAndCallsByItsName) {
  EXPECT_EQ(one("def f(|a, b=1):\n  return a\nf(a=2)\ng(a=3)\n"), "def f(y, b=1):\n  return y\nf(y=2)\ng(a=3)\n");
  EXPECT_EQ(one("def k(p, |B):\n  B\nk[4](p, B=2)\n"), "def k(p, y):\n  y\nk[4](p, y=2)\n");
  EXPECT_EQ(one("import functools\ndef k(p, |B):\n  B\nfunctools.partial(k, B=2)\n"),
            "import functools\ndef k(p, y):\n  y\nfunctools.partial(k, y=2)\n");
  EXPECT_EQ(one("from functools import partial as part\ndef k(p, |B):\n  B\npart(k, B=2)\n"),
            "from functools import partial as part\ndef k(p, y):\n  y\npart(k, y=2)\n");
  EXPECT_EQ(one("class A:\n  def __init__(self, |x): x\n  def m(self): A(x=1)\n"),
            "class A:\n  def __init__(self, y): y\n  def m(self): A(y=1)\n");
  EXPECT_EQ(one("def f(|a, /, **k): a\nf(1, a=2)\n"), "def f(y, /, **k): y\nf(1, a=2)\n");
}

TEST(Rename, aParameterThatADecoratorNames) {
  EXPECT_EQ(one("@tune(key=[\"|n\"])\ndef k(p, n):\n  n\n"), "@tune(key=[\"y\"])\ndef k(p, y):\n  y\n");
  EXPECT_EQ(one("@jit(static_argnames=('|x', r\"p\", 'x y'))\ndef k(p, x): x\n"),
            "@jit(static_argnames=('y', r\"p\", 'x y'))\ndef k(p, y): y\n");
}

TEST(Rename, classes) {
  EXPECT_EQ(one("class |A:\n  A2 = 1\nA()\n"), "class y:\n  A2 = 1\ny()\n");
  EXPECT_EQ(one("x = 1\nclass A:\n  x = 2\n  def m(self):\n    return |x\n"),
            "y = 1\nclass A:\n  x = 2\n  def m(self):\n    return y\n");
  EXPECT_EQ(one("|x = 1\nclass A:\n  z = x\n  w = [x for _ in x]\n"),
            "y = 1\nclass A:\n  z = y\n  w = [y for _ in y]\n");
}

TEST(Rename, otherWaysToBind) {
  EXPECT_EQ(one("def f(|a):\n  return f\"{a!r:>{a}} a\"\n"), "def f(y):\n  return f\"{y!r:>{y}} a\"\n");
  EXPECT_EQ(one("def f():\n  for |i in x:\n    i\n"), "def f():\n  for y in x:\n    y\n");
  EXPECT_EQ(one("try: pass\nexcept E as |e: e\n"), "try: pass\nexcept E as y: y\n");
  EXPECT_EQ(one("with a as (|b, c): b\n"), "with a as (y, c): y\n");
  EXPECT_EQ(one("|a = 1\na += 1\na: int = 2\ndel a\n"), "y = 1\ny += 1\ny: int = 2\ndel y\n");
  EXPECT_EQ(one("match p:\n  case [|a, *r]:\n    a\n"), "match p:\n  case [y, *r]:\n    y\n");
  EXPECT_EQ(one("match p:\n  case {'k': 1, **|r} if r: r\n"), "match p:\n  case {'k': 1, **y} if y: y\n");
  EXPECT_EQ(one("class P: pass\nmatch p:\n  case |P(x=P.x) as q: q\n"),
            "class y: pass\nmatch p:\n  case y(x=y.x) as q: q\n");
  EXPECT_EQ(one("def |d(f): return f\n@d\ndef g(): pass\n"), "def y(f): return f\n@y\ndef g(): pass\n");
  EXPECT_EQ(one("|x = 0.\nf(x, 1.)\n"), "y = 0.\nf(y, 1.)\n");
}

TEST(Rename, typeParameters) {
  EXPECT_EQ(one("def f[|T: int](a: T, b=1) -> T:\n  c: T = a\n  return c\nT = 1\n"),
            "def f[y: int](a: y, b=1) -> y:\n  c: y = a\n  return c\nT = 1\n");
  EXPECT_EQ(one("class A[|T](B[T]):\n  def m(self, x: T): return T\n"),
            "class A[y](B[y]):\n  def m(self, x: y): return y\n");
  EXPECT_EQ(one("type L[|T] = list[T]\n"), "type L[y] = list[y]\n");
  EXPECT_EQ(one("type |L[T] = list[T]\nx: L[int]\n"), "type y[T] = list[T]\nx: y[int]\n");
}

TEST(Rename, imports) {
  EXPECT_EQ(one("import numpy as |np\nnp.sum\n"), "import numpy as y\ny.sum\n");
  EXPECT_EQ(one("import numpy\n|numpy.sum\n"), "import numpy as y\ny.sum\n");
  EXPECT_EQ(one("from jax import |jit, vmap\njit\n"), "from jax import jit as y, vmap\ny\n");
}

TEST(Rename, whatAllLists) {
  EXPECT_EQ(one("__all__ = [\"f\"]\ndef |f(): pass\n"), "__all__ = [\"y\"]\ndef y(): pass\n");
  EXPECT_EQ(one("__all__ = []\n__all__ += ('f',)\ndef |f(): pass\n"),
            "__all__ = []\n__all__ += ('y',)\ndef y(): pass\n");
}

TEST(Rename, namesThatAClassMangles) {
  EXPECT_EQ(one("class A:\n  def m(self):\n    |__x = 1\n    return __x\n"),
            "class A:\n  def m(self):\n    y = 1\n    return y\n");
  EXPECT_EQ(one("|_A__x = 1\nclass A:\n  def m(self): return __x\n"), "y = 1\nclass A:\n  def m(self): return y\n");
}

TEST(Rename, columnsCountCodePoints) {
  EXPECT_EQ(one("s = 'äöü', |größe\ngröße = 1; größe\n"), "s = 'äöü', y\ny = 1; y\n");
  EXPECT_EQ(one("|a = 1\r\nb = a\r\n"), "y = 1\r\nb = y\r\n");
  EXPECT_EQ(one(">>> |a = 1\n>>> b = a\n1\n"), ">>> y = 1\n>>> b = y\n1\n");
}

TEST(Rename, refusals) {
  refused("a.|b = 1\n", "is an attribute");
  refused("class A:\n  def |m(self): pass\n", "attribute of a class");
  refused("class A:\n  def m(self): self.|x = 1\n", "is an attribute");
  refused("|print(1)\n", "not defined in this program");
  refused("import numpy as np\nnp.|sum(1)\n", "library's");
  refused("1 + |2\n", "no name here");
  refused("|x = 1\ndef (:\n", "line 2 can't be read");
  refused("import a.b\n|a.b.c\n", "binds `a`");
  refused("g(|x=1)\n", "is an attribute");
}

TEST(Rename, clashes) {
  refused("y = 2\n|x = 1\n", "mixed up");
  refused("|x = 1\ndef f(y):\n  return x\n", "mixed up");
  refused("y = 1\ndef f():\n  |x = 2\n  return x + y\n", "mixed up");
  refused("def f():\n  |x = 2\n  return y(x)\n", "mixed up");
  refused("def f(|x, y): pass\n", "would not be Python any more");
  refused("def f(|x):\n  def g():\n    y = 1\n    return x\n", "mixed up");
  refused("class A:\n  y = 1\n  z = x\n|x = 1\n", "mixed up");
  refused("|x = 1\n", "is no name", "a b");
  refused("|x = 1\n", "is no name", "");
  refused("|x = 1\n", "is no name", "1a");
  refused("|x = 1\n", "is no name", "\xff");
  refused("|x = 1\n", "word of Python's", "lambda");
  EXPECT_EQ(one("def f(y): pass\ndef g():\n  |x = 1\n"), "def f(y): pass\ndef g():\n  y = 1\n");
  EXPECT_EQ(one("|x = 1\n", "match"), "match = 1\n");
  EXPECT_EQ(one("|x = 1\n", "x"), "x = 1\n");
}

TEST(Rename, stringsThatMayMeanItAreTold) {
  Texts texts{{"k.py", "def k(|B): pass\ngrid = lambda m: m[\"B\"]\nh(B=1)\n"}};
  Answer<Rename> renamed = answer(texts, "y", {""});
  ASSERT_TRUE(renamed);
  std::string left;
  for (const Place &place : renamed->left)
    left += spell(place.range.begin) + textAt(mark(texts).files[0].text, place.range) + " ";
  EXPECT_EQ(left, "2:21B 3:3B ");
}

//===--- Over files ---===//

TEST(RenameOverFiles, aFunctionWhereverItIsImported) {
  EXPECT_EQ(
      rename({{"main.py", "from ops import norm, norm as n\nimport ops\nnorm(1)\nn(2)\nops.norm(3)\nother.norm\n"},
              {"ops.py", "def |norm(x): pass\n"}},
             "rms"),
      (Texts{{"main.py", "from ops import rms, rms as n\nimport ops\nrms(1)\nn(2)\nops.rms(3)\nother.norm\n"},
             {"ops.py", "def rms(x): pass\n"}}));
}

TEST(RenameOverFiles, throughAPackageThatHandsItOn) {
  EXPECT_EQ(rename({{"main.py", "import pkg\npkg.|f(1)\n"},
                    {"pkg/__init__.py", "from .sub import f\n"},
                    {"pkg/sub.py", "def f(x):\n  return f\n"}},
                   "g"),
            (Texts{{"main.py", "import pkg\npkg.g(1)\n"},
                   {"pkg/__init__.py", "from .sub import g\n"},
                   {"pkg/sub.py", "def g(x):\n  return g\n"}}));
}

TEST(RenameOverFiles, whatAPackageHandsOnUnderAnotherName) {
  EXPECT_EQ(rename({{"main.py", "from pkg import g\nimport pkg\npkg.g(1), g\n"},
                    {"pkg/__init__.py", "from .sub import f as g\n"},
                    {"pkg/sub.py", "def |f(x): pass\n"}},
                   "h"),
            (Texts{{"main.py", "from pkg import g\nimport pkg\npkg.g(1), g\n"},
                   {"pkg/__init__.py", "from .sub import h as g\n"},
                   {"pkg/sub.py", "def h(x): pass\n"}}));
}

TEST(RenameOverFiles, aDecorator) {
  EXPECT_EQ(rename({{"m.py", "import ops\n@ops.|d\ndef g(): pass\n"}, {"ops.py", "def d(f): return f\n"}}, "e"),
            (Texts{{"m.py", "import ops\n@ops.e\ndef g(): pass\n"}, {"ops.py", "def e(f): return f\n"}}));
}

TEST(RenameOverFiles, anAliasIsNobodyElses) {
  EXPECT_EQ(rename({{"main.py", "from ops import f as |g\ng(1)\n"}, {"ops.py", "def f(): pass\n"}}, "h"),
            (Texts{{"main.py", "from ops import f as h\nh(1)\n"}, {"ops.py", "def f(): pass\n"}}));
}

TEST(RenameOverFiles, throughAStar) {
  EXPECT_EQ(rename({{"main.py", "from ops import *\n|f(1)\n"}, {"ops.py", "def f(): pass\n"}}, "h"),
            (Texts{{"main.py", "from ops import *\nh(1)\n"}, {"ops.py", "def h(): pass\n"}}));
  EXPECT_EQ(
      rename({{"main.py", "from a import *\n|f(1)\n"}, {"a.py", "from b import *\n"}, {"b.py", "def f(): pass\n"}},
             "h"),
      (Texts{{"main.py", "from a import *\nh(1)\n"}, {"a.py", "from b import *\n"}, {"b.py", "def h(): pass\n"}}));
}

TEST(RenameOverFiles, aParameterInCallsOfOtherFiles) {
  EXPECT_EQ(rename({{"main.py", "import ops\nops.f(a=1)\n"}, {"ops.py", "def f(|a): return a\n"}}, "b"),
            (Texts{{"main.py", "import ops\nops.f(b=1)\n"}, {"ops.py", "def f(b): return b\n"}}));
}

TEST(RenameOverFiles, theFileThatRunsComesBeforeTheTop) {
  EXPECT_EQ(
      rename({{"a/main.py", "from ops import |f\n"}, {"a/ops.py", "def f(): pass\n"}, {"ops.py", "def f(): pass\n"}},
             "g", {"a", ""}),
      (Texts{{"a/main.py", "from ops import g\n"}, {"a/ops.py", "def g(): pass\n"}, {"ops.py", "def f(): pass\n"}}));
}

TEST(RenameOverFiles, pathsFromTheRoot) {
  EXPECT_EQ(rename({{"/w/m.py", "from lib.ops import |f\nfrom lib import ops\nops.f\n"},
                    {"/w/lib/ops.py", "def f(): pass\n"}},
                   "g", {"/w/"}),
            (Texts{{"/w/m.py", "from lib.ops import g\nfrom lib import ops\nops.g\n"},
                   {"/w/lib/ops.py", "def g(): pass\n"}}));
}

TEST(RenameOverFiles, relativeImports) {
  EXPECT_EQ(rename({{"p/a/m.py", "from ..b import f\nfrom .. import b as c\nc.f, f\n"}, {"p/b.py", "|f = 1\n"}}, "g"),
            (Texts{{"p/a/m.py", "from ..b import g\nfrom .. import b as c\nc.g, g\n"}, {"p/b.py", "g = 1\n"}}));
}

TEST(RenameOverFiles, relativeImportsAtTheTop) {
  EXPECT_EQ(rename({{"m.py", "from . import ops\nfrom .ops import f\nops.f\n"}, {"ops.py", "|f = 1\n"}}, "g"),
            (Texts{{"m.py", "from . import ops\nfrom .ops import g\nops.g\n"}, {"ops.py", "g = 1\n"}}));
  EXPECT_EQ(rename({{"m.py", "from .... import ops\nops.f\n"}, {"ops.py", "|f = 1\n"}}, "g"),
            (Texts{{"m.py", "from .... import ops\nops.f\n"}, {"ops.py", "g = 1\n"}}));
}

TEST(RenameOverFiles, aNameThatIsImportedFromTwoPlaces) {
  EXPECT_EQ(rename({{"m.py", "try:\n  from a import f\nexcept ImportError:\n  from b import f\nf\n"},
                    {"a.py", "def |f(): pass\n"},
                    {"b.py", "def f(): pass\n"}},
                   "g"),
            (Texts{{"m.py", "try:\n  from a import g\nexcept ImportError:\n  from b import g\ng\n"},
                   {"a.py", "def g(): pass\n"},
                   {"b.py", "def g(): pass\n"}}));
  EXPECT_EQ(rename({{"m.py", "f = None\ntry:\n  from a import f\nexcept ImportError:\n  from lib import f\n"},
                    {"a.py", "def |f(): pass\n"}},
                   "g"),
            (Texts{{"m.py", "g = None\ntry:\n  from a import g\nexcept ImportError:\n  from lib import f as g\n"},
                   {"a.py", "def g(): pass\n"}}));
}

TEST(RenameOverFiles, refusals) {
  auto why = [](const Texts &texts) { return rename(texts, "g").front(); };
  auto clash = why({{"main.py", "from ops import f\ng = 1\nf\n"}, {"ops.py", "def |f(): pass\n"}});
  EXPECT_EQ(clash.second, "`g` would be mixed up with another `g`: `g` in `main.py`, line 2 would mean something else");
  auto broken = why({{"main.py", "\nf(\n"}, {"ops.py", "def |f(): pass\n"}});
  EXPECT_EQ(broken.second,
            "`main.py`, line 2, can't be read as Python: mend that first, or the rename might miss something");
  auto inClass = why({{"m.py", "class A:\n  from ops import f\n"}, {"ops.py", "def |f(): pass\n"}});
  EXPECT_TRUE(llvm::StringRef(inClass.second).contains("attribute of a class")) << inClass.second;
  auto path = why({{"m.py", "from |ops import f\n"}, {"ops.py", "def f(): pass\n"}});
  EXPECT_TRUE(llvm::StringRef(path.second).contains("file or a folder")) << path.second;
}

TEST(RenameOverFiles, twoFilesOfOneText) {
  EXPECT_EQ(rename({{"a.py", "x = 1\n"}, {"b.py", "|x = 1\n"}}, "y"),
            (Texts{{"a.py", "x = 1\n"}, {"b.py", "y = 1\n"}}));
}
} // namespace
