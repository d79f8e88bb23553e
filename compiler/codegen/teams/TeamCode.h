// SPDX-License-Identifier: Apache-2.0
// One thread's code of what threads do together. A *team* is those who hold a tensor: in a block kernel all warps of
// the block (1 to 32), in a kernel of warpgroups one warpgroup, each of which runs the whole body by itself. The
// thread's number is that in its team.
//
// teams/ has what every team does: views, shared memory with its swizzles, reductions, conversions, atomics.
// warpgroups/ has what only warpgroups do: mbarriers, copies by the copy engine, wgmma, clusters. There:
//   - a copy, a commit, a remote arrival: one thread, the same in the whole kernel (`issuer`: the elected lane of the
//   warpgroup's first warp);
//   - an arrival: one lane of each warp after `bar.warp.sync`, so that a phase counts four for each `tilegpu.arrive`,
//   without stopping the
//     warpgroup. A barrier on which copies arrive too counts one for each: there the warpgroup meets first, then the
//     issuer arrives;
//   - a wait: every thread, on a parity bit that each warpgroup keeps for each barrier (an alloca that LLVM makes a
//   register).
//
// Addresses in shared memory are 32-bit integers. A swizzled address is `base + high + (low xor chunk)`: `low` is the
// byte within a row of a panel, which is linear over F2, so a thread's part and a register's part are computed apart
// and meet in one exclusive or.
#pragma once

#include "compiler/codegen/Distribute.h"
#include "compiler/layout/LayoutFacts.h"

namespace tessera::codegen {

/// A part of an array in global memory or of a buffer in shared memory.
struct View {
  bool isShared = false;
  mlir::Type element;
  int64_t elementBytes = 0;
  /// Shared: the address of the buffer's first byte, an i32. Global: a pointer to the array's first element.
  mlir::Value base;
  llvm::SmallVector<int64_t> shape;       // of the whole buffer or array
  int64_t swizzle = 0;                    // bytes of a panel's row, 0: rows without gaps
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

/// How stmatrix and ldmatrix see a tensor of 16-bit elements: registers 2r and 2r + 1 are a word, eight lanes' rows of
/// 16 bytes a matrix.
struct MatrixRegisters {
  layout::LinearLayout rows; // whose lane gives the address of a row: lane 8 * m + r of row r of matrix m
  llvm::SmallVector<llvm::SmallVector<int32_t>>
      groups;                        // for each instruction, the first register of each matrix's word
  llvm::SmallVector<int32_t> starts; // the register of `rows` of each instruction
};
/// None where lanes do not hold the tensor as the instructions want it.
std::optional<MatrixRegisters> getMatrixRegisters(const layout::LinearLayout &layout, size_t columnAxis);

class TeamCode {
public:
  explicit TeamCode(Distributor &code)
      : d(code), kernel(code.kernel), builder(code.builder), isBlock(kernel.getWarpgroups() == 0),
        teamWarps(kernel.getWarpsOfTensor()) {}

  mlir::LogicalResult begin();
  void end();
  /// None where Distributor's own code serves.
  std::optional<mlir::LogicalResult> visit(mlir::Operation *op);
  mlir::Value getThread() { return thread; }
  /// The thread's number in the block.
  mlir::Value getFlatThread() { return flatThread; }
  /// Threads of a scalar's owner: the team's, or in a `warp_map` the warp's.
  int64_t countScalarThreads() const { return isInWarpMap ? tilegpu::lanesPerWarp : teamWarps * tilegpu::lanesPerWarp; }
  /// This block's index along an axis of the cluster, null for other axes; and the cluster's extent along it.
  mlir::Value getClusterIndex(int64_t gridAxis);
  int64_t getClusterExtent(int64_t gridAxis);

private:
  friend class ProductCode;
  class Combiner; // Combine.cpp: one reduction or scan by any function
  using Registers = llvm::SmallVector<mlir::Value>;

  //===-- TeamCode.cpp: who, machine ---------------------------------------------------------------------===//
  std::optional<mlir::LogicalResult> visitMachine(mlir::Operation *op);
  mlir::LogicalResult visitWarpMap(tilegpu::WarpMapOp op);
  void visitSync(tilegpu::SyncScope scope);
  /// The team's threads wait for each other, and see each other's ordinary accesses before.
  void syncTeam();
  void beginBlock();
  void syncWarp();
  void syncBlock();
  void syncCluster();
  void visitFree(tilegpu::FreeOp op);
  /// Runs `body` in the one thread that issues this warpgroup's (or warp's) copies, where `predicate` (may be null)
  /// holds.
  void issue(mlir::Value predicate, llvm::function_ref<void()> body);

public:
  /// One piece of assembly with effects.
  mlir::Value emit(mlir::Type result, const llvm::Twine &text, llvm::StringRef constraints, mlir::ValueRange operands);

private:
  //===-- Views.cpp -------------------------------------------------------------------------------------------===//
  mlir::LogicalResult visitAllocShared(tilegpu::AllocSharedOp op);
  void visitSubview(tilegpu::SubviewOp op);
  void visitTranspose(tilegpu::TransposeRefOp op);
  void visitReinterpret(tilegpu::ReinterpretOp op);
  void visitClusterRef(tilegpu::ClusterRefOp op);
  void visitAllocWorkspace(tilegpu::AllocWorkspaceOp op);
  void visitSelectRef(tilegpu::SelectRefOp op);
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
  /// How the elements of a tensor in `layout` lie in a view: axis k of the tensor runs along the buffer's axis
  /// `axes[k]` by `steps[k]`.
  struct Placement {
    layout::LinearLayout layout;
    llvm::SmallVector<int64_t> axes, steps;
  };
  template <typename OpT> Placement getPlacement(OpT op, const View &view, mlir::Type array);
  /// Where a register's element is: a pointer for each distinct part of the address that is not a constant, and the
  /// constant.
  struct Place {
    mlir::Value address; // i32 in shared memory; a pointer in global
    int64_t bytes = 0;
  };
  llvm::SmallVector<Place> getPlaces(const View &view, const Placement &placement, llvm::ArrayRef<int32_t> registers);
  llvm::SmallVector<Place> getPlacesSlowly(const View &view, const Placement &placement,
                                           llvm::ArrayRef<int32_t> registers);
  llvm::SmallVector<Place> getGlobalPlaces(const View &view, const Placement &placement,
                                           llvm::ArrayRef<int32_t> registers);
  bool isDisjoint(const layout::LinearLayout &layout);
  bool storeMatrices(tilegpu::StoreOp op, const View &view, const Placement &placement);
  bool loadMatrices(tilegpu::LoadOp op, const View &view, const Placement &placement);
  mlir::Value toPointer(const View &view, const Place &place);
  void storeMatrix(mlir::Value address, int64_t bytes, llvm::ArrayRef<int32_t> group,
                   llvm::ArrayRef<mlir::Value> values);
  void loadMatrix(mlir::Value address, int64_t bytes, llvm::ArrayRef<int32_t> group, mlir::Type element,
                  Registers &values);

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
  mlir::FailureOr<Boxes> getBoxes(mlir::Operation *op, const View &array, const View *buffer,
                                  tilegpu::TensorMapAttr map, int64_t partitionAxis = -1, int64_t parts = 1,
                                  mlir::Value part = {});
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
  /// Columns from `first` on.
  mlir::LogicalResult writeAccumulator(mlir::Operation *op, mlir::Value value, Accumulator &accumulator,
                                       int32_t first = 0);
  /// For each register of `layout` the accumulator's element register; none where threads differ.
  std::optional<llvm::SmallVector<int32_t>> getAccumulatorMap(const layout::LinearLayout &layout,
                                                              tilegpu::AccumulatorType type, int32_t first = 0);
  /// A matrix operand in shared memory: the low word of its descriptor, and how far steps are (in units of 16 bytes).
  struct Descriptor {
    mlir::Value low;
    uint32_t high = 0;
    bool isTransposed = false; // M or N innermost
    int64_t panelBytes = 0, panelPitch = 0, linePitch = 0;
    int64_t getStep(int64_t k) const;                          // to the k-th 32 bytes of K
    int64_t getTile(int64_t tile, int64_t elementBytes) const; // to the tile-th 64 lines
  };
  mlir::FailureOr<Descriptor> getDescriptor(tilegpu::WgmmaOp op, const View &view, int64_t kAxis);
  mlir::FailureOr<llvm::SmallVector<Registers>> getRegisterOperand(tilegpu::WgmmaOp op, int64_t tile);

  //===-- AsyncLoads.cpp --------------------------------------------------------------------------------------===//
  void copyGroups(mlir::Value target, mlir::Type array, mlir::Value mask, llvm::ArrayRef<int32_t> starts,
                  llvm::ArrayRef<mlir::Value> pointers, int64_t vector);
  void visitLoadAsync(tilegpu::LoadAsyncOp op);
  void visitGatherAsync(tilegpu::GatherAsyncOp op);

  //===-- RegisterProducts.cpp --------------------------------------------------------------------------------===//
  mlir::LogicalResult visitMma(tilegpu::MmaOp op);
  /// As many elements as fill 32 bits, the first in the lowest.
  mlir::Value packWord(llvm::ArrayRef<mlir::Value> parts);

  //===-- Atomics.cpp, ClusterStores.cpp ----------------------------------------------------------------------===//
  template <typename OpT>
  llvm::SmallVector<Distributor::Group> getIndexedGroups(OpT op, mlir::Type array, int64_t vector);
  void visitGather(tilegpu::GatherOp op);
  void visitScatter(tilegpu::ScatterOp op);

  //===-- Updates.cpp -----------------------------------------------------------------------------------------===//
  /// Where one element is updated: by the threads where `predicate` holds, in `space` (`.global.`), register `reg` of
  /// the operands.
  struct UpdatePlace {
    mlir::Value predicate, pointer;
    size_t reg;
    std::string space;
    bool isUsed;
  };
  mlir::LogicalResult visitAtomic(tilegpu::AtomicRmwOp op);
  mlir::LogicalResult visitAtomicCas(tilegpu::AtomicCasOp op);
  /// Updates each element once and brings what was there to all who hold it. `update` gives the old element (null where
  /// `isUsed` is false).
  template <typename OpT>
  mlir::LogicalResult updateElements(OpT op, llvm::function_ref<mlir::Value(const UpdatePlace &)> update);
  mlir::Value spreadOverLanes(mlir::Value value, int32_t lanes);
  mlir::LogicalResult spreadThroughScratch(mlir::Operation *op, Registers &values, const layout::LinearLayout &layout);

  void visitSignal(tilegpu::SemaphoreSignalOp op);
  void visitSemaphoreWait(tilegpu::SemaphoreWaitOp op);
  void visitSemaphoreRead(tilegpu::SemaphoreReadOp op);
  mlir::Value broadcast(mlir::Value value);
  mlir::LogicalResult visitStoreCluster(tilegpu::StoreClusterOp op);

  //===-- Reductions.cpp --------------------------------------------------------------------------------------===//
public:
  /// By coordinates of the result, what this thread knows of each element.
  using Parts = std::map<std::vector<int32_t>, mlir::Value>;

private:
  mlir::LogicalResult visitReduce(tilegpu::ReduceOp op);
  mlir::LogicalResult visitReduceBy(tilegpu::ReduceByOp op);
  mlir::LogicalResult visitScan(tilegpu::ScanOp op);
  mlir::Value combine(tilegpu::ReduceOp op, mlir::Value a, mlir::Value b);
  Parts combineRegisters(tilegpu::ReduceOp op, const layout::LinearLayout &to, mlir::Type type);
  void combineLanes(tilegpu::ReduceOp op, Parts &parts, int32_t laneBits);
  layout::LinearLayout combineHalves(tilegpu::ReduceOp op, Parts &parts, int32_t laneBits,
                                     const layout::LinearLayout &to);
  mlir::Value combineAll(tilegpu::ReduceOp op, mlir::Type element, mlir::Value base, int64_t count);
  mlir::FailureOr<Registers> combineWarps(tilegpu::ReduceOp op, const layout::LinearLayout &to, const Parts &parts,
                                          int32_t warpBits, const layout::LinearLayout &wanted);
  /// The address of the team's scratch for `op`, whose `getScratchBytes` is not 0; null where it has no place. Who
  /// writes there and reads what others wrote calls `syncTeam` in between; that what was there before has been read is
  /// seen to.
  mlir::Value enterScratch(mlir::Operation *op);
  mlir::Value shuffle(mlir::Value value, int32_t laneMask);
  /// An element of a tensor as it is in memory, and back; as words of 32 bits, and back.
  mlir::Value toStored(mlir::Value value);
  mlir::Value fromStored(mlir::Value value, mlir::Type element);
  llvm::SmallVector<mlir::Value> toWords(mlir::Value value);
  mlir::Value fromWords(llvm::ArrayRef<mlir::Value> words, mlir::Type type);

  //===-- Conversions.cpp -------------------------------------------------------------------------------------===//
  mlir::LogicalResult visitConvert(tilegpu::ConvertLayoutOp op);
  mlir::FailureOr<Registers> convertRegisters(mlir::Operation *op, Registers values, const layout::LinearLayout &from,
                                              const layout::LinearLayout &to);
  static Registers rename(llvm::ArrayRef<mlir::Value> values, const layout::LinearLayout &from,
                          const layout::LinearLayout &to);
  Registers convertByShuffles(llvm::ArrayRef<mlir::Value> values, const layout::LinearLayout &source);
  mlir::Value shuffleFrom(mlir::Value word, mlir::Value lane);
  llvm::SmallVector<mlir::Value> moveWords(llvm::ArrayRef<mlir::Value> values,
                                           llvm::function_ref<mlir::Value(mlir::Value)> move);
  /// A tensor written to shared memory at `base` (an i32), where `places` says, by the first of the threads and
  /// registers that hold copies; and read back.
  void storeScratch(llvm::ArrayRef<mlir::Value> values, layout::Copies copies, const layout::LinearLayout &places,
                    int64_t vector, mlir::Value base);
  Registers loadScratch(mlir::Type element, const layout::LinearLayout &places, int64_t vector, mlir::Value base);
  llvm::SmallVector<Place> getScratchPlaces(const layout::LinearLayout &places, int64_t vector, mlir::Value base,
                                            int64_t elementBytes);
  mlir::Value toSharedPointer(const Place &place);

  //===-- small words -----------------------------------------------------------------------------------------===//
  mlir::Value constant(int64_t value) { return d.constant(value); }
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value add(mlir::Value a, int64_t b) { return b ? add(a, constant(b)) : a; }
  mlir::Value mul(mlir::Value a, int64_t b);
  mlir::Value mul(mlir::Value a, mlir::Value b) { return builder.createOrFold<mlir::arith::MulIOp>(loc(), a, b); }
  mlir::Value shiftRight(mlir::Value a, int64_t bits);
  mlir::Value bitAnd(mlir::Value a, int64_t mask);
  mlir::Value bitXor(mlir::Value a, mlir::Value b);
  mlir::Value isEqual(mlir::Value a, int64_t b);
  mlir::Location loc() { return d.loc; }
  mlir::Type i32() { return builder.getI32Type(); }

  Distributor &d;
  tilegpu::KernelOp kernel;
  mlir::OpBuilder &builder;

  bool isBlock;      // not a kernel of warpgroups
  int64_t teamWarps; // that hold a tensor
  mlir::Value flatThread, thread, warp, warpgroup, issuer, elected, sharedBase, rank;
  mlir::LLVM::GlobalOp words;                    // static shared memory, 16 bytes a team
  bool isInWarpMap = false, readsCopies = false; // ordinary loads of what copies write
  bool storesCopied =
      false; // ordinary stores to arrays in global memory that copies read or write too: a commit covers these
  llvm::DenseMap<mlir::Value, View> views;
  llvm::DenseMap<mlir::Value, Barrier> barriers;
  llvm::DenseMap<mlir::Value, Accumulator> accumulators;
  llvm::SmallVector<mlir::Value> liveAccumulators;
};

/// What divides `value` for sure: a power of two, as far as constants, products and sums show it.
int64_t getKnownDivisor(mlir::Value value);

} // namespace tessera::codegen
