// SPDX-License-Identifier: Apache-2.0
// Diagnostic ids through MLIR's diagnostics: written as an ending by `emitDiagnostic`, read back by `DiagnosticCollector`.
#include "compiler/support/PassDiagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace tessera;

static mlir::DiagnosticSeverity toMlir(Severity severity) {
  switch (severity) {
  case Severity::error:
    return mlir::DiagnosticSeverity::Error;
  case Severity::warning:
    return mlir::DiagnosticSeverity::Warning;
  case Severity::remark:
    return mlir::DiagnosticSeverity::Remark;
  }
  return mlir::DiagnosticSeverity::Error;
}

mlir::InFlightDiagnostic tessera::emitDiagnostic(mlir::Location location, DiagnosticId id, Severity severity,
                                                 const llvm::Twine &message) {
  mlir::InFlightDiagnostic diagnostic = location.getContext()->getDiagEngine().emit(location, toMlir(severity));
  return std::move(diagnostic << message << " [" << getText(id) << "]");
}

static std::optional<DiagnosticId> parseId(llvm::StringRef text) {
  static constexpr DiagnosticId ids[] = {
#define TESSERA_DIAGNOSTIC(Name, text, fault, summary) DiagnosticId::Name,
#include "compiler/support/DiagnosticIds.def"
#undef TESSERA_DIAGNOSTIC
  };
  for (DiagnosticId id : ids)
    if (getText(id) == text)
      return id;
  return std::nullopt;
}

std::optional<DiagnosticId> tessera::takeDiagnosticId(std::string &message) {
  llvm::StringRef text = message;
  if (!text.consume_back("]"))
    return std::nullopt;
  size_t open = text.rfind(" [");
  if (open == llvm::StringRef::npos)
    return std::nullopt;
  std::optional<DiagnosticId> id = parseId(text.substr(open + 2));
  if (id)
    message.resize(open);
  return id;
}

DiagnosticCollector::DiagnosticCollector(mlir::MLIRContext *context, DiagnosticSink &sink)
    : DiagnosticCollector(context, [&sink]() -> DiagnosticSink & { return sink; }) {}

DiagnosticCollector::DiagnosticCollector(mlir::MLIRContext *context, std::function<DiagnosticSink &()> choose)
    : ScopedDiagnosticHandler(context) {
  setHandler([choose = std::move(choose)](mlir::Diagnostic &diagnostic) {
    std::string message = diagnostic.str();
    std::optional<DiagnosticId> id = takeDiagnosticId(message);
    Severity severity = diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error     ? Severity::error
                        : diagnostic.getSeverity() == mlir::DiagnosticSeverity::Warning ? Severity::warning
                                                                                        : Severity::remark;
    Diagnostic &reported =
        choose().report(id.value_or(DiagnosticId::internalError), toRange(diagnostic.getLocation()), message, severity);
    for (mlir::Diagnostic &note : diagnostic.getNotes())
      reported.note(note.str(), toRange(note.getLocation()));
    return mlir::success();
  });
}
