// SPDX-License-Identifier: Apache-2.0
// The built playground's files, so that `./dev play` serves page and runner from one address.
#pragma once

#include "runner/api/Message.h"
#include <memory>

namespace tessera::runner::http {

class StaticSite {
public:
  /// Fails when `directory` has no `index.html`.
  static Result<std::unique_ptr<StaticSite>> open(const std::string &directory);
  /// A file, its `.br` or `.gz` sibling where the client takes that, 304 where it has it already, or a problem.
  api::Response handle(const api::Request &request) const;

private:
  explicit StaticSite(std::string root) : root(std::move(root)) {}
  std::string root; // canonical, without a slash at the end
};

/// The media type of a file by its name.
llvm::StringRef mediaTypeOf(llvm::StringRef fileName);

} // namespace tessera::runner::http
