// SPDX-License-Identifier: Apache-2.0
// `/metrics`, in the text format of Prometheus. Every label has a closed list of values, all of which are always there:
// nobody from outside can make more of them.
#pragma once

#include "runner/api/Services.h"

namespace tessera::runner::api {

std::string writeMetrics(const Services &services, const QueueCounts &counts, size_t devices);

} // namespace tessera::runner::api
