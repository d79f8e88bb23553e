// SPDX-License-Identifier: Apache-2.0
#include "compiler/schedule/specialize/LiveSums.h"
#include "compiler/schedule/specialize/Differences.h"
#include "compiler/schedule/specialize/LoopEmitter.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Whether the product is added to what was there before, which then is its accumulator.
static bool isFolded(tile::DotOp dot) {
  Operation *user = dot->hasOneUse() ? *dot->user_begin() : nullptr;
  return user && user->getBlock() == dot->getBlock() && !dot.getAcc() &&
         (isa<arith::AddFOp, arith::AddIOp>(user) || isDifference(user, dot));
}

/// Whether `value`, of `at`'s block, is needed within `at` or after it. What `at` begins with becomes its own.
static bool isNeededFrom(Value value, Operation *at) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    Operation *own = at->getBlock()->findAncestorOpInBlock(*user);
    return own && user != at && (own == at || at->isBeforeInBlock(own));
  });
}

/// Example: of `real += dot(a, c) - dot(b, d); imaginary += ..` three live at the second product: real, imaginary, and
/// the first one's, which it is subtracted from.
int64_t tessera::schedule::countLiveSums(tile::DotOp dot) {
  int64_t count = isFolded(dot) ? 0 : 1;
  for (Operation *at = dot; at && !isa<tile::KernelOp>(at); at = at->getParentOp()) {
    auto isLive = [&](Value value) {
      return value.getType() == dot.getType() && !matchPattern(value, m_Constant()) && isNeededFrom(value, at);
    };
    for (Operation &op : llvm::make_range(at->getBlock()->begin(), at->getIterator()))
      if (isa<scf::ForOp, tile::DotOp>(op) || op.hasTrait<OpTrait::Elementwise>())
        count += llvm::count_if(op.getResults(), isLive);
    if (auto loop = dyn_cast<scf::ForOp>(at->getParentOp()))
      count += llvm::count_if(loop.getRegionIterArgs(), isLive);
  }
  return std::max<int64_t>(count, 1);
}

int64_t tessera::schedule::getMostLive(int64_t rows) {
  constexpr int64_t rowsOfConsumer = 64, threadsOfConsumer = 128, others = 26;
  int64_t consumers = std::clamp<int64_t>(rows / rowsOfConsumer, 1, 2);
  return consumers * threadsOfConsumer * (workerRegisters[consumers] - others);
}
