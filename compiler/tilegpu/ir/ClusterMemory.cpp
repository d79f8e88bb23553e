// SPDX-License-Identifier: Apache-2.0
#include "compiler/tilegpu/ir/ClusterMemory.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tilegpu;

/// Whether all that happens to the array or a view of it is that it is written.
static bool isOnlyWritten(Value ref) {
  return llvm::all_of(ref.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto store = dyn_cast<StoreOp>(user))
      return store.getRef() == ref;
    if (auto scatter = dyn_cast<ScatterOp>(user))
      return scatter.getRef() == ref;
    if (auto copy = dyn_cast<CopyOutOp>(user))
      return copy.getTarget() == ref && !copy.getReduction();
    bool isView = isa<SubviewOp, TransposeRefOp, ReinterpretOp>(user);
    return isView && isOnlyWritten(user->getResult(0));
  });
}

bool tessera::tilegpu::handsOnMemory(KernelOp kernel) {
  WalkResult found = kernel.walk([](Operation *op) {
    bool isOther = isa<ClusterRefOp, AllocWorkspaceOp, SelectRefOp>(op);
    return isOther ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (found.wasInterrupted())
    return true;
  return llvm::any_of(kernel.getBody().getArguments(), [&](BlockArgument argument) {
    if (!isa<RefType, tile::RefType>(argument.getType()))
      return false;
    // `readwrite` is also what an array is of which a part is stored, that nobody here reads.
    return kernel.getAccess(argument.getArgNumber()) != Access::read && !isOnlyWritten(argument);
  });
}
