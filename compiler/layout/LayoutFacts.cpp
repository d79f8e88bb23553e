// SPDX-License-Identifier: Apache-2.0
// Facts computed from bases: vector widths, copies, the class of a conversion, bank conflicts.
#include "compiler/layout/LayoutFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include <algorithm>
#include <set>

using namespace tessera::layout;

int64_t tessera::layout::getContiguousElements(const LinearLayout &layout, size_t axis) {
  llvm::ArrayRef<Basis> registers = layout.bases(registerDim);
  size_t bits = 0;
  for (; bits < registers.size(); ++bits) {
    Basis step(layout.rank(), 0);
    step[axis] = int32_t(1) << bits;
    if (registers[bits] != step)
      break;
  }
  // Every other bit must move by whole groups: an exclusive or with a lower bit would turn the order within one around.
  auto isWhole = [&](llvm::ArrayRef<Basis> bases) {
    return llvm::all_of(bases, [&](const Basis &basis) { return basis[axis] % (int32_t(1) << bits) == 0; });
  };
  auto areAllWhole = [&] {
    return isWhole(registers.drop_front(bits)) && llvm::all_of(layout.inputs(), [&](const LinearLayout::Input &input) {
             return input.name == registerDim || isWhole(input.bases);
           });
  };
  while (bits > 0 && !areAllWhole())
    --bits;
  return int64_t(1) << bits;
}

Copies tessera::layout::getCopies(const LinearLayout &layout) {
  Copies copies;
  for (const auto &[name, mask] : layout.freeBits()) {
    if (name == registerDim)
      copies.registers = mask;
    else if (name == laneDim)
      copies.lanes = mask;
    else if (name == warpDim)
      copies.warps = mask;
  }
  return copies;
}

llvm::StringRef tessera::layout::getName(Conversion conversion) {
  switch (conversion) {
  case Conversion::none:
    return "none";
  case Conversion::registers:
    return "registers";
  case Conversion::shuffle:
    return "shuffle";
  case Conversion::sharedMemory:
    return "shared memory";
  }
  return "shared memory";
}

/// Whether the two layouts place every value of input `name` at the same elements.
static bool agreeOn(const LinearLayout &a, const LinearLayout &b, llvm::StringRef name) { return a.bases(name) == b.bases(name); }

/// The part of `layout` with the inputs in `names` only.
static LinearLayout restrictTo(const LinearLayout &layout, llvm::ArrayRef<llvm::StringRef> names) {
  std::vector<LinearLayout::Input> inputs;
  for (const LinearLayout::Input &input : layout.inputs())
    if (llvm::is_contained(names, input.name))
      inputs.push_back(input);
  return *LinearLayout::create(std::move(inputs), layout.outputs().vec());
}

/// Whether each basis of `part` is a combination of bases of `whole`: then the rank of both together is whole's.
static bool isWithin(const LinearLayout &part, const LinearLayout &whole) {
  std::vector<LinearLayout::Input> inputs = whole.inputs().vec();
  size_t known = inputs.size();
  for (const LinearLayout::Input &input : part.inputs())
    inputs.push_back({"part." + input.name, input.bases});
  auto both = LinearLayout::create(std::move(inputs), whole.outputs().vec());
  if (!both)
    return false;
  Point masks = both->freeBits();
  for (size_t i = known; i < masks.size(); ++i)
    if (masks[i].second != both->inputSize(masks[i].first) - 1)
      return false;
  return true;
}

Conversion tessera::layout::classifyConversion(const LinearLayout &from, const LinearLayout &to) {
  if (from == to)
    return Conversion::none;
  if (getRegisterMap(from, to))
    return Conversion::registers;
  if (from.outputs() == to.outputs() && agreeOn(from, to, warpDim) && agreeOn(from, to, blockDim) &&
      isWithin(restrictTo(to, {registerDim, laneDim}), restrictTo(from, {registerDim, laneDim})))
    return Conversion::shuffle;
  return Conversion::sharedMemory;
}

/// For each register of `to` the first of `from` in which a thread has its element, moved by `offset`.
static std::optional<llvm::SmallVector<int32_t>> findRegisters(const LinearLayout &from, const LinearLayout &to, const Basis &offset) {
  llvm::SmallVector<std::pair<Basis, int32_t>> held;
  for (int32_t reg = 0; reg < from.inputSize(registerDim); ++reg)
    held.push_back({from.apply(reg), reg});
  llvm::sort(held);
  llvm::SmallVector<int32_t> map;
  for (int32_t reg = 0; reg < to.inputSize(registerDim); ++reg) {
    Basis element = to.apply(reg);
    for (size_t axis = 0; axis < element.size(); ++axis)
      element[axis] ^= offset[axis];
    auto *found = llvm::lower_bound(held, element, [](const auto &entry, const Basis &wanted) { return entry.first < wanted; });
    if (found == held.end() || found->first != element)
      return std::nullopt;
    map.push_back(found->second);
  }
  return map;
}

std::optional<llvm::SmallVector<int32_t>> tessera::layout::getRegisterMap(const LinearLayout &from, const LinearLayout &to) {
  if (from.outputs() != to.outputs() || !agreeOn(from, to, laneDim) || !agreeOn(from, to, warpDim) || !agreeOn(from, to, blockDim))
    return std::nullopt;
  return findRegisters(from, to, Basis(to.rank(), 0));
}

std::optional<llvm::SmallVector<int32_t>> tessera::layout::getSliceMap(const LinearLayout &from, const LinearLayout &to,
                                                                       llvm::ArrayRef<int64_t> offsets) {
  if (from.rank() != to.rank() || offsets.size() != to.rank() || from.bases(laneDim) != to.bases(laneDim) || from.bases(warpDim) != to.bases(warpDim))
    return std::nullopt;
  // An offset that is a multiple of the part's extent adds as an exclusive or, so that lanes and warps cancel out.
  return findRegisters(from, to, Basis(offsets.begin(), offsets.end()));
}

std::optional<LinearLayout> tessera::layout::makePart(const LinearLayout &from, llvm::ArrayRef<int64_t> shape) {
  auto isInside = [&](const Basis &basis) {
    for (size_t axis = 0; axis < shape.size(); ++axis)
      if (basis[axis] >= shape[axis])
        return false;
    return true;
  };
  std::vector<LinearLayout::Input> inputs;
  for (const LinearLayout::Input &input : from.inputs()) {
    inputs.push_back({input.name, {}});
    for (const Basis &basis : input.bases)
      if (isInside(basis))
        inputs.back().bases.push_back(basis);
      else if (input.name != registerDim)
        return std::nullopt;
  }
  std::vector<LinearLayout::Output> outputs;
  for (size_t axis = 0; axis < shape.size(); ++axis)
    outputs.push_back({getAxisName(axis), static_cast<int32_t>(shape[axis])});
  auto part = LinearLayout::create(std::move(inputs), std::move(outputs));
  return part && part->isSurjective() ? part : std::nullopt;
}

std::optional<BankReport> tessera::layout::countBankConflicts(const LinearLayout &registers, const LinearLayout &memory,
                                                              int64_t elementBytes) {
  std::optional<LinearLayout> places = memory.sourceOf(registers);
  if (!places || places->rank() != 1 || elementBytes <= 0)
    return std::nullopt;
  // The vector: registers at consecutive offsets, up to 16 bytes.
  int64_t vector = std::min(getContiguousElements(*places, 0), std::max<int64_t>(1, 16 / elementBytes));
  BankReport report;
  report.vectorBytes = vector * elementBytes;
  int32_t lanes = places->inputSize(laneDim);
  // The memory serves 128 bytes a trip; lanes of wide accesses are served in groups, in lane order.
  int32_t group = static_cast<int32_t>(std::clamp<int64_t>(128 / std::max<int64_t>(report.vectorBytes, 4), 1, lanes));
  for (int32_t first = 0; first < lanes; first += group) {
    std::set<int64_t> wordsOfBank[32];
    size_t worst = 0;
    for (int32_t lane = first; lane < first + group; ++lane) {
      int64_t byte = places->apply(0, lane)[0] * elementBytes;
      for (int64_t word = byte / 4; word <= (byte + report.vectorBytes - 1) / 4; ++word) {
        wordsOfBank[word % 32].insert(word);
        worst = std::max(worst, wordsOfBank[word % 32].size());
      }
    }
    report.wavefronts += static_cast<int64_t>(worst);
    report.ideal += 1;
  }
  return report;
}
