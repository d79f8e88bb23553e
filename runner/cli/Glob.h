// SPDX-License-Identifier: Apache-2.0
// Files by patterns, as shells and CI systems have them.
#pragma once

#include "runner/Result.h"
#include <string>
#include <vector>

namespace tessera::runner::cli {

/// The files below `folder` that `pattern` names, relative to it and sorted. In a pattern `*`, `?`, `[a-c]` and `{a,b}`
/// stay within a name, `**` is any number of folders; hidden names are only found by patterns that begin with a dot.
/// A problem where the pattern is none: absolute, or with a bracket that nothing closes.
Result<std::vector<std::string>> findFiles(const std::string &folder, const std::string &pattern);

} // namespace tessera::runner::cli
