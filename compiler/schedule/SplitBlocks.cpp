// SPDX-License-Identifier: Apache-2.0
// Blocks that do not fit a program's registers, cut into tiles. A large store is the root: it and all that its value is
// computed from are elementwise in the block's axes, so that one tile of it needs one tile of each operand. The whole chain
// moves into a loop over tiles:
//
//     %x = tile.load %a[%b] sizes [65536]                 scf.for %t = %part to %32 step %parts {
//     %y = math.exp %x                          =>          %o = %t * 2048
//     tile.store %y, %c[%b] sizes [65536]                    %x = tile.load %a[%b + %o] sizes [2048]
//                                                            %y = math.exp %x
//                                                            tile.store %y, %c[%b + %o] sizes [2048] }
//
// The *domain* is the root's shape. A value inside the chain sees it through a *view*: for each of its own axes, the domain's
// axis along which it runs, or none where its extent is 1. A row vector that is broadcast to the block has the view [1].
//
// Tiles run in any order, on several thread blocks at once, so moving accesses must not change what they see: an array that
// a loop writes is accessed nowhere else, and inside the loop always at the same place by each element.
//
// Rejected: cutting after layouts are chosen, register by register: the masks, offsets and vector widths would be computed
// for a block that nobody executes.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/support/PassDiagnostics.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_SPLITBLOCKSPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

namespace {

using View = SmallVector<int64_t>; // a domain axis an own axis, -1 for none

/// 32-bit registers that the live tensors of a thread may take, and those that a tile aims at: several vectors in flight an
/// operand without crowding out other warps.
constexpr int64_t registerBudget = 96, tileRegisters = 64;
/// Most thread blocks that share one program.
constexpr int64_t maxParts = 16384;

int64_t countElements(Type type) {
  int64_t count = 1;
  for (int64_t extent : tile::getShape(type))
    count *= extent;
  return count;
}

int64_t getRegisters(Type elementType) { return std::max<int64_t>(1, elementType.getIntOrFloatBitWidth() / 32); }

/// A chain's stores, in order, all of the same shape and in the same block of operations.
struct Group {
  SmallVector<int64_t> domain;
  SmallVector<Operation *> roots;
  /// The operations of the chain, each with every view that is asked of its result; in no order.
  llvm::MapVector<Operation *, SmallVector<View>> demands;
};

Value getStoredValue(Operation *op) {
  if (auto store = dyn_cast<tile::StoreOp>(op))
    return store.getValue();
  if (auto scatter = dyn_cast<tile::ScatterOp>(op))
    return scatter.getValue();
  return {};
}

Value getRef(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tile::LoadOp, tile::StoreOp, tile::GatherOp, tile::ScatterOp>([](auto access) { return access.getRef(); })
      .Default([](Operation *) { return Value(); });
}

//===-- what the chain of a store is --------------------------------------------------------------------------===//

class ChainFinder {
public:
  explicit ChainFinder(Group &group) : group(group) {}

  /// False where something in the chain is not elementwise; `obstacle` is it.
  bool find() {
    View whole;
    for (size_t axis = 0; axis < group.domain.size(); ++axis)
      whole.push_back(axis);
    for (Operation *root : group.roots) {
      group.demands[root].push_back(whole);
      for (Value operand : root->getOperands())
        if (!demand(operand, whole, root))
          return false;
    }
    return true;
  }
  Operation *obstacle = nullptr;

private:
  /// Asks for a tile of `value`, of which axis k runs along domain axis `view[k]`.
  bool demand(Value value, View view, Operation *user) {
    if (!isa<RankedTensorType>(value.getType()))
      return true; // a scalar or a Ref is the same for every tile
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != group.roots.front()->getBlock() || op->getNumRegions()) {
      obstacle = op ? op : user;
      return false;
    }
    SmallVector<View> &known = group.demands[op];
    if (llvm::is_contained(known, view))
      return true;
    known.push_back(view);
    return demandOperands(op, view);
  }

  bool demandOperands(Operation *op, const View &view) {
    if (isa<arith::ConstantOp, tile::IotaOp>(op))
      return true;
    if (auto broadcast = dyn_cast<tile::BroadcastOp>(op)) {
      View inner;
      for (auto [extent, axis] : llvm::zip(tile::getShape(broadcast.getInput().getType()), broadcast.getAxes()))
        inner.push_back(extent == 1 ? -1 : view[axis]);
      return demand(broadcast.getInput(), inner, op);
    }
    if (auto transpose = dyn_cast<tile::TransposeOp>(op)) {
      View inner(view.size());
      for (auto [axis, source] : llvm::enumerate(transpose.getPermutation()))
        inner[source] = view[axis];
      return demand(transpose.getInput(), inner, op);
    }
    if (auto reshape = dyn_cast<tile::ReshapeOp>(op))
      return demandReshape(reshape, view);
    bool isElementwise = OpTrait::hasElementwiseMappableTraits(op) ||
                         isa<tile::CastOp, tile::BitcastOp, tile::LoadOp, tile::GatherOp>(op);
    if (!isElementwise) {
      obstacle = op;
      return false;
    }
    return llvm::all_of(op->getOperands(), [&](Value operand) { return demand(operand, view, op); });
  }

  /// Adding and removing axes of size 1 keeps views; any other reshape has none.
  bool demandReshape(tile::ReshapeOp op, const View &view) {
    SmallVector<int64_t> axes;
    for (auto [extent, axis] : llvm::zip(tile::getShape(op.getType()), view))
      if (extent != 1)
        axes.push_back(axis);
    View inner;
    size_t next = 0;
    for (int64_t extent : tile::getShape(op.getInput().getType())) {
      if (extent != 1 && next == axes.size())
        return obstacle = op, false;
      inner.push_back(extent == 1 ? -1 : axes[next++]);
    }
    return demand(op.getInput(), inner, op);
  }

  Group &group;
};

//===-- a tile of the chain -----------------------------------------------------------------------------------===//

/// Writes the body of the loop: every operation of the chain for one tile.
class TileWriter {
public:
  TileWriter(OpBuilder &builder, const Group &group, ArrayRef<int64_t> tile, ArrayRef<Value> starts)
      : builder(builder), group(group), tile(tile), starts(starts) {}

  void write(Operation *op, const View &view) {
    ArrayBuilder arrays(builder, op->getLoc());
    Value result =
        llvm::TypeSwitch<Operation *, Value>(op)
            .Case([&](tile::StoreOp store) { return writeStore(store, view), Value(); })
            .Case([&](tile::ScatterOp scatter) { return writeScatter(scatter, view), Value(); })
            .Case([&](tile::LoadOp load) { return writeLoad(load, view); })
            .Case([&](tile::GatherOp gather) { return writeGather(gather, view); })
            .Case([&](tile::IotaOp iota) { return writeIota(iota, view); })
            .Case([&](arith::ConstantOp constant) -> Value {
              auto splat = cast<SplatElementsAttr>(constant.getValue());
              return arith::ConstantOp::create(builder, op->getLoc(), splat.resizeSplat(cast<ShapedType>(cut(op, view))));
            })
            .Case([&](tile::BroadcastOp broadcast) -> Value {
              View inner;
              for (auto [extent, axis] : llvm::zip(tile::getShape(broadcast.getInput().getType()), broadcast.getAxes()))
                inner.push_back(extent == 1 ? -1 : view[axis]);
              return tile::BroadcastOp::create(builder, op->getLoc(), cut(op, view), get(broadcast.getInput(), inner),
                                               broadcast.getAxes());
            })
            .Case([&](tile::TransposeOp transpose) -> Value {
              View inner(view.size());
              for (auto [axis, source] : llvm::enumerate(transpose.getPermutation()))
                inner[source] = view[axis];
              return tile::TransposeOp::create(builder, op->getLoc(), cut(op, view), get(transpose.getInput(), inner),
                                               transpose.getPermutation());
            })
            .Case([&](tile::ReshapeOp reshape) { return writeReshape(reshape, view); })
            .Default([&](Operation *) { return writeElementwise(op, view), Value(); });
    if (result)
      tiles[{op->getResult(0), key(view)}] = result;
  }

private:
  static std::string key(const View &view) {
    std::string text;
    for (int64_t axis : view)
      text += std::to_string(axis) + ",";
    return text;
  }

  SmallVector<int64_t> cutShape(ArrayRef<int64_t> shape, const View &view) {
    SmallVector<int64_t> cut(shape);
    for (auto [axis, domainAxis] : llvm::enumerate(view))
      if (domainAxis >= 0)
        cut[axis] = tile[domainAxis];
    return cut;
  }
  Type cut(Operation *op, const View &view) { return cut(op->getResult(0).getType(), view); }
  Type cut(Type type, const View &view) {
    return tile::getArrayType(cutShape(tile::getShape(type), view), tile::getElementType(type));
  }

  Value get(Value value, const View &view) {
    if (!value || !isa<RankedTensorType>(value.getType()))
      return value;
    return tiles.lookup({value, key(view)});
  }

  /// Which elements of a tile lie inside the block: null where all do.
  Value isInside(const View &view, Type type, Location loc) {
    ArrayBuilder arrays(builder, loc);
    SmallVector<int64_t> shape = cutShape(tile::getShape(type), view);
    Value inside;
    for (auto [axis, domainAxis] : llvm::enumerate(view))
      if (domainAxis >= 0 && group.domain[domainAxis] % tile[domainAxis] != 0)
        inside = arrays.both(inside, arrays.isBelow(arrays.positions(shape, axis, starts[domainAxis], 1), group.domain[domainAxis]));
    return inside;
  }

  /// The offsets and sizes of a slice of the block's tile.
  template <typename OpT> std::pair<SmallVector<Value>, SmallVector<int64_t>> cutSlice(OpT op, const View &view) {
    ArrayBuilder arrays(builder, op.getLoc());
    SmallVector<Value> offsets;
    SmallVector<int64_t> sizes;
    size_t own = 0;
    for (int64_t axis = 0; axis < static_cast<int64_t>(op.getSizes().size()); ++axis) {
      Value offset = arrays.toI32(op.getOffset(axis));
      int64_t size = op.getSizes()[axis];
      if (!llvm::is_contained(op.getDropped(), axis)) {
        int64_t domainAxis = view[own++];
        if (domainAxis >= 0) {
          offset = arrays.add(offset, arrays.multiply(starts[domainAxis], op.getStride(axis)));
          size = tile[domainAxis];
        }
      }
      offsets.push_back(offset);
      sizes.push_back(size);
    }
    return {offsets, sizes};
  }

  DenseI64ArrayAttr dynamicOffsets(size_t rank) {
    return builder.getDenseI64ArrayAttr(SmallVector<int64_t>(rank, ShapedType::kDynamic));
  }

  Value writeLoad(tile::LoadOp op, const View &view) {
    auto [offsets, sizes] = cutSlice(op, view);
    ArrayBuilder arrays(builder, op.getLoc());
    Value mask = arrays.both(get(op.getMask(), view), isInside(view, op.getType(), op.getLoc()));
    return tile::LoadOp::create(builder, op.getLoc(), cut(op, view), op.getRef(), offsets, mask, get(op.getOther(), view),
                                dynamicOffsets(offsets.size()), builder.getDenseI64ArrayAttr(sizes), op.getStridesAttr(),
                                op.getDroppedAttr());
  }
  void writeStore(tile::StoreOp op, const View &view) {
    auto [offsets, sizes] = cutSlice(op, view);
    ArrayBuilder arrays(builder, op.getLoc());
    Value mask = arrays.both(get(op.getMask(), view), isInside(view, op.getValue().getType(), op.getLoc()));
    tile::StoreOp::create(builder, op.getLoc(), get(op.getValue(), view), op.getRef(), offsets, mask,
                          dynamicOffsets(offsets.size()), builder.getDenseI64ArrayAttr(sizes), op.getStridesAttr(),
                          op.getDroppedAttr());
  }
  SmallVector<Value> getAll(ValueRange values, const View &view) {
    return llvm::map_to_vector(values, [&](Value value) { return get(value, view); });
  }
  Value writeGather(tile::GatherOp op, const View &view) {
    ArrayBuilder arrays(builder, op.getLoc());
    Value mask = arrays.both(get(op.getMask(), view), isInside(view, op.getType(), op.getLoc()));
    return tile::GatherOp::create(builder, op.getLoc(), cut(op, view), op.getRef(), getAll(op.getIndices(), view), mask,
                                  get(op.getOther(), view));
  }
  void writeScatter(tile::ScatterOp op, const View &view) {
    ArrayBuilder arrays(builder, op.getLoc());
    Value mask = arrays.both(get(op.getMask(), view), isInside(view, op.getValue().getType(), op.getLoc()));
    tile::ScatterOp::create(builder, op.getLoc(), get(op.getValue(), view), op.getRef(), getAll(op.getIndices(), view), mask);
  }
  Value writeIota(tile::IotaOp op, const View &view) {
    ArrayBuilder arrays(builder, op.getLoc());
    int64_t domainAxis = view[op.getAxis()];
    Value start = domainAxis < 0 ? arrays.constant(0) : starts[domainAxis];
    Value positions = arrays.positions(cutShape(op.getType().getShape(), view), op.getAxis(), start, 1);
    if (op.getType().getElementType().isInteger(32))
      return positions;
    return tile::CastOp::create(builder, op.getLoc(), cut(op, view), positions, false, false);
  }
  Value writeReshape(tile::ReshapeOp op, const View &view) {
    SmallVector<int64_t> axes;
    for (auto [extent, axis] : llvm::zip(tile::getShape(op.getType()), view))
      if (extent != 1)
        axes.push_back(axis);
    View inner;
    size_t next = 0;
    for (int64_t extent : tile::getShape(op.getInput().getType()))
      inner.push_back(extent == 1 ? -1 : axes[next++]);
    return tile::ReshapeOp::create(builder, op.getLoc(), cut(op, view), get(op.getInput(), inner));
  }
  /// `arith.mului_extended` and its kin have two results: both have a tile.
  void writeElementwise(Operation *op, const View &view) {
    auto types = llvm::map_to_vector(op->getResultTypes(), [&](Type type) { return cut(type, view); });
    OperationState state(op->getLoc(), op->getName(), getAll(op->getOperands(), view), types, op->getAttrs());
    state.propertiesAttr = op->getPropertiesAsAttribute();
    for (auto [whole, part] : llvm::zip(op->getResults(), builder.create(state)->getResults()))
      tiles[{whole, key(view)}] = part;
  }

  OpBuilder &builder;
  const Group &group;
  ArrayRef<int64_t> tile;
  ArrayRef<Value> starts;
  struct Tiles {
    std::map<std::pair<const void *, std::string>, Value> values;
    Value &operator[](std::pair<Value, std::string> key) { return values[{key.first.getAsOpaquePointer(), key.second}]; }
    Value lookup(std::pair<Value, std::string> key) const {
      auto found = values.find({key.first.getAsOpaquePointer(), key.second});
      return found == values.end() ? Value() : found->second;
    }
  } tiles;
};

//===-- one kernel --------------------------------------------------------------------------------------------===//

class KernelSplitter {
public:
  explicit KernelSplitter(tile::KernelOp kernel) : kernel(kernel), threads(getThreads(kernel)) {}

  /// False where a block is too large and cannot be cut; that has been told.
  bool run() {
    SmallVector<Group> groups = findGroups();
    for (Group &group : groups) {
      ChainFinder finder(group);
      if (!finder.find())
        return decline(finder.obstacle, "is not elementwise");
    }
    for (Group &group : groups)
      if (Operation *obstacle = findHazard(group))
        return decline(obstacle, "accesses an array that its block's tiles write at other places");
    bool shares = llvm::all_of(groups, [&](Group &group) { return group.roots.front()->getBlock() == &kernel.getBody().front(); });
    size_t roots = 0, stores = 0;
    for (Group &group : groups)
      roots += group.roots.size();
    kernel.walk([&](Operation *op) { stores += getStoredValue(op) != nullptr; });
    int64_t parts = 1;
    SmallVector<SmallVector<int64_t>> tiles;
    for (Group &group : groups) {
      tiles.push_back(chooseTile(group));
      if (shares && roots == stores)
        parts = std::max<int64_t>(parts, std::min<int64_t>(maxParts, llvm::PowerOf2Ceil(countTiles(group, tiles.back()))));
    }
    for (auto [group, tile] : llvm::zip(groups, tiles))
      cutGroup(group, tile, parts);
    if (parts > 1)
      kernel->setAttr(partsName, OpBuilder(kernel).getI64IntegerAttr(parts));
    return checkRest();
  }

private:
  bool isTooLarge(Type type, int64_t liveTensors) {
    return isa<RankedTensorType>(type) &&
           llvm::divideCeil(countElements(type), threads) * getRegisters(tile::getElementType(type)) * liveTensors > registerBudget;
  }

  bool decline(Operation *op, const Twine &why) {
    Type type = op->getNumResults() ? op->getResult(0).getType() : getStoredValue(op) ? getStoredValue(op).getType() : Type();
    std::string shown;
    if (type)
      llvm::raw_string_ostream(shown) << " `" << type << "`";
    emitDiagnostic(op->getLoc(), DiagnosticId::blockTooLarge, Severity::remark,
                   "block" + Twine(shown) + " of kernel `" + kernel.getSymName() + "` does not fit the registers of " + Twine(threads) +
                       " threads and can't be cut: `" + op->getName().getStringRef() + "` " + why)
            .attachNote()
        << "use smaller blocks; the kernel runs in the interpreter only";
    return false;
  }

  /// Large stores by shape and place. How many tensors live at once is estimated by the number of loads.
  SmallVector<Group> findGroups() {
    SmallVector<Group> groups;
    kernel.walk([&](Operation *op) {
      Value stored = getStoredValue(op);
      if (!stored)
        return;
      auto shape = tile::getShape(stored.getType());
      if (!isTooLarge(stored.getType(), countLoads(op->getBlock(), shape) + 1))
        return;
      for (Group &group : groups)
        if (group.roots.front()->getBlock() == op->getBlock() && ArrayRef<int64_t>(group.domain) == shape)
          return group.roots.push_back(op);
      Group &group = groups.emplace_back();
      group.domain.assign(shape.begin(), shape.end());
      group.roots.push_back(op);
    });
    return groups;
  }

  static int64_t countLoads(Block *block, ArrayRef<int64_t> shape) {
    int64_t loads = llvm::count_if(*block, [&](Operation &op) {
      return isa<tile::LoadOp, tile::GatherOp>(op) && tile::getShape(op.getResult(0).getType()) == shape;
    });
    return std::clamp<int64_t>(loads, 1, 7);
  }

  SmallVector<int64_t> chooseTile(const Group &group) {
    int64_t bytes = 4;
    for (auto &[op, views] : group.demands)
      for (Type type : op->getResultTypes())
        if (getRef(op))
          bytes = std::max<int64_t>(bytes, tile::getElementType(type).getIntOrFloatBitWidth() / 8);
    int64_t live = countLoads(group.roots.front()->getBlock(), group.domain) + 1;
    int64_t perThread = std::max<int64_t>(16 / bytes, llvm::bit_floor<uint64_t>(tileRegisters * 4 / (bytes * live)));
    int64_t room = perThread * threads;
    SmallVector<int64_t> tile(group.domain.size(), 1);
    for (size_t axis = tile.size(); axis-- > 0;) {
      tile[axis] = std::min<int64_t>(room, llvm::PowerOf2Ceil(group.domain[axis]));
      room /= tile[axis];
    }
    return tile;
  }

  static int64_t countTiles(const Group &group, ArrayRef<int64_t> tile) {
    int64_t count = 1;
    for (auto [extent, step] : llvm::zip(group.domain, tile))
      count *= llvm::divideCeil(extent, step);
    return count;
  }

  /// Whether two accesses of one array touch it at the same place, element by element.
  static bool isSamePlace(Operation *a, Operation *b) {
    auto indexed = [](Operation *op) -> std::optional<SmallVector<Value>> {
      if (auto gather = dyn_cast<tile::GatherOp>(op))
        return llvm::to_vector(gather.getIndices());
      if (auto scatter = dyn_cast<tile::ScatterOp>(op))
        return llvm::to_vector(scatter.getIndices());
      return std::nullopt;
    };
    if (auto left = indexed(a), right = indexed(b); left || right)
      return left == right;
    auto box = [](Operation *op) {
      SmallVector<Attribute> attributes;
      SmallVector<OpFoldResult> offsets;
      auto describe = [&](auto access) {
        attributes = {access.getSizesAttr(), access.getStridesAttr(), access.getDroppedAttr()};
        for (size_t axis = 0; axis < access.getSizes().size(); ++axis)
          offsets.push_back(access.getOffset(axis));
      };
      if (auto load = dyn_cast<tile::LoadOp>(op))
        describe(load);
      else
        describe(cast<tile::StoreOp>(op));
      return std::pair(attributes, offsets);
    };
    return box(a) == box(b);
  }

  /// An access that would see something else if the tiles ran in another order, or null.
  Operation *findHazard(Group &group) {
    for (Operation *root : group.roots) {
      View whole = group.demands[root].front();
      for (Operation *user : getRef(root).getUsers()) {
        auto demand = group.demands.find(user);
        bool isHere = demand != group.demands.end() && demand->second.size() == 1 && demand->second.front() == whole;
        if (!isHere || !isSamePlace(root, user))
          return user;
      }
    }
    return nullptr;
  }

  void cutGroup(Group &group, ArrayRef<int64_t> tile, int64_t parts) {
    Location loc = group.roots.front()->getLoc();
    Operation *last = group.roots.front();
    for (Operation *root : group.roots)
      last = last->isBeforeInBlock(root) ? root : last;
    OpBuilder builder(last);
    ArrayBuilder arrays(builder, loc);
    Value index = openTiles(arrays, countTiles(group, tile), parts);
    SmallVector<Value> starts = computeStarts(arrays, group, tile, index);
    TileWriter writer(builder, group, tile, starts);
    SmallVector<Operation *> ordered;
    for (Operation &op : *last->getBlock())
      if (group.demands.contains(&op))
        ordered.push_back(&op);
    for (Operation *op : ordered)
      for (const View &view : group.demands[op])
        writer.write(op, view);
    for (Operation *root : group.roots)
      root->erase();
    for (Operation *op : llvm::reverse(ordered))
      if (!llvm::is_contained(group.roots, op) && op->use_empty())
        op->erase();
  }

  /// Leaves the builder where the code of one tile goes, and gives the tile's number: the part's own where there are enough
  /// parts, else a loop's.
  static Value openTiles(ArrayBuilder &arrays, int64_t count, int64_t parts) {
    OpBuilder &builder = arrays.builder;
    Value part = parts > 1 ? Value(tilegpu::ProgramPartOp::create(builder, arrays.loc, builder.getI32Type())) : Value();
    if (parts == count)
      return part ? part : arrays.constant(0);
    if (parts > count) {
      Value isTile = arith::CmpIOp::create(builder, arrays.loc, arith::CmpIPredicate::ult, part, arrays.constant(count));
      auto branch = scf::IfOp::create(builder, arrays.loc, isTile, /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.thenBlock());
      return part;
    }
    auto loop = scf::ForOp::create(builder, arrays.loc, part ? part : arrays.constant(0), arrays.constant(count),
                                   arrays.constant(parts));
    loop->setAttr(independentName, builder.getUnitAttr());
    builder.setInsertionPointToStart(loop.getBody());
    return loop.getInductionVar();
  }

  /// Where tile number `index` begins in each axis of the domain; the last axis fastest.
  static SmallVector<Value> computeStarts(ArrayBuilder &arrays, const Group &group, ArrayRef<int64_t> tile, Value index) {
    SmallVector<Value> starts(tile.size());
    int64_t outer = countTiles(group, tile);
    Value rest = index;
    for (size_t axis = tile.size(); axis-- > 0;) {
      int64_t count = llvm::divideCeil(group.domain[axis], tile[axis]);
      outer /= count;
      Value own = rest;
      if (outer > 1 && count > 1) {
        own = arith::RemUIOp::create(arrays.builder, arrays.loc, rest, arrays.constant(count));
        rest = arith::DivUIOp::create(arrays.builder, arrays.loc, rest, arrays.constant(count));
      }
      starts[axis] = count == 1 ? arrays.constant(0) : arrays.multiply(own, tile[axis]);
    }
    return starts;
  }

  /// What is still too large was reached by no large store.
  bool checkRest() {
    Operation *large = nullptr;
    kernel.walk([&](Operation *op) {
      bool isLarge = llvm::any_of(op->getResultTypes(), [&](Type type) { return isTooLarge(type, 1); });
      if (isLarge && !large && !isa<arith::ConstantOp>(op))
        large = op;
    });
    return !large || decline(large, "feeds no store of its block");
  }

  tile::KernelOp kernel;
  int64_t threads;
};

struct SplitBlocksPass : schedule::impl::SplitBlocksPassBase<SplitBlocksPass> {
  void runOnOperation() override {
    for (tile::KernelOp kernel : getCopies(getOperation()))
      if (!KernelSplitter(kernel).run())
        kernel.erase();
  }
};
} // namespace
