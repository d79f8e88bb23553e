// SPDX-License-Identifier: Apache-2.0
// What depends on which program this is, and on an element's place in its block, followed forwards: the place in the
// whole, `unit * coordinate + i`, has to be put together by adding before anything else is done with either part.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/specialize/ProgramMerge.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static bool isArray(Value value) { return isa<RankedTensorType>(value.getType()); }

bool WholePlaces::check() {
  push(axis.coordinate);
  kernel.walk([&](tile::IotaOp iota) {
    if (axes.get(iota, static_cast<int64_t>(iota.getAxis())) == axis.number)
      push(iota);
  });
  while (!pending.empty())
    for (OpOperand &use : pending.pop_back_val().getUses())
      if (!checkUse(use))
        return false;
  return checkSlices();
}

bool WholePlaces::push(Value value) {
  if (seen.insert(value).second)
    pending.push_back(value);
  return true;
}

int64_t WholePlaces::getFactor(const AffineSum &sum) const {
  for (const AffineTerm &term : sum.terms)
    if (term.value == axis.coordinate && !term.loop)
      return term.factor;
  return 0;
}

/// None where `value` is no sum of anything but itself.
std::optional<AffineArray> WholePlaces::getForm(Value value) {
  std::optional<AffineArray> form = affine.get(value);
  bool isItself = form && value != axis.coordinate && form->base.terms.size() == 1 &&
                  form->base.terms.front().value == value && !form->base.terms.front().loop;
  return isItself ? std::nullopt : form;
}

/// Whether what `value` has of the coordinate and of places in blocks is the place in the whole.
bool WholePlaces::isWhole(Value value) {
  std::optional<AffineArray> form = getForm(value);
  if (!form)
    return true; // made of such: else it would not have been gone on to
  int64_t factor = getFactor(form->base);
  SmallVector<int64_t> own = axes.find(value, axis.number);
  if (own.size() == 1)
    return factor == form->steps[own.front()] * axis.unit;
  return factor == 0 && llvm::all_of(own, [&](int64_t each) { return form->steps[each] == 0; });
}

/// From an operand to what `op` makes of it.
bool WholePlaces::follow(Value from, Value to, Operation *op) {
  if (to.use_empty() || getForm(to) || (isWhole(from) && isArray(to)))
    return push(to);
  return reasons.add(op, "what it gives depends on which program of its row or column this is");
}

/// Whether `op` asks if a program is the first one of its row or column, for nothing but branches that have nothing of
/// any row's: of more programs together the first one is in the first.
bool WholePlaces::isFirst(Value value, Operation *op) {
  auto compare = dyn_cast<arith::CmpIOp>(op);
  bool isAsked = compare && value == axis.coordinate && !isa<BlockArgument>(value) && compare.getLhs() == value &&
                 compare.getPredicate() == arith::CmpIPredicate::eq && matchPattern(compare.getRhs(), m_Zero());
  return isAsked && llvm::all_of(compare->getUsers(), [&](Operation *user) {
           auto isTouched = [&](Value each) { return !axes.find(each, axis.number).empty(); };
           return isa<scf::IfOp>(user) && user->getNumResults() == 0 &&
                  !user->walk([&](Operation *inner) {
                         bool touches = llvm::any_of(inner->getOperands(), isTouched) ||
                                        llvm::any_of(inner->getResults(), isTouched);
                         return touches ? WalkResult::interrupt() : WalkResult::advance();
                       })
                       .wasInterrupted();
         });
}

bool WholePlaces::checkUse(OpOperand &use) {
  Operation *user = use.getOwner();
  Value value = use.get();
  auto refuse = [&](const Twine &what) {
    return reasons.add(user, what + " which program of its row or column this is");
  };
  if (auto loop = dyn_cast<scf::ForOp>(user)) {
    if (use.getOperandNumber() < loop.getNumControlOperands())
      return refuse("how often the loop runs depends on");
    unsigned index = use.getOperandNumber() - loop.getNumControlOperands();
    return follow(value, loop.getRegionIterArg(index), user) && follow(value, loop.getResult(index), user);
  }
  if (isa<scf::YieldOp>(user)) {
    Operation *parent = user->getParentOp();
    Value result = parent->getResult(use.getOperandNumber());
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      return follow(value, loop.getRegionIterArg(use.getOperandNumber()), user) && follow(value, result, user);
    return isa<scf::IfOp>(parent) ? follow(value, result, user) : refuse("a loop goes by");
  }
  if (isa<tile::LoadOp, tile::StoreOp>(user) && !isArray(value))
    return true; // see checkSlices
  if (isa<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp>(user))
    return (isArray(value) && isWhole(value)) || refuse("where memory is accessed depends on");
  if (isFirst(value, user))
    return true;
  if (user->getNumRegions() > 0 || !isMemoryEffectFree(user))
    return refuse("`" + user->getName().stripDialect() + "` depends on");
  return llvm::all_of(user->getResults(), [&](Value result) { return follow(value, result, user); });
}

/// Blocks of arrays begin where the program's do.
bool WholePlaces::checkSlices() {
  WalkResult all = kernel.walk([&](Operation *op) {
    bool isGood = true;
    if (auto load = dyn_cast<tile::LoadOp>(op))
      isGood = checkSlice(load, load.getResult());
    if (auto store = dyn_cast<tile::StoreOp>(op))
      isGood = checkSlice(store, store.getValue());
    return isGood ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !all.wasInterrupted();
}

template <typename OpT> bool WholePlaces::checkSlice(OpT op, Value array) {
  int64_t rank = static_cast<int64_t>(op.getSizes().size());
  SmallVector<int64_t> kept = getKeptAxes(rank, op.getDropped());
  for (int64_t own = 0; own < rank; ++own) {
    auto offset = dyn_cast<Value>(op.getOffset(own));
    std::optional<AffineArray> form = offset ? affine.get(offset) : std::nullopt;
    int64_t factor = form ? getFactor(form->base) : 0;
    auto position = llvm::find(kept, own);
    bool isAlong = isArray(array) && position != kept.end() && axes.get(array, position - kept.begin()) == axis.number;
    if (factor != (isAlong ? op.getStride(own) * axis.unit : 0))
      return reasons.add(op, isAlong ? "this block does not go on where that of the next program begins"
                                     : "where it begins depends on which program of its row or column this is");
  }
  return true;
}
