// SPDX-License-Identifier: Apache-2.0
// The files around a program: what `import` reads. The command line brings the machine's folders, the playground its list of files; the
// compiler itself opens nothing. Paths are separated by `/`; a relative one begins at the folder that the machine works in.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera {

class SourceFiles {
public:
  virtual ~SourceFiles() = default;
  /// The text of a file; empty where there is no such file, or none that can be read.
  virtual std::optional<std::string> read(llvm::StringRef path) = 0;
  virtual bool isFolder(llvm::StringRef path) = 0;
  /// The folder that relative paths begin at, absolute: `/` where there is no such thing.
  virtual std::string workingFolder() = 0;
};

/// What `import` means in a program, beside the library.
struct ImportOptions {
  SourceFiles *files = nullptr;     // null: the program is one file. Must outlive its evaluation
  std::vector<std::string> folders; // what `sys.path` begins as: the program's own folder, then those given
  std::string package;              // that the program is a module of, as under `python -m`; imported before it runs
};

} // namespace tessera
