// SPDX-License-Identifier: Apache-2.0
// Files that are either wholly there or not there: written beside their name, flushed, renamed.
#pragma once

#include "runner/Result.h"
#include "llvm/ADT/ArrayRef.h"
#include <chrono>
#include <string>

namespace tessera::runner {

/// After success the file survives a power cut.
Status writeFileWhole(const std::string &directory, const std::string &name, llvm::ArrayRef<uint8_t> bytes);
/// Fails when the folder has no room for `bytes` more. Takes them from the disk for a moment.
Status probeRoom(const std::string &directory, uint64_t bytes);
/// Removes what an interrupted `writeFileWhole` left more than `age` ago.
void removeLeftovers(const std::string &directory, std::chrono::seconds age = std::chrono::seconds(0));
/// All bytes of a file of at most `limit` bytes.
Result<std::vector<uint8_t>> readFileWhole(const std::string &path, uint64_t limit);

} // namespace tessera::runner
