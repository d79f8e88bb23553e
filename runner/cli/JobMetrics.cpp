// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/JobMetrics.h"

using namespace tessera::runner;

Dispatcher::RunJob cli::countJobs(api::Metrics &metrics, Dispatcher::RunJob runJob) {
  return [&metrics, runJob = std::move(runJob)](const Job &job, const std::function<bool()> &isCancelled,
                                                const auto &onEvent) {
    ++metrics.devicesBusy;
    JobOutcome outcome = runJob(job, isCancelled, onEvent);
    --metrics.devicesBusy;
    if (std::optional<FailureCause> cause = findCause(outcome))
      ++metrics.jobFailures[static_cast<size_t>(*cause)];
    return outcome;
  };
}
