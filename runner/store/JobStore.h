// SPDX-License-Identifier: Apache-2.0
// Jobs in a database. Whatever was answered survives `kill -9`; jobs that ran then are queued again, and failed with
// the reasons when it happens too often.
#pragma once

#include "runner/store/Database.h"
#include "runner/store/Storage.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <mutex>

namespace tessera::runner {

struct JobLimits {
  int64_t queueLimit = 1000;                // queued jobs
  int64_t keptJobs = 10000;                 // finished jobs that are remembered
  int64_t databaseBytes = int64_t(4) << 30; // SQLite's size; the oldest finished jobs go from half of it on
  int64_t jobAttempts = 2;                  // of a job whose own process dies
  int64_t machineAttempts = 20;             // of a job that the machine loses
  std::function<int64_t()> clock;           // milliseconds since 1970; the system's when empty
  std::function<int64_t()> ticks;           // milliseconds that no one sets, for leases; the system's when empty
};

class JobStore : public Storage {
public:
  using JobSource::list;
  Result<Job> submit(const JobRequest &request, const std::string &idempotencyKey) override;
  Result<Job> find(const std::string &id) override;
  Result<std::vector<Job>> list(int64_t limit, const std::string &before, const JobFilter &filter) override;
  Result<std::vector<JobEvent>> events(const std::string &id, int64_t after, int64_t limit) override;
  Result<std::string> output(const std::string &id) override;
  Result<Job> cancel(const std::string &id) override;
  Result<QueueCounts> counts() override;
  Result<Overview> overview(int64_t recent, const std::optional<std::string> &owner = std::nullopt) override;
  Result<std::optional<Lease>> lease(const std::string &device, int64_t milliseconds) override;
  Result<bool> renew(const Lease &lease, int64_t milliseconds) override;
  Result<bool> publish(const Lease &lease, int64_t number, const std::string &kind,
                       const llvm::json::Value &data) override;
  Result<bool> finish(const Lease &lease, const JobOutcome &outcome) override;
  Result<bool> giveBack(const Lease &lease) override;
  Result<bool> lose(const Lease &lease, LossCause cause, const std::string &reason) override;
  void watch(std::function<void(const std::string &id)> callback) override;
  void watchWork(std::function<void(const std::string &id)> callback) override;
  Status setDrained(const std::string &worker, bool isDrained) override;
  Result<std::vector<std::string>> drainedWorkers() override;
  Result<Job> retry(const std::string &id) override;
  Result<Job> remove(const std::string &id) override;
  Result<std::vector<Token>> tokens() override;
  Result<Token> createToken(const Token &token, std::optional<int64_t> expiresInMs) override;
  Result<Token> rotateToken(const std::string &name, const std::string &hash, int64_t graceMs) override;
  Result<Token> revokeToken(const std::string &name) override;
  Result<Token> limitToken(const std::string &name, const TokenLimits &limits) override;
  Status chargeUpload(const std::string &owner, int64_t bytes) override;
  Result<UploadRoom> uploadRoom(const std::string &owner) override;
  Result<std::optional<int64_t>> takeRequests(const std::string &owner, int64_t perMinute, int64_t wanted) override;
  Result<ArtifactInfo> findArtifact(const std::string &digest) override;
  Result<std::optional<Job>> findCached(const std::string &cacheKey,
                                        const std::optional<std::string> &owner = std::nullopt) override;
  Status putBaseline(const std::string &name, llvm::ArrayRef<BaselineEntry> entries) override;
  Result<std::vector<BaselineEntry>> readBaseline(const std::string &name) override;
  Result<KeptLink> keepLink(const std::string &hash, const std::string &content, const LinkRoom &room) override;
  Result<std::string> readLink(const std::string &id) override;

protected:
  explicit JobStore(JobLimits limits) : limits(std::move(limits)) {}

  // Each of these runs under `mutex`.
  /// Takes back jobs whose lease ran out, or every running job when a runner starts that owns them all.
  Status reclaim(bool everything, int64_t ticks);
  virtual int64_t now();
  virtual int64_t ticks();
  /// Whom a change of a job concerns: those who follow it; besides all who run jobs, as there may be one to lease; or
  /// besides the one that runs it.
  enum class Concerns { followers, anyWorker, itsWorker };
  /// Tells that a job changed, once the mutex is free: other processes, too, where there are any.
  virtual void notify(const std::string &id, Concerns whom);
  void notifyHere(const std::string &id, Concerns whom);
  void tellFollowers(const std::string &id) { tell(watchers, id); }
  void tellWorkers(const std::string &id) { tell(workWatchers, id); }
  static Problem describeMissing(const std::string &digest);
  /// So many jobs of `owner` wait, and no more may.
  static Problem describeFullQueue(const std::string &owner, int64_t queued);
  /// Unfinished jobs need `held` bytes of artifacts, and `more` beyond the `limit` are to come.
  static Problem describeFull(int64_t held, int64_t more, int64_t limit);

  JobLimits limits;
  std::string worker; // the machine that leases jobs here; empty where none does
  std::unique_ptr<Database> database;
  std::mutex mutex, watchersMutex;
  std::vector<std::function<void(const std::string &)>> watchers, workWatchers;
  int64_t lane = 0, forgottenAt = 0;  // of device time: where this process notes it, and the last period it cleared
  int64_t unpruned = 0;               // jobs that have finished here since those beyond `keptJobs` were removed
  std::vector<std::string> reclaimed; // ids to notify of once the mutex is free

  /// Of `name`, as far as the table of drained machines knows.
  Result<std::vector<std::string>> loadDrained();

private:
  void tell(const std::vector<std::function<void(const std::string &)>> &those, const std::string &id);
  // Each of these, but `whileLeased` and `changeDead`, runs under `mutex`; those that write, inside a transaction too.
  /// Jobs of one owner, device expression and priority, of which the first is `number`.
  struct Line {
    std::string owner, device;
    int64_t priority = 0, number = 0, maxRunning = 0; // at a time, of its owner; 0: any number
    int64_t running = 0, spent = 0;                   // its owner's share of the device's kind
  };
  Status findLines(int64_t ticks, std::vector<Line> &lines);
  Status findShares(const std::string &kind, int64_t now, std::vector<Line> &lines);
  Result<bool> isAtRunningLimit(const std::string &owner, int64_t most);
  Status findQueued(const std::string &device, int64_t now, int64_t ticks, std::string &id);
  /// `cuda` of `cuda:0 cuda h100`: shares are of devices of one kind.
  static std::string kindOf(llvm::StringRef device);
  Status chargeTime(const std::string &id, int64_t now);
  /// Jobs that wait when one more is to: all, those of its owner, and those that go before it.
  struct Waiting {
    int64_t all = 0, owners = 0, before = 0;
  };
  Result<Waiting> countWaiting(const JobRequest &request);
  /// How many jobs of `owner` may wait; 0: any number. Where there is a limit nobody else counts them meanwhile.
  Result<int64_t> findQueueLimit(const std::string &owner);
  Status takeBack(const std::string &id, bool everything, int64_t ticks);
  Result<bool> whileLeased(const Lease &lease, Concerns whom, llvm::function_ref<Status()> change);
  Result<Job> changeDead(const std::string &id, llvm::function_ref<Status()> change);
  Status noteLoss(const std::string &id, LossCause cause, const std::string &reason);
  Status beginAgain(const std::string &id);
  Status complete(Job &job, std::optional<int64_t> position = std::nullopt);
  Status completeBenchmark(Job &job);
  Status pruneJobs();
  Status countFailure(FailureCause cause);
  Status appendEvent(const Job &job, const std::string &kind, const std::string &data);
  Status appendState(const Job &job);
  Result<Job> load(const std::string &id, std::optional<int64_t> position = std::nullopt);
  Result<std::optional<Job>> loadLeased(const Lease &lease);
  Result<std::optional<Job>> loadByKey(const std::string &key);
  Result<Job> insert(const JobRequest &request, const std::string &idempotencyKey);
  Status setLimits(const std::string &name, const TokenLimits &limits);
  Result<Token> loadToken(const std::string &name);
  Result<Token> changeToken(const std::string &name, llvm::function_ref<Status(const Token &)> change);
};

} // namespace tessera::runner
