// SPDX-License-Identifier: Apache-2.0
// What `tessera serve` and `tessera worker` share: jobs, each in a process of its own and in the sandbox, from wherever
// they are kept.
#pragma once

#include "runner/jobs/Dispatcher.h"
#include "runner/store/Storage.h"
#include "runner/worker/SandboxState.h"
#include "runner/worker/WorkerProcess.h"
#include <CLI/App.hpp>

namespace tessera::runner::cli {

/// How this machine runs jobs.
struct JobRunnerOptions {
  int64_t memoryMiB = 3072;
  std::string sandbox = "try", logLevel = "info", logFormat = "text";

  /// `--memory-mib`, `--sandbox`, `--log-level` and `--log-format`.
  void addTo(CLI::App &command);
  int64_t memoryBytes() const { return memoryMiB << 20; }
};

/// Processes of this binary, one a job, split off one that is ready for jobs.
class JobProcesses {
public:
  /// On a thread that stays: jobs end with it. `mode` is their sandbox's.
  explicit JobProcesses(sandbox::Mode mode);
  WorkerCommand command() { return {arguments, environment, &forks}; }

private:
  std::vector<std::string> arguments, environment;
  ForkServer forks;
};

/// Runs one leased job; all of these outlive it. `onFinished` may be null.
Dispatcher::RunJob makeRunJob(Storage &storage, JobProcesses &processes, const SandboxState &sandbox,
                              int64_t memoryBytes, std::function<void()> onFinished);

void startLogging(const JobRunnerOptions &options);
void tellSandbox(const SandboxState &sandbox);
/// `$XDG_STATE_HOME/tessera`, or its place in the home folder.
std::string getDefaultData();
/// `--artifacts`: where a fleet keeps them.
CLI::Option *addArtifactsOption(CLI::App &command, std::string &url);

} // namespace tessera::runner::cli
