// SPDX-License-Identifier: Apache-2.0
// The parser alone, thousands of texts a second: any bytes give a tree, every range lies in the text, every error has a place, and
// what was read without an error unparses to text that parses to the same tree.
#include "compiler/frontend/syntax/Parser.h"
#include "compiler/frontend/syntax/Print.h"
#include "compiler/frontend/syntax/Walk.h"
#include <cstdint>
#include <cstdlib>

using namespace tessera;
using namespace tessera::frontend::syntax;

namespace {
void check(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "does not hold: %s\n", what);
  abort();
}

/// Calls of `yield` and `await` need a function around them, and a tree at the limit of height or nesting may pass it with the
/// brackets around the whole: such expressions are not taken back.
bool standsAlone(const Node *node) {
  bool alone = !llvm::isa<YieldExpr, YieldFromExpr, AwaitExpr>(node);
  if (auto *comprehension = llvm::dyn_cast<ComprehensionExpr>(node))
    for (const ComprehensionClause &clause : comprehension->clauses)
      alone &= !clause.isAsync;
  forEachChild(node, [&](Node *child) { alone = alone && standsAlone(child); });
  return alone;
}

void checkUnparse(Expr *expr) {
  constexpr unsigned safeHeight = 20;
  if (expr->height > safeHeight || llvm::isa<SliceExpr, StarredExpr>(expr) || !standsAlone(expr))
    return;
  Context context;
  DiagnosticSink sink;
  std::string text = "(" + unparse(expr) + ")";
  ParsedModule module = parse(context, "again.py", text, sink);
  if (!module.ok && sink.all().front().id == DiagnosticId::unsupportedSyntax)
    return; // a limit, met by the brackets around it
  bool same = module.ok && module.body.size() == 1 && llvm::isa<ExprStmt>(module.body.front()) &&
              printAst(llvm::cast<ExprStmt>(module.body.front())->value) == printAst(expr);
  if (!same)
    fprintf(stderr, "%s\n%s\n", text.c_str(), printAst(expr).c_str());
  check(same, "unparsed text parses to the same tree");
}

void visit(const SourceText &source, Node *node, bool unparses) {
  check(node->range.isValid(), "every node has a range");
  check(!(node->range.end < node->range.begin), "a range does not end before it begins");
  check(node->range.end.line <= source.lineCount() + 1, "a range lies in the text");
  if (auto *expr = llvm::dyn_cast<Expr>(node); expr && unparses) {
    checkUnparse(expr);
    unparses = false; // its parts are in it
  }
  forEachChild(node, [&](Node *child) { visit(source, child, unparses); });
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  Context context;
  DiagnosticSink sink;
  ParsedModule module = parse(context, "fuzz.py", text, sink);
  for (const Diagnostic &diagnostic : sink.all()) {
    check(diagnostic.range.isValid(), "every error has a place");
    check(llvm::json::isUTF8(diagnostic.message), "messages are UTF-8");
    render(diagnostic, text);
  }
  for (Stmt *stmt : module.body)
    visit(*module.source, stmt, module.ok);
  printAst(module.body, /*ranges=*/true);
  return 0;
}
