// SPDX-License-Identifier: Apache-2.0
// git, where a command needs what a repository knows.
#pragma once

#include "runner/Result.h"
#include <string>
#include <vector>

namespace tessera::runner::cli {

/// Runs `git -C folder ARGUMENT..`; its output without the last line break, or what it complains of.
Result<std::string> runGit(const std::string &folder, const std::vector<std::string> &arguments);
/// The commit that `name` names in the repository of `folder`.
Result<std::string> resolveCommit(const std::string &folder, const std::string &name);

} // namespace tessera::runner::cli
