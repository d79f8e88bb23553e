// SPDX-License-Identifier: Apache-2.0
// Programs of several files, wherever those are: a list of texts in memory (the playground's, an artifact's), and the
// file that a dotted name means, as under `python -m`.
#pragma once

#include "compiler/support/SourceFiles.h"
#include <map>
#include <set>

namespace tessera {

/// Texts under relative paths, the top folder being `/`. Remembers which were asked for.
class ListedFiles : public SourceFiles {
public:
  /// A path with a `/` in front is the same path.
  void add(llvm::StringRef path, std::string text);
  std::optional<std::string> read(llvm::StringRef path) override;
  bool isFolder(llvm::StringRef path) override;
  std::string workingFolder() override { return "/"; }

  /// Name and text of all files that were read and hold something, but for `name`, sorted.
  std::vector<std::pair<std::string, std::string>> readFiles(llvm::StringRef name) const;

private:
  std::map<std::string, std::string> texts;
  std::set<std::string> wasRead;
};

/// The folder that a program's own modules are beside: what `sys.path` begins with.
std::string folderOf(llvm::StringRef file);

/// A file that runs, and what it may import.
struct FoundProgram {
  std::string file;
  ImportOptions imports;
};

/// What `-m package.module` means below the top folder and then `folders`. Where there is none, `error` says why;
/// `wayOut` is added where another folder would help.
std::optional<FoundProgram> findProgram(SourceFiles &files, llvm::StringRef dottedName,
                                        const std::vector<std::string> &folders, llvm::StringRef wayOut,
                                        std::string &error);

} // namespace tessera
