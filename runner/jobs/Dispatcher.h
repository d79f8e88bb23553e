// SPDX-License-Identifier: Apache-2.0
// One thread a device: leases the next job, runs it in a worker process, renews the lease meanwhile, reports the
// outcome. A device never runs two jobs at once, so that timings are not each other's noise.
#pragma once

#include "runner/jobs/JobSource.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace tessera::runner {

class Dispatcher {
public:
  /// Runs one leased job to its end; `isCancelled` is polled. The real one starts a worker process; tests give others.
  using RunJob =
      std::function<JobOutcome(const Job &job, const std::function<bool()> &isCancelled,
                               const std::function<void(const std::string &, const llvm::json::Value &)> &onEvent)>;

  /// Each of `devices` is a device's id; what jobs may ask for it by besides follows it after spaces.
  Dispatcher(JobSource &source, std::vector<std::string> devices, RunJob runJob, int64_t leaseMs = 15000);
  /// Kills what runs and gives it back to the queue.
  ~Dispatcher();

  /// Takes no further jobs; waits at most `most` for what runs.
  void drain(std::chrono::milliseconds most);
  /// Takes no further jobs; what runs is stopped and given back. Returns when the threads have ended.
  void stop();

private:
  void serve(const std::string &device);
  void runOne(const Lease &lease);
  void count(int more);
  /// What a job says until the source has taken it.
  struct Events {
    int64_t taken = 0;
    std::deque<std::pair<std::string, llvm::json::Value>> waiting;
  };
  Status publish(const Lease &lease, Events &events);
  void report(const Lease &lease, const JobOutcome &outcome, Events &unsaid, std::chrono::milliseconds took);

  /// Shared with the callback that the source keeps, which may outlive the dispatcher.
  struct Signal {
    std::mutex mutex;
    std::condition_variable changed;
    uint64_t changes = 0; // counts notifications, so that none is slept through
    std::atomic<bool> stopping{false}, draining{false};
    int running = 0;                        // jobs, under `mutex`
    std::map<std::string, uint64_t> wishes; // of jobs that run, under `mutex`: how often their end was wished

    uint64_t count() {
      std::lock_guard lock(mutex);
      return changes;
    }
    void begin(const std::string &job) {
      std::lock_guard lock(mutex);
      wishes.emplace(job, 0);
    }
    void end(const std::string &job) {
      std::lock_guard lock(mutex);
      wishes.erase(job);
    }
    /// Whether somebody has wished for its end since the last call.
    bool takeWishes(const std::string &job) {
      std::lock_guard lock(mutex);
      auto found = wishes.find(job);
      return found != wishes.end() && std::exchange(found->second, 0) > 0;
    }
  };

  JobSource &source;
  RunJob runJob;
  int64_t leaseMs;
  std::shared_ptr<Signal> signal = std::make_shared<Signal>();
  std::vector<std::thread> threads;
};

} // namespace tessera::runner
