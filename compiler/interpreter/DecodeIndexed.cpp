// SPDX-License-Identifier: Apache-2.0
// Elements at computed indices (take, put), and what depends on the order of elements (sort, arg_reduce). What is chosen at one
// index is a box over the axes that are not indexed: a row of memory when those are the last axes, which is the common case and is
// copied or combined at once.
#include "compiler/interpreter/Decoder.h"
#include "shared/numerics/Convert.h"
#include "shared/numerics/Elementwise.h"
#include "shared/numerics/Order.h"
#include "shared/numerics/Rearrange.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using numerics::BinaryFunction;
using numerics::BinaryOp;
using numerics::BufferRef;
using numerics::CopyAxis;
using numerics::DType;

namespace {

constexpr int64_t chunk = 1024; // indices that are resolved at a time

/// Which part of an array a list of indices chooses, worked out while decoding. All offsets are in bytes.
struct Selection {
  struct Axis {
    Operand indices;
    int64_t extent, stride;
  };
  SmallVector<Axis, 4> axes;
  SmallVector<CopyAxis, 4> box; // from the whole array to the chosen entry, which is dense
  int64_t entryBytes = 1, entries = 1;
  unsigned elementSize = 1;
  bool isRow = true; // an entry is one piece of the whole array

  /// Byte offsets of entries [begin, begin + count). Indices outside are clamped, or give -1 when `drops`.
  void locate(const Frame &frame, int64_t begin, int64_t count, bool drops, int64_t *offsets) const;
};

} // namespace

template <typename T>
static void addOffsets(const uint8_t *data, int64_t begin, int64_t count, int64_t extent, int64_t stride, bool drops, int64_t *offsets) {
  const T *indices = reinterpret_cast<const T *>(data) + begin;
  for (int64_t i = 0; i < count; ++i) {
    int64_t index = static_cast<int64_t>(indices[i]);
    bool isInside = index >= 0 && index < extent;
    index = index < 0 ? 0 : index >= extent ? extent - 1 : index;
    offsets[i] = (drops && !isInside) || offsets[i] < 0 ? -1 : offsets[i] + index * stride;
  }
}

void Selection::locate(const Frame &frame, int64_t begin, int64_t count, bool drops, int64_t *offsets) const {
  std::fill_n(offsets, count, int64_t(0));
  for (const Axis &axis : axes) {
    const uint8_t *data = frame.at(axis.indices);
    switch (numerics::getByteSize(axis.indices.type)) {
    case 1:
      if (axis.indices.type == DType::boolean)
        addOffsets<uint8_t>(data, begin, count, axis.extent, axis.stride, drops, offsets);
      else
        addOffsets<int8_t>(data, begin, count, axis.extent, axis.stride, drops, offsets);
      break;
    case 2: addOffsets<int16_t>(data, begin, count, axis.extent, axis.stride, drops, offsets); break;
    case 4: addOffsets<int32_t>(data, begin, count, axis.extent, axis.stride, drops, offsets); break;
    default: addOffsets<int64_t>(data, begin, count, axis.extent, axis.stride, drops, offsets);
    }
  }
}

static Selection select(const Operand &whole, SmallVector<Operand> indices, ArrayRef<int64_t> axes) {
  Selection selection;
  selection.elementSize = numerics::getByteSize(whole.type);
  selection.entries = indices.front().count;
  int64_t stride = selection.elementSize;
  SmallVector<int64_t, 4> strides(whole.shape.size());
  for (size_t axis = whole.shape.size(); axis-- > 0; stride *= whole.shape[axis])
    strides[axis] = stride;
  for (auto [position, axis] : llvm::enumerate(axes))
    selection.axes.push_back({indices[position], whole.shape[axis], strides[axis]});
  selection.entryBytes = selection.elementSize;
  for (size_t axis = whole.shape.size(); axis-- > 0;) {
    if (llvm::is_contained(axes, static_cast<int64_t>(axis)))
      continue;
    selection.isRow &= whole.shape[axis] == 1 || strides[axis] == selection.entryBytes;
    selection.box.insert(selection.box.begin(), {whole.shape[axis], strides[axis], selection.entryBytes});
    selection.entryBytes *= whole.shape[axis];
  }
  return selection;
}

/// A copy of `count` elements whose size is known to the compiler.
template <typename T> static void copyElements(const uint8_t *from, const int64_t *offsets, int64_t count, uint8_t *to) {
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * sizeof(T), from + offsets[i], sizeof(T));
}

static void takeEntries(const Selection &selection, const uint8_t *from, const int64_t *offsets, int64_t count, uint8_t *to) {
  if (selection.isRow && selection.entryBytes == selection.elementSize) {
    switch (selection.elementSize) {
    case 1: return copyElements<uint8_t>(from, offsets, count, to);
    case 2: return copyElements<uint16_t>(from, offsets, count, to);
    case 4: return copyElements<uint32_t>(from, offsets, count, to);
    default: return copyElements<uint64_t>(from, offsets, count, to);
    }
  }
  for (int64_t i = 0; i < count; ++i, to += selection.entryBytes) {
    if (selection.isRow)
      std::memcpy(to, from + offsets[i], selection.entryBytes);
    else
      numerics::copyStrided(from + offsets[i], to, selection.elementSize, selection.box.data(), selection.box.size());
  }
}

void Decoder::decodeTake(tile::TakeOp op) {
  Operand in = get(op.getInput()), out = get(op.getResult());
  Selection selection = select(in, getAll(op.getIndices()), op.getAxes());
  emit(op, [=](Frame &frame) {
    const uint8_t *from = frame.at(in);
    uint8_t *to = frame.define(out);
    int64_t offsets[chunk];
    for (int64_t begin = 0; to && out.bytes && begin < selection.entries; begin += chunk) {
      int64_t count = std::min(chunk, selection.entries - begin);
      selection.locate(frame, begin, count, /*drops=*/false, offsets);
      takeEntries(selection, from, offsets, count, to + begin * selection.entryBytes);
    }
  });
}

static std::optional<BinaryOp> combinerOf(tile::Atomic kind, DType type) {
  bool floating = numerics::isFloat(type);
  switch (kind) {
  case tile::Atomic::exchange: return std::nullopt;
  case tile::Atomic::add: return floating ? BinaryOp::addf : BinaryOp::addi;
  case tile::Atomic::mul: return floating ? BinaryOp::mulf : BinaryOp::muli;
  case tile::Atomic::max: return floating ? BinaryOp::maximumf : BinaryOp::maxsi;
  case tile::Atomic::min: return floating ? BinaryOp::minimumf : BinaryOp::minsi;
  case tile::Atomic::umax: return BinaryOp::maxui;
  case tile::Atomic::umin: return BinaryOp::minui;
  case tile::Atomic::andi: return BinaryOp::andi;
  case tile::Atomic::ori: return BinaryOp::ori;
  case tile::Atomic::xori: return BinaryOp::xori;
  }
  return std::nullopt;
}

void Decoder::decodePut(tile::PutOp op) {
  Operand in = get(op.getInput(), op), updates = get(op.getUpdates()), out = get(op.getResult());
  Selection selection = select(in, getAll(op.getIndices()), op.getAxes());
  // The same array may be read by another operand of this step.
  in.dies &= llvm::count(op->getOperands(), op.getInput()) == 1;
  std::optional<BinaryOp> kind = combinerOf(op.getKind(), in.type);
  BinaryFunction combine;
  if (kind && !(combine = BinaryFunction::get(*kind, in.type)))
    return refuse(op, "its elements can't be combined like that");
  SmallVector<CopyAxis, 4> back = selection.box; // from the dense entry into the whole array
  for (CopyAxis &axis : back)
    std::swap(axis.fromStride, axis.toStride);
  int64_t perEntry = selection.entryBytes / selection.elementSize;
  emit(op, [=](Frame &frame) {
    const uint8_t *from = frame.at(in), *update = frame.at(updates);
    uint8_t *to = frame.defineOver(out, in);
    if (!to)
      return;
    if (to != from)
      std::memcpy(to, from, out.bytes);
    BufferRef old;
    if (kind && !selection.isRow && !(old = BufferRef::adopt(frame.run.pool.allocate(selection.entryBytes)))) {
      frame.fail(DiagnosticId::memoryLimit, "there is no memory for the operation's intermediate results");
      return;
    }
    int64_t offsets[chunk];
    for (int64_t begin = 0; out.bytes && begin < selection.entries; begin += chunk) {
      int64_t count = std::min(chunk, selection.entries - begin);
      selection.locate(frame, begin, count, /*drops=*/true, offsets);
      for (int64_t i = 0; i < count; ++i, update += selection.entryBytes) {
        uint8_t *place = to + offsets[i];
        if (offsets[i] < 0)
          continue;
        if (selection.isRow) {
          kind ? combine(place, update, place, perEntry) : (void)std::memcpy(place, update, selection.entryBytes);
          continue;
        }
        const uint8_t *fresh = update;
        if (kind) {
          numerics::copyStrided(place, old->data(), selection.elementSize, selection.box.data(), selection.box.size());
          combine(old->data(), update, old->data(), perEntry);
          fresh = old->data();
        }
        numerics::copyStrided(fresh, place, selection.elementSize, back.data(), back.size());
      }
    }
    if (old)
      frame.run.pool.recycle(std::move(old));
  });
}

//===-- order -------------------------------------------------------------------------------------------------===//

namespace {
/// An array seen from one of its axes: (outer, extent, inner).
struct Lines {
  int64_t outer = 1, extent = 1, inner = 1;
};
} // namespace

static Lines linesOf(const Operand &array, int64_t axis) {
  Lines lines;
  for (auto [position, extent] : llvm::enumerate(array.shape)) {
    int64_t at = static_cast<int64_t>(position);
    (at < axis ? lines.outer : at == axis ? lines.extent : lines.inner) *= extent;
  }
  return lines;
}

/// Element `order[i]` of a line at `from` becomes element i of one at `to`; both stride by `stride` elements.
template <typename T>
static void permuteLine(const uint8_t *from, uint8_t *to, const int64_t *order, int64_t count, int64_t stride) {
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * stride * sizeof(T), from + order[i] * stride * sizeof(T), sizeof(T));
}

static void permuteLine(unsigned size, const uint8_t *from, uint8_t *to, const int64_t *order, int64_t count,
                        int64_t stride) {
  switch (size) {
  case 1:
    return permuteLine<uint8_t>(from, to, order, count, stride);
  case 2:
    return permuteLine<uint16_t>(from, to, order, count, stride);
  case 4:
    return permuteLine<uint32_t>(from, to, order, count, stride);
  default:
    return permuteLine<uint64_t>(from, to, order, count, stride);
  }
}

void Decoder::decodeSort(tile::SortOp op) {
  SmallVector<Operand> inputs = getAll(op.getInputs()), outputs = getAll(op.getOutputs());
  Lines lines = linesOf(inputs.front(), static_cast<int64_t>(op.getAxis()));
  int64_t keySets = static_cast<int64_t>(op.getNumKeys());
  SmallVector<bool, 4> readsUnsigned;
  for (int64_t set = 0; set < keySets; ++set)
    readsUnsigned.push_back(llvm::is_contained(op.getUnsignedKeys(), set));
  bool descending = op.getDescending();
  emit(op, [=](Frame &frame) {
    Pool &pool = frame.run.pool;
    BufferRef memory = BufferRef::adopt(pool.allocate((keySets + 1) * lines.extent * sizeof(uint64_t)));
    if (!memory) {
      frame.fail(DiagnosticId::memoryLimit, "there is no memory for the keys of the sort");
      return;
    }
    SmallVector<const uint8_t *, 4> from;
    SmallVector<uint8_t *, 4> to;
    for (auto [input, output] : llvm::zip(inputs, outputs)) {
      from.push_back(frame.at(input));
      to.push_back(frame.define(output));
      if (!to.back())
        return;
    }
    uint64_t *keys = reinterpret_cast<uint64_t *>(memory->data());
    int64_t *order = reinterpret_cast<int64_t *>(keys + keySets * lines.extent);
    for (int64_t line = 0; line < lines.outer * lines.inner; ++line) {
      if ((line & 255) == 255 && frame.run.isCancelled(frame.currentOp()->getLoc()))
        break;
      int64_t first = line / lines.inner * lines.extent * lines.inner + line % lines.inner;
      if (inputs.size() == 1) { // where equal elements are equal bytes, nobody can tell which is which
        int64_t at = first * numerics::getByteSize(inputs[0].type);
        if (numerics::sortElements(inputs[0].type, readsUnsigned[0], descending, from[0] + at, lines.inner,
                                   lines.extent, to[0] + at))
          continue;
      }
      for (int64_t set = 0; set < keySets; ++set)
        numerics::makeOrderedKeys(inputs[set].type, readsUnsigned[set], descending, from[set] + first * numerics::getByteSize(inputs[set].type),
                                  lines.inner, lines.extent, keys + set * lines.extent);
      numerics::sortPositions(keys, keySets, lines.extent, order);
      for (size_t k = 0; k < inputs.size(); ++k) {
        unsigned size = numerics::getByteSize(inputs[k].type);
        permuteLine(size, from[k] + first * size, to[k] + first * size, order, lines.extent, lines.inner);
      }
    }
    pool.recycle(std::move(memory));
  });
}

void Decoder::decodeArgReduce(tile::ArgReduceOp op) {
  Operand in = get(op.getInput()), out = get(op.getResult());
  Lines lines = linesOf(in, static_cast<int64_t>(op.getAxis()));
  numerics::ExtremeRule rule;
  rule.isMax = op.getKind() == tile::Reduction::max || op.getKind() == tile::Reduction::umax;
  rule.isUnsigned = op.getKind() == tile::Reduction::umax || op.getKind() == tile::Reduction::umin;
  rule.takesLast = op.getLast();
  rule.ignoresNan = op.getIgnoreNan();
  emit(op, [=](Frame &frame) {
    const uint8_t *from = frame.at(in);
    uint8_t *to = frame.define(out);
    int64_t found[chunk];
    for (int64_t o = 0; to && o < lines.outer; ++o)
      for (int64_t j = 0; j < lines.inner; j += chunk) {
        int64_t count = std::min(chunk, lines.inner - j);
        for (int64_t k = 0; k < count; ++k)
          found[k] = numerics::findExtreme(in.type, from + (o * lines.extent * lines.inner + j + k) * numerics::getByteSize(in.type), lines.extent,
                                           lines.inner, rule);
        numerics::convertElements(DType::int64, found, out.type, to + (o * lines.inner + j) * numerics::getByteSize(out.type), count);
      }
  });
}

bool Decoder::decodeIndexed(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile::TakeOp take) { return decodeTake(take), true; })
      .Case([&](tile::PutOp put) { return decodePut(put), true; })
      .Case([&](tile::SortOp sort) { return decodeSort(sort), true; })
      .Case([&](tile::ArgReduceOp reduce) { return decodeArgReduce(reduce), true; })
      .Default(false);
}
