// SPDX-License-Identifier: Apache-2.0
// A Pallas grid runs in row-major order in the interpreter, as on a TPU: a program may add to the block that an earlier one wrote. On
// a GPU programs run side by side, so such kernels need a schedule of their own and must not be taken for others.
//
// A block is written once when its index map sends no two programs to one block. Most maps hand each axis of the grid through, which
// shows at a glance; any other is folded at every point of the grid, up to a limit. A Ref without a block is taken to be
// written by more than one program when a store's place, mask and condition all have nothing to do with the program's ids.
#include "compiler/schedule/Revisits.h"
#include "llvm/ADT/DenseSet.h"
#include <set>

using namespace mlir;
using namespace tessera;

namespace {
constexpr int64_t mostPoints = 16384;

/// The values of a kernel's body that depend on which program it is.
class ProgramDependence {
public:
  explicit ProgramDependence(tile::KernelOp kernel) {
    // Loops carry values backwards, so it takes a few rounds.
    for (size_t before = ~size_t(0); before != values.size();) {
      before = values.size();
      kernel.walk([&](Operation *op) { visit(op); });
    }
  }
  /// Whether where, or whether at all, a store writes depends on the program: its operands but the value, and the branches and loops
  /// around it.
  bool placesByProgram(Operation *store) const {
    auto depends = [&](Value operand) { return values.contains(operand); };
    if (llvm::any_of(store->getOperands().drop_front(), depends)) // the value is the first
      return true;
    for (Operation *op = store->getParentOp(); op && !isa<tile::KernelOp>(op); op = op->getParentOp())
      if (llvm::any_of(op->getOperands(), depends))
        return true;
    return false;
  }

private:
  void visit(Operation *op) {
    bool depends = isa<tile::ProgramIdOp>(op) || llvm::any_of(op->getOperands(), [&](Value operand) { return values.contains(operand); });
    if (!depends)
      return;
    values.insert(op->result_begin(), op->result_end());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        values.insert(block.args_begin(), block.args_end());
    if (op->hasTrait<OpTrait::IsTerminator>() && !isa<tile::KernelOp>(op->getParentOp())) {
      values.insert(op->getParentOp()->result_begin(), op->getParentOp()->result_end());
      for (Region &region : op->getParentOp()->getRegions())
        for (Block &block : region)
          values.insert(block.args_begin(), block.args_end());
    }
  }

  llvm::DenseSet<Value> values;
};
} // namespace

/// The map's results at one point of the grid; false where they can't be folded.
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
    if (failed(op.fold(operands, results)) || results.size() != op.getNumResults())
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

/// Whether the map may give two programs of the grid one block.
static bool mayRepeat(func::FuncOp map, ArrayRef<int64_t> grid, int64_t programs) {
  if (!map)
    return true;
  Operation *end = map.getBody().front().getTerminator();
  bool handsThrough = true;
  for (auto [axis, extent] : llvm::enumerate(grid))
    handsThrough &= extent == 1 || (axis < map.getNumArguments() && llvm::is_contained(end->getOperands(), map.getArgument(axis)));
  if (handsThrough)
    return false;
  if (programs > mostPoints || map.getNumArguments() != grid.size())
    return true;
  std::set<SmallVector<int64_t>> seen;
  SmallVector<int64_t> point(grid.size(), 0);
  for (int64_t program = 0; program < programs; ++program) {
    SmallVector<int64_t> indices;
    if (!foldMap(map, point, indices) || !seen.insert(indices).second)
      return true;
    for (size_t axis = grid.size(); axis-- > 0;) {
      if (++point[axis] < grid[axis])
        break;
      point[axis] = 0;
    }
  }
  return false;
}

static bool isWritten(tile::KernelOp kernel, unsigned index) {
  tile::Access access = kernel.getAccess(index);
  return isa<tile::RefType>(kernel.getArgumentTypes()[index]) && (access == tile::Access::write || access == tile::Access::readwrite);
}

int schedule::findRevisitedArgument(tile::KernelOp kernel, ArrayRef<tile::LaunchOp> launches, SymbolTable &symbols) {
  if (kernel.getSource() != "pallas")
    return -1;
  std::optional<ProgramDependence> dependence;
  for (tile::LaunchOp launch : launches) {
    int64_t programs = 1;
    for (int64_t extent : launch.getGrid())
      if (__builtin_mul_overflow(programs, extent, &programs))
        programs = INT64_MAX;
    if (programs <= 1)
      continue;
    for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
      if (!isWritten(kernel, index))
        continue;
      if (tile::BlockAttr block = kernel.getBlock(index)) {
        auto map = block.getIndexMap() ? symbols.lookup<func::FuncOp>(block.getIndexMap().getValue()) : func::FuncOp();
        if (mayRepeat(map, launch.getGrid(), programs))
          return static_cast<int>(index);
        continue;
      }
      if (!dependence)
        dependence.emplace(kernel);
      for (Operation *user : kernel.getArgument(index).getUsers())
        if (isa<tile::StoreOp, tile::ScatterOp>(user) && !dependence->placesByProgram(user))
          return static_cast<int>(index);
    }
  }
  return -1;
}
