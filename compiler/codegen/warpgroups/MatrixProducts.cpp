// SPDX-License-Identifier: Apache-2.0
// wgmma. Accumulators are registers' worth of allocas, which LLVM promotes; every instruction that begins or awaits a
// product takes all their registers in and gives them out, so nothing moves over it.
//
// One `tilegpu.wgmma` is one piece of assembly: the fence, for each 64 rows all steps along K, the commit. Descriptors
// are made inside of it from 32-bit roots: LLVM can't hoist sixteen 64-bit descriptors out of a loop into registers
// that are not there.
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/tilegpu/ir/Negated.h"
#include <map>

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

//===-- accumulators ------------------------------------------------------------------------------------------===//

/// Registers of one thread for 64 rows of an accumulator: two f16 share one.
static int64_t countTileWords(tilegpu::AccumulatorType type, int64_t columns) {
  return columns / (type.getElementType().getIntOrFloatBitWidth() == 16 ? 4 : 2);
}
static int64_t countTileWords(tilegpu::AccumulatorType type) { return countTileWords(type, type.getColumns()); }

/// Columns that a product adds to: the accumulator's first ones, where its right operand has fewer.
static int64_t getColumns(tilegpu::WgmmaOp op) { return tilegpu::getRefShape(op.getB().getType())[1]; }

/// The product that is sure to be the first thing done with a fresh accumulator: it need not add to zeros. None where a
/// loop or branch comes first.
static tilegpu::WgmmaOp getFirstProduct(tilegpu::AllocAccumulatorOp op) {
  Operation *first = nullptr;
  for (Operation *user : op->getUsers()) {
    Operation *own = op->getBlock()->findAncestorOpInBlock(*user);
    first = !first || own->isBeforeInBlock(first) ? own : first;
  }
  auto product = dyn_cast_or_null<tilegpu::WgmmaOp>(first);
  bool isWhole = product && !op.getInit() && getColumns(product) == op.getType().getColumns();
  return isWhole ? product : tilegpu::WgmmaOp();
}

/// An accumulator of `op`'s type that was freed before in its block, and nothing begun since: for ptxas registers of
/// two stay apart from each other, unless the second begins in the first one's.
static Value findFreed(tilegpu::AllocAccumulatorOp op) {
  for (Operation *before = op->getPrevNode(); before && !isa<tilegpu::WgmmaOp>(before); before = before->getPrevNode())
    if (isa<tilegpu::FreeOp>(before))
      for (Value freed : before->getOperands())
        if (freed.getType() == op.getType() && freed.getParentBlock() == op->getBlock())
          return freed;
  return {};
}

LogicalResult TeamCode::visitAllocAccumulator(tilegpu::AllocAccumulatorOp op) {
  Accumulator accumulator;
  accumulator.type = op.getType();
  Type element = accumulator.type.getElementType();
  accumulator.word = element.isF32() ? element : i32();
  if (!element.isF32() && !element.isF16() && !element.isInteger(32))
    return d.fail(op, "has an element type that wgmma does not add in");
  int64_t count = accumulator.type.getRows() / 64 * countTileWords(accumulator.type);
  accumulator.first = getFirstProduct(op);
  Value zero = accumulator.first
                   ? Value(LLVM::UndefOp::create(builder, loc(), accumulator.word))
                   : Value(arith::ConstantOp::create(builder, loc(), builder.getZeroAttr(accumulator.word)));
  Value freed = accumulator.first ? findFreed(op) : Value();
  if (freed) {
    accumulator.slots = accumulators.find(freed)->second.slots;
  } else {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&d.function.getBody().front());
    Value one = constant(1);
    auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
    for (int64_t i = 0; i < count; ++i)
      accumulator.slots.push_back(LLVM::AllocaOp::create(builder, loc(), pointer, accumulator.word, one));
  }
  if (op.getInit() && failed(writeAccumulator(op, op.getInit(), accumulator)))
    return failure();
  if (!op.getInit() && !freed)
    for (Value slot : accumulator.slots)
      LLVM::StoreOp::create(builder, loc(), zero, slot);
  accumulators[op] = std::move(accumulator);
  liveAccumulators.push_back(op);
  return success();
}

/// wgmma's D fragment: register i of lane l of warp w is row `16 w + l / 4 + 8 (i / 2 % 2)`, column `8 (i / 4) + 2 (l %
/// 4) + i % 2`. An array's first column is the accumulator's `first`, a multiple of eight.
std::optional<SmallVector<int32_t>> TeamCode::getAccumulatorMap(const LinearLayout &layout,
                                                                tilegpu::AccumulatorType type, int32_t first) {
  static const int32_t lanes[5][2] = {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}, warps[2][2] = {{16, 0}, {32, 0}};
  auto agree = [](ArrayRef<layout::Basis> bases, const int32_t (*wanted)[2], size_t count) {
    if (bases.size() != count)
      return false;
    for (size_t bit = 0; bit < count; ++bit)
      if (bases[bit][0] != wanted[bit][0] || bases[bit][1] != wanted[bit][1])
        return false;
    return true;
  };
  if (layout.rank() != 2 || !agree(layout.bases(layout::laneDim), lanes, 5) ||
      !agree(layout.bases(layout::warpDim), warps, 2))
    return std::nullopt;
  SmallVector<int32_t> map;
  for (int32_t reg = 0; reg < layout.inputSize(layout::registerDim); ++reg) {
    layout::Basis at = layout.apply(reg);
    int32_t row = at[0] % 64, column = first + at[1];
    if ((row & ~8) || (column & 6) || column >= type.getColumns())
      return std::nullopt;
    map.push_back(static_cast<int32_t>(at[0] / 64 * (type.getColumns() / 2)) + column / 8 * 4 + row / 8 * 2 +
                  column % 2);
  }
  return map;
}

LogicalResult TeamCode::visitReadAccumulator(tilegpu::ReadAccumulatorOp op) {
  waitForWgmma(op, op.getPending());
  Accumulator &accumulator = accumulators.find(op.getAccumulator())->second;
  auto map = getAccumulatorMap(tilegpu::getLayout(op.getType()), accumulator.type);
  if (!map)
    return d.fail(op, "reads an accumulator in another layout than wgmma's");
  bool isPacked = accumulator.type.getElementType().isF16();
  Registers values, words(accumulator.slots.size());
  for (int32_t index : *map) {
    Value &word = words[isPacked ? index / 2 : index];
    if (!word)
      word = LLVM::LoadOp::create(builder, loc(), accumulator.word, accumulator.slots[isPacked ? index / 2 : index]);
    Value value = word;
    if (isPacked) {
      value = arith::TruncIOp::create(builder, loc(), builder.getI16Type(), index % 2 ? shiftRight(word, 16) : word);
      value = arith::BitcastOp::create(builder, loc(), builder.getF16Type(), value);
    }
    values.push_back(value);
  }
  d.set(op, std::move(values));
  return success();
}

LogicalResult TeamCode::writeAccumulator(Operation *op, Value value, Accumulator &accumulator, int32_t first) {
  auto map = getAccumulatorMap(tilegpu::getLayout(value.getType()), accumulator.type, first);
  if (!map)
    return d.fail(op, "writes an accumulator in another layout than wgmma's");
  bool isPacked = accumulator.type.getElementType().isF16();
  Registers words(accumulator.slots.size());
  for (auto [reg, index] : llvm::enumerate(*map)) {
    Value element = d.get(value)[reg];
    Value &word = words[isPacked ? index / 2 : index];
    if (!isPacked) {
      word = element;
      continue;
    }
    Value bits = arith::BitcastOp::create(builder, loc(), builder.getI16Type(), element);
    bits = arith::ExtUIOp::create(builder, loc(), i32(), bits);
    if (index % 2)
      bits = arith::ShLIOp::create(builder, loc(), bits, constant(16));
    word = word ? Value(arith::OrIOp::create(builder, loc(), word, bits)) : bits;
  }
  for (auto [slot, word] : llvm::zip(accumulator.slots, words))
    if (word)
      LLVM::StoreOp::create(builder, loc(), word, slot);
  return success();
}

/// Assembly whose first operands are `slots`' contents, in and out; `more` are its further operands.
static void emitOverSlots(OpBuilder &builder, Location loc, ArrayRef<Value> slots, const std::string &text,
                          const std::string &moreConstraints, ArrayRef<Value> more) {
  std::string outputs, ties;
  SmallVector<Value> operands;
  SmallVector<Type> types;
  for (size_t i = 0; i < slots.size(); ++i) {
    types.push_back(slots[i].getDefiningOp<LLVM::AllocaOp>().getElemType());
    // Early clobber: an operand that happens to hold the same bits, zeros say, must not share the sum's register, which
    // changes while it is read.
    outputs += (i ? "," : "") + std::string(types.back().isF32() ? "=&f" : "=&r");
    ties += "," + std::to_string(i);
    operands.push_back(LLVM::LoadOp::create(builder, loc, types.back(), slots[i]));
  }
  llvm::append_range(operands, more);
  Type result = types.size() > 1 ? Type(LLVM::LLVMStructType::getLiteral(builder.getContext(), types)) : types.front();
  Value all =
      LLVM::InlineAsmOp::create(builder, loc, result, operands, text, outputs + ties + moreConstraints + ",~{memory}",
                                true, false, LLVM::TailCallKind::None,
                                LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT), ArrayAttr())
          .getResult(0);
  for (size_t i = 0; i < slots.size(); ++i)
    LLVM::StoreOp::create(builder, loc,
                          slots.size() > 1 ? Value(LLVM::ExtractValueOp::create(builder, loc, all, i)) : all, slots[i]);
}

/// Takes in every accumulator that may be in flight, so that no copy of a register moves before it.
void TeamCode::waitForWgmma(Operation *op, int64_t pending) {
  std::string text = "wgmma.wait_group.sync.aligned " + std::to_string(pending) + ";";
  SmallVector<Value> slots;
  for (Value live : liveAccumulators)
    if (live.getParentBlock()->findAncestorOpInBlock(*op) &&
        llvm::any_of(live.getUsers(), [](Operation *user) { return isa<tilegpu::WgmmaOp>(user); }))
      llvm::append_range(slots, accumulators.find(live)->second.slots);
  if (slots.empty())
    emit({}, text, "", {});
  else
    emitOverSlots(builder, loc(), slots, text, "", {});
}

//===-- operands ----------------------------------------------------------------------------------------------===//

/// Where the k-th 32 bytes of K (K innermost) or the k-th 16 lines of K (M or N innermost) begin, in units of 16 bytes.
int64_t TeamCode::Descriptor::getStep(int64_t k) const {
  if (isTransposed)
    return k * 16 * linePitch / 16;
  return (k * 32 / panelBytes * panelPitch + k * 32 % panelBytes) / 16;
}
int64_t TeamCode::Descriptor::getTile(int64_t tile, int64_t elementBytes) const {
  if (!isTransposed)
    return tile * 64 * linePitch / 16;
  int64_t bytes = tile * 64 * elementBytes;
  return (bytes / panelBytes * panelPitch + bytes % panelBytes) / 16;
}

FailureOr<TeamCode::Descriptor> TeamCode::getDescriptor(tilegpu::WgmmaOp op, const View &view, int64_t kAxis) {
  int64_t last = view.rank() - 1, k = view.axes[kAxis], other = view.axes[1 - kAxis];
  if (!view.swizzle)
    return d.fail(op, "has an operand without a swizzle");
  if (view.isRemote || last < 1 || std::max(k, other) != last || std::min(k, other) != last - 1)
    return d.fail(op, "has an operand whose rows and columns are not its buffer's last axes");
  Descriptor descriptor;
  descriptor.isTransposed = k != last;
  if (descriptor.isTransposed && view.elementBytes != 2)
    return d.fail(op, "has an operand of other than 16-bit elements whose K is not innermost");
  descriptor.panelBytes = view.swizzle;
  descriptor.panelPitch = view.getPanelPitch();
  descriptor.linePitch = view.swizzle;
  // A start within the swizzle's pattern would need a base offset: whole patterns of rows, and columns that keep each
  // step inside its panel.
  int64_t columnDivisor = getKnownDivisor(view.offsets[last]) * view.elementBytes,
          needed = descriptor.isTransposed ? view.swizzle : 32;
  if (getKnownDivisor(view.offsets[last - 1]) < 8 || (view.offsets[last] && columnDivisor < needed))
    return d.fail(op, "has an operand that does not begin at a multiple of eight rows and a whole step of columns");
  // K from within a panel on: steps are counted from the view's start, so it must be a panel's start or not pass the
  // panel's end.
  int64_t kBytes =
      tilegpu::getRefShape(kAxis == 1 ? op.getA().getType() : op.getB().getType())[kAxis] * view.elementBytes;
  if (!descriptor.isTransposed && view.offsets[last] && columnDivisor < view.swizzle && columnDivisor < kBytes)
    return d.fail(op, "has an operand whose K begins within a panel and may pass its end");
  Value field = bitAnd(shiftRight(getAddress(view), 4), 0x3FFF);
  int64_t leading = descriptor.isTransposed ? descriptor.panelPitch / 16 : 1, stride = 8 * view.swizzle / 16;
  descriptor.low = builder.createOrFold<arith::OrIOp>(loc(), field, constant(static_cast<int32_t>(leading << 16)));
  uint32_t kind = view.swizzle == 128 ? 1 : view.swizzle == 64 ? 2 : 3;
  descriptor.high = static_cast<uint32_t>(stride) | kind << 30;
  return descriptor;
}

/// The words of A for each step along K: register j holds the four bytes at K-bytes `16 (j / 2) + 4 (l % 4)` of row `16
/// w + l / 4 + 8 (j % 2)`.
FailureOr<SmallVector<TeamCode::Registers>> TeamCode::getRegisterOperand(tilegpu::WgmmaOp op, int64_t tile) {
  Type type = op.getA().getType();
  LinearLayout layout = tilegpu::getLayout(type);
  Type element = tilegpu::getElementType(type);
  int32_t elementBytes = static_cast<int32_t>(element.getIntOrFloatBitWidth() / 8), perWord = 4 / elementBytes;
  static const int32_t rows[5] = {0, 0, 1, 2, 4};
  ArrayRef<layout::Basis> lanes = layout.bases(layout::laneDim), warps = layout.bases(layout::warpDim);
  bool isRight = lanes.size() == 5 && warps.size() == 2;
  for (size_t bit = 0; isRight && bit < 5; ++bit)
    isRight = lanes[bit][0] == rows[bit] && lanes[bit][1] == (bit < 2 ? perWord << bit : 0);
  for (size_t bit = 0; isRight && bit < 2; ++bit)
    isRight = warps[bit][0] == 16 << bit && warps[bit][1] == 0;
  if (!isRight)
    return d.fail(op, "has its left operand in registers of another layout than wgmma's");
  std::map<std::pair<int32_t, int32_t>, int32_t> held;
  for (int32_t reg = 0; reg < layout.inputSize(layout::registerDim); ++reg) {
    layout::Basis at = layout.apply(reg);
    held.try_emplace({at[0], at[1]}, reg);
  }
  int64_t steps = tilegpu::getShape(type)[1] * elementBytes / 32;
  SmallVector<Registers> words(steps);
  for (int64_t step = 0; step < steps; ++step)
    for (int32_t j = 0; j < 4; ++j) {
      int32_t row = static_cast<int32_t>(tile * 64) + 8 * (j % 2),
              column = static_cast<int32_t>(step * 32 + 16 * (j / 2)) / elementBytes;
      SmallVector<Value> parts;
      for (int32_t i = 0; i < perWord; ++i) {
        auto found = held.find({row, column + i});
        if (found == held.end())
          return d.fail(op, "has its left operand in registers of another layout than wgmma's");
        parts.push_back(d.get(op.getA())[found->second]);
      }
      words[step].push_back(packWord(parts));
    }
  return words;
}

//===-- the operation -----------------------------------------------------------------------------------------===//

static const char *getTypeName(Type type) {
  if (type.isF32())
    return "tf32";
  if (type.isF16())
    return "f16";
  if (type.isBF16())
    return "bf16";
  if (type.isInteger(8))
    return "s8";
  if (isa<Float8E4M3FNType>(type))
    return "e4m3";
  if (isa<Float8E5M2Type>(type))
    return "e5m2";
  return nullptr;
}

static Type getOperandElement(Type type) {
  return isa<RankedTensorType>(type) ? tilegpu::getElementType(type) : tilegpu::getRefElementType(type);
}

LogicalResult TeamCode::visitWgmma(tilegpu::WgmmaOp op) {
  Accumulator &accumulator = accumulators.find(op.getAccumulator())->second;
  Type left = getOperandElement(op.getA().getType()), right = getOperandElement(op.getB().getType()),
       sum = accumulator.type.getElementType();
  if (!getTypeName(left) || !getTypeName(right))
    return d.fail(op, "multiplies elements that wgmma does not");
  int64_t elementBytes = left.getIntOrFloatBitWidth() / 8, columns = getColumns(op);
  bool isInteger = left.isInteger(8);
  if (accumulator.type.getRows() % 64 != 0 || columns % 8 != 0 || columns > 256 ||
      (isInteger && columns > 32 && columns % 16 != 0))
    return d.fail(op, "has an accumulator whose extents wgmma does not have");
  if (isInteger != sum.isInteger(32) || (sum.isF16() && elementBytes == 2 && !left.isF16()) ||
      (sum.isF16() && left.isF32()))
    return d.fail(op, "adds in a type that wgmma does not have for these elements");
  bool isInRegisters = isa<RankedTensorType>(op.getA().getType());
  auto b = getDescriptor(op, getView(op.getB()), /*kAxis=*/0);
  if (failed(b))
    return failure();
  FailureOr<Descriptor> a = Descriptor();
  if (!isInRegisters)
    a = getDescriptor(op, getView(op.getA()), /*kAxis=*/1);
  if (failed(a))
    return failure();
  int64_t k = tilegpu::getRefShape(op.getB().getType())[0], steps = k * elementBytes / 32,
          tiles = accumulator.type.getRows() / 64;
  if (k * elementBytes % 32 != 0)
    return d.fail(op, "has a K that is no multiple of 32 bytes");
  std::string name = "wgmma.mma_async.sync.aligned.m64n" + std::to_string(columns) + "k" +
                     std::to_string(32 / elementBytes) + "." +
                     (sum.isF32()   ? "f32"
                      : sum.isF16() ? "f16"
                                    : "s32") +
                     "." + getTypeName(left) + "." + getTypeName(right);
  int64_t count = countTileWords(accumulator.type);
  std::string tail = isInteger ? ";\n" : op->hasAttr(tilegpu::negatedName) ? ", -1, 1" : ", 1, 1";
  if (!isInteger && elementBytes == 2)
    tail += (isInRegisters ? "" : a->isTransposed ? ", 1" : ", 0") + std::string(b->isTransposed ? ", 1" : ", 0");
  if (!isInteger)
    tail += ";\n";
  // One piece of assembly: between two LLVM could copy registers of an accumulator that is in flight.
  int64_t total = tiles * count;
  SmallVector<Value> more = {b->low};
  std::string constraints = ",r";
  auto operand = [&](size_t index) { return "$" + std::to_string(2 * total + static_cast<int64_t>(index)); };
  if (!isInRegisters) {
    more.push_back(a->low);
    constraints += ",r";
  }
  std::string text = "{\n.reg .pred all, none;\n.reg .b32 word;\n.reg .b64 left, right;\nsetp.eq.u32 all, 0, "
                     "0;\nsetp.ne.u32 none, 0, 0;\nwgmma.fence.sync.aligned;\n";
  auto describe = [&](const std::string &to, const std::string &root, int64_t step, uint32_t high) {
    std::string low = root;
    if (step) {
      text += "add.u32 word, " + root + ", " + std::to_string(step) + ";\n";
      low = "word";
    }
    text += "mov.b64 " + to + ", {" + low + ", " + std::to_string(high) + "};\n";
  };
  for (int64_t tile = 0; tile < tiles; ++tile) {
    std::string registers;
    for (int64_t i = 0; i < countTileWords(accumulator.type, columns); ++i)
      registers += (i ? ", $" : "$") + std::to_string(tile * count + i);
    SmallVector<Registers> words;
    if (isInRegisters) {
      auto found = getRegisterOperand(op, tile);
      if (failed(found))
        return failure();
      words = *found;
    }
    for (int64_t step = 0; step < steps; ++step) {
      std::string first = "left";
      describe("right", operand(0), b->getStep(step), b->high);
      if (!isInRegisters) {
        describe("left", operand(1), a->getStep(step) + a->getTile(tile, elementBytes), a->high);
      } else {
        first = "{";
        for (Value word : words[step]) {
          first += (first.size() > 1 ? ", " : "") + operand(more.size());
          more.push_back(word);
          constraints += ",r";
        }
        first += "}";
      }
      text += name + " {" + registers + "}, " + first + ", right" +
              (step == 0 && accumulator.first == op ? ", none" : ", all") + tail;
    }
  }
  text += "wgmma.commit_group.sync.aligned;\n}";
  emitOverSlots(builder, loc(), accumulator.slots, text, constraints, more);
  return success();
}
