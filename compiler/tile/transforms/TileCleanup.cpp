// SPDX-License-Identifier: Apache-2.0
// Folding, canonical patterns, common subexpressions, dead code, dead symbols, in this order until nothing changes, which is
// soon. Not MLIR's own canonicalizer: that would also fold `math.exp` of a constant by the C library of the machine that
// compiles, and a browser and a laptop would then disagree about the last bit.
#include "compiler/support/Diagnostic.h"
#include "compiler/tile/ir/Tile.h"
#include "compiler/tile/transforms/Passes.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/FoldUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tessera;

namespace tessera::tile {
#define GEN_PASS_DEF_TILECLEANUPPASS
#include "compiler/tile/transforms/Passes.h.inc"
} // namespace tessera::tile

namespace {

constexpr int mostRounds = 8;

/// Folds every operation outside `math`, inner ones first; true when one changed. The folder erases what it replaces.
bool foldAll(Operation *root) {
  bool changed = false;
  OperationFolder folder(root->getContext());
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (op != root && !isa<math::MathDialect>(op->getDialect()) && !isa<arith::ConstantOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops)
    changed |= succeeded(folder.tryToFold(op));
  return changed;
}

/// What is pure and unused goes, users before the values that they use.
void eraseDead(Operation *root) {
  root->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isOpTriviallyDead(op))
      op->erase();
  });
}

/// Private functions that nothing calls or names, and kernels that nothing launches; true when one went. What is live
/// is followed from what stays, so that the attributes of each operation are read once, not once a symbol.
bool eraseDeadSymbols(ModuleOp module) {
  llvm::MapVector<StringAttr, Operation *> unseen;
  SmallVector<Operation *> live;
  for (Operation &op : module.getOps()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (isa<tile::KernelOp>(op) || (isa<func::FuncOp>(op) && symbol.isPrivate()))
      unseen[symbol.getNameAttr()] = &op;
    else
      live.push_back(&op);
  }
  while (!live.empty() && !unseen.empty()) {
    std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(live.pop_back_val());
    if (!uses)
      return false; // an operation that nobody knows may name any of them
    for (SymbolTable::SymbolUse use : *uses)
      if (auto *named = unseen.find(use.getSymbolRef().getRootReference()); named != unseen.end()) {
        live.push_back(named->second);
        unseen.erase(named);
      }
  }
  for (auto [name, op] : unseen)
    op->erase();
  return !unseen.empty();
}

/// A constant that folding made, or that operations of several places share, has no place: it takes its first user's.
void placeConstants(ModuleOp module) {
  module.walk([](Operation *op) {
    if (!op->hasTrait<OpTrait::ConstantLike>() || toRange(op->getLoc()).isValid())
      return;
    Operation *first = nullptr;
    for (Operation *user : op->getUsers()) {
      Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
      if (ancestor && (!first || ancestor->isBeforeInBlock(first)))
        first = ancestor;
    }
    if (first)
      op->setLoc(first->getLoc());
  });
}

struct TileCleanupPass : tile::impl::TileCleanupPassBase<TileCleanupPass> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet list(context);
    for (RegisteredOperationName name : context->getRegisteredOperations())
      if (isa<arith::ArithDialect, scf::SCFDialect, tile::TileDialect>(name.getDialect()))
        name.getCanonicalizationPatterns(list, context);
    patterns = std::move(list);
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    IRRewriter rewriter(&getContext());
    GreedyRewriteConfig config;
    config.enableFolding(false);
    bool changed = true;
    for (int round = 0; changed && round < mostRounds; ++round) {
      changed = foldAll(module);
      bool rewrote = false;
      (void)applyPatternsGreedily(module, patterns, config, &rewrote);
      DominanceInfo dominance(module);
      bool merged = false;
      eliminateCommonSubExpressions(rewriter, dominance, module, &merged);
      eraseDead(module);
      changed |= rewrote | merged | eraseDeadSymbols(module);
    }
    placeConstants(module);
  }

  FrozenRewritePatternSet patterns;
};

} // namespace
