// SPDX-License-Identifier: Apache-2.0
// A Pallas grid runs in row-major order in the interpreter, as on a TPU: a program may go on with what an earlier one wrote. On a GPU programs run
// side by side, so axes along which one depends on another become loops.
//
// Two accesses of one array, one of them a write, meet in programs p and q only if their boxes overlap. A box begins at `sum of c_a * p_a + [low, high]`
// along each axis of the array, so boxes that overlap have `|sum of c_a * (p_a - q_a)| <= w`. If the largest `c_a` alone is more than w and what the
// others can reach, p_a = q_a; then the next one. Example: blocks of 64 at `(i, j)` of an output in grid (i, j, k): 64 * |i - i'| <= 63
// gives i = i', so does j, and k is the axis that must run in order. Where two accesses meet in programs that differ along several axes, all of
// them run in order. Index maps that aren't sums of ids are evaluated at every point of the grid, up to a limit.
//
// Scratch memory goes on from program to program. It ties no programs if each writes all of it before it reads it; where it does so in the first program along
// some last axes (`pl.when(pl.program_id(2) == 0)`), those run in order.
#include "compiler/schedule/OrderedAxes.h"
#include "compiler/schedule/ProgramForms.h"
#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace {
/// One axis of a box: where it begins and how many elements it spans; no form: anywhere.
struct Span {
  std::optional<ProgramForm> begin;
  int64_t elements = 1;
};
struct Box {
  SmallVector<Span> spans;
  SmallVector<ProgramGuard> guards;
  bool isWritten = false, isAtomic = false;
};

class OrderAnalysis {
public:
  OrderAnalysis(tile::KernelOp kernel, ArrayRef<int64_t> grid, SymbolTable &symbols)
      : kernel(kernel), grid(grid), symbols(symbols), forms(grid), isOrdered(grid.size(), false) {}

  SmallVector<int64_t> run() {
    for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
      visitArgument(index);
    addTextOrder();
    SmallVector<int64_t> axes;
    for (int64_t axis = 0; axis < static_cast<int64_t>(grid.size()); ++axis)
      if (isOrdered[axis] && grid[axis] > 1)
        axes.push_back(axis);
    return axes;
  }

private:
  void visitArgument(unsigned index) {
    tile::Access access = kernel.getAccess(index);
    if (!isa<tile::RefType>(kernel.getArgumentTypes()[index]) || access == tile::Access::read)
      return;
    if (access == tile::Access::scratch)
      return visitScratch(kernel.getArgument(index));
    SmallVector<Box> boxes;
    if (tile::BlockAttr block = kernel.getBlock(index)) {
      if (orderByPoints(block))
        return;
      boxes.push_back(getBlockBox(block));
    } else if (!collectBoxes(kernel.getArgument(index), boxes)) {
      isOrdered.assign(grid.size(), true);
      return;
    }
    mergeBoxes(boxes);
    for (size_t a = 0; a < boxes.size(); ++a)
      for (size_t b = a; b < boxes.size(); ++b)
        compare(boxes[a], boxes[b]);
  }

  //===-- boxes -------------------------------------------------------------------------------------------------===//

  func::FuncOp getMap(tile::BlockAttr block) {
    return block.getIndexMap() ? symbols.lookup<func::FuncOp>(block.getIndexMap().getValue()) : func::FuncOp();
  }

  Box getBlockBox(tile::BlockAttr block) {
    Box box;
    box.isWritten = true;
    func::FuncOp map = getMap(block);
    ProgramForms mapForms(grid);
    if (map)
      for (auto [axis, argument] : llvm::enumerate(map.getArguments()))
        if (axis < grid.size())
          mapForms.bind(argument, static_cast<int64_t>(axis));
    for (int64_t axis = 0; axis < block.getArray().getRank(); ++axis) {
      int64_t extent = block.getShape()[axis];
      Span span{ProgramForm{SmallVector<int64_t, 4>(grid.size(), 0), 0, 0}, extent};
      if (map)
        span.begin = mapForms.get(map.getBody().front().getTerminator()->getOperand(axis));
      if (span.begin && !block.isElementAxis(axis)) {
        for (int64_t &coefficient : span.begin->coefficients)
          coefficient *= extent;
        span.begin->low *= extent;
        span.begin->high *= extent;
      }
      box.spans.push_back(std::move(span));
    }
    return box;
  }

  SmallVector<ProgramGuard> getGuardsAround(Operation *op) {
    SmallVector<ProgramGuard> guards;
    for (Operation *inner = op, *parent = op->getParentOp(); parent && parent != kernel; inner = parent, parent = parent->getParentOp())
      if (auto branch = dyn_cast<scf::IfOp>(parent); branch && inner->getParentRegion() == &branch.getThenRegion())
        guards.append(forms.getGuards(branch.getCondition()));
    return guards;
  }

  template <typename OpT> Box getSliceBox(OpT op) {
    Box box;
    for (int64_t axis = 0; axis < static_cast<int64_t>(op.getSizes().size()); ++axis) {
      OpFoldResult offset = op.getOffset(axis);
      Span span{std::nullopt, (op.getSizes()[axis] - 1) * op.getStride(axis) + 1};
      if (auto attr = dyn_cast<Attribute>(offset)) {
        int64_t begin = cast<IntegerAttr>(attr).getInt();
        span.begin = ProgramForm{SmallVector<int64_t, 4>(grid.size(), 0), begin, begin};
      } else {
        span.begin = forms.get(cast<Value>(offset));
      }
      box.spans.push_back(std::move(span));
    }
    return box;
  }

  Box getPointsBox(ValueRange indices) {
    Box box;
    for (Value index : indices)
      box.spans.push_back({forms.get(index), 1});
    return box;
  }

  /// False where something unknown happens to the Ref.
  bool collectBoxes(Value ref, SmallVectorImpl<Box> &boxes) {
    for (Operation *user : ref.getUsers()) {
      Box box;
      if (auto load = dyn_cast<tile::LoadOp>(user))
        box = getSliceBox(load);
      else if (auto store = dyn_cast<tile::StoreOp>(user))
        box = getSliceBox(store);
      else if (auto gather = dyn_cast<tile::GatherOp>(user))
        box = getPointsBox(gather.getIndices());
      else if (auto scatter = dyn_cast<tile::ScatterOp>(user))
        box = getPointsBox(scatter.getIndices());
      else if (isa<tile::AtomicRmwOp, tile::AtomicCasOp>(user))
        box = getPointsBox(isa<tile::AtomicRmwOp>(user) ? ValueRange(cast<tile::AtomicRmwOp>(user).getIndices())
                                                        : ValueRange(cast<tile::AtomicCasOp>(user).getIndices()));
      else
        return false;
      box.isAtomic = isa<tile::AtomicRmwOp, tile::AtomicCasOp>(user);
      box.isWritten = !isa<tile::LoadOp, tile::GatherOp>(user);
      box.guards = getGuardsAround(user);
      boxes.push_back(std::move(box));
    }
    return true;
  }

  /// Whether `a` and `b` differ in constants only, and can be one box that spans both.
  static bool areAlike(const Box &a, const Box &b) {
    auto isSame = [](const ProgramGuard &left, const ProgramGuard &right) { return left.axis == right.axis && left.index == right.index; };
    if (a.isWritten != b.isWritten || a.isAtomic != b.isAtomic || !llvm::equal(a.guards, b.guards, isSame))
      return false;
    return llvm::all_of(llvm::zip(a.spans, b.spans), [](auto spans) {
      auto &[left, right] = spans;
      return left.begin.has_value() == right.begin.has_value() && (!left.begin || left.begin->coefficients == right.begin->coefficients);
    });
  }

  /// Of many boxes, as an unrolled kernel has them, few: each pair of them is compared.
  static void mergeBoxes(SmallVectorImpl<Box> &boxes) {
    if (boxes.size() <= 32)
      return;
    SmallVector<Box> merged;
    for (Box &box : boxes) {
      Box *same = llvm::find_if(merged, [&](const Box &other) { return areAlike(box, other); });
      if (same == merged.end()) {
        merged.push_back(std::move(box));
        continue;
      }
      for (auto [to, from] : llvm::zip(same->spans, box.spans)) {
        to.elements = std::max(to.elements, from.elements);
        if (to.begin) {
          to.begin->low = std::min(to.begin->low, from.begin->low);
          to.begin->high = std::max(to.begin->high, from.begin->high);
        }
      }
    }
    boxes = std::move(merged);
  }

  //===-- which programs meet -----------------------------------------------------------------------------------===//

  void compare(const Box &a, const Box &b) {
    if ((!a.isWritten && !b.isWritten) || (a.isAtomic && b.isAtomic))
      return;
    SmallVector<bool> isEqual(grid.size(), false);
    for (auto [axis, extent] : llvm::enumerate(grid))
      isEqual[axis] = extent <= 1;
    for (const ProgramGuard &left : a.guards)
      for (const ProgramGuard &right : b.guards)
        if (left.axis == right.axis) {
          if (left.index != right.index)
            continue;
          isEqual[left.axis] = true;
        }
    // Each axis found may let another array axis find more.
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t axis = 0; axis < std::min(a.spans.size(), b.spans.size()); ++axis)
        switch (narrow(a.spans[axis], b.spans[axis], isEqual)) {
        case Meeting::never:
          return;
        case Meeting::narrower:
          changed = true;
          break;
        case Meeting::unknown:
          break;
        }
    }
    for (size_t axis = 0; axis < grid.size(); ++axis)
      isOrdered[axis] = isOrdered[axis] || !isEqual[axis];
  }

  enum class Meeting { unknown, narrower, never };

  Meeting narrow(const Span &a, const Span &b, SmallVectorImpl<bool> &isEqual) {
    if (!a.begin || !b.begin)
      return Meeting::unknown;
    // a's begin - b's begin = sum of c (p - q) + [low, high] must lie in (-a.elements, b.elements).
    int64_t low = a.begin->low - b.begin->high, high = a.begin->high - b.begin->low;
    if (a.begin->coefficients != b.begin->coefficients)
      return Meeting::unknown;
    int64_t reach = std::max(b.elements - 1 - low, high + a.elements - 1);
    SmallVector<size_t> axes;
    for (auto [axis, coefficient] : llvm::enumerate(a.begin->coefficients))
      if (coefficient != 0 && !isEqual[axis])
        axes.push_back(axis);
    if (axes.empty())
      return low >= b.elements || high <= -a.elements ? Meeting::never : Meeting::unknown;
    auto size = [&](size_t axis) { return std::abs(a.begin->coefficients[axis]); };
    llvm::sort(axes, [&](size_t left, size_t right) { return size(left) < size(right); });
    bool found = false;
    while (!axes.empty()) {
      int64_t others = reach;
      for (size_t axis : ArrayRef<size_t>(axes).drop_back())
        others += size(axis) * (grid[axis] - 1);
      if (size(axes.back()) <= others)
        break;
      isEqual[axes.pop_back_val()] = true;
      found = true;
    }
    return found ? Meeting::narrower : Meeting::unknown;
  }

  //===-- index maps that are no sums ---------------------------------------------------------------------------===//

  /// Evaluates the map at every point of the grid, and orders the axes along which programs with one block differ. False where the map need not be evaluated, or can't.
  bool orderByPoints(tile::BlockAttr block) {
    constexpr int64_t mostPoints = 4096;
    func::FuncOp map = getMap(block);
    Box box = getBlockBox(block);
    int64_t programs = 1;
    for (int64_t extent : grid)
      programs = std::min(programs * std::max<int64_t>(extent, 1), mostPoints + 1);
    bool isSum = llvm::all_of(box.spans, [](const Span &span) { return span.begin && span.begin->low == span.begin->high; });
    if (!map || isSum || programs > mostPoints || map.getNumArguments() != grid.size())
      return false;
    std::map<SmallVector<int64_t>, SmallVector<int64_t>> first;
    SmallVector<bool> differs(grid.size(), false);
    SmallVector<int64_t> point(grid.size(), 0);
    for (int64_t program = 0; program < programs; ++program) {
      SmallVector<int64_t> indices;
      if (!foldMap(map, point, indices))
        return false;
      for (int64_t axis = 0; axis < block.getArray().getRank(); ++axis)
        if (block.isElementAxis(axis) && block.getShape()[axis] > 1) {
          if (indices[axis] % block.getShape()[axis] != 0)
            return false; // windows may overlap
          indices[axis] /= block.getShape()[axis];
        }
      auto [found, isNew] = first.try_emplace(indices, point);
      for (size_t axis = 0; !isNew && axis < grid.size(); ++axis)
        differs[axis] = differs[axis] || found->second[axis] != point[axis];
      for (size_t axis = grid.size(); axis-- > 0;) {
        if (++point[axis] < grid[axis])
          break;
        point[axis] = 0;
      }
    }
    for (size_t axis = 0; axis < grid.size(); ++axis)
      isOrdered[axis] = isOrdered[axis] || differs[axis];
    return true;
  }

  static bool foldMap(func::FuncOp map, ArrayRef<int64_t> point, SmallVectorImpl<int64_t> &indices) {
    llvm::DenseMap<Value, Attribute> known;
    Builder builder(map.getContext());
    for (auto [argument, coordinate] : llvm::zip(map.getArguments(), point))
      known[argument] = builder.getIntegerAttr(argument.getType(), coordinate);
    for (Operation &op : map.getBody().front().without_terminator()) {
      SmallVector<Attribute> operands;
      for (Value operand : op.getOperands())
        operands.push_back(known.lookup(operand));
      SmallVector<OpFoldResult> results;
      if (op.getNumRegions() || failed(op.fold(operands, results)) || results.size() != op.getNumResults())
        return false;
      for (auto [value, result] : llvm::zip(op.getResults(), results)) {
        Attribute attribute = dyn_cast<Attribute>(result);
        known[value] = attribute ? attribute : known.lookup(cast<Value>(result));
      }
    }
    for (Value result : map.getBody().front().getTerminator()->getOperands()) {
      auto integer = dyn_cast_or_null<IntegerAttr>(known.lookup(result));
      if (!integer)
        return false;
      indices.push_back(integer.getInt());
    }
    return true;
  }

  //===-- scratch memory and text -------------------------------------------------------------------------------===//

  /// Orders the fewest last axes such that their first program writes all of `ref` before it reads any.
  void visitScratch(Value ref) {
    int64_t rank = static_cast<int64_t>(grid.size());
    SmallVector<int64_t> axes;
    for (int64_t axis = rank - 1; axis >= 0; --axis) {
      bool isFilled = false;
      if (readsOnlyFilled(kernel.getBody().front(), ref, axes, isFilled))
        break;
      axes.push_back(axis);
    }
    for (int64_t axis : axes)
      isOrdered[axis] = true;
  }

  /// Whether the block reads `ref` only when it is filled, in the program whose ids along `zeroAxes` are 0; `isFilled` before and after it.
  bool readsOnlyFilled(Block &block, Value ref, ArrayRef<int64_t> zeroAxes, bool &isFilled) {
    for (Operation &op : block) {
      if (auto branch = dyn_cast<scf::IfOp>(op)) {
        std::optional<bool> holds = forms.evaluate(branch.getCondition(), zeroAxes);
        bool thenFilled = isFilled, elseFilled = isFilled;
        if (holds != false && !readsOnlyFilled(branch.getThenRegion().front(), ref, zeroAxes, thenFilled))
          return false;
        if (holds != true && !branch.getElseRegion().empty() && !readsOnlyFilled(branch.getElseRegion().front(), ref, zeroAxes, elseFilled))
          return false;
        isFilled = holds ? (*holds ? thenFilled : elseFilled) : thenFilled && elseFilled;
        continue;
      }
      for (Region &region : op.getRegions())
        for (Block &inner : region) {
          bool innerFilled = isFilled;
          if (!readsOnlyFilled(inner, ref, zeroAxes, innerFilled))
            return false;
          if (auto loop = dyn_cast<scf::ForOp>(op)) {
            std::optional<ProgramForm> from = forms.get(loop.getLowerBound()), to = forms.get(loop.getUpperBound());
            isFilled = isFilled || (from && to && from->isConstant() && to->isConstant() && from->low < to->low && innerFilled);
          }
        }
      if (!llvm::is_contained(op.getOperands(), ref))
        continue;
      auto store = dyn_cast<tile::StoreOp>(op);
      if (store && store.getRef() == ref) {
        isFilled = isFilled || isWhole(store);
        continue;
      }
      if (!isFilled && !isa<tile::ScatterOp>(op))
        return false;
    }
    return true;
  }

  static bool isWhole(tile::StoreOp store) {
    return !store.getMask() && store.getOffsets().empty() && llvm::equal(store.getSizes(), cast<tile::RefType>(store.getRef().getType()).getShape()) &&
           llvm::all_of(store.getStaticOffsets(), [](int64_t offset) { return offset == 0; });
  }

  /// What is printed stands in the programs' order: then only last axes may be loops.
  void addTextOrder() {
    bool speaks = false;
    kernel.walk([&](Operation *op) { speaks = speaks || isa<tile::PrintOp, tile::AssertOp>(op); });
    bool isInner = false;
    for (size_t axis = 0; speaks && axis < grid.size(); ++axis) {
      isInner = isInner || (isOrdered[axis] && grid[axis] > 1);
      isOrdered[axis] = isInner;
    }
  }

  tile::KernelOp kernel;
  SmallVector<int64_t> grid;
  SymbolTable &symbols;
  ProgramForms forms;
  SmallVector<bool> isOrdered;
};
} // namespace

SmallVector<int64_t> schedule::findOrderedAxes(tile::KernelOp kernel, ArrayRef<int64_t> grid, SymbolTable &symbols) {
  int64_t programs = 1;
  for (int64_t extent : grid)
    programs = std::min<int64_t>(programs * std::max<int64_t>(extent, 1), 2);
  if (kernel.getSource() != "pallas" || programs <= 1)
    return {};
  return OrderAnalysis(kernel, grid, symbols).run();
}
