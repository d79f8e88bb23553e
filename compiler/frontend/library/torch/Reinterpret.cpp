// SPDX-License-Identifier: Apache-2.0
// One memory under two dtypes. Elements of another width are put together from, or taken apart into, integers of the narrower
// width, the low bits first, as a little-endian machine does.
#include "compiler/frontend/library/torch/Tensor.h"

using namespace tessera;
using namespace tessera::frontend;

static DType bitsOf(DType type) {
  switch (numerics::getByteSize(type)) {
  case 1:
    return DType::uint8;
  case 2:
    return DType::uint16;
  case 4:
    return DType::uint32;
  default:
    return DType::uint64;
  }
}

mlir::Value frontend::torchReinterpret(Evaluator &evaluator, mlir::Value contents, DType from, DType to) {
  Emitter emitter = emitterHere(evaluator);
  int64_t count = countElements(tile::getShape(contents.getType()));
  mlir::Value flat = emitter.reshape(contents, {count});
  int64_t fromSize = numerics::getByteSize(from), toSize = numerics::getByteSize(to);
  if (fromSize == toSize)
    return from == DType::boolean || to == DType::boolean ? emitter.cast(flat, from, to) : emitter.bitcast(flat, to);
  DType narrow = bitsOf(fromSize < toSize ? from : to), wide = bitsOf(fromSize < toSize ? to : from);
  int64_t parts = std::max(fromSize, toSize) / std::min(fromSize, toSize), wides = fromSize < toSize ? count / parts : count;
  Shape shape = {wides, parts};
  mlir::Value bits = from == DType::boolean ? emitter.cast(flat, from, DType::uint8) : emitter.bitcast(flat, bitsOf(from));
  mlir::Value shifts = emitter.binary(Binary::mul, emitter.iota(shape, 1, wide), emitter.constantInt(8 * std::min(fromSize, toSize), wide, shape), wide);
  if (fromSize < toSize) {
    mlir::Value high = emitter.binary(Binary::shiftLeft, emitter.cast(emitter.reshape(bits, shape), narrow, wide), shifts, wide);
    return emitter.bitcast(emitter.reduce(tile::Reduction::ori, high, {1}, false), to);
  }
  mlir::Value all = emitter.broadcastTo(emitter.reshape(bits, {wides, 1}), shape);
  mlir::Value part = emitter.cast(emitter.binary(Binary::shiftRightLogical, all, shifts, wide), wide, narrow);
  part = emitter.reshape(part, {wides * parts});
  return to == DType::boolean ? emitter.cast(part, narrow, to) : emitter.bitcast(part, to);
}

Value frontend::torchViewAs(Evaluator &evaluator, TorchTensor *tensor, DType type) {
  if (type == tensor->dtype)
    return tensor;
  int64_t from = numerics::getByteSize(tensor->dtype), to = numerics::getByteSize(type);
  Shape shape(tensor->shape());
  llvm::SmallVector<int64_t> strides = tensor->strides;
  int64_t offset = tensor->offset;
  std::string function = "view(torch." + std::string(numerics::getName(type)) + ")";
  if (from != to) {
    if (shape.empty() || strides.back() != 1)
      return torchError(evaluator, DiagnosticId::valueError, "self.stride(-1) must be 1 to view " + std::string(numerics::getName(tensor->dtype)) + " as " +
                                                           std::string(numerics::getName(type)) + " (different element sizes)");
    auto rescale = [&](int64_t number) { return number * from / to; };
    bool divides = shape.back() * from % to == 0 && offset * from % to == 0;
    for (size_t axis = 0; axis + 1 < shape.size(); ++axis)
      divides &= strides[axis] * from % to == 0;
    if (!divides)
      return torchError(evaluator, DiagnosticId::valueError, "`" + function + "` needs a last axis, strides and an offset that are multiples of " + std::to_string(to) + " bytes");
    shape.back() = rescale(shape.back());
    offset = rescale(offset);
    for (size_t axis = 0; axis + 1 < shape.size(); ++axis)
      strides[axis] = rescale(strides[axis]);
  }
  DType own = tensor->dtype;
  Evaluator *here = &evaluator;
  return tensor->makeView(
      evaluator, strides, offset, [=](Emitter &emitter, mlir::Value value) { return emitter.reshape(torchReinterpret(*here, value, own, type), shape); }, type);
}
