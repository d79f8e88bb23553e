// SPDX-License-Identifier: Apache-2.0
// Programs of loops with matrix products (attention and its like) as kernels of warpgroups: who does what.
//
// One warpgroup, the producer, copies boxes of arrays to shared memory. The consumers each own a part of the rows of
// every block: what is computed from a product's rows is cut along them, what is the same for all rows is computed by
// each. So an array of the program becomes, in a consumer, its rows' part (of `axis`), or the whole (`axis` -1); one
// array can be needed in both forms.
#pragma once

#include "compiler/schedule/specialize/LoopBoxes.h"
#include "compiler/schedule/specialize/SumRegisters.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <map>

namespace tessera::schedule {
class AxisInfoAnalysis;

/// A value in one of its forms.
using ArrayPart = std::pair<mlir::Value, int64_t>;
inline constexpr int64_t wholeArray = -1;

/// An operand of a product as a load's result, some transpositions away.
struct OperandSource {
  mlir::Operation *load = nullptr;
  bool isTransposed = false; // against the box in memory
};

/// What goes through shared memory: a load, whose box the producer copies, or what the converter computes of such (then
/// `box` is how that lies, and of an argument that it comes from). And what of the program's order it is tied to.
struct StagedLoad {
  ArrayBox box;
  mlir::Type elementType;
  bool isComputed = false, isRead = false; // by the converter
  bool isGathered = false;                 // copied by the producer's threads: see LoopGather.cpp
  bool isPassed = false;                   // so, through their registers
  bool isHeld = false;                     // in registers, by consumers: see LoopAhead.cpp
  bool isBeside = false;                   // so, and no operand: see LoopBeside.cpp
  bool isReadWhole = false;                // an operand, and each consumer reads all of it where else it is used
  bool isTurned = false;                   // computed of what lies the other way round
  unsigned ring = 0;
  llvm::SmallVector<mlir::Operation *> uses;         // products
  mlir::Operation *first = nullptr, *last = nullptr; // of them, the operations of the load's own block that they are in
  bool isLate = false;                               // read a pass after it was due, see Overlap
  mlir::Operation *lastReader = nullptr;             // of the same block, where it `isReadWhole`
  /// What has to be done before the slot is free.
  mlir::Operation *getEnd() const {
    return lastReader && (!last || last->isBeforeInBlock(lastReader)) ? lastReader : last;
  }
  bool isConsumed() const { return isHeld || !uses.empty(); }
};

/// A loop whose pass multiplies twice, with work in registers between: `first` gives scores, of which `second` makes
/// the next of the carried sums. Then the second product of a pass is begun in the next one, behind the first, and runs
/// while the scores are worked on.
struct Overlap {
  mlir::Operation *front;                 // the first of the products whose sum `first` completes
  mlir::Operation *first, *second, *load; // `load`: of the second's right operand
  unsigned index;                         // of the carried sums
  mlir::Operation *use;                   // what needs the sums first, in the next pass
};

/// A loop of several products of which the sums of some are only added to, pass after pass: these run on beside what
/// follows them in the pass. `early`: products of what lies in shared memory, all begun where the first of them stands.
struct Flow {
  llvm::SmallVector<unsigned> sums;                     // carried
  llvm::DenseMap<mlir::Operation *, unsigned> products; // that add to them, one each
  llvm::SmallVector<mlir::Operation *> early;
};

/// A store through shared memory, so many columns at once: in a ring's only slot, which nobody needs any more, or in a
/// buffer.
struct StagedStore {
  ArrayBox box;
  int ring = -1;
  int64_t strip = 0;
  unsigned buffer = 0;
};

/// What stores go through, one strip after the other: while one is copied out of half of it the next is written to the
/// other half.
struct StoreBuffer {
  llvm::SmallVector<int64_t, 2> shape; // of a strip
  mlir::Type elementType;
  int64_t turns = 1;
  bool isJoint = false; // a turn is a consumer's
  int64_t getBytes() const;
};

/// Buffers of one shape that loads take turns in.
struct Ring {
  llvm::SmallVector<int64_t, 2> shape;
  mlir::Type elementType;
  int64_t slots = 1;
  /// One a block, of blocks in loops that run one after the other; or one outside of loops.
  llvm::SmallVector<mlir::Operation *> loads;
  unsigned group = 0;
  bool isShared = false; // by the blocks of a cluster: each copies its part to all
  int64_t getBytes() const;
};

/// Rings that go on together: one slot number for all.
struct RingGroup {
  llvm::SmallVector<mlir::Block *> blocks; // of each ring's loads: loops' bodies and branches in loops
  bool isLate = false;
  int64_t slots = 1;
};

struct LoopPlan {
  tile::KernelOp kernel;
  const tilegpu::Target *target = nullptr;
  int64_t consumers = 1;
  int64_t split = 1; // blocks that share the passes of `splitLoop`, see LoopSplit.cpp
  mlir::scf::ForOp splitLoop;
  mlir::Value splitPart; // which of them this is
  int64_t cluster = 1;   // blocks with rows one below the other, which share what lies along columns
  RoleRegisters registers;
  int64_t stepParts = 1;     // of the columns of products that are summed by step, done one after the other
  bool hasConverter = false; // a warpgroup that computes operands of products in each pass, see LoopConverter.cpp
  llvm::SmallVector<Ring> rings;
  llvm::SmallVector<RingGroup> groups;
  llvm::MapVector<mlir::Operation *, StagedLoad> staged;
  llvm::DenseMap<mlir::Value, int64_t> carriedAxes; // of arrays that loops carry and branches give
  llvm::DenseSet<ArrayPart> demanded;               // what consumers need
  llvm::DenseSet<mlir::Operation *> live; // operations that a consumer does for their effect or to have such inside
  /// Of stores and the like: their rows' axis, or the whole by the first consumer.
  llvm::MapVector<mlir::Operation *, int64_t> effectAxes;
  llvm::MapVector<mlir::Operation *, int64_t> combined; // reductions of all consumers' rows, which are along this axis
  llvm::DenseSet<mlir::Operation *> meetings;           // effects before which all consumers' earlier ones must be done
  llvm::MapVector<mlir::Operation *, mlir::Operation *> joint; // products along rows, and what adds them to memory
  llvm::DenseSet<mlir::Value> producerValues;                  // scalars that the producer needs
  llvm::DenseSet<mlir::Operation *> producerOps;               // loops and branches with copies in them
  llvm::DenseSet<mlir::Value> converterValues;                 // what the converter needs, arrays as a whole
  llvm::DenseSet<mlir::Operation *> converterOps;              // loops with operands that it computes
  llvm::DenseMap<mlir::Operation *, Overlap> overlaps;         // by loop
  bool takesTurns = false;                       // consumers begin the products of such loops one after the other
  llvm::DenseSet<mlir::Operation *> askedAhead;  // loads in registers, once it is written
  llvm::DenseMap<mlir::Operation *, Flow> flows; // by loop
  llvm::DenseMap<mlir::Operation *, tile::DotOp>
      aheads; // by loop: its product, of a left operand computed a pass ahead
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<unsigned>>
      residents;                                                // by loop: the carried sums that stay in accumulators
  llvm::DenseMap<mlir::Operation *, unsigned> residentProducts; // that add to them, and to which
  llvm::DenseSet<mlir::Operation *> awaited;                    // of these, in loops where a branch may leave one out
  llvm::DenseSet<mlir::Value> residentResults;                  // of such branches: the sums
  llvm::MapVector<mlir::Operation *, StagedStore> stores;       // stores that the copy engine does
  llvm::SmallVector<StoreBuffer> storeBuffers;
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> folded;    // a product and the addition that it does
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> additions; // the other way round
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> chained;   // a product and the next that adds to its sum at once

  int64_t getPart(int64_t extent) const { return extent / consumers; }
  /// The first store that goes through this one of `storeBuffers`; null where none does.
  const StagedStore *findStore(unsigned buffer) const;
  bool isStaged(mlir::Operation *op) const { return staged.count(op); }
  bool isDemanded(mlir::Value value) const;
  /// Warpgroups that work on arrays, the producer not counted.
  int64_t getWorkers() const { return consumers + (hasConverter ? 1 : 0); }
  /// An operand of a product as what of it goes through shared memory, else as `traceOperand` does.
  OperandSource trace(mlir::Value operand) const;
  /// Whether consumers, and the converter, read a ring's slots.
  bool isConsumed(const Ring &ring) const { return staged.find(ring.loads.front())->second.isConsumed(); }
  bool isRead(const Ring &ring) const { return staged.find(ring.loads.front())->second.isRead; }
  bool isComputed(const Ring &ring) const { return staged.find(ring.loads.front())->second.isComputed; }
  /// Whether something is gathered, through registers, and in `loop`.
  bool isGathering() const;
  bool isPassing() const;
  bool isGathered(mlir::scf::ForOp loop) const;
  bool isJointEffect(mlir::Operation *op) const {
    return llvm::any_of(joint, [&](const auto &entry) { return entry.second == op; });
  }
};

/// The operands of `op`, which is no product, in the forms that its result's part (`axis` of it) needs; none where rows
/// can't be cut there.
std::optional<llvm::SmallVector<ArrayPart>> getOperandParts(mlir::Operation *op, int64_t axis);
OperandSource traceOperand(mlir::Value value);
/// A load of two axes within `loop` that `value` is computed of in each pass; null where there is none, or where it is
/// computed of another product.
mlir::Operation *findLoadOfPass(mlir::Value value, mlir::scf::ForOp loop);
/// Whether the left operand of `dot` is computed row by row of loaded boxes, in a loop that does nothing else:
/// `sources` are they.
bool findAhead(tile::DotOp dot, llvm::function_ref<bool(mlir::Operation *)> isBox,
               llvm::SmallVectorImpl<mlir::Operation *> &sources);
/// The axis along which the threads of a warpgroup can copy what a loop's pass gathers, some bytes at a time, and
/// whether through their registers (LoopGather.cpp).
struct GatheredAxis {
  int64_t along;
  bool isPassed = false;
};
/// Finds what the converter has to do for an operand that `box`es are read for.
class ConverterPlanner {
public:
  using GetBox = llvm::function_ref<std::optional<ArrayBox>(mlir::Operation *)>;
  using FindAxis = llvm::function_ref<std::optional<GatheredAxis>(mlir::Operation *)>;
  ConverterPlanner(LoopPlan &plan, GetBox getBox, FindAxis findGathered, Reasons &reasons)
      : plan(plan), getBox(getBox), findGathered(findGathered), reasons(reasons) {}
  bool compute(mlir::Value operand, tile::DotOp dot);

private:
  bool need(mlir::Value value);
  bool needCarried(mlir::scf::ForOp loop, unsigned index);
  bool needLoad(mlir::Operation *load);
  bool keep(mlir::Operation *op);
  std::optional<bool> isTransposed(mlir::Value value);

  LoopPlan &plan;
  GetBox getBox;
  FindAxis findGathered;
  Reasons &reasons;
};
/// None where they can't.
std::optional<GatheredAxis> findGatheredAxis(mlir::Operation *load, AxisInfoAnalysis &info);
/// Whether a slice can pass through registers, once it is in a loop; with extents that may become others yet unless
/// `areExtentsLast`.
bool isPassable(mlir::Operation *load, bool areExtentsLast = true);
/// Stages a load as copied so, and as this operand of `dot`.
StagedLoad &stageGathered(LoopPlan &plan, mlir::Operation *load, GatheredAxis gathered);
bool stageGathered(LoopPlan &plan, tile::DotOp dot, unsigned operand, GatheredAxis gathered, Reasons &reasons);
/// Finds what the producer computes: where copies begin, and which there are. Once all loads are staged.
bool planProducer(LoopPlan &plan, Reasons &reasons);
/// On a program whose blocks come in clusters of so many; on the number that the blocks of one have in common.
inline constexpr llvm::StringLiteral clusterName = "schedule.cluster", clusterNumberName = "schedule.cluster_number";
/// On a program whose depth so many blocks share, and on the number of one of them.
inline constexpr llvm::StringLiteral splitName = "schedule.split", splitPartName = "schedule.split_part";
mlir::scf::ForOp findSplitLoop(tile::KernelOp kernel);
/// Leaves the loop this part's passes.
void splitPasses(tile::KernelOp kernel, mlir::Value part, int64_t split);
/// Fills in how passes are shared; false where they can't be.
bool planSplit(LoopPlan &plan, Reasons &reasons);
bool checkSplitCopies(const LoopPlan &plan, Reasons &reasons);
int64_t countSplitBytes(LoopPlan &plan);
/// On a loop over programs, which were side by side.
inline constexpr llvm::StringLiteral programsName = "schedule.programs";
/// Finds rings that hold the same in all blocks of a cluster.
void findShared(LoopPlan &plan);
/// On a product of all of its depth at once: why it did not become a loop.
inline constexpr llvm::StringLiteral wholeDepthName = "schedule.whole_depth";
/// Whether warpgroups multiply so within a larger program, `depth` (or all of it) at a time; with rows and columns that
/// may become others yet unless `areExtentsLast`.
bool checkProduct(tile::DotOp dot, Reasons &reasons, std::optional<int64_t> depth = std::nullopt,
                  bool areExtentsLast = true);
/// Bytes that a pass's product should have of the depth: rows that lie swizzled in shared memory are so wide, at most.
inline constexpr int64_t bytesOfPass = 128;
/// Bits of an element as it is multiplied: 8-bit floats that lie across the depth are as f16 where the other operand is
/// computed.
int64_t getMultipliedBits(tile::DotOp dot, AffineAnalysis &affine);
/// What a product's operands are computed of in each pass, or turned; null where they are loaded as they are
/// multiplied. A left one may be computed in registers (LoopAhead.cpp). And their bytes as they are multiplied.
struct OperandWork {
  mlir::Operation *left = nullptr, *right = nullptr;
  bool isLeftAhead = false;
  int64_t leftBytes = 0, rightBytes = 0;
};
OperandWork findOperandWork(tile::DotOp dot, AffineAnalysis &affine);
/// Sums like the product's that its loop carries, its own among them: registers hold all at once.
int64_t countSums(tile::DotOp dot);
/// 8-bit floats: the tensor core keeps 13 bits of a sum of theirs, so sums of products are added up as f32.
bool isSummedByStep(tile::DotOp dot);
/// Operands that lie in memory as wgmma does not take them: marked as computed, by an operation that leaves them as
/// they are.
class OperandTurns {
public:
  /// Whether what is loaded lies the other way round in memory; none where that is not known.
  using FindOrder = llvm::function_ref<std::optional<bool>(mlir::Operation *)>;
  void turn(tile::DotOp dot, unsigned index, FindOrder isTransposed);
  void undo();

private:
  llvm::SmallVector<mlir::Operation *> turns;
};

/// The block that takes a slot of the load's ring whenever it runs; null outside of loops.
inline mlir::Block *getTurn(mlir::Operation *load) {
  return load->getParentOfType<mlir::scf::ForOp>() ? load->getBlock() : nullptr;
}

/// Loads of one and the same element become loads of one element.
void shareElements(tile::KernelOp kernel);

//===-- RowAxes.cpp ---------------------------------------------------------------------------------------------===//

/// The axis of each array along which rows of a product lie; of others nothing. `joint` products have no rows.
using RowAxes = llvm::DenseMap<mlir::Value, int64_t>;
RowAxes findRowAxes(tile::KernelOp kernel, const llvm::MapVector<mlir::Operation *, mlir::Operation *> &joint);
/// The axis along which an effect is shared out: its operands', or that of other effects on the same block.
int64_t getEffectAxis(mlir::Operation *op, const RowAxes &rowAxes);

//===-- LoopBeside.cpp ------------------------------------------------------------------------------------------===//

/// Lets the producer copy what consumers load beside products in each pass, where it can. Once it is known what is
/// needed.
void stageBeside(LoopPlan &plan, AffineAnalysis &affine, ConverterPlanner::GetBox getBox);
/// Lets consumers read operands that are used for something else, too, from where they are multiplied.
void readOperands(LoopPlan &plan);

//===-- LoopJoint.cpp -------------------------------------------------------------------------------------------===//

/// Fills in `plan.joint`, and says where rows are.
RowAxes findJointProducts(LoopPlan &plan);
/// What the left operand of a joint product turns: an array that has rows.
mlir::Value getJointRows(tile::DotOp dot);

//===-- EffectOrder.cpp -----------------------------------------------------------------------------------------===//

/// What changes memory or says something.
bool isEffect(mlir::Operation *op);
/// The array that `op` reads or writes; null for other operations.
mlir::Value getAccessedArray(mlir::Operation *op);
/// Whether warpgroups can do what the program does beside computing, each its part.
bool checkEffects(tile::KernelOp kernel, Reasons &reasons);
/// Whether all that is done comes out as if it were done in the program's order, once it is planned who does what.
bool checkOrder(LoopPlan &plan, AffineAnalysis &affine, Reasons &reasons);
/// Whether the copy engine, which threads' accesses are in no order with, may do this effect on `box`.
bool canCopyOut(LoopPlan &plan, AffineAnalysis &affine, mlir::Operation *effect, const ArrayBox &box);

/// Whether `operand` of `dot` is read from shared memory.
bool isStagedIn(LoopPlan &plan, mlir::Value operand, mlir::Operation *dot);
/// Whether the left operand of `dot` stays as it is while other products are begun: it lies in shared memory, or in
/// registers that hold the same in all passes.
bool isSteady(LoopPlan &plan, tile::DotOp dot);
/// Finds products whose sums another one goes on with: between them nothing is awaited.
void findChains(LoopPlan &plan);
/// Finds loops whose products can overlap, once all else but rings is planned.
void findOverlaps(LoopPlan &plan);
/// And sums that need not leave their accumulators between passes.
void findResidents(LoopPlan &plan);
/// And, of the loops that are left, those where some sums do not.
void findFlows(LoopPlan &plan);

/// The bytes of shared memory with so many slots of each ring that turns, which it sets.
int64_t countBytes(LoopPlan &plan, int64_t slots);

/// None where the program is of another kind or asks for more than there is: `reasons` says why.
/// And where shared memory holds fewer than `fewestSlots` of what is copied in loops.
std::optional<LoopPlan> planLoops(tile::KernelOp kernel, const tilegpu::Target &target, Reasons &reasons,
                                  int64_t fewestSlots = 1);
/// Writes the kernel of warpgroups beside the program's.
tile::KernelOp emitLoops(LoopPlan &plan);
/// Empty where every operation of a kernel of warpgroups has a schedule, else what has none
/// (warpgroups/SelectWarpgroups.cpp).
std::string findWarpgroupObstacle(tile::KernelOp kernel);
/// Arithmetic on scores, see FoldScales.cpp.
void foldScales(tile::KernelOp kernel);
/// What rounding hides, see RoundedAway.cpp.
void approximateRounded(tile::KernelOp kernel);
/// Both, where there is such a plan and the result has a schedule; else leaves `kernel` as it is. Whether it did.
bool specializeLoops(tile::KernelOp kernel, const tilegpu::Target &target, Reasons &reasons, int64_t fewestSlots = 1);
/// The same with several programs as one, where that is worth it: see ProgramMerge.h.
bool specializeMerged(tile::KernelOp kernel, const tilegpu::Target &target, Reasons &reasons);

} // namespace tessera::schedule
