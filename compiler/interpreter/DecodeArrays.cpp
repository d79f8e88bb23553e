// SPDX-License-Identifier: Apache-2.0
// Operations that move elements, and reductions and products. Broadcasts, transposes and slices are one strided copy whose strides
// are known while decoding; a reshape or a bitcast is no copy at all.
#include "compiler/interpreter/Decoder.h"
#include "shared/numerics/Convert.h"
#include "shared/numerics/MatrixProduct.h"
#include "shared/numerics/Rearrange.h"
#include "shared/numerics/Reduce.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>
#include <memory>
#include <new>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using numerics::CopyAxis;
using numerics::DType;

/// Strides in elements of a dense array.
static SmallVector<int64_t, 4> denseStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t, 4> strides(shape.size());
  int64_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0; stride *= shape[axis])
    strides[axis] = stride;
  return strides;
}

static void failMemory(Frame &frame) { frame.fail(DiagnosticId::memoryLimit, "there is no memory for the operation's intermediate results"); }

void Decoder::decodeIota(tile::IotaOp iota) {
  Operand out = get(iota.getResult());
  int64_t inner = 1, axis = static_cast<int64_t>(iota.getAxis()), extent = out.shape[axis];
  for (size_t i = axis + 1; i < out.shape.size(); ++i)
    inner *= out.shape[i];
  auto fill = [=](uint8_t *data) {
    unsigned size = numerics::getByteSize(out.type);
    for (int64_t i = 0, at = 0; at < out.count; i = (i + 1) % extent, at += inner) {
      uint64_t element = 0;
      numerics::convertElements(DType::int64, &i, out.type, &element, 1);
      numerics::fillElements(data + at * size, &element, size, inner);
    }
  };
  if (!isRepeated) {
    emit(iota, [=](Frame &frame) {
      if (uint8_t *data = frame.define(out))
        fill(data);
    });
    return;
  }
  numerics::Buffer *buffer = run.pool.allocate(out.bytes);
  if (!buffer)
    return refuse(iota, "there is no memory for it");
  fill(buffer->data());
  presets.insert(iota.getResult());
  code.presets.push_back({out.slot, 0, numerics::BufferRef::adopt(buffer)});
}

/// The result is a dense box of `extents` over the operand, which strides by `strides` elements along each axis.
void Decoder::decodeCopy(Operation *op, ArrayRef<int64_t> extents, ArrayRef<int64_t> strides) {
  Operand in = get(op->getOperand(0)), out = get(op->getResult(0));
  int64_t size = numerics::getByteSize(out.type);
  SmallVector<CopyAxis, 4> axes;
  SmallVector<int64_t, 4> dense = denseStrides(extents);
  for (size_t axis = 0; axis < extents.size(); ++axis)
    axes.push_back({extents[axis], strides[axis] * size, dense[axis] * size});
  emit(op, [=](Frame &frame) {
    const uint8_t *from = frame.at(in);
    if (uint8_t *to = frame.define(out))
      numerics::copyStrided(from, to, static_cast<unsigned>(size), axes.data(), axes.size());
  });
}

static SmallVector<int64_t, 4> broadcastStrides(tile::BroadcastOp op) {
  ArrayRef<int64_t> from = tile::getShape(op.getInput().getType());
  SmallVector<int64_t, 4> dense = denseStrides(from), strides(tile::getShape(op.getResult().getType()).size(), 0);
  for (auto [axis, target] : llvm::enumerate(op.getAxes()))
    strides[target] = from[axis] == 1 ? 0 : dense[axis];
  return strides;
}

static SmallVector<int64_t, 4> transposeStrides(tile::TransposeOp op) {
  SmallVector<int64_t, 4> dense = denseStrides(tile::getShape(op.getInput().getType())), strides;
  for (int64_t source : op.getPermutation())
    strides.push_back(dense[source]);
  return strides;
}

void Decoder::decodeConcatenate(tile::ConcatenateOp op) {
  SmallVector<Operand> inputs = getAll(op.getInputs());
  Operand out = get(op.getResult());
  int64_t axis = static_cast<int64_t>(op.getAxis()), outer = 1, inner = numerics::getByteSize(out.type);
  for (auto [position, extent] : llvm::enumerate(out.shape))
    (static_cast<int64_t>(position) < axis ? outer : inner) *= static_cast<int64_t>(position) == axis ? 1 : extent;
  int64_t row = inner * out.shape[axis];
  emit(op, [=](Frame &frame) {
    uint8_t *to = frame.define(out);
    if (!to)
      return;
    for (const Operand &input : inputs) {
      const uint8_t *from = frame.at(input);
      int64_t part = inner * input.shape[axis];
      for (int64_t i = 0; i < outer; ++i)
        std::memcpy(to + i * row, from + i * part, part);
      to += part;
    }
  });
}

namespace {
/// Offsets of a slice of a value: constants, and operands that are clamped so that the slice lies inside.
struct ValueSlice {
  SmallVector<int64_t, 4> constants, limits, strides; // limits: the largest offset; strides in bytes of the whole
  SmallVector<Operand, 4> computed;

  int64_t locate(const Frame &frame) const {
    int64_t at = 0;
    size_t next = 0;
    for (size_t axis = 0; axis < constants.size(); ++axis) {
      int64_t offset = constants[axis];
      if (ShapedType::isDynamic(offset))
        offset = std::max<int64_t>(0, std::min(frame.readInt(computed[next++]), limits[axis]));
      at += offset * strides[axis];
    }
    return at;
  }
};
} // namespace

static ValueSlice makeSlice(const Operand &whole, ArrayRef<int64_t> constants, SmallVector<Operand> computed, ArrayRef<int64_t> sizes,
                            ArrayRef<int64_t> strides) {
  ValueSlice slice;
  slice.constants.assign(constants.begin(), constants.end());
  slice.computed.assign(computed.begin(), computed.end());
  slice.strides = denseStrides(whole.shape);
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    slice.strides[axis] *= numerics::getByteSize(whole.type);
    int64_t span = sizes[axis] ? (sizes[axis] - 1) * (strides.empty() ? 1 : strides[axis]) + 1 : 0;
    slice.limits.push_back(std::max<int64_t>(0, whole.shape[axis] - std::max<int64_t>(span, 0)));
  }
  return slice;
}

void Decoder::decodeSlice(tile::SliceValueOp op) {
  Operand in = get(op.getInput()), out = get(op.getResult());
  ValueSlice slice = makeSlice(in, op.getStaticOffsets(), getAll(op.getOffsets()), op.getSizes(), op.getStrides());
  SmallVector<int64_t, 4> dense = denseStrides(op.getSizes());
  SmallVector<CopyAxis, 4> axes;
  for (auto [axis, size] : llvm::enumerate(op.getSizes()))
    axes.push_back({size, slice.strides[axis] * (op.getStrides().empty() ? 1 : op.getStrides()[axis]), dense[axis] * numerics::getByteSize(out.type)});
  emit(op, [=](Frame &frame) {
    const uint8_t *from = frame.at(in);
    int64_t at = slice.locate(frame);
    if (uint8_t *to = frame.define(out))
      numerics::copyStrided(from + at, to, numerics::getByteSize(out.type), axes.data(), axes.size());
  });
}

void Decoder::decodeUpdateSlice(tile::UpdateSliceOp op) {
  Operand whole = get(op.getInput(), op), update = get(op.getUpdate()), out = get(op.getResult());
  ValueSlice slice = makeSlice(whole, op.getStaticOffsets(), getAll(op.getOffsets()), update.shape, op.getStrides());
  SmallVector<int64_t, 4> dense = denseStrides(update.shape);
  SmallVector<CopyAxis, 4> axes;
  for (auto [axis, size] : llvm::enumerate(update.shape))
    axes.push_back({size, dense[axis] * numerics::getByteSize(out.type), slice.strides[axis] * (op.getStrides().empty() ? 1 : op.getStrides()[axis])});
  whole.dies &= op.getInput() != op.getUpdate();
  emit(op, [=](Frame &frame) {
    const uint8_t *from = frame.at(whole), *part = frame.at(update);
    int64_t at = slice.locate(frame);
    uint8_t *to = frame.defineOver(out, whole);
    if (!to)
      return;
    if (to != from)
      std::memcpy(to, from, out.bytes);
    numerics::copyStrided(part, to + at, numerics::getByteSize(out.type), axes.data(), axes.size());
  });
}

void Decoder::decodeReduce(tile::ReduceOp op) {
  Operand in = get(op.getInput()), out = get(op.getResult());
  std::vector<int64_t> shape(in.shape.begin(), in.shape.end());
  std::vector<bool> reduced(shape.size(), false);
  for (int64_t axis : op.getAxes())
    reduced[axis] = true;
  static_assert(static_cast<int>(tile::Reduction::add) == static_cast<int>(numerics::ReduceOp::add) &&
                    static_cast<int>(tile::Reduction::umin) == static_cast<int>(numerics::ReduceOp::umin) &&
                    static_cast<int>(tile::Reduction::xori) == static_cast<int>(numerics::ReduceOp::xori),
                "one order of reductions");
  auto kind = static_cast<numerics::ReduceOp>(op.getKind());
  if (numerics::isFloat(in.type) && kind > numerics::ReduceOp::min)
    return refuse(op, "a reduction of integers has floats");
  bool ignoreNan = op.getIgnoreNan();
  emit(op, [=](Frame &frame) {
    const uint8_t *from = frame.at(in);
    uint8_t *to = frame.define(out);
    if (to && !numerics::reduce(kind, in.type, from, shape, reduced, ignoreNan, to))
      failMemory(frame);
  });
}

void Decoder::decodeDot(tile::DotOp op) {
  Operand lhs = get(op.getLhs()), rhs = get(op.getRhs()), out = get(op.getResult());
  std::optional<Operand> acc;
  if (op.getAcc())
    acc = get(op.getAcc(), op);
  size_t rank = out.shape.size();
  int64_t m = out.shape[rank - 2], n = out.shape[rank - 1], k = lhs.shape[rank - 1];
  int64_t batches = m * n ? out.count / (m * n) : 0;
  auto asUnsigned = [&](DType type) {
    bool reads = op.getFromUnsigned() && numerics::isSigned(type);
    return reads ? static_cast<DType>(static_cast<int>(type) + static_cast<int>(DType::uint8) - static_cast<int>(DType::int8)) : type;
  };
  DType lhsType = asUnsigned(lhs.type), rhsType = asUnsigned(rhs.type);
  int64_t lhsBytes = m * k * numerics::getByteSize(lhs.type), rhsBytes = k * n * numerics::getByteSize(rhs.type);
  int64_t outBytes = m * n * numerics::getByteSize(out.type);
  bool isTf32 = op.getPrecision() == tile::Precision::tf32;
  emit(op, [=](Frame &frame) {
    const uint8_t *a = frame.at(lhs), *b = frame.at(rhs), *c = acc ? frame.at(*acc) : nullptr;
    std::unique_ptr<uint8_t[]> rounded[2];
    for (int number = 0; number < 2; ++number) {
      const Operand &operand = number ? rhs : lhs;
      if (!isTf32 || operand.type != DType::float32)
        continue;
      rounded[number].reset(new (std::nothrow) uint8_t[operand.bytes]);
      if (!rounded[number])
        return failMemory(frame);
      const uint8_t *&from = number ? b : a;
      numerics::truncateToTf32(from, rounded[number].get(), operand.count);
      from = rounded[number].get();
    }
    uint8_t *to = acc ? frame.defineOver(out, *acc) : frame.define(out);
    for (int64_t i = 0; to && i < batches; ++i) {
      if (!numerics::multiplyMatrices({a + i * lhsBytes, lhsType}, {b + i * rhsBytes, rhsType}, c ? c + i * outBytes : nullptr, to + i * outBytes,
                                      out.type, m, n, k))
        return failMemory(frame);
      if (batches > 1 && frame.run.isCancelled(frame.currentOp()->getLoc()))
        return;
    }
  });
}

bool Decoder::decodeArrays(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tile::IotaOp iota) { return decodeIota(iota), true; })
      .Case([&](tile::BroadcastOp broadcast) {
        return decodeCopy(op, tile::getShape(broadcast.getResult().getType()), broadcastStrides(broadcast)), true;
      })
      .Case([&](tile::TransposeOp transpose) {
        return decodeCopy(op, tile::getShape(transpose.getResult().getType()), transposeStrides(transpose)), true;
      })
      .Case([&](UnrealizedConversionCastOp) { // a mark for derivatives, in a program that is still being recorded
        for (auto [given, result] : llvm::zip(op->getOperands(), op->getResults())) {
          Operand in = get(given, op), out = get(result);
          emit(op, [=](Frame &frame) { frame.share(out.slot, in.slot); });
        }
        return true;
      })
      .Case<tile::ReshapeOp, tile::BitcastOp, arith::BitcastOp>([&](Operation *) {
        Operand in = get(op->getOperand(0), op), out = get(op->getResult(0));
        if (in.isScalar == out.isScalar) {
          emit(op, [=](Frame &frame) { in.dies ? frame.move(out.slot, in.slot) : frame.share(out.slot, in.slot); });
          return true;
        }
        emit(op, [=](Frame &frame) {
          const uint8_t *from = frame.at(in);
          if (uint8_t *to = frame.define(out))
            std::memcpy(to, from, out.bytes);
        });
        return true;
      })
      .Case([&](tile::ConcatenateOp concatenate) { return decodeConcatenate(concatenate), true; })
      .Case([&](tile::SliceValueOp slice) { return decodeSlice(slice), true; })
      .Case([&](tile::UpdateSliceOp update) { return decodeUpdateSlice(update), true; })
      .Case([&](tile::ReduceOp reduce) { return decodeReduce(reduce), true; })
      .Case([&](tile::DotOp dot) { return decodeDot(dot), true; })
      .Default(false);
}
