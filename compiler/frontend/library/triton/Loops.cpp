// SPDX-License-Identifier: Apache-2.0
// `for i in range(start, stop, step)` in a kernel, as Python means it. `scf.for` counts upwards only, so a loop that counts down is mirrored:
//
//     for i in range(T - 1, -1, -1)      scf.for %j = -1 to T - 1 step 1 { %i = T - 2 - %j }      (start + stop - j)
//
// j passes stop, stop + 1, ... below start, which are as many steps, and i is start in the first. Which way a loop counts is mostly known: the step is
// a constant, or computed of what is never negative. For what a launch passes the launch's own number says it, since each launch is recorded for
// itself. Where nothing says it, bounds and variable are chosen by the step's sign while the kernel runs. Rejected: a count of steps as the loop's
// bound; loops over `range(pid, n, programs)` are recognized by their bounds later on.
#include "compiler/frontend/library/triton/Jit.h"
#include "compiler/frontend/library/triton/Strategy.h"
#include "mlir/IR/Matchers.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::isa;

/// What is known of an integer's sign without running the kernel.
static bool isNeverNegative(const TritonGrid &grid, mlir::Value value, int depth = 8) {
  auto number = getKnownInteger(value);
  if (!number && grid.numberFor)
    number = grid.numberFor(value);
  if (number)
    return *number >= 0;
  mlir::Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  auto isNonnegative = [&](mlir::Value operand) { return isNeverNegative(grid, operand, depth - 1); };
  if (isa<tile::NumProgramsOp, tile::ProgramIdOp>(op))
    return true;
  if (auto cast = llvm::dyn_cast<tile::CastOp>(op))
    return cast.getFromUnsigned() || (cast.getInput().getType().isInteger() && isNonnegative(cast.getInput()));
  if (isa<mlir::arith::MaxSIOp>(op))
    return llvm::any_of(op->getOperands(), isNonnegative);
  if (isa<mlir::arith::AddIOp, mlir::arith::MulIOp, mlir::arith::DivSIOp, mlir::arith::RemSIOp, mlir::arith::MinSIOp>(op))
    return llvm::all_of(op->getOperands(), isNonnegative);
  if (auto select = llvm::dyn_cast<mlir::arith::SelectOp>(op))
    return isNonnegative(select.getTrueValue()) && isNonnegative(select.getFalseValue());
  return false;
}

bool TritonStrategy::loopOver(Evaluator &evaluator, Value start, Value stop, Value step, LoopBounds &bounds) {
  TritonTensor *parts[3];
  std::string types;
  bool areIntegers = true;
  Value values[] = {start, stop, step};
  for (auto [part, given] : llvm::zip(parts, values)) {
    if (!(part = toTritonTensor(evaluator, given, "range")))
      return false;
    if (!part->shape().empty())
      return evaluator.raise(DiagnosticId::typeError, "a bound of a loop is a block of shape " + formatShape(part->shape()) + ", not one integer"), false;
    areIntegers &= !numerics::isFloat(part->dtype);
    types += (types.empty() ? "" : ", ") + describeType(evaluator, part);
  }
  if (!areIntegers)
    return evaluator.raise(DiagnosticId::typeError, "For loop bounds and step must all be ints, are (" + types + ")"), false;
  DType type = parts[0]->dtype;
  for (TritonTensor *part : llvm::drop_begin(parts))
    type = promoteTriton({type}, {part->dtype}, false).dtype;
  // Counted in signed integers that hold what the variable's type holds.
  bool isWide = numerics::getBitWidth(type) > 32 || type == DType::uint32;
  DType counter = isWide ? DType::int64 : DType::int32;
  mlir::Value ends[3];
  for (auto [value, part] : llvm::zip(ends, parts))
    if (!(value = fitTriton(evaluator, part, counter, {})))
      return false;
  auto show = [type, counter](Evaluator &e, mlir::Value i) { return tritonCast(e, wrapTriton(e, i, counter), type, false); };
  std::optional<int64_t> known = getKnownInteger(ends[2]);
  if (known && *known == 0)
    return evaluator.raise(DiagnosticId::valueError, "range() arg 3 must not be zero"), false;
  bounds = {ends[0], ends[1], ends[2], show};
  if (numerics::isUnsigned(type) || (known ? *known > 0 : isNeverNegative(evaluator.state<TritonGrid>(), ends[2])))
    return true;
  Emitter emitter = emitterHere(evaluator, Corners::undefined);
  auto subtract = [counter](Emitter &e, mlir::Value x, mlir::Value y) { return e.binary(Binary::sub, x, y, counter); };
  mlir::Value zero = emitter.constantInt(0, counter), sum = emitter.binary(Binary::add, ends[0], ends[1], counter);
  if (known) {
    // The least integer has no opposite; one pass is all that such a loop can have.
    int64_t most = counter == DType::int32 ? INT32_MAX : INT64_MAX;
    mlir::Value pace = emitter.constantInt(*known < -most ? most : -*known, counter);
    bounds = {ends[1], ends[0], pace, [=](Evaluator &e, mlir::Value j) -> Value {
                Emitter here = emitterHere(e, Corners::undefined);
                return show(e, subtract(here, sum, j));
              }};
    return true;
  }
  mlir::Value isDown = emitter.compare(Compare::lt, ends[2], zero, counter);
  bounds.lower = emitter.select(isDown, ends[1], ends[0]);
  bounds.upper = emitter.select(isDown, ends[0], ends[1]);
  bounds.step = emitter.select(isDown, subtract(emitter, zero, ends[2]), ends[2]);
  bounds.variable = [=](Evaluator &e, mlir::Value j) -> Value {
    Emitter here = emitterHere(e, Corners::undefined);
    return show(e, here.select(isDown, subtract(here, sum, j), j));
  };
  return true;
}
