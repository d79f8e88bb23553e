// SPDX-License-Identifier: Apache-2.0
// Loads and stores of tensors. Example, rows of 128 bytes with a swizzle of 128: the byte of element (row, column) of a 2-byte type is
//
//     base + (column / 64) * rows * 128 + row * 128 + ((column % 64) * 2 xor (row % 8) * 16)
//
// Row and column are a thread's part xor a register's, so the last term is a thread's `low` xor a register's `low`, and the rest a sum. Registers
// with the same `low` share one address and differ by constants that end up in the instructions.
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/layout/LayoutFacts.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

template <typename OpT> View TeamCode::getAccessed(OpT op) {
  View view = getView(op.getRef());
  for (auto [own, offset] : llvm::enumerate(op.getOffsets())) {
    Value value = d.getScalar(offset);
    if (!matchPattern(value, m_Zero()))
      view.offsets[view.axes[own]] = add(view.offsets[view.axes[own]], value);
  }
  return view;
}

template <typename OpT> TeamCode::Placement TeamCode::getPlacement(OpT op, const View &view, Type array) {
  Placement placement;
  placement.layout = tilegpu::getLayout(array);
  for (int64_t axis : op.getAxes()) {
    placement.axes.push_back(view.axes[axis]);
    placement.steps.push_back(op.getStride(axis));
  }
  return placement;
}

/// Whether along each axis thread and register bits are apart, so that their parts add up.
bool TeamCode::isDisjoint(const LinearLayout &layout) {
  for (size_t axis = 0; axis < layout.rank(); ++axis) {
    int32_t threadBits = 0, registerBits = 0;
    for (StringRef input : {StringRef(layout::laneDim), StringRef(layout::warpDim)})
      for (const layout::Basis &basis : layout.bases(input))
        threadBits |= basis[axis];
    for (const layout::Basis &basis : layout.bases(layout::registerDim))
      registerBits |= basis[axis];
    if (threadBits & registerBits)
      return false;
  }
  return true;
}

//===-- global memory -----------------------------------------------------------------------------------------===//

SmallVector<TeamCode::Place> TeamCode::getGlobalPlaces(const View &view, const Placement &placement, ArrayRef<int32_t> registers) {
  const LinearLayout &layout = placement.layout;
  int64_t elements = 1;
  bool isSmall = !ShapedType::isDynamicShape(view.shape);
  for (int64_t extent : view.shape)
    isSmall &= !llvm::MulOverflow(elements, extent, elements);
  isSmall &= elements * view.elementBytes <= INT32_MAX;
  Type type = isSmall ? builder.getI32Type() : builder.getI64Type();
  auto widen = [&](Value value) { return isSmall ? value : builder.createOrFold<arith::ExtSIOp>(loc(), type, value); };
  Value base;
  for (int64_t axis = 0; axis < view.rank(); ++axis)
    if (view.offsets[axis])
      base = add(base, mul(widen(view.offsets[axis]), view.getPitch(axis)));
  bool isApart = isDisjoint(layout);
  SmallVector<int64_t> pitches;
  for (auto [own, axis] : llvm::enumerate(placement.axes)) {
    pitches.push_back(view.getPitch(axis) * placement.steps[own]);
    if (isApart)
      base = add(base, mul(widen(d.getThreadCoordinate(layout, own)), pitches.back()));
  }
  auto advance = [&](Value pointer, Value bytes) { return bytes ? d.addOffset(pointer, bytes, builder.getI8Type()) : pointer; };
  Value pointer = advance(view.base, base);
  SmallVector<Place> places;
  for (int32_t reg : registers) {
    layout::Basis at = layout.apply(reg);
    Place place{pointer, 0};
    for (auto [own, pitch] : llvm::enumerate(pitches)) {
      if (isApart)
        place.bytes += at[own] * pitch;
      else
        place.address = advance(place.address, mul(widen(d.addCoordinate(layout, own, d.getThreadCoordinate(layout, own), at[own])), pitch));
    }
    places.push_back(place);
  }
  return places;
}

//===-- shared memory -----------------------------------------------------------------------------------------===//

/// Every register's address by itself: what is always right.
SmallVector<TeamCode::Place> TeamCode::getPlacesSlowly(const View &view, const Placement &placement, ArrayRef<int32_t> registers) {
  const LinearLayout &layout = placement.layout;
  SmallVector<Place> places;
  for (int32_t reg : registers) {
    View element = view;
    layout::Basis at = layout.apply(reg);
    for (auto [own, axis] : llvm::enumerate(placement.axes)) {
      Value coordinate = d.addCoordinate(layout, own, d.getThreadCoordinate(layout, own), at[own]);
      element.offsets[axis] = add(element.offsets[axis], mul(coordinate, placement.steps[own]));
    }
    Value address = getAddress(element);
    if (view.swizzle) {
      Value chunk = bitAnd(shiftRight(address, 7), view.swizzle / 16 - 1);
      address = bitXor(address, builder.createOrFold<arith::ShLIOp>(loc(), chunk, constant(4)));
    }
    places.push_back({address, 0});
  }
  return places;
}

SmallVector<TeamCode::Place> TeamCode::getPlaces(const View &view, const Placement &placement, ArrayRef<int32_t> registers) {
  if (!view.isShared)
    return getGlobalPlaces(view, placement, registers);
  const LinearLayout &layout = placement.layout;
  int64_t last = view.rank() - 1, swizzle = view.swizzle;
  if (!isDisjoint(layout))
    return getPlacesSlowly(view, placement, registers);
  // What lies along the buffer's rows and columns must not carry into the swizzle.
  for (auto [own, axis] : llvm::enumerate(placement.axes)) {
    bool isSwizzled = swizzle && axis >= last - 1;
    if (isSwizzled && placement.steps[own] != 1)
      return getPlacesSlowly(view, placement, registers);
    int64_t window = isSwizzled && axis == last ? std::min<int64_t>(layout.outputs()[own].size, swizzle / view.elementBytes) : 8;
    if (isSwizzled && getKnownDivisor(view.offsets[axis]) < window)
      return getPlacesSlowly(view, placement, registers);
  }
  auto chunkOfRow = [&](int64_t row) { return ((row * swizzle >> 7) & (swizzle / 16 - 1)) << 4; };
  auto chunkOfRowValue = [&](Value row) {
    Value chunk = bitAnd(shiftRight(mul(row, swizzle), 7), swizzle / 16 - 1);
    return builder.createOrFold<arith::ShLIOp>(loc(), chunk, constant(4));
  };
  Value high, low; // the uniform and the thread's part
  auto put = [&](int64_t axis, Value coordinate, bool isUniform) {
    if (!coordinate)
      return;
    Value bytes = mul(coordinate, view.getPitch(axis));
    if (!swizzle || axis < last - 1) {
      high = add(high, bytes);
    } else if (axis == last) {
      if (view.shape[last] * view.elementBytes > swizzle)
        high = add(high, mul(shiftRight(bytes, llvm::Log2_64(swizzle)), view.getPanelPitch()));
      low = bitXor(low, bitAnd(bytes, swizzle - 1));
    } else {
      high = add(high, bytes);
      // A start at a multiple of eight rows leaves the pattern as it is.
      if (!isUniform || getKnownDivisor(coordinate) < 8)
        low = bitXor(low, chunkOfRowValue(coordinate));
    }
  };
  for (int64_t axis = 0; axis <= last; ++axis)
    put(axis, view.offsets[axis], true);
  for (auto [own, axis] : llvm::enumerate(placement.axes))
    put(axis, mul(d.getThreadCoordinate(layout, own), placement.steps[own]), false);
  Value base = add(view.base, high);
  std::map<int64_t, Value> addresses;
  SmallVector<Place> places;
  for (int32_t reg : registers) {
    layout::Basis at = layout.apply(reg);
    int64_t bytes = 0, chunk = 0;
    for (auto [own, axis] : llvm::enumerate(placement.axes)) {
      int64_t part = at[own] * placement.steps[own] * view.getPitch(axis);
      if (swizzle && axis == last) {
        chunk ^= part & (swizzle - 1);
        part = part / swizzle * view.getPanelPitch();
      } else if (swizzle && axis == last - 1) {
        chunk ^= chunkOfRow(at[own]);
      }
      bytes += part;
    }
    Value &address = addresses[chunk];
    if (!address)
      address = add(base, chunk ? bitXor(low ? low : constant(0), constant(chunk)) : low);
    places.push_back({address, bytes});
  }
  return places;
}

Value TeamCode::toPointer(const View &view, const Place &place) {
  Value pointer = place.address;
  if (view.isShared) {
    auto space = view.isRemote ? NVVM::NVVMMemorySpace::SharedCluster : NVVM::NVVMMemorySpace::Shared;
    pointer = LLVM::IntToPtrOp::create(builder, loc(), LLVM::LLVMPointerType::get(builder.getContext(), static_cast<unsigned>(space)), pointer);
  }
  return place.bytes ? d.addOffset(pointer, d.constant(builder.getI64Type(), place.bytes), builder.getI8Type()) : pointer;
}

//===-- eight by eight matrices -------------------------------------------------------------------------------===//

/// None where lanes do not hold the tensor as the instructions want it: lane bits 0 and 1 along the buffer's last axis behind register bit 0.
std::optional<MatrixRegisters> tessera::codegen::getMatrixRegisters(const LinearLayout &layout, size_t columnAxis) {
  ArrayRef<layout::Basis> registers = layout.bases(layout::registerDim), lanes = layout.bases(layout::laneDim), warps = layout.bases(layout::warpDim);
  auto isColumn = [&](const layout::Basis &basis, int32_t column) {
    for (size_t axis = 0; axis < basis.size(); ++axis)
      if (basis[axis] != (axis == columnAxis ? column : 0))
        return false;
    return true;
  };
  if (registers.empty() || lanes.size() != 5 || !isColumn(registers[0], 1) || !isColumn(lanes[0], 2) || !isColumn(lanes[1], 4))
    return std::nullopt;
  for (const layout::Basis &basis : llvm::concat<const layout::Basis>(registers.drop_front(), lanes.drop_front(2), warps))
    if (basis[columnAxis] % 8 != 0 || llvm::all_of(basis, [](int32_t at) { return at == 0; }))
      return std::nullopt;
  size_t matrixBits = std::min<size_t>(2, registers.size() - 1);
  std::vector<LinearLayout::Input> inputs = {{layout::registerDim.str(), {}}, {layout::laneDim.str(), {}}, {layout::warpDim.str(), {}}};
  for (const layout::Basis &basis : registers.drop_front(1 + matrixBits))
    inputs[0].bases.push_back(basis);
  for (const layout::Basis &basis : lanes.drop_front(2))
    inputs[1].bases.push_back(basis);
  for (size_t bit = 0; bit < 2; ++bit)
    inputs[1].bases.push_back(bit < matrixBits ? registers[1 + bit] : layout::Basis(layout.rank(), 0));
  inputs[2].bases.assign(warps.begin(), warps.end());
  auto rows = LinearLayout::create(inputs, std::vector<LinearLayout::Output>(layout.outputs().begin(), layout.outputs().end()));
  if (!rows)
    return std::nullopt;
  MatrixRegisters result{*rows, {}, {}};
  for (int32_t start = 0; start < rows->inputSize(layout::registerDim); ++start) {
    result.starts.push_back(start);
    SmallVector<int32_t> words;
    for (int32_t matrix = 0; matrix < (1 << matrixBits); ++matrix)
      words.push_back((start << (1 + matrixBits)) | (matrix << 1));
    result.groups.push_back(words);
  }
  return result;
}

/// Along which axis of the tensor the buffer's last axis runs; none where rows of 16 bytes would not stand together.
static std::optional<size_t> getMatrixColumn(const View &view, ArrayRef<int64_t> axes, ArrayRef<int64_t> steps) {
  if (!view.isShared || view.isRemote || view.element.getIntOrFloatBitWidth() != 16 || getKnownDivisor(view.offsets.empty() ? Value() : view.offsets.back()) < 8)
    return std::nullopt;
  for (auto [own, axis] : llvm::enumerate(axes))
    if (axis == view.rank() - 1 && steps[own] == 1)
      return own;
  return std::nullopt;
}

static bool hasAlignedRows(const View &view) {
  for (int64_t axis = 0; axis + 1 < view.rank(); ++axis)
    if (view.getPitch(axis) % 16 != 0)
      return false;
  return true;
}

/// The words whose first registers `group` lists, one a matrix, to the rows at each lane's `address` + `bytes`.
void TeamCode::storeMatrix(Value address, int64_t bytes, ArrayRef<int32_t> group, ArrayRef<Value> values) {
  SmallVector<Value> operands = {address};
  std::string list, constraints = "r";
  for (int32_t first : group) {
    list += (operands.size() > 1 ? ", $" : "$") + std::to_string(operands.size());
    constraints += ",r";
    operands.push_back(packWord(values.slice(first, 2)));
  }
  emit({}, "stmatrix.sync.aligned.m8n8.x" + std::to_string(group.size()) + ".shared.b16 [$0+" + std::to_string(bytes) + "], {" + list + "};", constraints, operands);
}

void TeamCode::loadMatrix(Value address, int64_t bytes, ArrayRef<int32_t> group, Type element, Registers &values) {
  std::string list, constraints;
  for (size_t i = 0; i < group.size(); ++i) {
    list += (i ? ", $" : "$") + std::to_string(i);
    constraints += "=r,";
  }
  Type result = group.size() == 1 ? i32() : Type(LLVM::LLVMStructType::getLiteral(builder.getContext(), SmallVector<Type>(group.size(), i32())));
  Value words = emit(result, "ldmatrix.sync.aligned.m8n8.x" + std::to_string(group.size()) + ".shared.b16 {" + list + "}, [$" + std::to_string(group.size()) + "+" +
                                 std::to_string(bytes) + "];", constraints + "r", address);
  auto pair = VectorType::get({2}, element);
  for (auto [i, first] : llvm::enumerate(group)) {
    Value word = group.size() == 1 ? words : Value(LLVM::ExtractValueOp::create(builder, loc(), words, i));
    Value vector = LLVM::BitcastOp::create(builder, loc(), pair, word);
    for (int32_t half : {0, 1})
      values[first + half] = LLVM::ExtractElementOp::create(builder, loc(), vector, LLVM::ConstantOp::create(builder, loc(), builder.getI32IntegerAttr(half)));
  }
}

bool TeamCode::storeMatrices(tilegpu::StoreOp op, const View &view, const Placement &placement) {
  auto column = getMatrixColumn(view, placement.axes, placement.steps);
  if (!kernel.getTarget().hasWgmma || op.getMask() || isInWarpMap || !column || !hasAlignedRows(view) || layout::getCopies(placement.layout).any())
    return false;
  auto matrices = getMatrixRegisters(placement.layout, *column);
  if (!matrices)
    return false;
  const Registers &values = d.get(op.getValue());
  SmallVector<Place> places = getPlaces(view, {matrices->rows, placement.axes, placement.steps}, matrices->starts);
  for (auto [group, place] : llvm::zip(matrices->groups, places))
    storeMatrix(place.address, place.bytes, group, values);
  return true;
}

bool TeamCode::loadMatrices(tilegpu::LoadOp op, const View &view, const Placement &placement) {
  auto column = getMatrixColumn(view, placement.axes, placement.steps);
  if (op.getMask() || isInWarpMap || !column || !hasAlignedRows(view))
    return false;
  auto matrices = getMatrixRegisters(placement.layout, *column);
  if (!matrices)
    return false;
  Registers values(d.countRegisters(op.getType()));
  SmallVector<Place> places = getPlaces(view, {matrices->rows, placement.axes, placement.steps}, matrices->starts);
  for (auto [group, place] : llvm::zip(matrices->groups, places))
    loadMatrix(place.address, place.bytes, group, view.element, values);
  d.set(op, std::move(values));
  return true;
}

//===-- the operations ----------------------------------------------------------------------------------------===//

static SmallVector<int32_t> getGroupStarts(int64_t count, int64_t vector) {
  SmallVector<int32_t> starts;
  for (int64_t reg = 0; reg < count; reg += vector)
    starts.push_back(static_cast<int32_t>(reg));
  return starts;
}

LogicalResult TeamCode::visitLoad(tilegpu::LoadOp op) {
  View view = getAccessed(op);
  Placement placement = getPlacement(op, view, op.getType());
  if (loadMatrices(op, view, placement))
    return success();
  int64_t vector = op.getVector();
  SmallVector<int32_t> starts = getGroupStarts(d.countRegisters(op.getType()), vector);
  SmallVector<Distributor::Group> groups;
  for (auto [start, place] : llvm::zip(starts, getPlaces(view, placement, starts)))
    groups.push_back({start, static_cast<int32_t>(vector), toPointer(view, place), op.getMask() ? d.get(op.getMask())[start] : Value()});
  // Another warpgroup, or a copy, may write what is read: no load moves over what orders them.
  d.emitLoads(op, groups, op.getOther(), op.getRef().getType(), /*isVolatile=*/true, view.isShared ? tilegpu::Cache::normal : op.getCache());
  return success();
}

LogicalResult TeamCode::visitStore(tilegpu::StoreOp op) {
  View view = getAccessed(op);
  Type type = op.getValue().getType();
  Placement placement = getPlacement(op, view, type);
  if (storeMatrices(op, view, placement))
    return success();
  int64_t vector = op.getVector();
  SmallVector<int32_t> starts = getGroupStarts(d.countRegisters(type), vector);
  SmallVector<Distributor::Group> groups;
  for (auto [start, place] : llvm::zip(starts, getPlaces(view, placement, starts)))
    groups.push_back({start, static_cast<int32_t>(vector), toPointer(view, place), op.getMask() ? d.get(op.getMask())[start] : Value()});
  d.emitStores(op, groups, op.getValue(), op.getRef().getType(), view.isShared ? tilegpu::Cache::normal : op.getCache());
  return success();
}
