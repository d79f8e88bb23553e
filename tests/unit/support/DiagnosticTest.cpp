// SPDX-License-Identifier: Apache-2.0
// How a diagnostic reads: as text with a marker, as JSON, and through an MLIR location and back.
#include "compiler/support/Diagnostic.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>
#include <set>

using namespace tessera;

namespace {
SourceRange range(uint32_t line, uint32_t from, uint32_t to) { return {"k.py", {line, from}, {line, to}}; }

TEST(Diagnostic, rendersTheLineAndAMarker) {
  Diagnostic diagnostic(DiagnosticId::unknownName, range(2, 5, 8), "nothing is called `foo`");
  diagnostic.note("did you mean `for`?");
  EXPECT_EQ(render(diagnostic, "a = 1\nb = foo + 1\n"), "k.py:2:5: error: nothing is called `foo` [unknown-name]\n"
                                                        "    b = foo + 1\n"
                                                        "        ^~~\n"
                                                        "note: did you mean `for`?\n");
}

TEST(Diagnostic, marksCodePointsNotBytes) {
  Diagnostic diagnostic(DiagnosticId::unknownName, range(1, 7, 8), "nothing is called `b`");
  EXPECT_EQ(render(diagnostic, "\"äö\" + b"), "k.py:1:7: error: nothing is called `b` [unknown-name]\n"
                                              "    \"äö\" + b\n"
                                              "          ^\n");
}

TEST(Diagnostic, marksTheEndOfALine) {
  Diagnostic diagnostic(DiagnosticId::syntaxError, range(1, 7, 7), "the line ends early");
  EXPECT_NE(render(diagnostic, "def f(").find("\n          ^\n"), std::string::npos);
}

TEST(Diagnostic, goesThroughAnMlirLocationUnchanged) {
  mlir::MLIRContext context;
  SourceRange back = toRange(mlir::NameLoc::get(mlir::StringAttr::get(&context, "x"), toLocation(&context, range(3, 4, 9))));
  EXPECT_EQ(back.file, "k.py");
  EXPECT_EQ(back.begin, (SourcePosition{3, 4}));
  EXPECT_EQ(back.end, (SourcePosition{3, 9}));
  EXPECT_FALSE(toRange(toLocation(&context, {})).isValid());
}

TEST(Diagnostic, jsonNamesTheFault) {
  llvm::json::Value json = toJson(Diagnostic(DiagnosticId::internalError, {}, "oops"));
  EXPECT_EQ(json.getAsObject()->getString("fault"), "bug");
  EXPECT_EQ(json.getAsObject()->getString("id"), "internal-error");
  EXPECT_EQ(*json.getAsObject()->get("range"), llvm::json::Value(nullptr));
}

TEST(DiagnosticSink, sortsBySourceAndCountsErrorsOnly) {
  DiagnosticSink sink;
  sink.report(DiagnosticId::typeError, range(9, 1, 2), "second");
  sink.report(DiagnosticId::raggedBlock, range(2, 1, 2), "first", Severity::remark);
  EXPECT_EQ(sink.errorCount(), 1u);
  std::vector<Diagnostic> sorted = sink.takeSorted();
  EXPECT_EQ(sorted[0].message, "first");
  EXPECT_FALSE(sink.hasErrors());
}

TEST(DiagnosticIds, haveDistinctTextsAndASummary) {
  std::set<std::string> texts;
#define TESSERA_DIAGNOSTIC(Name, text, fault, summary)                                                                 \
  EXPECT_TRUE(texts.insert(getText(DiagnosticId::Name).str()).second) << text;                                         \
  EXPECT_FALSE(getSummary(DiagnosticId::Name).empty()) << text;
#include "compiler/support/DiagnosticIds.def"
#undef TESSERA_DIAGNOSTIC
}
} // namespace
