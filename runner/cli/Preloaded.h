// SPDX-License-Identifier: Apache-2.0
// Files that were read before walls went up around this process, which `readInput` finds by their names.
#pragma once

#include <string>

namespace tessera::runner::cli {

void preload(std::string name, std::string text);
/// Null where there is none.
const std::string *findPreloaded(const std::string &name);

} // namespace tessera::runner::cli
