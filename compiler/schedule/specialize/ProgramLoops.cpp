// SPDX-License-Identifier: Apache-2.0
// Programs that are loops over blocks become the loops' bodies:
//
//     for %tile = program_id 0 to 1024 step 132 { .. }    =>    %tile = program_id 0, of 1024
//
// Where blocks are to come one after the other in the end is the compiler's choice then, as for all others.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "compiler/schedule/specialize/Programs.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include <numeric>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// The only thing that the program does, beside computing numbers.
static scf::ForOp findLoop(tile::KernelOp kernel) {
  scf::ForOp found;
  for (Operation &op : kernel.getBody().front()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && !found && loop.getNumResults() == 0)
      found = loop;
    else if (op.getNumRegions() > 0 || (!isMemoryEffectFree(&op) && !op.hasTrait<OpTrait::IsTerminator>()))
      return scf::ForOp();
  }
  return found;
}

/// Whether a pass knows which program it is of otherwise than by the loop's number.
static bool usesIds(scf::ForOp loop) {
  llvm::SmallPtrSet<Operation *, 16> seen;
  SmallVector<Operation *> pending;
  loop.getBody()->walk([&](Operation *op) { pending.push_back(op); });
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (!seen.insert(op).second)
      continue;
    if (isa<tile::ProgramIdOp>(op))
      return true;
    for (Value operand : op->getOperands())
      if (operand.getDefiningOp())
        pending.push_back(operand.getDefiningOp());
  }
  return false;
}

/// The numbers that all passes of all programs go through, each once.
static std::optional<Counted> countPasses(scf::ForOp loop, tile::KernelOp kernel, ArrayRef<int64_t> grid) {
  std::vector<int64_t> numbers;
  bool areKnown = forEachExecution(&loop.getBody()->front(), kernel, grid, [&](ProgramEvaluator &program) {
    std::optional<int64_t> number = program.evaluate(loop.getInductionVar());
    numbers.push_back(number.value_or(0));
    return number.has_value();
  });
  if (!areKnown || numbers.empty())
    return std::nullopt;
  Counted passes{loop.getInductionVar(), *llvm::min_element(numbers), 0, static_cast<int64_t>(numbers.size())};
  for (int64_t number : numbers)
    passes.step = std::gcd(passes.step, number - passes.first);
  passes.step = std::max<int64_t>(passes.step, 1);
  llvm::BitVector seen(static_cast<unsigned>(numbers.size()));
  for (int64_t number : numbers) {
    int64_t place = (number - passes.first) / passes.step;
    if (place >= passes.count || seen.test(static_cast<unsigned>(place)))
      return std::nullopt;
    seen.set(static_cast<unsigned>(place));
  }
  return passes;
}

/// The program becomes the body, with `number` for the loop's.
static void takeBody(scf::ForOp loop, Value number) {
  OpBuilder builder(loop);
  Value variable = loop.getInductionVar();
  if (number.getType() != variable.getType())
    number = tile::CastOp::create(builder, loop.getLoc(), variable.getType(), number, false, false);
  variable.replaceAllUsesWith(number);
  Operation *end = loop.getBody()->getTerminator();
  loop->getBlock()->getOperations().splice(loop->getIterator(), loop.getBody()->getOperations(),
                                           loop.getBody()->begin(), end->getIterator());
  loop.erase();
}

bool tessera::schedule::makePrograms(tile::KernelOp kernel) {
  SmallVector<int64_t> grid = getProgramGrid(kernel);
  scf::ForOp loop = findLoop(kernel);
  if (grid.empty() || !loop || !areProgramsApart(kernel) || usesIds(loop))
    return false;
  std::optional<Counted> passes = countPasses(loop, kernel, grid);
  if (!passes)
    return false;
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  ArrayBuilder arrays(builder, loop.getLoc());
  kernel.walk([&](tile::NumProgramsOp count) {
    auto axis = static_cast<size_t>(count.getAxis());
    count.replaceAllUsesWith(arrays.constant(axis < grid.size() ? grid[axis] : 1));
  });
  builder.setInsertionPoint(loop);
  Value id = tile::ProgramIdOp::create(builder, loop.getLoc(), int64_t(0));
  takeBody(loop, arrays.add(arrays.multiply(id, passes->step), arrays.constant(passes->first)));
  kernel->setAttr(blocksName, builder.getI64IntegerAttr(passes->count));
  kernel->setAttr(gridName, builder.getDenseI64ArrayAttr({passes->count}));
  kernel->setAttr(axisOrderName, builder.getDenseI64ArrayAttr({0}));
  kernel->removeAttr(linearGridName);
  return true;
}
