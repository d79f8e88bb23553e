// SPDX-License-Identifier: Apache-2.0
// Accesses to global memory. The registers of a tensor are taken in groups of `vector`, each group one instruction: a plain
// LLVM load or store of 32-bit words where there is no mask, and where there is one, an instruction predicated on it
// (`@%p ld.global.v4.b32`), written as inline assembly: LLVM would make a branch of it, and branches keep loads from overlapping.
//
// Addresses are 64 bits. The index within an array is computed in 32 where the array is known to have fewer than 2^31
// elements, the thread's part once an access, and a register adds a constant, which ends up in the instruction.
#include "compiler/codegen/Distribute.h"
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/layout/LayoutFacts.h"
#include "compiler/tilegpu/ir/UnalignedAccess.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;
using layout::LinearLayout;

Type Distributor::getStoredType(Type element) {
  bool isFloat8 = isa<FloatType>(element) && element.getIntOrFloatBitWidth() == 8;
  return (element.isInteger() && element.getIntOrFloatBitWidth() < 8) || isFloat8 ? IntegerType::get(element.getContext(), 8) : element;
}

Value Distributor::addOffset(Value pointer, Value elements, Type element) {
  return LLVM::GEPOp::create(builder, loc, pointer.getType(), getStoredType(element), pointer, ArrayRef<LLVM::GEPArg>{elements});
}

bool Distributor::isWritten(Value ref) {
  return llvm::any_of(ref.getUsers(), [&](Operation *user) {
    if (auto store = dyn_cast<tilegpu::StoreOp>(user))
      return store.getRef() == ref;
    // A view may be written through.
    return !isa<tilegpu::LoadOp, tilegpu::GatherOp>(user);
  });
}

Value Distributor::getWriterPredicate(Type type) {
  int64_t mask = team->countScalarThreads() - 1; // a scalar: thread 0
  if (isa<RankedTensorType>(type)) {
    layout::Copies copies = layout::getCopies(tilegpu::getLayout(type));
    mask = copies.lanes | static_cast<int64_t>(copies.warps) * tilegpu::lanesPerWarp;
  }
  if (!mask)
    return {};
  Value bits = arith::AndIOp::create(builder, loc, getThread(), constant(mask));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, bits, constant(0));
}

//===-- addresses ---------------------------------------------------------------------------------------------===//

/// Element (0-based, row-major) `sum of (offset + stride * coordinate) * pitch`: the uniform and the thread's part go into the
/// group's base pointer, the register's part is a constant on top, unless the layout mixes register and thread bits.
template <typename OpT> SmallVector<Distributor::Group> Distributor::getBoxGroups(OpT op, Type array) {
  tilegpu::RefType ref = op.getRef().getType();
  LinearLayout layout = tilegpu::getLayout(array);
  bool isSmall = !ShapedType::isDynamicShape(ref.getShape()) &&
                 (ref.getRank() == 0 || ref.getShape()[0] <= 0 || ref.getStride(0) <= INT32_MAX / ref.getShape()[0]);
  Type indexType = isSmall ? builder.getI32Type() : builder.getI64Type();
  auto widen = [&](Value value) -> Value {
    return isSmall ? value : Value(arith::ExtSIOp::create(builder, loc, indexType, value));
  };
  auto scale = [&](Value value, int64_t factor) -> Value {
    return factor == 1 ? value : Value(arith::MulIOp::create(builder, loc, value, constant(indexType, factor)));
  };
  Value base;
  auto addTo = [&](Value value) { base = base ? Value(arith::AddIOp::create(builder, loc, base, value)) : value; };
  for (int64_t axis = 0; axis < ref.getRank(); ++axis)
    addTo(scale(widen(getScalar(op.getOffsets()[axis])), ref.getStride(axis)));
  SmallVector<int64_t> pitches;
  bool isDisjoint = true;
  for (auto [own, axis] : llvm::enumerate(op.getAxes())) {
    pitches.push_back(op.getStride(axis) * ref.getStride(axis));
    int32_t threadBits = 0, registerBits = 0;
    for (StringRef input : {StringRef(layout::laneDim), StringRef(layout::warpDim)})
      for (const layout::Basis &basis : layout.bases(input))
        threadBits |= basis[own];
    for (const layout::Basis &basis : layout.bases(layout::registerDim))
      registerBits |= basis[own];
    isDisjoint &= !(threadBits & registerBits);
  }
  if (isDisjoint)
    for (auto [own, pitch] : llvm::enumerate(pitches))
      addTo(scale(widen(getThreadCoordinate(layout, own)), pitch));
  Value pointer = getScalar(op.getRef());
  if (base)
    pointer = addOffset(pointer, base, ref.getElementType());
  SmallVector<Group> groups;
  int32_t vector = static_cast<int32_t>(op.getVector());
  for (int32_t reg = 0; reg < countRegisters(array); reg += vector) {
    Group group{reg, vector, pointer, op.getMask() ? get(op.getMask())[reg] : Value()};
    layout::Basis coordinates = layout.apply(reg);
    int64_t offset = 0;
    for (auto [own, pitch] : llvm::enumerate(pitches)) {
      offset += isDisjoint ? coordinates[own] * pitch : 0;
      if (!isDisjoint) {
        Value coordinate = addCoordinate(layout, own, getThreadCoordinate(layout, own), coordinates[own]);
        group.pointer = addOffset(group.pointer, scale(widen(coordinate), pitch), ref.getElementType());
      }
    }
    if (offset)
      group.pointer = addOffset(pointer, constant(builder.getI64Type(), offset), ref.getElementType());
    groups.push_back(group);
  }
  return groups;
}

template <typename OpT> SmallVector<Distributor::Group> Distributor::getIndexedGroups(OpT op, Type array) {
  tilegpu::RefType ref = op.getRef().getType();
  SmallVector<Group> groups;
  int32_t vector = static_cast<int32_t>(op.getVector());
  Type i64 = builder.getI64Type();
  for (int32_t reg = 0; reg < countRegisters(array); reg += vector) {
    Value element;
    for (int64_t axis = 0; axis < ref.getRank(); ++axis) {
      Value index = get(op.getIndices()[axis])[reg];
      if (index.getType() != i64)
        index = arith::ExtSIOp::create(builder, loc, i64, index);
      if (ref.getStride(axis) != 1)
        index = arith::MulIOp::create(builder, loc, index, constant(i64, ref.getStride(axis)));
      element = element ? Value(arith::AddIOp::create(builder, loc, element, index)) : index;
    }
    Value pointer = getScalar(op.getRef());
    if (element)
      pointer = addOffset(pointer, element, ref.getElementType());
    groups.push_back({reg, vector, pointer, op.getMask() ? get(op.getMask())[reg] : Value()});
  }
  return groups;
}

//===-- words -------------------------------------------------------------------------------------------------===//

namespace {
/// A group as words of assembly: 16 bytes are four 32-bit words.
struct Words {
  int64_t count, bits;
  static Words of(int64_t bytes) { return bytes > 4 ? Words{bytes / 4, 32} : Words{1, bytes * 8}; }
  /// `ld.global.v4.b32`'s last parts.
  std::string suffix() const { return (count > 1 ? ".v" + std::to_string(count) : "") + ".b" + std::to_string(bits); }
  /// The register class of a word in assembly; 8 bits travel in 16.
  const char *constraint() const { return bits == 32 ? "r" : "h"; }
};

std::string join(ArrayRef<std::string> parts, const char *separator) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : separator) + part;
  return text;
}

const char *getCacheSuffix(tilegpu::Cache cache) {
  switch (cache) {
  case tilegpu::Cache::l2:
    return ".cg";
  case tilegpu::Cache::streaming:
    return ".cs";
  case tilegpu::Cache::normal:
    return "";
  }
  return "";
}

/// Elements to words and back, through vectors that LLVM folds away.
class Packer {
public:
  Packer(OpBuilder &builder, Location loc, Type element, int64_t count)
      : builder(builder), loc(loc), element(element), stored(Distributor::getStoredType(element)), count(count),
        words(Words::of(count * stored.getIntOrFloatBitWidth() / 8)) {}

  Words getWords() const { return words; }
  Type getWordType() const { return builder.getIntegerType(words.bits); }

  SmallVector<Value> pack(ArrayRef<Value> elements) {
    Value whole = gather(elements, stored);
    return scatter(whole, words.count, getWordType());
  }
  SmallVector<Value> unpack(ArrayRef<Value> values) {
    SmallVector<Value> elements = scatter(gather(values, getWordType()), count, stored);
    if (element.isInteger(2) || element.isInteger(4))
      for (Value &value : elements)
        value = arith::TruncIOp::create(builder, loc, element, value);
    if (element.isInteger(1))
      for (Value &value : elements) {
        Value zero = arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(stored, 0));
        value = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value, zero);
      }
    return elements;
  }
  /// The elements as one LLVM value to load or store.
  Type getWholeType() const {
    return words.count == 1 && count == 1 ? stored : getVectorType(words.count, getWordType());
  }
  Value toWhole(ArrayRef<Value> elements) { return cast(gather(elements, stored), getWholeType()); }
  SmallVector<Value> fromWhole(Value whole) {
    if (count == 1 && words.count == 1)
      return unpack({cast(whole, getWordType())});
    return unpack(scatter(whole, words.count, getWordType()));
  }

private:
  static Type getVectorType(int64_t count, Type type) { return count == 1 ? type : Type(VectorType::get({count}, type)); }
  Value cast(Value value, Type type) {
    return value.getType() == type ? value : Value(LLVM::BitcastOp::create(builder, loc, type, value));
  }
  Value index(int64_t i) { return LLVM::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(static_cast<int32_t>(i))); }

  Value gather(ArrayRef<Value> values, Type type) {
    auto widen = [&](Value value) -> Value {
      // Parts of bytes are stored with their sign.
      if (value.getType().isInteger(2) || value.getType().isInteger(4))
        return arith::ExtSIOp::create(builder, loc, type, value);
      return value.getType().isInteger(1) ? Value(arith::ExtUIOp::create(builder, loc, type, value)) : value;
    };
    if (values.size() == 1)
      return widen(values.front());
    Value vector = LLVM::PoisonOp::create(builder, loc, getVectorType(values.size(), type));
    for (auto [i, value] : llvm::enumerate(values))
      vector = LLVM::InsertElementOp::create(builder, loc, vector, widen(value), index(i));
    return vector;
  }
  SmallVector<Value> scatter(Value whole, int64_t parts, Type type) {
    whole = cast(whole, getVectorType(parts, type));
    if (parts == 1)
      return {whole};
    SmallVector<Value> values;
    for (int64_t i = 0; i < parts; ++i)
      values.push_back(LLVM::ExtractElementOp::create(builder, loc, whole, index(i)));
    return values;
  }

  OpBuilder &builder;
  Location loc;
  Type element, stored;
  int64_t count;
  Words words;
};
} // namespace

/// `.global`, `.shared`: what a pointer points into, as an access names it.
static std::string getSpace(Value pointer) {
  unsigned space = cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace();
  if (space == static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared))
    return ".shared";
  return space == static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster) ? ".shared::cluster" : ".global";
}

static LLVM::InlineAsmOp createAssembly(OpBuilder &builder, Location loc, Type result, ValueRange operands, StringRef text,
                                        StringRef constraints, bool hasSideEffects) {
  return LLVM::InlineAsmOp::create(builder, loc, result ? TypeRange(result) : TypeRange(), operands, text, constraints, hasSideEffects,
                                   /*is_align_stack=*/false, LLVM::TailCallKind::None,
                                   LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT), ArrayAttr());
}

//===-- loads -------------------------------------------------------------------------------------------------===//

/// `@%p ld.global.v4.b32 {$0, $1, $2, $3}, [$4];` with the words of `other` in the result registers before.
static SmallVector<Value> emitPredicatedLoad(OpBuilder &builder, Location loc, Packer &packer, Value pointer, Value predicate,
                                             ArrayRef<Value> other, bool isVolatile, StringRef cache) {
  Words words = packer.getWords();
  // Assembly has no 8-bit registers: such a word travels in 16 bits.
  Type wordType = words.bits == 8 ? Type(builder.getI16Type()) : packer.getWordType();
  std::vector<std::string> targets, outputs, inputs;
  SmallVector<Value> operands = {pointer, predicate};
  for (int64_t i = 0; i < words.count; ++i) {
    targets.push_back("$" + std::to_string(i));
    outputs.push_back(std::string("=") + words.constraint());
    inputs.push_back(std::to_string(i));
    operands.push_back(words.bits == 8 ? Value(arith::ExtUIOp::create(builder, loc, wordType, other[i])) : other[i]);
  }
  std::string list = words.count > 1 ? "{" + join(targets, ", ") + "}" : targets.front();
  std::string text = "@$" + std::to_string(words.count + 1) + " ld" + getSpace(pointer) + cache.str() + words.suffix() + " " + list + ", [$" +
                     std::to_string(words.count) + "];";
  std::string constraints = join(outputs, ",") + ",l,b," + join(inputs, ",") + (isVolatile ? ",~{memory}" : "");
  Type result = wordType;
  if (words.count > 1)
    result = LLVM::LLVMStructType::getLiteral(builder.getContext(), SmallVector<Type>(words.count, wordType));
  Value loaded = createAssembly(builder, loc, result, operands, text, constraints, isVolatile).getResult(0);
  SmallVector<Value> values;
  for (int64_t i = 0; i < words.count; ++i) {
    Value word = words.count > 1 ? Value(LLVM::ExtractValueOp::create(builder, loc, loaded, i)) : loaded;
    values.push_back(words.bits == 8 ? Value(arith::TruncIOp::create(builder, loc, builder.getI8Type(), word)) : word);
  }
  return values;
}

void Distributor::emitLoads(Operation *op, ArrayRef<Group> groups, Value other, tilegpu::RefType ref,
                            bool isVolatile, tilegpu::Cache cache) {
  if (tilegpu::isUnaligned(op))
    return emitUnalignedLoads(op, groups, isVolatile);
  Type element = ref.getElementType();
  Registers results;
  for (const Group &group : groups) {
    Packer packer(builder, loc, element, group.count);
    bool isPlain = !group.predicate && cache == tilegpu::Cache::normal;
    if (isPlain) {
      int64_t bytes = group.count * ref.getElementBytes();
      Value whole = LLVM::LoadOp::create(builder, loc, packer.getWholeType(), group.pointer, static_cast<unsigned>(bytes));
      llvm::append_range(results, packer.fromWhole(whole));
      continue;
    }
    SmallVector<Value> fallback;
    if (other)
      fallback = packer.pack(ArrayRef<Value>(get(other)).slice(group.first, group.count));
    else
      fallback.assign(packer.getWords().count, constant(packer.getWordType(), 0));
    Value predicate = group.predicate ? group.predicate : constant(builder.getI1Type(), 1);
    llvm::append_range(results, packer.unpack(emitPredicatedLoad(builder, loc, packer, group.pointer, predicate, fallback,
                                                                 isVolatile, getCacheSuffix(cache))));
  }
  set(op->getResult(0), std::move(results));
}

void Distributor::storeElements(Value pointer, ArrayRef<Value> elements) {
  Packer packer(builder, loc, elements.front().getType(), static_cast<int64_t>(elements.size()));
  unsigned bytes = getStoredType(elements.front().getType()).getIntOrFloatBitWidth() / 8 * elements.size();
  LLVM::StoreOp::create(builder, loc, packer.toWhole(elements), pointer, bytes);
}

SmallVector<Value> Distributor::loadElements(Value pointer, Type element, int64_t count) {
  Packer packer(builder, loc, element, count);
  unsigned bytes = getStoredType(element).getIntOrFloatBitWidth() / 8 * static_cast<unsigned>(count);
  return packer.fromWhole(LLVM::LoadOp::create(builder, loc, packer.getWholeType(), pointer, bytes));
}

void Distributor::visitLoad(tilegpu::LoadOp op) {
  emitLoads(op, getBoxGroups(op, op.getType()), op.getOther(), op.getRef().getType(), isWritten(op.getRef()), op.getCache());
}

void Distributor::visitGather(tilegpu::GatherOp op) {
  emitLoads(op, getIndexedGroups(op, op.getType()), op.getOther(), op.getRef().getType(), isWritten(op.getRef()), op.getCache());
}

//===-- stores ------------------------------------------------------------------------------------------------===//

void Distributor::emitStores(Operation *op, ArrayRef<Group> groups, Value stored, tilegpu::RefType ref, tilegpu::Cache cache) {
  if (tilegpu::isUnaligned(op))
    return emitUnalignedStores(op, groups, stored);
  Value writer = getWriterPredicate(stored.getType());
  int32_t copies = isa<RankedTensorType>(stored.getType()) ? layout::getCopies(tilegpu::getLayout(stored.getType())).registers : 0;
  for (const Group &group : groups) {
    if (group.first & copies)
      continue; // another register has written this element
    Packer packer(builder, loc, ref.getElementType(), group.count);
    ArrayRef<Value> elements = ArrayRef<Value>(get(stored)).slice(group.first, group.count);
    Value predicate = group.predicate;
    if (writer)
      predicate = predicate ? Value(arith::AndIOp::create(builder, loc, predicate, writer)) : writer;
    if (!predicate && cache == tilegpu::Cache::normal) {
      int64_t bytes = group.count * ref.getElementBytes();
      LLVM::StoreOp::create(builder, loc, packer.toWhole(elements), group.pointer, static_cast<unsigned>(bytes));
      continue;
    }
    if (!predicate)
      predicate = constant(builder.getI1Type(), 1);
    Words words = packer.getWords();
    SmallVector<Value> operands = {predicate, group.pointer};
    std::vector<std::string> sources, constraints = {"b", "l"};
    for (auto [i, word] : llvm::enumerate(packer.pack(elements))) {
      sources.push_back("$" + std::to_string(i + 2));
      constraints.push_back(words.constraint());
      operands.push_back(words.bits == 8 ? Value(arith::ExtUIOp::create(builder, loc, builder.getI16Type(), word)) : word);
    }
    std::string list = words.count > 1 ? "{" + join(sources, ", ") + "}" : sources.front();
    std::string text = std::string("@$0 st") + getSpace(group.pointer) + getCacheSuffix(cache) + words.suffix() + " [$1], " + list + ";";
    createAssembly(builder, loc, Type(), operands, text, join(constraints, ",") + ",~{memory}", true);
  }
}

void Distributor::visitStore(tilegpu::StoreOp op) {
  emitStores(op, getBoxGroups(op, op.getValue().getType()), op.getValue(), op.getRef().getType(), op.getCache());
}

void Distributor::visitScatter(tilegpu::ScatterOp op) {
  emitStores(op, getIndexedGroups(op, op.getValue().getType()), op.getValue(), op.getRef().getType(), op.getCache());
}
