// SPDX-License-Identifier: Apache-2.0
// Pairs of 16-bit elements that lie side by side in global memory and begin anywhere (UnalignedAccess.h). No byte is
// touched that is not asked for, and addresses keep their constant parts:
//
//     @%first  ld.global.u16 low, [p]             each that is wanted
//     @%second ld.global.u16 high, [p + 2]
//     low | high << 16                            where a loop carries it: at the end of the pass
//
//     @%both   st.global.b32 [p], word            p is a multiple of 4, both elements are wanted
//     @%first  st.global.b16 [p], low             each that is wanted, of the others
//     @%second st.global.b16 [p + 2], high
//
// Rejected for loads: a word where that is aligned, which would come to the register that an element may come to; the
// second of the two is then not asked for before the first is there.
#include "compiler/codegen/Distribute.h"
#include "compiler/layout/LayoutFacts.h"
#include "compiler/tilegpu/ir/UnalignedAccess.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;

static constexpr int64_t wordBytes = tilegpu::unalignedElements * tilegpu::unalignedBits / 8;

static LLVM::InlineAsmOp createAssembly(OpBuilder &builder, Location loc, TypeRange result, ValueRange operands,
                                        StringRef text, StringRef constraints, bool hasSideEffects) {
  return LLVM::InlineAsmOp::create(builder, loc, result, operands, text, constraints, hasSideEffects,
                                   /*is_align_stack=*/false, LLVM::TailCallKind::None,
                                   LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT),
                                   ArrayAttr());
}

Distributor::PairPredicates Distributor::getStorePredicates(const Group &group, Value mask, Value writer) {
  auto both = [&](Value a, Value b) { return a && b ? Value(arith::AndIOp::create(builder, loc, a, b)) : a ? a : b; };
  Value address = LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), group.pointer);
  address = arith::TruncIOp::create(builder, loc, builder.getI32Type(), address);
  Value rest = arith::AndIOp::create(builder, loc, address, constant(wordBytes - 1));
  Value isAligned = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, rest, constant(0));
  Value first = both(mask ? get(mask)[group.first] : Value(), writer),
        second = both(mask ? get(mask)[group.first + 1] : Value(), writer);
  PairPredicates own;
  own.both = both(isAligned, both(first, second));
  Value isApart = arith::XOrIOp::create(builder, loc, own.both, constant(builder.getI1Type(), 1));
  own.first = both(first, isApart);
  own.second = both(second, isApart);
  return own;
}

static Value getMask(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<tilegpu::LoadOp, tilegpu::GatherOp, tilegpu::StoreOp, tilegpu::ScatterOp>(
          [](auto access) { return access.getMask(); })
      .Default(Value());
}

/// Whether nothing but a loop's next pass needs what `op` loads.
static bool isOnlyCarried(Operation *op) {
  Value result = op->getResult(0);
  return result.hasOneUse() && isa<scf::YieldOp>(*result.user_begin()) && isa<scf::ForOp>(op->getParentOp());
}

void Distributor::emitUnalignedLoads(Operation *op, ArrayRef<Group> groups, bool isVolatile) {
  Value mask = getMask(op);
  Type word = builder.getI32Type(), element = tilegpu::getElementType(op->getResult(0).getType());
  Type pair = LLVM::LLVMStructType::getLiteral(builder.getContext(), {word, word});
  Registers parts;
  for (const Group &group : groups) {
    SmallVector<Value> operands = {group.pointer};
    std::string text = "ld.global.u16 $0, [$2];\nld.global.u16 $1, [$2+2];", constraints = "=&r,=&r,l";
    if (mask) {
      operands.append({get(mask)[group.first], get(mask)[group.first + 1]});
      text = "mov.b32 $0, 0;\nmov.b32 $1, 0;\n@$3 ld.global.u16 $0, [$2];\n@$4 ld.global.u16 $1, [$2+2];";
      constraints += ",b,b";
    }
    constraints += isVolatile ? ",~{memory}" : "";
    Value loaded = createAssembly(builder, loc, pair, operands, text, constraints, isVolatile).getResult(0);
    for (int64_t half : {0, 1})
      parts.push_back(LLVM::ExtractValueOp::create(builder, loc, loaded, half));
  }
  if (isOnlyCarried(op))
    halves[op->getResult(0)] = std::move(parts);
  else
    set(op->getResult(0), splitPairs(joinHalves(parts), element));
}

void Distributor::emitUnalignedStores(Operation *op, ArrayRef<Group> groups, Value stored) {
  Value mask = getMask(op), writer = getWriterPredicate(stored.getType());
  int32_t copies = layout::getCopies(tilegpu::getLayout(stored.getType())).registers;
  for (const Group &group : groups) {
    if (group.first & copies)
      continue; // another register has written these elements
    PairPredicates own = getStorePredicates(group, mask, writer);
    Value word = joinPairs(ArrayRef<Value>(get(stored)).slice(group.first, group.count)).front();
    createAssembly(builder, loc, TypeRange(), {group.pointer, word, own.both, own.first, own.second},
                   "{\n.reg .b16 low, high;\nmov.b32 {low, high}, $1;\n@$2 st.global.b32 [$0], $1;\n"
                   "@$3 st.global.b16 [$0], low;\n@$4 st.global.b16 [$0+2], high;\n}",
                   "l,r,b,b,b,~{memory}", true);
  }
}

//===-- words -------------------------------------------------------------------------------------------------===//

/// What is asked for a pass ahead waits in as few registers as there are words.
bool Distributor::isCarriedInPairs(scf::ForOp loop, unsigned index) {
  return tilegpu::isUnaligned(loop.getYieldedValues()[index].getDefiningOp());
}

Registers Distributor::joinHalves(ArrayRef<Value> parts) {
  Registers words;
  for (size_t at = 0; at < parts.size(); at += tilegpu::unalignedElements) {
    Value high = arith::ShLIOp::create(builder, loc, parts[at + 1], constant(tilegpu::unalignedBits));
    words.push_back(arith::OrIOp::create(builder, loc, parts[at], high));
  }
  return words;
}

Registers Distributor::getCarriedPairs(Value value) {
  auto parts = halves.find(value);
  return parts == halves.end() ? joinPairs(get(value)) : joinHalves(parts->second);
}

Registers Distributor::joinPairs(ArrayRef<Value> elements) {
  Registers words;
  Type pair = VectorType::get({tilegpu::unalignedElements}, elements.front().getType());
  for (size_t at = 0; at < elements.size(); at += tilegpu::unalignedElements) {
    Value vector = LLVM::PoisonOp::create(builder, loc, pair);
    for (int32_t i = 0; i < tilegpu::unalignedElements; ++i)
      vector = LLVM::InsertElementOp::create(builder, loc, vector, elements[at + i], constant(i));
    words.push_back(LLVM::BitcastOp::create(builder, loc, builder.getI32Type(), vector));
  }
  return words;
}

Registers Distributor::splitPairs(ValueRange words, Type element) {
  Registers elements;
  Type pair = VectorType::get({tilegpu::unalignedElements}, getStoredType(element));
  for (Value word : words) {
    Value vector = LLVM::BitcastOp::create(builder, loc, pair, word);
    for (int32_t i = 0; i < tilegpu::unalignedElements; ++i)
      elements.push_back(LLVM::ExtractElementOp::create(builder, loc, vector, constant(i)));
  }
  return elements;
}
