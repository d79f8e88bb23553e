// SPDX-License-Identifier: Apache-2.0
// The frame of decoding: slots for values, where values die, and which file knows which operation.
#include "compiler/interpreter/Decoder.h"
#include "shared/numerics/Rearrange.h"
#include <algorithm>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using numerics::DType;

namespace {
constexpr unsigned deepest = 200;
constexpr size_t longest = 1 << 19; // steps
} // namespace

DType tessera::interpreter::toDType(Type type, bool isUnsigned) {
  type = tile::getElementType(type);
  if (isa<Float8E4M3FNType>(type))
    return DType::float8_e4m3fn;
  if (isa<Float8E5M2Type>(type))
    return DType::float8_e5m2;
  if (type.isF16())
    return DType::float16;
  if (type.isBF16())
    return DType::bfloat16;
  if (type.isF64())
    return DType::float64;
  if (isa<FloatType>(type))
    return DType::float32;
  if (isa<IndexType>(type))
    return DType::int64;
  switch (type.getIntOrFloatBitWidth()) {
  case 1: return DType::boolean;
  case 2: return isUnsigned ? DType::uint2 : DType::int2;
  case 4: return isUnsigned ? DType::uint4 : DType::int4;
  case 8: return isUnsigned ? DType::uint8 : DType::int8;
  case 16: return isUnsigned ? DType::uint16 : DType::int16;
  case 32: return isUnsigned ? DType::uint32 : DType::int32;
  default: return isUnsigned ? DType::uint64 : DType::int64;
  }
}

/// Whether `toDType` gives the type's own dtype.
static bool isKnownElement(Type type) {
  if (isa<IndexType, Float8E4M3FNType, Float8E5M2Type>(type) || type.isF16() || type.isBF16() || type.isF32() || type.isF64())
    return true;
  auto integer = dyn_cast<IntegerType>(type);
  return integer && llvm::is_contained({1u, 2u, 4u, 8u, 16u, 32u, 64u}, integer.getWidth());
}

bool tessera::interpreter::measure(Operand &operand) {
  // Strides are products of extents too: those beside a 0 have to fit as well.
  std::vector<int64_t> positive(operand.shape.begin(), operand.shape.end());
  std::replace(positive.begin(), positive.end(), int64_t(0), int64_t(1));
  int64_t whole = numerics::countElements(positive);
  bool fits = whole >= 0 && whole <= INT64_MAX / 16 && operand.shape.size() <= numerics::largestRank;
  operand.count = fits ? numerics::countElements({operand.shape.begin(), operand.shape.end()}) : 0;
  operand.bytes = fits ? static_cast<uint64_t>(operand.count) * numerics::getByteSize(operand.type) : 0;
  return fits;
}

void Decoder::refuse(Operation *op, std::string why) {
  if (!failed)
    run.fail(DiagnosticId::internalError, op->getLoc(), "the interpreter can't run `" + op->getName().getStringRef().str() + "`: " + why);
  failed = true;
}

Operand Decoder::get(Value value, Operation *reader) {
  Operand operand;
  Type type = value.getType();
  auto &known = lanes ? laneSlots : slots;
  operand.slot = known.try_emplace(value, 0).second ? (known[value] = newSlot()) : known[value];
  if (isa<tile::TextType>(type)) {
    refuse(reader ? reader : value.getParentBlock()->getParentOp(), "a text can't go through a loop, a branch or a call");
    return operand;
  }
  Type element = tile::getElementType(type);
  if (!isKnownElement(element)) {
    std::string text;
    llvm::raw_string_ostream(text) << "there is no array of `" << element << "`";
    refuse(reader ? reader : value.getDefiningOp() ? value.getDefiningOp() : value.getParentBlock()->getParentOp(), text);
    return operand;
  }
  operand.type = toDType(element);
  operand.isScalar = !isa<RankedTensorType>(type);
  operand.shape.assign(tile::getShape(type).begin(), tile::getShape(type).end());
  if (lanes) {
    operand.isScalar = false;
    operand.shape.assign({lanes});
  }
  if (!measure(operand))
    refuse(reader ? reader : value.getParentBlock()->getParentOp(), "the array has too many elements or axes");
  if (reader) {
    auto last = lastReaders.find(value);
    operand.dies = last != lastReaders.end() && last->second == reader && !presets.contains(value) && !operand.isScalar;
  }
  return operand;
}

SmallVector<Operand> Decoder::getAll(ValueRange values, Operation *reader) {
  SmallVector<Operand> operands;
  for (Value value : values)
    operands.push_back(get(value, reader));
  return operands;
}

void Decoder::emit(Operation *op, std::function<void(Frame &)> action) {
  if (code.steps.size() >= longest)
    return refuse(op, "the program has more than half a million steps");
  code.steps.push_back({std::move(action), op, {}});
}

void Decoder::noteDeath(Value value, Block &block, llvm::function_ref<bool(Operation *)> isReader) {
  Operation *last = nullptr;
  for (Operation *user : value.getUsers()) {
    Operation *ancestor = block.findAncestorOpInBlock(*user);
    if (ancestor && isReader(ancestor) && (!last || last->isBeforeInBlock(ancestor)))
      last = ancestor;
  }
  if (!last)
    last = value.getDefiningOp();
  if (last)
    deaths[last].push_back(value);
  lastReaders[value] = last;
}

/// For each value of the block, the operation of the block within which it is read last.
void Decoder::findDeaths(Block &block) {
  auto anyOp = [](Operation *) { return true; };
  for (Value argument : block.getArguments())
    noteDeath(argument, block, anyOp);
  for (Operation &op : block)
    for (Value result : op.getResults())
      noteDeath(result, block, anyOp);
}

/// The last step so far ends `op`: what dies within it dies there, except in the slots `kept`, which it has just filled anew.
void Decoder::addDeaths(Operation *op, ArrayRef<Operand> kept) {
  auto found = deaths.find(op);
  if (found == deaths.end())
    return;
  SmallVector<SlotIndex, 2> dead;
  for (Value value : found->second)
    if (isa<RankedTensorType>(value.getType()) && !presets.contains(value)) {
      SlotIndex slot = get(value).slot;
      if (llvm::none_of(kept, [&](const Operand &operand) { return operand.slot == slot; }))
        dead.push_back(slot);
    }
  if (dead.empty())
    return;
  if (code.steps.empty() || code.steps.back().op != op || !code.steps.back().deaths.empty())
    emit(op, [](Frame &) {});
  if (!failed)
    code.steps.back().deaths.append(dead);
}

LogicalResult Decoder::decodeBlock(Block &block) {
  if (depth >= deepest) {
    refuse(block.getParentOp(), "regions or calls nest deeper than " + std::to_string(deepest));
    return failure();
  }
  ++depth;
  findDeaths(block);
  SmallVector<Operation *> ops(llvm::make_pointer_range(block));
  planPieces(ops, [](Operation *) { return true; }, {});
  for (Operation &op : block) {
    decodeOp(&op);
    if (failed)
      break;
  }
  --depth;
  return failure(failed);
}

void Decoder::decodeOp(Operation *op) {
  if (decodePieces(op))
    return;
  size_t before = code.steps.size();
  if (!decodeControl(op) && !decodeElementwise(op) && !decodeArrays(op) && !decodeIndexed(op) && !decodeCombine(op) && !decodeMemory(op) && !decodeHost(op) && !decodeWarpgroups(op))
    return refuse(op, "no such operation is known here");
  // A terminator's values are moved by its own step, and what its frame of blocks needs is released at the end of the parent.
  if (code.steps.size() == before && !deaths.count(op))
    return;
  if (!op->hasTrait<OpTrait::IsTerminator>())
    addDeaths(op);
}

LogicalResult Decoder::decodeFunction(func::FuncOp function) {
  if (function.isExternal() || !llvm::hasSingleElement(function.getBody())) {
    refuse(function, "it is not a function of one block");
    return failure();
  }
  Block &block = function.getBody().front();
  for (BlockArgument argument : block.getArguments()) {
    code.isRefStored.push_back(false);
    if (isa<tile::RefType>(argument.getType())) { // an index map's prefetched scalars
      refs[argument] = code.refCount++;
      code.arguments.push_back({});
      continue;
    }
    code.arguments.push_back(get(argument));
  }
  for (Type type : function.getResultTypes()) {
    if (!isa<RankedTensorType>(type) && !type.isIntOrIndexOrFloat()) {
      refuse(function, "a result is not an array");
      return failure();
    }
    Operand result;
    result.slot = newSlot();
    result.type = toDType(type);
    result.isScalar = !isa<RankedTensorType>(type);
    code.results.push_back(result);
  }
  returnTargets.push_back(SmallVector<Operand>(code.results.begin(), code.results.end()));
  LogicalResult result = decodeBlock(block);
  returnTargets.pop_back();
  return result;
}

LogicalResult Decoder::decodePart(ArrayRef<Operation *> part, const DenseSet<Value> &preserved) {
  DenseSet<Operation *> members(part.begin(), part.end());
  for (Operation *op : part)
    for (Value result : op->getResults())
      if (!preserved.contains(result))
        noteDeath(result, *op->getBlock(), [&](Operation *reader) { return members.contains(reader); });
  // Whoever asks for the last operation reads its results at the end.
  if (!part.empty()) {
    deaths.erase(part.back());
    DenseSet<Value> kept = preserved;
    kept.insert(part.back()->result_begin(), part.back()->result_end());
    planPieces(part, [&](Operation *reader) { return members.contains(reader); }, kept);
  }
  for (Operation *op : part) {
    decodeOp(op);
    if (failed)
      break;
  }
  return failure(failed);
}

void Decoder::preset(Value value, uint64_t scalar, numerics::BufferRef buffer) {
  Operand operand = get(value);
  presets.insert(value);
  code.presets.push_back({operand.slot, scalar, std::move(buffer)});
}

LogicalResult Decoder::decodeKernel(tile::KernelOp kernel) {
  if (!llvm::hasSingleElement(kernel.getBody())) {
    refuse(kernel, "it is not a kernel of one block");
    return failure();
  }
  isOfWarpgroups = tilegpu::isWarpgroupKernel(kernel);
  Block &block = kernel.getBody().front();
  for (BlockArgument argument : block.getArguments()) {
    code.isRefStored.push_back(false);
    if (auto ref = dyn_cast<tile::RefType>(argument.getType())) {
      if (ref.getShape().size() > numerics::largestRank) {
        refuse(kernel, "a Ref has too many axes");
        return failure();
      }
      refs[argument] = code.refCount++;
      code.arguments.push_back({});
      continue;
    }
    code.arguments.push_back(get(argument));
    presets.insert(argument); // every program reads it
  }
  return decodeBlock(block);
}
