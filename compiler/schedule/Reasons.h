// SPDX-License-Identifier: Apache-2.0
// Why a faster plan was not possible: what of the program stands in its way, where, and what would do instead. A
// planner notes the first thing that it gives up on; who asked it tells that as a remark if nothing better was found.
#pragma once

#include "compiler/schedule/Choices.h"
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tilegpu/ir/Decisions.h"
#include "mlir/IR/Operation.h"
#include <optional>

namespace tessera::schedule {

class Reasons {
public:
  /// Answers false, for planners to return.
  bool add(mlir::Location where, const llvm::Twine &condition, const llvm::Twine &remedy = "") {
    if (!first)
      first = Reason{where, condition.str(), remedy.str()};
    return false;
  }
  bool add(mlir::Operation *op, const llvm::Twine &condition, const llvm::Twine &remedy = "") {
    return add(op->getLoc(), condition, remedy);
  }
  /// What another one has noted.
  bool take(const Reasons &other) {
    if (!first)
      first = other.first;
    return false;
  }
  /// "the condition; the remedy", empty where nothing was noted.
  std::string getText() const {
    return !first ? "" : first->condition + (first->remedy.empty() ? "" : "; " + first->remedy);
  }
  /// A remark `schedule-choice`, "`what`: the condition; the remedy", that is kept with the kernel (Decisions.h).
  void tell(mlir::Operation *kernel, const llvm::Twine &what) const {
    if (!first)
      return;
    emitDiagnostic(first->where, DiagnosticId::scheduleChoice, Severity::remark, what + ": " + getText());
    tilegpu::addDecision(
        kernel, {tilegpu::Decision::Kind::obstacle, first->where, what.str(), first->condition, first->remedy});
  }
  /// Keeps with the kernel that this is why a choice can't have this value.
  void limit(mlir::Operation *kernel, llvm::StringRef name, int64_t value) const {
    if (first)
      limitChoice(kernel, name, value, first->where, first->condition, first->remedy);
  }

private:
  struct Reason {
    mlir::Location where;
    std::string condition, remedy;
  };
  std::optional<Reason> first;
};

} // namespace tessera::schedule
