// SPDX-License-Identifier: Apache-2.0
// Unparsing gives text that parses to the same tree, with no more brackets than it needs.
#include "tests/unit/syntax/ParseForTest.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

namespace {
std::string unparsed(llvm::StringRef text) {
  Context context;
  DiagnosticSink sink;
  ParsedModule module = parse(context, "k.py", text, sink);
  if (module.body.size() != 1 || !module.ok)
    return "does not parse";
  return unparse(llvm::cast<ExprStmt>(module.body.front())->value);
}

TEST(Unparse, theseTextsComeBackAsTheyAre) {
  for (const char *text :
       {"x_ref[...] @ y", "(a + b) * c", "a + b * c", "a - (b - c)", "-a**-b", "(-a)**b", "a**b**c", "(a**b)**c", "not a == b",
        "(not a) == b", "a and (b or c)", "a < b <= c", "(a < b) == c", "(a, b)[0]", "(1).real", "a[1:, ::2, None]", "a[b,]", "a[()]",
        "a[*b]", "(a, *b)", "(a,)", "()", "[*a, b]", "{**a, b: c}", "{a, b}", "{}", "f(a, *b, k=c, **d)", "f((a for b in c), d)",
        "f(a for b in c if d)", "[a for b, c in d for e in f if g]", "{a: b for c in d}", "lambda a, /, b=1, *c, d, **e: a",
        "(lambda: a)()", "lambda *, a: a", "a if b else c if d else e", "(a if b else c) if d else e",
        "f\"a{b!r:>{c}}{{}}\"", "f\"{(lambda: a)}\"", "f\"{ {a}}\"", "b\"\\x00\\xff\"", "\"a\\\"\\n\\\\\"", "a is not b not in c",
        "[(a, b) for c in (d if e else f)]", "1e5", "f(a)(b)[c].d"}) {
    std::string again = unparsed(text);
    EXPECT_EQ(again, text);
    EXPECT_EQ(unparsed("(" + again + ")"), again);
  }
}

TEST(Unparse, bracketsThatMeanNothingGo) {
  EXPECT_EQ(unparsed("((a) + ((b * c)))"), "a + b * c");
  EXPECT_EQ(unparsed("(a := b)"), "a := b");
  EXPECT_EQ(unparsed("f( a , b\n )[ ( 1 , 2 ) ]"), "f(a, b)[1, 2]");
}
} // namespace
