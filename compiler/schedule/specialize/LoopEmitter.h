// SPDX-License-Identifier: Apache-2.0
// A planned program of loops, written as a kernel of warpgroups in recorded form. Warpgroups 0 to n - 1 are consumers,
// n is the producer:
//
// A warpgroup n + 1 there is where operands are computed in each pass, the converter: LoopConverter.cpp.
//
//     if warpgroup != n:   tell every slot of every ring that it is free
//                          the program, on this warpgroup's rows; before a product: wait for its operands; after a
//                          ring's last use: its slot is free
//     else:                the program's loops, of which only copies are left: wait until the slot is free, copy
//                          wait for what is still told
//
// A slot's barriers: `ready` gets one arrival, the copy's or the converter's; `free` one of each consumer and of the
// converter, as far as they read it.
#pragma once

#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/specialize/LoopPlan.h"
#include "compiler/schedule/specialize/PartEmitter.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace tessera::schedule {

/// Of a launch's grid: blocks of a cluster lie along it.
inline constexpr int64_t clusterAxis = 1;

class LoopEmitter {
public:
  explicit LoopEmitter(LoopPlan &plan) : plan(plan), source(plan.kernel), builder(plan.kernel) {}
  tile::KernelOp run();

private:
  //===-- LoopEmitter.cpp: the kernel, rings, loops -----------------------------------------------------------===//
  void createKernel();
  void createRings();
  void emitConsumer();
  void emitProducer();
  void beginRole(int64_t registers, bool areMore);
  /// Waits until all slots of the rings that this role fills have been given back.
  void awaitReleases(bool areComputed);
  /// Along which axes of a cluster something is shared.
  mlir::DenseI64ArrayAttr getSharing(bool isShared);
  mlir::Value getSlotRef(const Ring &ring, unsigned index, mlir::Value slot);
  mlir::Value getSlot(unsigned ring) { return slots[plan.rings[ring].group]; }
  bool isTurning(const Ring &ring) { return !plan.groups[ring.group].blocks.empty(); }
  /// The groups that go on somewhere in `op`, a loop or branch.
  llvm::SmallVector<unsigned> getGroupsIn(mlir::Operation *op);
  /// The next slot of a group, and of each that takes one whenever `block` runs and is not late.
  void advance(unsigned group);
  void advanceAll(mlir::Block &block);
  using Carry = llvm::function_ref<bool(unsigned)>;
  /// The loop with the carried values that `isCarried`, `ahead` and slots; `emitBody` fills it, and puts what `ahead`
  /// is in the next pass there.
  void emitLoop(mlir::scf::ForOp loop, Carry isCarried, llvm::function_ref<void(mlir::Block &)> emitBody,
                llvm::SmallVectorImpl<mlir::Value> &ahead);
  void emitLoop(mlir::scf::ForOp loop, Carry isCarried, llvm::function_ref<void(mlir::Block &)> emitBody) {
    llvm::SmallVector<mlir::Value> none;
    emitLoop(loop, isCarried, emitBody, none);
  }
  /// The branch with the results that `isGiven`, and slots.
  void emitBranch(mlir::scf::IfOp branch, Carry isGiven, llvm::function_ref<void(mlir::Block &)> emitBody);
  mlir::Value emitSum(const AffineSum &sum);
  mlir::Value getView(mlir::BlockArgument argument, llvm::ArrayRef<int64_t> shape);
  /// `type` in shared memory.
  static mlir::Type getShared(llvm::ArrayRef<int64_t> shape, mlir::Type element);
  mlir::Value makePart(const ArrayBox &box, mlir::Value firstRow, int64_t rows, int64_t firstColumn, int64_t columns);

  //===-- LoopProducer.cpp ------------------------------------------------------------------------------------===//
  void produceBlock(mlir::Block &block, llvm::ArrayRef<mlir::Operation *> done = {});
  void produceLoop(mlir::scf::ForOp loop);
  void produceCopy(StagedLoad &load);

  //===-- LoopConverter.cpp -----------------------------------------------------------------------------------===//
  void emitConverter();
  void convertBlock(mlir::Block &block, llvm::ArrayRef<mlir::Operation *> done = {});
  void convertLoop(mlir::scf::ForOp loop);
  bool isSureToRun(mlir::scf::ForOp loop);
  llvm::SmallVector<mlir::Operation *> hoist(mlir::scf::ForOp loop, const llvm::DenseSet<mlir::Value> &values);
  void emitWithLoadsAhead(mlir::scf::ForOp loop, const llvm::DenseSet<mlir::Value> &values, Carry isCarried,
                          llvm::function_ref<void(mlir::Block &, llvm::ArrayRef<mlir::Operation *>)> emitBody);
  /// What small loads of a pass are computed of, and they themselves, in order: `loads` are they.
  llvm::SmallVector<mlir::Operation *> findAhead(mlir::scf::ForOp loop, llvm::function_ref<bool(mlir::Value)> isNeeded,
                                                 llvm::ArrayRef<mlir::Operation *> done,
                                                 llvm::SmallVectorImpl<mlir::Operation *> &loads);
  void emitLoopAhead(mlir::scf::ForOp loop, Carry isCarried, llvm::ArrayRef<mlir::Operation *> slice,
                     llvm::ArrayRef<ArrayPart> forms, llvm::function_ref<void(mlir::Operation *)> emit,
                     llvm::function_ref<void(mlir::Block &)> emitBody);
  void consumeLoop(mlir::scf::ForOp loop);
  mlir::Value transposeIf(bool isTransposed, mlir::Value value);
  mlir::Value turn(mlir::Value value, const StagedLoad &load);
  void readSlot(mlir::Operation *op, const StagedLoad &load);
  void writeSlot(mlir::Operation *op, const StagedLoad &load);

  //===-- LoopSplit.cpp ---------------------------------------------------------------------------------------===//
  void createSplitBuffers();
  void enterFirstPart();
  void joinParts();

  //===-- LoopGather.cpp --------------------------------------------------------------------------------------===//
  tile::GatherOp gatherTurned(tile::GatherOp gather, const StagedLoad &load);
  void awaitFree(const StagedLoad &load);
  tile::StoreOp fillSlot(const StagedLoad &load, mlir::Value value);
  void gatherSlot(mlir::Operation *op, const StagedLoad &load);
  void askPassed(mlir::Operation *op, const StagedLoad &load);
  void passSlot(mlir::Operation *op, const StagedLoad &load);
  llvm::SmallVector<mlir::Operation *> findPassedAhead(mlir::scf::ForOp loop, llvm::ArrayRef<mlir::Operation *> done,
                                                       llvm::SmallVectorImpl<mlir::Operation *> &loads);
  void producePassing(mlir::scf::ForOp loop, Carry isCarried);
  llvm::SmallVector<unsigned> getGathered(mlir::Block &block);
  int64_t getLag(llvm::ArrayRef<unsigned> rings);
  void tellGathered(llvm::ArrayRef<unsigned> rings, int64_t passes);
  void awaitGathered(mlir::Block &block);
  mlir::Value getPass(mlir::scf::ForOp loop, int64_t index);
  void drainGathered(mlir::scf::ForOp loop);

  //===-- LoopConsumer.cpp ------------------------------------------------------------------------------------===//
  void consumeBlock(mlir::Block &block);
  void consume(mlir::Operation *op);
  void consumeIn(mlir::Operation *op, int64_t axis);
  void consumeProduct(tile::DotOp op);
  mlir::Value multiplyByParts(tile::DotOp op, mlir::Value beginning);
  void waitFor(unsigned ring);
  void release(unsigned ring);
  /// Of `rows` (where `areOwn`) this warpgroup's part only.
  mlir::Value getOperandRef(const OperandSource &operand, bool areOwn, int64_t rows);
  mlir::Type getPartType(mlir::Type type, int64_t axis);
  /// This warpgroup's first of `extent` rows.
  mlir::Value getFirstRow(int64_t extent);
  mlir::Value get(mlir::Value value, int64_t axis);
  Cut getCut(int64_t extent);

  mlir::Value getBeginning(tile::DotOp op);
  std::pair<mlir::Value, mlir::Value> getOperands(tile::DotOp op);

  //===-- LoopBeside.cpp --------------------------------------------------------------------------------------===//
  void readBeside(mlir::Operation *op, const StagedLoad &load);
  mlir::Value readWhole(mlir::Operation *op, const StagedLoad &load);

  //===-- LoopJoint.cpp ---------------------------------------------------------------------------------------===//
  void createJointBuffers();
  void consumeJoint(tile::DotOp op);
  void storeJoint(mlir::Operation *op, const StagedStore &store);

  //===-- LoopEffects.cpp -------------------------------------------------------------------------------------===//
  void consumeEffect(mlir::Operation *op);
  void storeBox(mlir::Operation *op, const StagedStore &store);
  void awaitStrips(mlir::Block *block);
  void copyStrip(mlir::Operation *op, const StagedStore &store, int64_t column);
  void doPart(mlir::Operation *op, int64_t axis);
  void combineRows(tile::ReduceOp op);
  /// All consumers have done all until here.
  void meet();

  //===-- LoopResident.cpp ------------------------------------------------------------------------------------===//
  void consumeResident(mlir::scf::ForOp loop);
  mlir::Value allocateSum(mlir::RankedTensorType type, mlir::Value init);
  void beginResident(tile::DotOp op, mlir::Value a, mlir::Value b);
  llvm::SmallVector<unsigned> getDeferred(mlir::scf::ForOp loop);
  /// Whether the load's slot is free a pass later than its last product is begun.
  bool isDeferred(const StagedLoad &load);
  void releaseBefore(llvm::ArrayRef<unsigned> rings);
  void emitIf(mlir::Value condition, llvm::function_ref<void()> body);

  //===-- LoopAhead.cpp ---------------------------------------------------------------------------------------===//
  void consumeAhead(mlir::scf::ForOp loop);
  mlir::Value computeLeft(mlir::scf::ForOp loop, tile::DotOp dot, mlir::Value pass);
  void readRows(mlir::Operation *op, const StagedLoad &load);

  //===-- LoopFlow.cpp ----------------------------------------------------------------------------------------===//
  /// Products of a pass of a loop that flows, in the order in which they were begun, and accumulators of early ones.
  struct Flowing {
    const Flow *flow = nullptr;
    llvm::SmallVector<mlir::Operation *> begun;
    llvm::DenseMap<mlir::Operation *, mlir::Value> early;
  };
  void consumeFlow(mlir::scf::ForOp loop);
  bool consumeFlowing(tile::DotOp op);
  void beginFlowing(tile::DotOp op, mlir::Value accumulator);

  //===-- LoopOverlap.cpp -------------------------------------------------------------------------------------===//
  /// The second product of an overlapped loop, from where it was due until its sums are read.
  struct Late {
    const Overlap *overlap;
    mlir::Value sums, left, accumulator;
    bool isRunning = false; // in the loop: the pass before has left one
  };
  void consumeOverlapped(mlir::scf::ForOp loop);
  llvm::SmallVector<mlir::Value> consumePasses(mlir::scf::ForOp loop, llvm::ArrayRef<unsigned> carried,
                                               llvm::ArrayRef<unsigned> groups);
  void awaitTurn();
  void passTurn();
  void beginTurns();
  void endTurns();
  void beginLate();
  mlir::Value finishLate();
  void putOff(tile::DotOp op);
  mlir::Value getSums();

  LoopPlan &plan;
  tile::KernelOp source, kernel;
  mlir::OpBuilder builder;
  mlir::Location loc = plan.kernel.getLoc();
  mlir::Value warpgroup;
  bool isConsumer = true;
  std::map<std::pair<void *, int64_t>, mlir::Value> parts;
  llvm::SmallVector<mlir::Value> buffers, ready, released, slots;
  llvm::SmallVector<mlir::Value> storeBuffers, splitBuffers,
      splitSums; // `splitSums`: of the program, one for each buffer
  mlir::Value splitBarrier;
  mlir::Block *stripBlock = nullptr; // of the program: whose strips were copied out last, `strips` of them
  int64_t strips = 0;
  llvm::DenseMap<mlir::Operation *, mlir::Value> kept, begun; // `kept`: accumulators of resident products, `begun`: of
  // those that go on with a sum
  llvm::DenseMap<mlir::Operation *, mlir::Value> jointBuffers; // of joint products: their left operand
  llvm::DenseMap<mlir::Operation *, mlir::Value> rowBuffers;   // of reductions along rows: each consumer's part
  mlir::Value meeting;                                         // the barrier of `meet`
  mlir::Value turns;                                           // of each consumer: whether it is its turn; or null
  llvm::DenseSet<mlir::Operation *> loadedAhead;               // in the pass before
  bool hasCopiesOut = false;
  Late *late = nullptr;
  Flowing *flowing = nullptr;
};

} // namespace tessera::schedule
