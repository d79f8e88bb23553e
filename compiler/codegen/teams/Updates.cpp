// SPDX-License-Identifier: Apache-2.0
// Atomic updates of arrays and buffers: each element once, by the thread that would store it, in one instruction where the machine has it (integers of 32 and 64
// bits; sums of floats), else in a loop: read the word, combine, compare and swap until nobody came between. Elements of a byte are a part of a word of four.
//
// Who needs the old elements and did not fetch them gets them by shuffles from another lane, or through scratch from another warp; a scalar by `broadcast`.
//
// Order is the program's, not the thread's: before an update that releases, the team meets, so that what any thread wrote before is covered; after one that
// acquires it meets again. Where the program writes no memory otherwise there is nothing to cover, and nobody waits.
#include "compiler/codegen/ScalarElements.h"
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/layout/ConversionPlan.h"
#include "compiler/layout/LayoutFacts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

/// What an instruction is called, `add.u32`; empty where the machine has none.
static std::string getAtomicName(tilegpu::Atomic kind, Type type, bool hasBf16) {
  using Kind = tilegpu::Atomic;
  unsigned bits = type.getIntOrFloatBitWidth();
  std::string width = std::to_string(bits);
  bool isFloat = isa<FloatType>(type), isWord = bits == 32 || bits == 64;
  if (kind == Kind::exchange)
    return isWord ? "exch.b" + width : "";
  if (isFloat) {
    if (kind != Kind::add || bits < 16)
      return "";
    return type.isBF16() ? (hasBf16 ? "add.noftz.bf16" : "") : type.isF16() ? "add.noftz.f16" : "add.f" + width;
  }
  if (!isWord)
    return "";
  switch (kind) {
  case Kind::add: return "add.u" + width;
  case Kind::max: return "max.s" + width;
  case Kind::min: return "min.s" + width;
  case Kind::umax: return "max.u" + width;
  case Kind::umin: return "min.u" + width;
  case Kind::andi: return "and.b" + width;
  case Kind::ori: return "or.b" + width;
  case Kind::xori: return "xor.b" + width;
  default: return "";
  }
}

static const char *getLetter(Type type) {
  unsigned bits = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type))
    return bits == 64 ? "d" : bits == 32 ? "f" : "h";
  return bits == 64 ? "l" : bits == 32 ? "r" : "h";
}

namespace {
/// One element's update, in the one thread that does it.
class ElementUpdate {
public:
  ElementUpdate(TeamCode &code, OpBuilder &builder, Location loc, Type element, std::string access, bool hasInstructions)
      : code(code), builder(builder), loc(loc), element(element), access(std::move(access)), hasInstructions(hasInstructions) {}

  /// `atom.` or `red.` with `name`, predicated. Null without a result.
  Value createInstruction(const std::string &name, bool isUsed, const std::string &reduction, Value predicate, Value pointer, Value value, Value compare = {}) {
    bool isHalf = isa<Float16Type, BFloat16Type>(value.getType());
    if (isHalf)
      value = bitcast(value, builder.getI16Type());
    std::string letter = getLetter(value.getType());
    if (!isUsed && !reduction.empty())
      return code.emit({}, "@$0 red." + reduction + name + " [$1], $2;", "b,l," + letter, {predicate, pointer, value});
    Value zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(value.getType()));
    std::string other = compare ? ", $4" : "", otherLetter = compare ? "," + letter : "";
    SmallVector<Value> operands = {predicate, pointer, compare ? compare : value};
    if (compare)
      operands.push_back(value);
    operands.push_back(zero);
    Value old = code.emit(value.getType(), "@$1 atom." + access + name + " $0, [$2], $3" + other + ";", "=" + letter + ",b,l," + letter + otherLetter + ",0", operands);
    return isHalf ? bitcast(old, element) : old;
  }

  /// Reads, combines and swaps until nobody came between. `combine` takes and gives registers of the element.
  Value createLoop(Value predicate, Value pointer, llvm::function_ref<Value(Value)> combine) {
    unsigned bits = getStoredBits();
    Type word = builder.getIntegerType(bits == 8 ? 32 : bits);
    Value shift, zero = arith::ConstantOp::create(builder, loc, builder.getZeroAttr(getRegisterType(element)));
    auto branch = scf::IfOp::create(builder, loc, TypeRange{zero.getType()}, predicate, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&branch.getElseRegion().front());
    scf::YieldOp::create(builder, loc, zero);
    builder.setInsertionPointToStart(&branch.getThenRegion().front());
    if (bits == 8)
      std::tie(pointer, shift) = findWord(pointer);
    std::string letter = getLetter(word), suffix = ".b" + std::to_string(word.getIntOrFloatBitWidth());
    std::string load = access.substr(access.find('.')); // the order's place is taken by `relaxed`
    Value first = code.emit(word, "ld.relaxed" + load.substr(0, load.size() - 1) + suffix + " $0, [$1];", "=" + letter + ",l", {pointer});
    auto loop = scf::WhileOp::create(
        builder, loc, TypeRange{word}, ValueRange{first},
        [&](OpBuilder &, Location, ValueRange state) {
          Value fresh = insert(state[0], shift, combine(extract(state[0], shift)));
          Value seen = code.emit(word, "atom." + access + "cas" + suffix + " $0, [$1], $2, $3;", "=" + letter + ",l," + letter + "," + letter, {pointer, state[0], fresh});
          Value isOther = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, seen, state[0]);
          scf::ConditionOp::create(builder, loc, isOther, ValueRange{seen});
        },
        [&](OpBuilder &, Location, ValueRange state) { scf::YieldOp::create(builder, loc, state); });
    scf::YieldOp::create(builder, loc, extract(loop.getResult(0), shift));
    return branch.getResult(0);
  }

  Value combine(tilegpu::Atomic kind, Value old, Value value) {
    using Kind = tilegpu::Atomic;
    if (isFloat8(element) && kind != Kind::exchange) {
      Value wide = combine(kind, extendFloat8(builder, loc, old, element, hasInstructions), extendFloat8(builder, loc, value, element, hasInstructions));
      return truncateToFloat8(builder, loc, wide, element, hasInstructions);
    }
    bool isFloat = isa<FloatType>(old.getType());
    switch (kind) {
    case Kind::exchange: return value;
    case Kind::add: return isFloat ? Value(arith::AddFOp::create(builder, loc, old, value)) : Value(arith::AddIOp::create(builder, loc, old, value));
    case Kind::mul: return isFloat ? Value(arith::MulFOp::create(builder, loc, old, value)) : Value(arith::MulIOp::create(builder, loc, old, value));
    case Kind::max: return isFloat ? Value(arith::MaxNumFOp::create(builder, loc, old, value)) : Value(arith::MaxSIOp::create(builder, loc, old, value));
    case Kind::min: return isFloat ? Value(arith::MinNumFOp::create(builder, loc, old, value)) : Value(arith::MinSIOp::create(builder, loc, old, value));
    case Kind::umax: return arith::MaxUIOp::create(builder, loc, old, value);
    case Kind::umin: return arith::MinUIOp::create(builder, loc, old, value);
    case Kind::andi: return arith::AndIOp::create(builder, loc, old, value);
    case Kind::ori: return arith::OrIOp::create(builder, loc, old, value);
    case Kind::xori: return arith::XOrIOp::create(builder, loc, old, value);
    }
    return value;
  }

  Value bitcast(Value value, Type type) { return value.getType() == type ? value : Value(arith::BitcastOp::create(builder, loc, type, value)); }
  /// An element's register as an integer, for comparisons of bits.
  Value toBits(Value value) { return bitcast(value, builder.getIntegerType(value.getType().getIntOrFloatBitWidth())); }

private:
  unsigned getStoredBits() { return std::max(8u, element.getIntOrFloatBitWidth()); }

  /// The word of four bytes that a byte is in, and its place there in bits.
  std::pair<Value, Value> findWord(Value pointer) {
    Type i64 = builder.getI64Type();
    auto number = [&](int64_t value) -> Value { return arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(value)); };
    Value address = LLVM::PtrToIntOp::create(builder, loc, i64, pointer);
    Value low = arith::AndIOp::create(builder, loc, address, number(3));
    Value shift = arith::ShLIOp::create(builder, loc, arith::TruncIOp::create(builder, loc, builder.getI32Type(), low),
                                        arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(3)));
    Value start = arith::AndIOp::create(builder, loc, address, number(~int64_t(3)));
    return {LLVM::IntToPtrOp::create(builder, loc, pointer.getType(), start), shift};
  }
  Value extract(Value word, Value shift) {
    Type type = getRegisterType(element);
    if (shift)
      word = arith::ShRUIOp::create(builder, loc, word, shift);
    unsigned bits = type.getIntOrFloatBitWidth();
    if (word.getType().getIntOrFloatBitWidth() > bits)
      word = arith::TruncIOp::create(builder, loc, builder.getIntegerType(bits), word);
    return bitcast(word, type);
  }
  Value insert(Value word, Value shift, Value value) {
    Value bits = toBits(value);
    if (bits.getType() != word.getType()) {
      // Parts of bytes are stored with their sign, bits as 0 or 1.
      unsigned width = bits.getType().getIntOrFloatBitWidth();
      if (width < 8)
        bits = width == 1 ? Value(arith::ExtUIOp::create(builder, loc, builder.getI8Type(), bits)) : Value(arith::ExtSIOp::create(builder, loc, builder.getI8Type(), bits));
      bits = arith::ExtUIOp::create(builder, loc, word.getType(), bits);
    }
    if (!shift)
      return bits;
    Value mask = arith::ShLIOp::create(builder, loc, arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0xff)), shift);
    Value all = arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(-1));
    Value rest = arith::AndIOp::create(builder, loc, word, arith::XOrIOp::create(builder, loc, mask, all));
    return arith::OrIOp::create(builder, loc, rest, arith::ShLIOp::create(builder, loc, bits, shift));
  }

  TeamCode &code;
  OpBuilder &builder;
  Location loc;
  Type element;
  std::string access; // `acq_rel.gpu.global.`
  bool hasInstructions;
};
} // namespace

/// Whether the program has other writes, which the order of an update is about.
static bool writesOtherwise(Operation *update) {
  auto kernel = update->getParentOfType<tilegpu::KernelOp>();
  return kernel
      .walk([&](Operation *op) { return isa<tilegpu::StoreOp, tilegpu::ScatterOp>(op) ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

template <typename OpT>
LogicalResult TeamCode::updateElements(OpT op, llvm::function_ref<Value(const UpdatePlace &place)> update) {
  Type array = op.getValue().getType();
  bool isUsed = !op.getResult().use_empty(), isScalar = !isa<RankedTensorType>(array);
  bool releases = op.getOrder() == "release" || op.getOrder() == "acq_rel", acquires = op.getOrder() == "acquire" || op.getOrder() == "acq_rel";
  bool isOrdered = isBlock && op.getOrder() != "relaxed" && writesOtherwise(op);
  layout::Copies copies = isScalar ? layout::Copies() : layout::getCopies(tilegpu::getLayout(array));
  if (isUsed && isScalar && isInWarpMap)
    return d.fail(op, "whose result several threads hold has no code");
  View view = getView(op.getRef());
  std::string space = view.isShared ? view.isRemote ? ".shared::cluster." : ".shared::cta." : ".global.";
  Value writer = isScalar ? Value(isInWarpMap ? elected : issuer) : d.getWriterPredicate(array);
  if (isOrdered && releases)
    syncTeam();
  Registers results;
  for (const Distributor::Group &group : getIndexedGroups(op, array, 1)) {
    if (group.first & copies.registers) {
      results.push_back(results[group.first & ~copies.registers]);
      continue;
    }
    Value predicate = group.predicate;
    if (writer)
      predicate = predicate ? Value(arith::AndIOp::create(builder, loc(), predicate, writer)) : writer;
    if (!predicate)
      predicate = d.constant(builder.getI1Type(), 1);
    results.push_back(update({predicate, group.pointer, static_cast<size_t>(group.first), space, isUsed}));
  }
  if (isUsed && isScalar) {
    results.front() = broadcast(results.front());
  } else if (isUsed && copies.warps) {
    if (failed(spreadThroughScratch(op, results, tilegpu::getLayout(array))))
      return failure();
  } else if (isUsed) {
    for (Value &value : results)
      value = spreadOverLanes(value, copies.lanes);
  }
  if (isOrdered && acquires && !(isUsed && isScalar))
    syncTeam();
  d.set(op.getResult(), isUsed ? std::move(results) : Registers(d.countRegisters(array)));
  return success();
}

/// What the lane has whose bits `lanes` are 0.
Value TeamCode::spreadOverLanes(Value value, int32_t lanes) {
  for (int32_t bit = 1; bit <= lanes; bit *= 2)
    if (lanes & bit) {
      Value other = shuffle(value, bit), isCopy = isEqual(bitAnd(thread, bit), bit);
      value = arith::SelectOp::create(builder, loc(), isCopy, other, value);
    }
  return value;
}

LogicalResult TeamCode::spreadThroughScratch(Operation *op, Registers &values, const LinearLayout &layout) {
  Value base = enterScratch(op);
  if (!base)
    return d.fail(op, "goes through shared memory, and has no place there");
  Type element = tilegpu::getElementType(op->getResult(0).getType());
  LinearLayout own = layout.withoutFreeRegisters();
  int64_t bytes = d.getStoredType(element).getIntOrFloatBitWidth() / 8;
  std::optional<LinearLayout> inverse = layout::chooseMemory({own, own}, bytes).invert();
  LinearLayout places = inverse ? *own.compose(*inverse) : own;
  Registers kept;
  auto fewer = layout::getRegisterMap(layout, own), all = layout::getRegisterMap(own, layout);
  for (int32_t reg : *fewer)
    kept.push_back(values[reg]);
  storeScratch(kept, layout::getCopies(own), places, 1, base);
  syncTeam();
  Registers loaded = loadScratch(element, places, 1, base);
  values.clear();
  for (int32_t reg : *all)
    values.push_back(loaded[reg]);
  return success();
}

LogicalResult TeamCode::visitAtomic(tilegpu::AtomicRmwOp op) {
  Type element = tilegpu::getElementType(op.getType());
  // Without a result it is a reduction, which can't acquire.
  std::string scope = op.getScope().str(), red = (op.getOrder() == "relaxed" || op.getOrder() == "acquire" ? "relaxed." : "release.") + scope;
  std::string name = getAtomicName(op.getKind(), element, kernel.getTarget().hasWgmma);
  return updateElements(op, [&](const UpdatePlace &place) -> Value {
    Value value = d.get(op.getValue())[place.reg];
    ElementUpdate update(*this, builder, loc(), element, op.getOrder().str() + "." + scope + place.space, kernel.getTarget().hasWgmma);
    if (!name.empty())
      return update.createInstruction(name, place.isUsed, op.getKind() == tilegpu::Atomic::exchange ? "" : red + place.space, place.predicate, place.pointer, value);
    return update.createLoop(place.predicate, place.pointer, [&](Value old) { return update.combine(op.getKind(), old, value); });
  });
}

LogicalResult TeamCode::visitAtomicCas(tilegpu::AtomicCasOp op) {
  Type element = tilegpu::getElementType(op.getType());
  return updateElements(op, [&](const UpdatePlace &place) -> Value {
    Value value = d.get(op.getValue())[place.reg], compare = d.get(op.getCompare())[place.reg];
    ElementUpdate update(*this, builder, loc(), element, op.getOrder().str() + "." + op.getScope().str() + place.space, kernel.getTarget().hasWgmma);
    if (element.getIntOrFloatBitWidth() >= 16) {
      std::string name = "cas.b" + std::to_string(element.getIntOrFloatBitWidth());
      Value old = update.createInstruction(name, true, "", place.predicate, place.pointer, update.toBits(value), update.toBits(compare));
      return update.bitcast(old, element);
    }
    return update.createLoop(place.predicate, place.pointer, [&](Value old) -> Value {
      Value isSame = arith::CmpIOp::create(builder, loc(), arith::CmpIPredicate::eq, update.toBits(old), update.toBits(compare));
      return arith::SelectOp::create(builder, loc(), isSame, value, old);
    });
  });
}
