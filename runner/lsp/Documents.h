// SPDX-License-Identifier: Apache-2.0
// The texts that an editor has open, over those on the disk: what the compiler reads, unsaved changes and all.
#pragma once

#include "runner/lsp/Positions.h"
#include <map>
#include <memory>
#include <mutex>

namespace tessera::runner::lsp {

/// One version of an open text; never changed, as a compilation may still be reading it.
struct Document {
  std::string path; // absolute
  int64_t version = 0;
  LineIndex lines;

  const std::string &text() const { return lines.text(); }
};
using DocumentRef = std::shared_ptr<const Document>;

/// May be used by several threads.
class Documents {
public:
  void setEncoding(PositionEncoding chosen) { encoding = chosen; }

  DocumentRef open(const std::string &path, int64_t version, std::string text);
  /// Takes `contentChanges` one after the other; null where the text is not open or one of them is no change.
  DocumentRef change(const std::string &path, int64_t version, const llvm::json::Array &changes);
  void close(const std::string &path);

  /// Null where it is not open.
  DocumentRef find(const std::string &path) const;
  std::vector<DocumentRef> all() const;
  /// The open text, or the disk's; null where there is neither, or it is larger than a program may be.
  DocumentRef read(const std::string &path) const;

private:
  mutable std::mutex mutex;
  PositionEncoding encoding = PositionEncoding::utf16;
  std::map<std::string, DocumentRef> opened;
};

/// Where the modules around a file begin, and the dotted name of the package that it is in; empty: none.
struct PackagePlace {
  std::string folder, package;
};
PackagePlace findPackage(const std::string &path);

} // namespace tessera::runner::lsp
