// SPDX-License-Identifier: Apache-2.0
// A job at a runner, followed to its end, and what its end means to whoever called.
#pragma once

#include "runner/cli/Modules.h"
#include "runner/cli/Remote.h"

namespace tessera::runner::cli {

struct FollowOptions {
  bool isSilent = false;              // prints nothing of the job's
  bool cancelsWhenInterrupted = true; // else the job goes on without us
};

/// The job in its final state. Its output is printed as it comes and once, however often its runner is started again
/// meanwhile: an attempt that begins anew is told from where it says more than the one before. A runner that does not
/// answer is waited for as `RemoteRunner` has it; one that answers is asked until the job has ended.
Result<llvm::json::Value> followJob(RemoteRunner &runner, const std::string &id, const FollowOptions &options);

/// `diagnostics` of a result, perhaps of a runner of another version.
std::vector<Diagnostic> readDiagnostics(const llvm::json::Object &result);
/// The problem of a job that ended without a result.
Problem readJobProblem(const llvm::json::Object &job);

/// Prints how a job ended (its JSON with `json`, else what is wrong at the lines of `texts`), writes its timelines to
/// `timelineFile` if that is not empty, and answers the exit code.
int concludeJob(const llvm::json::Value &job, const Modules &texts, bool json, const std::string &timelineFile = "");

} // namespace tessera::runner::cli
