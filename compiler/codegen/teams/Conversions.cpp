// SPDX-License-Identifier: Apache-2.0
// A tensor from one layout to another within a team, as layout::planConversion says: registers renamed, words shuffled between lanes, or elements written to
// shared memory and read back.
//
// Through shared memory: a register's element is at a place that is linear over F2, a thread's part xor a register's. Where both have a bit the xor is computed,
// once for each such pattern of the registers; the register's other bits are added, as constants in the instructions.
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/layout/ConversionPlan.h"
#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

/// The n-th register without the bits in `copies`.
static int32_t spread(int32_t n, int32_t copies) {
  int32_t reg = 0;
  for (int32_t bit = 1; n; bit *= 2)
    if (!(copies & bit)) {
      reg |= n & 1 ? bit : 0;
      n >>= 1;
    }
  return reg;
}

//===-- shared memory -----------------------------------------------------------------------------------------===//

SmallVector<TeamCode::Place> TeamCode::getScratchPlaces(const LinearLayout &places, int64_t vector, Value base, int64_t elementBytes) {
  int32_t threadBits = 0;
  for (StringRef input : {StringRef(layout::laneDim), StringRef(layout::warpDim)})
    for (const layout::Basis &basis : places.bases(input))
      threadBits |= basis[0];
  Value own = mul(d.getThreadCoordinate(places, 0), elementBytes);
  std::map<int32_t, Value> starts;
  SmallVector<Place> list;
  for (int32_t reg = 0; reg < places.inputSize(layout::registerDim); reg += static_cast<int32_t>(vector)) {
    int32_t place = places.apply(reg)[0], mixed = place & threadBits;
    Value &start = starts[mixed];
    if (!start)
      start = add(base, mixed ? bitXor(own, constant(mixed * elementBytes)) : own);
    list.push_back({start, (place & ~threadBits) * elementBytes});
  }
  return list;
}

Value TeamCode::toSharedPointer(const Place &place) {
  View view;
  view.isShared = true;
  return toPointer(view, place);
}

/// `places` is of the registers that are no copies of others.
void TeamCode::storeScratch(ArrayRef<Value> values, layout::Copies copies, const LinearLayout &places, int64_t vector, Value base) {
  Type element = values.front().getType();
  int64_t bytes = d.getStoredType(element).getIntOrFloatBitWidth() / 8;
  auto matrices = bytes == 2 && kernel.getTarget().hasWgmma && !copies.any() && !isInWarpMap ? getMatrixRegisters(places, 0) : std::nullopt;
  if (matrices) {
    for (auto [group, place] : llvm::zip(matrices->groups, getScratchPlaces(matrices->rows, 1, base, bytes)))
      storeMatrix(place.address, place.bytes, group, values);
    return;
  }
  SmallVector<Place> list = getScratchPlaces(places, vector, base, bytes);
  OpBuilder::InsertionGuard guard(builder);
  // Of the threads that hold copies of an element the first writes it.
  if (int64_t others = copies.lanes | copies.warps * tilegpu::lanesPerWarp) {
    auto branch = scf::IfOp::create(builder, loc(), isEqual(bitAnd(thread, others), 0), /*withElse=*/false);
    builder.setInsertionPoint(branch.getBody()->getTerminator());
  }
  for (auto [group, place] : llvm::enumerate(list)) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < vector; ++i)
      elements.push_back(values[spread(static_cast<int32_t>(group * vector + i), copies.registers)]);
    d.storeElements(toSharedPointer(place), elements);
  }
}

Registers TeamCode::loadScratch(Type element, const LinearLayout &places, int64_t vector, Value base) {
  int64_t bytes = d.getStoredType(element).getIntOrFloatBitWidth() / 8;
  Registers values;
  if (auto matrices = bytes == 2 && !isInWarpMap ? getMatrixRegisters(places, 0) : std::nullopt) {
    values.resize(places.inputSize(layout::registerDim));
    for (auto [group, place] : llvm::zip(matrices->groups, getScratchPlaces(matrices->rows, 1, base, bytes)))
      loadMatrix(place.address, place.bytes, group, element, values);
    return values;
  }
  for (const Place &place : getScratchPlaces(places, vector, base, bytes))
    values.append(d.loadElements(toSharedPointer(place), element, vector));
  return values;
}

//===-- shuffles ----------------------------------------------------------------------------------------------===//

/// What lane `lane` has in `value`, of a word of 32 bits.
Value TeamCode::shuffleFrom(Value word, Value lane) {
  return NVVM::ShflOp::create(builder, loc(), i32(), constant(-1), word, lane, constant(31), NVVM::ShflKind::idx, UnitAttr());
}

/// As many values as fill words of 32 bits, packed, moved by `move`, and unpacked.
SmallVector<Value> TeamCode::moveWords(ArrayRef<Value> values, llvm::function_ref<Value(Value)> move) {
  Type type = values.front().getType(), stored = d.getStoredType(type);
  unsigned bits = stored.getIntOrFloatBitWidth();
  SmallVector<Value> moved;
  if (bits >= 32) {
    for (Value value : values) {
      SmallVector<Value> words = toWords(value);
      for (Value &word : words)
        word = move(word);
      moved.push_back(fromWords(words, type));
    }
    return moved;
  }
  size_t perWord = 32 / bits;
  for (size_t first = 0; first < values.size(); first += perWord) {
    size_t count = std::min(perWord, values.size() - first);
    auto vector = VectorType::get({static_cast<int64_t>(perWord)}, stored);
    auto index = [&](size_t i) { return LLVM::ConstantOp::create(builder, loc(), builder.getI32IntegerAttr(static_cast<int32_t>(i))); };
    Value word = LLVM::PoisonOp::create(builder, loc(), vector);
    for (size_t i = 0; i < perWord; ++i)
      word = LLVM::InsertElementOp::create(builder, loc(), word, toStored(values[first + std::min(i, count - 1)]), index(i));
    word = LLVM::BitcastOp::create(builder, loc(), vector, move(LLVM::BitcastOp::create(builder, loc(), i32(), word)));
    for (size_t i = 0; i < count; ++i)
      moved.push_back(fromStored(LLVM::ExtractElementOp::create(builder, loc(), word, index(i)), type));
  }
  return moved;
}

Registers TeamCode::convertByShuffles(ArrayRef<Value> values, const LinearLayout &source) {
  // Which registers the lanes ask for at once: all combinations of what their bits choose.
  SmallVector<int32_t> choices = {0};
  bool keepsLane = true;
  for (auto [bit, basis] : llvm::enumerate(source.bases(layout::laneDim))) {
    keepsLane &= basis[1] == 1 << bit;
    if (!llvm::is_contained(choices, basis[0]))
      for (size_t i = 0, count = choices.size(); i < count; ++i)
        choices.push_back(choices[i] ^ basis[0]);
  }
  // Registers whose elements come from the same lane travel together.
  std::map<int32_t, SmallVector<int32_t>> groups;
  for (int32_t reg = 0; reg < source.inputSize(layout::registerDim); ++reg)
    groups[source.apply(reg)[1]].push_back(reg);
  Value choice = d.getThreadCoordinate(source, 0), lane = d.getThreadCoordinate(source, 1);
  Registers results(source.inputSize(layout::registerDim));
  for (auto &[laneBits, registers] : groups) {
    bool stays = keepsLane && laneBits == 0;
    Value from = laneBits ? bitXor(lane, constant(laneBits)) : lane;
    for (int32_t chosen : choices) {
      SmallVector<Value> wanted;
      for (int32_t reg : registers)
        wanted.push_back(values[source.apply(reg)[0] ^ chosen]);
      SmallVector<Value> moved = stays ? wanted : moveWords(wanted, [&](Value word) { return shuffleFrom(word, from); });
      Value isChosen = chosen ? isEqual(choice, chosen) : Value();
      for (auto [reg, value] : llvm::zip(registers, moved))
        results[reg] = isChosen ? Value(arith::SelectOp::create(builder, loc(), isChosen, value, results[reg])) : value;
    }
  }
  return results;
}

//===-- the operation -----------------------------------------------------------------------------------------===//

/// Registers of `from` as those of `to`, which holds the same elements in the same threads.
Registers TeamCode::rename(ArrayRef<Value> values, const LinearLayout &from, const LinearLayout &to) {
  auto map = layout::getRegisterMap(from, to);
  return Registers(llvm::map_range(*map, [&](int32_t reg) { return values[reg]; }));
}

/// `values` in the registers of `from` as those of `to`, by the scratch of `op` where that is needed.
FailureOr<Registers> TeamCode::convertRegisters(Operation *op, Registers values, const LinearLayout &from, const LinearLayout &to) {
  Type element = values.front().getType();
  layout::ConversionPlan plan = layout::planConversion(from, to, d.getStoredType(element).getIntOrFloatBitWidth() / 8);
  switch (plan.kind) {
  case layout::Conversion::none:
    return values;
  case layout::Conversion::registers:
    return rename(values, from, to);
  case layout::Conversion::shuffle:
    return convertByShuffles(values, plan.source);
  case layout::Conversion::sharedMemory:
    break;
  }
  Value base = enterScratch(op);
  if (!base)
    return d.fail(op, "goes through shared memory, and has no place there");
  storeScratch(values, layout::getCopies(from), plan.stores, plan.storeVector, base);
  syncTeam();
  return rename(loadScratch(element, plan.loads, plan.loadVector, base), to.withoutFreeRegisters(), to);
}

LogicalResult TeamCode::visitConvert(tilegpu::ConvertLayoutOp op) {
  auto values = convertRegisters(op, d.get(op.getInput()), tilegpu::getLayout(op.getInput().getType()), tilegpu::getLayout(op.getType()));
  if (failed(values))
    return failure();
  d.set(op, std::move(*values));
  return success();
}
