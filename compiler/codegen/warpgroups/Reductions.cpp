// SPDX-License-Identifier: Apache-2.0
// Reductions and conversions of layouts within a warpgroup: in registers, then between lanes by shuffles, then between warps through the warpgroup's own
// scratch in shared memory.
#include "compiler/codegen/warpgroups/WarpgroupCode.h"
#include "compiler/layout/LayoutFacts.h"
#include "compiler/tilegpu/ir/Scratch.h"
#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

/// This warpgroup's scratch; null where the kernel has none, or less than `bytes`.
Value WarpgroupCode::getScratch(int64_t bytes) {
  auto each = kernel->getAttrOfType<IntegerAttr>(tilegpu::scratchBytesName), offset = kernel->getAttrOfType<IntegerAttr>(tilegpu::scratchOffsetName);
  if (!each || !offset || each.getInt() < bytes)
    return {};
  return add(add(sharedBase, offset.getInt()), mul(warpgroup, each.getInt()));
}

//===-- one step ----------------------------------------------------------------------------------------------===//

Value WarpgroupCode::combine(tilegpu::ReduceOp op, Value a, Value b) {
  using Kind = tilegpu::ReductionKind;
  bool isFloat = isa<FloatType>(a.getType()), ignoresNan = op.getIgnoreNan();
  switch (op.getKind()) {
  case Kind::add:
    return isFloat ? Value(arith::AddFOp::create(builder, loc(), a, b)) : Value(arith::AddIOp::create(builder, loc(), a, b));
  case Kind::mul:
    return isFloat ? Value(arith::MulFOp::create(builder, loc(), a, b)) : Value(arith::MulIOp::create(builder, loc(), a, b));
  case Kind::max:
    if (!isFloat)
      return arith::MaxSIOp::create(builder, loc(), a, b);
    return ignoresNan ? Value(arith::MaxNumFOp::create(builder, loc(), a, b)) : Value(arith::MaximumFOp::create(builder, loc(), a, b));
  case Kind::min:
    if (!isFloat)
      return arith::MinSIOp::create(builder, loc(), a, b);
    return ignoresNan ? Value(arith::MinNumFOp::create(builder, loc(), a, b)) : Value(arith::MinimumFOp::create(builder, loc(), a, b));
  case Kind::umax:
    return arith::MaxUIOp::create(builder, loc(), a, b);
  case Kind::umin:
    return arith::MinUIOp::create(builder, loc(), a, b);
  case Kind::andi:
    return arith::AndIOp::create(builder, loc(), a, b);
  case Kind::ori:
    return arith::OrIOp::create(builder, loc(), a, b);
  case Kind::xori:
    return arith::XOrIOp::create(builder, loc(), a, b);
  }
  return a;
}

/// Bits of `value` as words of 32 bits and back.
static SmallVector<Value> toWords(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type))
    value = arith::BitcastOp::create(builder, loc, builder.getIntegerType(bits), value);
  if (bits < 32)
    return {arith::ExtUIOp::create(builder, loc, builder.getI32Type(), value)};
  if (bits == 32)
    return {value};
  Value high = arith::ShRUIOp::create(builder, loc, value, arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(32)));
  return {arith::TruncIOp::create(builder, loc, builder.getI32Type(), value), arith::TruncIOp::create(builder, loc, builder.getI32Type(), high)};
}
static Value fromWords(OpBuilder &builder, Location loc, ArrayRef<Value> words, Type type) {
  unsigned bits = type.getIntOrFloatBitWidth();
  Type integer = builder.getIntegerType(bits);
  Value value = words.front();
  if (bits < 32) {
    value = arith::TruncIOp::create(builder, loc, integer, value);
  } else if (bits == 64) {
    Value high = arith::ExtUIOp::create(builder, loc, integer, words[1]);
    high = arith::ShLIOp::create(builder, loc, high, arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(32)));
    value = arith::OrIOp::create(builder, loc, arith::ExtUIOp::create(builder, loc, integer, value), high);
  }
  return isa<FloatType>(type) ? Value(arith::BitcastOp::create(builder, loc, type, value)) : value;
}

Value WarpgroupCode::shuffle(Value value, int32_t laneMask) {
  SmallVector<Value> words = toWords(builder, loc(), value);
  for (Value &word : words)
    word = NVVM::ShflOp::create(builder, loc(), i32(), constant(-1), word, constant(laneMask), constant(31), NVVM::ShflKind::bfly, UnitAttr());
  return fromWords(builder, loc(), words, value.getType());
}

//===-- reductions --------------------------------------------------------------------------------------------===//

static bool isZero(const layout::Basis &basis) {
  return llvm::all_of(basis, [](int32_t at) { return at == 0; });
}

/// Each warp's part of each element of the result lies at `(element * 4 + warp)`; then every thread combines those of the warps along `warpBits`, all in one
/// order, so that all get the same sum.
LogicalResult WarpgroupCode::combineWarps(tilegpu::ReduceOp op, const LinearLayout &to, std::map<std::vector<int32_t>, Value> &results, int32_t warpBits) {
  View view;
  view.isShared = true;
  view.element = results.begin()->second.getType();
  view.elementBytes = (view.element.getIntOrFloatBitWidth() + 7) / 8;
  view.shape = llvm::to_vector(to.shape());
  view.shape.push_back(4);
  view.offsets.resize(view.shape.size());
  int64_t bytes = to.elements() * 4 * view.elementBytes;
  Value scratch = getScratch(bytes);
  if (!scratch || view.element.isInteger(1))
    return d.fail(op, "goes through shared memory, and has no place there");
  Placement placement{to, {}, {}};
  for (int64_t axis = 0; axis < static_cast<int64_t>(to.rank()); ++axis) {
    placement.axes.push_back(axis);
    placement.steps.push_back(1);
  }
  SmallVector<int32_t> registers; // one for each place in `results`, in its order
  for (auto &[at, value] : results)
    for (int32_t reg = 0; reg < to.inputSize(layout::registerDim); ++reg)
      if (layout::Basis basis = to.apply(reg); std::vector<int32_t>(basis.begin(), basis.end()) == at) {
        registers.push_back(reg);
        break;
      }
  // Of the lanes that have one element the first writes.
  int32_t lanes = 0;
  for (auto [bit, basis] : llvm::enumerate(to.bases(layout::laneDim)))
    lanes |= isZero(basis) ? 1 << bit : 0;
  Value ownWarp = shiftRight(thread, 5);
  syncWarpgroup();
  auto branch = scf::IfOp::create(builder, loc(), isEqual(bitAnd(thread, lanes), 0), /*withElse=*/false);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(branch.getBody()->getTerminator());
    view.base = add(scratch, mul(ownWarp, view.elementBytes));
    for (auto [entry, place] : llvm::zip(results, getPlaces(view, placement, registers)))
      LLVM::StoreOp::create(builder, loc(), entry.second, toPointer(view, place));
  }
  syncWarpgroup();
  for (auto &entry : results)
    entry.second = {};
  for (int32_t other = 0; other < 4; ++other) {
    if (other & ~warpBits)
      continue;
    view.base = add(scratch, mul(add(bitAnd(ownWarp, ~warpBits & 3), other), view.elementBytes));
    for (auto [entry, place] : llvm::zip(results, getPlaces(view, placement, registers))) {
      Value part = LLVM::LoadOp::create(builder, loc(), view.element, toPointer(view, place));
      entry.second = entry.second ? combine(op, entry.second, part) : part;
    }
  }
  return success();
}

LogicalResult WarpgroupCode::visitReduce(tilegpu::ReduceOp op) {
  LinearLayout from = tilegpu::getLayout(op.getInput().getType());
  SmallVector<int64_t> kept;
  for (int64_t axis = 0; axis < static_cast<int64_t>(from.rank()); ++axis)
    if (!llvm::is_contained(op.getAxes(), axis))
      kept.push_back(axis);
  LinearLayout to = from.projected(kept);
  Type element = tilegpu::getElementType(op.getInput().getType());
  // Sums of narrow floats are rounded once.
  bool widens = isa<Float16Type, BFloat16Type>(element) && (op.getKind() == tilegpu::ReductionKind::add || op.getKind() == tilegpu::ReductionKind::mul);
  Type type = widens ? Type(builder.getF32Type()) : element;

  // In registers: those of one place of the result. A register that repeats an element is left out.
  int32_t copies = layout::getCopies(from).registers;
  std::map<std::vector<int32_t>, SmallVector<Value>> groups;
  for (auto [reg, value] : llvm::enumerate(d.get(op.getInput()))) {
    if (static_cast<int32_t>(reg) & copies)
      continue;
    layout::Basis at = to.apply(static_cast<int32_t>(reg));
    groups[std::vector<int32_t>(at.begin(), at.end())].push_back(widens ? Value(arith::ExtFOp::create(builder, loc(), type, value)) : value);
  }
  std::map<std::vector<int32_t>, Value> results;
  for (auto &[at, values] : groups) {
    // As a tree: no chain of dependent operations, and sums of equal depth.
    while (values.size() > 1) {
      SmallVector<Value> next;
      for (size_t i = 0; i + 1 < values.size(); i += 2)
        next.push_back(combine(op, values[i], values[i + 1]));
      if (values.size() % 2)
        next.push_back(values.back());
      values = next;
    }
    results[at] = values.front();
  }

  // Between lanes: the bits that the result does not have. Bits along which the input itself has copies stay out.
  for (size_t bit = 0; bit < from.bases(layout::laneDim).size(); ++bit) {
    if (!isZero(to.bases(layout::laneDim)[bit]) || isZero(from.bases(layout::laneDim)[bit]))
      continue;
    for (auto &[at, value] : results)
      value = combine(op, value, shuffle(value, 1 << bit));
  }
  int32_t warpBits = 0;
  for (size_t bit = 0; bit < from.bases(layout::warpDim).size(); ++bit)
    if (isZero(to.bases(layout::warpDim)[bit]) && !isZero(from.bases(layout::warpDim)[bit]))
      warpBits |= 1 << bit;
  if (warpBits && failed(combineWarps(op, to, results, warpBits)))
    return failure();

  auto finish = [&](Value value) { return widens ? Value(arith::TruncFOp::create(builder, loc(), element, value)) : value; };
  if (kept.empty())
    return d.set(op.getResult(), {finish(results.begin()->second)}), success();
  LinearLayout wanted = tilegpu::getLayout(op.getType());
  Registers values;
  auto map = layout::getRegisterMap(to, wanted);
  if (!map)
    return d.fail(op, "gives a layout that is not its operand's without the axes");
  for (int32_t reg : *map) {
    layout::Basis at = to.apply(reg);
    values.push_back(finish(results[std::vector<int32_t>(at.begin(), at.end())]));
  }
  d.set(op.getResult(), std::move(values));
  return success();
}

//===-- conversions -------------------------------------------------------------------------------------------===//

/// Each thread writes its elements to their row-major places in the warpgroup's scratch, all meet, each reads those it wants.
LogicalResult WarpgroupCode::visitConvert(tilegpu::ConvertLayoutOp op) {
  LinearLayout from = tilegpu::getLayout(op.getInput().getType()), to = tilegpu::getLayout(op.getType());
  Registers values;
  if (auto map = layout::getRegisterMap(from, to)) {
    for (int32_t reg : *map)
      values.push_back(d.get(op.getInput())[reg]);
    return d.set(op, std::move(values)), success();
  }
  View view;
  auto type = cast<RankedTensorType>(op.getType());
  view.isShared = true;
  view.element = type.getElementType();
  view.elementBytes = (view.element.getIntOrFloatBitWidth() + 7) / 8;
  view.shape.assign(type.getShape().begin(), type.getShape().end());
  view.offsets.resize(view.shape.size());
  int64_t bytes = type.getNumElements() * view.elementBytes;
  view.base = getScratch(bytes);
  if (!view.base)
    return d.fail(op, "goes through shared memory, and has no place there");
  Placement placement{from, {}, {}};
  for (int64_t axis = 0; axis < view.rank(); ++axis) {
    placement.axes.push_back(axis);
    placement.steps.push_back(1);
  }
  auto getRegisters = [](const LinearLayout &layout) {
    return llvm::to_vector(llvm::seq<int32_t>(0, layout.inputSize(layout::registerDim)));
  };
  Type stored = view.element.isInteger(1) ? Type(builder.getI8Type()) : view.element;
  syncWarpgroup();
  {
    // Of the threads that hold copies of an element the first writes it.
    OpBuilder::InsertionGuard guard(builder);
    if (Value isWriter = d.getWriterPredicate(op.getInput().getType())) {
      auto branch = scf::IfOp::create(builder, loc(), isWriter, /*withElse=*/false);
      builder.setInsertionPoint(branch.getBody()->getTerminator());
    }
    for (auto [value, place] : llvm::zip(d.get(op.getInput()), getPlaces(view, placement, getRegisters(from)))) {
      Value bits = stored == view.element ? value : Value(arith::ExtUIOp::create(builder, loc(), stored, value));
      LLVM::StoreOp::create(builder, loc(), bits, toPointer(view, place));
    }
  }
  syncWarpgroup();
  placement.layout = to;
  for (const Place &place : getPlaces(view, placement, getRegisters(to))) {
    Value value = LLVM::LoadOp::create(builder, loc(), stored, toPointer(view, place));
    values.push_back(stored == view.element ? value : Value(arith::TruncIOp::create(builder, loc(), view.element, value)));
  }
  d.set(op, std::move(values));
  return success();
}
