// SPDX-License-Identifier: Apache-2.0
// Linear layouts as values: construction with its checks, application, and the questions that need no elimination.
#include "compiler/layout/LinearLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace tessera::layout;

std::string tessera::layout::getAxisName(size_t axis) { return "dim" + std::to_string(axis); }

std::optional<LinearLayout> LinearLayout::create(std::vector<Input> inputs, std::vector<Output> outputs, std::string *error) {
  auto fail = [&](std::string why) -> std::optional<LinearLayout> {
    if (error)
      *error = std::move(why);
    return std::nullopt;
  };
  unsigned totalBits = 0;
  for (size_t i = 0; i < outputs.size(); ++i) {
    const Output &output = outputs[i];
    if (output.size <= 0 || !llvm::isPowerOf2_32(output.size))
      return fail("size " + std::to_string(output.size) + " of `" + output.name + "` is not a power of two");
    totalBits += llvm::Log2_32(output.size);
    for (size_t j = 0; j < i; ++j)
      if (outputs[j].name == output.name)
        return fail("output `" + output.name + "` is named twice");
  }
  if (totalBits > 62)
    return fail("the outputs have 2^" + std::to_string(totalBits) + " elements, more than 2^62");
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Input &input = inputs[i];
    for (size_t j = 0; j < i; ++j)
      if (inputs[j].name == input.name)
        return fail("input `" + input.name + "` is named twice");
    if (input.bases.size() > 30)
      return fail("input `" + input.name + "` has " + std::to_string(input.bases.size()) + " bits, more than 30");
    for (const Basis &basis : input.bases) {
      if (basis.size() != outputs.size())
        return fail("a basis of `" + input.name + "` has " + std::to_string(basis.size()) + " coordinates for " +
                    std::to_string(outputs.size()) + " outputs");
      for (size_t k = 0; k < basis.size(); ++k)
        if (basis[k] < 0 || basis[k] >= outputs[k].size)
          return fail("a basis of `" + input.name + "` has coordinate " + std::to_string(basis[k]) + " in `" + outputs[k].name +
                      "` of size " + std::to_string(outputs[k].size));
    }
  }
  LinearLayout layout;
  layout.ins = std::move(inputs);
  layout.outs = std::move(outputs);
  layout.dropEmptyInputs();
  return layout;
}

void LinearLayout::dropEmptyInputs() {
  llvm::erase_if(ins, [](const Input &input) { return input.bases.empty(); });
}

LinearLayout LinearLayout::strided(int32_t size, int32_t stride, llvm::StringRef in, llvm::StringRef out) {
  assert(llvm::isPowerOf2_32(size) && llvm::isPowerOf2_32(stride));
  Input input{in.str(), {}};
  for (int32_t bit = 1; bit < size; bit *= 2)
    input.bases.push_back({bit * stride});
  LinearLayout layout;
  layout.ins = {std::move(input)};
  layout.outs = {{out.str(), size * stride}};
  layout.dropEmptyInputs();
  return layout;
}

LinearLayout LinearLayout::identity(int32_t size, llvm::StringRef in, llvm::StringRef out) { return strided(size, 1, in, out); }

LinearLayout LinearLayout::zeros(int32_t size, llvm::StringRef in, llvm::StringRef out, int32_t outSize) {
  assert(llvm::isPowerOf2_32(size) && llvm::isPowerOf2_32(outSize));
  LinearLayout layout;
  layout.ins = {{in.str(), std::vector<Basis>(llvm::Log2_32(size), Basis{0})}};
  layout.outs = {{out.str(), outSize}};
  layout.dropEmptyInputs();
  return layout;
}

const LinearLayout::Input *LinearLayout::findInput(llvm::StringRef name) const {
  for (const Input &input : ins)
    if (input.name == name)
      return &input;
  return nullptr;
}

llvm::ArrayRef<Basis> LinearLayout::bases(llvm::StringRef in) const {
  const Input *input = findInput(in);
  return input ? llvm::ArrayRef<Basis>(input->bases) : llvm::ArrayRef<Basis>();
}

int LinearLayout::outputIndex(llvm::StringRef out) const {
  for (size_t i = 0; i < outs.size(); ++i)
    if (outs[i].name == out)
      return static_cast<int>(i);
  return -1;
}

int32_t LinearLayout::outputSize(llvm::StringRef out) const {
  int index = outputIndex(out);
  return index < 0 ? 1 : outs[index].size;
}

std::vector<int64_t> LinearLayout::shape() const {
  std::vector<int64_t> sizes;
  for (const Output &output : outs)
    sizes.push_back(output.size);
  return sizes;
}

int64_t LinearLayout::elements() const { return int64_t(1) << outputBits(); }

unsigned LinearLayout::outputBits() const {
  unsigned bits = 0;
  for (const Output &output : outs)
    bits += llvm::Log2_32(output.size);
  return bits;
}

uint64_t LinearLayout::flatten(const Basis &basis) const {
  uint64_t flat = 0;
  for (size_t i = 0; i < outs.size(); ++i)
    flat = (flat << llvm::Log2_32(outs[i].size)) | static_cast<uint64_t>(basis[i]);
  return flat;
}

Basis LinearLayout::unflatten(uint64_t bits) const {
  Basis basis(outs.size(), 0);
  for (size_t i = outs.size(); i-- > 0;) {
    basis[i] = static_cast<int32_t>(bits & static_cast<uint64_t>(outs[i].size - 1));
    bits >>= llvm::Log2_32(outs[i].size);
  }
  return basis;
}

/// Adds what the bits of `value` move.
static void move(llvm::ArrayRef<Basis> bases, int32_t value, Basis &place) {
  for (size_t bit = 0; bit < bases.size(); ++bit)
    if (value >> bit & 1)
      for (size_t k = 0; k < place.size(); ++k)
        place[k] ^= bases[bit][k];
}

Basis LinearLayout::apply(const Point &point) const {
  Basis result(outs.size(), 0);
  for (const auto &[name, value] : point)
    move(bases(name), value, result);
  return result;
}

Basis LinearLayout::apply(int32_t reg, int32_t lane, int32_t warp) const {
  Basis result(outs.size(), 0);
  move(bases(registerDim), reg, result);
  if (lane)
    move(bases(laneDim), lane, result);
  if (warp)
    move(bases(warpDim), warp, result);
  return result;
}

namespace tessera::layout {
llvm::hash_code hash_value(const LinearLayout &layout) {
  llvm::hash_code hash = llvm::hash_value(layout.ins.size());
  for (const LinearLayout::Input &input : layout.ins) {
    hash = llvm::hash_combine(hash, input.name);
    for (const Basis &basis : input.bases)
      hash = llvm::hash_combine(hash, llvm::hash_combine_range(basis.begin(), basis.end()));
  }
  for (const LinearLayout::Output &output : layout.outs)
    hash = llvm::hash_combine(hash, output.name, output.size);
  return hash;
}
} // namespace tessera::layout
