// SPDX-License-Identifier: Apache-2.0
// Accesses at computed indices, atomics, and counters in global memory on which programs wait for each other.
#include "compiler/codegen/warpgroups/WarpgroupCode.h"
#include "compiler/layout/LayoutFacts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;

//===-- computed indices --------------------------------------------------------------------------------------===//

template <typename OpT> SmallVector<Distributor::Group> WarpgroupCode::getIndexedGroups(OpT op, Type array, int64_t vector) {
  View view = getView(op.getRef());
  SmallVector<Distributor::Group> groups;
  for (int64_t reg = 0; reg < d.countRegisters(array); reg += vector) {
    View element = view;
    for (auto [own, indices] : llvm::enumerate(op.getIndices())) {
      const Registers &values = d.get(indices);
      Value index = isa<RankedTensorType>(indices.getType()) ? values[reg] : values.front();
      if (index.getType().getIntOrFloatBitWidth() > 32)
        index = arith::TruncIOp::create(builder, loc(), i32(), index);
      else if (index.getType() != i32())
        index = arith::ExtSIOp::create(builder, loc(), i32(), index);
      element.offsets[view.axes[own]] = add(element.offsets[view.axes[own]], index);
    }
    Place place{getAddress(element), 0};
    if (view.isShared && view.swizzle) {
      Value chunk = bitAnd(shiftRight(place.address, 7), view.swizzle / 16 - 1);
      place.address = bitXor(place.address, builder.createOrFold<arith::ShLIOp>(loc(), chunk, constant(4)));
    }
    Value mask;
    if (op.getMask())
      mask = isa<RankedTensorType>(op.getMask().getType()) ? d.get(op.getMask())[reg] : d.getScalar(op.getMask());
    groups.push_back({static_cast<int32_t>(reg), static_cast<int32_t>(vector), toPointer(view, place), mask});
  }
  return groups;
}

void WarpgroupCode::visitGather(tilegpu::GatherOp op) {
  auto groups = getIndexedGroups(op, op.getType(), op.getVector());
  d.emitLoads(op, groups, op.getOther(), op.getRef().getType(), /*isVolatile=*/true, getView(op.getRef()).isShared ? tilegpu::Cache::normal : op.getCache());
}

void WarpgroupCode::visitScatter(tilegpu::ScatterOp op) {
  auto groups = getIndexedGroups(op, op.getValue().getType(), op.getVector());
  d.emitStores(op, groups, op.getValue(), op.getRef().getType(), getView(op.getRef()).isShared ? tilegpu::Cache::normal : op.getCache());
}

//===-- atomics -----------------------------------------------------------------------------------------------===//

/// `add.u32`, ..; empty where the machine has no such instruction.
static std::string getAtomicName(tilegpu::Atomic kind, Type type) {
  using Kind = tilegpu::Atomic;
  unsigned bits = type.getIntOrFloatBitWidth();
  std::string width = std::to_string(bits);
  bool isFloat = isa<FloatType>(type), isWord = bits == 32 || bits == 64;
  switch (kind) {
  case Kind::exchange:
    return isWord ? "exch.b" + width : "";
  case Kind::add:
    if (isFloat)
      return bits == 16 ? (type.isBF16() ? "add.noftz.bf16" : "add.noftz.f16") : isWord ? "add.f" + width : "";
    return isWord ? "add.u" + width : "";
  case Kind::max:
  case Kind::min:
    return isFloat || !isWord ? "" : (kind == Kind::max ? "max.s" : "min.s") + width;
  case Kind::umax:
  case Kind::umin:
    return isFloat || !isWord ? "" : (kind == Kind::umax ? "max.u" : "min.u") + width;
  case Kind::andi:
    return isFloat || !isWord ? "" : "and.b" + width;
  case Kind::ori:
    return isFloat || !isWord ? "" : "or.b" + width;
  case Kind::xori:
    return isFloat || !isWord ? "" : "xor.b" + width;
  case Kind::mul:
    return "";
  }
  return "";
}

LogicalResult WarpgroupCode::visitAtomic(tilegpu::AtomicRmwOp op) {
  Type type = tilegpu::getElementType(op.getType()), array = op.getValue().getType();
  std::string name = getAtomicName(op.getKind(), type);
  if (name.empty())
    return d.fail(op, "of this kind and element type has no instruction");
  View view = getView(op.getRef());
  bool isUsed = !op.getResult().use_empty(), isScalar = !isa<RankedTensorType>(array);
  layout::Copies copies = isScalar ? layout::Copies() : layout::getCopies(tilegpu::getLayout(array));
  if (isUsed && (copies.any() || (isScalar && isInWarpMap)))
    return d.fail(op, "whose result several threads hold has no code");
  std::string space = view.isShared ? view.isRemote ? ".shared::cluster." : ".shared::cta." : ".global.";
  std::string letter = isa<FloatType>(type) ? type.getIntOrFloatBitWidth() == 64 ? "d" : type.getIntOrFloatBitWidth() == 32 ? "f" : "h"
                                            : type.getIntOrFloatBitWidth() == 64 ? "l" : "r";
  Value writer = isScalar ? Value(isInWarpMap ? elected : issuer) : d.getWriterPredicate(array);
  Registers results;
  for (const Distributor::Group &group : getIndexedGroups(op, array, 1)) {
    if (group.first & copies.registers) {
      results.push_back({});
      continue;
    }
    Value predicate = group.predicate;
    if (writer)
      predicate = predicate ? Value(arith::AndIOp::create(builder, loc(), predicate, writer)) : writer;
    if (!predicate)
      predicate = d.constant(builder.getI1Type(), 1);
    Value value = d.get(op.getValue())[group.first];
    bool isHalf = letter == "h";
    if (isHalf)
      value = arith::BitcastOp::create(builder, loc(), builder.getI16Type(), value);
    std::string order = op.getOrder().str() + "." + op.getScope().str();
    if (!isUsed) {
      // Without a result it is a reduction, which can't acquire.
      std::string red = op.getOrder() == "relaxed" || op.getOrder() == "acquire" ? "relaxed." : "release.";
      std::string action = op.getKind() == tilegpu::Atomic::exchange ? "atom." + order : "red." + red + op.getScope().str();
      if (op.getKind() == tilegpu::Atomic::exchange)
        emit({}, "{\n.reg .b" + std::to_string(type.getIntOrFloatBitWidth()) + " old;\n@$0 " + action + space + name + " old, [$1], $2;\n}", "b,l," + letter,
             {predicate, group.pointer, value});
      else
        emit({}, "@$0 " + action + space + name + " [$1], $2;", "b,l," + letter, {predicate, group.pointer, value});
      continue;
    }
    Type word = isHalf ? Type(builder.getI16Type()) : type;
    Value zero = arith::ConstantOp::create(builder, loc(), builder.getZeroAttr(word));
    Value old = emit(word, "@$1 atom." + order + space + name + " $0, [$2], $3;", "=" + letter + ",b,l," + letter + ",0",
                     {predicate, group.pointer, value, zero});
    results.push_back(isHalf ? Value(arith::BitcastOp::create(builder, loc(), type, old)) : old);
  }
  if (isUsed && isScalar)
    results.front() = broadcast(results.front());
  d.set(op.getResult(), isUsed ? std::move(results) : Registers(d.countRegisters(array)));
  return success();
}

/// What the issuer holds, in all threads of the warpgroup: through 16 bytes of static shared memory that each warpgroup has.
Value WarpgroupCode::broadcast(Value value) {
  if (!words) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(d.function);
    auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), 16 * static_cast<uint64_t>(kernel.getWarpgroups()));
    words = LLVM::GlobalOp::create(builder, loc(), bytes, /*isConstant=*/false, LLVM::Linkage::Internal, "warpgroup_words", Attribute(), 16,
                                   static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
    Block *body = builder.createBlock(&words.getInitializerRegion());
    builder.setInsertionPointToStart(body);
    LLVM::ReturnOp::create(builder, loc(), ValueRange(LLVM::UndefOp::create(builder, loc(), bytes)));
  }
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
  Value place = d.addOffset(LLVM::AddressOfOp::create(builder, loc(), pointer, words.getSymName()), mul(warpgroup, 16), builder.getI8Type());
  issue({}, [&] { LLVM::StoreOp::create(builder, loc(), value, place); });
  syncWarpgroup();
  Value all = LLVM::LoadOp::create(builder, loc(), value.getType(), place);
  syncWarpgroup();
  return all;
}

//===-- semaphores --------------------------------------------------------------------------------------------===//

/// The warpgroup meets first, so that the release of one thread covers what all have done.
void WarpgroupCode::visitSignal(tilegpu::SemaphoreSignalOp op) {
  Value pointer = getAddress(getView(op.getSemaphore())), increment = d.getScalar(op.getIncrement());
  syncWarpgroup();
  issue({}, [&] { emit({}, "red.release." + op.getScope() + ".global.add.u32 [$0], $1;", "l,r", {pointer, increment}); });
}

/// One thread acquires, the others by meeting it.
void WarpgroupCode::visitSemaphoreWait(tilegpu::SemaphoreWaitOp op) {
  Value pointer = getAddress(getView(op.getSemaphore())), value = d.getScalar(op.getValue());
  std::string scope = op.getScope().str();
  std::string text = "{\n.reg .pred again;\n.reg .b32 seen, left, old;\nAGAIN:\nld.acquire." + scope + ".global.u32 seen, [$0];\nsetp.lt.s32 again, seen, $1;\n@again bra AGAIN;\n";
  if (op.getDecrement())
    text += "sub.s32 left, seen, $1;\natom.acquire." + scope + ".global.cas.b32 old, [$0], seen, left;\nsetp.ne.u32 again, old, seen;\n@again bra AGAIN;\n";
  issue({}, [&] { emit({}, text + "}", "l,r", {pointer, value}); });
  syncWarpgroup();
}

void WarpgroupCode::visitSemaphoreRead(tilegpu::SemaphoreReadOp op) {
  Value pointer = getAddress(getView(op.getSemaphore()));
  Value seen = emit(i32(), "ld.relaxed.sys.global.u32 $0, [$1];", "=r,l", pointer);
  d.set(op.getResult(), {broadcast(seen)});
}
