// SPDX-License-Identifier: Apache-2.0
// The runner's memory on one machine: a folder with `jobs.sqlite` and `artifacts/<sha256>`. One process at a time owns
// it. Whatever was answered survives `kill -9`; jobs that ran then are queued again, and failed with the reasons when
// it happens too often.
#pragma once

#include "runner/jobs/JobSource.h"
#include "runner/store/Database.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <mutex>

namespace tessera::runner {

struct StoreOptions {
  std::string directory;
  int64_t queueLimit = 1000;                 // queued jobs
  int64_t keptJobs = 10000;                  // finished jobs that are remembered
  int64_t databaseBytes = int64_t(4) << 30;  // the job database's size; the oldest finished jobs go from half of it on
  int64_t artifactBytes = int64_t(16) << 30; // all artifacts together
  int64_t jobAttempts = 2;                   // of a job whose own process dies
  int64_t machineAttempts = 20;              // of a job that the machine loses
  std::function<int64_t()> clock;            // milliseconds since 1970; the system's when empty
  std::function<int64_t()> ticks;            // milliseconds that no one sets, for leases; the system's when empty
};

struct ArtifactInfo {
  std::string digest;
  int64_t bytes = 0;
  std::string manifest; // JSON text
  bool created = false; // by this call
};

class Store final : public JobSource {
public:
  static Result<std::unique_ptr<Store>> open(StoreOptions options);
  ~Store() override;

  /// Keeps `bytes`, whose digest the caller has checked. The oldest artifacts that no unfinished job needs make room.
  Result<ArtifactInfo> putArtifact(const std::string &digest, llvm::ArrayRef<uint8_t> bytes,
                                   const std::string &manifest);
  Result<ArtifactInfo> findArtifact(const std::string &digest);
  /// The bytes, when they are still those of the digest; else the file goes (`artifact-altered`).
  Result<std::vector<uint8_t>> readArtifact(const std::string &digest);
  std::string artifactPath(const std::string &digest) const;
  /// Fails when the store can't be written now.
  Status probe();

  Result<Job> submit(const JobRequest &request, const std::string &idempotencyKey) override;
  Result<Job> find(const std::string &id) override;
  Result<std::vector<Job>> list(int64_t limit, const std::string &before) override;
  Result<std::vector<JobEvent>> events(const std::string &id, int64_t after, int64_t limit) override;
  Result<std::string> output(const std::string &id) override;
  Result<Job> cancel(const std::string &id) override;
  Result<QueueCounts> counts() override;
  Result<std::optional<Lease>> lease(const std::string &device, int64_t milliseconds) override;
  Result<bool> renew(const Lease &lease, int64_t milliseconds) override;
  Result<bool> publish(const Lease &lease, const std::string &kind, const llvm::json::Value &data) override;
  Result<bool> finish(const Lease &lease, const JobOutcome &outcome) override;
  Result<bool> giveBack(const Lease &lease) override;
  Result<bool> lose(const Lease &lease, LossCause cause, const std::string &reason) override;
  void watch(std::function<void(const std::string &id)> callback) override;

private:
  explicit Store(StoreOptions options) : options(std::move(options)) {}

  // Each of these, but `whileLeased`, runs under `mutex`; those that write, inside a transaction too.
  Status openDirectory();
  Status migrate();
  Status reclaim(bool everything);
  Status makeRoom(int64_t bytes);
  Status pruneJobs();
  Status appendEvent(const Job &job, const std::string &kind, const std::string &data);
  Status appendState(const Job &job);
  Result<Job> load(const std::string &id);
  Result<std::optional<Job>> loadLeased(const Lease &lease);
  Result<std::optional<Job>> loadByKey(const std::string &key);
  Result<Job> insert(const JobRequest &request, const std::string &idempotencyKey);
  Result<bool> whileLeased(const Lease &lease, llvm::function_ref<Status()> change);
  Status noteLoss(const std::string &id, LossCause cause, const std::string &reason);
  Status beginAgain(const std::string &id);
  Status complete(Job &job);
  int64_t now() const;
  int64_t ticks() const;
  void notify(const std::string &id);

  StoreOptions options;
  std::unique_ptr<Database> database;
  int lockFile = -1;
  std::mutex mutex, watchersMutex;
  std::vector<std::function<void(const std::string &)>> watchers;
  std::vector<std::string> reclaimed; // ids to notify of once the mutex is free
};

} // namespace tessera::runner
