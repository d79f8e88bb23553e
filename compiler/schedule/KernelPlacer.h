// SPDX-License-Identifier: Apache-2.0
// From `tile` to `tilegpu`, operation by operation, in order. No decision is made here: a tensor's layout is what
// `schedule.layouts` says, an access's width what `schedule.vector` says as far as the layout holds neighbours
// together, and an operand that stands in another layout than its operation wants goes through a
// `tilegpu.convert_layout`. Block programs are placed as it stands here; warpgroups/PlaceWarpgroups.cpp overrides what
// programs of warpgroups have otherwise.
#pragma once

#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/LayoutRules.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "mlir/IR/IRMapping.h"

namespace tessera::schedule {

class KernelPlacer {
public:
  explicit KernelPlacer(tile::KernelOp source) : source(source), builder(source) {}
  virtual ~KernelPlacer() = default;
  /// Puts the placed kernel beside the copy, which is erased.
  void run();

protected:
  using LinearLayout = layout::LinearLayout;

  //===-- PlaceKernels.cpp: the kernel, control flow, everything that stays what it is ------------------------===//
  /// The kernel without its body, of arguments of `types`.
  virtual tilegpu::KernelOp createKernel(llvm::ArrayRef<mlir::Type> types);
  void describeArgument(tilegpu::KernelOp kernel, unsigned index, bool isRef);
  void place(mlir::Operation *op);
  /// What becomes of the operation's only result, whose layout is `layout`; null where there is none, or it is in
  /// `mapping`.
  virtual mlir::Value placeOperation(mlir::Operation *op, const LinearLayout &layout);
  void placeGeneric(mlir::Operation *op);
  void placeConstant(mlir::arith::ConstantOp op);
  /// Of a tensor that an operation takes which stays what it is; none where it takes any.
  virtual std::optional<LinearLayout> getGenericOperandLayout(mlir::OpOperand &operand);
  void placeRegion(mlir::Region &from, mlir::Region &to, mlir::Operation *op);

  //===-- PlaceArrays.cpp: what makes arrays of arrays --------------------------------------------------------===//
  mlir::Value placeArray(tile::IotaOp op, const LinearLayout &layout);
  mlir::Value placeArray(tile::BroadcastOp op, const LinearLayout &layout);
  mlir::Value placeArray(tile::TransposeOp op, const LinearLayout &layout);
  mlir::Value placeArray(tile::ReshapeOp op, const LinearLayout &layout);
  virtual mlir::Value placeArray(tile::CastOp op, const LinearLayout &layout);
  mlir::Value placeArray(tile::BitcastOp op, const LinearLayout &layout);
  mlir::Value placeArray(tile::ReduceOp op, const LinearLayout &layout);
  void placeCombination(tile::ReduceByOp op);
  void placeCombination(tile::ScanOp op);
  void placeCombine(mlir::Region &from, mlir::Region &to);
  llvm::SmallVector<mlir::Value> getCombined(mlir::Operation *op, const LinearLayout &wanted);
  void placeInlineAsm(tile::InlineAsmOp op);

  //===-- PlaceAccesses.cpp: memory, and words to the host ----------------------------------------------------===//
  mlir::Value placeAccess(tile::LoadOp op, const LinearLayout &layout);
  mlir::Value placeAccess(tile::StoreOp op, const LinearLayout &layout);
  mlir::Value placeAccess(tile::GatherOp op, const LinearLayout &layout);
  mlir::Value placeAccess(tile::ScatterOp op, const LinearLayout &layout);
  mlir::Value placeAccess(tile::AtomicRmwOp op, const LinearLayout &layout);
  mlir::Value placeAccess(tile::AtomicCasOp op, const LinearLayout &layout);
  mlir::Value placeAccess(tile::SelectRefOp op, const LinearLayout &layout);
  void placeCopy(tile::LoadOp load, mlir::Value target, mlir::Location loc);
  void placeCopy(tile::GatherOp gather, mlir::Value target, mlir::Location loc);
  mlir::Value getTarget(tile::StoreOp op);
  template <typename OpT> llvm::SmallVector<mlir::Value> getOffsets(OpT op);
  template <typename OpT> mlir::DenseI64ArrayAttr getAxes(OpT op);
  template <typename OpT> mlir::DenseI64ArrayAttr getStrides(OpT op);
  llvm::SmallVector<mlir::Value> getIndices(mlir::Operation *op, mlir::ValueRange indices, const LinearLayout &layout);
  mlir::IntegerAttr getVector(mlir::Operation *op, const LinearLayout &layout);
  tilegpu::CacheAttr getCache();
  void placeWords(tile::PrintOp op);
  void placeWords(tile::AssertOp op);

  //===-- operands --------------------------------------------------------------------------------------------===//
  /// The placed value, in `layout` if it is a tensor.
  virtual mlir::Value get(mlir::Value value, const LinearLayout &layout, mlir::Location loc) {
    return convert(mapping.lookup(value), layout, loc);
  }
  /// The placed value in whatever layout it is held, for `op`.
  virtual mlir::Value getOwn(mlir::Value value, mlir::Operation *) { return mapping.lookup(value); }
  mlir::Value convert(mlir::Value placed, const LinearLayout &layout, mlir::Location loc);
  /// The same in the layout that `op` wants where its result is held in `result`; null for null.
  mlir::Value getOperand(mlir::Operation *op, mlir::Value operand, const LinearLayout &result);
  std::pair<mlir::Value, LinearLayout> getStored(mlir::Operation *op, mlir::Value value);
  mlir::Type placeType(mlir::Type type, const LinearLayout &layout);

  tile::KernelOp source;
  mlir::OpBuilder builder;
  mlir::IRMapping mapping;
};

} // namespace tessera::schedule
