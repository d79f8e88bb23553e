// SPDX-License-Identifier: Apache-2.0
// Tiles, stages and warpgroups of a product, by what they cost: a multiprocessor's tensor core takes 2,048 products of 16-bit elements a cycle (of bytes twice as many), and about
// 48 bytes a cycle come from the L2 cache; the slower of both is a step's time, and some more where both take as long. A tile begins with an empty ring and ends with an epilogue; of the
// tiles that one block does, all but the first and last overlap theirs. What every multiprocessor does at the same time is a wave: the cost of the product
// is that of its waves. 128 x 256 x 64 with 4 stages and two consumers is what large products get. Clusters are taken where a person or `tessera tune` asks for them.
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/specialize/Gemm.h"
#include "compiler/schedule/specialize/SumRegisters.h"
#include "compiler/schedule/specialize/TileCost.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static constexpr int64_t rowsOfConsumer = 64, swizzleBytes = 128, copyUnit = 16, minColumns = 16, fewColumns = 32, maxColumns = 256;
static constexpr int64_t mostStages = 6, sharedForBarriers = 1024;

static int64_t getBytes(Type type) { return type.getIntOrFloatBitWidth() / 8; }

/// Whether the copy engine can address the array as a matrix (of which it clips both axes where `clips` says so).
static bool isCopyable(tile::KernelOp kernel, const GemmMatrix &matrix) {
  int64_t bytes = getBytes(tile::getElementType(matrix.box.value.getType()));
  if (getAlignment(kernel, matrix.box.array.getArgNumber()) % copyUnit != 0 || matrix.box.axes.size() > 5)
    return false;
  return llvm::all_of(ArrayRef(matrix.box.axes).drop_back(), [&](const BoxAxis &axis) { return axis.pitch * bytes % copyUnit == 0; });
}

/// The shape of an array that was flat: rows as long as the pitch; false where another access says otherwise.
static bool addShape(GemmPlan &plan, const Box &box, int64_t slowest) {
  if (!box.isFlat)
    return true;
  SmallVector<int64_t> shape;
  for (const BoxAxis &axis : box.axes)
    shape.push_back(axis.extent < 0 ? slowest : axis.extent);
  int64_t elements = 1, known = cast<tile::RefType>(box.array.getType()).getShape().front();
  for (int64_t extent : shape)
    elements *= extent;
  if (!ShapedType::isDynamic(known) && elements > known)
    return false; // its last row ends before the pitch does
  auto [found, isNew] = plan.shapes.try_emplace(box.array.getArgNumber(), shape);
  return isNew || found->second == shape;
}

/// Where a matrix's last axis ends before the array's does, nothing may be clipped there.
static bool endsWell(int64_t end, int64_t extent, int64_t tile) { return end == extent || end % tile == 0; }

static int64_t getExtent(const GemmPlan &plan, const Box &box, int64_t axis) {
  auto found = plan.shapes.find(box.array.getArgNumber());
  return found != plan.shapes.end() && box.isFlat ? found->second[axis] : box.axes[axis].extent;
}

static bool addShapes(GemmPlan &plan, const Gemm &gemm) {
  auto slowest = [](const GemmMatrix &matrix, int64_t line, int64_t inner) { return matrix.line < matrix.inner ? line : inner; };
  if (!addShape(plan, gemm.a.box, slowest(gemm.a, gemm.m, gemm.k)) || !addShape(plan, gemm.b.box, slowest(gemm.b, gemm.n, gemm.k)) ||
      !addShape(plan, gemm.result.box, gemm.m))
    return false;
  return llvm::all_of(gemm.loads, [&](const auto &load) {
    const Box &box = load.first;
    TileAxis first = box.axes.front().valueAxis < 0 ? TileAxis::none : load.second[box.axes.front().valueAxis];
    return addShape(plan, box, first == TileAxis::row ? gemm.m : first == TileAxis::column ? gemm.n : 1);
  });
}

static bool fits(const GemmPlan &plan, const Gemm &gemm) {
  return endsWell(gemm.k, getExtent(plan, gemm.a.box, gemm.a.inner), plan.depth) && endsWell(gemm.k, getExtent(plan, gemm.b.box, gemm.b.inner), plan.depth) &&
         endsWell(gemm.m, getExtent(plan, gemm.result.box, gemm.result.line), plan.getClusterRows()) &&
         endsWell(gemm.n, getExtent(plan, gemm.result.box, gemm.result.inner), plan.columns);
}

static bool holdsSums(const GemmPlan &plan, const Gemm &gemm, const tilegpu::Target &target) {
  int64_t sums = rowsOfConsumer * plan.columns / (tilegpu::warpsPerWarpgroup * tilegpu::lanesPerWarp);
  return schedule::holdsSums(gemm.isSummedByStep() ? 2 * sums : sums, plan.consumers, target);
}

static int64_t countWaves(const GemmPlan &plan) { return llvm::divideCeil(plan.tiles * plan.cluster, plan.blocks); }

/// All else follows from the tile and the number of consumers. False where shared memory does not hold two stages.
static bool complete(GemmPlan &plan, const Gemm &gemm, const tilegpu::Target &target, std::optional<int64_t> stages, bool isPersistent) {
  int64_t bytes = getBytes(gemm.getElement()), resultBytes = getBytes(gemm.getResultElement());
  plan.tilesM = llvm::divideCeil(gemm.m, plan.getClusterRows());
  plan.tilesN = llvm::divideCeil(gemm.n, plan.columns);
  plan.tiles = plan.tilesM * plan.tilesN * gemm.getBatches();
  plan.steps = llvm::divideCeil(gemm.k, plan.depth);
  plan.blocks = plan.cluster * (isPersistent ? std::min(plan.tiles, target.processors / plan.cluster) : plan.tiles);
  plan.strip = std::min(plan.columns, swizzleBytes / resultBytes);
  int64_t result = plan.consumers * 2 * rowsOfConsumer * plan.strip * resultBytes, stage = (plan.rows + plan.columns) * plan.depth * bytes;
  int64_t most = (target.sharedBytes - sharedForBarriers - result) / stage;
  // More stages than steps that a block does would never be filled.
  plan.stages = stages ? *stages : std::min({most, mostStages, std::max<int64_t>(2, plan.steps * countWaves(plan))});
  return plan.stages >= 2 && plan.stages <= most && holdsSums(plan, gemm, target) && fits(plan, gemm);
}

/// Cycles of the whole product.
static int64_t estimate(const GemmPlan &plan, const Gemm &gemm) {
  int64_t bytes = getBytes(gemm.getElement());
  int64_t columns = std::max(plan.columns, fewestColumns);
  int64_t products = plan.rows * columns * plan.depth * bytes / 2 / productsPerCycle, copies = (plan.rows + plan.columns / plan.cluster) * plan.depth * bytes / bytesPerCycle;
  int64_t step = std::max(overlap(products, copies), int64_t(128));
  int64_t epilogue = plan.rows * plan.columns * getBytes(gemm.getResultElement()) / resultBytesPerCycle + 200;
  int64_t waves = countWaves(plan);
  return startCycles + waves * (plan.steps * step + epilogue * 2 / (waves > 1 ? 3 : 2));
}

static std::optional<GemmPlan> choose(tile::KernelOp kernel, const Gemm &gemm, const GemmPlan &base, const tilegpu::Target &target) {
  std::optional<int64_t> rows = getChoice(kernel, "tile_m"), columns = getChoice(kernel, "tile_n"), consumers = getChoice(kernel, "consumers"),
                         stages = getChoice(kernel, "stages"), depth = getChoice(kernel, "tile_k");
  int64_t cluster = getChoice(kernel, "cluster").value_or(1);
  if (cluster < 1 || cluster > tilegpu::maxClusterBlocks)
    return std::nullopt;
  std::optional<GemmPlan> best;
  int64_t bestCycles = 0;
  for (int64_t count : {2, 1, 3}) {
    if (consumers ? count != *consumers : rows ? count * rowsOfConsumer != *rows : count == 3)
      continue;
    for (int64_t width = maxColumns; width >= minColumns; width /= 2) {
      if (columns ? width != *columns : (width > minColumns && width / 2 >= gemm.n) || (width < fewColumns && width < gemm.n))
        continue;
      GemmPlan plan = base;
      plan.consumers = count;
      plan.rows = count * rowsOfConsumer;
      plan.columns = width;
      plan.cluster = cluster;
      plan.depth = depth.value_or(swizzleBytes / getBytes(gemm.getElement()));
      if (!complete(plan, gemm, target, stages, getChoice(kernel, "persistent") != 0))
        continue;
      int64_t cycles = estimate(plan, gemm);
      if (!best || cycles < bestCycles) {
        best = plan;
        bestCycles = cycles;
      }
    }
  }
  return best;
}

/// Says where what a person chose is why there is no plan.
static void remarkImpossible(tile::KernelOp kernel, const Gemm &gemm) {
  std::string chosen;
  for (llvm::StringRef name : {"tile_m", "tile_n", "tile_k", "consumers", "stages", "cluster"})
    if (std::optional<int64_t> value = getChoice(kernel, name))
      chosen += (chosen.empty() ? "" : ", ") + name.str() + "=" + std::to_string(*value);
  if (!chosen.empty())
    remarkChoice(gemm.product.getLoc(), "the programs keep their own tiles of this product", "no tile of warpgroups has " + chosen);
}

/// Types that wgmma takes as it would be asked here: 16-bit floats however they lie, bytes, 8-bit floats and f32 (where the program allows for tf32) along K only.
static bool areMultiplied(const Gemm &gemm) {
  Type element = gemm.getElement(), result = gemm.getResultElement(), product = tile::getElementType(gemm.product.getType());
  auto isFloat8 = [](Type type) { return isa<Float8E4M3FNType, Float8E5M2Type>(type); };
  Type right = tile::getElementType(gemm.b.box.value.getType());
  if (element != right && !(isFloat8(element) && isFloat8(right)))
    return false;
  bool isAlongK = gemm.a.isInnerLast() && gemm.b.isInnerLast();
  if (element.isInteger(8))
    return isAlongK && !gemm.isUnsigned && product.isInteger(32) && (result.isInteger(32) || result.isInteger(8) || result.isF32() || result.isF16() || result.isBF16());
  if (!isa<FloatType>(product) || !(result.isF32() || result.isF16() || result.isBF16()))
    return false;
  if (isFloat8(element))
    return isAlongK;
  return element.isF16() || element.isBF16() || (element.isF32() && isAlongK && gemm.precision == tile::Precision::tf32);
}

std::optional<GemmPlan> tessera::schedule::planGemm(tile::KernelOp kernel, const Gemm &gemm, Reasons &reasons) {
  auto refuse = [&](const Twine &condition, const Twine &remedy = "") {
    return reasons.add(gemm.product.getLoc(), condition, remedy), std::optional<GemmPlan>();
  };
  const tilegpu::Target &target = kernel->getParentOfType<tilegpu::TargetModuleOp>().getTarget();
  if (!areMultiplied(gemm))
    return refuse("warpgroups do not multiply " + describe(gemm.getElement()) + " as its operands lie",
                  "other than 16-bit elements have to lie along the product's depth");
  for (const GemmMatrix *matrix : {&gemm.a, &gemm.b, &gemm.result})
    if (!isCopyable(kernel, *matrix))
      return refuse("rows of `" + kernel.getArgumentName(matrix->box.array.getArgNumber()) +
                        "` do not begin at multiples of 16 bytes, as the copy engine wants them to",
                    "pad them");
  BlockArgument written = gemm.result.box.array;
  if (written == gemm.a.box.array || written == gemm.b.box.array)
    return refuse("an operand's array is the result's");
  GemmPlan base;
  if (!addShapes(base, gemm))
    return refuse("arrays have not the elements that their rows would have to have");
  std::optional<GemmPlan> plan = choose(kernel, gemm, base, target);
  if (!plan) {
    remarkImpossible(kernel, gemm);
    return refuse("no tile of warpgroups ends where its rows and columns do, or fits shared memory");
  }
  plan->group = std::clamp<int64_t>(getChoice(kernel, "group").value_or(8), 1, plan->tilesM);
  return plan;
}
