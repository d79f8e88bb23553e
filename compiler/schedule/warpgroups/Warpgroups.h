// SPDX-License-Identifier: Apache-2.0
// What the passes on kernels of warpgroups share: views of buffers traced to their roots, and the small questions asked of them.
#pragma once

#include "compiler/schedule/AxisInfo.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tilegpu/ir/TileGpu.h"

namespace tessera::schedule {

/// Says why `kernel` has no schedule, as a remark; else true.
bool hasWarpgroupSchedule(tile::KernelOp kernel, const tilegpu::Target &target);

/// Fails on products that wgmma does not do.
mlir::LogicalResult checkProducts(tile::KernelOp kernel);
/// Registers that each thread begins with, 0 where nobody sets any; fails where the warpgroups can't all have what they ask for.
mlir::FailureOr<int64_t> findLaunchRegisters(tile::KernelOp kernel, const tilegpu::Target &target);

/// Refuses the program for good: what is asked for can't be done on this target.
inline mlir::InFlightDiagnostic refuse(mlir::Location loc, DiagnosticId id, const llvm::Twine &what) {
  return emitDiagnostic(loc, id, Severity::error, what);
}

inline std::string quote(const llvm::Twine &text) { return ("`" + text + "`").str(); }
std::string describe(mlir::Type type);
/// The name that the program gave to the argument or buffer that `view` is part of.
std::string getBufferName(mlir::Value view);

//===-- views -------------------------------------------------------------------------------------------------===//

/// A Ref as part of its root: a kernel's argument, a `tilegpu.alloc_shared`, or a `tilegpu.reinterpret`, which lays its bytes out anew.
struct View {
  mlir::Value root;
  llvm::SmallVector<int64_t> axes; // the root's axis of each of the view's axes
  llvm::SmallVector<mlir::Operation *> steps; // from the view to the root: what makes it
  bool isTransposed() const { return !llvm::is_sorted(axes); }
};
View traceView(mlir::Value ref);

/// `tilegpu.reinterpret` and below it, down to the allocation whose bytes these are.
mlir::Operation *getAllocation(mlir::Value root);
/// The swizzle decided for a root in shared memory, 0 before.
int64_t getSwizzle(mlir::Value root);
inline int64_t getElementBytes(mlir::Type element) { return (element.getIntOrFloatBitWidth() + 7) / 8; }
/// Rows and bytes of a row of a Ref of rank 2 or more.
int64_t getRows(mlir::Type ref);
int64_t getRowBytes(mlir::Type ref);

/// Every use of a root through views: the operation and the view that it uses. Other roots' (reinterprets') uses are not among them.
void forEachUse(mlir::Value root, llvm::function_ref<void(mlir::OpOperand &, const View &)> use);

/// An offset of a `tilegpu.subview` or slice: what divides it.
int64_t getOffsetDivisor(mlir::OpFoldResult offset, AxisInfoAnalysis &info);

} // namespace tessera::schedule
