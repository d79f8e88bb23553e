// SPDX-License-Identifier: Apache-2.0
// How many programs become one: as many as make a block whose operands are read from the L2 cache and from shared
// memory no slower than they are multiplied, and still leave a block for each multiprocessor. What a larger block would
// cost is estimated from the program's products and accesses; it is tried where it is worth it, and taken where
// warpgroups can do it.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "compiler/schedule/specialize/TileCost.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Most rows and columns of a block, and fewest; elements of a sum, for which three warpgroups have registers.
static constexpr int64_t mostExtent = 256, fewestRows = 64, fewestColumnsOfBlock = 32, mostSums = 128 * 256;
/// Passes of a loop of which nobody knows how often it runs; blocks that are tried, each of which has to take at most
/// this many hundredths of the program's own one's time.
static constexpr int64_t guessedPasses = 64, mostTrials = 3, worth = 90;
/// Programs of this many rows of the same columns run together: they share these in the L2 cache.
static constexpr int64_t rowsOfGroup = 8;

namespace {
struct Factors {
  Resize rows, columns;
  int64_t cycles = 0;
  bool isPersistent = false; // a block a multiprocessor, which does one program after the other
  int64_t getBlocks() const { return rows.blocks * columns.blocks; }
  int64_t getParts() const { return rows.parts * columns.parts; }
};

/// Work of one program: how much, and along which of the two axes it grows.
struct Work {
  int64_t amount = 0;
  bool hasRows = false, hasColumns = false;
  int64_t get(const Factors &factors) const {
    int64_t own = hasRows ? factors.rows.apply(amount) : amount;
    return hasColumns ? factors.columns.apply(own) : own;
  }
};

class MergePlanner {
public:
  MergePlanner(tile::KernelOp kernel, const ProgramMerge &merge, int64_t processors)
      : kernel(kernel), merge(merge), bounds(kernel), processors(processors), programs(merge.countPrograms()) {
    kernel.walk([&](Operation *op) { addWork(op); });
  }

  /// Better than the program's own block, the best first.
  SmallVector<Factors> rank() {
    SmallVector<Factors> ranked;
    bool isPossible = sums.amount <= mostSums && (!merge.getRows() || merge.getRows()->extent % fewestRows == 0);
    int64_t own = isPossible ? estimate({}) : std::numeric_limits<int64_t>::max() / worth;
    bool isAsked = getChoice(kernel, "tile_m") || getChoice(kernel, "tile_n");
    forEachRows([&](const Resize &rows) {
      forEachSize(merge.getColumns(), "tile_n", fewestColumnsOfBlock, [&](const Resize &columns) {
        Factors factors{rows, columns, 0, false};
        factors.isPersistent = countPrograms(factors) > processors && getChoice(kernel, "persistent") != 0;
        factors.cycles = estimate(factors);
        bool isOwn = factors.getBlocks() * factors.getParts() == 1 && !factors.isPersistent;
        if ((isAsked && !isOwn) || (factors.cycles * 100 < own * worth && sums.get(factors) <= mostSums))
          ranked.push_back(factors);
      });
    });
    llvm::stable_sort(ranked, [](const Factors &a, const Factors &b) { return a.cycles < b.cycles; });
    ranked.truncate(std::min<size_t>(ranked.size(), mostTrials));
    return ranked;
  }

private:
  /// A warpgroup multiplies 64 rows, and of fewer the rest are nobody's.
  void forEachRows(llvm::function_ref<void(const Resize &)> visit) {
    const std::optional<ProgramAxis> &rows = merge.getRows();
    if (rows && rows->extent * rows->count < fewestRows && fewestRows % rows->extent == 0) {
      if (getChoice(kernel, "tile_m").value_or(fewestRows) == fewestRows)
        visit({fewestRows / rows->extent, 1});
      return;
    }
    forEachSize(rows, "tile_m", fewestRows, visit);
  }

  /// More and more programs as one; then, of large blocks, smaller and smaller parts, none with fewer than `fewest`
  /// elements.
  void forEachSize(const std::optional<ProgramAxis> &axis, llvm::StringRef name, int64_t fewest,
                   llvm::function_ref<void(const Resize &)> visit) {
    std::optional<int64_t> asked = getChoice(kernel, name);
    if (!axis)
      return visit({});
    for (int64_t blocks = 1; blocks == 1 || axis->extent * blocks <= mostExtent; blocks *= 2)
      if (axis->count % blocks == 0 && (!asked || axis->extent * blocks == *asked))
        visit({blocks, 1});
    for (int64_t parts = 2;
         merge.canCut(*axis) && axis->extent % parts == 0 && axis->extent / parts >= (asked ? 8 : fewest); parts *= 2)
      if (!asked || axis->extent / parts == *asked)
        visit({1, parts});
  }

  int64_t countPrograms(const Factors &factors) const {
    int64_t count = programs;
    for (auto [axis, to] : {std::pair(&merge.getRows(), factors.rows), std::pair(&merge.getColumns(), factors.columns)})
      if (*axis)
        count = count / (*axis)->count * llvm::divideCeil((*axis)->count, to.blocks) * to.parts;
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

  void addWork(Operation *op) {
    int64_t passes = countPasses(op);
    if (auto dot = dyn_cast<tile::DotOp>(op)) {
      ArrayRef<int64_t> shape = tile::getShape(dot.getType());
      int64_t depth = tile::getShape(dot.getLhs().getType()).back(),
              bits = tile::getElementType(dot.getLhs().getType()).getIntOrFloatBitWidth();
      bool isAlongColumns = isAlong(dot.getResult(), merge.getColumns());
      products.push_back({passes * shape[0] * depth * bits / 16, isAlong(dot.getResult(), merge.getRows()), false});
      widths.push_back({shape[1], false, isAlongColumns});
      if (shape[0] * shape[1] > sums.amount)
        sums = {shape[0] * shape[1], products.back().hasRows, isAlongColumns};
      return;
    }
    Value moved = getMoved(op);
    auto type = moved ? dyn_cast<RankedTensorType>(moved.getType()) : RankedTensorType();
    if (!type)
      return;
    Work work{passes * type.getNumElements() * static_cast<int64_t>(type.getElementTypeBitWidth()) / 8,
              isAlong(moved, merge.getRows()), isAlong(moved, merge.getColumns())};
    (op->getParentOfType<scf::ForOp>() ? copies : others).push_back(work);
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

  /// Cycles of the whole launch: of each of its waves the loops, and what is before and after them.
  int64_t estimate(const Factors &factors) {
    int64_t multiplied = 0, copied = 0, other = 0;
    for (auto [work, width] : llvm::zip(products, widths))
      multiplied += work.get(factors) * std::max(width.get(factors), fewestColumns) / productsPerCycle;
    for (const Work &work : copies)
      copied += work.get(factors) / bytesPerCycle;
    for (const Work &work : others)
      other += work.get(factors) / resultBytesPerCycle;
    int64_t waves = llvm::divideCeil(countPrograms(factors), processors), loops = overlap(multiplied, copied);
    // The next program's copies run beside what the one before does after its loops.
    return factors.isPersistent && waves > 1 ? startCycles + waves * (loops + other * 2 / 3)
                                             : waves * (startCycles + loops + other);
  }

  tile::KernelOp kernel;
  const ProgramMerge &merge;
  BoundsAnalysis bounds;
  int64_t processors, programs;
  SmallVector<Work> products, widths, copies, others;
  Work sums; // of the largest product
};
} // namespace

static void tellMerge(tile::KernelOp kernel, const ProgramMerge &merge, const Factors &factors) {
  if (factors.getBlocks() * factors.getParts() == 1)
    return remarkChoice(kernel.getLoc(), "each block does several programs, one after the other",
                        "copies for the next one run beside what this one stores");
  SmallVector<std::string, 2> extents;
  if (merge.getRows())
    extents.push_back(std::to_string(factors.rows.apply(merge.getRows()->extent)) + " rows");
  if (merge.getColumns())
    extents.push_back(std::to_string(factors.columns.apply(merge.getColumns()->extent)) + " columns");
  std::string blocks = ", with blocks of " + llvm::join(extents, " and ");
  if (merge.getRows() && merge.getRows()->count % factors.rows.blocks != 0)
    return remarkChoice(kernel.getLoc(), "rows that no program has are multiplied" + blocks,
                        "a warpgroup multiplies 64 rows at a time");
  if (factors.getParts() == 1)
    return remarkChoice(kernel.getLoc(), Twine(factors.getBlocks()) + " programs are one" + blocks,
                        "smaller blocks read their operands more often than they multiply");
  remarkChoice(kernel.getLoc(),
               (factors.getBlocks() == 1 ? "each program is " : Twine(factors.getBlocks()) + " programs are ") +
                   Twine(factors.getParts()) + blocks,
               "registers and shared memory hold no larger ones, or multiprocessors would be left over");
}

/// `base` with so many of its programs as one, as a kernel of warpgroups in its place; false where there is none.
static bool tryMerge(tile::KernelOp base, const Factors &factors, const tilegpu::Target &target, Reasons &reasons) {
  OpBuilder builder(base);
  auto copy = cast<tile::KernelOp>(builder.clone(*base));
  ProgramMerge merge(copy);
  Reasons untold;
  merge.find(untold); // as it did in `base`
  merge.write(factors.rows, factors.columns, rowsOfGroup,
              factors.isPersistent ? target.processors : std::numeric_limits<int64_t>::max());
  if (specializeLoops(copy, target, reasons))
    return true;
  copy.erase();
  return false;
}

bool tessera::schedule::specializeMerged(tile::KernelOp kernel, const tilegpu::Target &target, Reasons &reasons) {
  if (getChoice(kernel, "resize") == 0)
    return false;
  OpBuilder builder(kernel);
  auto base = cast<tile::KernelOp>(builder.clone(*kernel));
  unshareArrays(base);
  ProgramMerge merge(base);
  bool isDone = false;
  if (merge.find(reasons))
    for (const Factors &factors : MergePlanner(base, merge, target.processors).rank())
      if ((isDone = tryMerge(base, factors, target, reasons))) {
        tellMerge(kernel, merge, factors);
        break;
      }
  base.erase();
  if (isDone)
    kernel.erase();
  return isDone;
}
