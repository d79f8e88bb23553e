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

int64_t tessera::schedule::countLiveBeside(tile::DotOp dot) {
  auto loop = dot->getParentOfType<scf::ForOp>();
  if (!loop)
    return 0;
  auto countWords = [&](Value value) -> int64_t {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    bool isBeside =
        type && type != dot.getType() && type.getRank() == 2 && type.getDimSize(0) == tile::getShape(dot.getType())[0];
    return isBeside ? type.getNumElements() * static_cast<int64_t>(type.getElementTypeBitWidth()) / 32 : 0;
  };
  int64_t words = 0;
  for (Value carried : loop.getRegionIterArgs())
    words += countWords(carried);
  llvm::SmallDenseSet<Value> lasting;
  loop.walk([&](tile::DotOp other) {
    Value left = other.getLhs();
    bool isLasting = !traceOperand(left).load && !loop->isAncestor(left.getParentRegion()->getParentOp());
    if (isLasting && lasting.insert(left).second)
      words += countWords(left);
  });
  return words;
}

int64_t tessera::schedule::getMostLive(int64_t rows, bool hasConverter) {
  constexpr int64_t rowsOfConsumer = 64, threadsOfConsumer = 128, others = 26;
  int64_t consumers = std::clamp<int64_t>(rows / rowsOfConsumer, 1, 2),
          registers = getRoleRegisters(consumers + (hasConverter ? 1 : 0), hasConverter, Gathering::none, 0).consumer;
  return consumers * threadsOfConsumer * (registers - others);
}
