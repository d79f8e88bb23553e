// SPDX-License-Identifier: Apache-2.0
// A text's tree or errors as one string, so that a case is a line.
#pragma once

#include "compiler/frontend/syntax/Parser.h"
#include "compiler/frontend/syntax/Print.h"
#include <gtest/gtest.h>

namespace tessera::frontend::syntax {

/// The module's S-expression; the case fails if anything is reported.
inline std::string tree(llvm::StringRef text, bool ranges = false) {
  Context context;
  DiagnosticSink sink;
  ParsedModule module = parse(context, "k.py", text, sink);
  for (const Diagnostic &diagnostic : sink.all())
    ADD_FAILURE() << render(diagnostic, text);
  std::string dump = printAst(module.body, ranges);
  return llvm::StringRef(dump).rtrim('\n').str();
}

/// One line a diagnostic, `line:column-line:column id message`, in source order; with `notes` also `  note`, at its place.
inline std::string errors(llvm::StringRef text, bool notes = false) {
  Context context;
  DiagnosticSink sink;
  ParsedModule module = parse(context, "k.py", text, sink);
  EXPECT_EQ(module.ok, !sink.hasErrors());
  std::string lines;
  auto place = [](const SourceRange &range) {
    return std::to_string(range.begin.line) + ":" + std::to_string(range.begin.column) + "-" + std::to_string(range.end.line) +
           ":" + std::to_string(range.end.column);
  };
  for (const Diagnostic &diagnostic : sink.takeSorted()) {
    lines += place(diagnostic.range) + " " + getText(diagnostic.id).str() + " " + diagnostic.message + "\n";
    EXPECT_TRUE(diagnostic.range.begin == diagnostic.range.end || diagnostic.range.begin < diagnostic.range.end) << lines;
    if (!notes)
      continue;
    for (const DiagnosticNote &note : diagnostic.notes)
      lines += "  " + (note.range.isValid() ? place(note.range) + " " : std::string()) + note.message + "\n";
  }
  return llvm::StringRef(lines).rtrim('\n').str();
}

/// The fix of the first diagnostic applied to the text.
inline std::string fixed(llvm::StringRef text) {
  Context context;
  DiagnosticSink sink;
  ParsedModule module = parse(context, "k.py", text, sink);
  std::vector<Diagnostic> all = sink.takeSorted();
  if (all.empty() || !all.front().fix)
    return "no fix";
  const DiagnosticFix &fix = *all.front().fix;
  SourcePosition end{module.source->lineCount() + 1, 1};
  return module.source->textOf({{1, 1}, fix.range.begin}).str() + fix.text +
         module.source->textOf({fix.range.end, end}).str();
}

} // namespace tessera::frontend::syntax
