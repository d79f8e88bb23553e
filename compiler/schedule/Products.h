// SPDX-License-Identifier: Apache-2.0
// What `schedule-lower-dots` decides of each matrix product, in three steps that stand in files of their own: which instruction computes it and in which types
// (ProductPlans.cpp), where its operands lie (LowerDots.cpp), and which loads run ahead (Pipeline.cpp).
#pragma once

#include "compiler/layout/ProductLayouts.h"
#include "compiler/schedule/ScheduledKernels.h"

namespace tessera::schedule {

/// A `tile.dot` and how it will be computed.
struct ProductPlan {
  tile::DotOp dot;
  tilegpu::DotInstruction instruction = tilegpu::DotInstruction::fma;
  tilegpu::DotPrecision precision = tilegpu::DotPrecision::ieee;
  /// Element types of operands and sum: those of the dot, or what they are converted to before and after.
  mlir::Type left, right, sum;
  /// The left operand is computed from another product's sum and stays in registers.
  bool isLeftInRegisters = false;
  /// All warps along the rows, because of that, here or in the product that it comes from.
  bool isRowsOnly = false;

  llvm::ArrayRef<int64_t> getShape() { return tile::getShape(dot.getType()); }
  int64_t getDepth() { return tile::getShape(dot.getLhs().getType()).back(); }
  /// How the threads hold the sum.
  layout::LinearLayout getLayout(int64_t warps);
};

/// Plans of all products of a copy, in order.
llvm::SmallVector<ProductPlan> planProducts(tile::KernelOp kernel);

/// A buffer that `store` fills with what `load` has read, for products alone; with `isCast` in another type.
struct FedBuffer {
  mlir::Operation *load; // tile.load or tile.gather, in the same block as the store
  tile::StoreOp store;
  tilegpu::AllocSharedOp buffer;
  bool isCast = false;
};

/// In each loop of the copy: loads that feed buffers are begun ahead where that is possible. `buffers` are those that the products have.
void pipelineLoads(tile::KernelOp kernel, llvm::ArrayRef<FedBuffer> buffers);

} // namespace tessera::schedule
