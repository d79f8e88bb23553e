// SPDX-License-Identifier: Apache-2.0
// How each buffer of shared memory lies there: the swizzle that the program asks for, or the largest that every use of the buffer bears.
// Only what the copy engine or the tensor core touches has one: they move whole panels, and without one eight rows of a matrix
// would lie in the same banks.
//
// A swizzle of s bytes wants: rows of a multiple of s bytes, a multiple of 8 rows (then each panel begins where the pattern does), and that what a
// copy or a product takes of a row is whole panels. Buffers that are read as another shape have rows without gaps.
#include "compiler/schedule/warpgroups/Warpgroups.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_CHOOSESWIZZLESPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

/// Rows of which every panel begins at a pattern's beginning.
static constexpr int64_t patternRows = 8;

static bool isOfEngines(Operation *user) { return isa<tilegpu::CopyInOp, tilegpu::CopyOutOp, tilegpu::WgmmaOp>(user); }

/// A buffer of bytes that is only ever looked at as something else (Pallas's RefUnion).
static bool isRawBytes(Value root) {
  return tilegpu::getRefShape(root.getType()).size() == 1 && tilegpu::getRefElementType(root.getType()).isInteger(8) &&
         llvm::all_of(root.getUsers(), [](Operation *user) { return isa<tilegpu::ReinterpretOp, tilegpu::FreeOp>(user); });
}

/// Whether a reinterpretation keeps the rows as they are, so that one swizzle serves both.
static bool keepsRows(tilegpu::ReinterpretOp op) {
  Type from = op.getRef().getType(), to = op.getType();
  return op.getByteOffset() == 0 && tilegpu::getRefShape(from).size() > 1 && tilegpu::getRefShape(to).size() > 1 && getRows(from) == getRows(to) &&
         getRowBytes(from) == getRowBytes(to);
}

namespace {
class SwizzleChooser {
public:
  explicit SwizzleChooser(tile::KernelOp kernel) : info(kernel), kernel(kernel) {
    kernel.walk([&](tilegpu::WgmmaOp) { hasProducts = true; });
  }

  LogicalResult run() {
    LogicalResult result = success();
    kernel.walk([&](Operation *op) {
      if (auto alloc = dyn_cast<tilegpu::AllocSharedOp>(op))
        result = failed(decide(alloc, alloc.getSwizzle())) ? failure() : result;
      else if (auto reinterpret = dyn_cast<tilegpu::ReinterpretOp>(op))
        result = failed(decide(reinterpret, reinterpret.getSwizzle())) ? failure() : result;
    });
    return result;
  }

private:
  template <typename OpT> LogicalResult decide(OpT op, std::optional<uint64_t> asked) {
    if (!tilegpu::isSharedRef(op.getType()))
      return success();
    int64_t swizzle = 0;
    if (asked && *asked) {
      swizzle = static_cast<int64_t>(*asked);
      if (std::string why = findObstacle(op.getResult(), swizzle); !why.empty())
        return refuse(op.getLoc(), DiagnosticId::layoutConflict,
                      "a swizzle of " + Twine(swizzle) + " bytes does not fit " + getBufferName(op.getResult()) + ": " + why);
    } else if (!asked) {
      swizzle = choose(op);
    }
    op.setSwizzle(static_cast<uint64_t>(swizzle));
    return success();
  }

  int64_t choose(tilegpu::AllocSharedOp op) {
    for (Operation *user : op->getUsers())
      if (auto other = dyn_cast<tilegpu::ReinterpretOp>(user); other && !keepsRows(other))
        return 0;
    return chooseLargest(op.getResult());
  }
  int64_t choose(tilegpu::ReinterpretOp op) {
    Value source = traceView(op.getRef()).root;
    if (keepsRows(op))
      return getSwizzle(source);
    return isRawBytes(source) ? chooseLargest(op.getResult()) : 0;
  }

  /// Swizzles are for what the tensor core reads and for its accumulators' way to memory. Rows that are only copied and read in order meet no bank twice
  /// without one, and a copy of theirs is fewer instructions.
  int64_t chooseLargest(Value root) {
    bool isUsed = false;
    if (!hasProducts)
      return 0;
    auto look = [&](OpOperand &use, const View &) { isUsed |= isOfEngines(use.getOwner()); };
    forEachUse(root, look);
    for (Operation *user : root.getUsers())
      if (auto other = dyn_cast<tilegpu::ReinterpretOp>(user))
        forEachUse(other.getResult(), look);
    for (int64_t swizzle : {128, 64, 32})
      if (isUsed && findObstacle(root, swizzle).empty())
        return swizzle;
    return 0;
  }

  /// What speaks against this swizzle, else nothing.
  std::string findObstacle(Value root, int64_t swizzle) {
    ArrayRef<int64_t> shape = tilegpu::getRefShape(root.getType());
    if (shape.size() < 2)
      return "it has no rows";
    if (getRowBytes(root.getType()) % swizzle != 0)
      return "its rows of " + std::to_string(getRowBytes(root.getType())) + " bytes are not a multiple of it";
    if (getRows(root.getType()) % patternRows != 0)
      return "its " + std::to_string(getRows(root.getType())) + " rows are not a multiple of 8";
    if (auto reinterpret = root.getDefiningOp<tilegpu::ReinterpretOp>(); reinterpret && reinterpret.getByteOffset() % (patternRows * swizzle) != 0)
      return "it begins at byte " + std::to_string(reinterpret.getByteOffset()) + ", expected a multiple of " + std::to_string(patternRows * swizzle);
    std::string why;
    forEachUse(root, [&](OpOperand &use, const View &view) {
      if (why.empty() && isOfEngines(use.getOwner()))
        why = findObstacle(use.get(), view, swizzle);
    });
    return why;
  }

  /// A copy or product takes whole panels.
  std::string findObstacle(Value ref, const View &view, int64_t swizzle) {
    int64_t panel = swizzle / getElementBytes(tilegpu::getRefElementType(ref.getType()));
    int64_t last = static_cast<int64_t>(tilegpu::getRefShape(view.root.getType()).size()) - 1;
    auto found = llvm::find(view.axes, last);
    int64_t taken = found == view.axes.end() ? 1 : tilegpu::getRefShape(ref.getType())[found - view.axes.begin()];
    if (taken % panel != 0)
      return "an operation takes " + std::to_string(taken) + " elements of a row, expected a multiple of " + std::to_string(panel);
    for (Operation *step : view.steps)
      if (auto subview = dyn_cast<tilegpu::SubviewOp>(step)) {
        // Offsets along an axis that is the root's last: the axis at that step is the one with the root's extent or a part of it.
        View from = traceView(subview.getRef());
        auto axis = llvm::find(from.axes, last);
        if (axis != from.axes.end() && getOffsetDivisor(subview.getOffset(axis - from.axes.begin()), info) % panel != 0)
          return "an operation begins inside of a panel of " + std::to_string(panel) + " elements";
      }
    return "";
  }

  AxisInfoAnalysis info;
  tile::KernelOp kernel;
  bool hasProducts = false;
};

struct ChooseSwizzlesPass : schedule::impl::ChooseSwizzlesPassBase<ChooseSwizzlesPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getWarpgroupCopies(getOperation()))
      if (failed(SwizzleChooser(kernel).run()) || failed(checkProducts(kernel)))
        signalPassFailure();
  }
};
} // namespace
