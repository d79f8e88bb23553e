// SPDX-License-Identifier: Apache-2.0
// What the answers are made from. One a server; shared by its threads, which `store` and `metrics` bear.
#pragma once

#include "runner/api/Access.h"
#include "runner/api/McpService.h"
#include "runner/api/TokenBook.h"
#include "runner/device/DeviceInfo.h"
#include "runner/jobs/FailureCause.h"
#include "runner/store/Storage.h"
#include <array>
#include <atomic>
#include <chrono>
#include <iterator>
#include <mutex>

namespace tessera::runner::api {

struct Limits {
  uint64_t artifactBytes = uint64_t(64) << 20;
  uint64_t jsonBytes = uint64_t(1) << 20;
  uint64_t mcpBytes = uint64_t(4) << 20; // a message of `/mcp`, with a program's text
  int64_t deadlineMs = 600000; // the longest that a job may ask for
  int64_t repetitions = 10000;
  LinkRoom links;               // short links; none unless asked
  size_t linkBytes = 256 << 10; // what one stands for
};

/// How many short links are made, whoever asks: without tokens nobody else bounds that.
class LinkRate {
public:
  static constexpr double aMinute = 60;
  /// False where it is too many; as many as make a minute's may come at once.
  bool take(std::chrono::steady_clock::time_point now);

private:
  std::mutex mutex;
  double left = aMinute;
  std::chrono::steady_clock::time_point at = std::chrono::steady_clock::now();
};

// The closed lists of `/metrics`, each in the order of the enumeration that is named.
constexpr const char *tlsFailureTexts[] = {"plain-http", "refused-by-client", "version", "timeout",
                                           "left",       "malformed"};
constexpr const char *mcpEndTexts[] = {"ok", "error", "cancelled"};
constexpr const char *connectionActivityTexts[] = {"handshaking", "waiting", "receiving", "answering", "sending"};

/// Counters of `/metrics`.
struct Metrics {
  std::array<std::atomic<int64_t>, 6> responses{}; // by hundreds of the status
  std::atomic<int64_t> jobsSubmitted{0}, jobsFinished{0}, connections{0}, eventStreams{0}, connectionsShed{0},
      connectionsRefused{0};
  std::atomic<int64_t> tlsHandshakes{0}, devicesBusy{0};
  std::array<std::atomic<int64_t>, std::size(tlsFailureTexts)> tlsFailures{}; // by `http::TlsFailure`
  std::array<std::atomic<int64_t>, std::size(connectionActivityTexts)>
      connectionsByActivity{};                                                  // by `http::Connections::Activity`
  std::array<std::atomic<int64_t>, std::size(failureCauseTexts)> jobFailures{}; // by `FailureCause`
  std::array<std::atomic<int64_t>, 32> problems{};                              // by `ProblemCode`; they are fewer
  std::atomic<int64_t> mcpSessions{0}, mcpCalls{0};                    // there now; under way, those that wait too
  std::array<std::atomic<int64_t>, std::size(mcpEndTexts)> mcpEnded{}; // by `mcp::CallEnd`
};

struct Services {
  Storage &store;
  std::vector<DeviceInfo> devices;
  std::string version;
  AccessRules access;
  Limits limits;
  Metrics metrics;
  std::atomic<bool> stopping{false};
  llvm::json::Object sandbox{}; // what stands around a job, as shared/protocol/README.md describes it
  TokenBook tokens{store};
  LinkRate linkRate{};
  McpService *mcp = nullptr; // null: this runner serves none
};

} // namespace tessera::runner::api
