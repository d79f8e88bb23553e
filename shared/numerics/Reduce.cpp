// SPDX-License-Identifier: Apache-2.0
// Neighbouring axes that share a fate are one axis, so a reduction is a sequence of kept and folded groups. One folded group is the
// middle of (outer, fold, inner), whose loop runs over `inner`, or over eight interleaved accumulators when there is no inner axis.
// Several are folded one after the other from the last, with the accumulators kept in between, so that nothing is rounded twice.
#include "shared/numerics/Reduce.h"
#include "shared/numerics/Convert.h"
#include "shared/numerics/Extremes.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>

namespace tessera::numerics {

namespace {

struct Add { template <typename T> static T apply(T a, T b) { return static_cast<T>(a + b); } };
struct Mul { template <typename T> static T apply(T a, T b) { return static_cast<T>(a * b); } };
struct And { template <typename T> static T apply(T a, T b) { return static_cast<T>(a & b); } };
struct Or { template <typename T> static T apply(T a, T b) { return static_cast<T>(a | b); } };
struct Xor { template <typename T> static T apply(T a, T b) { return static_cast<T>(a ^ b); } };
struct Max {
  template <typename T> static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return maximumOf(a, b);
    else
      return a > b ? a : b;
  }
};
struct Min {
  template <typename T> static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return minimumOf(a, b);
    else
      return a < b ? a : b;
  }
};
/// The same with NaN as "nothing seen yet".
struct MaxNum { template <typename T> static T apply(T a, T b) { return a != a ? b : b != b ? a : a > b ? a : b; } };
struct MinNum { template <typename T> static T apply(T a, T b) { return a != a ? b : b != b ? a : a < b ? a : b; } };

template <typename T, typename Op, typename In = T>
void foldGroup(const In *in, T *out, int64_t outer, int64_t fold, int64_t inner, T neutral) {
  constexpr int64_t lanes = 8;
  for (int64_t o = 0; o < outer; ++o, in += fold * inner, out += inner) {
    if (inner == 1) {
      T lane[lanes];
      std::fill_n(lane, lanes, neutral);
      int64_t i = 0;
      for (; i + lanes <= fold; i += lanes)
        for (int64_t l = 0; l < lanes; ++l)
          lane[l] = Op::apply(lane[l], static_cast<T>(in[i + l]));
      for (int64_t l = 0; i < fold; ++i, ++l)
        lane[l] = Op::apply(lane[l], static_cast<T>(in[i]));
      for (int64_t width = lanes / 2; width > 0; width /= 2)
        for (int64_t l = 0; l < width; ++l)
          lane[l] = Op::apply(lane[l], lane[l + width]);
      out[0] = lane[0];
      continue;
    }
    std::fill_n(out, inner, neutral);
    for (int64_t i = 0; i < fold; ++i)
      for (int64_t j = 0; j < inner; ++j)
        out[j] = Op::apply(out[j], static_cast<T>(in[i * inner + j]));
  }
}

template <typename T, typename In = T> using Fold = void (*)(const In *, T *, int64_t, int64_t, int64_t, T);
template <typename T> struct Choice {
  Fold<T> fold;
  T neutral;
  Fold<T, float> foldFloats = nullptr; // the first group of an array of floats, widened on the way
};

/// Unsigned integers of any width, or bool as bytes.
template <typename T> Choice<T> chooseModulo(ReduceOp op) {
  switch (op) {
  case ReduceOp::add: return {&foldGroup<T, Add>, 0};
  case ReduceOp::mul: return {&foldGroup<T, Mul>, 1};
  case ReduceOp::umax: return {&foldGroup<T, Max>, 0};
  case ReduceOp::umin: return {&foldGroup<T, Min>, std::numeric_limits<T>::max()};
  case ReduceOp::andi: return {&foldGroup<T, And>, static_cast<T>(-1)};
  case ReduceOp::ori: return {&foldGroup<T, Or>, 0};
  default: return {&foldGroup<T, Xor>, 0};
  }
}

/// Bools, as bytes 0 and 1.
Choice<uint8_t> chooseBits(ReduceOp op) {
  if (op == ReduceOp::andi)
    return {&foldGroup<uint8_t, And>, 1};
  return chooseModulo<uint8_t>(op);
}

template <typename T> Choice<T> chooseExtreme(ReduceOp op) {
  if (op == ReduceOp::max)
    return {&foldGroup<T, Max>, std::numeric_limits<T>::lowest()};
  return {&foldGroup<T, Min>, std::numeric_limits<T>::max()};
}

template <typename T> Choice<T> chooseFloat(ReduceOp op, bool ignoreNan) {
  const T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  switch (op) {
  case ReduceOp::add: return {&foldGroup<T, Add>, T(0), &foldGroup<T, Add, float>};
  case ReduceOp::mul: return {&foldGroup<T, Mul>, T(1), &foldGroup<T, Mul, float>};
  case ReduceOp::max: return ignoreNan ? Choice<T>{&foldGroup<T, MaxNum>, nan} : Choice<T>{&foldGroup<T, Max>, -infinity};
  default: return ignoreNan ? Choice<T>{&foldGroup<T, MinNum>, nan} : Choice<T>{&foldGroup<T, Min>, infinity};
  }
}

struct Group {
  int64_t extent;
  bool folded;
};

/// Runs `choice` over the groups; `carrier` is the dtype of T.
template <typename T>
bool run(Choice<T> choice, DType carrier, DType type, const void *in, std::vector<Group> groups, int64_t count, int64_t outCount, void *out) {
  using Memory = std::unique_ptr<void, void (*)(void *)>;
  Memory current(nullptr, &std::free), next(nullptr, &std::free);
  const T *values = static_cast<const T *>(in);
  bool isWidened = carrier == type;
  auto isFolded = [](const Group &group) { return group.folded; };
  if (!isWidened && !(type == DType::float32 && choice.foldFloats && std::any_of(groups.begin(), groups.end(), isFolded))) {
    current.reset(std::malloc(sizeof(T) * count + 1));
    if (!current)
      return false;
    convertElements(type, in, carrier, current.get(), count);
    values = static_cast<const T *>(current.get());
    isWidened = true;
  }
  for (size_t at = groups.size(); at-- > 0;) {
    if (!groups[at].folded)
      continue;
    int64_t outer = 1, inner = 1;
    for (size_t i = 0; i < groups.size(); ++i)
      (i < at ? outer : inner) *= i == at ? 1 : groups[i].extent;
    next.reset(std::malloc(sizeof(T) * outer * inner + 1));
    if (!next)
      return false;
    T *sums = static_cast<T *>(next.get());
    if (std::exchange(isWidened, true))
      choice.fold(values, sums, outer, groups[at].extent, inner, choice.neutral);
    else
      choice.foldFloats(static_cast<const float *>(in), sums, outer, groups[at].extent, inner, choice.neutral);
    std::swap(current, next);
    values = static_cast<const T *>(current.get());
    groups[at].extent = 1;
  }
  convertElements(carrier, values, type, out, outCount);
  return true;
}

/// A bool is one bit, of which 1 is the smaller as a signed number.
ReduceOp onBits(ReduceOp op) {
  switch (op) {
  case ReduceOp::add: return ReduceOp::xori;
  case ReduceOp::mul: case ReduceOp::max: case ReduceOp::umin: return ReduceOp::andi;
  case ReduceOp::min: case ReduceOp::umax: return ReduceOp::ori;
  default: return op;
  }
}

DType carrierOf(ReduceOp op, DType type) {
  if (isFloat(type))
    return type == DType::float64 || op == ReduceOp::add || op == ReduceOp::mul ? DType::float64 : DType::float32;
  bool isSigned = op == ReduceOp::max || op == ReduceOp::min;
  switch (getByteSize(type)) {
  case 1: return isSigned ? DType::int8 : DType::uint8;
  case 2: return isSigned ? DType::int16 : DType::uint16;
  case 4: return isSigned ? DType::int32 : DType::uint32;
  default: return isSigned ? DType::int64 : DType::uint64;
  }
}

} // namespace

bool reduce(ReduceOp op, DType type, const void *in, const std::vector<int64_t> &shape, const std::vector<bool> &reduced, bool ignoreNan,
            void *out) {
  std::vector<Group> groups;
  int64_t count = 1, outCount = 1;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    count *= shape[axis];
    outCount *= reduced[axis] ? 1 : shape[axis];
    if (!groups.empty() && groups.back().folded == reduced[axis])
      groups.back().extent *= shape[axis];
    else
      groups.push_back({shape[axis], reduced[axis]});
  }
  if (type == DType::boolean)
    op = onBits(op);
  DType carrier = carrierOf(op, type);
  // Same-size integers are only read under another sign: no conversion.
  DType from = isFloat(type) || (getBitWidth(type) < 8 && type != DType::boolean) ? type : carrier;
  auto go = [&](auto choice) { return run(choice, carrier, from, in, groups, count, outCount, out); };
  switch (carrier) {
  case DType::float64: return go(chooseFloat<double>(op, ignoreNan));
  case DType::float32: return go(chooseFloat<float>(op, ignoreNan));
  case DType::int8: return go(chooseExtreme<int8_t>(op));
  case DType::int16: return go(chooseExtreme<int16_t>(op));
  case DType::int32: return go(chooseExtreme<int32_t>(op));
  case DType::int64: return go(chooseExtreme<int64_t>(op));
  case DType::uint8: return go(type == DType::boolean ? chooseBits(op) : chooseModulo<uint8_t>(op));
  case DType::uint16: return go(chooseModulo<uint16_t>(op));
  case DType::uint32: return go(chooseModulo<uint32_t>(op));
  default: return go(chooseModulo<uint64_t>(op));
  }
}

} // namespace tessera::numerics
