// SPDX-License-Identifier: Apache-2.0
// Files are read when a message first names them, and only files: nothing else that a name may stand for.
#include "runner/cli/EmulateSources.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
namespace fs = std::filesystem;

EmulateSources::EmulateSources(const std::string &ptxName, std::string ptxText) : folder(fs::path(ptxName).parent_path()) {
  texts[ptxName] = std::move(ptxText);
}

const std::string &EmulateSources::text(const std::string &name) {
  auto [found, isNew] = texts.emplace(name, "");
  for (const fs::path &path : {fs::path(name), folder / name}) {
    std::error_code error;
    if (!isNew || !fs::is_regular_file(path, error))
      continue;
    if (Result<std::string> read = readInput(path.string()))
      found->second = *read;
    break;
  }
  return found->second;
}

std::string EmulateSources::lineOf(const SourceRange &range) {
  llvm::StringRef rest = text(range.file);
  for (uint32_t line = 1; line < range.begin.line && !rest.empty(); ++line)
    rest = rest.split('\n').second;
  llvm::StringRef line = rest.split('\n').first.trim();
  return line.empty() ? "" : "    " + line.str() + "\n";
}

void EmulateSources::print(const Diagnostic &diagnostic) {
  Diagnostic alone(diagnostic.id, diagnostic.range, diagnostic.message, diagnostic.severity);
  printDiagnostics(alone, text(diagnostic.range.file));
  for (const DiagnosticNote &note : diagnostic.notes) {
    std::string place, line;
    if (note.range.isValid()) {
      place = note.range.file + ":" + std::to_string(note.range.begin.line) + ":" + std::to_string(note.range.begin.column) + ": ";
      line = lineOf(note.range);
    }
    std::fprintf(stderr, "%snote: %s\n%s", place.c_str(), note.message.c_str(), line.c_str());
  }
}
