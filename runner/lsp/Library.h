// SPDX-License-Identifier: Apache-2.0
// The compiler's own table of library names, by the paths that programs use.
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace tessera::runner::lsp {

struct LibraryEntry {
  std::string module, name; // `jax.numpy`, `sum`; methods are `Array.astype`
  std::string kind;         // `function`, `method`, `property`, `constant`, `type`, `module`, ..
  std::string signature, summary;
  std::string where; // devices on which it works, in words; `known, not supported yet`
  bool isSupported = false;

  bool isCalled() const { return kind == "function" || kind == "decorator" || kind == "method" || kind == "type"; }
  /// `jax.numpy.sum(a, axis=None)`.
  std::string title() const { return module + "." + name + (isCalled() ? signature : ""); }
};

class Library {
public:
  /// Reads the table, which takes some milliseconds.
  Library();

  /// Of a full path such as `jax.numpy.sum` or `jax.Array.astype`; null where there is none.
  const LibraryEntry *find(llvm::StringRef path) const;
  /// Methods and properties of this name of any class.
  std::vector<const LibraryEntry *> findMembers(llvm::StringRef name) const;
  /// What may stand behind `path.`: a module's names, its submodules (as entries of kind `module`), a class's members.
  std::vector<LibraryEntry> listMembers(llvm::StringRef path) const;
  /// Every method and property, each name once.
  std::vector<const LibraryEntry *> listAllMembers() const;
  /// Names of modules below `path`, which may be empty: `numpy` below `jax`.
  std::vector<std::string> listSubmodules(llvm::StringRef path) const;
  /// One sentence about a module; empty where there is no such module.
  llvm::StringRef summaryOfModule(llvm::StringRef path) const;

private:
  /// A path with names of modules in place of what stands for them.
  std::string resolve(llvm::StringRef path) const;

  std::vector<LibraryEntry> entries;
  llvm::StringMap<std::vector<size_t>> byModule;
  llvm::StringMap<size_t> byPath;
  llvm::StringMap<std::string> modules; // summaries
};

} // namespace tessera::runner::lsp
