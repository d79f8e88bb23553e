// SPDX-License-Identifier: Apache-2.0
// Reductions within a team: in registers, then between lanes by shuffles, then between warps through the team's own scratch in shared memory, where each warp
// puts its part of each element. There is one meeting, between the writes and the reads: every thread then combines the parts of the elements that it is to hold
// itself, all in one order, so that all get the same.
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/layout/ConversionPlan.h"
#include "compiler/tilegpu/ir/Scratch.h"
#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

Value TeamCode::enterScratch(Operation *op) {
  int64_t bytes = tilegpu::getScratchBytes(op);
  auto offset = (isBlock ? op : kernel.getOperation())->getAttrOfType<IntegerAttr>(tilegpu::scratchOffsetName);
  if (!offset || bytes == 0)
    return {};
  if (isBlock)
    return add(sharedBase, offset.getInt());
  auto each = kernel->getAttrOfType<IntegerAttr>(tilegpu::scratchBytesName);
  if (!each || each.getInt() < bytes)
    return {};
  syncTeam();
  return add(add(sharedBase, offset.getInt()), mul(warpgroup, each.getInt()));
}

//===-- one step ----------------------------------------------------------------------------------------------===//

Value TeamCode::combine(tilegpu::ReduceOp op, Value a, Value b) {
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

Value TeamCode::toStored(Value value) {
  Type stored = d.getStoredType(value.getType());
  return value.getType() == stored ? value : Value(arith::ExtUIOp::create(builder, loc(), stored, value));
}
Value TeamCode::fromStored(Value value, Type element) {
  return element.isInteger(1) ? Value(arith::TruncIOp::create(builder, loc(), element, value)) : value;
}

/// Bits of `value` as words of 32 bits and back.
SmallVector<Value> TeamCode::toWords(Value value) {
  Location loc = this->loc();
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
Value TeamCode::fromWords(ArrayRef<Value> words, Type type) {
  Location loc = this->loc();
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

Value TeamCode::shuffle(Value value, int32_t laneMask) {
  SmallVector<Value> words = toWords(value);
  for (Value &word : words)
    word = NVVM::ShflOp::create(builder, loc(), i32(), constant(-1), word, constant(laneMask), constant(31), NVVM::ShflKind::bfly, UnitAttr());
  return fromWords(words, value.getType());
}

//===-- reductions --------------------------------------------------------------------------------------------===//

static bool isZero(const layout::Basis &basis) {
  return llvm::all_of(basis, [](int32_t at) { return at == 0; });
}

/// In registers: those of one place of the result, as a tree: no chain of dependent operations, and sums of equal depth. `to` is the operand's layout
/// without the axes. A register that repeats an element of the operand is left out.
TeamCode::Parts TeamCode::combineRegisters(tilegpu::ReduceOp op, const LinearLayout &to, Type type) {
  int32_t copies = layout::getCopies(tilegpu::getLayout(op.getInput().getType())).registers;
  std::map<std::vector<int32_t>, SmallVector<Value>> groups;
  for (auto [reg, value] : llvm::enumerate(d.get(op.getInput()))) {
    if (static_cast<int32_t>(reg) & copies)
      continue;
    layout::Basis at = to.apply(static_cast<int32_t>(reg));
    bool isNarrow = value.getType() != type;
    groups[std::vector<int32_t>(at.begin(), at.end())].push_back(isNarrow ? Value(arith::ExtFOp::create(builder, loc(), type, value)) : value);
  }
  Parts parts;
  for (auto &[at, values] : groups) {
    while (values.size() > 1) {
      SmallVector<Value> next;
      for (size_t i = 0; i + 1 < values.size(); i += 2)
        next.push_back(combine(op, values[i], values[i + 1]));
      if (values.size() % 2)
        next.push_back(values.back());
      values = next;
    }
    parts[at] = values.front();
  }
  return parts;
}

/// `redux.sync`, of 32-bit integers over all lanes; null where there is none.
static const char *getReduxName(tilegpu::ReductionKind kind, Type type) {
  using Kind = tilegpu::ReductionKind;
  if (!type.isInteger(32))
    return nullptr;
  switch (kind) {
  case Kind::add:
    return "add.s32";
  case Kind::max:
    return "max.s32";
  case Kind::min:
    return "min.s32";
  case Kind::umax:
    return "max.u32";
  case Kind::umin:
    return "min.u32";
  case Kind::andi:
    return "and.b32";
  case Kind::ori:
    return "or.b32";
  case Kind::xori:
    return "xor.b32";
  default:
    return nullptr;
  }
}

/// Between lanes: over the bits in `laneBits`.
void TeamCode::combineLanes(tilegpu::ReduceOp op, Parts &parts, int32_t laneBits) {
  const char *redux = laneBits == 31 ? getReduxName(op.getKind(), parts.begin()->second.getType()) : nullptr;
  for (auto &entry : parts) {
    Value &value = entry.second;
    if (redux) {
      value = emit(i32(), "redux.sync." + Twine(redux) + " $0, $1, 0xffffffff;", "=r,r", value);
      continue;
    }
    for (int32_t bit = 1; bit <= laneBits; bit *= 2)
      if (laneBits & bit)
        value = combine(op, value, shuffle(value, bit));
  }
}

/// Between lanes over the bits in `laneBits`, of which each keeps half of its elements at a step and gives the other
/// half away: of 64 elements and 8 lanes 56 are shuffled, where all that all keep would be 192, and a lane is left
/// with 8. Answers where they are: as `to` says with a register bit for each such lane bit; once there is one element,
/// all keep it.
LinearLayout TeamCode::combineHalves(tilegpu::ReduceOp op, Parts &parts, int32_t laneBits, const LinearLayout &to) {
  LinearLayout own = to.withoutFreeRegisters();
  std::vector<LinearLayout::Input> inputs(own.inputs());
  auto basesOf = [&](StringRef name) -> std::vector<layout::Basis> & {
    return llvm::find_if(inputs, [&](const LinearLayout::Input &input) { return input.name == name; })->bases;
  };
  auto outputs = std::vector<LinearLayout::Output>(own.outputs());
  for (int32_t bit = 0; (1 << bit) <= laneBits; ++bit) {
    int32_t mask = 1 << bit;
    if (!(laneBits & mask))
      continue;
    if (parts.size() == 1) {
      combineLanes(op, parts, mask);
      continue;
    }
    std::vector<layout::Basis> &registers = basesOf(layout::registerDim);
    layout::Basis given = registers.back();
    registers.pop_back();
    basesOf(layout::laneDim)[static_cast<size_t>(bit)] = given;
    LinearLayout next = *LinearLayout::create(inputs, outputs);
    Value isUpper = isEqual(bitAnd(thread, mask), mask);
    Parts kept;
    for (int32_t reg = 0; reg < next.inputSize(layout::registerDim); ++reg) {
      layout::Basis at = next.apply(reg);
      std::vector<int32_t> lower(at.begin(), at.end()), upper = lower;
      for (size_t axis = 0; axis < upper.size(); ++axis)
        upper[axis] ^= given[axis];
      Value keep = arith::SelectOp::create(builder, loc(), isUpper, parts[upper], parts[lower]);
      Value give = arith::SelectOp::create(builder, loc(), isUpper, parts[lower], parts[upper]);
      kept[lower] = combine(op, keep, shuffle(give, mask));
    }
    parts = std::move(kept);
  }
  return *LinearLayout::create(inputs, outputs);
}

/// `parts` as registers of `layout`.
static Registers toRegisters(const TeamCode::Parts &parts, const LinearLayout &layout) {
  Registers values;
  for (int32_t reg = 0; reg < layout.inputSize(layout::registerDim); ++reg) {
    layout::Basis at = layout.apply(reg);
    values.push_back(parts.find(std::vector<int32_t>(at.begin(), at.end()))->second);
  }
  return values;
}

/// All `count` values from `base` on, combined: many by the lanes, of which each reads one.
Value TeamCode::combineAll(tilegpu::ReduceOp op, Type element, Value base, int64_t count) {
  Type stored = d.getStoredType(element);
  int64_t bytes = stored.getIntOrFloatBitWidth() / 8, vector = std::min(count, tilegpu::maxAccessBytes / bytes);
  auto space = LLVM::LLVMPointerType::get(builder.getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
  if (count >= 16) {
    Value place = add(base, mul(bitAnd(thread, count - 1), bytes));
    Value own = d.loadElements(LLVM::IntToPtrOp::create(builder, loc(), space, place), element, 1).front();
    Parts parts = {{{}, own}};
    combineLanes(op, parts, static_cast<int32_t>(count - 1));
    return parts.begin()->second;
  }
  SmallVector<Value> values;
  for (int64_t first = 0; first < count; first += vector)
    values.append(d.loadElements(LLVM::IntToPtrOp::create(builder, loc(), space, add(base, first * bytes)), element, vector));
  Value all = values.front();
  for (Value value : ArrayRef<Value>(values).drop_front())
    all = combine(op, all, value);
  return all;
}

/// Between warps, over the bits in `warpBits`: part w of element e lies at `w * elements + e`. Gives the registers of `wanted`.
FailureOr<Registers> TeamCode::combineWarps(tilegpu::ReduceOp op, const LinearLayout &to, const Parts &parts, int32_t warpBits, const LinearLayout &wanted) {
  Type element = parts.begin()->second.getType();
  int64_t bytes = d.getStoredType(element).getIntOrFloatBitWidth() / 8, elements = to.elements();
  Value base = enterScratch(op);
  if (!base)
    return d.fail(op, "goes through shared memory, and has no place there");
  // The number of this warp among those that are combined: its bits in `warpBits`, together.
  Value ownWarp = shiftRight(thread, 5), part;
  int64_t count = 1;
  for (int32_t bit = 0; (1 << bit) <= warpBits; ++bit)
    if (warpBits >> bit & 1) {
      part = add(part, mul(bitAnd(shiftRight(ownWarp, bit), 1), count));
      count *= 2;
    }
  LinearLayout own = to.withoutFreeRegisters(), kept = wanted.withoutFreeRegisters();
  std::optional<LinearLayout> inverse = elements > 1 ? layout::chooseMemory({own, kept}, bytes).invert() : std::nullopt;
  auto getPlaces = [&](const LinearLayout &registers) { return inverse ? *registers.compose(*inverse) : registers; };
  auto getVector = [&](const LinearLayout &places) {
    return std::min(layout::getContiguousElements(places, 0), std::max<int64_t>(1, tilegpu::maxAccessBytes / bytes));
  };
  LinearLayout places = getPlaces(own), targets = getPlaces(kept);
  layout::Copies copies = layout::getCopies(own);
  copies.warps &= ~warpBits;
  storeScratch(toRegisters(parts, own), copies, places, getVector(places), add(base, mul(part, elements * bytes)));
  syncTeam();
  if (elements == 1)
    return Registers(wanted.inputSize(layout::registerDim), combineAll(op, element, base, count));
  Registers results;
  for (int64_t other = 0; other < count; ++other) {
    Registers loaded = loadScratch(element, targets, getVector(targets), add(base, other * elements * bytes));
    for (auto [reg, value] : llvm::enumerate(loaded))
      if (other == 0)
        results.push_back(value);
      else
        results[reg] = combine(op, results[reg], value);
  }
  return rename(results, kept, wanted);
}

LogicalResult TeamCode::visitReduce(tilegpu::ReduceOp op) {
  LinearLayout from = tilegpu::getLayout(op.getInput().getType());
  SmallVector<int64_t> kept;
  for (int64_t axis = 0; axis < static_cast<int64_t>(from.rank()); ++axis)
    if (!llvm::is_contained(op.getAxes(), axis))
      kept.push_back(axis);
  LinearLayout to = kept.empty() ? *from.projected({}).reshaped({1}) : from.projected(kept);
  LinearLayout wanted = kept.empty() ? to : tilegpu::getLayout(op.getType());
  Type element = tilegpu::getElementType(op.getInput().getType());
  // Sums of narrow floats are rounded once.
  bool widens = isa<Float16Type, BFloat16Type>(element) && (op.getKind() == tilegpu::ReductionKind::add || op.getKind() == tilegpu::ReductionKind::mul);
  Parts parts = combineRegisters(op, to, widens ? Type(builder.getF32Type()) : element);
  // The bits that the result does not have. Those along which the operand itself has copies stay out.
  layout::Copies copies = layout::getCopies(from);
  auto getBits = [&](StringRef input, int32_t copied) {
    int32_t bits = 0;
    for (auto [bit, basis] : llvm::enumerate(to.bases(input)))
      bits |= isZero(basis) && !(copied >> bit & 1) ? 1 << bit : 0;
    return bits;
  };
  int32_t laneBits = getBits(layout::laneDim, copies.lanes), warpBits = getBits(layout::warpDim, copies.warps);
  bool areMany = warpBits && parts.size() > 1; // where they are does not matter, then
  LinearLayout held = areMany ? combineHalves(op, parts, laneBits, to) : to;
  if (!areMany)
    combineLanes(op, parts, laneBits);
  auto all = warpBits ? combineWarps(op, held, parts, warpBits, wanted)
                      : convertRegisters(op, toRegisters(parts, to), to, wanted);
  if (failed(all))
    return failure();
  if (kept.empty())
    all->resize(1);
  if (widens)
    for (Value &value : *all)
      value = arith::TruncFOp::create(builder, loc(), element, value);
  d.set(op.getResult(), std::move(*all));
  return success();
}
