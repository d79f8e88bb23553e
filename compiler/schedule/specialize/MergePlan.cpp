// SPDX-License-Identifier: Apache-2.0
// How many programs become one: as many as make a block whose operands are read from the L2 cache and from shared
// memory no slower than they are multiplied, and still leave a block for each multiprocessor. What a larger block would
// cost is estimated from the program's products and accesses; it is tried where it is worth it, and taken where
// warpgroups can do it.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/specialize/LiveSums.h"
#include "compiler/schedule/specialize/OuterScales.h"
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "compiler/schedule/specialize/TileCost.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Most rows and columns of a block, and fewest; elements of a sum, for which three warpgroups have registers.
static constexpr int64_t mostExtent = 256, fewestRows = 64, fewestColumnsOfBlock = 32, fewestAsked = 8,
                         mostSums = 128 * 256;
/// Passes of a loop of which nobody knows how often it runs; blocks that are tried, each of which has to take at most
/// this many hundredths of the program's own one's time, or of the same blocks in another order.
static constexpr int64_t rowsOfInstruction = 64, guessedPasses = 64, mostTrials = 3, worth = 90, worthOfOrder = 98,
                         aboutTheSame = 101, fewestStages = 2, fewestStagesInOrder = 3;
/// Blocks of a cluster that nobody asked for, which wait for each other: so many, where they take less than this many
/// hundredths of the time of blocks that each copy for themselves. (Of large products the model of time has 0.90 of it,
/// fast.cu's published steps 0.94 on an H100. 0.311 ms for 0.172 were measured here once, with two fences in each pass
/// that are there no more: where memory is handed on, `isClusterFree` says no.) Blocks of one consumer have nobody to
/// multiply while it waits: 256 x 4096 x 4096 takes 19.8 us in clusters, 19.0 without.
static constexpr int64_t triedCluster = 2, worthOfCluster = 95, worthOfClusterOfOne = 75;
/// Programs of this many rows of the same columns run together: they share these in the L2 cache.
static constexpr int64_t rowsOfGroup = 8;

/// Whether all that a program does with the array is to load from it, or to store to it.
static bool isOnlyRead(Value array) {
  return llvm::all_of(array.getUsers(), llvm::IsaPred<tile::LoadOp, tile::GatherOp>);
}
static bool isOnlyStored(Value array) {
  return llvm::all_of(array.getUsers(), llvm::IsaPred<tile::StoreOp, tile::ScatterOp>);
}

namespace {
struct Factors {
  Resize rows, columns;
  int64_t cycles = 0;
  int64_t cluster = 1, split = 1;
  bool isPersistent = false; // a block a multiprocessor, which does one program after the other
  bool isTried = false;      // in a cluster that nobody asked for
  bool isSame() const { return rows.isSame() && columns.isSame(); }
};

/// Work of one program: how much, and along which of the two axes it grows.
struct Work {
  int64_t amount = 0;
  bool hasRows = false, hasColumns = false;
  bool isCommon = false; // blocks of a cluster can share it
  int64_t get(const Factors &factors) const {
    int64_t own = hasRows ? factors.rows.apply(amount) : amount;
    return hasColumns ? factors.columns.apply(own) : own;
  }
};

class MergePlanner {
public:
  MergePlanner(tile::KernelOp kernel, const ProgramMerge &merge, int64_t processors)
      : kernel(kernel), merge(merge), bounds(kernel), affine(kernel), processors(processors),
        programs(merge.countPrograms()) {
    kernel.walk([&](tile::DotOp dot) {
      if (Operation *load = traceOperand(dot.getRhs()).load)
        rightOperands.insert(load);
    });
    kernel.walk([&](Operation *op) { addWork(op); });
  }

  /// Better than the program's own block, the best first.
  SmallVector<Factors> rank() {
    SmallVector<Factors> ranked;
    bool isPossible = fits({}) && (!merge.getRows() || merge.getRows()->extent % fewestRows == 0);
    int64_t own = isPossible ? estimate({}) : std::numeric_limits<int64_t>::max() / worth;
    bool isAsked = llvm::any_of(ArrayRef<llvm::StringRef>{"tile_m", "tile_n", "cluster", "consumers", "split"},
                                [&](llvm::StringRef name) { return getChoice(kernel, name).has_value(); });
    bool isPersistenceAsked = getChoice(kernel, "persistent").value_or(0) != 0;
    forEachRows([&](const Resize &rows) {
      forEachSize(merge.getColumns(), "tile_n", fewestColumnsOfBlock, [&](const Resize &columns) {
        for (bool isTried : {false, true}) {
          Factors factors{rows, columns, 0,      isTried ? triedCluster : getChoice(kernel, "cluster").value_or(1),
                          1,    false,   isTried};
          if (isTried ? !isClusterFree(factors) : !canCluster(factors))
            continue;
          forEachSplit(factors, [&] {
            factors.isPersistent = factors.split == 1 && canPersist(factors) && getChoice(kernel, "persistent") != 0;
            int64_t hundredths = rows.to <= rowsOfInstruction ? worthOfClusterOfOne : worthOfCluster;
            factors.cycles = estimate(factors) * 100 / (isTried ? hundredths : 100);
            bool isOwn = factors.isSame() && !factors.isPersistent && factors.cluster == 1 && factors.split == 1;
            int64_t most = own * (factors.isSame() && factors.split == 1 ? worthOfOrder : worth);
            if (((isAsked || (factors.isPersistent && isPersistenceAsked)) && !isOwn && !isTried) ||
                (factors.cycles * 100 < most && fits(factors)))
              ranked.push_back(factors);
            else if (factors.cycles * 100 < most && sums.get(factors) <= mostSums)
              tooLarge = factors;
          });
        }
      });
    });
    if (isPersistenceAsked && llvm::any_of(ranked, [](const Factors &one) { return one.isPersistent; }))
      llvm::erase_if(ranked, [](const Factors &one) { return !one.isPersistent; });
    llvm::stable_sort(ranked, [](const Factors &a, const Factors &b) { return a.cycles < b.cycles; });
    // Of two of a size that cost about the same, what is stored of fewer rows takes less shared memory from the copies.
    for (size_t next = 1; next < ranked.size(); ++next) {
      Factors &a = ranked[next - 1], &b = ranked[next];
      if (sums.get(a) == sums.get(b) && b.rows.to < a.rows.to && b.cycles * 100 <= a.cycles * aboutTheSame)
        std::swap(a, b);
    }
    // Whether blocks can share copies shows when they are written: the best without clusters are tried behind these.
    int64_t left[] = {mostTrials, mostTrials};
    llvm::erase_if(ranked, [&](const Factors &one) { return left[one.isTried]-- <= 0; });
    return ranked;
  }

  /// Why a block can't do one program after the other.
  void limitPersistence(tile::KernelOp about, const Factors &factors) const {
    if (isUneven)
      limitChoice(about, "persistent", 1, uneven, "programs do more of this product than others, or leave it out",
                  "loops of as many passes in each program");
    else if (int64_t count = countPrograms(factors); count <= processors)
      limitChoice(about, "persistent", 1, about.getLoc(),
                  Twine(count) + " programs are not more than the " + Twine(processors) + " multiprocessors",
                  "smaller blocks");
  }

  /// Why a block has no more rows or columns.
  void limitExtents(tile::KernelOp about) const {
    if (!tooLarge)
      return;
    for (auto [name, to] : {std::pair("tile_m", tooLarge->rows), std::pair("tile_n", tooLarge->columns)})
      if (!to.isSame())
        limitChoice(about, name, to.to, largest,
                    Twine(live.get(*tooLarge)) + " elements of sums live at once, and registers hold " +
                        Twine(getMostLive(rows.get(*tooLarge), isConverting)),
                    "products that are added to one sum");
  }

private:
  /// Whether registers hold the accumulators, and with them all sums that live at once.
  bool fits(const Factors &factors) const {
    return sums.get(factors) <= mostSums && live.get(factors) <= getMostLive(rows.get(factors), isConverting);
  }

  bool canPersist(const Factors &factors) const { return countPrograms(factors) > processors && !isUneven; }

  /// A warpgroup multiplies 64 rows, and of fewer the rest are nobody's.
  void forEachRows(llvm::function_ref<void(const Resize &)> visit) {
    const std::optional<ProgramAxis> &rows = merge.getRows();
    if (rows && rows->getTotal() < fewestRows) {
      if (getChoice(kernel, "tile_m").value_or(fewestRows) == fewestRows)
        visit({rows->extent, fewestRows});
      return;
    }
    forEachSize(rows, "tile_m", fewestRows, visit);
  }

  /// More and more elements a block, from those that it has. Then other blocks where each element can be anybody's:
  /// parts of large ones, none with fewer than `fewest` elements, and powers of two for those that are none.
  void forEachSize(const std::optional<ProgramAxis> &axis, llvm::StringRef name, int64_t fewest,
                   llvm::function_ref<void(const Resize &)> visit) {
    if (!axis)
      return visit({});
    std::optional<int64_t> asked = getChoice(kernel, name), consumers = getChoice(kernel, "consumers");
    bool isVisited = false;
    auto visitAsked = [&](int64_t extent) {
      // Each consumer asked for has rows of its own.
      bool areShared =
          &axis == &merge.getRows() && consumers && *consumers > 0 && extent % (*consumers * fewestRows) != 0;
      if (asked ? extent != *asked : areShared)
        return;
      isVisited = true;
      visit({axis->extent, extent});
    };
    for (int64_t extent = axis->extent; extent == axis->extent || extent <= mostExtent; extent *= 2)
      if (axis->getTotal() % extent == 0)
        visitAsked(extent);
    if (!merge.canCut(*axis))
      return;
    bool isAnew = !llvm::isPowerOf2_64(static_cast<uint64_t>(axis->extent)) || (consumers && !isVisited);
    for (int64_t extent = mostExtent; extent >= (asked ? fewestAsked : fewest); extent /= 2)
      if (isAnew ? extent / 2 < axis->getTotal() : extent < axis->extent)
        visitAsked(extent);
    if (asked && !isVisited && *asked <= mostExtent && *asked % fewestAsked == 0)
      visitAsked(*asked);
  }

  /// Blocks of a cluster wait for each other: all have to do the same.
  bool canCluster(const Factors &factors) const {
    return factors.cluster == 1 ||
           (factors.cluster > 1 && factors.cluster <= tilegpu::maxClusterBlocks && !isUneven && merge.getRows());
  }

  /// Whether blocks of a cluster can share what they copy, and no memory is handed on between them, so that an arrival
  /// costs no fence.
  bool isClusterFree(const Factors &factors) const {
    bool isAsked = getChoice(kernel, "cluster").has_value() || getChoice(kernel, "split").has_value();
    bool hasCommon = llvm::any_of(copies, [](const Work &work) { return work.isCommon; });
    if (isAsked || !hasCommon || !canCluster(factors) || !areProgramsApart(kernel))
      return false;
    bool isReadBack = llvm::any_of(tile::KernelOp(kernel).getBody().getArguments(), [&](BlockArgument argument) {
      return isa<tile::RefType>(argument.getType()) && !isOnlyRead(argument) && !isOnlyStored(argument);
    });
    if (isReadBack)
      return false;
    int64_t blocks = llvm::divideCeil(merge.getRows()->getTotal(), factors.rows.to);
    WalkResult others = tile::KernelOp(kernel).walk([](Operation *op) {
      return isa<tile::AtomicRmwOp, tile::AtomicCasOp>(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    return blocks % factors.cluster == 0 && !others.wasInterrupted();
  }

  /// As many blocks for each program as are asked for; else one, or some where multiprocessors would be left over.
  void forEachSplit(Factors &factors, llvm::function_ref<void()> visit) {
    std::optional<int64_t> asked = getChoice(kernel, "split");
    for (int64_t split : {int64_t(1), int64_t(2), int64_t(4), asked.value_or(1)}) {
      bool isFit = split == 1 || (factors.cluster == 1 && !isUneven && findSplitLoop(kernel) && split > 0 &&
                                  split <= tilegpu::maxClusterBlocks);
      bool isTried = asked ? split == *asked : split == 1 || countPrograms(factors) * split <= processors;
      factors.split = split;
      if (isFit && isTried)
        visit();
      if (asked ? isFit && isTried : split == 4)
        break;
    }
    factors.split = 1;
  }

  int64_t countPrograms(const Factors &factors) const {
    int64_t count = programs;
    for (auto [axis, to] : {std::pair(&merge.getRows(), factors.rows), std::pair(&merge.getColumns(), factors.columns)})
      if (*axis && !to.isSame())
        count = count / (*axis)->count * llvm::divideCeil((*axis)->getTotal(), to.to);
    return count;
  }

  bool isAlong(Value array, const std::optional<ProgramAxis> &axis) {
    return axis && !merge.getAxes().find(array, axis->number).empty();
  }

  int64_t countPasses(Operation *op) {
    int64_t count = 1;
    for (auto loop = op->getParentOfType<scf::ForOp>(); loop; loop = loop->getParentOfType<scf::ForOp>()) {
      std::optional<int64_t> last = bounds.getLastPass(loop);
      count *= last ? *last + 1 : guessedPasses;
    }
    return count;
  }

  /// Whether all programs do so many passes of the loops around `op`.
  bool isEven(Operation *op) {
    for (auto loop = op->getParentOfType<scf::ForOp>(); loop; loop = loop->getParentOfType<scf::ForOp>()) {
      AffineSum span = affine.get(loop.getUpperBound())->base;
      span.add(affine.get(loop.getLowerBound())->base, -1);
      if (!span.isConstant() || !affine.get(loop.getStep())->base.isConstant())
        return false;
    }
    return true;
  }

  /// What is computed of products in a loop, as scores' weights: a warpgroup's time for it, of as many elements a cycle
  /// as it has threads, and of special functions an eighth of these.
  void addBeside(Operation *op, int64_t passes) {
    constexpr int64_t threads = 128, special = 8;
    bool isOfProduct = llvm::any_of(op->getOperands(), [&](Value operand) { return ofProducts.contains(operand); });
    if (!op->getParentOfType<scf::ForOp>() || op->getNumResults() != 1 || op->getNumRegions() > 0 || !isOfProduct)
      return;
    Value result = op->getResult(0), widest = isa<tile::ReduceOp>(op) ? op->getOperand(0) : result;
    auto type = dyn_cast<RankedTensorType>(widest.getType());
    if (!type)
      return;
    ofProducts.insert(result);
    bool isFree = isa<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(op);
    int64_t each = isa<math::ExpOp, math::Exp2Op, math::LogOp, math::Log2Op, math::TanhOp>(op) ? special : !isFree;
    beside.push_back({passes * type.getNumElements() * each / threads, isAlong(widest, merge.getRows()),
                      isAlong(widest, merge.getColumns())});
  }

  void addWork(Operation *op) {
    int64_t passes = countPasses(op);
    addBeside(op, passes);
    if (auto dot = dyn_cast<tile::DotOp>(op)) {
      if (!isUneven && (dot->getParentOfType<scf::IfOp>() || !isEven(op))) {
        isUneven = true;
        uneven = op->getLoc();
      }
      ArrayRef<int64_t> shape = tile::getShape(dot.getType());
      int64_t depth = tile::getShape(dot.getLhs().getType()).back(),
              bits = tile::getElementType(dot.getLhs().getType()).getIntOrFloatBitWidth();
      bool isAlongColumns = isAlong(dot.getResult(), merge.getColumns());
      products.push_back({passes * shape[0] * depth * bits / 16, isAlong(dot.getResult(), merge.getRows()), false});
      widths.push_back({shape[1], false, isAlongColumns});
      addShared(dot, passes, products.back().hasRows, isAlongColumns);
      if (op->getParentOfType<scf::ForOp>())
        ofProducts.insert(dot.getResult());
      if (int64_t amount = countSums(dot) * shape[0] * shape[1]; amount > sums.amount)
        sums = {amount, products.back().hasRows, isAlongColumns};
      int64_t beside = countLiveBeside(dot);
      if (int64_t amount = countLiveSums(dot) * shape[0] * shape[1] + beside; amount > live.amount) {
        live = {amount, products.back().hasRows, isAlongColumns};
        rows = {shape[0], products.back().hasRows, false};
        largest = op->getLoc();
      }
      return;
    }
    Value moved = getMoved(op);
    auto type = moved ? dyn_cast<RankedTensorType>(moved.getType()) : RankedTensorType();
    if (!type)
      return;
    Work work{passes * type.getNumElements() * static_cast<int64_t>(type.getElementTypeBitWidth()) / 8,
              isAlong(moved, merge.getRows()), isAlong(moved, merge.getColumns())};
    work.isCommon = !work.hasRows && rightOperands.contains(op);
    (op->getParentOfType<scf::ForOp>() ? copies : others).push_back(work);
  }

  /// What a product's operands ask of shared memory, once they are copied there: each 64 rows read all of the right
  /// one, and what is computed of a load is read and written before. Only where the converter does so: without it, a
  /// block of 128 columns or more is copied or multiplied as long as shared memory is busy.
  void addShared(tile::DotOp dot, int64_t passes, bool hasRows, bool hasColumns) {
    OperandWork work = findOperandWork(dot, affine);
    auto countSource = [](Operation *load) {
      auto type = load ? cast<RankedTensorType>(load->getResult(0).getType()) : RankedTensorType();
      return type ? type.getNumElements() * static_cast<int64_t>(type.getElementTypeBitWidth()) / 8 : 0;
    };
    int64_t read = countSource(work.left), rows = tile::getShape(dot.getType())[0];
    if (!work.isLeftAhead)
      read += work.left ? 2 * work.leftBytes : work.leftBytes;
    shared.push_back({passes * read, hasRows, false});
    shared.push_back({passes * work.rightBytes * rows / rowsOfInstruction, hasRows, hasColumns});
    isConverting |= work.right || (work.left && !work.isLeftAhead);
    if (work.right)
      shared.push_back({passes * (countSource(work.right) + work.rightBytes), false, hasColumns});
  }

  static Value getMoved(Operation *op) {
    if (isa<tile::LoadOp, tile::GatherOp>(op))
      return op->getResult(0);
    if (auto store = dyn_cast<tile::StoreOp>(op))
      return store.getValue();
    if (auto scatter = dyn_cast<tile::ScatterOp>(op))
      return scatter.getValue();
    auto atomic = dyn_cast<tile::AtomicRmwOp>(op);
    return atomic ? atomic.getValue() : Value();
  }

  /// Products and what is computed of them in a loop. One warpgroup alone does one after the other; of two, one
  /// computes while the other's products run; and each while its own run, where registers hold scores beside sums.
  int64_t withBeside(const Factors &factors, int64_t multiplied, int64_t computed) const {
    constexpr int64_t threads = 128, mostRegisters = 176;
    int64_t consumers = std::clamp<int64_t>(rows.get(factors) / rowsOfInstruction, 1, 2);
    if (computed == 0 || consumers == 1)
      return multiplied + computed;
    bool runsOn = live.get(factors) <= consumers * threads * mostRegisters;
    return runsOn ? overlap(multiplied, computed) : std::max(multiplied, multiplied / consumers + computed);
  }

  /// Cycles of the whole launch: of each of its waves the loops, and what is before and after them.
  int64_t estimate(const Factors &factors) {
    int64_t multiplied = 0, copied = 0, read = 0, other = 0, computed = 0;
    for (auto [work, width] : llvm::zip(products, widths))
      multiplied += work.get(factors) * std::max(width.get(factors), fewestColumns) / productsPerCycle;
    for (const Work &work : copies) {
      copied += work.get(factors) / (work.isCommon ? factors.cluster : 1) / bytesPerCycle;
      read += work.get(factors) / sharedMemoryBytes;
    }
    for (const Work &work : shared)
      read += work.get(factors) / sharedMemoryBytes;
    for (const Work &work : others)
      other += work.get(factors) / resultBytesPerCycle;
    for (const Work &work : beside)
      computed += work.get(factors);
    multiplied = withBeside(factors, multiplied, computed);
    int64_t waves = llvm::divideCeil(countPrograms(factors) * factors.split, processors),
            loops = overlap(isConverting ? std::max(multiplied, read) : multiplied, copied) / factors.split;
    if (factors.split > 1) // then the first block waits for all others' sums
      other += joinCycles + (factors.split - 1) * sums.get(factors) * 4 / joinedBytesPerCycle;
    // The next program's copies run beside what the one before does after its loops.
    return factors.isPersistent && waves > 1 ? startCycles + waves * (loops + other * 2 / 3)
                                             : waves * (startCycles + loops + other);
  }

  tile::KernelOp kernel;
  const ProgramMerge &merge;
  BoundsAnalysis bounds;
  AffineAnalysis affine;
  int64_t processors, programs;
  llvm::SmallDenseSet<Operation *> rightOperands; // loads of what is multiplied as it is
  SmallVector<Work> products, widths, copies, others, shared, beside;
  llvm::DenseSet<Value> ofProducts;                         // what is computed of products in loops
  Work sums;                                                // of the largest product
  Work live, rows;                                          // of all that live at once, and their rows
  Location largest = UnknownLoc::get(kernel->getContext()); // the product that most live beside
  std::optional<Factors> tooLarge;                          // blocks whose sums no registers hold
  bool isConverting = false;
  bool isUneven = false; // programs that do more than others: the hardware deals them out as they end
  Location uneven = UnknownLoc::get(kernel->getContext()); // a product that they do more of
};
} // namespace

static void tellMerge(tile::KernelOp kernel, const ProgramMerge &merge, const Factors &factors) {
  if (factors.split > 1)
    remarkChoice(kernel, Twine(factors.split) + " blocks of a cluster share the passes of each program",
                 "multiprocessors would be left over");
  if (factors.cluster > 1 && !getChoice(kernel, "cluster"))
    remarkChoice(kernel, Twine(factors.cluster) + " blocks of a cluster share what they copy",
                 "products would wait for the L2 cache");
  if (factors.isSame() && !factors.isPersistent)
    return;
  if (factors.isSame())
    return remarkChoice(kernel, "each block does several programs, one after the other",
                        "copies for the next one run beside what this one stores");
  SmallVector<std::string, 2> extents;
  int64_t blocks = 1, parts = 1;
  bool areWhole = true;
  llvm::StringRef beyond; // what is more than all programs have
  for (auto [axis, to, name] : {std::tuple(&merge.getColumns(), factors.columns, "columns"),
                                std::tuple(&merge.getRows(), factors.rows, "rows")})
    if (*axis) {
      extents.insert(extents.begin(), std::to_string(to.to) + " " + name);
      blocks *= to.isMultiple() ? to.to / to.from : 1;
      parts *= to.isMultiple() ? 1 : to.from / to.to;
      areWhole &= to.isMultiple() || to.from % to.to == 0;
      if ((*axis)->getTotal() < to.to)
        beyond = name;
    }
  std::string with = ", with blocks of " + llvm::join(extents, " and ");
  if (!beyond.empty())
    return remarkChoice(kernel, beyond + " that no program has are multiplied" + with,
                        beyond == "rows" ? "a warpgroup multiplies 64 rows at a time" : "`tile_n` says so");
  if (!areWhole)
    return remarkChoice(kernel, "programs share out the whole anew" + with,
                        "warpgroups multiply 64 rows at a time, and powers of two of columns");
  if (parts == 1)
    return remarkChoice(kernel, Twine(blocks) + " programs are one" + with,
                        "smaller blocks read their operands more often than they multiply");
  remarkChoice(kernel, (blocks == 1 ? "each program is " : Twine(blocks) + " programs are ") + Twine(parts) + with,
               "registers and shared memory hold no larger ones, or multiprocessors would be left over");
}

static void noteMerge(tile::KernelOp kernel, const Factors &factors) {
  tilegpu::setChosen(kernel, "resize", 1);
  tilegpu::setChosen(kernel, "persistent", factors.isPersistent);
  tilegpu::setChosen(kernel, "cluster", factors.cluster);
  tilegpu::setChosen(kernel, "split", factors.split);
}

/// `base` with so many of its programs as one, as a kernel of warpgroups in its place; false where there is none.
static bool tryMerge(tile::KernelOp base, const Factors &factors, const tilegpu::Target &target, Reasons &reasons) {
  OpBuilder builder(base);
  auto copy = cast<tile::KernelOp>(builder.clone(*base));
  ProgramMerge merge(copy);
  Reasons untold;
  merge.find(untold); // as it did in `base`
  ProgramOrder order;
  order.group = std::max<int64_t>(1, getChoice(base, "group").value_or(rowsOfGroup));
  order.cluster = factors.cluster;
  order.split = factors.split;
  if (factors.isPersistent)
    order.most = target.processors;
  merge.write(factors.rows, factors.columns, order);
  // A block that leaves room for one stage copies nothing ahead: only where someone asks for it.
  bool isAsked = getChoice(base, "tile_m") || getChoice(base, "tile_n") || getChoice(base, "stages") == 1;
  // Programs of their own size one after the other keep what they store apart from what is copied for the next one. A
  // stage that this takes from copies is worth more than the order, where two are left: attention of 4,096 rows takes
  // 815 us so by the model of time, 761 a program a block.
  bool isOrderOnly = factors.isSame() && factors.isPersistent && getChoice(base, "persistent").value_or(0) == 0 &&
                     !getChoice(base, "stages");
  int64_t fewest = isOrderOnly ? fewestStagesInOrder : isAsked || factors.isSame() ? 1 : fewestStages;
  if (specializeLoops(copy, target, reasons, fewest))
    return true;
  copy.erase();
  return false;
}

bool tessera::schedule::specializeMerged(tile::KernelOp kernel, const tilegpu::Target &target, Reasons &reasons) {
  if (getChoice(kernel, "resize") == 0)
    return false;
  OpBuilder builder(kernel);
  auto base = cast<tile::KernelOp>(builder.clone(*kernel));
  makePrograms(base);
  unshareArrays(base);
  unwrapPlaces(base);
  moveScalesOut(base);
  std::optional<ResizedPasses> passes = resizePasses(base);
  bool isDone = false;
  ProgramMerge merge(base);
  bool isFound = merge.find(reasons);
  if (isFound) {
    MergePlanner planner(base, merge, target.processors);
    for (const Factors &factors : planner.rank())
      if ((isDone = tryMerge(base, factors, target, reasons))) {
        tellMerge(kernel, merge, factors);
        noteMerge(kernel, factors);
        if (!factors.isPersistent)
          planner.limitPersistence(kernel, factors);
        planner.limitExtents(kernel);
        break;
      }
    if (!isDone)
      planner.limitPersistence(kernel, {});
  }
  if (!isDone && passes) {
    auto copy = cast<tile::KernelOp>(builder.clone(*base));
    isDone = specializeLoops(copy, target, reasons);
    if (isDone)
      noteMerge(kernel, {});
    else
      copy.erase();
  }
  base.erase();
  if (!isDone)
    return false;
  if (passes)
    remarkChoice(kernel, "loops multiply " + passes->what, passes->why);
  kernel.erase();
  return true;
}
