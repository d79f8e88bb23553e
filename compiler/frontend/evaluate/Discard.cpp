// SPDX-License-Identifier: Apache-2.0
#include "compiler/frontend/evaluate/Discard.h"

using namespace tessera::frontend;

namespace {
struct Discarded {
  std::vector<mlir::Operation *> operations;
  ~Discarded() {
    for (mlir::Operation *op : operations) {
      op->dropAllUses();
      op->destroy();
    }
  }
};
} // namespace

void tessera::frontend::discard(Evaluator &evaluator, mlir::Operation *op) {
  op->remove();
  op->dropAllReferences();
  evaluator.state<Discarded>().operations.push_back(op);
}
