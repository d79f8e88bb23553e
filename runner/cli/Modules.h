// SPDX-License-Identifier: Apache-2.0
// The modules around a program on this machine: its own folder, those of `--path`, and what `-m` and pytest call it.
// Every text that was read is kept, so that a diagnostic can show its line.
#pragma once

#include "compiler/support/ProgramFiles.h"
#include "compiler/support/RenderFiles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include <string>
#include <vector>

namespace tessera::runner::cli {

class Modules : public SourceFiles {
public:
  std::optional<std::string> read(llvm::StringRef path) override;
  bool isFolder(llvm::StringRef path) override;
  std::string workingFolder() override;
  /// From now on nothing outside of `folder` is there, wherever a path or a link leads.
  void confineTo(const std::string &folder);

  /// The program's own text under the name that diagnostics have.
  void add(llvm::StringRef name, std::string text) { texts[name] = std::move(text); }
  /// Empty for a file that was not read.
  llvm::StringRef textOf(llvm::StringRef name) const;
  /// Name and text of all files but `name`, sorted.
  std::vector<std::pair<std::string, std::string>> others(llvm::StringRef name) const;
  /// Each line from the file that it is of.
  void print(llvm::ArrayRef<Diagnostic> diagnostics) const;
  std::string render(const Diagnostic &diagnostic) const;

private:
  bool isWithin(llvm::StringRef path) const;

  std::string confinement;            // canonical; empty: none
  llvm::StringMap<std::string> texts; // by the name that it was asked for
};

/// What `import` means for the program in `file`, run by its name.
ImportOptions importsOf(Modules &modules, const std::string &file, const std::vector<std::string> &folders);
/// The same for a file of tests: inside a package (`__init__.py` beside it) it is a module of that, as pytest has it.
ImportOptions importsOfTest(Modules &modules, const std::string &file, const std::vector<std::string> &folders);

} // namespace tessera::runner::cli
