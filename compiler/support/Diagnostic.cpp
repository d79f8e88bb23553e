// SPDX-License-Identifier: Apache-2.0
// Diagnostics as text and as JSON, and source ranges as MLIR locations. Nothing here decides what is an error.
#include "compiler/support/Diagnostic.h"
#include "compiler/support/RenderFiles.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace tessera;

namespace {
struct IdInfo {
  llvm::StringRef text;
  Fault fault;
  llvm::StringRef summary;
};
constexpr Fault user = Fault::user, bug = Fault::bug, environment = Fault::environment;
const IdInfo idInfos[] = {
#define TESSERA_DIAGNOSTIC(Name, text, fault, summary) {text, fault, summary},
#include "compiler/support/DiagnosticIds.def"
#undef TESSERA_DIAGNOSTIC
};

/// The bytes of `text`'s line number `line`, or empty.
llvm::StringRef lineOf(llvm::StringRef text, uint32_t line) {
  for (uint32_t i = 1; i < line; ++i) {
    size_t newline = text.find('\n');
    if (newline == llvm::StringRef::npos)
      return {};
    text = text.drop_front(newline + 1);
  }
  return text.take_until([](char c) { return c == '\n' || c == '\r'; });
}

void renderPlace(llvm::raw_ostream &os, const SourceRange &range) {
  if (range.isValid())
    os << range.file << ':' << range.begin.line << ':' << range.begin.column << ": ";
}

/// The source line and a `~~~~` under the range, tabs kept so that the marker lines up.
void renderMarker(llvm::raw_ostream &os, const SourceRange &range, llvm::StringRef source) {
  llvm::StringRef line = lineOf(source, range.begin.line);
  if (line.trim().empty())
    return;
  os << "    " << line << "\n    ";
  uint32_t last = range.end.line == range.begin.line ? range.end.column : UINT32_MAX;
  uint32_t column = 0;
  for (char c : line) {
    if ((static_cast<unsigned char>(c) & 0xC0) == 0x80)
      continue; // a continuation byte of the same code point
    ++column;
    if (column >= range.begin.column && column >= last && column > range.begin.column)
      break;
    if (column < range.begin.column)
      os << (c == '\t' ? '\t' : ' ');
    else
      os << (column == range.begin.column ? '^' : '~');
  }
  if (column < range.begin.column)
    os << '^';
  os << '\n';
}
} // namespace

llvm::StringRef tessera::getText(DiagnosticId id) { return idInfos[static_cast<size_t>(id)].text; }
Fault tessera::getFault(DiagnosticId id) { return idInfos[static_cast<size_t>(id)].fault; }
llvm::StringRef tessera::getSummary(DiagnosticId id) { return idInfos[static_cast<size_t>(id)].summary; }

llvm::StringRef tessera::getText(Severity severity) {
  switch (severity) {
  case Severity::error:
    return "error";
  case Severity::warning:
    return "warning";
  case Severity::remark:
    return "remark";
  }
  return "error";
}

Diagnostic &DiagnosticSink::report(DiagnosticId id, SourceRange range, std::string message, Severity severity) {
  add(Diagnostic(id, std::move(range), std::move(message), severity));
  return diagnostics.back();
}

void DiagnosticSink::add(Diagnostic diagnostic) {
  errors += diagnostic.severity == Severity::error;
  diagnostics.push_back(std::move(diagnostic));
}

std::vector<Diagnostic> DiagnosticSink::takeSorted() {
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const Diagnostic &a, const Diagnostic &b) { return a.range.begin < b.range.begin; });
  errors = 0;
  return std::move(diagnostics);
}

std::string tessera::render(const Diagnostic &diagnostic, llvm::StringRef source) {
  return renderFiles(diagnostic, [source](llvm::StringRef) { return source; });
}

std::string tessera::renderFiles(const Diagnostic &diagnostic, llvm::function_ref<llvm::StringRef(llvm::StringRef)> textOf) {
  std::string text;
  llvm::raw_string_ostream os(text);
  renderPlace(os, diagnostic.range);
  os << getText(diagnostic.severity) << ": " << diagnostic.message << " [" << getText(diagnostic.id) << "]\n";
  auto showLine = [&](const SourceRange &range) {
    llvm::StringRef source = range.isValid() ? textOf(range.file) : llvm::StringRef();
    if (!source.empty())
      renderMarker(os, range, source);
  };
  showLine(diagnostic.range);
  for (const DiagnosticNote &note : diagnostic.notes) {
    renderPlace(os, note.range);
    os << "note: " << note.message << '\n';
    showLine(note.range);
  }
  if (diagnostic.fix)
    os << "fix: " << diagnostic.fix->title << '\n';
  return text;
}

static llvm::json::Object toJson(const SourcePosition &position) {
  return llvm::json::Object{{"line", static_cast<int64_t>(position.line)}, {"column", static_cast<int64_t>(position.column)}};
}

llvm::json::Value tessera::toJson(const SourceRange &range) {
  if (!range.isValid())
    return nullptr;
  return llvm::json::Object{{"file", range.file}, {"begin", ::toJson(range.begin)}, {"end", ::toJson(range.end)}};
}

llvm::json::Value tessera::toJson(const Diagnostic &diagnostic) {
  static constexpr llvm::StringLiteral faults[] = {"user", "bug", "environment"};
  llvm::json::Array notes;
  for (const DiagnosticNote &note : diagnostic.notes)
    notes.push_back(llvm::json::Object{{"message", note.message}, {"range", toJson(note.range)}});
  llvm::json::Object object{{"id", getText(diagnostic.id)},
                            {"severity", getText(diagnostic.severity)},
                            {"fault", faults[static_cast<size_t>(getFault(diagnostic.id))]},
                            {"message", diagnostic.message},
                            {"range", toJson(diagnostic.range)},
                            {"notes", std::move(notes)}};
  if (diagnostic.fix)
    object["fix"] = llvm::json::Object{{"title", diagnostic.fix->title},
                                       {"range", toJson(diagnostic.fix->range)},
                                       {"text", diagnostic.fix->text}};
  return object;
}

mlir::Location tessera::toLocation(mlir::MLIRContext *context, const SourceRange &range) {
  if (!range.isValid())
    return mlir::UnknownLoc::get(context);
  return mlir::FileLineColRange::get(mlir::StringAttr::get(context, range.file), range.begin.line, range.begin.column,
                                     range.end.line, range.end.column);
}

/// The first place in a file that `location` holds; null where it holds none. MLIR's own walk over locations takes ten
/// times as long, and a module's text asks for each operation.
static mlir::FileLineColRange findFilePlace(mlir::Location location) {
  if (auto file = llvm::dyn_cast<mlir::FileLineColRange>(location))
    return file;
  if (auto name = llvm::dyn_cast<mlir::NameLoc>(location))
    return findFilePlace(name.getChildLoc());
  if (auto call = llvm::dyn_cast<mlir::CallSiteLoc>(location)) {
    mlir::FileLineColRange callee = findFilePlace(call.getCallee());
    return callee ? callee : findFilePlace(call.getCaller());
  }
  if (auto fused = llvm::dyn_cast<mlir::FusedLoc>(location))
    for (mlir::Location part : fused.getLocations())
      if (mlir::FileLineColRange file = findFilePlace(part))
        return file;
  return {};
}

SourceRange tessera::toRange(mlir::Location location) {
  SourceRange range;
  mlir::FileLineColRange file = findFilePlace(location);
  if (!file)
    return range;
  range.file = file.getFilename().str();
  range.begin = {file.getStartLine(), file.getStartColumn()};
  range.end = {file.getEndLine(), file.getEndColumn()};
  return range;
}
