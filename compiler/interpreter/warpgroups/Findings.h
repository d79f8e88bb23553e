// SPDX-License-Identifier: Apache-2.0
// What a run has found wrong, each finding once: the same two lines in another step, block or schedule only count.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <tuple>
#include <vector>

namespace tessera::interpreter::warpgroups {

class Findings {
public:
  /// Notes a finding about `op` (and `other`, in either order; may be null): `describe` is asked the first time only.
  void add(DiagnosticId id, mlir::Operation *op, mlir::Operation *other, llvm::function_ref<Diagnostic()> describe);
  bool isEmpty() const { return findings.empty(); }
  /// Hands everything to `sink`, races only `withRaces`, and forgets it.
  void tell(DiagnosticSink &sink, bool withRaces = true);

private:
  struct Finding {
    Diagnostic diagnostic;
    uint64_t count = 1;
  };
  std::vector<Finding> findings;
  std::map<std::tuple<DiagnosticId, std::string, std::string>, size_t> known; // by the two lines, sorted
};

} // namespace tessera::interpreter::warpgroups
