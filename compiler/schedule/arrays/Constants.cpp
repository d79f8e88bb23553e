// SPDX-License-Identifier: Apache-2.0
// Constant arrays of different elements. What is the same along an axis is written once and broadcast; what rises by equal steps is made of indices;
// few elements that differ from the rest are selected; masks are bits of a word. The rest is written to a buffer element by element.
#include "compiler/schedule/arrays/ArrayExpansion.h"
#include "llvm/ADT/SmallBitVector.h"
#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

/// Elements of a constant that are written one by one: each is a store of the program's first thread.
static constexpr int64_t storeLimit = 4096;

namespace {
class ConstantExpansion {
public:
  ConstantExpansion(ArrayExpansion &code, Type element, ArrayRef<int64_t> shape, std::vector<APInt> bits)
      : code(code), element(element), shape(shape), bits(std::move(bits)) {}

  Value write() {
    if (Value value = writeUniform())
      return value;
    if (Value value = writeRepeated())
      return value;
    if (Value value = writeSteps())
      return value;
    if (Value value = writeMask())
      return value;
    if (Value value = writeSelects())
      return value;
    return static_cast<int64_t>(bits.size()) <= storeLimit ? writeBuffer() : Value();
  }

private:
  TypedAttr attribute(const APInt &value) {
    if (auto type = dyn_cast<FloatType>(element))
      return FloatAttr::get(type, APFloat(type.getFloatSemantics(), value));
    return IntegerAttr::get(element, value);
  }
  Value scalar(const APInt &value) { return arith::ConstantOp::create(code.builder, code.loc, attribute(value)); }

  Value writeUniform() {
    bool isUniform = llvm::all_of(bits, [&](const APInt &value) { return value == bits.front(); });
    return isUniform ? code.splat(attribute(bits.front()), shape) : Value();
  }

  /// (outer, extent, inner) around an axis.
  struct Lines {
    int64_t outer = 1, extent = 1, inner = 1;
  };
  Lines linesOf(size_t axis) {
    Lines lines;
    for (size_t k = 0; k < shape.size(); ++k)
      (k < axis ? lines.outer : k == axis ? lines.extent : lines.inner) *= shape[k];
    return lines;
  }

  Value writeRepeated() {
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      Lines lines = linesOf(axis);
      if (lines.extent == 1 || shape.size() == 1)
        continue;
      std::vector<APInt> once;
      bool isSame = true;
      for (int64_t o = 0; isSame && o < lines.outer; ++o)
        for (int64_t k = 0; isSame && k < lines.extent; ++k)
          for (int64_t i = 0; isSame && i < lines.inner; ++i) {
            const APInt &first = bits[o * lines.extent * lines.inner + i];
            isSame = bits[(o * lines.extent + k) * lines.inner + i] == first;
            if (k == 0)
              once.push_back(first);
          }
      if (!isSame)
        continue;
      SmallVector<int64_t> rest(shape), axes;
      rest.erase(rest.begin() + static_cast<int64_t>(axis));
      for (size_t k = 0; k < shape.size(); ++k)
        if (k != axis)
          axes.push_back(static_cast<int64_t>(k));
      Value part = ConstantExpansion(code, element, rest, std::move(once)).write();
      return part ? code.broadcast(part, shape, axes) : Value();
    }
    return {};
  }

  /// An element's value as an integer, where it is one that f32 (or the type) holds exactly.
  std::optional<int64_t> asInteger(const APInt &value) {
    if (!isa<FloatType>(element))
      return value.getSExtValue();
    double number = cast<FloatAttr>(attribute(value)).getValueAsDouble();
    bool isNegativeZero = number == 0 && value.isNegative();
    if (isNegativeZero || !(std::abs(number) <= 256) || number != static_cast<double>(static_cast<int64_t>(number)))
      return std::nullopt;
    return static_cast<int64_t>(number);
  }

  /// base + sum of step * index.
  Value writeSteps() {
    if (element.getIntOrFloatBitWidth() < 8)
      return {};
    std::vector<int64_t> values;
    for (const APInt &value : bits) {
      std::optional<int64_t> number = asInteger(value);
      if (!number || *number < INT32_MIN || *number > INT32_MAX)
        return {};
      values.push_back(*number);
    }
    SmallVector<int64_t> steps, pitches(shape.size(), 1);
    for (size_t axis = shape.size(); axis-- > 0;) {
      pitches[axis] = axis + 1 < shape.size() ? pitches[axis + 1] * shape[axis + 1] : 1;
      steps.insert(steps.begin(), shape[axis] > 1 ? values[pitches[axis]] - values[0] : 0);
    }
    for (size_t flat = 0; flat < values.size(); ++flat) {
      int64_t expected = values[0];
      for (size_t axis = 0; axis < shape.size(); ++axis)
        expected += static_cast<int64_t>(flat) / pitches[axis] % shape[axis] * steps[axis];
      if (values[flat] != expected)
        return {};
    }
    Value sum = code.constant(values[0]);
    sum = code.splat(sum, shape);
    for (size_t axis = 0; axis < shape.size(); ++axis)
      if (steps[axis])
        sum = arith::AddIOp::create(code.builder, code.loc, sum, code.positions(shape, static_cast<int64_t>(axis), code.constant(0), steps[axis]));
    return code.cast(sum, element);
  }

  Value writeMask() {
    if (!element.isInteger(1) || bits.size() > 64)
      return {};
    uint64_t word = 0;
    for (auto [k, value] : llvm::enumerate(bits))
      word |= value.getZExtValue() << k;
    Type wide = code.builder.getIntegerType(bits.size() > 32 ? 64 : 32);
    Value all = code.fill(static_cast<int64_t>(word), wide, shape), place = code.cast(code.flatIndex(shape), wide);
    Value shifted = arith::ShRUIOp::create(code.builder, code.loc, all, place);
    return arith::TruncIOp::create(code.builder, code.loc, RankedTensorType::get(shape, element), shifted);
  }

  Value writeSelects() {
    std::map<std::pair<uint64_t, bool>, int64_t> counts;
    uint64_t most = 0;
    int64_t count = 0;
    for (const APInt &value : bits)
      if (int64_t now = ++counts[{value.getZExtValue(), false}]; now > count) {
        count = now;
        most = value.getZExtValue();
      }
    if (static_cast<int64_t>(bits.size()) - count > selectLimit)
      return {};
    Value flat = code.flatIndex(shape), result = code.splat(attribute(APInt(bits.front().getBitWidth(), most)), shape);
    for (auto [k, value] : llvm::enumerate(bits))
      if (value.getZExtValue() != most) {
        Value isHere = code.compare(arith::CmpIPredicate::eq, flat, code.fill(static_cast<int64_t>(k), code.builder.getI32Type(), shape));
        result = code.select(isHere, code.splat(attribute(value), shape), result);
      }
    return result;
  }

  Value writeBuffer() {
    Value ref = code.allocate(shape, element);
    SmallVector<int64_t> sizes(shape.size(), 1), axes = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(shape.size())));
    for (auto [flat, value] : llvm::enumerate(bits)) {
      SmallVector<OpFoldResult> offsets(shape.size());
      int64_t rest = static_cast<int64_t>(flat);
      for (size_t axis = shape.size(); axis-- > 0; rest /= shape[axis])
        offsets[axis] = code.builder.getI64IntegerAttr(rest % shape[axis]);
      code.storeBox(scalar(value), ref, offsets, sizes, {}, axes);
    }
    return code.loadAll(ref);
  }

  ArrayExpansion &code;
  Type element;
  SmallVector<int64_t> shape;
  std::vector<APInt> bits;
};
} // namespace

bool tessera::schedule::expandConstant(ArrayExpansion &code, arith::ConstantOp op, std::string &why) {
  auto dense = dyn_cast<DenseElementsAttr>(Attribute(op.getValue()));
  auto type = cast<RankedTensorType>(op.getType());
  why = "a constant of " + std::to_string(type.getNumElements()) + " different elements";
  if (!dense || type.getNumElements() > (int64_t(1) << 20))
    return false;
  std::vector<APInt> bits;
  bits.reserve(static_cast<size_t>(type.getNumElements()));
  if (isa<FloatType>(type.getElementType()))
    for (const APFloat &value : dense.getValues<APFloat>())
      bits.push_back(value.bitcastToAPInt());
  else
    for (const APInt &value : dense.getValues<APInt>())
      bits.push_back(value);
  Value value = ConstantExpansion(code, type.getElementType(), type.getShape(), std::move(bits)).write();
  if (!value)
    return false;
  op.replaceAllUsesWith(value);
  return true;
}
