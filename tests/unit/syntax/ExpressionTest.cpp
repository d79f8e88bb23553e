// SPDX-License-Identifier: Apache-2.0
// Every kind of expression, its precedence and its range.
#include "tests/unit/syntax/ParseForTest.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

namespace {
/// The tree of an expression alone.
std::string expr(llvm::StringRef text) {
  std::string all = tree(text);
  return llvm::StringRef(all).drop_front(6).drop_back(1).str(); // `(expr ` and `)`
}

TEST(Expression, constants) {
  EXPECT_EQ(expr("None"), "(constant None)");
  EXPECT_EQ(expr("True"), "(constant True)");
  EXPECT_EQ(expr("..."), "(constant ...)");
  EXPECT_EQ(expr("'a' \"b\" '''c'''"), "(constant \"abc\")");
  EXPECT_EQ(expr("b'a' b'\\xff'"), "(constant b\"a\\FF\")");
}

TEST(Expression, arithmeticBindsLikePython) {
  EXPECT_EQ(expr("a + b * c"), "(binary + (name a) (binary * (name b) (name c)))");
  EXPECT_EQ(expr("a - b - c"), "(binary - (binary - (name a) (name b)) (name c))");
  EXPECT_EQ(expr("-a ** -b"), "(unary - (binary ** (name a) (unary - (name b))))");
  EXPECT_EQ(expr("a ** b ** c"), "(binary ** (name a) (binary ** (name b) (name c)))");
  EXPECT_EQ(expr("a @ b // c % d"), "(binary % (binary // (binary @ (name a) (name b)) (name c)) (name d))");
  EXPECT_EQ(expr("a | b ^ c & d << e"),
            "(binary | (name a) (binary ^ (name b) (binary & (name c) (binary << (name d) (name e)))))");
  EXPECT_EQ(expr("~a >> (b / c)"), "(binary >> (unary ~ (name a)) (binary / (name b) (name c)))");
}

TEST(Expression, logicAndComparisonsAreChains) {
  EXPECT_EQ(expr("a or b or not c and d"), "(bool or (name a) (name b) (bool and (unary not (name c)) (name d)))");
  EXPECT_EQ(expr("0 <= a < b"), "(compare (constant 0) <= (name a) < (name b))");
  EXPECT_EQ(expr("a is not b not in c"), "(compare (name a) is not (name b) not in (name c))");
  EXPECT_EQ(expr("a == b != c is d in e > f >= g"),
            "(compare (name a) == (name b) != (name c) is (name d) in (name e) > (name f) >= (name g))");
  EXPECT_EQ(expr("not a == b"), "(unary not (compare (name a) == (name b)))");
}

TEST(Expression, conditionalAndLambda) {
  EXPECT_EQ(expr("a if b else c if d else e"),
            "(conditional (name b) (name a) (conditional (name d) (name c) (name e)))");
  EXPECT_EQ(expr("lambda: 0"), "(lambda [] (constant 0))");
  EXPECT_EQ(expr("lambda a, /, b=1, *c, d, **e: a"), "(lambda [/a, b :default (constant 1), *c, =d, **e] (name a))");
  EXPECT_EQ(expr("lambda *, k: k"), "(lambda [=k] (name k))");
}

TEST(Expression, displays) {
  EXPECT_EQ(expr("()"), "(tuple)");
  EXPECT_EQ(expr("(a)"), "(name a)");
  EXPECT_EQ(expr("(a,)"), "(tuple (name a))");
  EXPECT_EQ(expr("a, *b"), "(tuple (name a) (starred (name b)))");
  EXPECT_EQ(expr("[a, *b,]"), "(list (name a) (starred (name b)))");
  EXPECT_EQ(expr("{a, b}"), "(set (name a) (name b))");
  EXPECT_EQ(expr("{}"), "(dict)");
  EXPECT_EQ(expr("{a: b, **c}"), "(dict (name a): (name b) **(name c))");
  EXPECT_EQ(expr("(x := 1)"), "(named (name x) (constant 1))");
}

TEST(Expression, comprehensions) {
  EXPECT_EQ(expr("[a for b in c if d if e for f in g]"),
            "(comprehension list (name a) :for (name b) (name c) :if (name d) :if (name e) :for (name f) (name g))");
  EXPECT_EQ(expr("{a: b for a, b in c}"), "(comprehension dict (name a) (name b) :for (tuple (name a) (name b)) (name c))");
  EXPECT_EQ(expr("{a for a in b}"), "(comprehension set (name a) :for (name a) (name b))");
  EXPECT_EQ(expr("f(a for a in b)"), "(call (name f) (comprehension generator (name a) :for (name a) (name b)))");
}

TEST(Expression, callsKeepTheirArgumentsInSourceOrder) {
  EXPECT_EQ(expr("f(a, *b, c, k=d, *e, **g)"),
            "(call (name f) (name a) *(name b) (name c) k=(name d) *(name e) **(name g))");
  EXPECT_EQ(expr("a.b[c](d).e"), "(attribute (call (subscript (attribute (name a) b) (name c)) (name d)) e)");
}

TEST(Expression, subscripts) {
  EXPECT_EQ(expr("x_ref[...]"), "(subscript (name x_ref) (constant ...))");
  EXPECT_EQ(expr("a[1:, ::2, b, None]"), "(subscript (name a) (tuple (slice (constant 1) - -) (slice - - (constant 2)) "
                                         "(name b) (constant None)))");
  EXPECT_EQ(expr("a[b,]"), "(subscript (name a) (tuple (name b)))");
  EXPECT_EQ(expr("a[*b]"), "(subscript (name a) (tuple (starred (name b))))");
}

TEST(Expression, joinedStrings) {
  EXPECT_EQ(expr("f'a{x!r:>{w}}b{{}}'"), "(joined-string \"a\" {(name x) !r : \">\" {(name w)}} \"b{}\")");
  EXPECT_EQ(expr("f'{x + 1 = }'"), "(joined-string \"x + 1 = \" {(binary + (name x) (constant 1)) !r})");
  EXPECT_EQ(expr("f'{x=:.2f}'"), "(joined-string \"x=\" {(name x) : \".2f\"})");
  EXPECT_EQ(expr("f'{d[\"k\"]}' 'tail'"), "(joined-string {(subscript (name d) (constant \"k\"))} \"tail\")");
  EXPECT_EQ(expr("f'{f'{a}'}'"), "(joined-string {(joined-string {(name a)})})"); // the same quotes inside, as in 3.12
  EXPECT_EQ(expr("rf'\\d{a}'"), "(joined-string \"\\\\d\" {(name a)})");
  EXPECT_EQ(expr("f'''{\n a\n}'''"), "(joined-string {(name a)})");
  EXPECT_EQ(expr("f'{a != b}{(lambda: 1)()}'"),
            "(joined-string {(compare (name a) != (name b))} {(call (lambda [] (constant 1)))})");
}

TEST(Expression, rangesAreExact) {
  EXPECT_EQ(tree("z = (x[...] @ y)", true),
            "(assign@1:1-1:17 (name@1:1-1:2 z) (binary@1:6-1:16 @ (subscript@1:6-1:12 (name@1:6-1:7 x) "
            "(constant@1:8-1:11 ...)) (name@1:15-1:16 y)))");
  EXPECT_EQ(tree("(a) + (b, c)", true), "(expr@1:1-1:13 (binary@1:1-1:13 + (name@1:2-1:3 a) "
                                        "(tuple@1:7-1:13 (name@1:8-1:9 b) (name@1:11-1:12 c))))");
}

TEST(Expression, columnsCountCodePoints) {
  EXPECT_EQ(tree("\"\xC3\xA4\xF0\x9F\x98\x80\" + b", true),
            "(expr@1:1-1:9 (binary@1:1-1:9 + (constant@1:1-1:5 \"\\C3\\A4\\F0\\9F\\98\\80\") (name@1:8-1:9 b)))");
}

TEST(Expression, rangesInsideJoinedStrings) {
  EXPECT_EQ(tree("f'ab{x + y:>{w}}'", true),
            "(expr@1:1-1:18 (joined-string@1:1-1:18 \"ab\" {(binary@1:6-1:11 + (name@1:6-1:7 x) (name@1:10-1:11 y)) : \">\" "
            "{(name@1:14-1:15 w)}}))");
}
} // namespace
