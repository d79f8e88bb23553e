// SPDX-License-Identifier: Apache-2.0
// The algebra of linear layouts. All that is not bookkeeping rests on one tool, `Elimination`: it takes the bases one by one,
// as columns over F2, and keeps for each new direction which input bits produce it.
//
// Example: columns 1, 3, 2. The first two are new directions (3 becomes 3 ^ 1 = 2, made by bits {0, 1}); the third is 2,
// which those already make, so bit 2 is free. Element 2 is reached by bits {0, 1}, never by bit 2.
#include "compiler/layout/LinearLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace tessera::layout;

namespace tessera::layout {
struct Elimination {
  /// A reduced column and the set of input bits (numbered across all inputs) whose exclusive or it is.
  struct Pivot {
    uint64_t column;
    llvm::SmallVector<bool> bits;
  };
  const LinearLayout &layout;
  llvm::SmallVector<Pivot> pivots;    // leading bits differ
  llvm::SmallVector<bool> isFree;     // for each input bit
  size_t bitCount = 0;

  explicit Elimination(const LinearLayout &layout) : layout(layout) {
    for (const LinearLayout::Input &input : layout.ins)
      bitCount += input.bases.size();
    size_t bit = 0;
    for (const LinearLayout::Input &input : layout.ins)
      for (const Basis &basis : input.bases) {
        llvm::SmallVector<bool> bits(bitCount, false);
        uint64_t column = reduce(layout.flatten(basis), bits);
        bits[bit] = !bits[bit];
        isFree.push_back(column == 0);
        if (column)
          pivots.push_back({column, std::move(bits)});
        ++bit;
      }
  }

  /// What remains of `column` after the pivots, and by `bits` which input bits made the rest.
  uint64_t reduce(uint64_t column, llvm::SmallVectorImpl<bool> &bits) const {
    // Each pass removes a leading bit; a pivot never brings back one that is above its own.
    while (column) {
      const Pivot *match = nullptr;
      for (const Pivot &pivot : pivots)
        if (llvm::Log2_64(pivot.column) == llvm::Log2_64(column))
          match = &pivot;
      if (!match)
        return column;
      column ^= match->column;
      for (size_t i = 0; i < bits.size(); ++i)
        bits[i] = bits[i] != match->bits[i];
    }
    return 0;
  }

  /// Values of the inputs, in their order, that reach `column`; none where it is not in the image.
  std::optional<Basis> solve(uint64_t column) const {
    llvm::SmallVector<bool> bits(bitCount, false);
    // A column whose leading bit has no pivot may still hold lower bits that do: that is a failure all the same.
    if (reduce(column, bits) != 0)
      return std::nullopt;
    Basis values;
    size_t bit = 0;
    for (const LinearLayout::Input &input : layout.ins) {
      int32_t value = 0;
      for (size_t i = 0; i < input.bases.size(); ++i)
        value |= static_cast<int32_t>(bits[bit++]) << i;
      values.push_back(value);
    }
    return values;
  }
};
} // namespace tessera::layout

//===-- products ----------------------------------------------------------------------------------------------===//

LinearLayout LinearLayout::operator*(const LinearLayout &outer) const {
  LinearLayout product;
  product.outs = outs;
  for (const Output &output : outer.outs) {
    int index = outputIndex(output.name);
    if (index < 0)
      product.outs.push_back(output);
    else
      product.outs[index].size *= output.size;
  }
  auto widen = [&](const LinearLayout &from, const Basis &basis, bool isOuter) {
    Basis wide(product.outs.size(), 0);
    for (size_t k = 0; k < from.outs.size(); ++k)
      wide[product.outputIndex(from.outs[k].name)] = basis[k] * (isOuter ? outputSize(from.outs[k].name) : 1);
    return wide;
  };
  auto append = [&](const LinearLayout &from, bool isOuter) {
    for (const Input &input : from.ins) {
      size_t position = 0;
      while (position < product.ins.size() && product.ins[position].name != input.name)
        ++position;
      if (position == product.ins.size())
        product.ins.push_back({input.name, {}});
      for (const Basis &basis : input.bases)
        product.ins[position].bases.push_back(widen(from, basis, isOuter));
    }
  };
  append(*this, false);
  append(outer, true);
  return product;
}

std::optional<LinearLayout> LinearLayout::divideLeft(const LinearLayout &divisor) const {
  LinearLayout quotient;
  for (const Output &output : outs) {
    int32_t size = divisor.outputSize(output.name);
    if (size > output.size)
      return std::nullopt;
    quotient.outs.push_back({output.name, output.size / size});
  }
  for (const Input &input : ins) {
    size_t skipped = divisor.bases(input.name).size();
    if (skipped > input.bases.size())
      return std::nullopt;
    Input rest{input.name, {}};
    for (const Basis &basis : llvm::drop_begin(input.bases, skipped)) {
      Basis divided;
      for (size_t k = 0; k < outs.size(); ++k) {
        int32_t size = divisor.outputSize(outs[k].name);
        if (basis[k] % size)
          return std::nullopt;
        divided.push_back(basis[k] / size);
      }
      rest.bases.push_back(std::move(divided));
    }
    quotient.ins.push_back(std::move(rest));
  }
  quotient.dropEmptyInputs();
  // The product decides: names, order and the divisor's own bases must all come back.
  LinearLayout product = divisor * quotient;
  if (product != *this)
    return std::nullopt;
  return quotient;
}

std::optional<LinearLayout> LinearLayout::compose(const LinearLayout &outer) const {
  for (const Output &output : outs)
    if (output.size > outer.inputSize(output.name))
      return std::nullopt;
  LinearLayout result;
  result.outs = outer.outs;
  for (const Input &input : ins) {
    Input mapped{input.name, {}};
    for (const Basis &basis : input.bases) {
      Point point;
      for (size_t k = 0; k < outs.size(); ++k)
        point.push_back({outs[k].name, basis[k]});
      mapped.bases.push_back(outer.apply(point));
    }
    result.ins.push_back(std::move(mapped));
  }
  return result;
}

//===-- inverses ----------------------------------------------------------------------------------------------===//

bool LinearLayout::isSurjective() const { return Elimination(*this).pivots.size() == outputBits(); }

bool LinearLayout::isInjective() const { return llvm::none_of(Elimination(*this).isFree, [](bool isFree) { return isFree; }); }

std::optional<LinearLayout> LinearLayout::invert() const { return isInjective() ? pseudoInvert() : std::nullopt; }

std::optional<LinearLayout> LinearLayout::pseudoInvert() const {
  Elimination elimination(*this);
  if (elimination.pivots.size() != outputBits())
    return std::nullopt;
  LinearLayout inverse;
  for (const Input &input : ins)
    inverse.outs.push_back({input.name, input.size()});
  for (size_t k = 0; k < outs.size(); ++k) {
    Input input{outs[k].name, {}};
    for (int32_t bit = 1; bit < outs[k].size; bit *= 2) {
      Basis unit(outs.size(), 0);
      unit[k] = bit;
      input.bases.push_back(*elimination.solve(flatten(unit)));
    }
    inverse.ins.push_back(std::move(input));
  }
  inverse.dropEmptyInputs();
  return inverse;
}

std::optional<LinearLayout> LinearLayout::sourceOf(const LinearLayout &destination) const {
  if (destination.outs != outs)
    return std::nullopt;
  std::optional<LinearLayout> place = pseudoInvert();
  return place ? destination.compose(*place) : std::nullopt;
}

Point LinearLayout::freeBits() const {
  Elimination elimination(*this);
  Point masks;
  size_t bit = 0;
  for (const Input &input : ins) {
    int32_t mask = 0;
    for (size_t i = 0; i < input.bases.size(); ++i)
      mask |= static_cast<int32_t>(elimination.isFree[bit++]) << i;
    masks.push_back({input.name, mask});
  }
  return masks;
}

//===-- reshaping ---------------------------------------------------------------------------------------------===//

LinearLayout LinearLayout::withoutFreeRegisters() const {
  LinearLayout result = *this;
  for (Input &input : result.ins) {
    if (input.name != registerDim)
      continue;
    int32_t mask = 0;
    for (const auto &[name, bits] : freeBits())
      if (name == registerDim)
        mask = bits;
    std::vector<Basis> kept;
    for (size_t i = 0; i < input.bases.size(); ++i)
      if (!(mask >> i & 1))
        kept.push_back(input.bases[i]);
    input.bases = std::move(kept);
  }
  result.dropEmptyInputs();
  return result;
}

LinearLayout LinearLayout::withInputRenamed(llvm::StringRef from, llvm::StringRef to) const {
  assert(from == to || !hasInput(to));
  LinearLayout result = *this;
  for (Input &input : result.ins)
    if (input.name == from)
      input.name = to.str();
  return result;
}

LinearLayout LinearLayout::transposed(llvm::ArrayRef<int64_t> order) const {
  assert(order.size() == outs.size());
  return projected(order);
}

LinearLayout LinearLayout::projected(llvm::ArrayRef<int64_t> kept) const {
  LinearLayout result;
  for (size_t k = 0; k < kept.size(); ++k)
    result.outs.push_back({getAxisName(k), outs[kept[k]].size});
  for (const Input &input : ins) {
    Input mapped{input.name, {}};
    for (const Basis &basis : input.bases) {
      Basis coordinates;
      for (int64_t axis : kept)
        coordinates.push_back(basis[axis]);
      mapped.bases.push_back(std::move(coordinates));
    }
    result.ins.push_back(std::move(mapped));
  }
  return result;
}

std::optional<LinearLayout> LinearLayout::reshaped(llvm::ArrayRef<int64_t> shape) const {
  LinearLayout result;
  int64_t count = 1;
  for (size_t k = 0; k < shape.size(); ++k) {
    if (shape[k] <= 0 || shape[k] > INT32_MAX || !llvm::isPowerOf2_64(shape[k]))
      return std::nullopt;
    count *= shape[k];
    result.outs.push_back({getAxisName(k), static_cast<int32_t>(shape[k])});
  }
  if (count != elements())
    return std::nullopt;
  for (const Input &input : ins) {
    Input mapped{input.name, {}};
    for (const Basis &basis : input.bases)
      mapped.bases.push_back(result.unflatten(flatten(basis)));
    result.ins.push_back(std::move(mapped));
  }
  return result;
}
