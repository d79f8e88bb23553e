// SPDX-License-Identifier: Apache-2.0
// An artifact's bytes piece by piece: who passes on 64 MiB holds a piece of them at a time.
#pragma once

#include "runner/Result.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tessera::runner {

/// No piece is larger.
inline constexpr int64_t mostPieceBytes = int64_t(8) << 20;

class ArtifactReader {
public:
  virtual ~ArtifactReader() = default;
  virtual int64_t size() const = 0;
  /// The next bytes; none at the end.
  virtual Result<std::vector<uint8_t>> next() = 0;
  /// The first bytes are the next again.
  virtual void rewind() = 0;
};

/// Of a file that is there, whatever becomes of its name meanwhile.
Result<std::unique_ptr<ArtifactReader>> openArtifactFile(const std::string &path);
std::unique_ptr<ArtifactReader> readArtifactFrom(std::vector<uint8_t> bytes);
/// Reads all of it, and begins again. A problem where bytes can't be read.
Result<bool> hasDigest(ArtifactReader &reader, const std::string &digest);

} // namespace tessera::runner
