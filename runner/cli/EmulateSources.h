// SPDX-License-Identifier: Apache-2.0
// The texts that diagnostics of an emulated kernel point into: its PTX, and the source that `.loc` names where it is on this
// machine. Each place of a message is shown with its own line.
#pragma once

#include "compiler/support/Diagnostic.h"
#include <filesystem>
#include <map>
#include <string>

namespace tessera::runner::cli {

class EmulateSources {
public:
  EmulateSources(const std::string &ptxName, std::string ptxText);
  /// To stderr.
  void print(const Diagnostic &diagnostic);

private:
  /// Empty where the file is not here.
  const std::string &text(const std::string &name);
  std::string lineOf(const SourceRange &range);

  std::map<std::string, std::string> texts;
  std::filesystem::path folder; // of the PTX: relative names may begin there
};

} // namespace tessera::runner::cli
