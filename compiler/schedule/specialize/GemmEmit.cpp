// SPDX-License-Identifier: Apache-2.0
// Writes a product as a kernel of warpgroups, in the form in which a program of them is recorded.
//
//   a warp of the copying warpgroup         each of `consumers` warpgroups
//     for tiles of this block:                for tiles of this block:
//       for steps along K:                      for steps along K:
//         wait consumed[slot]                     wait ready[slot]; wgmma; wait for the one before; arrive consumed[its
//         slot] copy a, b -> slot, on ready[slot]     read the sum; arrive consumed[last slot]
//     wait until all slots are consumed         for strips of columns: epilogue -> buffer; copy it out
//
// In a cluster each block's `a` is its own, a tile of `b` is copied into all blocks, each of which asks for its share of it.
//
// The ring of slots goes on from tile to tile, so the next tile's first slots are filled while the consumers are in the
// epilogue of this one. Slots begin as consumed: the consumers say so at the start, and each phase that they complete
// is waited for, the last ones at the end.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/specialize/CopyingWarp.h"
#include "compiler/schedule/specialize/Gemm.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static constexpr int64_t rowsOfConsumer = 64, clusterAxis = 1;

namespace {
/// Where a tile is.
struct Place {
  Value row, column;        // of its first element
  SmallVector<Value> batch; // along the result's other axes
};

class GemmEmitter {
public:
  GemmEmitter(tile::KernelOp source, const Gemm &gemm, const GemmPlan &plan)
      : source(source), gemm(gemm), plan(plan), builder(source), arrays(builder, gemm.product.getLoc()),
        loc(gemm.product.getLoc()) {}

  void run() {
    tile::KernelOp kernel = createKernel();
    builder.setInsertionPointToStart(&kernel.getBody().front());
    block = tile::ProgramIdOp::create(builder, loc, int64_t(0));
    rank = remainder(block, plan.cluster);
    block = divide(block, plan.cluster);
    warpgroup = tilegpu::ThreadIndexOp::create(builder, loc, builder.getI32Type());
    allocate();
    Value isConsumer = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, warpgroup, number(plan.consumers));
    auto branch = scf::IfOp::create(builder, loc, isConsumer, /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(branch.thenYield());
      consume();
      builder.setInsertionPoint(branch.elseYield());
      produce();
    }
    tile::ReturnOp::create(builder, loc);
    source.erase();
  }

private:
  //===-- the kernel ------------------------------------------------------------------------------------------===//

  tile::KernelOp createKernel() {
    SmallVector<Type> types;
    for (auto [index, old] : llvm::enumerate(source.getArgumentTypes())) {
      Type type = old;
      auto ref = dyn_cast<tile::RefType>(type);
      auto shape = plan.shapes.find(static_cast<unsigned>(index));
      if (ref)
        type = tile::RefType::get(shape == plan.shapes.end() ? ref.getShape() : ArrayRef<int64_t>(shape->second),
                                  ref.getElementType(), tile::MemorySpace::gmem);
      types.push_back(type);
    }
    auto kernel = tile::KernelOp::create(builder, source.getLoc(), source.getSymName(),
                                         builder.getFunctionType(types, {}), tilegpu::mosaicSource);
    SmallVector<NamedAttribute> options = {
        builder.getNamedAttr(tilegpu::warpgroupsOption, builder.getI64IntegerAttr(plan.consumers + 1))};
    SmallVector<int64_t> order = {0};
    if (plan.cluster > 1) {
      options.push_back(builder.getNamedAttr(tilegpu::clusterOption, builder.getDenseI64ArrayAttr({plan.cluster})));
      order.push_back(clusterAxis);
    }
    kernel.setOptionsAttr(builder.getDictionaryAttr(options));
    kernel->setAttr(axisOrderName, builder.getDenseI64ArrayAttr(order));
    kernel->setAttr(blocksName, builder.getI64IntegerAttr(plan.blocks));
    Block &body = kernel.getBody().emplaceBlock();
    for (auto [index, type] : llvm::enumerate(types)) {
      body.addArgument(type, source.getArgument(index).getLoc());
      for (llvm::StringRef name :
           {llvm::StringRef(tile::KernelOp::accessName), llvm::StringRef(tile::KernelOp::argumentNameName),
            llvm::StringRef(tile::KernelOp::divisibilityName)})
        if (Attribute attr = source.getArgAttr(static_cast<unsigned>(index), name))
          kernel.setArgAttr(static_cast<unsigned>(index), name, attr);
      mapping.map(source.getArgument(index), body.getArgument(index));
    }
    return kernel;
  }

  static bool isTransposed(const GemmMatrix &matrix) { return !matrix.isInnerLast(); }

  void allocate() {
    Type element = gemm.getElement();
    // K innermost, or M or N innermost: as in memory, so that the copy engine only copies.
    SmallVector<int64_t> a = {plan.stages, plan.rows, plan.depth}, b = {plan.stages, plan.columns, plan.depth};
    if (isTransposed(gemm.a))
      std::swap(a[1], a[2]);
    if (isTransposed(gemm.b))
      std::swap(b[1], b[2]);
    aBuffer = allocate("a", a, element);
    bBuffer = allocate("b", b, tile::getElementType(gemm.b.box.value.getType()));
    resultBuffer = allocate("result", {plan.consumers, 2, rowsOfConsumer, plan.strip}, gemm.getResultElement());
    ready = allocateBarrier("ready", 2, {});
    // What is copied into all blocks of a cluster must have been read by all.
    consumed = allocateBarrier("consumed", plan.consumers, shared());
  }
  /// Along which axes of the cluster tiles of b are shared.
  ArrayRef<int64_t> shared() const {
    static constexpr int64_t axes[] = {clusterAxis};
    return plan.cluster > 1 ? ArrayRef<int64_t>(axes) : ArrayRef<int64_t>();
  }
  Value allocate(llvm::StringRef name, ArrayRef<int64_t> shape, Type element) {
    auto type = tile::RefType::get(shape, element, tile::MemorySpace::smem);
    return tilegpu::AllocSharedOp::create(builder, loc, type, name, IntegerAttr(), IntegerAttr());
  }
  Value allocateBarrier(llvm::StringRef name, int64_t arrivals, ArrayRef<int64_t> collective) {
    auto type = tilegpu::BarrierType::get(builder.getContext(), plan.stages);
    return tilegpu::AllocBarrierOp::create(builder, loc, type, name, static_cast<uint64_t>(arrivals),
                                           collective, false, IntegerAttr());
  }

  //===-- numbers and loops -----------------------------------------------------------------------------------===//

  Value number(int64_t value) { return arrays.constant(value); }
  Value divide(Value value, int64_t by) {
    return by == 1 ? value : Value(arith::DivUIOp::create(builder, loc, value, number(by)));
  }
  Value remainder(Value value, int64_t by) {
    return by == 1 ? number(0) : Value(arith::RemUIOp::create(builder, loc, value, number(by)));
  }
  Value subtract(Value a, Value b) { return arith::SubIOp::create(builder, loc, a, b); }

  Value getNextSlot(Value slot) {
    Value isLast = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, slot, number(plan.stages - 1));
    return arith::SelectOp::create(builder, loc, isLast, number(0), arrays.add(slot, number(1)));
  }

  using Body = llvm::function_ref<SmallVector<Value>(Value, ValueRange)>;
  SmallVector<Value> loop(Value from, Value to, int64_t step, ValueRange carried, Body body) {
    auto op = scf::ForOp::create(builder, loc, from, to, number(step), carried);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(op.getBody());
    SmallVector<Value> next = body(op.getInductionVar(), op.getRegionIterArgs());
    // A loop that carries nothing has its terminator.
    if (!carried.empty())
      scf::YieldOp::create(builder, loc, next);
    return SmallVector<Value>(op.getResults());
  }

  /// Calls `body` for each tile of this block, with the ring's slot at which it begins.
  Value forEachTile(Value slot, llvm::function_ref<Value(const Place &, Value)> body) {
    return loop(block, number(plan.tiles), plan.blocks / plan.cluster, slot,
                [&](Value tile, ValueRange carried) -> SmallVector<Value> {
                  return {body(getPlace(tile), carried.front())};
                })
        .front();
  }

  /// `group` tiles of M, then the next tile of N: what runs at the same time shares rows of a and columns of b in the
  /// L2 cache.
  Place getPlace(Value tile) {
    Place place;
    int64_t matrix = plan.tilesM * plan.tilesN;
    Value inMatrix = gemm.getBatches() == 1 ? tile : remainder(tile, matrix),
          batch = gemm.getBatches() == 1 ? number(0) : divide(tile, matrix);
    Value m, n;
    if (plan.tilesM == 1) {
      m = number(0);
      n = inMatrix;
    } else if (plan.tilesM % plan.group == 0 || plan.tilesM == plan.group) {
      Value within = plan.tilesM == plan.group ? inMatrix : remainder(inMatrix, plan.group * plan.tilesN);
      Value first = plan.tilesM == plan.group ? number(0)
                                              : arrays.multiply(divide(inMatrix, plan.group * plan.tilesN), plan.group);
      m = arrays.add(first, remainder(within, plan.group));
      n = plan.tilesN == 1 ? number(0) : divide(within, plan.group);
    } else {
      Value first = arrays.multiply(divide(inMatrix, plan.group * plan.tilesN), plan.group),
            within = remainder(inMatrix, plan.group * plan.tilesN);
      Value size = arith::MinUIOp::create(builder, loc, subtract(number(plan.tilesM), first), number(plan.group));
      m = arrays.add(first, arith::RemUIOp::create(builder, loc, within, size));
      n = arith::DivUIOp::create(builder, loc, within, size);
    }
    place.row = arrays.multiply(m, plan.getClusterRows());
    if (plan.cluster > 1)
      place.row = arrays.add(place.row, arrays.multiply(rank, plan.rows));
    place.column = arrays.multiply(n, plan.columns);
    place.batch.resize(gemm.batch.size());
    for (size_t axis = gemm.batch.size(); axis-- > 0;) {
      bool isFirst = llvm::all_of(ArrayRef(gemm.batch).take_front(axis), [](int64_t extent) { return extent == 1; });
      place.batch[axis] = gemm.batch[axis] == 1 ? number(0) : isFirst ? batch : remainder(batch, gemm.batch[axis]);
      batch = gemm.batch[axis] == 1 ? batch : divide(batch, gemm.batch[axis]);
    }
    return place;
  }

  //===-- views -----------------------------------------------------------------------------------------------===//

  Value view(Value ref, ArrayRef<OpFoldResult> offsets, ArrayRef<int64_t> sizes, int64_t dropped) {
    SmallVector<Value> values;
    SmallVector<int64_t> constants, shape(sizes.drop_front(dropped));
    for (OpFoldResult offset : offsets) {
      auto value = dyn_cast<Value>(offset);
      if (value)
        values.push_back(value);
      constants.push_back(value ? ShapedType::kDynamic : cast<IntegerAttr>(cast<Attribute>(offset)).getInt());
    }
    auto type = tilegpu::getRefTypeLike(ref.getType(), shape, tilegpu::getRefElementType(ref.getType()));
    return tilegpu::SubviewOp::create(builder, loc, type, ref, values, constants, sizes,
                                      llvm::to_vector(llvm::seq<int64_t>(0, dropped)));
  }
  OpFoldResult fixed(int64_t value) { return builder.getI64IntegerAttr(value); }

  /// The part of an operand or the result at (line, inner), its other axes at the place's batch.
  Value getPart(const GemmMatrix &matrix, const Place &place, Value line, Value inner, int64_t lineSize,
                int64_t innerSize) {
    SmallVector<OpFoldResult> offsets;
    SmallVector<int64_t> sizes;
    for (auto [index, axis] : llvm::enumerate(matrix.box.axes)) {
      int64_t position = static_cast<int64_t>(index);
      offsets.push_back(position == matrix.line    ? line
                        : position == matrix.inner ? inner
                                                   : getIndex(axis.begin, place));
      sizes.push_back(position == matrix.line ? lineSize : position == matrix.inner ? innerSize : 1);
    }
    return view(mapping.lookup(matrix.box.array), offsets, sizes, static_cast<int64_t>(sizes.size()) - 2);
  }
  Value getIndex(const Linear &begin, const Place &place) {
    if (begin.isConstant())
      return number(begin.constant);
    for (auto [axis, index] : llvm::zip(gemm.result.box.axes, place.batch))
      if (axis.begin == begin)
        return index;
    llvm_unreachable("a place that is neither a number nor the result's");
  }
  Value getSlot(Value buffer, Value slot) {
    ArrayRef<int64_t> shape = tilegpu::getRefShape(buffer.getType());
    return view(buffer, {slot, fixed(0), fixed(0)}, {1, shape[1], shape[2]}, 1);
  }
  Value transpose(Value ref) {
    ArrayRef<int64_t> shape = tilegpu::getRefShape(ref.getType());
    auto type = tilegpu::getRefTypeLike(ref.getType(), {shape[1], shape[0]}, tilegpu::getRefElementType(ref.getType()));
    return tilegpu::TransposeRefOp::create(builder, loc, type, ref, ArrayRef<int64_t>({1, 0}));
  }

  //===-- the copying warpgroup -------------------------------------------------------------------------------===//

  void produce() {
    if (int64_t registers = getRegisters().first)
      tilegpu::SetMaxRegistersOp::create(builder, loc, static_cast<uint64_t>(registers), false);
    OpBuilder::InsertionGuard guard(builder);
    enterCopyingWarp(builder, loc);
    copyTiles();
  }

  void copyTiles() {
    Value slot = forEachTile(number(0), [&](const Place &place, Value first) {
      return loop(number(0), number(plan.steps), 1, first,
                  [&](Value step, ValueRange carried) -> SmallVector<Value> {
                    Value slot = carried.front(), k = arrays.multiply(step, plan.depth);
                    tilegpu::WaitOp::create(builder, loc, consumed, slot);
                    copyIn(gemm.a, place, place.row, k, plan.rows, aBuffer, slot, {});
                    copyIn(gemm.b, place, place.column, k, plan.columns, bBuffer, slot, shared());
                    return {getNextSlot(slot)};
                  })
          .front();
    });
    for (int64_t stage = 0; stage < plan.stages; ++stage) {
      tilegpu::WaitOp::create(builder, loc, consumed, slot);
      if (stage + 1 < plan.stages)
        slot = getNextSlot(slot);
    }
  }

  void copyIn(const GemmMatrix &matrix, const Place &place, Value line, Value k, int64_t lineSize, Value buffer,
              Value slot, ArrayRef<int64_t> collective) {
    Value from = getPart(matrix, place, line, k, lineSize, plan.depth);
    tilegpu::CopyInOp::create(builder, loc, from, getSlot(buffer, slot), ready, slot, Value(), collective,
                              IntegerAttr(), false, tilegpu::Oob::zeros, IntegerAttr());
  }

  //===-- the multiplying warpgroups --------------------------------------------------------------------------===//

  /// Registers of the copying warpgroup's threads and of the others'; none where all can have as many as a thread can.
  std::pair<int64_t, int64_t> getRegisters() const {
    switch (plan.consumers) {
    case 2:
      return {40, 232};
    case 3:
      return {32, 160};
    default:
      return {0, 0};
    }
  }

  void consume() {
    if (int64_t registers = getRegisters().second)
      tilegpu::SetMaxRegistersOp::create(builder, loc, static_cast<uint64_t>(registers), true);
    for (int64_t stage = 0; stage < plan.stages; ++stage)
      tilegpu::ArriveOp::create(builder, loc, consumed, number(stage));
    ownRow = arrays.multiply(warpgroup, rowsOfConsumer);
    forEachTile(number(0), [&](const Place &place, Value slot) {
      if (gemm.isSummedByStep())
        return sumSteps(place, slot);
      Value sum = allocateSum();
      multiply(sum, slot);
      SmallVector<Value> last = {slot, getNextSlot(slot)};
      if (plan.steps > 1)
        last = loop(number(1), number(plan.steps), 1, last, [&](Value, ValueRange carried) -> SmallVector<Value> {
          Value before = carried[0], slot = carried[1];
          multiply(sum, slot);
          tilegpu::WgmmaWaitOp::create(builder, loc, uint64_t(1));
          tilegpu::ArriveOp::create(builder, loc, consumed, before);
          return {slot, getNextSlot(slot)};
        });
      Value whole = read(sum);
      tilegpu::ArriveOp::create(builder, loc, consumed, last[0]);
      store(whole, place);
      tilegpu::FreeOp::create(builder, loc, sum);
      return last[1];
    });
    tilegpu::WaitCopiesOutOp::create(builder, loc, uint64_t(0), false);
  }

  /// A tile of which each step's sum is added to the whole in f32. While this warpgroup adds, another one's products run.
  Value sumSteps(const Place &place, Value slot) {
    Value zeros = arrays.splat(builder.getZeroAttr(gemm.getSumElement()), {rowsOfConsumer, plan.columns});
    SmallVector<Value> last = loop(number(0), number(plan.steps), 1, {slot, zeros}, [&](Value, ValueRange carried) -> SmallVector<Value> {
      Value slot = carried[0], sum = allocateSum();
      multiply(sum, slot);
      Value step = read(sum);
      tilegpu::ArriveOp::create(builder, loc, consumed, slot);
      tilegpu::FreeOp::create(builder, loc, sum);
      return {getNextSlot(slot), arith::AddFOp::create(builder, loc, carried[1], step)};
    });
    store(last[1], place);
    return last[0];
  }

  Value allocateSum() {
    auto type = tilegpu::AccumulatorType::get(builder.getContext(), rowsOfConsumer, plan.columns, gemm.getSumElement());
    return tilegpu::AllocAccumulatorOp::create(builder, loc, type, "sum", Value());
  }
  Value read(Value sum) {
    auto array = RankedTensorType::get({rowsOfConsumer, plan.columns}, gemm.getSumElement());
    return tilegpu::ReadAccumulatorOp::create(builder, loc, array, sum, uint64_t(0));
  }

  void multiply(Value sum, Value slot) {
    tilegpu::WaitOp::create(builder, loc, ready, slot);
    Value a, b = getSlot(bBuffer, slot);
    if (isTransposed(gemm.a))
      a = transpose(view(aBuffer, {slot, fixed(0), ownRow}, {1, plan.depth, rowsOfConsumer}, 1));
    else
      a = view(aBuffer, {slot, ownRow, fixed(0)}, {1, rowsOfConsumer, plan.depth}, 1);
    tilegpu::WgmmaOp::create(builder, loc, sum, a, isTransposed(gemm.b) ? b : transpose(b));
  }

  //===-- the epilogue ----------------------------------------------------------------------------------------===//

  void store(Value whole, const Place &place) {
    Value row = arrays.add(place.row, ownRow);
    int64_t count = plan.columns / plan.strip;
    for (int64_t strip = 0; strip < count; ++strip) {
      int64_t first = strip * plan.strip;
      part = whole;
      if (count > 1)
        part = tile::SliceValueOp::create(
            builder, loc, RankedTensorType::get({rowsOfConsumer, plan.strip}, gemm.getSumElement()), whole,
            ValueRange(), ArrayRef<int64_t>({0, first}), ArrayRef<int64_t>({rowsOfConsumer, plan.strip}),
            ArrayRef<int64_t>(), ArrayRef<int64_t>());
      partPlace = place;
      partPlace.row = row;
      partPlace.column = arrays.add(place.column, number(first));
      emitted.clear();
      TileAxes axes(tile::getShape(gemm.result.box.value.getType()).size(), TileAxis::none);
      axes[gemm.result.getLine().valueAxis] = TileAxis::row;
      axes[gemm.result.getInner().valueAxis] = TileAxis::column;
      storeStrip(emit(gemm.result.box.value, axes), strip % 2);
    }
  }

  /// Through one of this warpgroup's two buffers; the copy that was last from there must have read it.
  void storeStrip(Value value, int64_t buffer) {
    auto flat = RankedTensorType::get({rowsOfConsumer, plan.strip}, tile::getElementType(value.getType()));
    if (value.getType() != flat)
      value = tile::ReshapeOp::create(builder, loc, flat, value);
    tilegpu::WaitCopiesOutOp::create(builder, loc, uint64_t(plan.columns == plan.strip ? 0 : 1), true);
    SmallVector<int64_t> sizes = {1, 1, rowsOfConsumer, plan.strip};
    tile::StoreOp::create(builder, loc, value, resultBuffer, ValueRange(warpgroup), Value(),
                          ArrayRef<int64_t>({ShapedType::kDynamic, buffer, 0, 0}), sizes, ArrayRef<int64_t>(),
                          ArrayRef<int64_t>({0, 1}));
    tilegpu::CommitSharedOp::create(builder, loc);
    Value from = view(resultBuffer, {warpgroup, fixed(buffer), fixed(0), fixed(0)}, sizes, 2);
    Value to = getPart(gemm.result, partPlace, partPlace.row, partPlace.column, rowsOfConsumer, plan.strip);
    tilegpu::CopyOutOp::create(builder, loc, from, to, Value(), tilegpu::CopyReductionAttr(), true, IntegerAttr());
  }

  int64_t getExtent(TileAxis axis) const {
    return axis == TileAxis::row ? rowsOfConsumer : axis == TileAxis::column ? plan.strip : 1;
  }
  Type getType(Type like, ArrayRef<TileAxis> axes) const {
    SmallVector<int64_t> shape;
    for (TileAxis axis : axes)
      shape.push_back(getExtent(axis));
    return RankedTensorType::get(shape, tile::getElementType(like));
  }

  /// A value of the user's epilogue, of this strip.
  Value emit(Value value, ArrayRef<TileAxis> axes) {
    for (auto &[own, result] : emitted[value])
      if (own == axes)
        return result;
    Value result = build(value, axes);
    emitted[value].emplace_back(TileAxes(axes), result);
    return result;
  }

  Value build(Value value, ArrayRef<TileAxis> axes) {
    Type type = getType(value.getType(), axes);
    if (value == gemm.product) {
      Type element = tile::getElementType(value.getType());
      return element == gemm.getSumElement()
                 ? part
                 : Value(tile::CastOp::create(builder, value.getLoc(), type, part, false, false));
    }
    Operation *op = value.getDefiningOp();
    if (isa<tile::LoadOp, tile::GatherOp>(op))
      return buildLoad(op, axes, type);
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto splat = cast<SplatElementsAttr>(constant.getValue()).resizeSplat(cast<ShapedType>(type));
      return arith::ConstantOp::create(builder, op->getLoc(), cast<TypedAttr>(Attribute(splat)));
    }
    IRMapping operands;
    for (Value operand : op->getOperands()) {
      if (!isa<RankedTensorType>(operand.getType()))
        operands.map(operand, emitScalar(operand));
      else
        operands.map(operand, emit(operand, isa<tile::BroadcastOp, tile::ReshapeOp>(op) ? *getInputAxes(op, axes)
                                                                                        : TileAxes(axes)));
    }
    Operation *copy = builder.clone(*op, operands);
    copy->getResult(0).setType(type);
    return copy->getResult(0);
  }

  Value emitScalar(Value value) {
    if (mapping.contains(value))
      return mapping.lookup(value);
    Operation *op = value.getDefiningOp();
    IRMapping operands;
    for (Value operand : op->getOperands())
      operands.map(operand, emitScalar(operand));
    return builder.clone(*op, operands)->getResult(0);
  }

  Value buildLoad(Operation *op, ArrayRef<TileAxis> axes, Type type) {
    const Box &box = llvm::find_if(gemm.loads, [&](const auto &load) {
                       return load.first.access == op && ArrayRef(load.second) == axes;
                     })->first;
    SmallVector<Value> offsets;
    SmallVector<int64_t> sizes, dropped;
    Value mask;
    ArrayRef<int64_t> shape = tile::getShape(type);
    for (auto [index, axis] : llvm::enumerate(box.axes)) {
      TileAxis role = axis.valueAxis < 0 ? TileAxis::none : axes[axis.valueAxis];
      offsets.push_back(role == TileAxis::none  ? getIndex(axis.begin, partPlace)
                        : role == TileAxis::row ? partPlace.row
                                                : partPlace.column);
      sizes.push_back(getExtent(role));
      if (axis.valueAxis < 0)
        dropped.push_back(static_cast<int64_t>(index));
      int64_t end = role == TileAxis::row ? gemm.m : gemm.n, tile = role == TileAxis::row ? plan.rows : plan.columns;
      if (role != TileAxis::none && end % tile != 0)
        mask = arrays.both(mask, arrays.isBelow(arrays.positions(shape, axis.valueAxis, offsets.back(), 1), end));
    }
    Value other = mask ? arrays.splat(builder.getZeroAttr(tile::getElementType(type)), shape) : Value();
    return tile::LoadOp::create(builder, op->getLoc(), type, mapping.lookup(box.array), offsets, mask, other,
                                SmallVector<int64_t>(offsets.size(), ShapedType::kDynamic), sizes, ArrayRef<int64_t>(),
                                dropped);
  }

  tile::KernelOp source;
  const Gemm &gemm;
  const GemmPlan &plan;
  OpBuilder builder;
  ArrayBuilder arrays;
  Location loc;
  IRMapping mapping; // the source's arguments
  Value block, rank, warpgroup, ownRow, aBuffer, bBuffer, resultBuffer, ready, consumed;
  // The strip whose epilogue is written.
  Value part;
  Place partPlace;
  llvm::DenseMap<Value, SmallVector<std::pair<TileAxes, Value>, 1>> emitted;
};
} // namespace

void tessera::schedule::emitGemm(tile::KernelOp kernel, const Gemm &gemm, const GemmPlan &plan) {
  std::string what = std::to_string(gemm.m) + " x " + std::to_string(gemm.n) + " x " + std::to_string(gemm.k) +
                     " by warpgroups: tiles of " + std::to_string(plan.rows) + " x " + std::to_string(plan.columns) +
                     " x " + std::to_string(plan.depth) + ", " + std::to_string(plan.stages) + " stages, " +
                     std::to_string(plan.consumers) + (plan.consumers == 1 ? " consumer, " : " consumers, ") +
                     std::to_string(plan.blocks) + " blocks" +
                     (plan.cluster > 1 ? " in clusters of " + std::to_string(plan.cluster) : "");
  int64_t tiles = plan.tiles * plan.cluster, waves = (tiles + plan.blocks - 1) / plan.blocks;
  std::string why = std::to_string(tiles) + " tiles in " + std::to_string(waves) +
                    (waves == 1 ? " wave" : " waves") + " cost least";
  remarkChoice(gemm.product.getLoc(), what, why);
  GemmEmitter(kernel, gemm, plan).run();
}
