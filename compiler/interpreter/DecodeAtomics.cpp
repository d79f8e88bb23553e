// SPDX-License-Identifier: Apache-2.0
// Atomic updates of Refs. Programs run one at a time here, and so do the elements of one operation, in row-major order:
// an update is a read, a combination and a write, and memory order and scope have nothing to decide. An update that
// leaves every element as it was changes nothing, so that a program which tries for a lock is seen to wait (Watch in
// DecodeControl.cpp).
#include "compiler/interpreter/IndexedAccess.h"
#include "shared/numerics/Convert.h"
#include "shared/numerics/Elementwise.h"
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using numerics::BinaryFunction;
using numerics::BinaryOp;
using numerics::DType;

/// Empty for an exchange. Extremes of floats keep a number where the other side is NaN, as the hardware does.
static std::optional<BinaryOp> getCombination(tile::Atomic kind, DType type) {
  bool floating = numerics::isFloat(type);
  switch (kind) {
  case tile::Atomic::exchange:
    return std::nullopt;
  case tile::Atomic::add:
    return floating ? BinaryOp::addf : BinaryOp::addi;
  case tile::Atomic::mul:
    return floating ? BinaryOp::mulf : BinaryOp::muli;
  case tile::Atomic::max:
    return floating ? BinaryOp::maxnumf : BinaryOp::maxsi;
  case tile::Atomic::min:
    return floating ? BinaryOp::minnumf : BinaryOp::minsi;
  case tile::Atomic::umax:
    return BinaryOp::maxui;
  case tile::Atomic::umin:
    return BinaryOp::minui;
  case tile::Atomic::andi:
    return BinaryOp::andi;
  case tile::Atomic::ori:
    return BinaryOp::ori;
  case tile::Atomic::xori:
    return BinaryOp::xori;
  }
  return std::nullopt;
}

void Decoder::decodeAtomic(Operation *op) {
  auto update = dyn_cast<tile::AtomicRmwOp>(op);
  auto swap = dyn_cast<tile::AtomicCasOp>(op);
  Value ref = update ? update.getRef() : swap.getRef(), test = update ? update.getMask() : swap.getMask();
  IndexPlan plan;
  plan.ref = getRef(ref);
  plan.indices.assign(getAll(update ? update.getIndices() : swap.getIndices()));
  markStored(ref);
  Operand value = get(update ? update.getValue() : swap.getValue()), out = get(op->getResult(0));
  plan.count = value.count;
  std::optional<Operand> mask, compare;
  if (test)
    mask = get(test);
  if (swap)
    compare = get(swap.getCompare());
  BinaryFunction combine;
  if (update)
    if (std::optional<BinaryOp> kind = getCombination(update.getKind(), value.type);
        kind && !(combine = BinaryFunction::get(*kind, value.type)))
      return refuse(op, "its elements can't be combined like that");
  unsigned size = numerics::getByteSize(value.type);
  emit(op, [=](Frame &frame) {
    uint8_t *old = frame.define(out);
    if (!old)
      return;
    if (mask || !frame.refs[plan.ref].whole)
      numerics::fillUninitialized(out.type, old, out.count);
    const uint8_t *from = frame.at(value), *expected = compare ? frame.at(*compare) : nullptr;
    bool hasChanged = false;
    visitIndexed(frame, plan, mask ? frame.at(*mask) : nullptr, "changes", [&](int64_t flat, uint8_t *place) {
      if (!place)
        return;
      std::memcpy(old + flat * size, place, size);
      if (combine)
        combine(place, from + flat * size, place, 1);
      else if (!expected || std::memcmp(place, expected + flat * size, size) == 0)
        std::memcpy(place, from + flat * size, size);
      hasChanged |= std::memcmp(place, old + flat * size, size) != 0;
    });
    frame.run.changes += hasChanged;
  });
}
