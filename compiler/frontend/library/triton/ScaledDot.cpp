// SPDX-License-Identifier: Apache-2.0
// `tl.dot_scaled`: products of operands in the OCP microscaling formats. 32 elements along K share a scale, a power of two (e8m0: 2^(s - 127),
// 255 is NaN). As on a GPU without such instructions each operand is first multiplied by its scales and becomes bf16, or fp16 where one
// operand is fp16; then it is a product like any other. Elements of 4 bits (e2m1) come two a byte, the first in the low half.
#include "compiler/frontend/library/triton/Language.h"

using namespace tessera;
using namespace tessera::frontend;
using llvm::dyn_cast;

namespace {
enum class Format { e2m1, e4m3, e5m2, bf16, fp16 };
struct Side {
  TritonTensor *tensor;
  Format format;
  bool packsAlongK; // of e2m1; else along M or N
  Value scale;
};
} // namespace

static std::optional<Format> readFormat(Call &call, llvm::StringRef name) {
  std::optional<std::string> text = call.evaluator.toString(call[name], name);
  if (!text)
    return std::nullopt;
  static const std::vector<std::string> names = {"e2m1", "e4m3", "e5m2", "bf16", "fp16"};
  for (auto [index, known] : llvm::enumerate(names))
    if (*text == known)
      return static_cast<Format>(index);
  return call.evaluator.raise(DiagnosticId::valueError, "NYI: `" + name.str() + "` is `" + *text + "`, expected `" + llvm::join(names, "`, `") + "`", call.rangeOf(name));
}

/// 0, 0.5, 1, 1.5, 2, 3, 4, 6 by the low three bits of `nibble` (int32), negative by the fourth.
static mlir::Value decodeFourBits(Emitter &e, mlir::Value nibble) {
  llvm::ArrayRef<int64_t> shape = tile::getShape(nibble.getType());
  auto number = [&](int64_t n) { return e.constantInt(n, DType::int32, shape); };
  auto op = [&](Binary kind, mlir::Value x, mlir::Value y) { return e.binary(kind, x, y, DType::int32); };
  mlir::Value exponent = op(Binary::bitAnd, op(Binary::shiftRightLogical, nibble, number(1)), number(3)), mantissa = op(Binary::bitAnd, nibble, number(1));
  // In halves: (2 + m) << (exponent - 1), or m where the exponent is 0.
  mlir::Value isNormal = e.compare(Compare::gt, exponent, number(0), DType::int32);
  mlir::Value shift = e.select(isNormal, op(Binary::sub, exponent, number(1)), number(0));
  mlir::Value halves = op(Binary::shiftLeft, e.select(isNormal, op(Binary::add, mantissa, number(2)), mantissa), shift);
  mlir::Value value = e.binary(Binary::mul, e.cast(halves, DType::int32, DType::float32), e.constant(0.5, DType::float32, shape), DType::float32);
  mlir::Value isNegative = e.compare(Compare::ne, op(Binary::bitAnd, nibble, number(8)), number(0), DType::int32);
  return e.select(isNegative, e.unary(Unary::neg, value, DType::float32), value);
}

/// The two elements of each byte as neighbours along `axis`.
static mlir::Value unpackFourBits(Emitter &e, mlir::Value bytes, DType type, int64_t axis) {
  mlir::Value wide = e.cast(bytes, type, DType::int32);
  Shape shape(tile::getShape(bytes.getType())), single = shape;
  single.insert(single.begin() + axis + 1, 1);
  auto part = [&](int64_t shift) {
    mlir::Value moved = e.binary(Binary::shiftRightLogical, wide, e.constantInt(shift, DType::int32, shape), DType::int32);
    return e.reshape(decodeFourBits(e, e.binary(Binary::bitAnd, moved, e.constantInt(15, DType::int32, shape), DType::int32)), single);
  };
  mlir::Value both = e.concatenate({part(0), part(4)}, axis + 1);
  shape[axis] *= 2;
  return e.reshape(both, shape);
}

/// The operand's elements as fp32, before scales. Null with an exception pending.
static mlir::Value readElements(Evaluator &evaluator, const Side &side, int64_t kAxis, int64_t otherAxis) {
  mlir::Value value = useHere(evaluator, side.tensor);
  if (!value)
    return {};
  Emitter e = emitterHere(evaluator);
  DType type = side.tensor->dtype;
  bool isByte = numerics::isInteger(type) && numerics::getBitWidth(type) == 8;
  switch (side.format) {
  case Format::e2m1:
    if (isByte)
      return unpackFourBits(e, value, type, side.packsAlongK ? kAxis : otherAxis);
    break;
  case Format::e4m3:
  case Format::e5m2: {
    DType small = side.format == Format::e4m3 ? DType::float8_e4m3fn : DType::float8_e5m2;
    if (isByte || type == small)
      return e.cast(type == small ? value : e.bitcast(value, small), small, DType::float32);
    break;
  }
  case Format::bf16:
  case Format::fp16: {
    DType half = side.format == Format::bf16 ? DType::bfloat16 : DType::float16;
    if (type == half)
      return e.cast(value, half, DType::float32);
    break;
  }
  }
  evaluator.raise(DiagnosticId::dtypeMismatch, "an operand of `tl.dot_scaled` is `" + std::string(numerics::getName(type)) + "`, which its format does not have");
  return {};
}

/// Elements times scales. `scale` is (.., M or N, K / 32). Null with an exception pending.
static mlir::Value applyScale(Evaluator &evaluator, mlir::Value value, Value scale, int64_t kAxis) {
  if (isNone(scale))
    return value;
  TritonTensor *tensor = toTritonTensor(evaluator, scale, "tl.dot_scaled");
  mlir::Value bytes = tensor ? useHere(evaluator, tensor) : mlir::Value();
  if (!bytes)
    return {};
  Emitter e = emitterHere(evaluator);
  Shape whole(tile::getShape(value.getType())), expected = whole, own(tensor->shape());
  int64_t rank = whole.size(), extent = whole[kAxis];
  if (kAxis != rank - 1)
    std::swap(expected[rank - 1], expected[rank - 2]);
  expected.back() = extent / 32;
  if (!numerics::isInteger(tensor->dtype) || numerics::getBitWidth(tensor->dtype) != 8 || extent % 32 || own != expected) {
    evaluator.raise(DiagnosticId::shapeMismatch, "a scale of `tl.dot_scaled` is " + std::string(numerics::getName(tensor->dtype)) + formatShape(own) + ", expected uint8" +
                                                     formatShape(expected) + ": one for 32 elements along K");
    return {};
  }
  mlir::Value exponent = e.cast(e.bitcast(bytes, DType::uint8), DType::uint8, DType::int32);
  auto number = [&](int64_t n) { return e.constantInt(n, DType::int32, own); };
  // The bits of fp32's powers of two; 2^-127 is subnormal.
  mlir::Value bits = e.binary(Binary::shiftLeft, exponent, number(23), DType::int32);
  bits = e.select(e.compare(Compare::eq, exponent, number(0), DType::int32), number(0x00400000), bits);
  bits = e.select(e.compare(Compare::eq, exponent, number(255), DType::int32), number(0x7fc00000), bits);
  Shape spread = own, repeated = own;
  spread.push_back(1);
  repeated.push_back(32);
  expected.back() = extent;
  mlir::Value scales = e.reshape(e.broadcastTo(e.reshape(e.bitcast(bits, DType::float32), spread), repeated), expected);
  if (kAxis != rank - 1) {
    llvm::SmallVector<int64_t> axes;
    for (int64_t axis = 0; axis < rank; ++axis)
      axes.push_back(axis);
    std::swap(axes[rank - 1], axes[rank - 2]);
    scales = e.transpose(scales, axes);
  }
  return e.binary(Binary::mul, value, scales, DType::float32);
}

static mlir::Value readSide(Evaluator &evaluator, const Side &side, bool isLeft, DType compute) {
  int64_t rank = side.tensor->shape().size(), kAxis = isLeft ? rank - 1 : rank - 2, otherAxis = isLeft ? rank - 2 : rank - 1;
  mlir::Value value = readElements(evaluator, side, kAxis, otherAxis);
  value = value ? applyScale(evaluator, value, side.scale, kAxis) : value;
  return value ? emitterHere(evaluator).cast(value, DType::float32, compute) : value;
}

static Value scaledDotHandler(Call &call) {
  Evaluator &evaluator = call.evaluator;
  TritonTensor *lhs = toTritonTensor(evaluator, call["lhs"], "tl.dot_scaled"), *rhs = lhs ? toTritonTensor(evaluator, call["rhs"], "tl.dot_scaled") : nullptr;
  std::optional<Format> left = rhs ? readFormat(call, "lhs_format") : std::nullopt, right = left ? readFormat(call, "rhs_format") : std::nullopt;
  // `fast_math` permits NaN scales to be ignored; nothing here takes the permission.
  std::optional<bool> leftPack = right ? evaluator.truth(call["lhs_k_pack"]) : std::nullopt, rightPack = leftPack ? evaluator.truth(call["rhs_k_pack"]) : std::nullopt;
  if (!rightPack)
    return nullptr;
  if (lhs->shape().size() < 2 || lhs->shape().size() > 3 || lhs->shape().size() != rhs->shape().size())
    return evaluator.raise(DiagnosticId::shapeMismatch, "`tl.dot_scaled` takes two matrices, or two batches of them: `lhs` is " + formatShape(lhs->shape()) + " but `rhs` is " +
                                                            formatShape(rhs->shape()));
  std::optional<DType> type = toDType(evaluator, call["out_dtype"], "out_dtype", DType::float32, false);
  if (!type)
    return nullptr;
  if (*type != DType::float32)
    return evaluator.notSupported("`out_dtype` `" + std::string(numerics::getName(*type)) + "` of `tl.dot_scaled`");
  DType compute = *left == Format::fp16 || *right == Format::fp16 ? DType::float16 : DType::bfloat16;
  mlir::Value a = readSide(evaluator, {lhs, *left, *leftPack, call["lhs_scale"]}, /*isLeft=*/true, compute);
  mlir::Value b = a ? readSide(evaluator, {rhs, *right, *rightPack, call["rhs_scale"]}, /*isLeft=*/false, compute) : a;
  if (!b)
    return nullptr;
  llvm::ArrayRef<int64_t> m = tile::getShape(a.getType()), n = tile::getShape(b.getType());
  if (m.back() != n[n.size() - 2])
    return evaluator.raise(DiagnosticId::dotInnerSize, "inner sizes differ: `lhs` is " + formatShape(m) + " but `rhs` is " + formatShape(n));
  Shape shape(m);
  shape.back() = n.back();
  mlir::Value acc;
  if (!isNone(call["acc"])) {
    TritonTensor *tensor = toTritonTensor(evaluator, call["acc"], "tl.dot_scaled");
    if (!tensor)
      return nullptr;
    if (tensor->dtype != *type || tensor->shape() != llvm::ArrayRef<int64_t>(shape))
      return evaluator.raise(DiagnosticId::shapeMismatch, "`acc` is " + std::string(numerics::getName(tensor->dtype)) + formatShape(tensor->shape()) + " but the product is float32" +
                                                              formatShape(shape),
                             call.rangeOf("acc"));
    acc = useHere(evaluator, tensor);
    if (!acc)
      return nullptr;
  }
  return wrapTriton(evaluator, emitterHere(evaluator).create<tile::DotOp>(getArrayType(evaluator.context(), shape, *type), a, b, acc, tile::Precision::ieee, false), *type);
}

static const LibraryEntry entries[] = {
    {"triton.language", "dot_scaled", EntryKind::function,
     "(lhs, lhs_scale, lhs_format, rhs, rhs_scale, rhs_format, acc=None, fast_math=False, lhs_k_pack=True, rhs_k_pack=True, out_dtype=None)",
     "A product of operands in microscaling formats (e2m1, e4m3, e5m2, bf16, fp16) with a scale for 32 elements along K; computed in bf16, or fp16.", scaledDotHandler},
};

void library::registerTritonScaledDot(LibraryTable &table) { table.add({}, entries); }
