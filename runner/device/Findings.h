// SPDX-License-Identifier: Apache-2.0
// What several schedules of one launch showed: each finding once, whatever number of schedules it was seen under.
#pragma once

#include "compiler/support/Diagnostic.h"
#include <set>
#include <string>
#include <vector>

namespace tessera::runner {

class Findings {
public:
  /// Adds those of `diagnostics` that this schedule is the first to show. `namesSeed` adds a note with the seed that shows it again.
  void add(std::vector<Diagnostic> diagnostics, uint64_t seed, bool namesSeed);

  std::vector<Diagnostic> diagnostics;
  size_t errors = 0, warnings = 0;

private:
  std::set<std::string> seen;
};

} // namespace tessera::runner
