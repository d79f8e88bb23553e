// SPDX-License-Identifier: Apache-2.0
// Two findings are one when they have the same id and place; of wrong results there is one an argument, which the message names.
#include "runner/device/Findings.h"

using namespace tessera;
using namespace tessera::runner;

void Findings::add(std::vector<Diagnostic> found, uint64_t seed, bool namesSeed) {
  for (Diagnostic &diagnostic : found) {
    std::string key = std::to_string(static_cast<int>(diagnostic.id)) + diagnostic.range.file + ":" + std::to_string(diagnostic.range.begin.line) +
                      ":" + std::to_string(diagnostic.range.begin.column) + (diagnostic.id == DiagnosticId::resultDiffers ? diagnostic.message : "");
    if (!seen.insert(key).second)
      continue;
    errors += diagnostic.severity == Severity::error;
    warnings += diagnostic.severity == Severity::warning;
    if (namesSeed)
      diagnostic.note("seen under the schedule of `--seed " + std::to_string(seed) + "`");
    diagnostics.push_back(std::move(diagnostic));
  }
}
