// SPDX-License-Identifier: Apache-2.0
// The memory of a fleet: jobs and artifacts in PostgreSQL, which any number of front ends and workers share. Times are
// the database's. Changes are told by NOTIFY, and looked for once a second where that does not arrive.
#pragma once

#include "runner/store/ArtifactPlace.h"
#include "runner/store/JobStore.h"
#include "runner/store/PostgresDatabase.h"
#include <atomic>
#include <thread>

namespace tessera::runner {

struct FleetOptions : JobLimits {
  std::string url;                           // `postgresql://user@host/database`
  std::string worker = {};                   // the machine that runs jobs here, and follows none; empty in a front end
  std::string cache;                         // a folder for artifacts that workers of this machine run
  int64_t artifactBytes = int64_t(16) << 30; // all artifacts together
  int64_t cacheBytes = int64_t(4) << 30;
  std::shared_ptr<ArtifactPlace> artifacts = {}; // where new ones are kept; the database when null
  int64_t workerTimeoutMs = 15000;               // a worker that was not heard of for so long is not listed
};

class FleetStore final : public JobStore {
public:
  /// Connects and brings the schema up to date.
  static Result<std::unique_ptr<FleetStore>> open(FleetOptions options);
  ~FleetStore() override;

  Result<ArtifactInfo> putArtifact(const std::string &digest, llvm::ArrayRef<uint8_t> bytes,
                                   const std::string &manifest) override;
  Result<std::vector<uint8_t>> readArtifact(const std::string &digest) override;
  Result<std::shared_ptr<ArtifactReader>> openArtifact(const std::string &digest) override;
  Result<std::string> fetchArtifact(const std::string &digest) override;
  Status probe() override;
  Result<std::optional<std::vector<DeviceInfo>>> fleetDevices() override;
  Result<std::optional<std::vector<WorkerInfo>>> workers() override;

  /// What the worker `id` has. To be told again within `workerTimeoutMs`. Jobs may not ask for what is draining.
  Status announceWorker(const std::string &id, llvm::ArrayRef<DeviceInfo> devices, const WorkerFacts &facts = {});
  Status forgetWorker(const std::string &id);

protected:
  int64_t now() override;
  int64_t ticks() override { return now(); }
  void notify(const std::string &id, Concerns whom) override;

private:
  explicit FleetStore(FleetOptions options) : JobStore(options), options(std::move(options)) {
    worker = this->options.worker;
  }
  Status migrate();
  void listen();
  void trimCache(const std::string &kept);

  struct KeptArtifact {
    int64_t bytes = 0;
    std::string place; // empty: `content` is in the database
    std::vector<uint8_t> content;
  };
  /// All of it but `content`, and that too where it is wanted.
  Status loadArtifact(const std::string &digest, KeptArtifact &kept, bool withContent = true);
  class SliceReader;
  Problem forgetDamaged(const std::string &digest, const std::string &place);
  Status forgetArtifact(const std::string &digest, const std::string &place);
  Status keepArtifact(const std::string &digest, llvm::ArrayRef<uint8_t> bytes, const std::string &manifest);
  Result<std::vector<uint8_t>> readFrom(const std::string &place, const std::string &digest, int64_t bytes);

  // Bytes of artifacts have a connection of their own, so that nothing else waits for them; these run under
  // `bytesMutex`.
  Result<PostgresDatabase *> connectForBytes();
  Status makeRoom(PostgresDatabase &database, int64_t bytes);
  Status insertArtifact(PostgresDatabase &database, const std::string &digest, llvm::ArrayRef<uint8_t> bytes,
                        const std::string &manifest);
  Result<std::vector<uint8_t>> readSlice(PostgresDatabase &database, const std::string &digest, int64_t begin,
                                         int64_t bytes);
  Result<std::vector<uint8_t>> readContent(PostgresDatabase &database, const std::string &digest, int64_t bytes);
  void releaseBytes(int64_t bytes);

  FleetOptions options;
  std::mutex bytesMutex; // never taken under `mutex`
  std::unique_ptr<PostgresDatabase> bytesDatabase;
  std::atomic<bool> isStopping{false};
  std::thread listener;
  int64_t forgottenWorkersAt = 0; // when those that were lost long ago were last forgotten here
};

} // namespace tessera::runner
