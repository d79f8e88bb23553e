// SPDX-License-Identifier: Apache-2.0
// Where a fleet keeps the bytes of its artifacts, if not in its database: a folder that all of its machines see, or an
// object store (runner/objects). Each kind passes the same tests (tests/e2e/fleet-artifacts.test.mjs).
#pragma once

#include "runner/Result.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <string>
#include <vector>

namespace tessera::runner {

/// Bytes by their digest. Used by several threads; whoever reads checks the digest.
class ArtifactPlace {
public:
  virtual ~ArtifactPlace() = default;

  /// As the user gave it, without anything secret.
  virtual const std::string &url() const = 0;
  /// Wholly there or not at all, whoever else writes or reads the same.
  virtual Status put(const std::string &digest, llvm::ArrayRef<uint8_t> bytes) = 0;
  /// `notFound` where there are none, `payloadTooLarge` beyond `limit`.
  virtual Result<std::vector<uint8_t>> get(const std::string &digest, uint64_t limit) = 0;
  /// No error where there are none.
  virtual Status remove(const std::string &digest) = 0;
  /// Fails when nothing can be kept there now.
  virtual Status probe() = 0;
};

/// `path` in `url` is created where it is not there.
Result<std::shared_ptr<ArtifactPlace>> openFolderPlace(std::string url, std::string path);

} // namespace tessera::runner
