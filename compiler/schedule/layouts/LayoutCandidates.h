// SPDX-License-Identifier: Apache-2.0
// The layouts that each node of a LayoutGraph may have.
#pragma once

#include "compiler/schedule/layouts/LayoutGraph.h"

namespace tessera::schedule {

inline constexpr size_t maxCandidates = 12;

/// Gives each node that is in use its candidates, at least one.
void findCandidates(LayoutGraph &graph);

} // namespace tessera::schedule
