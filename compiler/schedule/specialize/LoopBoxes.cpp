// SPDX-License-Identifier: Apache-2.0
// Loads and stores as boxes. A slice of an array is one already; computed indices of a flat array are where one axis goes by 1 and the other by a
// pitch that the launches say: then the array is a matrix of rows of that pitch. A mask is harmless if it is false exactly outside of the array,
// where the engine reads zeros and writes nothing; of a flat array that takes a third axis, so that the rows of a batch entry end where it does.
#include "compiler/schedule/specialize/LoopBoxes.h"
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

int64_t ArrayBox::getRows() const {
  SmallVector<int64_t> kept = getKeptAxes(static_cast<int64_t>(sizes.size()), dropped);
  return sizes[kept[0]];
}

//===-- masks -------------------------------------------------------------------------------------------------===//

namespace {
/// `position < limit`, or `position >= limit` where that is a lower bound, for each element.
struct Bound {
  AffineArray position;
  int64_t limit;
  bool isLower = false, holds = false; // `holds`: for all elements, whatever the program

  /// The same condition with `constant` in the position's sum.
  void setConstant(int64_t constant) {
    limit += constant - position.base.constant;
    position.base.constant = constant;
  }
};
using BoundsOfMask = std::optional<SmallVector<Bound>>;
} // namespace

static bool isUniform(const AffineArray &array) {
  return llvm::all_of(array.steps, [](int64_t step) { return step == 0; });
}

/// `x < y` as a bound of the side that runs along an axis: what else varies is on its side, numbers are on the other.
static BoundsOfMask getComparison(arith::CmpIOp op, AffineAnalysis &affine) {
  using P = arith::CmpIPredicate;
  P predicate = op.getPredicate();
  if (predicate == P::eq || predicate == P::ne)
    return std::nullopt;
  bool isSwapped = llvm::is_contained({P::sgt, P::sge, P::ugt, P::uge}, predicate),
       isSigned = llvm::is_contained({P::slt, P::sle, P::sgt, P::sge}, predicate);
  Value small = isSwapped ? op.getRhs() : op.getLhs(), large = isSwapped ? op.getLhs() : op.getRhs();
  int64_t slack = llvm::is_contained({P::sle, P::sge, P::ule, P::uge}, predicate) ? 1 : 0;
  std::optional<AffineArray> left = affine.get(small), right = affine.get(large);
  if (!left || !right) {
    std::optional<Bounds> least = affine.getBounds(small), most = affine.getBounds(large);
    bool holds = least && most && (isSigned || least->least >= 0) && least->most < most->least + slack;
    return holds ? BoundsOfMask(SmallVector<Bound>()) : std::nullopt;
  }
  // small - large < slack
  AffineArray gap = *left;
  gap.base.add(right->base, -1);
  for (auto [own, other] : llvm::zip(gap.steps, right->steps))
    own -= other;
  std::optional<Bounds> range = affine.getBounds(gap, tile::getShape(op.getLhs().getType())),
                        least = affine.getBounds(*left, tile::getShape(op.getLhs().getType()));
  bool holds = range && range->most < slack && (isSigned || (least && least->least >= 0));
  if (isUniform(*right)) {
    Bound bound{gap, slack, false, holds};
    bound.setConstant(left->base.constant);
    return SmallVector<Bound>{bound};
  }
  if (!isUniform(*left) || (!isSigned && !holds))
    return std::nullopt;
  // large - small >= 1 - slack
  gap.base = gap.base.scaled(-1);
  for (int64_t &step : gap.steps)
    step = -step;
  Bound bound{gap, 1 - slack, true, holds};
  bound.setConstant(right->base.constant);
  return SmallVector<Bound>{bound};
}

/// The conditions whose conjunction `mask` is; none where one is of another form.
static BoundsOfMask getBounds(Value mask, AffineAnalysis &affine) {
  Operation *op = mask.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (matchPattern(mask, m_One()))
    return SmallVector<Bound>();
  if (auto both = dyn_cast<arith::AndIOp>(op)) {
    BoundsOfMask left = getBounds(both.getLhs(), affine), right = getBounds(both.getRhs(), affine);
    if (!left || !right)
      return std::nullopt;
    left->append(*right);
    return left;
  }
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return getComparison(compare, affine);
  if (!isa<tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp>(op))
    return std::nullopt;
  BoundsOfMask bounds = getBounds(op->getOperand(0), affine);
  if (!bounds)
    return std::nullopt;
  for (Bound &bound : *bounds) {
    std::optional<AffineArray> moved = moveAxes(bound.position, op);
    if (!moved)
      return std::nullopt;
    bound.position = *moved;
  }
  return bounds;
}

bool tessera::schedule::isZero(Value value) {
  if (!value || matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat()))
    return true;
  Operation *op = value.getDefiningOp();
  return op && isa<tile::BroadcastOp, tile::CastOp, tile::ReshapeOp>(op) && isZero(op->getOperand(0));
}

bool tessera::schedule::isZeroOrUndefined(Value other) {
  if (isZero(other))
    return true;
  if (auto select = other.getDefiningOp<arith::SelectOp>())
    return isZeroOrUndefined(select.getTrueValue()) && isZeroOrUndefined(select.getFalseValue());
  Attribute value;
  if (!matchPattern(other, m_Constant(&value)))
    return false;
  if (auto elements = dyn_cast<SplatElementsAttr>(value))
    value = elements.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().isNaN();
  auto integer = dyn_cast<IntegerAttr>(value);
  return integer && integer.getValue().isMinSignedValue();
}

static constexpr llvm::StringLiteral noBox = "its mask is no box of the array",
                                     noEdge = "its mask ends neither where the array does nor where a row does",
                                     boxRemedy = "mask with `index < extent` of each axis";

//===-- slices ------------------------------------------------------------------------------------------------===//

static std::optional<ArrayBox> checkEngine(ArrayBox box, tile::KernelOp kernel, Operation *op, Reasons &reasons) {
  auto refuse = [&](const Twine &condition, const Twine &remedy = "") {
    return reasons.add(op, condition, remedy), std::optional<ArrayBox>();
  };
  std::string name = "`" + kernel.getArgumentName(box.argument.getArgNumber()) + "`";
  constexpr int64_t unit = 16, mostAxes = 5;
  int64_t bytes = (box.getElementType().getIntOrFloatBitWidth() + 7) / 8, pitch = bytes, size = static_cast<int64_t>(box.shape.size());
  if (box.getElementType().getIntOrFloatBitWidth() % 8 != 0 || size > mostAxes)
    return refuse("the copy engine does not take " + name +
                  ", whose elements are no bytes or whose axes are more than 5");
  if (getAlignment(kernel, box.argument.getArgNumber()) % unit != 0)
    return refuse(name + " does not begin at a multiple of 16 bytes");
  for (size_t axis = box.shape.size(); axis-- > 1;) {
    pitch *= box.shape[axis];
    if (pitch % unit != 0)
      return refuse("rows of " + name + " are " + Twine(pitch) +
                        " bytes apart, which the copy engine wants to be a multiple of 16",
                    "pad them");
  }
  if (box.sizes.size() - box.dropped.size() != 2 || llvm::is_contained(box.dropped, size - 1))
    return refuse("a block of " + name + " has no rows");
  return box;
}

template <typename OpT>
static std::optional<ArrayBox> findSliceBox(OpT op, Type value, AffineAnalysis &affine, tile::KernelOp kernel,
                                            Reasons &reasons) {
  auto refuse = [&](const Twine &condition, const Twine &remedy = "") {
    return reasons.add(op, condition, remedy), std::optional<ArrayBox>();
  };
  ArrayBox box;
  box.argument = dyn_cast<BlockArgument>(op.getRef());
  auto ref = cast<tile::RefType>(op.getRef().getType());
  if (!box.argument || box.argument.getOwner() != &kernel.getBody().front() || !ref.hasStaticShape() || tile::getShape(value).size() != 2 ||
      ref.getMemorySpace() == tile::MemorySpace::smem)
    return refuse("it is no matrix of an argument whose shape is known");
  box.shape.assign(ref.getShape().begin(), ref.getShape().end());
  box.sizes.assign(op.getSizes().begin(), op.getSizes().end());
  box.dropped.assign(op.getDropped().begin(), op.getDropped().end());
  for (int64_t axis = 0; axis < ref.getRank(); ++axis) {
    if (op.getStride(axis) != 1)
      return refuse("it has steps between its elements");
    OpFoldResult offset = op.getOffset(axis);
    AffineSum sum;
    if (auto constant = dyn_cast<Attribute>(offset))
      sum.constant = cast<IntegerAttr>(constant).getInt();
    else
      sum = affine.get(cast<Value>(offset))->base;
    box.offsets.push_back(sum);
  }
  if (!op.getMask())
    return checkEngine(box, kernel, op, reasons);
  auto bounds = getBounds(op.getMask(), affine);
  if (!bounds)
    return refuse(noBox, boxRemedy);
  SmallVector<int64_t> kept = getKeptAxes(ref.getRank(), box.dropped);
  for (const Bound &bound : *bounds) {
    bool isEdge = false;
    for (int64_t axis = 0; axis < ref.getRank() && !isEdge; ++axis) {
      SmallVector<int64_t> steps(2, 0);
      if (auto position = llvm::find(kept, axis); position != kept.end())
        steps[position - kept.begin()] = 1;
      AffineSum shift = bound.position.base;
      shift.add(box.offsets[axis], -1);
      isEdge = bound.position.steps == steps && shift.isConstant() &&
               bound.limit - shift.constant == (bound.isLower ? 0 : box.shape[axis]);
    }
    if (!isEdge && !bound.holds)
      return refuse(noEdge, boxRemedy);
  }
  return checkEngine(box, kernel, op, reasons);
}

//===-- computed indices --------------------------------------------------------------------------------------===//

/// Splits `sum` in multiples of `unit` and a rest that stays in [0, most].
static std::optional<std::pair<AffineSum, AffineSum>> split(const AffineSum &sum, int64_t unit, int64_t most,
                                                            AffineAnalysis &affine) {
  AffineSum whole, rest;
  for (const AffineTerm &term : sum.terms) {
    if (term.factor % unit == 0)
      whole.terms.push_back({term.value, term.loop, term.factor / unit});
    else
      rest.terms.push_back(term);
  }
  std::optional<Bounds> reach = affine.getBounds(rest);
  if (!reach)
    return std::nullopt;
  whole.constant = llvm::divideFloorSigned(sum.constant + reach->least, unit);
  rest.constant = sum.constant - whole.constant * unit;
  return rest.constant + reach->most <= most ? std::optional(std::pair(whole, rest)) : std::nullopt;
}

/// How many elements each launch hands over for a flat array, where all agree.
static int64_t getElements(tile::KernelOp kernel, BlockArgument argument) {
  auto ref = cast<tile::RefType>(argument.getType());
  if (ref.hasStaticShape())
    return ref.getShape()[0];
  auto said = dyn_cast_or_null<IntegerAttr>(kernel.getArgAttr(argument.getArgNumber(), elementsName));
  return said ? said.getInt() : 0;
}

namespace {
/// A flat array by computed indices: which axis of these goes from row to row, by how many elements, and how many rows
/// there are.
struct Matrix {
  int64_t rowAxis, pitch, rows;
};
} // namespace

/// Where the box of `index` is, as bounds of its mask say or as ranges show: rows of a batch entry end where a mask
/// says so, columns with the row.
static bool placeBox(ArrayBox &box, const Matrix &matrix, const AffineArray &index, ArrayRef<int64_t> shape,
                     SmallVector<Bound> bounds, AffineAnalysis &affine) {
  int64_t rowAxis = matrix.rowAxis, columnAxis = 1 - rowAxis, pitch = matrix.pitch, rows = matrix.rows;
  std::optional<AffineSum> first, column;
  bool endWithRow = false; // columns
  for (Bound &bound : bounds) {
    bool isOfRows = bound.position.steps[rowAxis] == 1 && bound.position.steps[columnAxis] == 0;
    bool isOfColumns = bound.position.steps[rowAxis] == 0 && bound.position.steps[columnAxis] == 1;
    // As the address counts: lower bounds from 0, columns to the pitch, rows from where the index's number begins.
    if (bound.isLower || isOfColumns)
      bound.setConstant(bound.position.base.constant + (bound.isLower ? 0 : pitch) - bound.limit);
    else if (isOfRows)
      bound.setConstant(llvm::divideFloorSigned(index.base.constant, pitch));
    std::optional<AffineSum> &own = isOfRows ? first : column;
    if ((!isOfRows && !isOfColumns) || (own && !(*own == bound.position.base)))
      return false;
    own = bound.position.base;
    endWithRow |= isOfColumns && !bound.isLower;
    if (isOfRows && !bound.isLower)
      rows = std::min(rows, bound.limit);
  }
  // A box that is wider than a row has to be all of it: behind its end the engine reads zeros, as the mask says.
  bool isWholeRow = endWithRow && column->isConstant() && column->constant == 0;
  if (pitch < shape[columnAxis] && !isWholeRow)
    return false;
  AffineSum base = index.base;
  if (first)
    base.add(*first, -pitch);
  if (column)
    base.add(*column, -1);
  std::optional<std::pair<AffineSum, AffineSum>> parts;
  if (rows > 0)
    parts = split(base, first ? rows * pitch : pitch, column ? 0 : pitch - shape[columnAxis], affine);
  if (!parts)
    return false;
  auto &[whole, rest] = *parts;
  if (column)
    rest.add(*column);
  bool isFirstEntry = whole.isConstant() && whole.constant == 0;
  if (matrix.rows % rows != 0 && !isFirstEntry)
    return false;
  if (first && rows != matrix.rows && matrix.rows % rows == 0) {
    box.shape = {matrix.rows / rows, rows, pitch};
    box.offsets = {whole, *first, rest};
    box.sizes = {1, shape[rowAxis], shape[columnAxis]};
    box.dropped = {0};
    return true;
  }
  AffineSum row = whole.scaled(first ? rows : 1);
  if (first)
    row.add(*first);
  box.shape = {rows, pitch};
  box.offsets = {row, rest};
  box.sizes = {shape[rowAxis], shape[columnAxis]};
  return true;
}

template <typename OpT>
static std::optional<ArrayBox> findIndexedBox(OpT op, Type value, AffineAnalysis &affine, tile::KernelOp kernel,
                                              Reasons &reasons) {
  auto refuse = [&](const Twine &condition, const Twine &remedy = "") {
    return reasons.add(op, condition, remedy), std::optional<ArrayBox>();
  };
  ArrayBox box;
  box.argument = dyn_cast<BlockArgument>(op.getRef());
  ArrayRef<int64_t> shape = tile::getShape(value);
  if (!box.argument || box.argument.getOwner() != &kernel.getBody().front() || op.getIndices().size() != 1 || shape.size() != 2)
    return refuse("it is no matrix of an argument by one array of indices");
  std::optional<AffineArray> index = affine.get(op.getIndices()[0]);
  int64_t elements = getElements(kernel, box.argument);
  if (!index)
    return refuse(
        "its addresses are no sum of program ids, loop counters and strides that every launch hands over alike",
        "what is gathered needs neighbours of 4 bytes or more, from a multiple of so many on");
  if (elements == 0)
    return refuse("launches hand over arrays of different sizes");
  box.isTransposed = index->steps[1] != 1;
  int64_t rowAxis = box.isTransposed ? 1 : 0, columnAxis = 1 - rowAxis, pitch = index->steps[rowAxis];
  if (index->steps[columnAxis] != 1 || pitch < 1 || (pitch < shape[columnAxis] && !op.getMask()))
    return refuse("its addresses go by " + Twine(index->steps[0]) + " along one axis and by " + Twine(index->steps[1]) +
                  " along the other: rows one beside the other are wanted");
  if (elements % pitch != 0)
    return refuse("its array of " + Twine(elements) + " elements is no number of rows of " + Twine(pitch));
  BoundsOfMask bounds = op.getMask() ? getBounds(op.getMask(), affine) : SmallVector<Bound>();
  if (!bounds)
    return refuse(noBox, boxRemedy);
  Matrix matrix{rowAxis, pitch, elements / pitch};
  if (placeBox(box, matrix, *index, shape, *bounds, affine))
    return checkEngine(box, kernel, op, reasons);
  // What holds anyway need not be where a row or the array ends.
  llvm::erase_if(*bounds, [](const Bound &bound) { return bound.holds; });
  if (placeBox(box, matrix, *index, shape, *bounds, affine))
    return checkEngine(box, kernel, op, reasons);
  if (!bounds->empty())
    return refuse(noEdge, boxRemedy);
  return refuse("it may go on behind a row of " + Twine(pitch) + " elements, for all that is known of its indices",
                "mask its columns with `column < " + Twine(pitch) +
                    "`, or let the loop count to a number that launches hand over");
}

//===-- rows --------------------------------------------------------------------------------------------------===//

/// Where the row of a slice begins, axis by axis; none where it is not the array's last axis, one by one.
static std::optional<SmallVector<AffineSum>> findRowOfSlice(tile::LoadOp op, AffineAnalysis &affine) {
  int64_t rank = op.getRef().getType().getRank();
  SmallVector<AffineSum> offsets;
  for (int64_t axis = 0; axis < rank; ++axis) {
    if (op.getStride(axis) != 1 || llvm::is_contained(op.getDropped(), axis) == (axis + 1 == rank))
      return std::nullopt;
    AffineSum &sum = offsets.emplace_back();
    OpFoldResult offset = op.getOffset(axis);
    if (auto constant = dyn_cast<Attribute>(offset))
      sum.constant = cast<IntegerAttr>(constant).getInt();
    else
      sum = affine.get(cast<Value>(offset))->base;
  }
  return offsets;
}

/// The same of a gather from a flat array.
static std::optional<SmallVector<AffineSum>> findRowOfIndices(tile::GatherOp op, AffineAnalysis &affine) {
  std::optional<AffineArray> index = op.getIndices().size() == 1 ? affine.get(op.getIndices()[0]) : std::nullopt;
  if (!index || index->steps.size() != 1 || index->steps[0] != 1)
    return std::nullopt;
  return SmallVector<AffineSum>{index->base};
}

/// Whether `sum` is a multiple of `divisor`; of loops' counters by where they begin and how they go on.
static bool isMultiple(const AffineSum &sum, int64_t divisor, AffineAnalysis &affine) {
  auto isSo = [&](const AffineTerm &term) {
    if (term.factor % divisor == 0)
      return true;
    auto counter = dyn_cast<BlockArgument>(term.value);
    auto loop = counter && !term.loop ? dyn_cast<scf::ForOp>(counter.getOwner()->getParentOp()) : scf::ForOp();
    return loop && counter == loop.getInductionVar() &&
           isMultiple(affine.get(loop.getLowerBound())->base, divisor, affine) &&
           isMultiple(affine.get(loop.getStep())->base, divisor, affine);
  };
  return sum.constant % divisor == 0 && llvm::all_of(sum.terms, isSo);
}

std::optional<ArrayBox> tessera::schedule::findRowBox(Operation *op, AffineAnalysis &affine, tile::KernelOp kernel) {
  auto load = dyn_cast<tile::LoadOp>(op);
  auto gather = dyn_cast<tile::GatherOp>(op);
  ArrayBox box;
  box.argument = dyn_cast_or_null<BlockArgument>(load ? load.getRef() : gather ? gather.getRef() : Value());
  if (!box.argument || box.argument.getOwner() != &kernel.getBody().front())
    return std::nullopt;
  auto ref = cast<tile::RefType>(box.argument.getType());
  Value mask = load ? load.getMask() : gather.getMask();
  BoundsOfMask bounds = mask ? getBounds(mask, affine) : SmallVector<Bound>();
  bool isWhole = bounds && llvm::all_of(*bounds, [](const Bound &bound) { return bound.holds; });
  std::optional<SmallVector<AffineSum>> offsets =
      load ? findRowOfSlice(load, affine) : findRowOfIndices(gather, affine);
  bool isKnown = gather ? getElements(kernel, box.argument) > 0 : ref.hasStaticShape();
  if (!isWhole || !offsets || !isKnown || ref.getMemorySpace() == tile::MemorySpace::smem)
    return std::nullopt;
  box.offsets = std::move(*offsets);
  if (gather)
    box.shape = {getElements(kernel, box.argument)};
  else
    box.shape.assign(ref.getShape().begin(), ref.getShape().end());
  box.sizes.assign(box.shape.size(), 1);
  // The copy engine begins at multiples of 16 bytes, and at multiples of 128 in shared memory: a shorter row is copied
  // with what follows it.
  constexpr int64_t unit = 16, slotUnit = 128, mostColumns = 256;
  int64_t bits = box.getElementType().getIntOrFloatBitWidth(), bytes = bits / 8;
  if (bits % 8 != 0 || bits > 32)
    return std::nullopt;
  box.sizes.back() =
      static_cast<int64_t>(llvm::alignTo(tile::getShape(op->getResult(0).getType())[0], slotUnit / bytes));
  if (box.shape.size() == 1) {
    box.shape.insert(box.shape.begin(), 1);
    box.sizes.insert(box.sizes.begin(), 1);
    box.offsets.insert(box.offsets.begin(), AffineSum());
  }
  for (int64_t axis = 0; axis + 2 < static_cast<int64_t>(box.shape.size()); ++axis)
    box.dropped.push_back(axis);
  bool isTaken = box.shape.size() <= 5 && box.getColumns() <= mostColumns && box.shape.back() * bytes % unit == 0 &&
                 isMultiple(box.offsets.back(), unit / bytes, affine) &&
                 getAlignment(kernel, box.argument.getArgNumber()) % unit == 0;
  return isTaken ? std::optional(box) : std::nullopt;
}

//===-- the door ----------------------------------------------------------------------------------------------===//

/// Whether rows of a box lie in shared memory as they are to.
static bool checkExtents(const ArrayBox &box, tile::KernelOp kernel, Operation *op, Reasons &reasons) {
  int64_t bytes = (box.getElementType().getIntOrFloatBitWidth() + 7) / 8;
  return (box.getColumns() * bytes % 32 == 0 && box.getRows() % 8 == 0) ||
         reasons.add(op, "a block of `" + kernel.getArgumentName(box.argument.getArgNumber()) +
                             "` has no rows of a multiple of 32 bytes, 8 of them or more");
}

std::optional<ArrayBox> tessera::schedule::findBox(Operation *op, AffineAnalysis &affine, tile::KernelOp kernel,
                                                   Reasons &reasons, bool areExtentsLast) {
  auto load = dyn_cast<tile::LoadOp>(op);
  auto gather = dyn_cast<tile::GatherOp>(op);
  if (!load && !gather)
    return std::nullopt;
  if (!isZeroOrUndefined(load ? load.getOther() : gather.getOther()))
    return reasons.add(op, "what its mask leaves out is not zero", "load zeros there (`other=0`)"), std::nullopt;
  std::optional<ArrayBox> box = load ? findSliceBox(load, load.getType(), affine, kernel, reasons)
                                     : findIndexedBox(gather, gather.getType(), affine, kernel, reasons);
  return box && (!areExtentsLast || checkExtents(*box, kernel, op, reasons)) ? box : std::nullopt;
}

static std::optional<ArrayBox> findWritten(Operation *op, AffineAnalysis &affine, tile::KernelOp kernel,
                                           Reasons &untold) {
  if (auto store = dyn_cast<tile::StoreOp>(op))
    return findSliceBox(store, store.getValue().getType(), affine, kernel, untold);
  if (auto scatter = dyn_cast<tile::ScatterOp>(op))
    return findIndexedBox(scatter, scatter.getValue().getType(), affine, kernel, untold);
  if (auto atomic = dyn_cast<tile::AtomicRmwOp>(op))
    return findIndexedBox(atomic, atomic.getType(), affine, kernel, untold);
  return std::nullopt;
}

std::optional<ArrayBox> tessera::schedule::findStoredBox(Operation *op, AffineAnalysis &affine, tile::KernelOp kernel) {
  Reasons untold; // threads store as well
  std::optional<ArrayBox> box = findWritten(op, affine, kernel, untold);
  return box && checkExtents(*box, kernel, op, untold) ? box : std::nullopt;
}
