// SPDX-License-Identifier: Apache-2.0
// What is being typed, and the names that may stand there.
#include "tests/unit/language/Marked.h"

using namespace tessera;
using namespace tessera::language;

namespace {
/// `object.prefix`, the object as the path that it means; an import in brackets.
std::string path(const Texts &texts) {
  Marked marked = mark(texts);
  std::optional<PathBefore> found = ProgramNames(marked.files, {""}).pathBefore(marked.path, marked.at);
  if (!found)
    return "none";
  std::string text = found->prefix;
  if (found->isMember)
    text = (found->object.kind == Meaning::Kind::none ? "?" + found->object.name : found->object.path) + "." + text;
  EXPECT_EQ(spell(found->range.end), spell(marked.at));
  return found->where == PathBefore::Where::import ? "[" + text + "]" : text;
}
std::string path(const std::string &text) { return path({{"m.py", text}}); }

std::string names(const Texts &texts) {
  Marked marked = mark(texts);
  std::vector<std::string> all;
  for (const Candidate &each : ProgramNames(marked.files, {""}).candidates(marked.path, marked.at))
    all.push_back(each.name + each.detail);
  return llvm::join(all, " ");
}
std::string names(const std::string &text) { return names({{"m.py", text}}); }

TEST(PathBefore, names) {
  EXPECT_EQ(path("|"), "");
  EXPECT_EQ(path("x = ab|c\n"), "ab");
  EXPECT_EQ(path("x = f(|)\n"), "");
  EXPECT_EQ(path("i|f x\n"), "i");
}

TEST(PathBefore, membersOfALibrary) {
  std::string import = "import jax.numpy as jnp\nimport jax\nfrom jax import numpy as n2\n";
  EXPECT_EQ(path(import + "jnp.linalg.no|\n"), "jax.numpy.linalg.no");
  EXPECT_EQ(path(import + "x = jnp.|\n"), "jax.numpy.");
  EXPECT_EQ(path(import + "x = f(jnp.|\n"), "jax.numpy.");
  EXPECT_EQ(path(import + "x = jax.numpy.s|\n"), "jax.numpy.s");
  EXPECT_EQ(path(import + "n2.s|\n"), "jax.numpy.s");
  EXPECT_EQ(path(import + "def f(jnp):\n  jnp.s|\n"), "m.py.s"); // the parameter
  EXPECT_EQ(path(import + "@jax.|\ndef f(): pass\n"), "jax.");
  EXPECT_EQ(path(import + "f'{jnp.s|}'\n"), "jax.numpy.s");
}

TEST(PathBefore, membersOfWhatIsNotKnown) {
  EXPECT_EQ(path("x.as|\n"), "?x.as");
  EXPECT_EQ(path("f(x).as|\n"), "?.as");
  EXPECT_EQ(path("x[1].as|\n"), "?x.as");
  EXPECT_EQ(path("''.jo|\n"), "?.jo");
}

TEST(PathBefore, notInLiteralsAndComments) {
  EXPECT_EQ(path("x = 'a.|b'\n"), "none");
  EXPECT_EQ(path("x = 1  # a.|\n"), "none");
  EXPECT_EQ(path("# a|\n"), "none");
  EXPECT_EQ(path("x = 1.|\n"), "none");
  EXPECT_EQ(path("x = f'a|b'\n"), "none");
  EXPECT_EQ(path("x = '''a\nb.|\n'''\n"), "none");
  EXPECT_EQ(path("x = '#' + a|\n"), "a");
}

TEST(PathBefore, imports) {
  EXPECT_EQ(path("import ja|\n"), "[ja]");
  EXPECT_EQ(path("import jax.nu|\n"), "[jax.nu]");
  EXPECT_EQ(path("import a, jax.nu|\n"), "[jax.nu]");
  EXPECT_EQ(path("from jax.|\n"), "[jax.]");
  EXPECT_EQ(path("from jax import nu|\n"), "[jax.nu]");
  EXPECT_EQ(path("from jax import a, |\n"), "[jax.]");
  EXPECT_EQ(path("from jax import (a,\n  b|)\n"), "[jax.b]");
  EXPECT_EQ(path({{"p/m.py", "from .ops import n|\n"}, {"p/ops.py", ""}}), "[p/ops.py.n]");
}

TEST(Candidates, nearestScopeFirst) {
  EXPECT_EQ(names("import jax\na = 1\ndef f(b):\n  c = 1\n  |\n"), "b c jax a f(b)");
  EXPECT_EQ(names("def f(b):\n  c = 1\n|\n"), "f(b)");
  EXPECT_EQ(names("def f(a):\n  def g(b):\n    return a|\n"), "b a g(b) f(a)");
  EXPECT_EQ(names("class A:\n  x = 1\n  def m(self):\n    |\n"), "self A");
  EXPECT_EQ(names("class A:\n  x = 1\n  y = |x\n"), "x y A");
  EXPECT_EQ(names("z = [i| for i in j]\n"), "i z");
  EXPECT_EQ(names("f = lambda a: a|\n"), "a f");
}

TEST(Candidates, whileALineIsTyped) {
  EXPECT_EQ(names("def f(b):\n  c = 1\n  x = g(|\n\ndef h(): pass\n"), "b c x f(b) h()");
  EXPECT_EQ(names("def f(b):\n  c = 1\n  if b:\n    |\n"), "b c f(b)");
}

TEST(Candidates, kinds) {
  Marked marked = mark(
      {{"m.py", "import jax.numpy as jnp\nimport ops\nfrom jax import jit\nN = 1\nclass A: pass\ndef f(p):\n  |\n"},
       {"ops.py", ""}});
  std::string all;
  for (const Candidate &each : ProgramNames(marked.files, {""}).candidates(marked.path, marked.at)) {
    static constexpr llvm::StringLiteral kinds[] = {"variable", "constant", "function", "class",
                                                    "method",   "module",   "parameter"};
    all += each.name + ":" + kinds[static_cast<int>(each.kind)].str() + ":" + each.path + " ";
  }
  EXPECT_EQ(all,
            "p:parameter: jnp:module:jax.numpy ops:module: jit:variable:jax.jit N:constant: A:class: f:function: ");
}

TEST(Candidates, membersOfAFile) {
  EXPECT_EQ(names({{"m.py", "import ops\nops.|\n"}, {"ops.py", "def f(a): pass\nx = 1\n_y = 2\n"}}), "f(a) x _y");
  EXPECT_EQ(names({{"m.py", "import p\np.|\n"}, {"p/__init__.py", "v = 1\n"}, {"p/a.py", ""}, {"p/b/c.py", ""}}),
            "v a b");
  EXPECT_EQ(names({{"m.py", "from ops import |\n"}, {"ops.py", "def f(a): pass\n"}}), "f(a)");
  EXPECT_EQ(names({{"m.py", "from . import |\n"}, {"ops.py", ""}}), "m ops");
  EXPECT_EQ(names({{"m.py", "import |\n"}, {"ops.py", ""}, {"p/a.py", ""}}), "m ops p");
  EXPECT_EQ(names({{"m.py", "from ops import *\n|\n"}, {"ops.py", "def f(a): pass\n_x = 1\n"}}), "f(a)");
}

TEST(Candidates, membersOfAClass) {
  std::string type =
      "class B:\n  def b(self): pass\nclass A(B):\n  n = 1\n  def m(self, x):\n    self.y = 1\n    self.__z = 1\n";
  EXPECT_EQ(names(type + "    self.|\n"), "n m(self, x) y __z b(self)");
  EXPECT_EQ(names(type + "A.|\n"), "n m(self, x) y __z b(self)");
  EXPECT_EQ(names("x = 1\nx.|\n"), "");
}
} // namespace
