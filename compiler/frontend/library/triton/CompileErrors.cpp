// SPDX-License-Identifier: Apache-2.0
// See CompileErrors.h. The message that nobody catches stays the error's own, at its own place: Evaluator::reportUncaught goes to the cause.
#include "compiler/frontend/library/triton/CompileErrors.h"
#include "compiler/frontend/evaluate/Interpretation.h"

using namespace tessera;
using namespace tessera::frontend;

static constexpr size_t linesShown = 8;
static constexpr llvm::StringLiteral errorsModule = "triton.compiler.errors";

/// Lines from the one with `def` to the function's last; `indent` is what is left out of each.
static std::vector<std::string> linesOfFunction(Evaluator &evaluator, FunctionObject *function, uint32_t &firstLine, uint32_t &indent) {
  const syntax::FunctionDef *definition = function->definition;
  const syntax::SourceText &text = evaluator.sourceText(definition->range);
  firstLine = definition->headerRange.begin.line;
  llvm::StringRef first = text.line(firstLine);
  indent = static_cast<uint32_t>(first.size() - first.ltrim(" \t").size());
  std::vector<std::string> lines;
  for (uint32_t line = firstLine; line <= definition->range.end.line; ++line) {
    llvm::StringRef all = text.line(line);
    size_t blank = all.size() - all.ltrim(" \t").size();
    lines.push_back(all.drop_front(std::min<size_t>(blank, indent)).str());
  }
  return lines;
}

std::string frontend::sourceOfFunction(Evaluator &evaluator, FunctionObject *function) {
  uint32_t firstLine, indent;
  return llvm::join(linesOfFunction(evaluator, function, firstLine, indent), "\n") + "\n";
}

/// `at 2:4:`, the lines up to there, a caret. `place` is a place of the file.
static std::string excerpt(Evaluator &evaluator, FunctionObject *function, const SourceRange &place) {
  uint32_t firstLine, indent;
  std::vector<std::string> lines = linesOfFunction(evaluator, function, firstLine, indent);
  SourceRange begin = evaluator.where(function->definition->headerRange);
  bool isInside = place.begin.line >= begin.begin.line && place.begin.line < begin.begin.line + lines.size();
  uint32_t line = isInside ? place.begin.line - begin.begin.line + 1 : 1;
  uint32_t column = isInside && place.begin.column > indent ? place.begin.column - 1 - indent : 0;
  std::string text = "at " + std::to_string(line) + ":" + std::to_string(column) + ":\n";
  for (size_t k = line > linesShown ? line - linesShown : 0; k < line; ++k)
    text += lines[k] + "\n";
  return text + std::string(column, ' ') + "^";
}

void frontend::wrapCompileError(Evaluator &evaluator, TritonFunction *function, Range call) {
  ExceptionObject *inner = evaluator.pendingException();
  if (!inner || inner->fatal || !function->function->definition)
    return;
  bool isWrapped = llvm::StringRef(inner->instanceType->module) == errorsModule;
  if (isWrapped && !call.isValid())
    return; // already told for this function
  bool isStatic = inner->id == DiagnosticId::assertionFailed && !isWrapped;
  ClassObject *type = evaluator.libraryClass(errorsModule, isStatic ? "CompileTimeAssertionFailure" : "CompilationError");
  auto *outer = evaluator.make<ExceptionObject>(type);
  std::string message = excerpt(evaluator, function->function, call.isValid() ? evaluator.where(call) : inner->range);
  if (!isWrapped && !call.isValid()) {
    std::optional<std::string> text = inner->str(evaluator);
    evaluator.clearPending();
    if (text && !text->empty())
      message += "\n" + *text;
  }
  outer->arguments.push_back(evaluator.string(message));
  outer->id = inner->id;
  outer->range = inner->range;
  outer->cause = inner;
  outer->attributes.set("error_message", inner->arguments.empty() ? evaluator.none() : inner->arguments[0]);
  outer->attributes.set("src", evaluator.string(sourceOfFunction(evaluator, function->function)));
  evaluator.clearPending();
  evaluator.raise(outer);
}

#define TESSERA_ERROR(module, name, summary) {module, name, EntryKind::type, "(*args)", summary, nullptr}
static const LibraryEntry entries[] = {
    TESSERA_ERROR("triton.runtime.errors", "TritonError", "What Triton's own errors have in common."),
    TESSERA_ERROR("triton.runtime.errors", "OutOfResources", "A kernel needs more than the device has."),
    TESSERA_ERROR("triton.runtime.errors", "PTXASError", "PTX that the assembler refuses."),
    TESSERA_ERROR("triton.runtime.errors", "AutotunerError", "A misuse of the autotuner."),
    TESSERA_ERROR("triton.runtime.errors", "InterpreterError", "An error of a kernel that is interpreted."),
    TESSERA_ERROR("triton.compiler.errors", "CompilationError", "An error inside a kernel: where, and as `__cause__` what."),
    TESSERA_ERROR("triton.compiler.errors", "CompileTimeAssertionFailure", "A `tl.static_assert` that does not hold."),
    TESSERA_ERROR("triton.compiler.errors", "UnsupportedLanguageConstruct", "Python that Triton does not compile."),
};

template <int which> static Value alias(Call &call) {
  static const std::pair<const char *, const char *> classes[] = {{"triton.runtime.errors", "TritonError"},
                                                                  {"triton.compiler.errors", "CompilationError"},
                                                                  {"triton.runtime.errors", "OutOfResources"},
                                                                  {"triton.runtime.errors", "InterpreterError"}};
  return call.evaluator.libraryClass(classes[which].first, classes[which].second);
}
static const LibraryEntry aliases[] = {
    {"triton", "TritonError", EntryKind::constant, "", "What Triton's own errors have in common.", alias<0>},
    {"triton", "CompilationError", EntryKind::constant, "", "An error inside a kernel.", alias<1>},
    {"triton", "OutOfResources", EntryKind::constant, "", "A kernel needs more than the device has.", alias<2>},
    {"triton", "InterpreterError", EntryKind::constant, "", "An error of a kernel that is interpreted.", alias<3>},
    {"triton.errors", "TritonError", EntryKind::constant, "", "What Triton's own errors have in common.", alias<0>},
    {"triton.compiler", "CompilationError", EntryKind::constant, "", "An error inside a kernel.", alias<1>},
    {"triton.runtime", "OutOfResources", EntryKind::constant, "", "A kernel needs more than the device has.", alias<2>},
    {"triton.runtime", "InterpreterError", EntryKind::constant, "", "An error of a kernel that is interpreted.", alias<3>},
    {"triton.runtime.autotuner", "OutOfResources", EntryKind::constant, "", "A kernel needs more than the device has.", alias<2>},
    {"triton.compiler.code_generator", "CompilationError", EntryKind::constant, "", "An error inside a kernel.", alias<1>},
};

void library::registerTritonErrors(LibraryTable &table) {
  static const LibraryModule modules[] = {{"triton.compiler", "Compiling kernels."},
                                          {"triton.compiler.errors", "Errors of kernels."},
                                          {"triton.compiler.code_generator", "The part of the compiler that reads a kernel."},
                                          {"triton.runtime.errors", "Errors of the runtime."},
                                          {"triton.errors", "Errors."},
                                          {"triton.runtime.autotuner", "The autotuner."}};
  static const LibraryBase bases[] = {{"triton.runtime.errors.TritonError", "Exception"},
                                      {"triton.runtime.errors.OutOfResources", "triton.runtime.errors.TritonError"},
                                      {"triton.runtime.errors.PTXASError", "triton.runtime.errors.TritonError"},
                                      {"triton.runtime.errors.AutotunerError", "triton.runtime.errors.TritonError"},
                                      {"triton.runtime.errors.InterpreterError", "triton.runtime.errors.TritonError"},
                                      {"triton.compiler.errors.CompilationError", "triton.runtime.errors.TritonError"},
                                      {"triton.compiler.errors.CompileTimeAssertionFailure", "triton.compiler.errors.CompilationError"},
                                      {"triton.compiler.errors.UnsupportedLanguageConstruct", "triton.compiler.errors.CompilationError"}};
  table.add(modules, entries);
  table.add({}, aliases);
  table.addBases(bases);
}
