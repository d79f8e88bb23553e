// SPDX-License-Identifier: Apache-2.0
// What the parser says, where, and that one mistake is one message and hides no other.
#include "tests/unit/syntax/ParseForTest.h"

using namespace tessera;
using namespace tessera::frontend::syntax;

namespace {

//===--- Recovery ----------------------------------------------------------------------------------------------------===//

TEST(Recovery, independentMistakesAreAllTold) {
  EXPECT_EQ(errors("a = = 1\nb = 2\ndef f(:\n  return ]\n  c d\ne = 'x\n"),
            "1:5-1:6 syntax-error `=` where an expression was expected\n"
            "3:6-3:7 unterminated `(` is never closed\n"
            "4:10-4:11 syntax-error unmatched `]`\n"
            "5:5-5:6 syntax-error `d` directly after `c`, where the end of the statement was expected\n"
            "6:5-6:6 unterminated this string is never closed");
}

TEST(Recovery, theBlockOfABrokenHeaderIsReadAndItsElseIsNot) {
  EXPECT_EQ(errors("if a b:\n  return 1\n  c = ?\nelif d:\n  pass\nelse:\n  pass\ne = )\n"),
            "1:6-1:7 syntax-error `b` where `:` was expected, at the end of the `if` line\n"
            "3:7-3:8 syntax-error `?` (U+003F) means nothing in Python\n"
            "8:5-8:6 syntax-error unmatched `)`");
}

TEST(Recovery, whatCouldBeReadIsInTheTree) {
  Context context;
  DiagnosticSink sink;
  ParsedModule module = parse(context, "k.py", "a = 1\nb = = 2\nc = 3\n", sink);
  EXPECT_FALSE(module.ok);
  EXPECT_EQ(printAst(module.body), "(assign (name a) (constant 1))\n(assign (name c) (constant 3))\n");
}

TEST(Recovery, everyCaseOfAMatchIsRead) {
  EXPECT_EQ(errors("match x:\n  case +: pass\n  case {a: 1}: pass\n  case [*a, *b]: pass\n"),
            "2:8-2:9 syntax-error `+` where a pattern was expected\n"
            "3:9-3:10 syntax-error a key of a mapping pattern that is no literal and no dotted name\n"
            "4:13-4:15 syntax-error a second starred name in a pattern");
}

//===--- Brackets and strings ----------------------------------------------------------------------------------------===//

TEST(Unterminated, aBracketIsReportedWhereItOpens) {
  EXPECT_EQ(errors("f(a,\n  [b", true), "2:3-2:4 unterminated `[` is never closed\n  2:5-2:5 the text ends here\n  close it with `]`");
}

TEST(Unterminated, aStatementAfterAnOpenBracketIsStillRead) {
  EXPECT_EQ(errors("x = foo(a\ny = ]\n", true), "1:8-1:9 unterminated `(` is never closed\n  2:1-2:2 a new statement begins here\n"
                                                "  close it with `)`\n"
                                                "2:5-2:6 syntax-error unmatched `]`\n  remove it, or open the bracket that it closes");
  EXPECT_EQ(errors("x = [1,\ny = 2\n"), "1:5-1:6 unterminated `[` is never closed");
  EXPECT_EQ(errors("def f(a:\n  return a\n"), "1:6-1:7 unterminated `(` is never closed");
  EXPECT_EQ(errors("f(a,\nfor i in b:\n  pass\n"), "1:2-1:3 unterminated `(` is never closed");
  EXPECT_EQ(errors("f(a,\nb=1)\n"), "");
}

TEST(Unterminated, strings) {
  EXPECT_EQ(errors("a = 'x\nb = 1\n", true), "1:5-1:6 unterminated this string is never closed\n  1:7-1:7 its line ends here\n"
                                             "  close it with `'`, or open it with three quotes to span lines");
  EXPECT_EQ(errors("a = '''x\nb"), "1:5-1:8 unterminated this string is never closed");
  EXPECT_EQ(errors("f'{a'\nb = 1\n"), "1:3-1:4 unterminated `{` of an f-string's expression is never closed");
  EXPECT_EQ(errors("f'{a:{b}'\nf'{a:>3\nf'x"), "1:3-1:4 unterminated `{` of an f-string's expression is never closed\n"
                                              "2:3-2:4 unterminated `{` of an f-string's expression is never closed\n"
                                              "3:2-3:3 unterminated this string is never closed");
}

TEST(Unterminated, theBracketsThatAStringSwallowsAreNoSecondMistake) {
  EXPECT_EQ(errors("print('a)\nb = f[g(\"x)]\n"), "1:7-1:8 unterminated this string is never closed\n"
                                                  "2:9-2:10 unterminated this string is never closed");
  EXPECT_EQ(errors("f(f'{a} b)\nc = ]"), "1:4-1:5 unterminated this string is never closed\n2:5-2:6 syntax-error unmatched `]`");
  EXPECT_EQ(errors("f(a, 'b\n  , c)\n"), "1:6-1:7 unterminated this string is never closed");
}

TEST(Brackets, ofTheWrongShape) {
  EXPECT_EQ(errors("f(a]"), "1:4-1:5 syntax-error `]` does not close `(`");
  EXPECT_EQ(errors("{a: (b}", true), "1:5-1:6 unterminated `(` is never closed\n  1:7-1:8 `}` closes the bracket around it\n"
                                     "  close it with `)`");
  EXPECT_EQ(fixed("f(a]"), "f(a)");
  EXPECT_EQ(fixed("f(a))"), "f(a)");
}

//===--- Indentation -------------------------------------------------------------------------------------------------===//

TEST(Indentation, tabsAndSpacesThatDoNotCompare) {
  EXPECT_EQ(errors("if a:\n        b\n\tc\n", true),
            "3:1-3:2 indentation tabs and spaces are mixed: this line is indented by 1 tab and 0 spaces, which does not compare "
            "with line 2\n  indent every line with spaces alone, four a level");
  EXPECT_EQ(fixed("if a:\n        b\n\tc\n"), "if a:\n        b\n        c\n");
  EXPECT_EQ(errors("if a:\n    b\n\tc\n\td\n").find('\n'), std::string::npos); // told once
}

TEST(Indentation, ofNoBlock) {
  EXPECT_EQ(errors("  a\nb\n"), "1:1-1:3 indentation this line is indented, but no block begins before it");
  EXPECT_EQ(errors("if a:\n    b\n  c\n"), "3:1-3:3 indentation this line is indented by 2 columns, which matches no block around it");
}

TEST(Indentation, whereBlocksAreGuessedReturnMayStandAnywhere) {
  EXPECT_EQ(errors("def f():\n    a\n  return b\n"), "3:1-3:3 indentation this line is indented by 2 columns, which matches no block around it");
  EXPECT_EQ(errors("def f():\nreturn b\n"), "2:1-2:2 indentation `return` where the block of `def` was expected");
}

TEST(Indentation, aBlockThatIsMissing) {
  EXPECT_EQ(errors("def f():\nx = 1\n", true), "2:1-2:2 indentation `x` where the block of `def` was expected\n"
                                               "  1:1-1:4 `def` begins its block here\n"
                                               "  indent the lines of the block, or write `pass` for an empty one");
  EXPECT_EQ(errors("for a in b:\n"), "2:1-2:2 indentation the end of the text where the block of `for` was expected");
}

//===--- What was meant ----------------------------------------------------------------------------------------------===//

TEST(Hint, assignmentInACondition) {
  EXPECT_EQ(errors("while a = 1: pass"), "1:9-1:10 syntax-error `=` assigns and can't stand in a condition");
  EXPECT_EQ(fixed("if a = 1: pass"), "if a == 1: pass");
}

TEST(Hint, missingColon) {
  EXPECT_EQ(errors("if a\n  b\n"), "1:5-1:6 syntax-error `:` is missing at the end of the `if` line");
  EXPECT_EQ(fixed("for a in range(3)\n  b\n"), "for a in range(3):\n  b\n");
  EXPECT_EQ(fixed("class A\n  b = 1\n"), "class A:\n  b = 1\n");
}

TEST(Hint, printIsAFunction) { EXPECT_EQ(fixed("print 'a', b"), "print('a', b)"); }

TEST(Hint, operatorsOfOtherLanguages) {
  EXPECT_EQ(fixed("a = b && c"), "a = b and c");
  EXPECT_EQ(fixed("a = b || c"), "a = b or c");
  EXPECT_EQ(fixed("a = b <> c"), "a = b != c");
  EXPECT_EQ(fixed("a = !b"), "a = not b");
  EXPECT_EQ(fixed("if a:\n  b\nelse if c:\n  d\n"), "if a:\n  b\nelif c:\n  d\n");
  EXPECT_EQ(errors("a++"), "1:2-1:4 syntax-error `++` is not an operator of Python");
}

TEST(Hint, misspeltKeywords) {
  EXPECT_EQ(fixed("retrun x"), "return x");
  EXPECT_EQ(fixed("fro i in x: pass"), "for i in x: pass");
  EXPECT_EQ(fixed("whlie x:\n  pass"), "while x:\n  pass");
  EXPECT_EQ(fixed("improt jax"), "import jax");
}

TEST(Hint, missingComma) {
  EXPECT_EQ(errors("f(a b)", true), "1:5-1:6 syntax-error `b` where `,` or `)` was expected\n  is a comma missing before it?");
}

TEST(Hint, charactersOfWordProcessors) {
  EXPECT_EQ(fixed("a = \xE2\x80\x9Cx\xE2\x80\x9D"), "a = \"x\"");
  EXPECT_EQ(fixed("a = b \xE2\x88\x92 c"), "a = b - c");
  EXPECT_EQ(fixed("a =\xC2\xA0""b"), "a = b");
  EXPECT_EQ(errors("f(a\xEF\xBC\x8C b)"), "1:4-1:5 syntax-error `\xEF\xBC\x8C` (U+FF0C) means nothing in Python");
}

TEST(Hint, notebookCommands) {
  EXPECT_EQ(errors("%matplotlib inline\n!pip install jax\nx = 1\n", true),
            "1:1-1:19 unsupported-syntax `%matplotlib inline` is a notebook command, not Python\n  remove the line\n"
            "2:1-2:17 unsupported-syntax `!pip install jax` is a notebook command, not Python\n  remove the line");
  EXPECT_EQ(fixed("%time\nx = 1\n"), "\nx = 1\n");
}

//===--- Rules of the grammar ----------------------------------------------------------------------------------------===//

TEST(Rule, targets) {
  EXPECT_EQ(errors("1 = a"), "1:1-1:2 syntax-error can't assign to a number");
  EXPECT_EQ(errors("(a, f()) = b"), "1:5-1:8 syntax-error can't assign to a call");
  EXPECT_EQ(errors("a + b += 1"), "1:1-1:6 syntax-error can't assign to an operation with `+=`");
  EXPECT_EQ(errors("*a, *b = c"), "1:5-1:7 syntax-error a second starred target");
  EXPECT_EQ(errors("del a + b"), "1:5-1:10 syntax-error can't delete an operation");
  EXPECT_EQ(errors("for 1 in a: pass"), "1:5-1:6 syntax-error can't assign to a number");
  EXPECT_EQ(errors("a.b := 1"), "1:5-1:7 syntax-error `:=` in a statement of its own");
}

TEST(Rule, arguments) {
  EXPECT_EQ(errors("f(a=1, 2)"), "1:8-1:9 syntax-error a positional argument after a keyword argument");
  EXPECT_EQ(errors("f(a=1, a=2)"), "1:8-1:11 syntax-error the keyword argument `a` is given twice");
  EXPECT_EQ(errors("f(**a, *b)"), "1:8-1:10 syntax-error `*` after `**` in a call");
  EXPECT_EQ(errors("f(a for a in b, c)"), "1:3-1:15 syntax-error a generator beside other elements without its own brackets");
  EXPECT_EQ(errors("f(a.b=1)"), "1:6-1:7 syntax-error `=` after `a.b`, which is no parameter's name");
}

TEST(Rule, parameters) {
  EXPECT_EQ(errors("def f(a, a): pass"), "1:10-1:11 syntax-error two parameters have the name `a`");
  EXPECT_EQ(errors("def f(a=1, b): pass"), "1:12-1:13 syntax-error the parameter `b` has no default but follows one that has");
  EXPECT_EQ(errors("def f(*): pass"), "1:7-1:8 syntax-error `*` without a parameter after it");
  EXPECT_EQ(errors("def f(*, *a): pass"), "1:10-1:12 syntax-error a second `*` among the parameters");
  EXPECT_EQ(errors("def f(**a, b): pass"), "1:12-1:13 syntax-error the parameter `b` after `**`");
  EXPECT_EQ(errors("def f(/, a): pass"), "1:7-1:8 syntax-error `/` before the first parameter");
}

TEST(Rule, placesOfStatements) {
  EXPECT_EQ(errors("return 1"), "1:1-1:7 syntax-error `return` outside a function");
  EXPECT_EQ(errors("break"), "1:1-1:6 syntax-error `break` outside a loop");
  EXPECT_EQ(errors("for a in b:\n  def f(): continue"), "2:12-2:20 syntax-error `continue` outside a loop");
  EXPECT_EQ(errors("yield 1"), "1:1-1:6 syntax-error `yield` outside a function");
  EXPECT_EQ(errors("await a"), "1:1-1:6 syntax-error `await` outside an `async def`");
  EXPECT_EQ(errors("else: a"), "1:1-1:5 syntax-error `else` without its `if`");
  EXPECT_EQ(errors("if a: if b: c"), "1:7-1:9 syntax-error `if` on the line of another block's header");
  EXPECT_EQ(errors("try: a\nb"), "1:1-1:4 syntax-error a `try` without `except` or `finally`");
}

TEST(Rule, keywordsAreNoNames) {
  EXPECT_EQ(errors("class = 1"), "1:1-1:6 syntax-error `class` is a keyword, where a name to assign to was expected");
  EXPECT_EQ(errors("x.if"), "1:3-1:5 syntax-error `if` is a keyword, where the name of an attribute was expected");
  EXPECT_EQ(errors("a = def"), "1:5-1:8 syntax-error `def` where an expression was expected");
}

TEST(Rule, assertOfATupleIsAWarning) {
  Context context;
  DiagnosticSink sink;
  EXPECT_TRUE(parse(context, "k.py", "assert (a, 'm')", sink).ok);
  EXPECT_EQ(errors("assert (a, 'm')"), "1:8-1:16 syntax-error this `assert` always holds: it tests a tuple");
}

//===--- Literals ----------------------------------------------------------------------------------------------------===//

TEST(Literal, numbers) {
  EXPECT_EQ(errors("012"), "1:1-1:4 syntax-error `012` is a decimal number with a leading zero");
  EXPECT_EQ(errors("1_"), "1:1-1:3 syntax-error `1_` is not a valid decimal number");
  EXPECT_EQ(errors("0x"), "1:1-1:3 syntax-error a hexadecimal number without digits");
  EXPECT_EQ(errors("0b12"), "1:1-1:5 syntax-error `0b12` is not a valid binary number");
  EXPECT_EQ(errors("1abc"), "1:1-1:5 syntax-error `1abc` is not a valid decimal number");
  EXPECT_EQ(errors("3j"), "");
  EXPECT_EQ(errors("1" + std::string(4300, '0')), "1:1-1:4302 value-error this number has 4301 digits; the limit is 4300");
}

TEST(Literal, escapes) {
  EXPECT_EQ(errors("'\\x1'"), "1:2-1:5 syntax-error this escape has 1 of the 2 hexadecimal digits that it needs");
  EXPECT_EQ(errors("'\\N{DASH}'"), "1:2-1:10 syntax-error unknown Unicode character name");
  EXPECT_EQ(errors("'\\ud800'"), "");
  EXPECT_EQ(errors("'\\U00110000'"), "1:2-1:12 syntax-error this escape is beyond the last character, U+10FFFF");
  EXPECT_EQ(errors("b'\xC3\xA9'"), "1:3-1:4 syntax-error `\xC3\xA9` (U+00E9) in a bytes literal, which holds ASCII alone");
  EXPECT_EQ(errors("'a' b'b'"), "1:5-1:9 syntax-error a bytes literal beside a string");
}

TEST(Literal, joinedStrings) {
  EXPECT_EQ(errors("f'{}'"), "1:3-1:5 syntax-error empty braces in an f-string");
  EXPECT_EQ(errors("f'a}'"), "1:4-1:5 syntax-error a single `}` in an f-string");
  EXPECT_EQ(errors("f'{a!x}'"), "1:6-1:7 syntax-error `x` where `r`, `s` or `a` after `!` in an f-string was expected");
  EXPECT_EQ(errors("f'{a b}'"), "1:6-1:7 syntax-error `b` directly after `a`, where `}`, `!`, `:` or `=` was expected");
}

TEST(Literal, strangeCharacters) {
  EXPECT_EQ(errors("a = `b`"), "1:5-1:6 syntax-error a backquote means nothing in Python\n"
                               "1:7-1:8 syntax-error a backquote means nothing in Python");
  EXPECT_EQ(errors("a = 1 \\ \nb"), "1:7-1:8 syntax-error `\\` joins lines only at the very end of a line; blanks or the end of the "
                                    "text follow it");
}

//===--- Bytes -------------------------------------------------------------------------------------------------------===//

TEST(Bytes, whatIsNotUtf8IsReportedWhereItIs) {
  EXPECT_EQ(errors("a = 1\nb = '\xE9'\n"), "2:6-2:7 syntax-error byte 0xE9 is not UTF-8");
  EXPECT_EQ(errors("\xED\xA0\x80"), "1:1-1:2 syntax-error byte 0xED is not UTF-8"); // a surrogate
  EXPECT_EQ(errors("\xC0\x80"), "1:1-1:2 syntax-error byte 0xC0 is not UTF-8");     // overlong
  EXPECT_EQ(errors("\xF0\x9F\x98"), "1:1-1:2 syntax-error byte 0xF0 is not UTF-8"); // cut off
  EXPECT_EQ(errors(llvm::StringRef("a\0b", 3)), "1:2-1:3 syntax-error a NUL byte, which no program text has");
}
} // namespace
