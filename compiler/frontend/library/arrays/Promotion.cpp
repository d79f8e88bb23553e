// SPDX-License-Identifier: Apache-2.0
// Promotion as data. JAX's rules are one graph: an edge goes from a type to each type it may be promoted to, weak `int` and
// weak `float` are nodes of their own, and the result of any number of operands is their least upper bound. So
// `int8 + 1.5` meets at weak float (the default float, still weak) and `bfloat16 + float16` at float32. Triton and torch
// decide by cases instead; those stand here as their manuals state them.
#include "compiler/frontend/library/arrays/Promotion.h"
#include "compiler/frontend/library/arrays/X64.h"
#include <algorithm>
#include <array>

using namespace tessera;
using namespace tessera::frontend;

DType frontend::canonicalizeX32(DType type) {
  if (isX64())
    return type;
  switch (type) {
  case DType::int64:
    return DType::int32;
  case DType::uint64:
    return DType::uint32;
  case DType::float64:
    return DType::float32;
  default:
    return type;
  }
}

//===-- JAX ---------------------------------------------------------------------------------------------------===//

namespace {

/// Nodes of the lattice: every dtype, then the two weak kinds.
constexpr unsigned numDTypes = static_cast<unsigned>(DType::float64) + 1;
constexpr unsigned weakInt = numDTypes, weakFloat = numDTypes + 1, numNodes = numDTypes + 2;
using NodeSet = uint32_t;
static_assert(numNodes <= 32, "a node set is one word");

constexpr unsigned node(DType type) { return static_cast<unsigned>(type); }
constexpr NodeSet bit(unsigned n) { return NodeSet(1) << n; }

/// For each node the nodes at or above it. Built by following the edges until nothing is added.
std::array<NodeSet, numNodes> buildUpperSets() {
  std::array<NodeSet, numNodes> upper{};
  for (unsigned n = 0; n < numNodes; ++n)
    upper[n] = bit(n);
  auto edge = [&](unsigned from, std::initializer_list<unsigned> to) {
    for (unsigned n : to)
      upper[from] |= bit(n);
  };
  edge(node(DType::boolean), {weakInt});
  edge(weakInt, {node(DType::uint8), node(DType::int8), node(DType::int2), node(DType::uint2), node(DType::int4),
                 node(DType::uint4)});
  edge(node(DType::uint8), {node(DType::uint16), node(DType::int16)});
  edge(node(DType::uint16), {node(DType::uint32), node(DType::int32)});
  edge(node(DType::uint32), {node(DType::uint64), node(DType::int64)});
  edge(node(DType::uint64), {weakFloat});
  edge(node(DType::int8), {node(DType::int16)});
  edge(node(DType::int16), {node(DType::int32)});
  edge(node(DType::int32), {node(DType::int64)});
  edge(node(DType::int64), {weakFloat});
  edge(weakFloat, {node(DType::bfloat16), node(DType::float16), node(DType::float8_e4m3fn), node(DType::float8_e5m2)});
  edge(node(DType::bfloat16), {node(DType::float32)});
  edge(node(DType::float16), {node(DType::float32)});
  edge(node(DType::float32), {node(DType::float64)});
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned n = 0; n < numNodes; ++n)
      for (unsigned m = 0; m < numNodes; ++m)
        if ((upper[n] & bit(m)) && (upper[n] | upper[m]) != upper[n]) {
          upper[n] |= upper[m];
          changed = true;
        }
  }
  return upper;
}

unsigned nodeOf(ElementType type) {
  if (!type.weak || type.dtype == DType::boolean)
    return node(type.dtype);
  return numerics::isFloat(type.dtype) ? weakFloat : weakInt;
}

bool isFp8(DType type) { return type == DType::float8_e4m3fn || type == DType::float8_e5m2; }

} // namespace

std::optional<ElementType> frontend::promoteJax(llvm::ArrayRef<ElementType> types) {
  static const std::array<NodeSet, numNodes> upper = buildUpperSets();
  // Equal types need no lattice: this keeps weakness and the width of weak operands (`jnp.array(3.)` is weak float32).
  if (std::all_of(types.begin(), types.end(), [&](const ElementType &t) { return t == types.front(); }))
    return ElementType{canonicalizeX32(types.front().dtype), types.front().weak};
  NodeSet common = ~NodeSet(0);
  for (const ElementType &type : types)
    common &= upper[nodeOf(type)];
  for (unsigned n = 0; n < numNodes; ++n) {
    if (!(common & bit(n)) || upper[n] != common)
      continue;
    if (n == weakInt)
      return ElementType{defaultIntOfJax(), true};
    if (n == weakFloat)
      return ElementType{defaultFloatOfJax(), true};
    return ElementType{canonicalizeX32(static_cast<DType>(n)), false};
  }
  return std::nullopt;
}

ElementType frontend::toInexact(ElementType type) {
  if (numerics::isFloat(type.dtype))
    return type;
  return {defaultFloatOfJax(), type.weak && type.dtype != DType::boolean};
}

DType frontend::getSumTypeJax(DType type) {
  unsigned width = isX64() ? 64 : 32;
  if (type == DType::boolean || (numerics::isSigned(type) && numerics::getBitWidth(type) < width))
    return defaultIntOfJax();
  if (numerics::isUnsigned(type) && numerics::getBitWidth(type) < width)
    return isX64() ? DType::uint64 : DType::uint32;
  return type;
}

//===-- Triton ------------------------------------------------------------------------------------------------===//

/// bool < integer < float, as both Triton and torch rank kinds.
static int getCategory(DType type) {
  return type == DType::boolean ? 0 : numerics::isFloat(type) ? 2 : 1;
}

/// Triton reads int1 as an unsigned integer of one bit.
static bool isUnsignedTriton(DType type) { return type == DType::boolean || numerics::isUnsigned(type); }

static TritonPromotion promoteTritonIntegers(DType lhs, DType rhs, bool divOrMod) {
  unsigned lhsWidth = numerics::getBitWidth(lhs), rhsWidth = numerics::getBitWidth(rhs);
  if (isUnsignedTriton(lhs) == isUnsignedTriton(rhs))
    return {lhsWidth >= rhsWidth ? lhs : rhs};
  if (divOrMod)
    return {lhs, TritonFailure::differentSignedness};
  DType unsignedType = isUnsignedTriton(lhs) ? lhs : rhs, signedType = isUnsignedTriton(lhs) ? rhs : lhs;
  return {numerics::getBitWidth(unsignedType) >= numerics::getBitWidth(signedType) ? unsignedType : signedType};
}

TritonPromotion frontend::promoteTriton(TritonOperand lhs, TritonOperand rhs, bool divOrMod) {
  if (lhs.scalar != rhs.scalar) {
    const TritonOperand &scalar = lhs.scalar ? lhs : rhs, &tensor = lhs.scalar ? rhs : lhs;
    if (getCategory(scalar.dtype) <= getCategory(tensor.dtype)) {
      bool half = tensor.dtype == DType::float16 || tensor.dtype == DType::bfloat16;
      return {divOrMod && half ? DType::float32 : tensor.dtype};
    }
  }
  auto either = [&](DType type) { return lhs.dtype == type || rhs.dtype == type; };
  bool anyFloat = numerics::isFloat(lhs.dtype) || numerics::isFloat(rhs.dtype);
  if (either(DType::float64))
    return {DType::float64};
  if ((divOrMod && anyFloat) || either(DType::float32))
    return {DType::float32};
  if (either(DType::float16))
    return {DType::float16};
  if (either(DType::bfloat16))
    return {lhs.dtype == rhs.dtype ? DType::bfloat16 : DType::float32};
  if (isFp8(lhs.dtype) && isFp8(rhs.dtype))
    return {lhs.dtype == rhs.dtype ? lhs.dtype : DType::float16};
  if (anyFloat)
    return {lhs.dtype, TritonFailure::fp8WithInteger};
  return promoteTritonIntegers(lhs.dtype, rhs.dtype, divOrMod);
}

//===-- torch -------------------------------------------------------------------------------------------------===//

/// Two tensor types of any category.
static DType joinTorch(DType lhs, DType rhs) {
  if (lhs == rhs)
    return lhs;
  int category = std::max(getCategory(lhs), getCategory(rhs));
  if (getCategory(lhs) != getCategory(rhs))
    return getCategory(lhs) == category ? lhs : rhs;
  unsigned lhsWidth = numerics::getBitWidth(lhs), rhsWidth = numerics::getBitWidth(rhs);
  if (category == 2)
    return lhsWidth == rhsWidth ? DType::float32 : lhsWidth > rhsWidth ? lhs : rhs;
  if (numerics::isUnsigned(lhs) == numerics::isUnsigned(rhs))
    return lhsWidth >= rhsWidth ? lhs : rhs;
  // Only uint8 mixes with signed types there: the result holds both.
  unsigned unsignedWidth = numerics::isUnsigned(lhs) ? lhsWidth : rhsWidth;
  unsigned width = std::max(numerics::isUnsigned(lhs) ? rhsWidth : lhsWidth, 2 * unsignedWidth);
  return width <= 16 ? DType::int16 : width <= 32 ? DType::int32 : DType::int64;
}

DType frontend::promoteTorch(llvm::ArrayRef<TorchOperand> operands) {
  // Three ranks: tensors with axes, then 0-d tensors, then numbers. A lower rank matters only by a higher category.
  std::optional<DType> ranks[3];
  for (const TorchOperand &operand : operands) {
    std::optional<DType> &rank = ranks[operand.number ? 2 : operand.zeroDimensional ? 1 : 0];
    rank = rank ? joinTorch(*rank, operand.dtype) : operand.dtype;
  }
  std::optional<DType> result;
  for (const std::optional<DType> &rank : ranks)
    if (rank && (!result || getCategory(*rank) > getCategory(*result)))
      result = rank;
  return result.value_or(DType::float32);
}

/// uint64 and a signed integer, which no integer holds both.
static bool isPastInt64(DType lhs, DType rhs) {
  return (lhs == DType::uint64 && numerics::isSigned(rhs)) || (rhs == DType::uint64 && numerics::isSigned(lhs));
}

static DType joinNumpy(DType lhs, DType rhs) {
  if (getCategory(lhs) == getCategory(rhs) || getCategory(lhs) == 0 || getCategory(rhs) == 0)
    return isPastInt64(lhs, rhs) ? DType::float64 : joinTorch(lhs, rhs);
  DType floating = getCategory(lhs) == 2 ? lhs : rhs, integer = getCategory(lhs) == 2 ? rhs : lhs;
  unsigned width = numerics::getBitWidth(integer);
  return joinTorch(floating, width <= 8 ? DType::float16 : width <= 16 ? DType::float32 : DType::float64);
}

DType frontend::promoteNumpy(llvm::ArrayRef<TorchOperand> operands) {
  std::optional<DType> arrays, numbers;
  for (const TorchOperand &operand : operands) {
    std::optional<DType> &slot = operand.number ? numbers : arrays;
    slot = slot ? joinNumpy(*slot, operand.dtype) : operand.dtype;
  }
  if (numbers && (!arrays || getCategory(*numbers) > getCategory(*arrays)))
    return getCategory(*numbers) == 2 ? DType::float64 : getCategory(*numbers) == 1 ? DType::int64 : DType::boolean;
  return arrays.value_or(DType::float64);
}

DType frontend::toFloatTorch(DType type) { return numerics::isFloat(type) ? type : DType::float32; }
