// SPDX-License-Identifier: Apache-2.0
// mbarriers. Who waits counts: each warpgroup keeps one bit a barrier, the parity of the phase that its next wait is for, in an alloca that LLVM promotes.
#include "compiler/codegen/teams/TeamCode.h"
#include "compiler/tilegpu/ir/ClusterMemory.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;

LogicalResult TeamCode::declareBarrier(tilegpu::AllocBarrierOp op) {
  if (!op.getOffset())
    return d.fail(op, "has no place in shared memory");
  if (op.getLeaderTracked())
    return d.fail(op, "is counted by the first block of a cluster alone, which has no code");
  Barrier barrier;
  barrier.count = op.getType().getCount();
  if (barrier.count > 64)
    return d.fail(op, "has more than 64 barriers, which has no code");
  barrier.address = add(sharedBase, static_cast<int64_t>(*op.getOffset()));
  barrier.collective = op.getCollective();
  bool hasCopies = llvm::any_of(op->getUsers(), [](Operation *user) { return isa<tilegpu::CopyInOp, tilegpu::StoreClusterOp>(user); });
  barrier.each = hasCopies ? 1 : 4;
  barrier.arrivals = static_cast<int64_t>(op.getArrivals()) * barrier.each * countBlocks(barrier.collective);
  barrier.bits = barrier.count > 32 ? builder.getI64Type() : builder.getI32Type();
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&d.function.getBody().front());
    barrier.parities = LLVM::AllocaOp::create(builder, loc(), LLVM::LLVMPointerType::get(builder.getContext()), barrier.bits, constant(1));
  }
  LLVM::StoreOp::create(builder, loc(), d.constant(barrier.bits, 0), barrier.parities);
  barriers[op] = barrier;
  return success();
}

void TeamCode::initialize(const Barrier &barrier) {
  for (int64_t index = 0; index < barrier.count; ++index)
    emit({}, "mbarrier.init.shared::cta.b64 [$0], $1;", "r,n", {add(barrier.address, 8 * index), constant(barrier.arrivals)});
}

/// Those of the kernel's beginning are initialized there.
LogicalResult TeamCode::visitAllocBarrier(tilegpu::AllocBarrierOp op) {
  if (barriers.contains(op))
    return success();
  if (failed(declareBarrier(op)))
    return failure();
  auto branch = scf::IfOp::create(builder, loc(), isEqual(flatThread, 0), /*withElse=*/false);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(branch.getBody()->getTerminator());
    initialize(barriers.find(op.getResult())->second);
    emit({}, "fence.mbarrier_init.release.cluster;", "", {});
  }
  visitSync(kernel.getClusterSize() > 1 ? tilegpu::SyncScope::cluster : tilegpu::SyncScope::block);
  return success();
}

Value TeamCode::getBarrierAddress(const Barrier &barrier, Value index) { return add(barrier.address, mul(index, 8)); }

LogicalResult TeamCode::visitArrive(tilegpu::ArriveOp op) {
  const Barrier &barrier = barriers.find(op.getBarrier())->second;
  Value address = getBarrierAddress(barrier, d.getScalar(op.getIndex()));
  // In a `warp_map` each warp arrives for itself, as a warpgroup does elsewhere.
  std::string count = isInWarpMap && barrier.each > 1 ? ", " + std::to_string(barrier.each) : "";
  Value condition;
  // A copy may overwrite what this warpgroup has read: its reads come before, as the async proxy sees it.
  if (readsCopies)
    emit({}, "fence.proxy.async.shared::cta;", "", {});
  if (barrier.each == 1) {
    syncTeam();
    condition = isInWarpMap ? elected : issuer;
  } else {
    syncWarp();
    condition = elected;
  }
  auto branch = scf::IfOp::create(builder, loc(), condition, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(branch.getBody()->getTerminator());
  if (barrier.collective.empty()) {
    emit({}, "mbarrier.arrive.shared::cta.b64 _, [$0]" + count + ";", "r", address);
    return success();
  }
  // One arrival on the barrier of each block, this one's among them. Of the cluster's scope it is two full fences, which products that run do not pass either.
  std::string order = tilegpu::handsOnMemory(kernel) ? ".release.cluster" : "";
  SmallVector<int64_t> at(barrier.collective.size(), 0);
  for (int64_t block = 0; block < countBlocks(barrier.collective); ++block) {
    SmallVector<Value> indices;
    int64_t rest = block;
    for (int64_t axis : llvm::reverse(barrier.collective)) {
      indices.insert(indices.begin(), constant(rest % getClusterExtent(axis)));
      rest /= getClusterExtent(axis);
    }
    Value remote = mapToRank(address, getRank(barrier.collective, indices));
    emit({}, "mbarrier.arrive" + order + ".shared::cluster.b64 _, [$0]" + count + ";", "r", remote);
  }
  return success();
}

//===-- waits -------------------------------------------------------------------------------------------------===//

/// The bit of the phase that the next wait is for, as 0 or 1.
Value TeamCode::getParity(const Barrier &barrier, Value index) {
  Value bits = LLVM::LoadOp::create(builder, loc(), barrier.bits, barrier.parities);
  if (barrier.count > 32) {
    Value wide = builder.createOrFold<arith::ExtUIOp>(loc(), barrier.bits, index);
    bits = arith::ShRUIOp::create(builder, loc(), bits, wide);
    bits = arith::TruncIOp::create(builder, loc(), i32(), bits);
  } else if (barrier.count > 1) {
    bits = arith::ShRUIOp::create(builder, loc(), bits, index);
  }
  return barrier.count > 1 ? bitAnd(bits, 1) : bits;
}

void TeamCode::flipParity(const Barrier &barrier, Value index, Value condition) {
  Value bits = LLVM::LoadOp::create(builder, loc(), barrier.bits, barrier.parities);
  Value bit = d.constant(barrier.bits, 1);
  if (condition)
    bit = arith::ExtUIOp::create(builder, loc(), barrier.bits, condition);
  if (barrier.count > 1) {
    if (barrier.count > 32)
      index = builder.createOrFold<arith::ExtUIOp>(loc(), barrier.bits, index);
    bit = arith::ShLIOp::create(builder, loc(), bit, index);
  }
  bits = arith::XOrIOp::create(builder, loc(), bits, bit);
  LLVM::StoreOp::create(builder, loc(), bits, barrier.parities);
}

/// Arrivals from other blocks are seen by an acquire of the cluster's scope alone.
static std::string getAcquire(bool isCollective) { return isCollective ? ".acquire.cluster" : ""; }

void TeamCode::visitWait(tilegpu::WaitOp op) {
  const Barrier &barrier = barriers.find(op.getBarrier())->second;
  Value index = d.getScalar(op.getIndex());
  std::string text = "{\n.reg .pred done;\nAGAIN:\nmbarrier.try_wait.parity" + getAcquire(!barrier.collective.empty()) +
                     ".shared::cta.b64 done, [$0], $1;\n@done bra.uni DONE;\nbra.uni AGAIN;\nDONE:\n}";
  emit({}, text, "r,r", {getBarrierAddress(barrier, index), getParity(barrier, index)});
  flipParity(barrier, index, {});
}

/// Threads may see different answers, so the warpgroup takes the elected thread's: one asks, all learn it by a vote of the warpgroup's barrier.
void TeamCode::visitTest(tilegpu::TestOp op) {
  const Barrier &barrier = barriers.find(op.getBarrier())->second;
  Value index = d.getScalar(op.getIndex());
  std::string test = "mbarrier.test_wait.parity" + getAcquire(!barrier.collective.empty()) + ".shared::cta.b64 done, [$1], $2;\n";
  std::string agree = isInWarpMap ? "vote.sync.all.pred all, done, 0xffffffff;\n" : "bar.red.and.pred all, $3, 128, done;\n";
  std::string text = "{\n.reg .pred done, all;\n" + test + agree + "selp.b32 $0, 1, 0, all;\n}";
  SmallVector<Value> operands = {getBarrierAddress(barrier, index), getParity(barrier, index)};
  operands.push_back(kernel.getWarpgroups() == 1 ? constant(0) : add(warpgroup, 1));
  Value all = emit(i32(), text, "=r,r,r,r", operands);
  Value result = arith::CmpIOp::create(builder, loc(), arith::CmpIPredicate::ne, all, constant(0));
  flipParity(barrier, index, result);
  d.set(op, {result});
}
