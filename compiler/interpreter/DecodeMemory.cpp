// SPDX-License-Identifier: Apache-2.0
// Reads and writes of Refs. An access without a mask is checked once and copied as a box; with a mask, or with computed
// indices, each unmasked element is checked. An element outside its Ref ends the run with the kernel, the program and
// the index.
#include "compiler/interpreter/Decoder.h"
#include "compiler/interpreter/IndexedAccess.h"
#include "compiler/interpreter/warpgroups/Buffers.h"
#include "shared/numerics/Convert.h"
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using numerics::DType;

namespace {

/// What is known of a slice before it runs.
struct SlicePlan {
  uint32_t ref = 0;
  SmallVector<int64_t, 4> constants, sizes, strides;
  SmallVector<Operand, 4> computed;
  int64_t count = 1;

  SliceBounds locate(const Frame &frame) const {
    SliceBounds bounds;
    bounds.sizes.assign(sizes.begin(), sizes.end());
    bounds.strides.assign(strides.begin(), strides.end());
    size_t next = 0;
    for (int64_t offset : constants)
      bounds.offsets.push_back(ShapedType::isDynamic(offset) ? frame.readInt(computed[next++]) : offset);
    return bounds;
  }
};

} // namespace

template <typename OpT> static SlicePlan planSlice(OpT op, uint32_t ref, SmallVector<Operand> computed) {
  SlicePlan plan;
  plan.ref = ref;
  plan.constants.assign(op.getStaticOffsets().begin(), op.getStaticOffsets().end());
  plan.sizes.assign(op.getSizes().begin(), op.getSizes().end());
  for (size_t axis = 0; axis < plan.sizes.size(); ++axis) {
    plan.strides.push_back(op.getStride(axis));
    plan.count *= plan.sizes[axis];
  }
  plan.computed.assign(computed.begin(), computed.end());
  return plan;
}

void interpreter::failOutside(Frame &frame, const RefView &view, ArrayRef<int64_t> index, int64_t axis,
                              const char *verb) {
  std::string name = view.memory ? warpgroups::getName(view) : frame.kernel.getArgumentName(view.argument), at;
  for (auto [position, entry] : llvm::enumerate(index))
    at += (position ? ", " : "") + std::to_string(entry);
  std::string extents;
  for (auto [position, extent] : llvm::enumerate(view.extents))
    extents += (position ? "x" : "") + std::to_string(extent);
  frame
      .fail(DiagnosticId::outOfBounds, "`" + frame.kernel.getSymName().str() + "` " + verb + " `" + name + "[" + at +
                                           "]` in program " + toTuple(frame.point) + ", but `" + name + "` has " +
                                           (view.extents.size() == 1 ? extents + " elements" : "shape " + extents))
      .note(axis >= 0 ? "mask the access where the index along axis " + std::to_string(axis) + " is not below " +
                            std::to_string(view.extents[axis])
                      : "mask the access where the index is outside");
}

static bool checkSlice(Frame &frame, const RefView &view, const SliceBounds &bounds, bool isWrite) {
  const char *verb = isWrite ? "writes" : "reads";
  auto [axis, outside] = findOutside(view, bounds);
  if (axis < 0)
    return !view.memory || warpgroups::noteSlice(frame, view, bounds, isWrite);
  SmallVector<int64_t, 4> index(bounds.offsets);
  index[axis] = outside;
  failOutside(frame, view, index, axis, verb);
  return false;
}

static void moveElement(void *to, const void *from, unsigned size) {
  switch (size) {
  case 1:
    std::memcpy(to, from, 1);
    break;
  case 2:
    std::memcpy(to, from, 2);
    break;
  case 4:
    std::memcpy(to, from, 4);
    break;
  default:
    std::memcpy(to, from, 8);
    break;
  }
}

/// Visits the unmasked elements of a slice: `visit(flat, address)`, where the address is null in a block's part beyond
/// the array if that is not kept. False when one lies outside the Ref.
template <typename Visit>
static bool visitMasked(Frame &frame, const RefView &view, const SliceBounds &bounds, const uint8_t *mask,
                        int64_t count, const char *verb, Visit visit) {
  size_t rank = bounds.sizes.size();
  std::vector<const uint8_t *> touched; // of a kernel of warpgroups
  SmallVector<int64_t, 4> position(rank, 0), index(bounds.offsets);
  for (int64_t flat = 0; flat < count; ++flat) {
    if (mask[flat]) {
      int64_t at = 0;
      bool exists = true;
      for (size_t axis = 0; axis < rank; ++axis) {
        if (index[axis] < 0 || index[axis] >= view.extents[axis]) {
          failOutside(frame, view, index, static_cast<int64_t>(axis), verb);
          return false;
        }
        exists &= view.holds(axis, index[axis]);
        at += index[axis] * view.strides[axis];
      }
      visit(flat, exists ? view.base + at * view.elementSize : view.findOverhang(index));
      if (exists && view.box)
        view.record(index);
      if (exists && view.memory)
        touched.push_back(view.base + at * view.elementSize);
    }
    for (size_t axis = rank; axis-- > 0;) {
      // An offset may be any number where the mask is false: wrap, don't overflow.
      index[axis] =
          static_cast<int64_t>(static_cast<uint64_t>(index[axis]) + static_cast<uint64_t>(bounds.strides[axis]));
      if (++position[axis] < bounds.sizes[axis])
        break;
      position[axis] = 0;
      index[axis] = bounds.offsets[axis];
    }
  }
  if (view.memory)
    warpgroups::noteElements(frame, view, std::move(touched), verb[0] == 'w', /*isAtomic=*/false);
  return true;
}

void Decoder::decodeLoad(tile::LoadOp op) {
  SlicePlan plan = planSlice(op, getRef(op.getRef()), getAll(op.getOffsets()));
  Operand out = get(op.getResult());
  if (!op.getMask()) {
    emit(op, [=](Frame &frame) {
      const RefView &view = frame.refs[plan.ref];
      SliceBounds bounds = plan.locate(frame);
      if (!checkSlice(frame, view, bounds, /*isWrite=*/false))
        return;
      if (uint8_t *to = frame.define(out))
        readSlice(view, bounds, to);
    });
    return;
  }
  Operand mask = get(op.getMask());
  std::optional<Operand> other;
  if (op.getOther())
    other = get(op.getOther(), op);
  emit(op, [=](Frame &frame) {
    const RefView &view = frame.refs[plan.ref];
    SliceBounds bounds = plan.locate(frame);
    const uint8_t *test = frame.at(mask), *rest = other ? frame.at(*other) : nullptr;
    uint8_t *to = other ? frame.defineOver(out, *other) : frame.define(out);
    if (!to)
      return;
    if (!rest)
      numerics::fillUninitialized(out.type, to, out.count);
    else if (to != rest)
      std::memcpy(to, rest, out.bytes);
    uint64_t uninitialized = 0;
    numerics::fillUninitialized(out.type, &uninitialized, 1);
    visitMasked(frame, view, bounds, test, plan.count, "reads", [&](int64_t flat, const uint8_t *from) {
      moveElement(to + flat * view.elementSize, from ? from : reinterpret_cast<const uint8_t *>(&uninitialized),
                  view.elementSize);
    });
  });
}

void Decoder::decodeStore(tile::StoreOp op) {
  SlicePlan plan = planSlice(op, getRef(op.getRef()), getAll(op.getOffsets()));
  markStored(op.getRef());
  Operand value = get(op.getValue());
  if (!op.getMask()) {
    emit(op, [=](Frame &frame) {
      const RefView &view = frame.refs[plan.ref];
      SliceBounds bounds = plan.locate(frame);
      if (checkSlice(frame, view, bounds, /*isWrite=*/true))
        writeSlice(view, bounds, frame.at(value));
      ++frame.run.changes;
    });
    return;
  }
  Operand mask = get(op.getMask());
  emit(op, [=](Frame &frame) {
    const RefView &view = frame.refs[plan.ref];
    SliceBounds bounds = plan.locate(frame);
    const uint8_t *from = frame.at(value);
    bool hasStored = false; // a store that is masked away changes nothing
    visitMasked(frame, view, bounds, frame.at(mask), plan.count, "writes", [&](int64_t flat, uint8_t *to) {
      hasStored = true;
      if (to)
        moveElement(to, from + flat * view.elementSize, view.elementSize);
    });
    frame.run.changes += hasStored;
  });
}

void Decoder::decodeGather(tile::GatherOp op) {
  IndexPlan plan;
  plan.ref = getRef(op.getRef());
  plan.indices.assign(getAll(op.getIndices()));
  Operand out = get(op.getResult());
  plan.count = out.count;
  std::optional<Operand> mask, other;
  if (op.getMask())
    mask = get(op.getMask());
  if (op.getOther())
    other = get(op.getOther(), op);
  bool fills = !other && mask;
  emit(op, [=](Frame &frame) {
    const uint8_t *test = mask ? frame.at(*mask) : nullptr, *rest = other ? frame.at(*other) : nullptr;
    uint8_t *to = other ? frame.defineOver(out, *other) : frame.define(out);
    if (!to)
      return;
    if (fills)
      std::memset(to, 0, out.bytes);
    else if (rest && rest != to)
      std::memcpy(to, rest, out.bytes);
    uint64_t uninitialized = 0;
    numerics::fillUninitialized(out.type, &uninitialized, 1);
    withSize(numerics::getByteSize(out.type), [&](auto size) {
      visitIndexed(frame, plan, test, "reads", [&](int64_t flat, const uint8_t *from) {
        std::memcpy(to + flat * size, from ? from : reinterpret_cast<const uint8_t *>(&uninitialized), size);
      });
    });
  });
}

void Decoder::decodeScatter(tile::ScatterOp op) {
  IndexPlan plan;
  plan.ref = getRef(op.getRef());
  plan.indices.assign(getAll(op.getIndices()));
  markStored(op.getRef());
  Operand value = get(op.getValue());
  plan.count = value.count;
  std::optional<Operand> mask;
  if (op.getMask())
    mask = get(op.getMask());
  emit(op, [=](Frame &frame) {
    const uint8_t *from = frame.at(value), *test = mask ? frame.at(*mask) : nullptr;
    bool hasStored = false;
    withSize(numerics::getByteSize(value.type), [&](auto size) {
      visitIndexed(frame, plan, test, "writes", [&](int64_t flat, uint8_t *to) {
        hasStored = true;
        if (to)
          std::memcpy(to, from + flat * size, size);
      });
    });
    frame.run.changes += hasStored;
  });
}

void Decoder::markStored(Value ref) {
  ref = tilegpu::getBaseRef(ref);
  if (auto argument = dyn_cast<BlockArgument>(ref))
    code.isRefStored[argument.getArgNumber()] = true;
  else if (auto select = ref.getDefiningOp<tile::SelectRefOp>())
    for (Value candidate : select.getRefs())
      markStored(candidate);
}

void Decoder::decodeSelectRef(tile::SelectRefOp op) {
  Operand index = get(op.getIndex());
  SmallVector<uint32_t, 4> candidates;
  for (Value ref : op.getRefs())
    candidates.push_back(getRef(ref));
  uint32_t out = refs[op.getResult()] = code.refCount++;
  emit(op, [=](Frame &frame) {
    int64_t chosen = frame.readInt(index);
    if (chosen >= 0 && chosen < static_cast<int64_t>(candidates.size()))
      frame.refs[out] = frame.refs[candidates[chosen]];
    else
      frame
          .fail(DiagnosticId::outOfBounds,
                "`" + frame.kernel.getSymName().str() + "` uses a pointer that it has loaded in program " +
                    toTuple(frame.point) + ", but no tensor that the launch knows lies there")
          .note("such pointers come from `x.data_ptr()` of tensors with the pointer's element type");
  });
}

bool Decoder::decodeMemory(Operation *op) {
  if (!isa<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp, tile::AtomicRmwOp, tile::AtomicCasOp,
           tile::SelectRefOp>(op))
    return false;
  for (Value operand : op->getOperands())
    if (isa<tile::RefType>(operand.getType()) && !refs.count(operand))
      return refuse(op, "its Ref is not an argument of the kernel"), true;
  if (auto load = dyn_cast<tile::LoadOp>(op))
    decodeLoad(load);
  else if (auto store = dyn_cast<tile::StoreOp>(op))
    decodeStore(store);
  else if (auto gather = dyn_cast<tile::GatherOp>(op))
    decodeGather(gather);
  else if (auto select = dyn_cast<tile::SelectRefOp>(op))
    decodeSelectRef(select);
  else if (auto scatter = dyn_cast<tile::ScatterOp>(op))
    decodeScatter(scatter);
  else
    decodeAtomic(op);
  return true;
}
