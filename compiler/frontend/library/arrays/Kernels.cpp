// SPDX-License-Identifier: Apache-2.0
// Usage and reuse of kernels. Two recordings are the same when their bodies and arguments are, whatever their source locations:
// then the second launch names the first kernel.
#include "compiler/frontend/library/arrays/Kernels.h"
#include "compiler/frontend/evaluate/Discard.h"
#include "compiler/tile/ir/BlockPadding.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;

static void addUsage(mlir::Value ref, Usage &usage) {
  for (mlir::OpOperand &use : ref.getUses()) {
    mlir::Operation *op = use.getOwner();
    if (auto select = llvm::dyn_cast<tile::SelectRefOp>(op)) {
      addUsage(select.getResult(), usage);
      continue;
    }
    bool stores = llvm::isa<tile::StoreOp, tile::ScatterOp>(op), updates = llvm::isa<tile::AtomicRmwOp, tile::AtomicCasOp>(op);
    usage.writes |= stores || updates;
    usage.reads |= !stores;
  }
}

Usage frontend::findUsage(tile::KernelOp kernel, unsigned index) {
  Usage usage;
  addUsage(kernel.getArgument(index), usage);
  return usage;
}

static mlir::func::FuncOp findMap(mlir::ModuleOp module, tile::BlockAttr block) {
  return block && block.getIndexMap() ? module.lookupSymbol<mlir::func::FuncOp>(block.getIndexMap()) : nullptr;
}

static bool sameRegion(mlir::Region &a, mlir::Region &b) {
  return mlir::OperationEquivalence::isRegionEquivalentTo(&a, &b, mlir::OperationEquivalence::IgnoreLocations);
}

/// Blocks are the same when their maps compute the same.
static bool sameBlock(mlir::ModuleOp module, tile::BlockAttr a, tile::BlockAttr b) {
  if (!a || !b)
    return !a == !b;
  if (a.getShape() != b.getShape() || a.getArray() != b.getArray() || a.getSqueezed() != b.getSqueezed() ||
      a.getElementAxes() != b.getElementAxes())
    return false;
  mlir::func::FuncOp left = findMap(module, a), right = findMap(module, b);
  if (!left || !right)
    return !left == !right;
  return left.getFunctionType() == right.getFunctionType() && sameRegion(left.getBody(), right.getBody());
}

bool frontend::hasSameWindow(tile::KernelOp kernel, unsigned a, unsigned b) {
  return kernel.getArgumentTypes()[a] == kernel.getArgumentTypes()[b] &&
         tile::getPadding(kernel, a) == tile::getPadding(kernel, b) &&
         sameBlock(kernel->getParentOfType<mlir::ModuleOp>(), kernel.getBlock(a), kernel.getBlock(b));
}

static bool sameKernel(mlir::ModuleOp module, tile::KernelOp a, tile::KernelOp b) {
  if (a.getFunctionType() != b.getFunctionType() || a.getSource() != b.getSource() || a.getOptionsAttr() != b.getOptionsAttr())
    return false;
  for (unsigned index = 0; index < a.getNumArguments(); ++index) {
    if (a.getAccess(index) != b.getAccess(index) || a.getDivisibility(index) != b.getDivisibility(index) ||
        a.getArgumentName(index) != b.getArgumentName(index) || tile::getPadding(a, index) != tile::getPadding(b, index) || !sameBlock(module, a.getBlock(index), b.getBlock(index)))
      return false;
  }
  return sameRegion(a.getBody(), b.getBody());
}

void frontend::eraseKernel(Evaluator &evaluator, tile::KernelOp kernel) {
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
    if (mlir::func::FuncOp map = findMap(evaluator.module(), kernel.getBlock(index)))
      discard(evaluator, map);
  discard(evaluator, kernel);
}

/// `matmul_kernel` for `matmul_kernel_2`.
static llvm::StringRef baseName(llvm::StringRef name) {
  llvm::StringRef base = name.rtrim("0123456789");
  return base.size() < name.size() && base.ends_with("_") ? base.drop_back() : name;
}

tile::KernelOp frontend::reuseKernel(Evaluator &evaluator, tile::KernelOp kernel) {
  mlir::ModuleOp module = evaluator.module();
  for (auto earlier : module.getOps<tile::KernelOp>()) {
    if (earlier == kernel || baseName(earlier.getSymName()) != baseName(kernel.getSymName()) || !sameKernel(module, earlier, kernel))
      continue;
    eraseKernel(evaluator, kernel);
    return earlier;
  }
  return kernel;
}
