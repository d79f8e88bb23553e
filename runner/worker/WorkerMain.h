// SPDX-License-Identifier: Apache-2.0
// The child's side of a job's process: `tessera worker`.
#pragma once

#include "runner/jobs/Job.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"

namespace tessera::runner {

/// What the parent writes to the child's stdin.
llvm::json::Value makeWorkerJob(const Job &job, llvm::StringRef artifactPath, int64_t memoryBytes);

/// Reads a job from stdin, runs it, and writes events to stdout as JSON lines: `{"event":
/// "output"|"progress"|"result"|"problem", "data": ..}`. Returns 0 when it wrote a result or a problem.
int runWorkerMain();

} // namespace tessera::runner
