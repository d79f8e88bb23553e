// SPDX-License-Identifier: Apache-2.0
// What `/metrics` tells of the jobs that this machine runs.
#pragma once

#include "runner/api/Services.h"
#include "runner/jobs/Dispatcher.h"

namespace tessera::runner::cli {

/// `runJob`, counted in `metrics`, which outlives it.
Dispatcher::RunJob countJobs(api::Metrics &metrics, Dispatcher::RunJob runJob);

} // namespace tessera::runner::cli
