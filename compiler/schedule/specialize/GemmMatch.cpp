// SPDX-License-Identifier: Apache-2.0
// Finds the product in a kernel: from its one store back through the epilogue to the sum, from the sum's loop to the operands' boxes. Anything that it
// does not know makes it give up: the kernel goes on as it is.
#include "compiler/schedule/specialize/Gemm.h"
#include "compiler/schedule/specialize/Programs.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace {
/// One part of the user's way of summing over K: one product, or a loop of them.
struct Segment {
  tile::DotOp dot;
  scf::ForOp loop; // null: one product is all
};
using Segments = SmallVector<Segment, 3>;

class GemmMatcher {
public:
  GemmMatcher(tile::KernelOp kernel, BoundsAnalysis *bounds, Reasons &reasons)
      : kernel(kernel), forms(kernel), bounds(bounds), reasons(reasons) {}

  std::optional<Gemm> run() {
    Operation *store = findStore();
    grid = getProgramGrid(kernel);
    if (!store)
      return std::nullopt;
    // No axes at all are one program; that launches disagree is said by the attribute's absence.
    if (grid.empty() && !kernel->hasAttr(gridName))
      return reasons.add(kernel, "launches have different grids"), std::nullopt;
    std::optional<Box> box = findBox(store, forms, bounds);
    if (!box || !setResult(std::move(*box)))
      return reasons.add(store, "what is stored is no block of whole rows and columns of a matrix, in this order"),
             std::nullopt;
    if (!findProduct(gemm.result.box.value) || sum.empty())
      return reasons.add(store, "what is stored is not made of one sum of products from zeros"), std::nullopt;
    TileAxes axes(tile::getShape(gemm.result.box.value.getType()).size(), TileAxis::none);
    axes[gemm.result.getLine().valueAxis] = TileAxis::row;
    axes[gemm.result.getInner().valueAxis] = TileAxis::column;
    tile::DotOp dot = sum.front().dot;
    if (!setOperands() || !findExtents())
      return reasons.add(dot, "its operands are not loaded along all of the depth, in its order"), std::nullopt;
    if (!agreesWithResult(gemm.a) || !agreesWithResult(gemm.b))
      return reasons.add(dot, "its operands' rows and columns are not those of the result"), std::nullopt;
    if (!findEpilogue(gemm.result.box.value, axes, gemm, forms, bounds, reasons))
      return reasons.add(store, "what is done with the product is not known to be element by element"), std::nullopt;
    if (!coversResult())
      return reasons.add(store, "programs do not share out the result's blocks, each once, or these are too many to "
                                "look at each"),
             std::nullopt;
    return std::move(gemm);
  }

private:
  /// The kernel's only effect besides reading arrays.
  Operation *findStore() {
    Operation *store = nullptr;
    WalkResult result = kernel.getBody().walk([&](Operation *op) {
      if (isa<tile::StoreOp, tile::ScatterOp>(op)) {
        if (store) {
          reasons.add(op, "more than one array is stored");
          return WalkResult::interrupt();
        }
        store = op;
        return WalkResult::advance();
      }
      bool isHarmless = isMemoryEffectFree(op) || isa<tile::LoadOp, tile::GatherOp, tile::ReturnOp, scf::ForOp, scf::IfOp, scf::YieldOp>(op);
      if (!isHarmless)
        reasons.add(op, "`" + op->getName().stripDialect() + "` is done beside the product");
      return isHarmless ? WalkResult::advance() : WalkResult::interrupt();
    });
    return result.wasInterrupted() ? nullptr : store;
  }

  /// The last two axes along which the block runs are M and N; all others are one index at a time.
  bool setResult(Box box) {
    SmallVector<int64_t> moving;
    for (auto [index, axis] : llvm::enumerate(box.axes))
      if (axis.size > 1)
        moving.push_back(static_cast<int64_t>(index));
    if (moving.size() != 2 || moving[1] + 1 != static_cast<int64_t>(box.axes.size()) || moving[0] + 2 != static_cast<int64_t>(box.axes.size()))
      return false;
    gemm.result.line = moving[0];
    gemm.result.inner = moving[1];
    gemm.result.box = std::move(box);
    if (gemm.result.getLine().valueAxis > gemm.result.getInner().valueAxis || gemm.result.getLine().valueAxis < 0)
      return false;
    // A flat array's last row may be as long as its pitch; where the mask ends before, the pitch is not the matrix's width.
    std::optional<int64_t> m = getEnd(gemm.result.getLine()), n = getEnd(gemm.result.getInner());
    if (!n || gemm.result.getLine().validEnd || gemm.result.getInner().validEnd)
      return false;
    gemm.m = m.value_or(-1); // see findExtents
    gemm.n = *n;
    for (int64_t axis = 0; axis < gemm.result.line; ++axis)
      gemm.batch.push_back(gemm.result.box.axes[axis].extent);
    return true;
  }

  static std::optional<int64_t> getEnd(const BoxAxis &axis) {
    if (axis.extent < 0)
      return axis.maskEnd;
    return axis.maskEnd ? std::min(*axis.maskEnd, axis.extent) : axis.extent;
  }

  //===-- the sum ---------------------------------------------------------------------------------------------===//

  bool findProduct(Value value) {
    if (!isa<RankedTensorType>(value.getType()) || !seen.insert(value).second)
      return true;
    if (std::optional<Segments> found = matchSum(value); found && !found->empty()) {
      Type element = tile::getElementType(value.getType());
      bool isExact = element.isF32() || element.isInteger(32) || (found->size() == 1 && !found->front().loop);
      if (!isExact || (gemm.product && gemm.product != value))
        return false;
      gemm.product = value;
      sum = *found;
      return true;
    }
    Operation *op = value.getDefiningOp();
    if (!op || isa<scf::ForOp, scf::IfOp, scf::WhileOp>(op))
      return false;
    if (isa<tile::LoadOp, tile::GatherOp>(op))
      return true;
    return llvm::all_of(op->getOperands(), [&](Value operand) { return findProduct(operand); });
  }

  /// What is added up to `value`, from 0 on; nothing where it is not products alone.
  std::optional<Segments> matchSum(Value value) {
    if (isZero(value))
      return Segments();
    if (auto loop = value.getDefiningOp<scf::ForOp>()) {
      unsigned index = cast<OpResult>(value).getResultNumber();
      Value carried = loop.getRegionIterArgs()[index], next = loop.getBody()->getTerminator()->getOperand(index);
      std::optional<Segments> before = matchSum(loop.getInitArgs()[index]);
      tile::DotOp dot = matchStep(next, carried);
      if (!before || !dot || !carried.hasOneUse())
        return std::nullopt;
      before->push_back({dot, loop});
      return before;
    }
    for (Value other : getSummands(value))
      if (tile::DotOp dot = matchStep(value, other)) {
        std::optional<Segments> before = other ? matchSum(other) : Segments();
        if (!before)
          continue;
        before->push_back({dot, {}});
        return before;
      }
    return std::nullopt;
  }
  /// What a product may be added to in `value`; null where it is the product alone.
  static SmallVector<Value, 2> getSummands(Value value) {
    if (auto dot = value.getDefiningOp<tile::DotOp>())
      return {dot.getAcc()};
    Operation *add = value.getDefiningOp();
    if (isa_and_nonnull<arith::AddFOp, arith::AddIOp>(add))
      return {add->getOperand(0), add->getOperand(1)};
    return {};
  }
  /// The product of `before + product`.
  static tile::DotOp matchStep(Value value, Value before) {
    if (auto dot = value.getDefiningOp<tile::DotOp>())
      return dot.getAcc() == before ? dot : tile::DotOp();
    Operation *add = value.getDefiningOp();
    if (!isa_and_nonnull<arith::AddFOp, arith::AddIOp>(add) || !llvm::is_contained(add->getOperands(), before))
      return {};
    auto dot = add->getOperand(add->getOperand(0) == before ? 1 : 0).getDefiningOp<tile::DotOp>();
    return dot && isZero(dot.getAcc()) ? dot : tile::DotOp();
  }

  //===-- operands --------------------------------------------------------------------------------------------===//

  /// Through what only renames axes to the load. `line` and `inner` are axes of `value`.
  bool setOperand(GemmMatrix &matrix, Value value, int64_t line, int64_t inner) {
    if (tile::getShape(value.getType()).size() != 2)
      return false;
    SmallVector<Linear, 1> lineEnds, innerEnds; // from here on the program has put zeros
    for (Operation *op = value.getDefiningOp(); op; op = op->getOperand(isa<arith::SelectOp>(op)).getDefiningOp()) {
      if (auto select = dyn_cast<arith::SelectOp>(op)) {
        std::optional<PrefixForm> mask = forms.getMask(select.getCondition());
        if (!mask || !isZero(select.getFalseValue()))
          return false;
        for (auto [axis, counts] : llvm::enumerate(mask->counts)) {
          bool isLine = static_cast<int64_t>(axis) == line, isInner = static_cast<int64_t>(axis) == inner;
          if (!counts.empty() && !isLine && !isInner)
            return false;
          llvm::append_range(isLine ? lineEnds : innerEnds, counts);
        }
      } else if (auto transpose = dyn_cast<tile::TransposeOp>(op)) {
        line = transpose.getPermutation()[line];
        inner = transpose.getPermutation()[inner];
      } else if (auto reshape = dyn_cast<tile::ReshapeOp>(op)) {
        std::optional<int64_t> ownLine = findAxis(reshape, line), ownInner = findAxis(reshape, inner);
        if (!ownLine || !ownInner)
          return false;
        line = *ownLine;
        inner = *ownInner;
      } else {
        std::optional<Box> box = isa<tile::LoadOp, tile::GatherOp>(op) ? findBox(op, forms, bounds) : std::nullopt;
        if (!box || (matrix.line = box->findIndex(line)) < 0 || (matrix.inner = box->findIndex(inner)) < 0)
          return false;
        matrix.box = std::move(*box);
        return endWithZeros(matrix.box, matrix.box.axes[matrix.line], lineEnds) && endWithZeros(matrix.box, matrix.box.axes[matrix.inner], innerEnds) &&
               isInOrder(matrix);
      }
    }
    return false;
  }

  /// Zeros from `counts` on, whatever the load gives from its own end on.
  static bool endWithZeros(Box &box, BoxAxis &axis, ArrayRef<Linear> counts) {
    for (const Linear &count : counts) {
      Linear end = axis.begin + count;
      if (!end.isConstant())
        return false;
      if (!axis.maskEnd || end.constant <= *axis.maskEnd) {
        axis.maskEnd = end.constant;
        axis.hasZeros = true;
      }
    }
    return true;
  }

  /// The matrix's axes are the array's last two, the others one index at a time.
  static bool isInOrder(const GemmMatrix &matrix) {
    int64_t rank = static_cast<int64_t>(matrix.box.axes.size());
    for (int64_t axis = 0; axis < rank - 2; ++axis)
      if (matrix.box.axes[axis].size != 1)
        return false;
    return rank >= 2 && std::min(matrix.line, matrix.inner) == rank - 2;
  }

  /// The input's axis of a reshape that adds or removes axes of one element.
  static std::optional<int64_t> findAxis(tile::ReshapeOp op, int64_t axis) {
    ArrayRef<int64_t> from = tile::getShape(op.getInput().getType()), to = tile::getShape(op.getType());
    auto isNotOne = [](int64_t extent) { return extent != 1; };
    if (to[axis] == 1 || !llvm::equal(llvm::make_filter_range(from, isNotOne), llvm::make_filter_range(to, isNotOne)))
      return std::nullopt;
    int64_t number = llvm::count_if(to.take_front(axis), isNotOne);
    for (auto [index, extent] : llvm::enumerate(from))
      if (extent != 1 && number-- == 0)
        return static_cast<int64_t>(index);
    return std::nullopt;
  }

  /// K: both operands go along it from 0 to its end, each part of the sum from where the one before ended.
  bool setOperands() {
    int64_t reach = 0;
    gemm.precision = sum.front().dot.getPrecision();
    gemm.isUnsigned = sum.front().dot.getFromUnsigned();
    gemm.k = std::numeric_limits<int64_t>::max();
    for (Segment &segment : sum) {
      GemmMatrix a, b;
      if (segment.dot.getPrecision() != gemm.precision || segment.dot.getFromUnsigned() != gemm.isUnsigned)
        return false;
      if (!setOperand(a, segment.dot.getLhs(), 0, 1) || !setOperand(b, segment.dot.getRhs(), 1, 0))
        return false;
      std::optional<int64_t> aReach = getReach(a, segment, reach), bReach = getReach(b, segment, reach);
      if (!aReach || aReach != bReach || !endDepth(a, *aReach) || !endDepth(b, *bReach))
        return false;
      if (reach == 0) {
        gemm.a = std::move(a);
        gemm.b = std::move(b);
      } else if (!goesOn(gemm.a, a) || !goesOn(gemm.b, b)) {
        return false;
      }
      reach = *aReach;
    }
    gemm.k = std::min(gemm.k, reach);
    for (const GemmMatrix *matrix : {&gemm.a, &gemm.b})
      if ((matrix->getInner().validEnd && *matrix->getInner().validEnd < gemm.k) || (matrix->getInner().extent >= 0 && matrix->getInner().extent < gemm.k))
        return false;
    return gemm.k > 0;
  }

  /// Where an operand ends before `reach` it must be with zeros.
  bool endDepth(const GemmMatrix &matrix, int64_t reach) {
    const BoxAxis &inner = matrix.getInner();
    if (!inner.maskEnd || *inner.maskEnd >= reach)
      return true;
    gemm.k = std::min(gemm.k, *inner.maskEnd);
    return inner.hasZeros || isZero(matrix.box.other);
  }

  /// Whether both are parts of one matrix, at the same lines.
  static bool goesOn(GemmMatrix &whole, const GemmMatrix &part) {
    if (whole.box.array != part.box.array || whole.line != part.line || whole.inner != part.inner || whole.box.axes.size() != part.box.axes.size())
      return false;
    for (auto [index, axes] : llvm::enumerate(llvm::zip(whole.box.axes, part.box.axes))) {
      auto &[first, second] = axes;
      bool isInner = static_cast<int64_t>(index) == whole.inner;
      if (first.pitch != second.pitch || first.extent != second.extent || (!isInner && (!(first.begin == second.begin) || first.size != second.size)))
        return false;
      for (auto end : {&BoxAxis::maskEnd, &BoxAxis::validEnd})
        if (second.*end && (isInner ? end == &BoxAxis::validEnd : true))
          first.*end = first.*end ? std::min(*(first.*end), *(second.*end)) : *(second.*end);
    }
    return true;
  }

  /// Where along K this part of the sum ends if it begins at `from`.
  std::optional<int64_t> getReach(const GemmMatrix &matrix, Segment &segment, int64_t from) {
    const BoxAxis &inner = matrix.getInner();
    if (!segment.loop)
      return inner.begin == Linear(from) ? std::optional(from + inner.size) : std::nullopt;
    std::optional<int64_t> count = forms.getTripCount(segment.loop), lower = forms.getConstant(segment.loop.getLowerBound()),
                           step = forms.getConstant(segment.loop.getStep());
    if (!count || *count < 1 || !segment.loop->isAncestor(matrix.box.access))
      return std::nullopt;
    Value variable = segment.loop.getInductionVar();
    int64_t coefficient = inner.begin.getCoefficient(variable);
    Linear first = inner.begin.without(variable) + Linear(coefficient * *lower);
    if (!(first == Linear(from)) || (*count > 1 && coefficient * *step != inner.size))
      return std::nullopt;
    for (const BoxAxis &axis : matrix.box.axes)
      if (&axis != &inner && axis.begin.getCoefficient(variable) != 0)
        return std::nullopt;
    return from + *count * inner.size;
  }

  /// An operand's lines are the result's rows or columns, wherever the result is stored.
  bool agreesWithResult(GemmMatrix &matrix) {
    const BoxAxis &own = matrix.getLine(), &other = &matrix == &gemm.a ? gemm.result.getLine() : gemm.result.getInner();
    int64_t needed = &matrix == &gemm.a ? gemm.m : gemm.n;
    if (!(own.begin == other.begin) || own.size != other.size)
      return false;
    for (std::optional<int64_t> end : {own.maskEnd, own.validEnd})
      if (end && (needed < 0 || *end < needed))
        return false;
    if (own.extent >= 0 && own.extent < needed)
      return false;
    for (int64_t axis = 0; axis + 2 < static_cast<int64_t>(matrix.box.axes.size()); ++axis)
      if (!matrix.box.axes[axis].begin.isConstant() && !findBatch(matrix.box.axes[axis].begin))
        return false;
    return true;
  }
  bool findBatch(const Linear &begin) {
    return llvm::any_of(llvm::ArrayRef(gemm.result.box.axes).take_front(gemm.result.line), [&](const BoxAxis &axis) { return axis.begin == begin; });
  }

  //===-- all programs ----------------------------------------------------------------------------------------===//

  /// Rows, columns and batches of the result where each is an axis of the grid.
  std::optional<SmallVector<GridCount>> countBlocks() {
    SmallVector<Linear> begins = {gemm.result.getLine().begin, gemm.result.getInner().begin};
    for (size_t axis = 0; axis < gemm.batch.size(); ++axis)
      begins.push_back(gemm.result.box.axes[axis].begin);
    return countGrid(gemm.result.box.access, begins, kernel, grid);
  }

  bool coversResult() {
    const BoxAxis &row = gemm.result.getLine(), &column = gemm.result.getInner();
    if (std::optional<SmallVector<GridCount>> counts = countBlocks()) {
      auto covers = [](const GridCount &blocks, int64_t size, int64_t extent) {
        return (blocks.step == size || blocks.count == 1) && extent > 0 &&
               blocks.count >= llvm::divideCeilSigned(extent, size);
      };
      bool areBatches = llvm::all_of(llvm::zip(llvm::ArrayRef(*counts).drop_front(2), gemm.batch), [&](auto pair) {
        return covers(std::get<0>(pair), 1, std::get<1>(pair)) && std::get<0>(pair).count == std::get<1>(pair);
      });
      return areBatches && covers((*counts)[0], row.size, gemm.m) && covers((*counts)[1], column.size, gemm.n);
    }
    int64_t rows = llvm::divideCeil(gemm.m, row.size), columns = llvm::divideCeil(gemm.n, column.size), total = rows * columns * gemm.getBatches();
    if (total <= 0 || total > mostExecutions)
      return false;
    llvm::BitVector done(static_cast<unsigned>(total));
    bool isKnown = forEachExecution(gemm.result.box.access, kernel, grid, [&](ProgramEvaluator &program) {
      std::optional<int64_t> r = program.evaluate(row.begin), c = program.evaluate(column.begin);
      if (!r || !c || *r < 0 || *c < 0 || *r % row.size != 0 || *c % column.size != 0)
        return false;
      int64_t index = 0;
      for (auto [axis, extent] : llvm::enumerate(gemm.batch)) {
        std::optional<int64_t> at = program.evaluate(gemm.result.box.axes[axis].begin);
        if (!at || *at < 0 || *at >= extent)
          return false;
        index = index * extent + *at;
      }
      if (*r >= gemm.m || *c >= gemm.n)
        return true;
      index = (index * rows + *r / row.size) * columns + *c / column.size;
      if (done.test(static_cast<unsigned>(index)))
        return false;
      done.set(static_cast<unsigned>(index));
      return true;
    });
    return isKnown && done.all();
  }

  /// Of a flat array as much as programs write: without a mask its rows end nowhere, and a row may be shorter than its
  /// pitch.
  bool findExtents() {
    const BoxAxis &row = gemm.result.getLine(), &column = gemm.result.getInner();
    bool areColumnsSaid = !gemm.result.box.isFlat || column.maskEnd;
    if (gemm.m >= 0 && areColumnsSaid)
      return true;
    int64_t rows = 0, columns = 0;
    std::optional<SmallVector<GridCount>> counts = countBlocks();
    if (counts) {
      rows = (*counts)[0].step * ((*counts)[0].count - 1) + row.size;
      columns = (*counts)[1].step * ((*counts)[1].count - 1) + column.size;
    }
    bool isKnown = counts || forEachExecution(gemm.result.box.access, kernel, grid, [&](ProgramEvaluator &program) {
      std::optional<int64_t> r = program.evaluate(row.begin), c = program.evaluate(column.begin);
      rows = std::max(rows, r.value_or(0) + row.size);
      columns = std::max(columns, c.value_or(0) + column.size);
      return r && c;
    });
    if (gemm.m < 0)
      gemm.m = rows;
    if (!areColumnsSaid)
      gemm.n = std::min(gemm.n, columns);
    return isKnown;
  }

  tile::KernelOp kernel;
  AffineForms forms;
  BoundsAnalysis *bounds; // batches of a flat array are looked for
  Reasons &reasons;
  SmallVector<int64_t> grid;
  Gemm gemm;
  Segments sum;
  llvm::DenseSet<Value> seen;
};
} // namespace

std::optional<Gemm> tessera::schedule::matchGemm(tile::KernelOp kernel, Reasons &reasons) {
  Reasons untold;
  if (std::optional<Gemm> gemm = GemmMatcher(kernel, nullptr, untold).run())
    return gemm;
  BoundsAnalysis bounds(kernel);
  return GemmMatcher(kernel, &bounds, reasons).run();
}
