// SPDX-License-Identifier: Apache-2.0
// Why attempts at jobs end otherwise than well: a closed list, for counting.
#pragma once

#include "runner/jobs/Job.h"
#include <iterator>

namespace tessera::runner {

enum class FailureCause { program, memory, deadline, crash, machine, artifact, internal };

/// `program`: a check, a launch or a diagnostic of the program's own; `memory`: its limit; `crash`: its process died of
/// itself; `machine`: the process or what it needs was lost; `artifact`: damaged, or gone; `internal`: a bug of ours.
constexpr const char *failureCauseTexts[] = {"program", "memory",   "deadline", "crash",
                                             "machine", "artifact", "internal"};

/// Nothing where the attempt succeeded or was cancelled.
std::optional<FailureCause> findCause(const JobOutcome &outcome);

} // namespace tessera::runner
