// SPDX-License-Identifier: Apache-2.0
// Accesses at computed indices, and counters in global memory on which programs wait for each other.
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/layout/LayoutFacts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;

//===-- computed indices --------------------------------------------------------------------------------------===//

template <typename OpT> SmallVector<Distributor::Group> TeamCode::getIndexedGroups(OpT op, Type array, int64_t vector) {
  View view = getView(op.getRef());
  SmallVector<Distributor::Group> groups;
  for (int64_t reg = 0; reg < d.countRegisters(array); reg += vector) {
    View element = view;
    for (auto [own, indices] : llvm::enumerate(op.getIndices())) {
      const Registers &values = d.get(indices);
      Value index = isa<RankedTensorType>(indices.getType()) ? values[reg] : values.front();
      // Places in shared memory are 32 bits, in global memory 64 where an index may be.
      unsigned bits = index.getType().getIntOrFloatBitWidth(), wanted = bits > 32 && !view.isShared ? 64 : 32;
      Type type = builder.getIntegerType(wanted);
      if (bits > wanted)
        index = arith::TruncIOp::create(builder, loc(), type, index);
      else if (bits < wanted)
        index = arith::ExtSIOp::create(builder, loc(), type, index);
      Value &offset = element.offsets[view.axes[own]];
      if (offset && offset.getType() != type)
        offset = arith::ExtSIOp::create(builder, loc(), type, offset);
      offset = add(offset, index);
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

template SmallVector<Distributor::Group> TeamCode::getIndexedGroups(tilegpu::AtomicRmwOp op, Type array, int64_t vector);
template SmallVector<Distributor::Group> TeamCode::getIndexedGroups(tilegpu::AtomicCasOp op, Type array, int64_t vector);

void TeamCode::visitGather(tilegpu::GatherOp op) {
  auto groups = getIndexedGroups(op, op.getType(), op.getVector());
  d.emitLoads(op, groups, op.getOther(), op.getRef().getType(), /*isVolatile=*/true, getView(op.getRef()).isShared ? tilegpu::Cache::normal : op.getCache());
}

void TeamCode::visitScatter(tilegpu::ScatterOp op) {
  auto groups = getIndexedGroups(op, op.getValue().getType(), op.getVector());
  d.emitStores(op, groups, op.getValue(), op.getRef().getType(), getView(op.getRef()).isShared ? tilegpu::Cache::normal : op.getCache());
}

/// What the issuer holds, in all threads of the team: through 16 bytes of static shared memory that each team has.
Value TeamCode::broadcast(Value value) {
  if (!words) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(d.function);
    auto bytes = LLVM::LLVMArrayType::get(builder.getI8Type(), 16 * static_cast<uint64_t>(std::max<int64_t>(1, kernel.getWarpgroups())));
    words = LLVM::GlobalOp::create(builder, loc(), bytes, /*isConstant=*/false, LLVM::Linkage::Internal, "team_words", Attribute(), 16,
                                   static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
    Block *body = builder.createBlock(&words.getInitializerRegion());
    builder.setInsertionPointToStart(body);
    LLVM::ReturnOp::create(builder, loc(), ValueRange(LLVM::UndefOp::create(builder, loc(), bytes)));
  }
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
  Value place = d.addOffset(LLVM::AddressOfOp::create(builder, loc(), pointer, words.getSymName()), mul(warpgroup, 16), builder.getI8Type());
  issue({}, [&] { LLVM::StoreOp::create(builder, loc(), value, place); });
  syncTeam();
  Value all = LLVM::LoadOp::create(builder, loc(), value.getType(), place);
  syncTeam();
  return all;
}

//===-- semaphores --------------------------------------------------------------------------------------------===//

/// The warpgroup meets first, so that the release of one thread covers what all have done.
void TeamCode::visitSignal(tilegpu::SemaphoreSignalOp op) {
  Value pointer = getAddress(getView(op.getSemaphore())), increment = d.getScalar(op.getIncrement());
  syncTeam();
  issue({}, [&] { emit({}, "red.release." + op.getScope() + ".global.add.u32 [$0], $1;", "l,r", {pointer, increment}); });
}

/// One thread acquires, the others by meeting it.
void TeamCode::visitSemaphoreWait(tilegpu::SemaphoreWaitOp op) {
  Value pointer = getAddress(getView(op.getSemaphore())), value = d.getScalar(op.getValue());
  std::string scope = op.getScope().str();
  std::string text = "{\n.reg .pred again;\n.reg .b32 seen, left, old;\nAGAIN:\nld.acquire." + scope + ".global.u32 seen, [$0];\nsetp.lt.s32 again, seen, $1;\n@again bra AGAIN;\n";
  if (op.getDecrement())
    text += "sub.s32 left, seen, $1;\natom.acquire." + scope + ".global.cas.b32 old, [$0], seen, left;\nsetp.ne.u32 again, old, seen;\n@again bra AGAIN;\n";
  issue({}, [&] { emit({}, text + "}", "l,r", {pointer, value}); });
  syncTeam();
}

void TeamCode::visitSemaphoreRead(tilegpu::SemaphoreReadOp op) {
  Value pointer = getAddress(getView(op.getSemaphore()));
  Value seen = emit(i32(), "ld.relaxed.sys.global.u32 $0, [$1];", "=r,l", pointer);
  d.set(op.getResult(), {broadcast(seen)});
}
