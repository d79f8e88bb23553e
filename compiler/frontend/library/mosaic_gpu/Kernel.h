// SPDX-License-Identifier: Apache-2.0
// A kernel of warpgroups (`plgpu.kernel`) while it is recorded, and what only such a kernel has: barriers and accumulators. Buffers in
// shared memory are Refs like any other (pallas/Refs.h), whose value is a `tilegpu.alloc_shared`.
#pragma once

#include "compiler/frontend/library/pallas/PallasCall.h"
#include "compiler/frontend/library/pallas/Refs.h"
#include "compiler/tilegpu/ir/TileGpu.h"

namespace tessera::frontend {

/// The arguments of `plgpu.kernel` that say which programs and threads there are.
struct WarpgroupMesh {
  std::vector<int64_t> grid, cluster;
  std::vector<std::string> gridNames, clusterNames; // as `repr` writes them; none or one an axis
  int64_t threads = 1;
  std::string threadName; // empty: the kernel has one, unnamed
  std::string kernelName;
  /// The launch's grid: `grid`, then `cluster`.
  std::vector<int64_t> launchGrid() const;
};

/// One kernel being recorded.
class WarpgroupKernel : public KernelMachine {
public:
  WarpgroupKernel(const WarpgroupMesh &mesh, tile::KernelOp kernel) : mesh(mesh), kernel(kernel) {}
  const WarpgroupMesh &mesh;
  tile::KernelOp kernel;
  bool isInWarp = false; // recording stands in a function that each warp runs by itself
  std::string semaphoreScope = "sys"; // of the semaphore function under way

  bool checkScope(Evaluator &evaluator, Value axes, llvm::ArrayRef<Value> types, const std::string &function) override;
  Value allocate(Evaluator &evaluator, Value type, const std::string &name) override;
  void release(Evaluator &evaluator, llvm::ArrayRef<Value> buffers) override;
  Value runState(Evaluator &evaluator, Value function, Value values, const std::string &name) override;
  bool signal(Evaluator &evaluator, PallasView *semaphore, mlir::Value count) override;
  bool waitFor(Evaluator &evaluator, PallasView *semaphore, mlir::Value count, bool decrement) override;
  Value readSemaphore(Evaluator &evaluator, PallasView *semaphore) override;
  bool delay(Evaluator &evaluator, Value nanoseconds) override;

  /// Axes of the launch's grid for names of the cluster's axes: None, one, or several. Empty with an exception pending.
  std::optional<llvm::SmallVector<int64_t>> toClusterAxes(Evaluator &evaluator, Value names, llvm::StringRef what);
  /// An array in global memory, the same for all programs: one more argument of the kernel.
  PallasRef *addGlobal(Evaluator &evaluator, llvm::ArrayRef<int64_t> shape, DType dtype, const std::string &name);
  /// The same for a counter or counters, which begin as 0.
  PallasRef *addSemaphore(Evaluator &evaluator, llvm::ArrayRef<int64_t> shape, const std::string &name);

private:
  /// Each program has its own: a part of one array.
  Value addOwnSemaphore(Evaluator &evaluator, llvm::ArrayRef<int64_t> shape, const std::string &name);
  bool isGlobalScope = false; // of the `run_scoped` under way: over all axes of the kernel
};

/// The kernel of warpgroups that is recorded; null with an exception that names `function` where there is none.
WarpgroupKernel *findKernel(Evaluator &evaluator, const std::string &function);
inline WarpgroupKernel *findKernel(Call &call) { return findKernel(call.evaluator, publicName(call.entry)); }

//===-- barriers (Barriers.cpp) -------------------------------------------------------------------------------===//

/// An array of mbarriers, or a part of one (`barrier.at[i]`).
class BarrierObject : public ExtensionObject {
public:
  BarrierObject(mlir::Value value, std::string name, llvm::ArrayRef<int64_t> extents);
  const mlir::Value value; // !tilegpu.barrier
  const std::string name;
  const Shape extents; // of the whole array
  llvm::SmallVector<AxisIndex> axes;
  Shape shape() const;
  ClassObject *type(Evaluator &evaluator) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

/// One barrier as the operations take it. Null values with an exception pending.
struct BarrierOperand {
  mlir::Value barrier, index;
};
BarrierOperand toBarrier(Evaluator &evaluator, Value value, const std::string &function);

/// Handlers of the types, which make records that `allocate` reads.
Value barrierTypeHandler(Call &call);
Value clusterBarrierTypeHandler(Call &call);
Value allocateBarrier(Evaluator &evaluator, WarpgroupKernel &kernel, RecordObject *type, const std::string &name);
Value barrierArriveHandler(Call &call);
Value barrierWaitHandler(Call &call);
Value barrierTestHandler(Call &call);

//===-- accumulators (Products.cpp) ---------------------------------------------------------------------------===//

class AccumulatorObject : public ExtensionObject {
public:
  AccumulatorObject(mlir::Value value, DType dtype, std::string name) : ExtensionObject(&tag), value(value), dtype(dtype), name(std::move(name)) {}
  const mlir::Value value; // !tilegpu.accumulator
  const DType dtype;
  const std::string name;
  Shape shape() const;
  ClassObject *type(Evaluator &evaluator) override;
  std::optional<Value> getAttribute(Evaluator &evaluator, llvm::StringRef name) override;
  void listAttributes(Evaluator &evaluator, std::vector<std::string> &names) override;
  Value getItem(Evaluator &evaluator, Value key) override;
  bool setItem(Evaluator &evaluator, Value key, Value value) override;
  std::optional<int64_t> length(Evaluator &evaluator) override;
  std::optional<std::string> repr(Evaluator &evaluator) override;
  /// All of it, after all but `pending` of the latest products are done. Null with an exception pending.
  Value read(Evaluator &evaluator, int64_t pending);
  static bool classof(const Object *o) { return ExtensionObject::hasTag(o, &tag); }

private:
  static const char tag;
};

Value accumulatorTypeHandler(Call &call);
Value accumulatorInitHandler(Call &call);
/// `type` is what either handler made. Null with an exception pending.
Value allocateAccumulator(Evaluator &evaluator, RecordObject *type, const std::string &name);
Value wgmmaHandler(Call &call);
Value wgmmaWaitHandler(Call &call);
Value accumulatorLoadHandler(Call &call);
Value mmaHandler(Call &call);

//===-- Refs (SharedMemory.cpp) -------------------------------------------------------------------------------===//

/// A view as a value that an asynchronous operation takes: of `!tile.ref`, through `tilegpu.subview`, `transpose_ref` and `reinterpret`.
/// Null with an exception pending where the view is none of memory without gaps.
mlir::Value toRefValue(Evaluator &evaluator, PallasView *view, const std::string &function);
bool isShared(PallasView *view);
/// The view of a Ref that must be in shared (or global) memory; null with an exception pending. `what` is the argument's name.
PallasView *toViewIn(Evaluator &evaluator, Value value, bool shared, llvm::StringRef what, const std::string &function);
/// A buffer in shared memory of a record that `SMEM(...)` made.
Value allocateShared(Evaluator &evaluator, RecordObject *type, const std::string &name);
/// The bytes of a swizzle that transforms ask for; 0 for rows without gaps, -1 where they say nothing. Empty with an exception pending.
std::optional<int64_t> readTransforms(Evaluator &evaluator, Value transforms, DType dtype, llvm::ArrayRef<int64_t> shape);
Value transposeRefHandler(Call &call);
/// A tuple with one tree of Refs for each group of a `plgpu.RefUnion` (Unions.cpp).
Value allocateUnion(Evaluator &evaluator, RecordObject *type, const std::string &name);

//===-- copies (Copies.cpp) -----------------------------------------------------------------------------------===//

Value copyGmemToSmemHandler(Call &call);
Value copySmemToGmemHandler(Call &call);
Value commitSmemHandler(Call &call);
Value commitGroupHandler(Call &call);
Value waitSmemToGmemHandler(Call &call);
Value waitGmemToSmemHandler(Call &call);
/// The argument `name`, how elements of `dtype` are combined with what is there. Null with an exception pending.
tilegpu::CopyReductionAttr readReduction(Call &call, llvm::StringRef name, DType dtype);
/// An i1 for a predicate; a null value and no exception for None.
std::optional<mlir::Value> toPredicate(Evaluator &evaluator, Value value, const std::string &function);

//===-- kernels (Kernels.cpp) ---------------------------------------------------------------------------------===//

Value warpgroupKernelHandler(Call &call);
Value setMaxRegistersHandler(Call &call);

} // namespace tessera::frontend
