// SPDX-License-Identifier: Apache-2.0
// The child's side of a job's process: `tessera run-job`.
#pragma once

#include "runner/jobs/Job.h"
#include "runner/sandbox/Sandbox.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace tessera::runner {

/// What the parent writes to the child's stdin. `baselinePath`: of the artifact that a benchmark is measured beside;
/// empty without one.
llvm::json::Value makeWorkerJob(const Job &job, llvm::StringRef artifactPath, int64_t memoryBytes, sandbox::Mode mode,
                                llvm::StringRef baselinePath = "");

/// In place of a job: the child enters the sandbox, opens the device and answers with a result
/// `{ok, walls: [{name, holds, matters, why}], device: why it can't be opened}`.
llvm::json::Value makeSandboxProbe(llvm::StringRef device, int64_t memoryBytes, sandbox::Mode mode, bool notes = false);

/// All that the child sees of the server's environment.
std::vector<std::string> makeWorkerEnvironment();

/// `tessera run-job --forks`: gets ready for jobs, and splits off a process for each that its parent asks for on stdin
/// (`ForkServer`). `isForSandbox`: it makes what the sandboxes of all of these can share. Returns as `runWorkerMain`,
/// in each of these and at its own end.
int runForkServerMain(bool isForSandbox);

/// Reads a job from stdin, runs it, and writes events to stdout as JSON lines: `{"event":
/// "output"|"progress"|"result"|"problem", "data": ..}`. Returns 0 when it wrote a result or a problem, or ends the
/// process with that.
int runWorkerMain();

} // namespace tessera::runner
