// SPDX-License-Identifier: Apache-2.0
// Names to layouts. The tilings are the PTX manual's fragments (wgmma's D and A, mma.sync's A, B and C) and, for the layouts that
// make a later conversion cheap, what Pallas documents of them.
#include "compiler/layout/WarpgroupLayouts.h"
#include "compiler/layout/LayoutBuilders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace tessera::layout;

static std::string join(llvm::ArrayRef<int64_t> numbers) {
  std::string text;
  for (int64_t number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

static std::nullopt_t fail(std::string *error, const llvm::Twine &why) {
  if (error)
    *error = why.str();
  return std::nullopt;
}

static bool areAllPowersOfTwo(llvm::ArrayRef<int64_t> shape) {
  return llvm::all_of(shape, [](int64_t extent) { return extent > 0 && llvm::isPowerOf2_64(static_cast<uint64_t>(extent)); });
}

//===-- tilings -----------------------------------------------------------------------------------------------===//

namespace {
/// An axis of the cut array: `size` steps of `stride` along `axis` of the array.
struct Cut {
  size_t axis;
  int64_t stride, size;
};
using Cuts = llvm::SmallVector<Cut, 16>;

/// Cuts the last axes of `cuts` by a tile; false where it does not divide them.
bool cutBy(Cuts &cuts, llvm::ArrayRef<int64_t> tile) {
  if (tile.size() > cuts.size())
    return false;
  size_t first = cuts.size() - tile.size();
  for (size_t k = 0; k < tile.size(); ++k) {
    Cut &outer = cuts[first + k];
    if (tile[k] <= 0 || outer.size % tile[k] != 0)
      return false;
    Cut inner{outer.axis, outer.stride, tile[k]};
    outer.stride *= tile[k];
    outer.size /= tile[k];
    cuts.push_back(inner);
  }
  return true;
}

/// Bases of one input, filled from cuts.
struct InputBuilder {
  LinearLayout::Input input;
  size_t rank;

  void add(const Cut &cut) {
    for (int64_t step = 1; step < cut.size; step *= 2) {
      Basis basis(rank, 0);
      basis[cut.axis] = static_cast<int32_t>(step * cut.stride);
      input.bases.push_back(std::move(basis));
    }
  }
  void addCopies(int64_t count) {
    for (int64_t step = 1; step < count; step *= 2)
      input.bases.push_back(Basis(rank, 0));
  }
};
} // namespace

std::optional<LinearLayout> tessera::layout::makeTiled(llvm::ArrayRef<int64_t> shape, const Tiling &tiling, std::string *error) {
  if (!areAllPowersOfTwo(shape))
    return fail(error, "the shape [" + join(shape) + "] has an extent that is not a power of two");
  Cuts cuts;
  for (auto [axis, extent] : llvm::enumerate(shape))
    cuts.push_back({axis, 1, extent});
  for (llvm::ArrayRef<int64_t> tile : tiling.tiles)
    if (!areAllPowersOfTwo(tile) || !cutBy(cuts, tile))
      return fail(error, "the shape [" + join(shape) + "] is not a multiple of the tile [" + join(tile) + "]");
  llvm::SmallVector<bool> isUsed(cuts.size(), false);
  auto take = [&](InputBuilder &builder, int64_t axis) {
    if (axis < 0)
      return builder.addCopies(-axis), true;
    if (axis == 0 || axis > static_cast<int64_t>(cuts.size()) || isUsed[cuts.size() - axis])
      return false;
    isUsed[cuts.size() - axis] = true;
    return builder.add(cuts[cuts.size() - axis]), true;
  };
  InputBuilder registers{{registerDim.str(), {}}, shape.size()}, lanes{{laneDim.str(), {}}, shape.size()},
      warps{{warpDim.str(), {}}, shape.size()};
  bool isComplete = tiling.vector > 0 && take(registers, tiling.vector);
  for (int64_t axis : llvm::reverse(tiling.lanes))
    isComplete = isComplete && take(lanes, axis);
  for (int64_t axis : llvm::reverse(tiling.warps))
    isComplete = isComplete && take(warps, axis);
  if (!isComplete)
    return fail(error, "the tiling names an axis twice or one that it does not have");
  if (lanes.input.bases.size() != 5 || warps.input.bases.size() != 2)
    return fail(error, "the tiling has " + std::to_string(1 << lanes.input.bases.size()) + " lanes and " +
                           std::to_string(1 << warps.input.bases.size()) + " warps, expected 32 and 4");
  for (size_t k = cuts.size(); k-- > 0;)
    if (!isUsed[k])
      registers.add(cuts[k]);
  std::vector<LinearLayout::Output> outputs;
  for (size_t axis = 0; axis < shape.size(); ++axis)
    outputs.push_back({getAxisName(axis), static_cast<int32_t>(shape[axis])});
  return LinearLayout::create({registers.input, lanes.input, warps.input}, std::move(outputs), error);
}

//===-- names -------------------------------------------------------------------------------------------------===//

/// Tilings that need nothing but their name; of mma's, the width of an element.
static std::optional<Tiling> findTiling(llvm::StringRef name, int64_t elementBits) {
  bool isMma = name.starts_with("mma_");
  if (isMma && elementBits != 8 && elementBits != 16 && elementBits != 32)
    return std::nullopt;
  // A register of 32 bits holds so many neighbours along K; tf32's are one each, 4 columns further instead of 8 bytes.
  int64_t packed = 32 / std::max<int64_t>(elementBits, 1);
  if (name == "wgmma" || name == "mma_acc")
    return Tiling{{{64, 8}, {16, 8}, {8, 8}, {2}}, {7}, {3, 2}, 1};
  if (name == "wgmma_8bit")
    return Tiling{{{64, 16}, {16, 16}, {8, 16}, {4}}, {7}, {3, 2}, 1};
  if (name == "wgmma_upcast_2x")
    return Tiling{{{64, 16}, {16, 16}, {8, 16}, {8}, {4}}, {8}, {4, 2, 3}, 1};
  if (name == "wgmma_upcast_4x")
    return Tiling{{{64, 32}, {16, 32}, {8, 32}, {8}}, {7}, {3, 2}, 1};
  if (name == "wgmma_transposed")
    return Tiling{{{64, 8}, {16, 8}, {8, 8}, {2, 2}, {2, 1}}, {10}, {6, 3, 5}, 2};
  if (name == "mma_lhs") // rows by lane / 4, K by lane mod 4
    return Tiling{{{64, 4 * packed}, {16, 4 * packed}, {8, 4 * packed}, {packed}}, {7}, {3, 2}, 1};
  if (name == "mma_rhs") // K by lane mod 4, columns by lane / 4; every warp has all of it
    return Tiling{{{8 * packed, 8}, {4 * packed, 8}, {packed, 1}}, {-4}, {3, 4}, 2};
  return std::nullopt;
}

/// The numbers of `tiled`: lists, each preceded by its length.
static std::optional<Tiling> readTiling(llvm::ArrayRef<int64_t> numbers) {
  llvm::SmallVector<llvm::SmallVector<int64_t>> lists;
  while (!numbers.empty()) {
    int64_t count = numbers.front();
    numbers = numbers.drop_front();
    if (count < 0 || count > static_cast<int64_t>(numbers.size()))
      return std::nullopt;
    lists.emplace_back(numbers.take_front(count));
    numbers = numbers.drop_front(count);
  }
  if (lists.size() < 4 || lists.back().size() != 1)
    return std::nullopt;
  Tiling tiling;
  tiling.vector = lists.pop_back_val().front();
  tiling.lanes = lists.pop_back_val();
  tiling.warps = lists.pop_back_val();
  tiling.tiles = std::move(lists);
  return tiling;
}

/// 16 bytes a thread along a row's panel of `swizzle` bytes, then rows, warps along rows while there are any.
static std::optional<LinearLayout> makeCopy(llvm::ArrayRef<int64_t> shape, int64_t swizzle, int64_t elementBits, std::string *error) {
  if (shape.empty() || !areAllPowersOfTwo(shape))
    return fail(error, "the shape [" + join(shape) + "] has no rows of a power of two of elements");
  size_t last = shape.size() - 1;
  Blocked blocked;
  blocked.elementsPerThread.assign(shape.size(), 1);
  blocked.lanes.assign(shape.size(), 1);
  blocked.warps.assign(shape.size(), 1);
  for (size_t axis = shape.size(); axis-- > 0;)
    blocked.order.push_back(static_cast<int64_t>(axis));
  int64_t vector = std::min<int64_t>(shape[last], 128 / elementBits), panel = std::min<int64_t>(shape[last], swizzle * 8 / elementBits);
  if (vector < 1 || panel < vector || !llvm::isPowerOf2_64(static_cast<uint64_t>(panel)))
    return fail(error, "a swizzle of " + std::to_string(swizzle) + " bytes does not fit rows of [" + join(shape) + "]");
  blocked.elementsPerThread[last] = vector;
  blocked.lanes[last] = std::min(lanesOfWarp, panel / vector);
  size_t rows = last == 0 ? 0 : last - 1;
  blocked.lanes[rows] *= lanesOfWarp / blocked.lanes[last];
  blocked.warps[rows] = warpsOfWarpgroup;
  return makeBlocked(shape, blocked);
}

/// The shape that an array had before `reduced` axes were taken out of it, each of the extent that `tiling` has at least there.
static llvm::SmallVector<int64_t> getShapeBefore(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> reduced, const Tiling &tiling) {
  llvm::SmallVector<int64_t> before(shape);
  for (int64_t axis : llvm::reverse(reduced))
    before.insert(before.begin() + std::clamp<int64_t>(axis, 0, static_cast<int64_t>(before.size())), 0);
  for (size_t axis = 0; axis < before.size(); ++axis)
    if (before[axis] == 0) {
      size_t fromEnd = before.size() - axis;
      const auto &tile = tiling.tiles.front();
      before[axis] = fromEnd <= tile.size() ? tile[tile.size() - fromEnd] : 1;
    }
  return before;
}

/// What is read along rows and written along columns, each without two lanes in one bank of rows that lie swizzled: a
/// thread has 16 bytes of a column, of four neighbours of a row. Of the eight lanes that write at once, half are the
/// same four rows further on, which the swizzle tells apart.
static std::optional<LinearLayout> makeTurned(llvm::ArrayRef<int64_t> shape, bool isWritten, int64_t elementBits,
                                              std::string *error) {
  if (shape.size() != 2 || !areAllPowersOfTwo(shape))
    return fail(error, "the shape [" + join(shape) + "] is no matrix of powers of two");
  size_t row = isWritten ? 1 : 0, column = 1 - row;
  auto getBases = [&](size_t axis, int64_t first, int64_t end) {
    std::vector<Basis> bases;
    for (int64_t step = first; step < std::min(end, shape[axis]); step *= 2) {
      bases.emplace_back(2, 0);
      bases.back()[axis] = static_cast<int32_t>(step);
    }
    return bases;
  };
  int64_t deep = std::max<int64_t>(1, 128 / elementBits);
  constexpr int64_t wide = 4;
  auto registers = getBases(isWritten ? row : column, 1, isWritten ? deep : wide),
       others = getBases(isWritten ? column : row, 1, isWritten ? wide : deep);
  registers.insert(registers.end(), others.begin(), others.end());
  auto columns = getBases(column, wide, shape[column]), rows = getBases(row, deep, shape[row]);
  auto take = [](std::vector<Basis> &first, std::vector<Basis> &second) {
    std::vector<Basis> &from = first.empty() ? second : first;
    Basis basis = from.empty() ? Basis(2, 0) : from.front();
    if (!from.empty())
      from.erase(from.begin());
    return basis;
  };
  std::vector<Basis> lanes(5, Basis(2, 0)), warps(2, Basis(2, 0));
  for (size_t lane : {2, 0, 1, 3, 4})
    lanes[lane] = take(columns, rows);
  for (Basis &warp : warps)
    warp = take(rows, columns);
  for (size_t bit : {0, 1})
    if (lanes[bit][column])
      lanes[bit][row] ^= warps[bit][row];
  registers.insert(registers.end(), rows.begin(), rows.end());
  registers.insert(registers.end(), columns.begin(), columns.end());
  return LinearLayout::create(
      {{registerDim.str(), registers}, {laneDim.str(), lanes}, {warpDim.str(), warps}},
      {{getAxisName(0), static_cast<int32_t>(shape[0])}, {getAxisName(1), static_cast<int32_t>(shape[1])}}, error);
}

std::optional<LinearLayout> tessera::layout::makeNamedLayout(const LayoutName &name, llvm::ArrayRef<int64_t> shape, int64_t elementBits,
                                                             std::string *error) {
  if (name.name == "strided" || name.name == "copy") {
    if (!name.reduced.empty())
      return fail(error, "`" + name.name + "` has no layout of a reduced array");
    if (name.numbers.size() != 1 || name.numbers[0] < 1 || !llvm::isPowerOf2_64(static_cast<uint64_t>(name.numbers[0])))
      return fail(error, "`" + name.name + "` needs one number, a power of two");
    if (name.name == "copy")
      return makeCopy(shape, name.numbers[0], elementBits, error);
    int64_t elements = 1;
    for (int64_t extent : shape)
      elements *= extent;
    if (!areAllPowersOfTwo(shape) || elements < name.numbers[0] * lanesOfWarp * warpsOfWarpgroup)
      return fail(error, "the shape [" + join(shape) + "] does not give each of 128 threads " + std::to_string(name.numbers[0]) +
                             " neighbours");
    return makeStrided(shape, name.numbers[0]);
  }
  if (name.name == "turned")
    return makeTurned(shape, name.numbers.size() == 1 && name.numbers[0] == 1, elementBits, error);
  std::optional<Tiling> tiling = name.name == "tiled" ? readTiling(name.numbers) : findTiling(name.name, elementBits);
  if (!tiling)
    return fail(error, name.name == "tiled" ? llvm::Twine("the numbers of `tiled` are not tiles, warps, lanes and a vector")
                                            : "there is no layout `" + name.name + "` for elements of " + llvm::Twine(elementBits) + " bits");
  if (name.reduced.empty())
    return makeTiled(shape, *tiling, error);
  std::optional<LinearLayout> layout = makeTiled(getShapeBefore(shape, name.reduced, *tiling), *tiling, error);
  for (int64_t axis : name.reduced) {
    if (!layout || axis < 0 || axis >= static_cast<int64_t>(layout->rank()))
      return layout ? fail(error, "there is no axis " + std::to_string(axis) + " to reduce") : std::nullopt;
    layout = makeSlice(*layout, static_cast<size_t>(axis));
  }
  return layout;
}

std::optional<LinearLayout> tessera::layout::makeWgmmaAccumulator(llvm::ArrayRef<int64_t> shape) {
  return makeNamedLayout({"wgmma", {}, {}}, shape, 32);
}

std::optional<LinearLayout> tessera::layout::makeWgmmaOperand(llvm::ArrayRef<int64_t> shape, int64_t elementBits) {
  return makeNamedLayout({"mma_lhs", {}, {}}, shape, elementBits);
}

LinearLayout tessera::layout::makeStrided(llvm::ArrayRef<int64_t> shape, int64_t vector) {
  int64_t elements = 1;
  for (int64_t extent : shape)
    elements *= extent;
  return *makeBlocked({elements}, chooseBlocked({elements}, vector, lanesOfWarp, warpsOfWarpgroup)).reshaped(shape);
}

//===-- layouts to names --------------------------------------------------------------------------------------===//

std::string tessera::layout::describeLayout(const LinearLayout &layout, int64_t elementBits) {
  std::vector<int64_t> shape = layout.shape();
  static const llvm::StringLiteral names[] = {"wgmma", "wgmma_8bit", "wgmma_upcast_2x", "wgmma_upcast_4x", "wgmma_transposed", "mma_lhs", "mma_rhs"};
  for (llvm::StringRef name : names) {
    if (makeNamedLayout({name, {}, {}}, shape, elementBits) == layout)
      return name.str();
    for (int64_t axis : {1, 0})
      if (shape.size() == 1 && makeNamedLayout({name, {}, {axis}}, shape, elementBits) == layout)
        return name.str() + " reduced [" + std::to_string(axis) + "]";
  }
  for (int64_t vector = 1; vector <= 16; vector *= 2)
    if (layout.elements() >= vector * lanesOfWarp * warpsOfWarpgroup && makeStrided(shape, vector) == layout)
      return "strided(" + std::to_string(vector) + ")";
  return layout.str();
}
