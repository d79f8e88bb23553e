// SPDX-License-Identifier: Apache-2.0
// Plans by count; see the header.
#include "compiler/layout/ConversionPlan.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace tessera::layout;

static constexpr int64_t accessBytes = 16, bankBytes = 4, lineBytes = 128;

//===-- counting ----------------------------------------------------------------------------------------------===//

int64_t tessera::layout::countWavefronts(const LinearLayout &places, int64_t vector, int64_t elementBytes) {
  int64_t bytes = vector * elementBytes, trips = 0;
  int32_t lanes = places.inputSize(laneDim);
  // 128 bytes a trip: lanes of wide accesses are served in groups, in their order.
  auto group = static_cast<int32_t>(std::clamp<int64_t>(lineBytes / std::max(bytes, bankBytes), 1, lanes));
  for (int32_t first = 0; first < lanes; first += group) {
    llvm::SmallVector<int64_t, 32> words;
    for (int32_t lane = first; lane < first + group; ++lane) {
      int64_t byte = places.apply(0, lane)[0] * elementBytes;
      for (int64_t word = byte / bankBytes; word <= (byte + bytes - 1) / bankBytes; ++word)
        words.push_back(word);
    }
    llvm::sort(words);
    words.erase(std::unique(words.begin(), words.end()), words.end());
    int64_t ofBank[lineBytes / bankBytes] = {}, worst = 0;
    for (int64_t word : words)
      worst = std::max(worst, ++ofBank[word % (lineBytes / bankBytes)]);
    trips += worst;
  }
  return trips;
}

namespace {
/// One side of a conversion through `memory`.
struct Side {
  LinearLayout places;
  int64_t vector = 1, wavefronts = 0;
};
} // namespace

static Side countSide(const LinearLayout &registers, const LinearLayout &inverse, int64_t elementBytes) {
  Side side;
  side.places = *registers.compose(inverse);
  side.vector = std::min(getContiguousElements(side.places, 0), std::max<int64_t>(1, accessBytes / elementBytes));
  side.wavefronts = countWavefronts(side.places, side.vector, elementBytes) * (side.places.inputSize(registerDim) / side.vector);
  return side;
}

//===-- shared memory -----------------------------------------------------------------------------------------===//

/// Offsets to elements, axis `order[0]` the fastest; the column, in groups of `vector`, is xored with the row. `vector` 0: as it is.
static LinearLayout makeMemory(const std::vector<int64_t> &shape, llvm::ArrayRef<size_t> order, int64_t vector, int64_t elementBytes) {
  size_t rank = shape.size();
  LinearLayout::Input offset{offsetDim.str(), {}};
  int64_t columns = shape[order[0]];
  int64_t perLine = std::max<int64_t>(1, lineBytes / (columns * elementBytes)); // rows of which one trip takes several
  int64_t phases = vector ? std::min(columns / vector, lineBytes / (vector * elementBytes)) : 1;
  int64_t row = 1;
  for (size_t k = 0; k < rank; ++k)
    for (int64_t at = 1; at < shape[order[k]]; at *= 2) {
      Basis basis(rank, 0);
      basis[order[k]] = static_cast<int32_t>(at);
      if (k > 0) {
        if (phases > 1)
          basis[order[0]] = static_cast<int32_t>(row / perLine % phases * vector);
        row *= 2;
      }
      offset.bases.push_back(std::move(basis));
    }
  std::vector<LinearLayout::Output> outputs;
  for (size_t axis = 0; axis < rank; ++axis)
    outputs.push_back({getAxisName(axis), static_cast<int32_t>(shape[axis])});
  return *LinearLayout::create({offset}, outputs);
}

LinearLayout tessera::layout::chooseMemory(llvm::ArrayRef<LinearLayout> layouts, int64_t elementBytes) {
  std::vector<int64_t> shape = layouts.front().shape();
  size_t rank = shape.size();
  if (rank == 0)
    return *LinearLayout::create({}, {});
  // The fewest trips that there can be: each element once for each side.
  int64_t ideal = 0;
  for (const LinearLayout &layout : layouts)
    ideal += std::max<int64_t>(1, layout.inputSize(registerDim) * layout.inputSize(laneDim) * elementBytes / lineBytes);
  int64_t best = INT64_MAX;
  LinearLayout chosen;
  for (size_t turn = 0; turn < rank && best > ideal; ++turn) {
    size_t fastest = rank - 1 - turn;
    if (shape[fastest] == 1 && turn + 1 < rank)
      continue;
    llvm::SmallVector<size_t> order = {fastest};
    for (size_t axis = rank; axis-- > 0;)
      if (axis != fastest)
        order.push_back(axis);
    for (int64_t bytes = 0; bytes <= accessBytes && best > ideal; bytes = bytes ? bytes * 2 : std::max<int64_t>(elementBytes, bankBytes)) {
      int64_t vector = bytes / elementBytes;
      if (bytes && vector >= shape[fastest])
        break;
      LinearLayout memory = makeMemory(shape, order, vector, elementBytes);
      LinearLayout inverse = *memory.invert();
      int64_t trips = 0;
      for (const LinearLayout &layout : layouts)
        trips += countSide(layout, inverse, elementBytes).wavefronts;
      if (trips < best) {
        best = trips;
        chosen = memory;
      }
    }
  }
  return chosen;
}

static ConversionPlan planShared(const LinearLayout &from, const LinearLayout &to, int64_t elementBytes) {
  ConversionPlan plan;
  plan.kind = Conversion::sharedMemory;
  LinearLayout source = from.withoutFreeRegisters(), target = to.withoutFreeRegisters();
  LinearLayout inverse = *chooseMemory({source, target}, elementBytes).invert();
  Side store = countSide(source, inverse, elementBytes), load = countSide(target, inverse, elementBytes);
  plan.stores = store.places;
  plan.loads = load.places;
  plan.storeVector = store.vector;
  plan.loadVector = load.vector;
  plan.wavefronts = store.wavefronts + load.wavefronts;
  plan.bytes = from.elements() * elementBytes;
  return plan;
}

//===-- shuffles ----------------------------------------------------------------------------------------------===//

/// Bits of a warp's number must stay: the rest says where a register and lane find their element.
static std::optional<LinearLayout> findSource(const LinearLayout &from, const LinearLayout &to) {
  if (from.bases(warpDim) != to.bases(warpDim) || from.inputBits(laneDim) != to.inputBits(laneDim))
    return std::nullopt;
  std::optional<LinearLayout> places = from.sourceOf(to);
  if (!places)
    return std::nullopt;
  int reg = places->outputIndex(registerDim), lane = places->outputIndex(laneDim), warp = places->outputIndex(warpDim);
  std::vector<LinearLayout::Input> inputs;
  for (llvm::StringRef name : {llvm::StringRef(registerDim), llvm::StringRef(laneDim)}) {
    inputs.push_back({name.str(), {}});
    for (const Basis &basis : places->bases(name)) {
      if (warp >= 0 && basis[warp] != 0)
        return std::nullopt;
      inputs.back().bases.push_back({reg >= 0 ? basis[reg] : 0, lane >= 0 ? basis[lane] : 0});
    }
  }
  // The warp's number says nothing; code that reads a lane's bits off a thread's number must know that.
  inputs.push_back({warpDim.str(), std::vector<Basis>(from.inputBits(warpDim), Basis{0, 0})});
  return LinearLayout::create(std::move(inputs), {{getAxisName(0), from.inputSize(registerDim)}, {getAxisName(1), from.inputSize(laneDim)}});
}

/// How many different registers the lanes ask for at once.
static int64_t countChoices(const LinearLayout &source) {
  llvm::SmallVector<int32_t> span;
  for (const Basis &basis : source.bases(laneDim)) {
    int32_t value = basis[0];
    for (int32_t known : span)
      value = std::min(value, value ^ known);
    if (value)
      span.push_back(value);
  }
  return int64_t(1) << span.size();
}

static ConversionPlan planShuffles(const LinearLayout &source, int64_t elementBytes) {
  ConversionPlan plan;
  plan.kind = Conversion::shuffle;
  plan.source = source;
  int64_t registers = source.inputSize(registerDim), choices = countChoices(source);
  // Registers that come from one lane share words.
  int64_t lanes = 1;
  for (const Basis &basis : source.bases(registerDim))
    lanes *= basis[1] ? 2 : 1;
  int64_t perWord = std::max<int64_t>(1, bankBytes / elementBytes), wordsEach = std::max<int64_t>(1, elementBytes / bankBytes);
  plan.shuffles = lanes * llvm::divideCeil(registers / lanes, perWord) * wordsEach * choices;
  return plan;
}

//===-- the choice --------------------------------------------------------------------------------------------===//

ConversionPlan tessera::layout::planConversion(const LinearLayout &from, const LinearLayout &to, int64_t elementBytes) {
  ConversionPlan plan;
  if (from == to)
    return plan;
  if (getRegisterMap(from, to)) {
    plan.kind = Conversion::registers;
    return plan;
  }
  if (std::optional<LinearLayout> source = findSource(from, to)) {
    ConversionPlan shuffles = planShuffles(*source, elementBytes);
    // Few are not worth the count of the other way.
    if (shuffles.shuffles <= 8)
      return shuffles;
    ConversionPlan memory = planShared(from, to, elementBytes);
    return shuffles.cost() <= memory.cost() ? shuffles : memory;
  }
  return planShared(from, to, elementBytes);
}
