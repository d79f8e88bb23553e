// SPDX-License-Identifier: Apache-2.0
// One thread's code of what only kernels of warpgroups have: shared memory with its swizzles, mbarriers, copies, wgmma. Every warpgroup runs the
// whole body by itself: what Distributor calls the thread is here the thread's number in its warpgroup.
//
// Who does what:
//   - a copy, a commit, a remote arrival: one thread, the same in the whole kernel (`issuer`: the elected lane of the warpgroup's first warp);
//   - an arrival: one lane of each warp after `bar.warp.sync`, so that a phase counts four for each `tilegpu.arrive`, without stopping the
//     warpgroup. A barrier on which copies arrive too counts one for each: there the warpgroup meets first, then the issuer arrives;
//   - a wait: every thread, on a parity bit that each warpgroup keeps for each barrier (an alloca that LLVM makes a register).
//
// Addresses in shared memory are 32-bit integers. A swizzled address is `base + high + (low xor chunk)`: `low` is the byte within a row of a panel, which
// is linear over F2, so a thread's part and a register's part are computed apart and meet in one exclusive or.
#pragma once

#include "compiler/codegen/Distribute.h"

namespace tessera::codegen {

/// A part of an array in global memory or of a buffer in shared memory.
struct View {
  bool isShared = false;
  mlir::Type element;
  int64_t elementBytes = 0;
  /// Shared: the address of the buffer's first byte, an i32. Global: a pointer to the array's first element.
  mlir::Value base;
  llvm::SmallVector<int64_t> shape; // of the whole buffer or array
  int64_t swizzle = 0;              // bytes of a panel's row, 0: rows without gaps
  llvm::SmallVector<mlir::Value> offsets; // of the part's start, one an axis of the buffer; null: 0
  llvm::SmallVector<int64_t> axes;        // the buffer's axis of each of the part's axes
  bool isRemote = false;                  // of another block of the cluster
  int64_t argument = -1;                  // of the kernel, for arrays

  int64_t rank() const { return static_cast<int64_t>(shape.size()); }
  int64_t rows() const { return shape.size() < 2 ? 1 : shape[shape.size() - 2]; }
  /// Bytes from one index of `axis` to the next; of the last axis of a swizzled buffer, within a panel.
  int64_t getPitch(int64_t axis) const;
  /// Bytes from one panel to the next.
  int64_t getPanelPitch() const { return rows() * swizzle; }
};

class WarpgroupCode {
public:
  explicit WarpgroupCode(Distributor &code) : d(code), kernel(code.kernel), builder(code.builder) {}

  mlir::LogicalResult begin();
  void end();
  /// None where Distributor's own code serves.
  std::optional<mlir::LogicalResult> visit(mlir::Operation *op);
  mlir::Value getThread() { return thread; }
  /// Threads of a scalar's owner: the warpgroup's, or in a `warp_map` the warp's.
  int64_t countScalarThreads() const { return isInWarpMap ? 32 : 128; }
  /// This block's index along an axis of the cluster, null for other axes; and the cluster's extent along it.
  mlir::Value getClusterIndex(int64_t gridAxis);
  int64_t getClusterExtent(int64_t gridAxis);

private:
  using Registers = llvm::SmallVector<mlir::Value>;

  //===-- WarpgroupCode.cpp: who, machine ---------------------------------------------------------------------===//
  std::optional<mlir::LogicalResult> visitMachine(mlir::Operation *op);
  mlir::LogicalResult visitWarpMap(tilegpu::WarpMapOp op);
  void visitSync(tilegpu::SyncScope scope);
  void syncWarpgroup();
  void syncWarp();
  void syncBlock();
  void syncCluster();
  void visitFree(tilegpu::FreeOp op);
  /// Runs `body` in the one thread that issues this warpgroup's (or warp's) copies, where `predicate` (may be null) holds.
  void issue(mlir::Value predicate, llvm::function_ref<void()> body);
  mlir::Value emit(mlir::Type result, const llvm::Twine &text, llvm::StringRef constraints, mlir::ValueRange operands);

  //===-- Views.cpp -------------------------------------------------------------------------------------------===//
  mlir::LogicalResult visitAllocShared(tilegpu::AllocSharedOp op);
  void visitSubview(tilegpu::SubviewOp op);
  void visitTranspose(tilegpu::TransposeRefOp op);
  void visitReinterpret(tilegpu::ReinterpretOp op);
  void visitClusterRef(tilegpu::ClusterRefOp op);
  View getView(mlir::Value ref);
  /// The `cluster_ref` that a view of another block's buffer goes through.
  static tilegpu::ClusterRefOp getClusterRefOf(mlir::Value view);
  /// The address of the view's element at `at` (i32 constants or values, of the view's axes), before swizzling.
  mlir::Value getAddress(const View &view, llvm::ArrayRef<int64_t> at = {});
  /// The rank in the cluster of the block that has `indices` along `axes` and this block's index along the others.
  mlir::Value getRank(llvm::ArrayRef<int64_t> axes, mlir::ValueRange indices);
  mlir::Value mapToRank(mlir::Value address, mlir::Value rank);

  //===-- Accesses.cpp ----------------------------------------------------------------------------------------===//
  mlir::LogicalResult visitLoad(tilegpu::LoadOp op);
  mlir::LogicalResult visitStore(tilegpu::StoreOp op);
  template <typename OpT> View getAccessed(OpT op);
  /// How the elements of a tensor in `layout` lie in a view: axis k of the tensor runs along the buffer's axis `axes[k]` by `steps[k]`.
  struct Placement {
    layout::LinearLayout layout;
    llvm::SmallVector<int64_t> axes, steps;
  };
  template <typename OpT> Placement getPlacement(OpT op, const View &view, mlir::Type array);
  /// Where a register's element is: a pointer for each distinct part of the address that is not a constant, and the constant.
  struct Place {
    mlir::Value address; // i32 in shared memory; a pointer in global
    int64_t bytes = 0;
  };
  llvm::SmallVector<Place> getPlaces(const View &view, const Placement &placement, llvm::ArrayRef<int32_t> registers);
  llvm::SmallVector<Place> getPlacesSlowly(const View &view, const Placement &placement, llvm::ArrayRef<int32_t> registers);
  llvm::SmallVector<Place> getGlobalPlaces(const View &view, const Placement &placement, llvm::ArrayRef<int32_t> registers);
  bool isDisjoint(const layout::LinearLayout &layout);
  bool storeMatrices(tilegpu::StoreOp op, const View &view, const Placement &placement);
  bool loadMatrices(tilegpu::LoadOp op, const View &view, const Placement &placement);
  mlir::Value toPointer(const View &view, const Place &place);

  //===-- Barriers.cpp ----------------------------------------------------------------------------------------===//
  struct Barrier {
    mlir::Value address, parities;
    int64_t count = 1, arrivals = 1, each = 1; // `each`: what one `tilegpu.arrive` counts
    llvm::ArrayRef<int64_t> collective;
    mlir::Type bits;
  };
  mlir::LogicalResult declareBarrier(tilegpu::AllocBarrierOp op);
  mlir::LogicalResult visitAllocBarrier(tilegpu::AllocBarrierOp op);
  void initialize(const Barrier &barrier);
  mlir::LogicalResult visitArrive(tilegpu::ArriveOp op);
  void visitWait(tilegpu::WaitOp op);
  void visitTest(tilegpu::TestOp op);
  mlir::Value getBarrierAddress(const Barrier &barrier, mlir::Value index);
  mlir::Value getParity(const Barrier &barrier, mlir::Value index);
  void flipParity(const Barrier &barrier, mlir::Value index, mlir::Value condition);

  //===-- Copies.cpp ------------------------------------------------------------------------------------------===//
  struct Box {
    llvm::SmallVector<mlir::Value> coordinates; // of the array, innermost first
    mlir::Value address;
  };
  struct Boxes {
    llvm::SmallVector<Box> list;
    int64_t bytes = 0; // of all
  };
  mlir::LogicalResult visitCopyIn(tilegpu::CopyInOp op);
  mlir::LogicalResult visitCopyOut(tilegpu::CopyOutOp op);
  mlir::LogicalResult visitPrefetch(tilegpu::PrefetchOp op);
  mlir::LogicalResult copyByThreads(tilegpu::CopyInOp op);
  void visitWaitCopiesIn(tilegpu::WaitCopiesInOp op);
  void visitWaitCopiesOut(tilegpu::WaitCopiesOutOp op);
  mlir::FailureOr<tilegpu::TensorMapAttr> getMap(mlir::Operation *op, std::optional<uint64_t> map);
  /// `first` and `count` select a share of the copy along its axis `axis` (-1: all).
  mlir::FailureOr<Boxes> getBoxes(mlir::Operation *op, const View &array, const View *buffer, tilegpu::TensorMapAttr map,
                                  int64_t partitionAxis = -1, int64_t parts = 1, mlir::Value part = {});
  mlir::Value getMapPointer(uint64_t map);
  mlir::Value getMulticastMask(llvm::ArrayRef<int64_t> collective);
  int64_t countBlocks(llvm::ArrayRef<int64_t> collective);
  /// This block's number among those along `collective`.
  mlir::Value getCollectiveIndex(llvm::ArrayRef<int64_t> collective);

  //===-- MatrixProducts.cpp ----------------------------------------------------------------------------------===//
  struct Accumulator {
    Registers slots; // an alloca for each register
    mlir::Type word;
    tilegpu::AccumulatorType type;
    tilegpu::WgmmaOp first; // which does not add to what is there, for nothing is; null where there are zeros
  };
  mlir::LogicalResult visitAllocAccumulator(tilegpu::AllocAccumulatorOp op);
  mlir::LogicalResult visitWgmma(tilegpu::WgmmaOp op);
  void waitForWgmma(mlir::Operation *op, int64_t pending);
  mlir::LogicalResult visitReadAccumulator(tilegpu::ReadAccumulatorOp op);
  mlir::LogicalResult writeAccumulator(mlir::Operation *op, mlir::Value value, Accumulator &accumulator);
  /// For each register of `layout` the accumulator's element register; none where threads differ.
  std::optional<llvm::SmallVector<int32_t>> getAccumulatorMap(const layout::LinearLayout &layout, tilegpu::AccumulatorType type);
  /// A matrix operand in shared memory: the low word of its descriptor, and how far steps are (in units of 16 bytes).
  struct Descriptor {
    mlir::Value low;
    uint32_t high = 0;
    bool isTransposed = false; // M or N innermost
    int64_t panelBytes = 0, panelPitch = 0, linePitch = 0;
    int64_t getStep(int64_t k) const;    // to the k-th 32 bytes of K
    int64_t getTile(int64_t tile, int64_t elementBytes) const; // to the tile-th 64 lines
  };
  mlir::FailureOr<Descriptor> getDescriptor(tilegpu::WgmmaOp op, const View &view, int64_t kAxis);
  mlir::FailureOr<llvm::SmallVector<Registers>> getRegisterOperand(tilegpu::WgmmaOp op, int64_t tile);

  //===-- RegisterProducts.cpp --------------------------------------------------------------------------------===//
  mlir::LogicalResult visitMma(tilegpu::MmaOp op);
  /// As many elements as fill 32 bits, the first in the lowest.
  mlir::Value packWord(llvm::ArrayRef<mlir::Value> parts);

  //===-- Atomics.cpp, ClusterStores.cpp ----------------------------------------------------------------------===//
  template <typename OpT> llvm::SmallVector<Distributor::Group> getIndexedGroups(OpT op, mlir::Type array, int64_t vector);
  void visitGather(tilegpu::GatherOp op);
  void visitScatter(tilegpu::ScatterOp op);
  mlir::LogicalResult visitAtomic(tilegpu::AtomicRmwOp op);
  void visitSignal(tilegpu::SemaphoreSignalOp op);
  void visitSemaphoreWait(tilegpu::SemaphoreWaitOp op);
  void visitSemaphoreRead(tilegpu::SemaphoreReadOp op);
  mlir::Value broadcast(mlir::Value value);
  mlir::LogicalResult visitStoreCluster(tilegpu::StoreClusterOp op);

  //===-- Reductions.cpp --------------------------------------------------------------------------------------===//
  mlir::LogicalResult visitReduce(tilegpu::ReduceOp op);
  mlir::Value combine(tilegpu::ReduceOp op, mlir::Value a, mlir::Value b);
  mlir::Value shuffle(mlir::Value value, int32_t laneMask);
  mlir::LogicalResult visitConvert(tilegpu::ConvertLayoutOp op);
  mlir::LogicalResult combineWarps(tilegpu::ReduceOp op, const layout::LinearLayout &to, std::map<std::vector<int32_t>, mlir::Value> &results, int32_t warpBits);
  mlir::Value getScratch(int64_t bytes);

  //===-- small words -----------------------------------------------------------------------------------------===//
  mlir::Value constant(int64_t value) { return d.constant(value); }
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value add(mlir::Value a, int64_t b) { return b ? add(a, constant(b)) : a; }
  mlir::Value mul(mlir::Value a, int64_t b);
  mlir::Value shiftRight(mlir::Value a, int64_t bits);
  mlir::Value bitAnd(mlir::Value a, int64_t mask);
  mlir::Value bitXor(mlir::Value a, mlir::Value b);
  mlir::Value isEqual(mlir::Value a, int64_t b);
  mlir::Location loc() { return d.loc; }
  mlir::Type i32() { return builder.getI32Type(); }

  Distributor &d;
  tilegpu::KernelOp kernel;
  mlir::OpBuilder &builder;

  mlir::Value flatThread, thread, warp, warpgroup, issuer, elected, sharedBase, rank;
  mlir::LLVM::GlobalOp words; // static shared memory, 16 bytes a warpgroup
  bool isInWarpMap = false, readsCopies = false; // ordinary loads of what copies write
  bool storesCopied = false; // ordinary stores to arrays in global memory that copies read or write too: a commit covers these
  llvm::DenseMap<mlir::Value, View> views;
  llvm::DenseMap<mlir::Value, Barrier> barriers;
  llvm::DenseMap<mlir::Value, Accumulator> accumulators;
  llvm::SmallVector<mlir::Value> liveAccumulators;
};

/// What divides `value` for sure: a power of two, as far as constants, products and sums show it.
int64_t getKnownDivisor(mlir::Value value);

} // namespace tessera::codegen
