// SPDX-License-Identifier: Apache-2.0
// Which names a scope holds, and where each name that is read lives.
#include "compiler/frontend/syntax/Walk.h"
#include "tests/unit/syntax/ParseForTest.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

namespace {
struct Analyzed {
  explicit Analyzed(llvm::StringRef text) : module(parse(context, "k.py", text, sink)) {
    EXPECT_TRUE(module.ok);
    for (Stmt *stmt : module.body)
      visit(stmt);
  }
  void visit(Node *node) {
    if (auto *name = llvm::dyn_cast<NameExpr>(node)) {
      static constexpr llvm::StringLiteral words[] = {"local", "enclosing", "global"};
      bindings += name->name.str() + ":" + words[static_cast<size_t>(name->binding)].str() + " ";
    }
    if (auto *def = llvm::dyn_cast<FunctionDef>(node))
      scopes[def->name.text.str()] = def->scope;
    if (auto *def = llvm::dyn_cast<ClassDef>(node))
      scopes[def->name.text.str()] = def->scope;
    if (auto *lambda = llvm::dyn_cast<LambdaExpr>(node))
      scopes["lambda"] = lambda->scope;
    if (auto *comprehension = llvm::dyn_cast<ComprehensionExpr>(node))
      scopes["comprehension"] = comprehension->scope;
    forEachChild(node, [&](Node *child) { visit(child); });
  }
  std::string locals(const char *name) { return llvm::join(scopes[name]->locals, " "); }
  std::string captures(const char *name) { return llvm::join(scopes[name]->captures, " "); }

  Context context;
  DiagnosticSink sink;
  ParsedModule module;
  std::map<std::string, Scope *> scopes;
  std::string bindings;
};

TEST(Scope, parametersComeFirstThenWhatIsBound) {
  Analyzed a("def f(b, *c, d=1, **e):\n  import x.y, z as w\n  for g, h in i: pass\n  with j as k: pass\n  try: l\n  except m as n: pass\n"
             "  o[p] = q = r\n  del s\n  def t(): u = 1\n  class v: pass\n  match aa:\n    case [bb, *cc] | {'k': bb, **cc}: pass\n");
  EXPECT_EQ(a.locals("f"), "b c d e x w g h k n q s t v bb cc");
}

TEST(Scope, bindingsOfNames) {
  Analyzed a("def f(a):\n  b = a\n  def g():\n    return b + print\n  return g\n");
  EXPECT_EQ(a.bindings, "b:local a:local b:enclosing print:global g:local ");
  EXPECT_EQ(a.captures("g"), "b");
  EXPECT_EQ(a.captures("f"), "");
}

TEST(Scope, aNameIsLocalEvenBeforeItIsBound) {
  Analyzed a("x = 1\ndef f():\n  y = x\n  x = 2\n");
  EXPECT_EQ(a.bindings, "x:global y:local x:local x:local ");
}

TEST(Scope, captureGoesThroughEveryFunctionBetween) {
  Analyzed a("def f(x):\n  def g():\n    def h(): return x\n");
  EXPECT_EQ(a.captures("g"), "x");
  EXPECT_EQ(a.captures("h"), "x");
}

TEST(Scope, classNamesAreHiddenFromItsFunctions) {
  Analyzed a("class A:\n  x = 1\n  y = x\n  def m(self): return x\n");
  EXPECT_EQ(a.bindings, "x:local y:local x:local x:global ");
  EXPECT_EQ(a.locals("A"), "x y m");
}

TEST(Scope, globalAndNonlocalSendNamesAway) {
  Analyzed a("def f():\n  n = 0\n  def g():\n    global m\n    nonlocal n\n    m = n = 1\n");
  EXPECT_EQ(a.locals("g"), "");
  EXPECT_EQ(a.bindings, "n:local m:global n:enclosing ");
}

TEST(Scope, comprehensionsKeepTheirTargets) {
  Analyzed a("def f(c, d):\n  return [(i, e := c) for i in d if i]\n");
  EXPECT_EQ(a.locals("comprehension"), "i");
  EXPECT_EQ(a.locals("f"), "c d e");
  EXPECT_EQ(a.bindings, "i:local e:enclosing c:enclosing i:local d:local i:local ");
}

TEST(Scope, atModuleLevelEverythingIsGlobal) {
  Analyzed a("a = [b for b in a]\nc = lambda d: d + a\n");
  EXPECT_EQ(a.bindings, "a:global b:local b:local a:global c:global d:local a:global ");
}

TEST(Scope, defaultsAndDecoratorsBelongOutside) {
  Analyzed a("def f(x):\n  @x\n  def g(x=x): return x\n");
  EXPECT_EQ(a.bindings, "x:local x:local x:local ");
  EXPECT_EQ(a.captures("g"), "");
}

TEST(Scope, mistakesWithDeclarations) {
  EXPECT_EQ(errors("def f():\n  print(x)\n  global x\n"), "3:10-3:11 syntax-error `x` is declared `global` after it was used");
  EXPECT_EQ(errors("def f():\n  nonlocal q\n"), "2:12-2:13 syntax-error no function around binds `q`, which is declared `nonlocal`");
  EXPECT_EQ(errors("nonlocal q\n"), "1:10-1:11 syntax-error `nonlocal` outside a function");
  EXPECT_EQ(errors("[i := 1 for i in x]"),
            "1:2-1:3 syntax-error `:=` assigns to `i`, which the comprehension around it loops over");
}
} // namespace
