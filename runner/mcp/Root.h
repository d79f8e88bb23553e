// SPDX-License-Identifier: Apache-2.0
// The folder that the tools' file arguments are confined to. What a name means is asked of the file system, so neither
// `..` nor a link leads out of it.
#pragma once

#include "runner/Result.h"
#include <filesystem>
#include <string>

namespace tessera::runner::mcp {

class Root {
public:
  /// A problem where `folder` is none.
  static Result<Root> open(const std::string &folder);
  /// No folder at all: for clients elsewhere, whose files are not here and to whom ours are none of their business.
  static Root none() { return Root(""); }
  bool isThere() const { return !folder.empty(); }

  /// `name` (absolute, or relative to the root) as a path relative to the root, which is what children run in. A
  /// problem where it lies outside or is not there.
  Result<std::string> resolve(llvm::StringRef name) const;
  /// The text of a file below the root; empty where it can't be read or is larger than 4 MiB. For showing lines.
  std::string readText(llvm::StringRef name) const;
  /// What children run in.
  const std::string &path() const { return isThere() ? folder : top; }
  /// What their modules are confined to, as they name it; without a root a folder that there is nowhere.
  const char *confinement() const { return isThere() ? "." : "/nonexistent/tessera"; }

private:
  explicit Root(std::string folder) : folder(std::move(folder)) {}
  std::string folder, top = "/"; // canonical; empty: none
};

} // namespace tessera::runner::mcp
