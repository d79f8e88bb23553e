// SPDX-License-Identifier: Apache-2.0
// What those who look at a runner or a fleet want to know: who runs jobs and which, what waits, what was last and why
// it failed.
#pragma once

#include "runner/device/DeviceInfo.h"
#include "runner/jobs/Job.h"
#include <map>

namespace tessera::runner {

/// What a worker says of itself besides its devices.
struct WorkerFacts {
  std::string version;
  llvm::json::Object sandbox;                 // as of `GET /v1/devices`
  bool isDraining = false;                    // ends when its jobs have ended, takes no others
  std::map<std::string, std::string> running; // the job of each device that has one
};

/// The machine of a runner that has no fleet, where a name is needed.
inline constexpr const char *localWorker = "local";

struct WorkerInfo {
  std::string name; // empty: this machine's own
  std::vector<DeviceInfo> devices;
  WorkerFacts facts;
  std::optional<int64_t> seenAt; // when it last said so; nothing where this process is it
  bool isSilent = false;         // that is too long ago, or never: it is taken for gone
  bool isDrained = false;        // takes no further jobs until somebody undoes that
};

/// Jobs that wait for the same device.
struct WaitingJobs {
  std::string device;
  int64_t jobs = 0, oldestAt = 0;
};

struct JobSummary {
  std::string id, device;
  JobState state = JobState::queued;
  int64_t createdAt = 0, attempts = 0;
  std::optional<int64_t> startedAt, finishedAt;
  std::string reason{}; // why it failed, in a line; empty where it did not
  std::string owner{};  // of a running one: the token that asked for it
};

struct Overview {
  int64_t now = 0;                  // by the clock that all times here are of
  std::vector<WaitingJobs> waiting; // oldest first
  std::vector<JobSummary> running, recent;
};

/// What a worker tells the fleet.
llvm::json::Value toJson(const WorkerInfo &worker);
/// Fields that are missing, or of another version, are left as they are.
WorkerInfo readWorker(std::string name, const llvm::json::Value &value);

} // namespace tessera::runner
