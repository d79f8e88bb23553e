// SPDX-License-Identifier: Apache-2.0
// PTX that the user wrote, once for each `pack` elements that a thread holds. Elements narrower than 32 bits come in words: as many as fit 32 bits, or all of
// them where they are fewer. A constraint that names a wider register than an element has gets the element's bits in its lower ones. Where a thread holds fewer
// elements than `pack`, the last one stands for the rest.
#include "compiler/codegen/Distribute.h"
#include "compiler/codegen/ScalarElements.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;

/// The type of the register that a constraint names; null where it names none in particular.
static Type getConstraintType(OpBuilder &builder, StringRef constraint) {
  switch (constraint.empty() ? ' ' : constraint.back()) {
  case 'h': return builder.getI16Type();
  case 'r': return builder.getI32Type();
  case 'l': return builder.getI64Type();
  case 'f': return builder.getF32Type();
  case 'd': return builder.getF64Type();
  default: return {};
  }
}

/// The bits of `value` in a register of `type`: cut or filled with zeros.
static Value fitBits(OpBuilder &builder, Location loc, Value value, Type type) {
  if (!type || value.getType() == type)
    return value;
  auto toInteger = [&](Value x) -> Value {
    Type word = builder.getIntegerType(x.getType().getIntOrFloatBitWidth());
    return x.getType() == word ? x : Value(arith::BitcastOp::create(builder, loc, word, x));
  };
  value = toInteger(value);
  unsigned width = value.getType().getIntOrFloatBitWidth(), wanted = type.getIntOrFloatBitWidth();
  if (width < wanted)
    value = arith::ExtUIOp::create(builder, loc, builder.getIntegerType(wanted), value);
  if (width > wanted)
    value = arith::TruncIOp::create(builder, loc, builder.getIntegerType(wanted), value);
  return value.getType() == type ? value : Value(arith::BitcastOp::create(builder, loc, type, value));
}

/// Elements to a word: the first one lowest.
static Value packElements(OpBuilder &builder, Location loc, ArrayRef<Value> elements) {
  if (elements.size() == 1)
    return elements.front();
  unsigned width = elements.front().getType().getIntOrFloatBitWidth();
  Type word = builder.getIntegerType(width * elements.size());
  Value packed;
  for (auto [i, element] : llvm::enumerate(elements)) {
    Value bits = fitBits(builder, loc, element, word);
    if (i)
      bits = arith::ShLIOp::create(builder, loc, bits, arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(word, i * width)));
    packed = packed ? Value(arith::OrIOp::create(builder, loc, packed, bits)) : bits;
  }
  return packed;
}

static void unpackElements(OpBuilder &builder, Location loc, Value word, Type element, int64_t count, SmallVectorImpl<Value> &elements) {
  unsigned width = element.getIntOrFloatBitWidth();
  if (count == 1)
    return elements.push_back(fitBits(builder, loc, word, element));
  Value bits = fitBits(builder, loc, word, builder.getIntegerType(width * static_cast<unsigned>(count)));
  for (int64_t i = 0; i < count; ++i) {
    Value own = bits;
    if (i)
      own = arith::ShRUIOp::create(builder, loc, bits, arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(bits.getType(), i * width)));
    elements.push_back(fitBits(builder, loc, own, element));
  }
}

/// Elements of a type that share a word.
static int64_t getElementsPerWord(Type element, int64_t pack) {
  int64_t width = getRegisterType(element).getIntOrFloatBitWidth();
  return width < 32 ? std::min<int64_t>(32 / width, pack) : 1;
}

LogicalResult Distributor::visitInlineAsm(tilegpu::InlineAsmOp op) {
  int64_t pack = static_cast<int64_t>(op.getPack()), count = 1;
  for (Type type : llvm::concat<const Type>(llvm::to_vector(op->getOperandTypes()), llvm::to_vector(op->getResultTypes())))
    count = std::max(count, countRegisters(type));
  SmallVector<StringRef> constraints, named;
  op.getConstraints().split(constraints, ',');
  llvm::copy_if(constraints, std::back_inserter(named), [](StringRef text) { return !text.trim().starts_with("~"); });
  SmallVector<Registers> results(op.getNumResults());
  for (int64_t first = 0; first < count; first += pack) {
    size_t next = 0;
    SmallVector<Type> words;
    auto takeType = [&](Type fallback) {
      Type type = next < named.size() ? getConstraintType(builder, named[next].trim()) : Type();
      ++next;
      return type ? type : fallback;
    };
    for (Type type : op->getResultTypes()) {
      Type element = getRegisterType(tilegpu::getElementType(type));
      int64_t each = getElementsPerWord(element, pack);
      Type word = each == 1 ? element : Type(builder.getIntegerType(element.getIntOrFloatBitWidth() * static_cast<unsigned>(each)));
      for (int64_t k = 0; k < pack; k += each)
        words.push_back(takeType(word));
    }
    SmallVector<Value> operands;
    for (Value input : op.getInputs()) {
      const Registers &values = get(input);
      int64_t each = getElementsPerWord(tilegpu::getElementType(input.getType()), pack);
      for (int64_t k = 0; k < pack; k += each) {
        SmallVector<Value> elements;
        for (int64_t i = 0; i < each; ++i)
          elements.push_back(values[std::min<size_t>(static_cast<size_t>(first + k + i), values.size() - 1)]);
        Value word = packElements(builder, loc, elements);
        operands.push_back(fitBits(builder, loc, word, takeType(word.getType())));
      }
    }
    Type type = words.empty() ? Type() : words.size() == 1 ? words.front() : Type(LLVM::LLVMStructType::getLiteral(builder.getContext(), words));
    auto assembly = LLVM::InlineAsmOp::create(builder, loc, type ? TypeRange(type) : TypeRange(), operands, op.getText(), op.getConstraints(), !op.getIsPure(),
                                              /*is_align_stack=*/false, LLVM::TailCallKind::None,
                                              LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT), ArrayAttr());
    int64_t position = 0;
    for (auto [index, result] : llvm::enumerate(op.getResults())) {
      Type element = getRegisterType(tilegpu::getElementType(result.getType()));
      int64_t each = getElementsPerWord(element, pack);
      for (int64_t k = 0; k < pack; k += each, ++position) {
        Value word = words.size() == 1 ? assembly.getResult(0) : Value(LLVM::ExtractValueOp::create(builder, loc, assembly.getResult(0), position));
        unpackElements(builder, loc, word, element, each, results[index]);
      }
    }
  }
  for (auto [result, values] : llvm::zip(op.getResults(), results)) {
    values.resize(static_cast<size_t>(countRegisters(result.getType())));
    set(result, std::move(values));
  }
  return success();
}
