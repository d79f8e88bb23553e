// SPDX-License-Identifier: Apache-2.0
// Loads and stores as boxes. A slice of an array is one already; computed indices of a flat array are where one axis goes by 1 and the other by a
// pitch that the launches say: then the array is a matrix of rows of that pitch. A mask is harmless if it is false exactly outside of the array,
// where the engine reads zeros and writes nothing; of a flat array that takes a third axis, so that the rows of a batch entry end where it does.
#include "compiler/schedule/specialize/LoopBoxes.h"
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

int64_t ArrayBox::getRows() const {
  SmallVector<int64_t> kept = getKeptAxes(static_cast<int64_t>(sizes.size()), dropped);
  return sizes[kept[0]];
}

//===-- masks -------------------------------------------------------------------------------------------------===//

namespace {
/// `base + step * (own index along axis) < limit`, or `>= 0`.
struct Bound {
  AffineArray position;
  int64_t limit;
  bool isLower = false;
};
} // namespace

/// The conditions whose conjunction `mask` is; none where one is of another form.
static std::optional<SmallVector<Bound>> getBounds(Value mask, AffineAnalysis &affine) {
  Operation *op = mask.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto both = dyn_cast<arith::AndIOp>(op)) {
    auto left = getBounds(both.getLhs(), affine), right = getBounds(both.getRhs(), affine);
    if (!left || !right)
      return std::nullopt;
    left->append(*right);
    return left;
  }
  if (auto broadcast = dyn_cast<tile::BroadcastOp>(op)) {
    auto inner = getBounds(broadcast.getInput(), affine);
    if (!inner)
      return std::nullopt;
    ArrayRef<int64_t> from = tile::getShape(broadcast.getInput().getType());
    for (Bound &bound : *inner) {
      SmallVector<int64_t> steps(tile::getShape(broadcast.getType()).size(), 0);
      for (auto [own, axis] : llvm::enumerate(broadcast.getAxes()))
        if (from[own] != 1)
          steps[axis] = bound.position.steps[own];
      bound.position.steps = steps;
    }
    return inner;
  }
  auto compare = dyn_cast<arith::CmpIOp>(op);
  if (!compare)
    return std::nullopt;
  std::optional<AffineArray> left = affine.get(compare.getLhs()), right = affine.get(compare.getRhs());
  using Predicate = arith::CmpIPredicate;
  bool isBelow = llvm::is_contained({Predicate::slt, Predicate::ult}, compare.getPredicate()), isLower = compare.getPredicate() == Predicate::sge;
  if ((!isBelow && !isLower) || !left || !right || !right->base.isConstant() || llvm::any_of(right->steps, [](int64_t step) { return step != 0; }))
    return std::nullopt;
  if (isLower && right->base.constant != 0)
    return std::nullopt;
  return SmallVector<Bound>{{*left, right->base.constant, isLower}};
}

/// Whether it may as well be zero.
static bool isZeroOrUndefined(Value other) {
  if (!other)
    return true;
  if (auto select = other.getDefiningOp<arith::SelectOp>())
    return isZeroOrUndefined(select.getTrueValue()) && isZeroOrUndefined(select.getFalseValue());
  Attribute value;
  if (!matchPattern(other, m_Constant(&value)))
    return false;
  if (auto elements = dyn_cast<SplatElementsAttr>(value))
    value = elements.getSplatValue<Attribute>();
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().isZero() || number.getValue().isNaN();
  auto integer = dyn_cast<IntegerAttr>(value);
  return integer && (integer.getValue().isZero() || integer.getValue().isMinSignedValue());
}

//===-- slices ------------------------------------------------------------------------------------------------===//

static std::optional<ArrayBox> checkEngine(ArrayBox box, tile::KernelOp kernel) {
  constexpr int64_t unit = 16, mostAxes = 5;
  int64_t bytes = (box.getElementType().getIntOrFloatBitWidth() + 7) / 8, pitch = bytes, size = static_cast<int64_t>(box.shape.size());
  if (box.getElementType().getIntOrFloatBitWidth() % 8 != 0 || size > mostAxes || getAlignment(kernel, box.argument.getArgNumber()) % unit != 0)
    return std::nullopt;
  for (size_t axis = box.shape.size(); axis-- > 1;) {
    pitch *= box.shape[axis];
    if (pitch % unit != 0)
      return std::nullopt;
  }
  bool hasRows = box.sizes.size() - box.dropped.size() == 2 && !llvm::is_contained(box.dropped, size - 1);
  if (!hasRows || box.getColumns() * bytes % 32 != 0 || box.getRows() % 8 != 0)
    return std::nullopt;
  return box;
}

template <typename OpT> static std::optional<ArrayBox> findSliceBox(OpT op, Type value, AffineAnalysis &affine, tile::KernelOp kernel) {
  ArrayBox box;
  box.argument = dyn_cast<BlockArgument>(op.getRef());
  auto ref = cast<tile::RefType>(op.getRef().getType());
  if (!box.argument || box.argument.getOwner() != &kernel.getBody().front() || !ref.hasStaticShape() || tile::getShape(value).size() != 2 ||
      ref.getMemorySpace() == tile::MemorySpace::smem)
    return std::nullopt;
  box.shape.assign(ref.getShape().begin(), ref.getShape().end());
  box.sizes.assign(op.getSizes().begin(), op.getSizes().end());
  box.dropped.assign(op.getDropped().begin(), op.getDropped().end());
  for (int64_t axis = 0; axis < ref.getRank(); ++axis) {
    if (op.getStride(axis) != 1)
      return std::nullopt;
    OpFoldResult offset = op.getOffset(axis);
    AffineSum sum;
    if (auto constant = dyn_cast<Attribute>(offset))
      sum.constant = cast<IntegerAttr>(constant).getInt();
    else
      sum = affine.get(cast<Value>(offset))->base;
    box.offsets.push_back(sum);
  }
  if (!op.getMask())
    return checkEngine(box, kernel);
  auto bounds = getBounds(op.getMask(), affine);
  if (!bounds)
    return std::nullopt;
  SmallVector<int64_t> kept = getKeptAxes(ref.getRank(), box.dropped);
  for (const Bound &bound : *bounds) {
    bool isEdge = false;
    for (int64_t axis = 0; axis < ref.getRank() && !isEdge; ++axis) {
      SmallVector<int64_t> steps(2, 0);
      if (auto position = llvm::find(kept, axis); position != kept.end())
        steps[position - kept.begin()] = 1;
      isEdge = (bound.isLower || bound.limit == box.shape[axis]) && bound.position.steps == steps && bound.position.base == box.offsets[axis];
    }
    if (!isEdge)
      return std::nullopt;
  }
  return checkEngine(box, kernel);
}

//===-- computed indices --------------------------------------------------------------------------------------===//

/// The most that a scalar, which is not negative, can be.
static std::optional<int64_t> getUpperBound(Value value, AffineAnalysis &affine, tile::KernelOp kernel) {
  Operation *op = value.getDefiningOp();
  if (op && isa<arith::RemSIOp, arith::RemUIOp>(op)) {
    std::optional<AffineArray> divisor = affine.get(op->getOperand(1));
    if (divisor && divisor->base.isConstant() && divisor->base.constant > 0)
      return divisor->base.constant - 1;
  }
  auto grid = kernel->getAttrOfType<DenseI64ArrayAttr>(gridName);
  if (auto id = dyn_cast_or_null<tile::ProgramIdOp>(op); id && grid && static_cast<int64_t>(id.getAxis()) < grid.size())
    return grid[id.getAxis()] - 1;
  return std::nullopt;
}

/// Splits `sum` in multiples of `unit` and a rest that stays in [0, most].
static std::optional<std::pair<AffineSum, AffineSum>> split(const AffineSum &sum, int64_t unit, int64_t most, AffineAnalysis &affine, tile::KernelOp kernel) {
  AffineSum whole, rest;
  rest.constant = sum.constant % unit;
  whole.constant = sum.constant / unit;
  int64_t reach = rest.constant;
  for (const AffineTerm &term : sum.terms) {
    if (term.factor % unit == 0) {
      whole.terms.push_back({term.value, term.loop, term.factor / unit});
      continue;
    }
    std::optional<int64_t> bound = term.loop || term.factor < 0 ? std::nullopt : getUpperBound(term.value, affine, kernel);
    if (!bound)
      return std::nullopt;
    rest.terms.push_back(term);
    reach += term.factor * *bound;
  }
  if (rest.constant < 0 || reach > most)
    return std::nullopt;
  return std::pair(whole, rest);
}

/// How many elements each launch hands over for a flat array, where all agree.
static int64_t getElements(tile::KernelOp kernel, BlockArgument argument) {
  auto ref = cast<tile::RefType>(argument.getType());
  if (ref.hasStaticShape())
    return ref.getShape()[0];
  auto said = dyn_cast_or_null<IntegerAttr>(kernel.getArgAttr(argument.getArgNumber(), elementsName));
  return said ? said.getInt() : 0;
}

template <typename OpT> static std::optional<ArrayBox> findIndexedBox(OpT op, Type value, AffineAnalysis &affine, tile::KernelOp kernel) {
  ArrayBox box;
  box.argument = dyn_cast<BlockArgument>(op.getRef());
  ArrayRef<int64_t> shape = tile::getShape(value);
  if (!box.argument || box.argument.getOwner() != &kernel.getBody().front() || op.getIndices().size() != 1 || shape.size() != 2)
    return std::nullopt;
  std::optional<AffineArray> index = affine.get(op.getIndices()[0]);
  int64_t elements = getElements(kernel, box.argument);
  if (!index || elements == 0)
    return std::nullopt;
  box.isTransposed = index->steps[1] != 1;
  int64_t rowAxis = box.isTransposed ? 1 : 0, columnAxis = 1 - rowAxis, pitch = index->steps[rowAxis];
  if (index->steps[columnAxis] != 1 || pitch < shape[columnAxis] || elements % pitch != 0)
    return std::nullopt;
  // Rows of a batch entry end where a mask says so, columns with the row.
  int64_t rows = elements / pitch, most = pitch - shape[columnAxis];
  std::optional<AffineSum> first, column;
  if (op.getMask()) {
    auto bounds = getBounds(op.getMask(), affine);
    if (!bounds)
      return std::nullopt;
    for (const Bound &bound : *bounds) {
      bool isOfRows = bound.position.steps[rowAxis] == 1 && bound.position.steps[columnAxis] == 0;
      bool isOfColumns = bound.position.steps[rowAxis] == 0 && bound.position.steps[columnAxis] == 1;
      std::optional<AffineSum> &own = isOfRows ? first : column;
      if ((!isOfRows && !isOfColumns) || (own && !(*own == bound.position.base)) || (isOfColumns && !bound.isLower && bound.limit != pitch))
        return std::nullopt;
      own = bound.position.base;
      if (isOfRows && !bound.isLower)
        rows = bound.limit;
    }
    if (rows <= 0 || elements / pitch % rows != 0)
      return std::nullopt;
  }
  AffineSum base = index->base;
  if (first)
    base.add(*first, -pitch);
  if (column) {
    base.add(*column, -1);
    most = 0;
  }
  auto parts = split(base, first ? rows * pitch : pitch, most, affine, kernel);
  if (!parts)
    return std::nullopt;
  if (column)
    parts->second.add(*column);
  if (first && rows != elements / pitch) {
    box.shape = {elements / pitch / rows, rows, pitch};
    box.offsets = {parts->first, *first, parts->second};
    box.sizes = {1, shape[rowAxis], shape[columnAxis]};
    box.dropped = {0};
  } else {
    AffineSum row = parts->first.scaled(first ? rows : 1);
    if (first)
      row.add(*first);
    box.shape = {rows, pitch};
    box.offsets = {row, parts->second};
    box.sizes = {shape[rowAxis], shape[columnAxis]};
  }
  return checkEngine(box, kernel);
}

//===-- the door ----------------------------------------------------------------------------------------------===//

std::optional<ArrayBox> tessera::schedule::findBox(Operation *op, AffineAnalysis &affine, tile::KernelOp kernel) {
  if (auto load = dyn_cast<tile::LoadOp>(op))
    return isZeroOrUndefined(load.getOther()) ? findSliceBox(load, load.getType(), affine, kernel) : std::nullopt;
  if (auto gather = dyn_cast<tile::GatherOp>(op))
    return isZeroOrUndefined(gather.getOther()) ? findIndexedBox(gather, gather.getType(), affine, kernel) : std::nullopt;
  return std::nullopt;
}

std::optional<ArrayBox> tessera::schedule::findStoredBox(Operation *op, AffineAnalysis &affine, tile::KernelOp kernel) {
  if (auto store = dyn_cast<tile::StoreOp>(op))
    return findSliceBox(store, store.getValue().getType(), affine, kernel);
  if (auto scatter = dyn_cast<tile::ScatterOp>(op))
    return findIndexedBox(scatter, scatter.getValue().getType(), affine, kernel);
  return std::nullopt;
}
