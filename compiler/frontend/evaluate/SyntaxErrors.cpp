// SPDX-License-Identifier: Apache-2.0
// From the parser's diagnostics to Python's SyntaxErrors. Ours say what was seen and what was expected; a program that
// asks for `str(error)` or compares it expects CPython's sentence, so where both know the mistake a table has the pair,
// and the rest is `invalid syntax`.
//
// A row is the beginning of our message (or a part, after `*`) and CPython's; `%` there is what stands between the
// first backquotes of ours.
#include "compiler/frontend/evaluate/SyntaxErrors.h"
#include "compiler/frontend/syntax/Parser.h"

using namespace tessera;
using namespace tessera::frontend;

static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> sentences[] = {
    {"a positional argument after a keyword argument", "positional argument follows keyword argument"},
    {"*which the comprehension around it loops over",
     "assignment expression cannot rebind comprehension iteration variable '%'"},
    {"empty braces in an f-string", "f-string: empty expression not allowed"},
    {"a single `}` in an f-string", "f-string: single '}' is not allowed"},
    {"a bytes literal beside a string", "cannot mix bytes and nonbytes literals"},
    {"`return` outside", "'return' outside function"},
    {"`yield` outside", "'yield' outside function"},
    {"`await` outside", "'await' outside function"},
    {"an asynchronous comprehension outside", "asynchronous comprehension outside of an asynchronous function"},
    {"`break` outside", "'break' outside loop"},
    {"`continue` outside", "'continue' not properly in loop"},
    {"*is declared `global` after it was used", "name '%' is used prior to global declaration"},
    {"*is declared `nonlocal` after it was used", "name '%' is used prior to nonlocal declaration"},
    {"`nonlocal` outside a function", "nonlocal declaration not allowed at module level"},
    {"no function around binds `", "no binding for nonlocal '%' found"},
    {"unmatched `", "unmatched '%'"},
    {"`:` is missing at the end", "expected ':'"},
    {"*where `:` was expected, at the end", "expected ':'"},
    {"`import *` inside a function", "import * only allowed at module level"},
    {"a `try` without `except`", "expected 'except' or 'finally' block"},
    {"`except` and `except*` in one `try`", "cannot have both 'except' and 'except*' on the same 'try'"},
    {"a starred expression outside", "can't use starred expression here"},
    {"a starred expression alone in brackets", "cannot use starred expression here"},
    {"a starred expression in a comprehension", "iterable unpacking cannot be used in comprehension"},
    {"`**` in a dict comprehension", "dict unpacking cannot be used in dict comprehension"},
    {"a second starred target", "multiple starred expressions in assignment"},
    {"a second starred name in a pattern", "multiple starred names in sequence pattern"},
    {"a positional pattern after a keyword pattern", "positional patterns follow keyword patterns"},
    {"a generator beside other elements", "Generator expression must be parenthesized"},
    {"this string is never closed", "unterminated string literal"},
    {"unknown Unicode character name",
     "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-1: unknown Unicode character name"},
    {"malformed \\N character escape",
     "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-1: malformed \\N character escape"},
    {"`print` is a function", "Missing parentheses in call to 'print'. Did you mean print(...)?"},
    {"`exec` is a function", "Missing parentheses in call to 'exec'. Did you mean exec(...)?"},
    {"this line is indented, but no block begins", "unexpected indent"},
    {"tabs and spaces are mixed", "inconsistent use of tabs and spaces in indentation"},
    {"*where the block of `", "expected an indented block after '%' statement"},
};

/// Sentences of the parser that are CPython's already.
static constexpr llvm::StringLiteral shared[] = {"multiple assignments to name",
                                                 "alternative patterns bind",
                                                 "name capture '",
                                                 "wildcard makes",
                                                 "attribute name repeated in class",
                                                 "mapping pattern checks",
                                                 "patterns may only match",
                                                 "'break', 'continue' and",
                                                 "real number required",
                                                 "imaginary number required",
                                                 "assignment expression ",
                                                 "comprehension inner loop cannot"};

/// What CPython calls what our messages call so.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> nouns[] = {
    {"a number", "literal"},
    {"a string", "literal"},
    {"an f-string", "f-string expression"},
    {"a dict", "dict literal"},
    {"a set", "set display"},
    {"a tuple", "tuple"},
    {"a list", "list"},
    {"a comparison", "comparison"},
    {"a conditional expression", "conditional expression"},
    {"a lambda", "lambda"},
    {"a call", "function call"},
    {"a comprehension", "comprehension"},
    {"an `await` expression", "await expression"},
    {"a `yield` expression", "yield expression"},
    {"a starred expression", "starred"},
    {"a `:=` expression", "named expression"},
    {"an operation", "expression"}};

static llvm::StringRef nounOf(llvm::StringRef ours) {
  for (const auto &[known, theirs] : nouns)
    if (ours == known)
      return theirs;
  return "";
}

static std::string pythonSentence(llvm::StringRef message, llvm::StringRef text) {
  llvm::StringRef subject = message;
  if (subject.consume_front("`:=` assigns to a name alone, not to ") && !nounOf(subject).empty())
    return "cannot use assignment expressions with " + nounOf(subject).str();
  for (llvm::StringRef verb : {"assign to ", "delete "}) {
    subject = message;
    if (subject.consume_front("can't ") && subject.consume_front(verb) &&
        !nounOf(subject.split(" with ").first).empty())
      return "cannot " + verb.str() + nounOf(subject.split(" with ").first).str();
  }
  if (llvm::any_of(shared, [&](llvm::StringRef known) { return message.starts_with(known); }))
    return message.str();
  for (const auto &[ours, theirs] : sentences) {
    llvm::StringRef begin = ours;
    if (begin.consume_front("*") ? !message.contains(begin) : !message.starts_with(begin))
      continue;
    llvm::StringRef quoted = message.split('`').second.split('`').first;
    if (message.starts_with("`:=` assigns to `"))
      quoted = message.drop_front(5).split('`').second.split('`').first;
    auto [before, after] = llvm::StringRef(theirs).split('%');
    return llvm::StringRef(theirs).contains('%') ? (before + quoted + after).str() : theirs.str();
  }
  return "invalid syntax";
}

Raised frontend::raiseSyntaxError(Evaluator &evaluator, llvm::ArrayRef<Diagnostic> problems, const GivenText &given) {
  auto first = llvm::find_if(problems, [](const Diagnostic &each) { return each.severity == Severity::error; });
  bool isTold = first != problems.end();
  std::string sentence = isTold ? pythonSentence(first->message, given.text) : "invalid syntax";
  llvm::StringRef name = sentence == "inconsistent use of tabs and spaces in indentation" ? "TabError"
                         : isTold && first->id == DiagnosticId::indentation               ? "IndentationError"
                                                                                          : "SyntaxError";
  auto *exception = evaluator.make<ExceptionObject>(evaluator.builtinClass(name));
  exception->arguments.push_back(evaluator.string(sentence));
  uint32_t line = isTold && first->range.isValid() ? first->range.begin.line : 1;
  llvm::SmallVector<llvm::StringRef> lines;
  given.text.split(lines, '\n');
  Value text = line <= lines.size() ? Value(evaluator.string(lines[line - 1].str() + (line < lines.size() ? "\n" : "")))
                                    : evaluator.none();
  int64_t begin = isTold ? first->range.begin.column : 1, end = isTold ? first->range.end.column : 1;
  exception->arguments.push_back(
      evaluator.tuple({Value(evaluator.string(given.fileName)), evaluator.integer(line), evaluator.integer(begin), text,
                       evaluator.integer(line), evaluator.integer(end)}));
  Raised raised = evaluator.raise(exception);
  return isTold && sentence != first->message ? raised.note(first->message) : raised;
}

bool frontend::checkSyntax(Evaluator &evaluator, const GivenText &given, bool isExpression) {
  syntax::Context context;
  DiagnosticSink sink;
  std::string code = isExpression ? given.text.ltrim(" \t").str() : given.text.str();
  syntax::ParsedModule parsed = syntax::parse(context, given.fileName, code + "\n", sink);
  bool isOneExpression = parsed.body.size() == 1 && llvm::isa<syntax::ExprStmt>(parsed.body[0]);
  if (parsed.ok && (!isExpression || isOneExpression))
    return true;
  std::vector<Diagnostic> problems = sink.takeSorted();
  bool isLack = llvm::all_of(problems, [](const Diagnostic &each) {
    return each.severity != Severity::error || each.id == DiagnosticId::unsupportedSyntax;
  });
  if (!parsed.ok && isLack) // what we do not read is told where the text runs
    return true;
  raiseSyntaxError(evaluator, problems, given);
  return false;
}
