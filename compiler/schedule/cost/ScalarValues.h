// SPDX-License-Identifier: Apache-2.0
// Integers of one program as far as they are known before it runs: constants, the launch's scalars, the program's
// indices and what is computed of them. Trip counts and branches of a kernel mostly follow from them.
#pragma once

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>

namespace tessera::schedule {

class ScalarValues {
public:
  std::optional<int64_t> get(mlir::Value value) const;
  /// Forgets what was known where `value` is none.
  void set(mlir::Value value, std::optional<int64_t> known);
  /// The results of a scalar integer operation of `arith` (or a cast) from its operands; false where `op` is none, and
  /// then nothing changes.
  bool evaluate(mlir::Operation *op);

private:
  llvm::DenseMap<mlir::Value, int64_t> known;
};

} // namespace tessera::schedule
