// SPDX-License-Identifier: Apache-2.0
// The walks of a differentiator over a block: what is active, in which order operations come, and derivatives of those
// on arrays.
//
//   y = x * c; z = y + x           backwards from z with the cotangent 1: add gives y 1 and x 1; mul gives x another c
//
// An operation comes when all cotangents of its results have come, which is in the reverse order of the block. Those
// that nothing reaches are not looked at, so that a walk costs what it walks over, however long the program before it
// is.
#include "compiler/frontend/library/arrays/Operand.h"
#include "compiler/frontend/library/derivatives/Differentiator.h"
#include "compiler/frontend/library/derivatives/Rules.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

static bool isBefore(mlir::Operation *a, mlir::Operation *b) { return a->isBeforeInBlock(b); }

//===-- what is active ----------------------------------------------------------------------------------------===//

/// The sign of x, as it is recorded: `x` itself where it is 0, which is a constant for derivatives too.
static bool isSign(mlir::Operation *op) {
  auto select = dyn_cast<mlir::arith::SelectOp>(op);
  auto sign = select ? select.getTrueValue().getDefiningOp<mlir::math::CopySignOp>() : mlir::math::CopySignOp();
  return sign && sign.getRhs() == select.getFalseValue() && sign.getLhs().getDefiningOp<mlir::arith::ConstantOp>();
}

bool Differentiator::captures(mlir::Operation *op) const {
  return op
      ->walk([&](mlir::Operation *inner) {
        return llvm::any_of(inner->getOperands(), [&](mlir::Value operand) { return wants(operand); })
                   ? mlir::WalkResult::interrupt()
                   : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

Values Differentiator::captured(mlir::Operation *op) const {
  llvm::SetVector<mlir::Value> found;
  for (mlir::Region &region : op->getRegions())
    region.walk([&](mlir::Operation *inner) {
      for (mlir::Value operand : inner->getOperands())
        if (wants(operand) && isFloating(operand) && !op->isAncestor(operand.getParentBlock()->getParentOp()))
          found.insert(operand);
    });
  return found.takeVector();
}

bool Differentiator::spread(mlir::Operation *op) {
  if (isStop(op) || isa<tile::BitcastOp>(op) || isSign(op) || op->hasAttr("constant") ||
      (launchesAreConstant && isa<tile::LaunchOp>(op)) || !captures(op))
    return false;
  bool any = false;
  for (mlir::Value result : op->getResults())
    if (isa<mlir::IntegerType, mlir::FloatType, mlir::RankedTensorType>(result.getType()) && isFloating(result))
      any |= active.insert(result).second;
  return any;
}

void Differentiator::spread(mlir::Block &block) {
  for (mlir::Operation &op : block)
    spread(&op);
}

void Differentiator::addLeaf(mlir::Value leaf) {
  leaves.insert(leaf);
  active.insert(leaf);
  mlir::Block *block = leaf.getParentBlock();
  Values work{leaf};
  while (!work.empty())
    for (mlir::Operation *user : work.pop_back_val().getUsers())
      if (mlir::Operation *op = user->getBlock() ? block->findAncestorOpInBlock(*user) : nullptr)
        if (spread(op))
          llvm::append_range(work, op->getResults());
}

mlir::Value Differentiator::get(Emitter &emitter, mlir::Value value) {
  if (mlir::Value known = derivatives.lookup(value))
    return known;
  return emitter.constant(0, dtypeOf(value), tile::getShape(value.getType()));
}

bool Differentiator::refuse(mlir::Operation *op) {
  Raised raised(nullptr);
  if (auto launch = dyn_cast<tile::LaunchOp>(op)) {
    raised = evaluator
                 .raise(DiagnosticId::notSupported, "`" + whose + "` of the kernel `" + launch.getKernel().str() +
                                                        "`: what a kernel computes has no derivative by itself")
                 .note("give the function that calls it a derivative with `jax.custom_vjp`");
  } else {
    auto collective = op->getAttrOfType<mlir::StringAttr>("collective");
    std::string what =
        collective ? "the collective `" + collective.str() + "`" : "`" + op->getName().getStringRef().str() + "`";
    raised = evaluator.raise(DiagnosticId::notSupported, "`" + whose + "` of " + what + " is not supported yet");
  }
  raised.note("it is recorded here", toRange(op->getLoc()));
  return false;
}

//===-- backwards ---------------------------------------------------------------------------------------------===//

void Differentiator::add(mlir::Value value, mlir::Value cotangent) {
  if (!cotangent || !wants(value))
    return;
  mlir::Value &sum = derivatives[value];
  Emitter emitter(evaluator.builder(), cotangent.getLoc());
  sum = sum ? emitter.binary(Binary::add, sum, cotangent, dtypeOf(sum)) : cotangent;
  mlir::Operation *op = value.getDefiningOp();
  if (isLeaf(value))
    reached.insert(value);
  else if (op && known.insert(op).second) {
    open.push_back(op);
    std::push_heap(open.begin(), open.end(), isBefore);
  }
}

bool Differentiator::reverse() {
  while (!open.empty()) {
    std::pop_heap(open.begin(), open.end(), isBefore);
    mlir::Operation *op = open.back();
    open.pop_back();
    known.erase(op);
    if (!evaluator.step() || !complete(op->getResults()) || !reverse(op))
      return false;
  }
  return complete(reached.getArrayRef());
}

bool Differentiator::complete(mlir::ValueRange values) {
  return !onComplete ||
         llvm::all_of(values, [&](mlir::Value value) { return !derivatives.lookup(value) || onComplete(value); });
}

bool Differentiator::reverse(mlir::Operation *op) {
  Emitter emitter(evaluator.builder(), op->getLoc());
  if (isMarker(op)) {
    if (findOwnRule(evaluator, op)) {
      visited.insert(op);
      return reverseOwn(emitter, op);
    }
    add(op->getOperand(0), derivatives.lookup(op->getResult(0)));
    return true;
  }
  if (auto branch = dyn_cast<mlir::scf::IfOp>(op))
    return reverseIf(emitter, branch);
  if (auto loop = dyn_cast<mlir::scf::ForOp>(op))
    return reverseFor(emitter, loop);
  if (isa<mlir::scf::WhileOp>(op))
    return refuseWhile(evaluator, op);
  if (isa<tile::ScanOp, tile::ReduceByOp>(op))
    return reverseScan(emitter, op);
  if (auto sort = dyn_cast<tile::SortOp>(op))
    return reverseSort(emitter, sort, *this);
  if (op->getNumResults() != 1)
    return refuse(op);
  mlir::Value ct = derivatives.lookup(op->getResult(0));
  if (mlir::Value x = logisticOperand(op)) {
    visited.insert(op);
    add(x, logisticRule(emitter, op->getResult(0), ct));
    return true;
  }
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    if (!wants(operand))
      continue;
    std::optional<mlir::Value> part = differentiateElementwise(emitter, op, index, ct);
    if (!part)
      return reverseArray(emitter, op, ct);
    if (savesOperands(op, index))
      visited.insert(op);
    add(operand, *part);
  }
  return true;
}

bool Differentiator::reverseArray(Emitter &emitter, mlir::Operation *op, mlir::Value ct) {
  mlir::Value input = op->getOperand(0);
  llvm::ArrayRef<int64_t> from = tile::getShape(input.getType()), to = tile::getShape(op->getResult(0).getType());
  if (isa<tile::CastOp>(op)) {
    add(input, emitter.cast(ct, dtypeOf(ct), dtypeOf(input)));
  } else if (auto broadcast = dyn_cast<tile::BroadcastOp>(op)) {
    llvm::SmallVector<int64_t> repeated;
    for (int64_t axis = 0, rank = to.size(); axis < rank; ++axis) {
      auto found = llvm::find(broadcast.getAxes(), axis);
      if (found == broadcast.getAxes().end() || from[found - broadcast.getAxes().begin()] != to[axis])
        repeated.push_back(axis);
    }
    add(input, emitter.reshape(emitter.reduce(tile::Reduction::add, ct, repeated, false), from));
  } else if (isa<tile::ReshapeOp>(op)) {
    add(input, emitter.reshape(ct, from));
  } else if (auto transpose = dyn_cast<tile::TransposeOp>(op)) {
    add(input, emitter.transpose(ct, inverse(transpose.getPermutation())));
  } else if (auto concatenate = dyn_cast<tile::ConcatenateOp>(op)) {
    llvm::SmallVector<int64_t> offsets(to.size(), 0);
    for (mlir::Value part : concatenate.getInputs()) {
      llvm::ArrayRef<int64_t> shape = tile::getShape(part.getType());
      if (wants(part))
        add(part, emitter.create<tile::SliceValueOp>(part.getType(), ct, mlir::ValueRange(), offsets, shape,
                                                     llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>()));
      offsets[concatenate.getAxis()] += shape[concatenate.getAxis()];
    }
  } else if (auto slice = dyn_cast<tile::SliceValueOp>(op)) {
    // What is there already is added to within the slice only: a loop that reads row after row stays linear in its
    // rows.
    mlir::Value whole = get(emitter, input);
    bool isFirst = !derivatives.lookup(input);
    mlir::Value part = emitter.reshape(ct, slice.getSizes());
    if (!isFirst) {
      mlir::Value before =
          emitter.create<tile::SliceValueOp>(part.getType(), whole, slice.getOffsets(), slice.getStaticOffsets(),
                                             slice.getSizes(), slice.getStrides(), llvm::ArrayRef<int64_t>());
      part = emitter.binary(Binary::add, before, part, dtypeOf(part));
    }
    if (!slice.getSizes().empty())
      part = emitter.create<tile::UpdateSliceOp>(whole.getType(), whole, part, slice.getOffsets(),
                                                 slice.getStaticOffsets(), slice.getStrides());
    derivatives.erase(input);
    add(input, part);
  } else if (auto update = dyn_cast<tile::UpdateSliceOp>(op)) {
    mlir::Type part = update.getUpdate().getType();
    if (wants(update.getUpdate()))
      add(update.getUpdate(),
          emitter.create<tile::SliceValueOp>(part, ct, update.getOffsets(), update.getStaticOffsets(),
                                             tile::getShape(part), update.getStrides(), llvm::ArrayRef<int64_t>()));
    if (wants(input))
      add(input,
          emitter.create<tile::UpdateSliceOp>(ct.getType(), ct, emitter.constant(0, dtypeOf(ct), tile::getShape(part)),
                                              update.getOffsets(), update.getStaticOffsets(), update.getStrides()));
  } else if (auto reduce = dyn_cast<tile::ReduceOp>(op)) {
    mlir::Value spread = emitter.broadcastInDim(ct, from, keptAxes(reduce));
    if (reduce.getKind() != tile::Reduction::add) {
      visited.insert(op);
      spread = emitter.binary(Binary::mul, spread, reduceWeights(emitter, reduce), dtypeOf(spread));
    }
    add(input, spread);
  } else if (auto dot = dyn_cast<tile::DotOp>(op)) {
    visited.insert(op);
    for (unsigned index : {0u, 1u})
      if (wants(op->getOperand(index)))
        add(op->getOperand(index), dotRule(emitter, dot, index, ct));
    if (dot.getAcc())
      add(dot.getAcc(), emitter.cast(ct, dtypeOf(ct), dtypeOf(dot.getAcc())));
  } else if (auto take = dyn_cast<tile::TakeOp>(op)) {
    mlir::Value whole = get(emitter, input);
    derivatives.erase(input);
    add(input,
        emitter.create<tile::PutOp>(whole.getType(), tile::Atomic::add, ct, whole,
                                    clampIndices(emitter, take.getIndices(), from, take.getAxes()), take.getAxes()));
  } else if (auto put = dyn_cast<tile::PutOp>(op)) {
    if (put.getKind() != tile::Atomic::exchange && put.getKind() != tile::Atomic::add &&
        put.getKind() != tile::Atomic::mul)
      return refuse(op);
    PutParts parts = putRule(emitter, put, ct);
    add(put.getInput(), parts.input);
    add(put.getUpdates(), parts.updates);
  } else {
    return refuse(op);
  }
  return true;
}

//===-- forwards ----------------------------------------------------------------------------------------------===//

bool Differentiator::forward(mlir::Block &block) {
  std::vector<mlir::Operation *> operations; // what is recorded meanwhile stands in the same block
  for (mlir::Operation &op : block)
    if (!op.hasTrait<mlir::OpTrait::IsTerminator>())
      operations.push_back(&op);
  for (mlir::Operation *op : operations)
    if (!evaluator.step() || !forward(op))
      return false;
  return true;
}

bool Differentiator::forward(mlir::Operation *op) {
  Emitter emitter(evaluator.builder(), op->getLoc());
  if (llvm::none_of(op->getResults(), [&](mlir::Value result) { return wants(result); }))
    return true;
  if (isMarker(op)) {
    if (findOwnRule(evaluator, op))
      return forwardOwn(emitter, op);
    if (mlir::Value t = tangent(op->getOperand(0)))
      derivatives[op->getResult(0)] = t;
    return true;
  }
  if (auto branch = dyn_cast<mlir::scf::IfOp>(op))
    return forwardIf(emitter, branch);
  if (auto loop = dyn_cast<mlir::scf::ForOp>(op))
    return forwardFor(emitter, loop);
  if (auto loop = dyn_cast<mlir::scf::WhileOp>(op))
    return forwardWhile(emitter, loop);
  if (isa<tile::ScanOp, tile::ReduceByOp>(op))
    return forwardScan(emitter, op);
  if (auto sort = dyn_cast<tile::SortOp>(op))
    return forwardSort(emitter, sort, *this);
  if (op->getNumResults() != 1)
    return refuse(op);
  mlir::Value result = op->getResult(0);
  if (mlir::Value x = logisticOperand(op)) {
    if (mlir::Value t = tangent(x))
      derivatives[result] = logisticRule(emitter, result, t);
    return true;
  }
  mlir::Value sum;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    mlir::Value t = tangent(operand);
    if (!t)
      continue;
    std::optional<mlir::Value> part = differentiateElementwise(emitter, op, index, t);
    if (!part)
      return forwardArray(emitter, op);
    if (*part)
      sum = sum ? emitter.binary(Binary::add, sum, *part, dtypeOf(sum)) : *part;
  }
  if (sum)
    derivatives[result] = sum;
  return true;
}

/// Operations that are linear in their floating operands do to the tangents what they do to the values.
bool Differentiator::forwardArray(Emitter &emitter, mlir::Operation *op) {
  mlir::Value result = op->getResult(0);
  auto reduce = dyn_cast<tile::ReduceOp>(op);
  auto put = dyn_cast<tile::PutOp>(op);
  if (reduce && reduce.getKind() != tile::Reduction::add) {
    mlir::Value t = tangent(reduce.getInput());
    t = emitter.binary(Binary::mul, t, reduceWeights(emitter, reduce), dtypeOf(t));
    derivatives[result] = emitter.reduce(tile::Reduction::add, t, reduce.getAxes(), false);
    return true;
  }
  if (auto dot = dyn_cast<tile::DotOp>(op)) {
    mlir::Value sum = dot.getAcc() ? tangent(dot.getAcc()) : mlir::Value();
    for (unsigned index : {0u, 1u})
      if (mlir::Value t = tangent(op->getOperand(index)))
        sum =
            emitter.create<tile::DotOp>(result.getType(), index == 0 ? t : dot.getLhs(), index == 1 ? t : dot.getRhs(),
                                        sum, dot.getPrecision(), dot.getFromUnsigned());
    derivatives[result] = sum;
    return true;
  }
  if (put && put.getKind() == tile::Atomic::mul) {
    mlir::Value before =
        emitter.create<tile::TakeOp>(put.getUpdates().getType(), put.getInput(), put.getIndices(), put.getAxes());
    mlir::Value moved = emitter.binary(Binary::mul, get(emitter, put.getUpdates()), before, dtypeOf(before));
    mlir::Value sum = emitter.create<tile::PutOp>(result.getType(), put.getKind(), put.getUpdates(),
                                                  get(emitter, put.getInput()), put.getIndices(), put.getAxes());
    derivatives[result] =
        emitter.create<tile::PutOp>(result.getType(), tile::Atomic::add, moved, sum, put.getIndices(), put.getAxes());
    return true;
  }
  bool isLinear = isa<tile::CastOp, tile::BroadcastOp, tile::ReshapeOp, tile::TransposeOp, tile::ConcatenateOp,
                      tile::SliceValueOp, tile::UpdateSliceOp, tile::ReduceOp, tile::TakeOp>(op) ||
                  (put && (put.getKind() == tile::Atomic::exchange || put.getKind() == tile::Atomic::add));
  if (!isLinear)
    return refuse(op);
  mlir::IRMapping mapping;
  for (mlir::Value operand : op->getOperands())
    if (isFloating(operand))
      mapping.map(operand, get(emitter, operand));
  derivatives[result] = emitter.builder.clone(*op, mapping)->getResult(0);
  return true;
}
