// SPDX-License-Identifier: Apache-2.0
// The cost model of a first guess. Elementwise work is bound by memory: several vectors of 16 bytes in flight an operand, rows before columns. A product is
// bound by how often its operands are read: the larger the tile the fewer times, as long as all multiprocessors have one.
#include "compiler/schedule/split/Tiling.h"
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/split/Accesses.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

std::optional<SmallVector<int64_t>> schedule::mapAxes(ArrayRef<int64_t> shape, ArrayRef<int64_t> domain) {
  SmallVector<int64_t> axes;
  if (shape == domain) {
    for (size_t axis = 0; axis < shape.size(); ++axis)
      axes.push_back(axis);
    return axes;
  }
  size_t next = 0;
  for (int64_t extent : shape) {
    if (extent == 1) {
      axes.push_back(-1);
      continue;
    }
    while (next < domain.size() && domain[next] != extent)
      ++next;
    if (next == domain.size())
      return std::nullopt;
    axes.push_back(next++);
  }
  return axes;
}

ChainFacts schedule::findFacts(const StoreGroup &group) {
  ChainFacts facts;
  llvm::SetVector<Operation *> chain;
  auto add = [&](Value value) {
    if (Operation *op = value.getDefiningOp())
      chain.insert(op);
    else if (auto *parent = value.getParentBlock()->getParentOp(); !isa<tile::KernelOp>(parent) && !hasWrites(parent))
      chain.insert(parent);
  };
  for (Operation *root : group.roots)
    llvm::for_each(root->getOperands(), add);
  if (group.value)
    add(group.value);
  for (size_t index = 0; index < chain.size(); ++index) {
    Operation *op = chain[index];
    if (op->getNumRegions() && hasWrites(op))
      continue;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        add(operand);
    });
    if (auto dot = dyn_cast<tile::DotOp>(op)) {
      facts.hasDot = true;
      facts.operandBits = tile::getElementType(dot.getLhs().getType()).getIntOrFloatBitWidth();
    }
    facts.hasReduction |= isa<tile::ReduceOp, tile::ReduceByOp, tile::ScanOp>(op);
    if (isa<tile::LoadOp, tile::GatherOp>(op) && countElements(op->getResult(0).getType()) == countElements(RankedTensorType::get(group.domain, Float32Type::get(op->getContext())))) {
      ++facts.loads;
      facts.elementBits = std::max<int64_t>(facts.elementBits, tile::getElementType(op->getResult(0).getType()).getIntOrFloatBitWidth());
    }
  }
  facts.loads = std::clamp<int64_t>(facts.loads, 1, 7);
  return facts;
}

int64_t Tiling::countTiles(ArrayRef<int64_t> domain) const {
  int64_t count = 1;
  for (auto [axis, extent] : llvm::enumerate(domain))
    if (!isInner(axis))
      count *= llvm::divideCeil(extent, tile[axis]);
  return count;
}

/// The largest of the usual tiles with which every multiprocessor has one, else the smallest.
static void chooseProductTile(Tiling &tiling, ArrayRef<int64_t> domain, const RegisterBudget &budget, int64_t programs, int64_t processors) {
  static constexpr std::pair<int64_t, int64_t> sizes[] = {{128, 128}, {128, 64}, {64, 64}, {64, 32}, {32, 32}};
  size_t rank = domain.size();
  for (auto [rows, columns] : sizes) {
    tiling.tile[rank - 2] = std::min(rows, domain[rank - 2]);
    tiling.tile[rank - 1] = std::min(columns, domain[rank - 1]);
    int64_t accumulator = tiling.tile[rank - 2] * tiling.tile[rank - 1] / budget.threads;
    if (accumulator <= 64 && (programs == 0 || programs * tiling.countTiles(domain) >= processors * 9 / 10))
      break;
  }
  int64_t rows = llvm::divideCeil(domain[rank - 2], tiling.tile[rank - 2]);
  for (tiling.group = 8; rows % tiling.group != 0;)
    tiling.group /= 2;
  tiling.reason = "tiles of a product, as large as leaves no multiprocessor without one";
}

/// What `--tune` calls these. A value that a person chose stays where another array has no room for it.
static void noteTiling(tile::KernelOp kernel, const Tiling &tiling, const ChainFacts &facts) {
  auto note = [&](StringRef name, int64_t value) {
    std::optional<int64_t> asked = getChoice(kernel, name);
    if (!asked || tilegpu::getChosen(kernel, name) != asked)
      tilegpu::setChosen(kernel, name, value);
  };
  int64_t elements = 1;
  for (int64_t extent : tiling.tile)
    elements *= extent;
  size_t rank = tiling.tile.size();
  if (!facts.hasDot || rank < 2)
    note("tile", elements);
  if (rank >= 2 && (facts.hasDot || getChoice(kernel, "tile_m")))
    note("tile_m", tiling.tile[rank - 2]);
  if (facts.hasDot || getChoice(kernel, "tile_n"))
    note("tile_n", tiling.tile[rank - 1]);
  if (facts.hasDot)
    note("group", tiling.group);
  if (facts.hasDot && tiling.tileK)
    note("tile_k", tiling.tileK);
}

Tiling schedule::chooseTiling(tile::KernelOp kernel, const StoreGroup &group, const RegisterBudget &budget, int64_t programs, int64_t processors) {
  ChainFacts facts = findFacts(group);
  Tiling tiling;
  size_t rank = group.domain.size();
  tiling.tile.assign(rank, 1);
  tiling.isCoupled.assign(rank, false);
  tiling.isStreamed.assign(rank, false);
  if (group.value)
    tiling.tile = group.domain;
  if (rank == 0 || group.value)
    return tiling;
  if (facts.hasDot && rank >= 2) {
    chooseProductTile(tiling, group.domain, budget, programs, processors);
  } else {
    constexpr int64_t tileRegisters = 64; // several vectors in flight an operand without crowding out other warps
    int64_t bytes = facts.elementBits / 8, live = facts.loads + 1;
    int64_t perThread = std::max<int64_t>(16 / bytes, llvm::bit_floor<uint64_t>(tileRegisters * 4 / (bytes * live)));
    int64_t room = getChoice(kernel, "tile").value_or(facts.hasDot ? 64 : perThread * budget.threads);
    for (size_t axis = rank; axis-- > 0;) {
      tiling.tile[axis] = std::min<int64_t>(std::max<int64_t>(room, 1), group.domain[axis]);
      room /= static_cast<int64_t>(llvm::PowerOf2Ceil(tiling.tile[axis]));
    }
    tiling.reason = "several 16-byte accesses in flight for each thread";
    // Each element of a sum is much work: as many blocks as there are multiprocessors, as long as a line of memory goes to one.
    constexpr int64_t leastPrograms = 4, smallest = 32;
    while (facts.hasReduction && std::max(programs, leastPrograms) * tiling.countTiles(group.domain) < processors) {
      int64_t &widest = *llvm::max_element(tiling.tile);
      if (widest <= smallest)
        break;
      widest = llvm::PowerOf2Ceil(widest) / 2;
    }
  }
  if (std::optional<int64_t> rows = getChoice(kernel, "tile_m"); rows && rank >= 2)
    tiling.tile[rank - 2] = std::clamp<int64_t>(*rows, 1, group.domain[rank - 2]);
  if (std::optional<int64_t> columns = getChoice(kernel, "tile_n"))
    tiling.tile[rank - 1] = std::clamp<int64_t>(*columns, 1, group.domain[rank - 1]);
  if (std::optional<int64_t> tilesTogether = getChoice(kernel, "group"); tilesTogether && *tilesTogether > 0)
    tiling.group = *tilesTogether;
  tiling.tileK = getChoice(kernel, "tile_k").value_or(0);
  noteTiling(kernel, tiling, facts);
  return tiling;
}
