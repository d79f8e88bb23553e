// SPDX-License-Identifier: Apache-2.0
// The boxes of copies: what one instruction of the copy engine moves, and the tensor maps that describe them to it. A box is one panel of a swizzled
// buffer (or a row without gaps, at most 256 elements) by as many rows as there are (at most 256); a copy larger than its box is several
// instructions. Copies of the same box from the same array with the same swizzle share a map.
//
// Where several blocks of a cluster ask for the same, each asks for a share instead and the engine writes it to all: whole panels, or eights of rows.
//
// The engine's rules (CUDA's driver API, cuTensorMapEncodeTiled): at most 5 axes; every pitch a multiple of 16 bytes; a box's row a multiple of 16
// bytes, its extents at most 256; in shared memory a box begins at a multiple of 128 bytes. A copy that breaks one is an error that names it.
#include "compiler/schedule/warpgroups/Warpgroups.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_MAPCOPIESPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

static constexpr int64_t maxAxes = 5, maxBoxExtent = 256, pitchBytes = 16, boxAlignment = 128, patternRows = 8;

/// The largest extent of a box that divides `extent`, and is a multiple of `unit`; 0 where there is none.
static int64_t chooseExtent(int64_t extent, int64_t unit) {
  for (int64_t size = std::min(extent, maxBoxExtent); size > 0; --size)
    if (extent % size == 0 && size % unit == 0)
      return size;
  return 0;
}

namespace {
/// A copy with what it goes through: the array's part and the buffer's (null for a prefetch).
struct Copy {
  Operation *op;
  Value array, buffer;
  int64_t partitioned = -1, blocks = 1;
};

class CopyMapper {
public:
  explicit CopyMapper(tilegpu::KernelOp kernel) : kernel(kernel) {}

  LogicalResult run() {
    LogicalResult result = success();
    kernel.walk([&](Operation *op) {
      std::optional<Copy> copy = getCopy(op);
      if (copy && failed(map(*copy)))
        result = failure();
    });
    SmallVector<Attribute> list(maps.begin(), maps.end());
    if (!list.empty())
      kernel.setTensorMapsAttr(ArrayAttr::get(kernel.getContext(), list));
    return result;
  }

private:
  std::optional<Copy> getCopy(Operation *op) {
    if (auto in = dyn_cast<tilegpu::CopyInOp>(op)) {
      if (!in.getBarrier())
        return std::nullopt; // a copy by the threads themselves
      Copy copy{op, in.getSource(), in.getTarget()};
      copy.blocks = countBlocks(in.getCollective());
      if (in.getPartitioned())
        copy.partitioned = static_cast<int64_t>(*in.getPartitioned());
      else if (copy.blocks > 1 && !in.getPredicate() && !in.getLeaderTracked())
        share(in, copy);
      return copy;
    }
    if (auto out = dyn_cast<tilegpu::CopyOutOp>(op))
      return Copy{op, out.getTarget(), out.getSource()};
    if (auto prefetch = dyn_cast<tilegpu::PrefetchOp>(op))
      return Copy{op, prefetch.getSource(), Value()};
    return std::nullopt;
  }

  /// Blocks along axes of the grid, of which the last are the cluster's.
  int64_t countBlocks(ArrayRef<int64_t> axes) {
    int64_t first = static_cast<int64_t>(kernel.getAxisOrder().size() - kernel.getCluster().size()), blocks = 1;
    for (int64_t axis : axes)
      if (axis >= first && axis - first < static_cast<int64_t>(kernel.getCluster().size()))
        blocks *= kernel.getCluster()[axis - first];
    return blocks;
  }

  void share(tilegpu::CopyInOp op, Copy &copy) {
    ArrayRef<int64_t> extents = tilegpu::getRefShape(copy.array.getType());
    int64_t swizzle = getSwizzle(traceView(copy.buffer).root), last = static_cast<int64_t>(extents.size()) - 1;
    if (swizzle == 0)
      return;
    int64_t panel = swizzle / getElementBytes(tilegpu::getRefElementType(copy.array.getType()));
    if (extents[last] % (panel * copy.blocks) == 0)
      copy.partitioned = last;
    else if (last > 0 && extents[last - 1] % (patternRows * copy.blocks) == 0)
      copy.partitioned = last - 1;
    if (copy.partitioned >= 0)
      op.setPartitioned(static_cast<uint64_t>(copy.partitioned));
  }

  LogicalResult fail(const Copy &copy, const Twine &why) {
    return refuse(copy.op->getLoc(), DiagnosticId::asyncMisuse, "the copy engine can't copy this part of " + getBufferName(copy.array) + ": " + why);
  }

  /// The element types that a copy can combine with what is there (PTX manual, `cp.reduce.async.bulk.tensor`). Integers carry no sign; the operation does.
  static bool canReduce(tilegpu::CopyReduction kind, Type type) {
    bool isHalf = type.isF16() || type.isBF16(), isWord = type.isInteger(32), isLong = type.isInteger(64);
    switch (kind) {
    case tilegpu::CopyReduction::add:
      return isWord || isLong || type.isF32() || isHalf;
    case tilegpu::CopyReduction::min:
    case tilegpu::CopyReduction::max:
    case tilegpu::CopyReduction::umin:
    case tilegpu::CopyReduction::umax:
      return isWord || isLong || isHalf;
    case tilegpu::CopyReduction::inc:
    case tilegpu::CopyReduction::dec:
      return isWord;
    default:
      return isWord || isLong;
    }
  }

  LogicalResult map(const Copy &copy) {
    auto out = dyn_cast<tilegpu::CopyOutOp>(copy.op);
    if (Type element = tilegpu::getRefElementType(copy.array.getType()); out && out.getReduction() && !canReduce(*out.getReduction(), element))
      return fail(copy, "it can't combine " + describe(element) + " by " + quote(tilegpu::stringifyCopyReduction(*out.getReduction())));
    View array = traceView(copy.array);
    // An argument, or the whole of one read as an array of another shape (a flat one as a matrix).
    auto other = array.root.getDefiningOp<tilegpu::ReinterpretOp>();
    auto argument = dyn_cast<BlockArgument>(other && other.getByteOffset() == 0 ? other.getRef() : array.root);
    if (!argument)
      return fail(copy, "it is not part of an argument");
    ArrayRef<int64_t> shape = tilegpu::getRefShape(array.root.getType());
    if (failed(checkArray(copy, array, argument)))
      return failure();
    SmallVector<int64_t> box(shape.size(), 1);
    int64_t swizzle = 0;
    if (failed(copy.buffer ? chooseBox(copy, array, box, swizzle) : choosePrefetch(copy, array, box)))
      return failure();
    auto map = tilegpu::TensorMapAttr::get(kernel.getContext(), argument.getArgNumber(), box, swizzle, other ? shape : ArrayRef<int64_t>());
    maps.insert(map);
    auto index = IntegerAttr::get(IntegerType::get(kernel.getContext(), 64), llvm::find(maps, map) - maps.begin());
    copy.op->setAttr("map", index);
    return success();
  }

  LogicalResult checkArray(const Copy &copy, const View &array, BlockArgument argument) {
    ArrayRef<int64_t> shape = tilegpu::getRefShape(array.root.getType());
    int64_t bytes = getElementBytes(tilegpu::getRefElementType(array.root.getType()));
    if (shape.empty() || static_cast<int64_t>(shape.size()) > maxAxes)
      return fail(copy, "the array has " + Twine(shape.size()) + " axes, expected 1 to " + Twine(maxAxes));
    if (array.isTransposed())
      return fail(copy, "it is transposed");
    if (kernel.getAlignment(argument.getArgNumber()) % pitchBytes != 0)
      return fail(copy, "the array begins at a multiple of " + Twine(kernel.getAlignment(argument.getArgNumber())) + " bytes, expected 16");
    int64_t pitch = bytes;
    for (size_t axis = shape.size(); axis-- > 1;) {
      pitch *= shape[axis];
      if (pitch % pitchBytes != 0)
        return fail(copy, "from one index of axis " + Twine(axis - 1) + " to the next are " + Twine(pitch) + " bytes, expected a multiple of 16");
    }
    if (array.axes.empty() || array.axes.back() + 1 != static_cast<int64_t>(shape.size()))
      return fail(copy, "a box's row runs along the array's last axis, which this part does not have");
    return success();
  }

  /// The extents that one block asks for, along the axes of the part.
  static SmallVector<int64_t> getExtents(const Copy &copy) {
    SmallVector<int64_t> extents(tilegpu::getRefShape(copy.array.getType()));
    if (copy.partitioned >= 0)
      extents[copy.partitioned] /= copy.blocks;
    return extents;
  }

  LogicalResult choosePrefetch(const Copy &copy, const View &array, MutableArrayRef<int64_t> box) {
    SmallVector<int64_t> extents = getExtents(copy);
    int64_t bytes = getElementBytes(tilegpu::getRefElementType(copy.array.getType()));
    for (auto [axis, extent] : llvm::zip(array.axes, extents))
      box[axis] = chooseExtent(extent, 1);
    box.back() = chooseExtent(extents.back(), std::max<int64_t>(1, pitchBytes / bytes));
    return box.back() ? success() : fail(copy, "its rows of " + Twine(extents.back() * bytes) + " bytes are not a multiple of 16");
  }

  LogicalResult chooseBox(const Copy &copy, const View &array, MutableArrayRef<int64_t> box, int64_t &swizzle) {
    View buffer = traceView(copy.buffer);
    ArrayRef<int64_t> shape = tilegpu::getRefShape(buffer.root.getType());
    SmallVector<int64_t> extents = getExtents(copy);
    int64_t bytes = getElementBytes(tilegpu::getRefElementType(copy.array.getType())), rank = static_cast<int64_t>(shape.size());
    if (buffer.isTransposed())
      return fail(copy, getBufferName(copy.buffer) + " is transposed");
    if (buffer.axes.back() + 1 != rank)
      return fail(copy, "a box's row runs along the last axis of " + getBufferName(copy.buffer) + ", which its part does not have");
    if (copy.partitioned >= 0 && extents[copy.partitioned] * copy.blocks != tilegpu::getRefShape(copy.array.getType())[copy.partitioned])
      return fail(copy, Twine(copy.blocks) + " blocks can't share " + Twine(tilegpu::getRefShape(copy.array.getType())[copy.partitioned]) + " elements of axis " + Twine(copy.partitioned));
    swizzle = getSwizzle(buffer.root);
    int64_t row = swizzle ? swizzle / bytes : chooseExtent(extents.back(), std::max<int64_t>(1, pitchBytes / bytes));
    if (row == 0 || extents.back() % row != 0)
      return fail(copy, "its rows of " + Twine(extents.back() * bytes) + " bytes are not a multiple of " + Twine(swizzle ? swizzle : pitchBytes));
    box.back() = row;
    // Rows follow each other without gaps in a panel, and where a box is as wide as the buffer.
    size_t axes = extents.size();
    bool hasRows = axes > 1 && buffer.axes[axes - 2] == rank - 2 && (swizzle || row == shape.back());
    int64_t rows = hasRows ? chooseExtent(extents[axes - 2], extents[axes - 2] % patternRows == 0 ? patternRows : 1) : 1;
    if (hasRows)
      box[array.axes[axes - 2]] = rows;
    return checkPlaces(copy, buffer, rows * row * bytes);
  }

  /// Each box begins at a multiple of 128 bytes of shared memory.
  LogicalResult checkPlaces(const Copy &copy, const View &buffer, int64_t boxBytes) {
    ArrayRef<int64_t> part = tilegpu::getRefShape(copy.buffer.getType());
    int64_t bytes = getElementBytes(tilegpu::getRefElementType(copy.buffer.getType())), total = bytes;
    for (int64_t extent : part)
      total *= extent;
    if (total > boxBytes && boxBytes % boxAlignment != 0)
      return fail(copy, "it is " + Twine(total / boxBytes) + " boxes of " + Twine(boxBytes) + " bytes in shared memory, expected a multiple of 128");
    for (Operation *step : buffer.steps) {
      auto subview = dyn_cast<tilegpu::SubviewOp>(step);
      if (!subview)
        continue;
      View from = traceView(subview.getRef());
      for (size_t axis = 0; axis < subview.getSizes().size(); ++axis) {
        int64_t pitch = getPitchBytes(buffer.root, from.axes[axis]);
        if (multiplyDivisor(subview.getOffset(axis), pitch) % boxAlignment != 0)
          return fail(copy, "its place in " + getBufferName(copy.buffer) + " begins at a multiple of " + Twine(pitch) + " bytes, expected 128");
      }
    }
    return success();
  }

  /// Bytes from one index of `axis` to the next; of the last axis of a swizzled buffer, 128: what begins within a panel is refused with the swizzle.
  static int64_t getPitchBytes(Value root, int64_t axis) {
    ArrayRef<int64_t> shape = tilegpu::getRefShape(root.getType());
    int64_t bytes = getElementBytes(tilegpu::getRefElementType(root.getType())), swizzle = getSwizzle(root), last = static_cast<int64_t>(shape.size()) - 1;
    if (swizzle && axis >= last - 1)
      return axis == last ? boxAlignment : swizzle;
    for (int64_t extent : shape.drop_front(axis + 1))
      bytes *= extent;
    return bytes;
  }

  static int64_t multiplyDivisor(OpFoldResult offset, int64_t pitch) {
    APInt constant;
    if (auto value = dyn_cast<Value>(offset); value && !matchPattern(value, m_ConstantInt(&constant)))
      return pitch * getKnownFactor(value);
    return getConstantIntValue(offset).value_or(0) * pitch;
  }
  /// `i * 64` and `64 * i` are multiples of 64.
  static int64_t getKnownFactor(Value value) {
    auto product = value.getDefiningOp<arith::MulIOp>();
    APInt factor;
    if (product && (matchPattern(product.getLhs(), m_ConstantInt(&factor)) || matchPattern(product.getRhs(), m_ConstantInt(&factor))))
      return std::max<int64_t>(1, factor.getSExtValue());
    return 1;
  }

  tilegpu::KernelOp kernel;
  llvm::SetVector<Attribute> maps;
};

struct MapCopiesPass : schedule::impl::MapCopiesPassBase<MapCopiesPass> {
  void runOnOperation() override {
    for (tilegpu::KernelOp kernel : getPlacedWarpgroups(getOperation()))
      if (failed(CopyMapper(kernel).run()))
        signalPassFailure();
  }
};
} // namespace
