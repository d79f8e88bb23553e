// SPDX-License-Identifier: Apache-2.0
// Where jobs come from and where their results go. One machine has SQLite behind it (runner/store); a fleet can put its
// own engine here. At-least-once with a fence: a lease names the attempt, and what an attempt that lost its lease
// reports is refused, so a job never gets two results.
#pragma once

#include "runner/jobs/FailureCause.h"
#include "runner/jobs/Job.h"
#include "runner/Result.h"
#include <array>
#include <functional>
#include <vector>

namespace tessera::runner {

/// The right to run a job until the lease is renewed no more.
struct Lease {
  Job job;
  int64_t fence = 0; // the attempt's number
};

struct QueueCounts {
  int64_t queued = 0, running = 0;
  int64_t oldestQueuedMs = 0; // how long the oldest of the queue has waited
  /// Of a fleet: how many attempts have ever ended otherwise than well, by `FailureCause`.
  std::optional<std::array<int64_t, std::size(failureCauseTexts)>> failures = std::nullopt;
};

/// Which jobs a list has.
struct JobFilter {
  std::optional<std::string> owner = std::nullopt; // only this token's
  bool isDead = false;                             // only dead letters: failed without a result, tried too often
};

class JobSource {
public:
  virtual ~JobSource() = default;

  /// A new job, or the one that `idempotencyKey` (may be empty) made before with the same request of the same owner.
  virtual Result<Job> submit(const JobRequest &request, const std::string &idempotencyKey) = 0;
  virtual Result<Job> find(const std::string &id) = 0;
  /// Newest first, those made before job `before` (may be empty).
  virtual Result<std::vector<Job>> list(int64_t limit, const std::string &before, const JobFilter &filter) = 0;
  Result<std::vector<Job>> list(int64_t limit, const std::string &before) { return list(limit, before, {}); }
  /// Events of the job with a number greater than `after`, in order.
  virtual Result<std::vector<JobEvent>> events(const std::string &id, int64_t after, int64_t limit) = 0;
  /// What the job's attempt has printed so far.
  virtual Result<std::string> output(const std::string &id) = 0;
  /// A queued job becomes cancelled; for a running one the wish is noted, and its lessee obeys. A final one stays as it
  /// is.
  virtual Result<Job> cancel(const std::string &id) = 0;
  virtual Result<QueueCounts> counts() = 0;

  /// The next queued job for `device`, by priority, fair share and age (runner/README.md), leased for `milliseconds`;
  /// nothing when there is none.
  virtual Result<std::optional<Lease>> lease(const std::string &device, int64_t milliseconds) = 0;
  /// False when the lease is lost or the job's cancellation is wished: the lessee stops.
  virtual Result<bool> renew(const Lease &lease, int64_t milliseconds) = 0;
  /// The lease's event `number`, counted from 0 without gaps. One that is there already is not told again: whoever does
  /// not know whether the last call arrived makes it once more. False when the lease is lost.
  virtual Result<bool> publish(const Lease &lease, int64_t number, const std::string &kind,
                               const llvm::json::Value &data) = 0;
  virtual Result<bool> finish(const Lease &lease, const JobOutcome &outcome) = 0;
  /// Back to the queue's front as if never leased: the runner stops, not the job's fault.
  virtual Result<bool> giveBack(const Lease &lease) = 0;
  /// The attempt has ended without an outcome: back to the queue, or, when that was so too often, to a failure that
  /// says all reasons. What it has said is forgotten if another follows. False when the lease is lost.
  virtual Result<bool> lose(const Lease &lease, LossCause cause, const std::string &reason) = 0;

  /// Called, from any thread, with a job's id after its state or events changed; without one where any may have.
  virtual void watch(std::function<void(const std::string &id)> callback) = 0;
  /// For those who run jobs. Called, from any thread, with the id of a running job whose cancellation is wished;
  /// without one where there may be a job to lease.
  virtual void watchWork(std::function<void(const std::string &id)> callback) = 0;
};

} // namespace tessera::runner
