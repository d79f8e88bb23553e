// SPDX-License-Identifier: Apache-2.0
// Registers by program order: an operation's arrays are written element by element, so that a result takes the place of an operand that dies with it.
// What costs no registers: constants, iotas and arithmetic on them (recomputed where it is wanted), what is broadcast (the smaller array is held), and
// loads that only feed products (they go to shared memory).
#include "compiler/schedule/split/LargeValues.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

RegisterBudget::RegisterBudget(const tilegpu::Target &target, int64_t warps) : threads(warps * tilegpu::lanesPerWarp) {
  int64_t available = std::min<int64_t>(target.maxRegisters, target.registersPerProcessor / threads);
  live = std::max<int64_t>(16, available * 5 / 8);
}

int64_t schedule::countElements(Type type) {
  int64_t count = 1;
  for (int64_t extent : tile::getShape(type))
    count *= extent;
  return count;
}

int64_t RegisterBudget::count(Type type) const {
  if (!isa<RankedTensorType>(type))
    return 0;
  Type element = tile::getElementType(type);
  int64_t bits = element.isIndex() ? 32 : element.getIntOrFloatBitWidth();
  int64_t elements = 1;
  for (int64_t extent : tile::getShape(type))
    elements *= static_cast<int64_t>(llvm::PowerOf2Ceil(extent)); // as `schedule-pad-blocks` makes it
  int64_t perThread = static_cast<int64_t>(llvm::divideCeil(elements, threads));
  return bits == 1 ? static_cast<int64_t>(llvm::divideCeil(perThread, 8)) : perThread * std::max<int64_t>(1, bits / 32);
}

bool schedule::hasWrites(Operation *op) {
  auto writes = [](Operation *one) {
    if (isa<tile::PrintOp, tile::AssertOp>(one))
      return true;
    if (isa<tile::LoadOp, tile::GatherOp>(one) || one->hasTrait<OpTrait::HasRecursiveMemoryEffects>() || one->hasTrait<OpTrait::IsTerminator>())
      return false;
    if (auto inlined = dyn_cast<tile::InlineAsmOp>(one))
      return !inlined.getIsPure();
    return !isMemoryEffectFree(one);
  };
  return op->walk([&](Operation *one) { return writes(one) ? WalkResult::interrupt() : WalkResult::advance(); }).wasInterrupted();
}

namespace {
/// Liveness of one kernel's arrays.
class Pressure {
public:
  explicit Pressure(const RegisterBudget &budget) : budget(budget) {}

  /// The most that is live inside `block`; what lives through it is not counted.
  int64_t measure(Block &block) {
    llvm::DenseMap<Value, Operation *> lastUse;
    for (Operation &op : block)
      op.walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          lastUse[operand] = &op;
      });
    llvm::DenseMap<Operation *, SmallVector<Value>> deaths;
    for (auto [value, user] : lastUse)
      if (value.getParentBlock() == &block)
        deaths[user].push_back(value);
    int64_t live = 0, most = 0;
    for (Value argument : block.getArguments())
      live += cost(argument);
    for (Operation &op : block) {
      int64_t inside = 0;
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          inside = std::max(inside, measure(inner));
      // What a loop carries is counted inside it, not with what goes in.
      int64_t dying = 0, results = 0;
      for (Value value : deaths[&op])
        dying += cost(value);
      for (Value result : op.getResults())
        results += lastUse.contains(result) ? cost(result) : 0;
      most = std::max(most, live + inside - (op.getNumRegions() ? dying : 0));
      live += results - dying;
      most = std::max(most, live);
    }
    return most;
  }

private:
  bool isFree(Value value) {
    auto [known, isNew] = freeValues.try_emplace(value, false);
    if (!isNew)
      return known->second;
    bool isFree = computeFree(value);
    freeValues[value] = isFree;
    return isFree;
  }
  bool computeFree(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return false;
    if (isa<arith::ConstantOp, tile::IotaOp, tile::BroadcastOp>(op))
      return true;
    if (isa<tile::LoadOp, tile::GatherOp>(op))
      return llvm::all_of(value.getUsers(), [](Operation *user) { return isa<tile::DotOp>(user); });
    Type element = tile::getElementType(value.getType());
    if (!element.isIntOrIndex() || op->getNumRegions() || !isMemoryEffectFree(op))
      return false;
    bool isArithmetic = OpTrait::hasElementwiseMappableTraits(op) || isa<tile::CastOp>(op);
    return isArithmetic && llvm::all_of(op->getOperands(), [&](Value operand) { return !isa<RankedTensorType>(operand.getType()) || isFree(operand); });
  }
  int64_t cost(Value value) { return isa<RankedTensorType>(value.getType()) && !isFree(value) ? budget.count(value.getType()) : 0; }

  const RegisterBudget &budget;
  llvm::DenseMap<Value, bool> freeValues;
};
} // namespace

int64_t schedule::measurePressure(Block &block, const RegisterBudget &budget) { return Pressure(budget).measure(block); }

LargeValues::LargeValues(Operation *kernel, const RegisterBudget &budget, int64_t limit, const llvm::DenseSet<Operation *> &settled)
    : budget(budget), limit(limit), settled(settled) {
  for (mlir::Region &region : kernel->getRegions())
    for (Block &block : region)
      add(block);
}

/// In program order, so that operands are known; a loop's carried values depend on its body, so loops without writes count as one.
void LargeValues::add(Block &block) {
  for (Value argument : block.getArguments())
    if (isLarge(argument.getType()))
      values.insert(argument);
  for (Operation &op : block) {
    if (settled.contains(&op))
      continue;
    bool depends = false;
    for (mlir::Region &region : op.getRegions())
      for (Block &inner : region)
        add(inner);
    if (op.getNumRegions() && !hasWrites(&op))
      op.walk([&](Operation *inner) {
        depends |= llvm::any_of(inner->getOperands(), [&](Value operand) { return contains(operand); }) ||
                   llvm::any_of(inner->getResults(), [&](Value result) { return contains(result); });
      });
    if (!op.getNumRegions())
      depends = llvm::any_of(op.getOperands(), [&](Value operand) { return contains(operand); });
    for (Value result : op.getResults())
      if (depends || (isLarge(result.getType()) && !isa<arith::ConstantOp>(op)))
        values.insert(result);
  }
}
