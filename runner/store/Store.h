// SPDX-License-Identifier: Apache-2.0
// The runner's memory on one machine: a folder with `jobs.sqlite` and `artifacts/<sha256>`. One process at a time owns
// it.
#pragma once

#include "runner/store/JobStore.h"
#include "runner/store/SqliteDatabase.h"

namespace tessera::runner {

struct StoreOptions : JobLimits {
  std::string directory;
  int64_t artifactBytes = int64_t(16) << 30; // all artifacts together
};

class Store final : public JobStore {
public:
  static Result<std::unique_ptr<Store>> open(StoreOptions options);
  ~Store() override;

  Result<ArtifactInfo> putArtifact(const std::string &digest, llvm::ArrayRef<uint8_t> bytes,
                                   const std::string &manifest) override;
  Result<ArtifactInfo> findArtifact(const std::string &digest) override;
  Result<std::vector<uint8_t>> readArtifact(const std::string &digest) override;
  Result<std::shared_ptr<ArtifactReader>> openArtifact(const std::string &digest) override;
  Result<std::string> fetchArtifact(const std::string &digest) override;
  Status probe() override;
  Result<std::optional<std::vector<DeviceInfo>>> fleetDevices() override {
    return std::optional<std::vector<DeviceInfo>>();
  }
  Result<std::optional<std::vector<WorkerInfo>>> workers() override { return std::optional<std::vector<WorkerInfo>>(); }
  std::string artifactPath(const std::string &digest) const;

private:
  explicit Store(StoreOptions options) : JobStore(options), options(std::move(options)) { worker = localWorker; }

  // Each of these runs under `mutex`; those that write, inside a transaction too.
  Status openDirectory();
  Status migrate();
  Status makeRoom(int64_t bytes);
  Problem forgetDamaged(const std::string &digest);

  StoreOptions options;
  int lockFile = -1;
};

} // namespace tessera::runner
