// SPDX-License-Identifier: Apache-2.0
// A job: one artifact to run on one device, its state, and the events that its life made.
#pragma once

#include "shared/protocol/Problem.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::runner {

enum class JobState { queued, running, succeeded, failed, cancelled, timedOut };

llvm::StringRef getText(JobState state);
std::optional<JobState> parseJobState(llvm::StringRef text);
inline bool isFinal(JobState state) { return state != JobState::queued && state != JobState::running; }

struct JobOptions {
  int64_t deadlineMs = 60000; // from the start of the run
  int64_t repetitions = 1;    // timed runs of each launch, on devices that time
  bool timeline = false;      // the result tells who did what when, on devices that know
};

/// Jobs of a greater one go first, whosever they are.
constexpr int64_t leastPriority = 0, usualPriority = 5, greatestPriority = 9;

/// A job that measures instead of running (bench/Measurement.h).
struct BenchRequest {
  std::string options;  // JSON text; empty: an ordinary job
  std::string baseline; // SHA-256 of the artifact that it is measured beside; empty: none
  std::string cacheKey; // jobs of the same one have the same result; empty: no other has
};

struct JobRequest {
  std::string artifact; // SHA-256
  std::string device;
  JobOptions options;
  std::string owner = {};       // the name of the token that asks for it; empty without one
  std::string traceparent = {}; // of the request that made it, valid; empty without one
  int64_t priority = usualPriority;
  BenchRequest bench = {};
};

/// Why an attempt at a job ended without an outcome: its own process died of itself, or something else ended it.
enum class LossCause { job, machine };

llvm::StringRef getText(LossCause cause);
std::optional<LossCause> parseLossCause(llvm::StringRef text);

struct Loss {
  int64_t attempt = 0;
  LossCause cause = LossCause::machine;
  std::string reason;
  int64_t at = 0;
};

struct Job {
  std::string id;
  JobRequest request;
  JobState state = JobState::queued;
  int64_t position = 0;  // jobs of its owner that are before it in the queue; 0 when it does not wait
  int64_t createdAt = 0; // milliseconds since 1970, as all times here
  std::optional<int64_t> startedAt, finishedAt;
  int64_t attempts = 0; // times leased: the fence that makes a lost lease's results worthless
  int64_t lost = 0, failures = 0; // attempts that the machine lost, and in which its own process died
  std::vector<Loss> losses;       // all of those
  bool cancelRequested = false;
  std::string result, problem; // JSON text, or empty

  /// It was tried as often as it may be, and has no result.
  bool isDead() const { return state == JobState::failed && result.empty(); }
};

struct JobEvent {
  int64_t number = 0;     // counts from 1 within a job
  std::string kind, data; // `state`, `output`, `progress` or `result`; JSON text
};

/// How an attempt at a job ended.
struct JobOutcome {
  JobState state = JobState::failed;
  std::optional<llvm::json::Value> result;
  std::optional<protocol::Problem> problem;
  std::optional<LossCause> loss = std::nullopt; // it has no outcome, `problem` says why: the job may be tried again
};

/// As shared/protocol/README.md describes it.
llvm::json::Value toJson(const Job &job, bool withResult = true);
/// RFC 3339, UTC, with milliseconds.
std::string toTimeText(int64_t milliseconds);

} // namespace tessera::runner
