// SPDX-License-Identifier: Apache-2.0
// See Walled.cpp.
#pragma once

#include <optional>

namespace tessera::runner::cli {

/// Puts up the walls that the command line behind `tessera walled` asks for, and leaves that of the command inside. An
/// exit code: it could not, or was not asked properly. May return in another process.
std::optional<int> enterWalls(int &argc, char **&argv);

} // namespace tessera::runner::cli
