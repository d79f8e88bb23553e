// SPDX-License-Identifier: Apache-2.0
// Who runs: the thread's numbers, the kernel's beginning and end, meetings of threads, and what the machine is told.
#include "compiler/codegen/teams/ProductCode.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::codegen;

//===-- small words -------------------------------------------------------------------------------------------===//

static std::optional<int64_t> getConstant(Value value) {
  IntegerAttr attribute;
  if (value && matchPattern(value, m_Constant(&attribute)))
    return attribute.getInt();
  return std::nullopt;
}

Value TeamCode::add(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return builder.createOrFold<arith::AddIOp>(loc(), a, b);
}
Value TeamCode::mul(Value a, int64_t b) {
  return !a || b == 1 ? a : builder.createOrFold<arith::MulIOp>(loc(), a, d.constant(a.getType(), b));
}
Value TeamCode::shiftRight(Value a, int64_t bits) {
  return bits == 0 ? a : builder.createOrFold<arith::ShRUIOp>(loc(), a, constant(bits));
}
Value TeamCode::bitAnd(Value a, int64_t mask) { return builder.createOrFold<arith::AndIOp>(loc(), a, constant(mask)); }
Value TeamCode::bitXor(Value a, Value b) {
  if (!a || !b)
    return a ? a : b;
  return builder.createOrFold<arith::XOrIOp>(loc(), a, b);
}
Value TeamCode::isEqual(Value a, int64_t b) {
  return arith::CmpIOp::create(builder, loc(), arith::CmpIPredicate::eq, a, constant(b));
}

int64_t tessera::codegen::getKnownDivisor(Value value) {
  const int64_t most = int64_t(1) << 20;
  auto powerOfTwoIn = [&](int64_t number) { return number == 0 ? most : std::min(most, number & -number); };
  if (!value)
    return most;
  if (std::optional<int64_t> constant = getConstant(value))
    return powerOfTwoIn(*constant);
  if (auto product = value.getDefiningOp<arith::MulIOp>())
    return std::min(most, getKnownDivisor(product.getLhs()) * getKnownDivisor(product.getRhs()));
  if (auto shift = value.getDefiningOp<arith::ShLIOp>())
    if (std::optional<int64_t> bits = getConstant(shift.getRhs()))
      return *bits >= 0 && *bits < 20 ? std::min(most, getKnownDivisor(shift.getLhs()) << *bits) : 1;
  if (auto sum = value.getDefiningOp<arith::AddIOp>())
    return std::min(getKnownDivisor(sum.getLhs()), getKnownDivisor(sum.getRhs()));
  if (auto difference = value.getDefiningOp<arith::SubIOp>())
    return std::min(getKnownDivisor(difference.getLhs()), getKnownDivisor(difference.getRhs()));
  if (auto argument = dyn_cast<BlockArgument>(value))
    if (auto loop = dyn_cast_or_null<scf::ForOp>(argument.getOwner()->getParentOp()))
      if (argument == loop.getInductionVar())
        return std::min(getKnownDivisor(loop.getLowerBound()), getKnownDivisor(loop.getStep()));
  return 1;
}

/// Inline assembly with effects that LLVM can't see: it stays, in order with others and with accesses to memory.
Value TeamCode::emit(Type result, const Twine &text, StringRef constraints, ValueRange operands) {
  std::string all = constraints.str() + (constraints.empty() ? "~{memory}" : ",~{memory}");
  auto op =
      LLVM::InlineAsmOp::create(builder, loc(), result ? TypeRange(result) : TypeRange(), operands, text.str(), all,
                                /*has_side_effects=*/true, /*is_align_stack=*/false, LLVM::TailCallKind::None,
                                LLVM::AsmDialectAttr::get(builder.getContext(), LLVM::AsmDialect::AD_ATT), ArrayAttr());
  return result ? op.getResult(0) : Value();
}

//===-- the kernel's beginning and end ------------------------------------------------------------------------===//

/// Every barrier that the kernel allocates before it does anything is initialized at once.
static SmallVector<tilegpu::AllocBarrierOp> getFirstBarriers(tilegpu::KernelOp kernel) {
  SmallVector<tilegpu::AllocBarrierOp> first;
  for (Operation &op : kernel.getBody().front()) {
    if (auto barrier = dyn_cast<tilegpu::AllocBarrierOp>(op))
      first.push_back(barrier);
    else if (!isa<tilegpu::AllocSharedOp, tilegpu::AllocAccumulatorOp>(op) && !isPure(&op))
      break;
  }
  return first;
}

/// Numbers that nothing uses are gone after LLVM's passes.
void TeamCode::beginBlock() {
  auto range = LLVM::ConstantRangeAttr::get(builder.getContext(), 32, 0, kernel.getThreads());
  flatThread = thread = NVVM::ThreadIdXOp::create(builder, loc(), i32(), range);
  warp = teamWarps == 1 ? constant(0) : shiftRight(thread, 5);
  warpgroup = constant(0);
  issuer = isEqual(thread, 0);
  elected = isEqual(bitAnd(thread, 31), 0);
  if (!d.shared)
    return;
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
  sharedBase = LLVM::PtrToIntOp::create(builder, loc(), i32(),
                                        LLVM::AddressOfOp::create(builder, loc(), pointer, d.shared.getSymName()));
}

LogicalResult TeamCode::begin() {
  if (isBlock)
    return beginBlock(), success();
  Type type = i32();
  auto range = LLVM::ConstantRangeAttr::get(builder.getContext(), 32, 0, kernel.getThreads());
  flatThread = NVVM::ThreadIdXOp::create(builder, loc(), type, range);
  thread = bitAnd(flatThread, 127);
  // ptxas knows what a shuffle gives for the same in all lanes, and keeps what follows from it in uniform registers.
  Value own = shiftRight(flatThread, 5);
  warp = NVVM::ShflOp::create(builder, loc(), type, constant(-1), own, constant(0), constant(31), NVVM::ShflKind::idx,
                              UnitAttr());
  // LLVM does not: with a bound, what is counted by warps is known not to overflow (ElementAddresses.h).
  warp = bitAnd(warp, static_cast<int32_t>(llvm::PowerOf2Ceil(kernel.getThreads() / 32)) - 1);
  warpgroup = kernel.getWarpgroups() == 1 ? constant(0) : shiftRight(warp, 2);
  elected = NVVM::ElectSyncOp::create(builder, loc(), builder.getI1Type(), Value());
  issuer = arith::AndIOp::create(builder, loc(), isEqual(bitAnd(warp, 3), 0), elected);
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext(), static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared));
  Value start = LLVM::AddressOfOp::create(builder, loc(), pointer, d.shared.getSymName());
  sharedBase = LLVM::PtrToIntOp::create(builder, loc(), type, start);
  if (kernel.getClusterSize() > 1)
    rank = emit(type, "mov.u32 $0, %cluster_ctarank;", "=r", {});

  llvm::SmallPtrSet<Value, 8> targets;
  kernel.walk([&](tilegpu::CopyInOp copy) { targets.insert(tilegpu::getBaseRef(copy.getTarget())); });
  kernel.walk([&](tilegpu::LoadOp load) { readsCopies |= targets.contains(tilegpu::getBaseRef(load.getRef())); });
  llvm::SmallPtrSet<Value, 8> copied;
  kernel.walk([&](tilegpu::CopyInOp copy) { copied.insert(tilegpu::getBaseRef(copy.getSource())); });
  kernel.walk([&](tilegpu::CopyOutOp copy) { copied.insert(tilegpu::getBaseRef(copy.getTarget())); });
  kernel.walk([&](Operation *op) {
    if (isa<tilegpu::StoreOp, tilegpu::ScatterOp, tilegpu::AtomicRmwOp, tilegpu::AtomicCasOp>(op))
      storesCopied |=
          llvm::any_of(op->getOperands(), [&](Value operand) { return copied.contains(tilegpu::getBaseRef(operand)); });
  });

  SmallVector<tilegpu::AllocBarrierOp> first = getFirstBarriers(kernel);
  for (tilegpu::AllocBarrierOp op : first)
    if (failed(declareBarrier(op)))
      return failure();
  size_t maps = kernel.getTensorMaps() ? kernel.getTensorMaps()->size() : 0;
  if (first.empty() && maps == 0 && kernel.getClusterSize() == 1)
    return success();
  Value isFirst = isEqual(warp, 0);
  auto branch =
      scf::IfOp::create(builder, loc(), arith::AndIOp::create(builder, loc(), isFirst, elected), /*withElse=*/false);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(branch.getBody()->getTerminator());
    for (size_t map = 0; map < maps; ++map)
      emit({}, "prefetch.tensormap [$0];", "l", getMapPointer(map));
    for (tilegpu::AllocBarrierOp op : first)
      initialize(barriers.find(op.getResult())->second);
    if (!first.empty())
      emit({}, "fence.mbarrier_init.release.cluster;", "", {});
  }
  if (kernel.getClusterSize() > 1)
    syncCluster();
  else if (!first.empty())
    syncBlock();
  return success();
}

/// A block's shared memory must not end while another still reads or writes it.
void TeamCode::end() {
  if (kernel.getClusterSize() > 1)
    syncCluster();
}

//===-- meetings ----------------------------------------------------------------------------------------------===//

void TeamCode::syncWarp() { emit({}, "bar.warp.sync 0xffffffff;", "", {}); }
void TeamCode::syncBlock() { emit({}, "bar.sync 0;", "", {}); }
void TeamCode::syncCluster() { emit({}, "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;", "", {}); }

/// Barrier 0 is the block's, barrier 1 + w warpgroup w's.
void TeamCode::syncTeam() {
  if (isInWarpMap || teamWarps == 1)
    return syncWarp();
  if (isBlock) {
    NVVM::Barrier0Op::create(builder, loc());
    return;
  }
  if (kernel.getWarpgroups() == 1)
    return syncBlock();
  emit({}, "bar.sync $0, 128;", "r", add(warpgroup, 1));
}

/// What copies write and threads read with ordinary loads may be overwritten by a copy after threads have met: the
/// async proxy must know of the reads.
void TeamCode::visitSync(tilegpu::SyncScope scope) {
  if (readsCopies)
    emit({}, "fence.proxy.async.shared::cta;", "", {});
  switch (scope) {
  case tilegpu::SyncScope::warpgroup:
    return syncTeam();
  case tilegpu::SyncScope::block:
    return syncBlock();
  case tilegpu::SyncScope::cluster:
    return syncCluster();
  }
}

void TeamCode::issue(Value predicate, llvm::function_ref<void()> body) {
  Value condition = isInWarpMap ? elected : issuer;
  if (predicate)
    condition = arith::AndIOp::create(builder, loc(), condition, predicate);
  auto branch = scf::IfOp::create(builder, loc(), condition, /*withElse=*/false);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(branch.getBody()->getTerminator());
  body();
}

LogicalResult TeamCode::visitWarpMap(tilegpu::WarpMapOp op) {
  Block &body = op.getBody().front();
  d.set(body.getArgument(0), {bitAnd(warp, 3)});
  isInWarpMap = true;
  LogicalResult result = d.visitBlock(body);
  isInWarpMap = false;
  syncTeam();
  return result;
}

/// That nobody uses a buffer any more is `schedule`'s to see to. A barrier must be ended before its bytes begin another
/// life; at the kernel's end there is none.
void TeamCode::visitFree(tilegpu::FreeOp op) {
  SmallVector<Value> ended;
  for (Value buffer : op.getBuffers()) {
    if (isa<tilegpu::AccumulatorType>(buffer.getType()))
      llvm::erase(liveAccumulators, buffer);
    if (isa<tilegpu::BarrierType>(buffer.getType()))
      ended.push_back(buffer);
  }
  bool isAtEnd = op->getBlock() == &kernel.getBody().front();
  if (isAtEnd || ended.empty())
    return;
  syncBlock();
  auto branch = scf::IfOp::create(builder, loc(), isEqual(flatThread, 0), /*withElse=*/false);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(branch.getBody()->getTerminator());
    for (Value buffer : ended) {
      const Barrier &barrier = barriers.find(buffer)->second;
      for (int64_t index = 0; index < barrier.count; ++index)
        emit({}, "mbarrier.inval.shared::cta.b64 [$0];", "r", add(barrier.address, 8 * index));
    }
  }
  syncBlock();
}

//===-- the cluster -------------------------------------------------------------------------------------------===//

int64_t TeamCode::getClusterExtent(int64_t axis) {
  ArrayRef<int64_t> cluster = kernel.getCluster();
  if (cluster.empty())
    return 0;
  int64_t first = static_cast<int64_t>(kernel.getAxisOrder().size()) - static_cast<int64_t>(cluster.size());
  return axis >= first ? cluster[axis - first] : 0;
}

/// Blocks of the cluster from one index of its axis to the next: the last axis is the fastest.
static int64_t getRankPitch(tilegpu::KernelOp kernel, int64_t axis) {
  ArrayRef<int64_t> cluster = kernel.getCluster();
  int64_t first = static_cast<int64_t>(kernel.getAxisOrder().size()) - static_cast<int64_t>(cluster.size()), pitch = 1;
  for (int64_t faster = axis - first + 1; faster < static_cast<int64_t>(cluster.size()); ++faster)
    pitch *= cluster[faster];
  return pitch;
}

Value TeamCode::getClusterIndex(int64_t axis) {
  int64_t extent = getClusterExtent(axis);
  if (extent == 0)
    return {};
  if (extent == 1)
    return constant(0);
  Value index = rank;
  if (int64_t pitch = getRankPitch(kernel, axis); pitch > 1)
    index = arith::DivUIOp::create(builder, loc(), index, constant(pitch));
  return arith::RemUIOp::create(builder, loc(), index, constant(extent));
}

Value TeamCode::getRank(ArrayRef<int64_t> axes, ValueRange indices) {
  Value sum;
  int64_t axisCount = static_cast<int64_t>(kernel.getAxisOrder().size());
  for (int64_t axis = axisCount - static_cast<int64_t>(kernel.getCluster().size()); axis < axisCount; ++axis) {
    auto given = llvm::find(axes, axis);
    Value index = given == axes.end() ? getClusterIndex(axis) : indices[given - axes.begin()];
    sum = add(sum, mul(index, getRankPitch(kernel, axis)));
  }
  return sum ? sum : constant(0);
}

Value TeamCode::mapToRank(Value address, Value rank) {
  return emit(i32(), "mapa.shared::cluster.u32 $0, $1, $2;", "=r,r,r", {address, rank});
}

int64_t TeamCode::countBlocks(ArrayRef<int64_t> collective) {
  int64_t count = 1;
  for (int64_t axis : collective)
    count *= getClusterExtent(axis);
  return count;
}

Value TeamCode::getCollectiveIndex(ArrayRef<int64_t> collective) {
  Value index;
  for (int64_t axis : collective)
    index = add(mul(index, getClusterExtent(axis)), getClusterIndex(axis));
  return index ? index : constant(0);
}

/// A bit for each block that differs from this one along `collective` only.
Value TeamCode::getMulticastMask(ArrayRef<int64_t> collective) {
  int64_t size = kernel.getClusterSize(), axisCount = static_cast<int64_t>(kernel.getAxisOrder().size()), mask = 0;
  Value first; // the rank of the first of them
  for (int64_t other = 0; other < size; ++other) {
    bool isOne = true;
    for (int64_t axis = axisCount - static_cast<int64_t>(kernel.getCluster().size()); axis < axisCount; ++axis)
      isOne &= llvm::is_contained(collective, axis) || other / getRankPitch(kernel, axis) % getClusterExtent(axis) == 0;
    mask |= isOne ? int64_t(1) << other : 0;
  }
  SmallVector<Value> zeros(collective.size(), constant(0));
  first = getRank(collective, zeros);
  Value bits = builder.createOrFold<arith::ShLIOp>(loc(), constant(mask), first);
  return arith::TruncIOp::create(builder, loc(), builder.getI16Type(), bits);
}

//===-- operations --------------------------------------------------------------------------------------------===//

std::optional<LogicalResult> TeamCode::visitMachine(Operation *op) {
  using Result = std::optional<LogicalResult>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](tilegpu::ThreadIndexOp index) { return d.set(index, {warpgroup}), Result(success()); })
      .Case([&](tilegpu::WarpMapOp map) { return Result(visitWarpMap(map)); })
      .Case([&](tilegpu::WarpYieldOp) { return Result(success()); })
      .Case([&](tilegpu::SyncOp sync) { return visitSync(sync.getScope()), Result(success()); })
      .Case([&](tilegpu::CommitSharedOp) {
        emit({}, storesCopied ? "fence.proxy.async;" : "fence.proxy.async.shared::cta;", "", {});
        return syncTeam(), Result(success());
      })
      .Case([&](tilegpu::SetMaxRegistersOp registers) {
        auto action =
            registers.getIncrease() ? NVVM::SetMaxRegisterAction::increase : NVVM::SetMaxRegisterAction::decrease;
        NVVM::SetMaxRegisterOp::create(builder, loc(), static_cast<uint32_t>(registers.getCount()), action);
        return Result(success());
      })
      .Case([&](tilegpu::GridWaitOp) { return emit({}, "griddepcontrol.wait;", "", {}), Result(success()); })
      .Case([&](tilegpu::GridLaunchOp) {
        return emit({}, "griddepcontrol.launch_dependents;", "", {}), Result(success());
      })
      .Case([&](tilegpu::DelayOp delay) {
        return emit({}, "nanosleep.u32 $0;", "r", d.getScalar(delay.getNanoseconds())), Result(success());
      })
      .Case([&](tilegpu::FreeOp free) { return visitFree(free), Result(success()); })
      .Case([&](tilegpu::BarrierOp) { return syncTeam(), Result(success()); })
      .Default([](Operation *) { return Result(); });
}

/// Accesses of a block kernel's own arrays, as a whole: Distributor's code for them knows no views and needs none.
static bool isOfWholeArray(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tilegpu::LoadOp, tilegpu::StoreOp, tilegpu::GatherOp, tilegpu::ScatterOp>(
          [](auto access) { return isa<BlockArgument>(access.getRef()); })
      .Default([](Operation *) { return false; });
}

std::optional<LogicalResult> TeamCode::visit(Operation *op) {
  using Result = std::optional<LogicalResult>;
  if (isBlock && isOfWholeArray(op))
    return {};
  if (Result result = visitMachine(op))
    return result;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](tilegpu::AllocSharedOp alloc) { return Result(visitAllocShared(alloc)); })
      .Case([&](tilegpu::SubviewOp view) { return visitSubview(view), Result(success()); })
      .Case([&](tilegpu::TransposeRefOp view) { return visitTranspose(view), Result(success()); })
      .Case([&](tilegpu::ReinterpretOp view) { return visitReinterpret(view), Result(success()); })
      .Case([&](tilegpu::AllocWorkspaceOp alloc) { return visitAllocWorkspace(alloc), Result(success()); })
      .Case([&](tilegpu::SelectRefOp select) { return visitSelectRef(select), Result(success()); })
      .Case([&](tilegpu::ClusterRefOp view) { return visitClusterRef(view), Result(success()); })
      .Case([&](tilegpu::LoadOp load) { return Result(visitLoad(load)); })
      .Case([&](tilegpu::StoreOp store) { return Result(visitStore(store)); })
      .Case([&](tilegpu::AllocBarrierOp alloc) { return Result(visitAllocBarrier(alloc)); })
      .Case([&](tilegpu::ArriveOp arrive) { return Result(visitArrive(arrive)); })
      .Case([&](tilegpu::WaitOp wait) { return visitWait(wait), Result(success()); })
      .Case([&](tilegpu::TestOp test) { return visitTest(test), Result(success()); })
      .Case([&](tilegpu::CopyInOp copy) { return Result(visitCopyIn(copy)); })
      .Case([&](tilegpu::CopyOutOp copy) { return Result(visitCopyOut(copy)); })
      .Case([&](tilegpu::PrefetchOp prefetch) { return Result(visitPrefetch(prefetch)); })
      .Case([&](tilegpu::CommitCopiesOutOp) {
        issue({}, [&] { emit({}, "cp.async.bulk.commit_group;", "", {}); });
        return Result(success());
      })
      .Case([&](tilegpu::WaitCopiesInOp wait) { return visitWaitCopiesIn(wait), Result(success()); })
      .Case([&](tilegpu::WaitCopiesOutOp wait) { return visitWaitCopiesOut(wait), Result(success()); })
      .Case([&](tilegpu::AllocAccumulatorOp alloc) { return Result(visitAllocAccumulator(alloc)); })
      .Case([&](tilegpu::WgmmaOp wgmma) { return Result(visitWgmma(wgmma)); })
      .Case([&](tilegpu::WgmmaWaitOp wait) { return waitForWgmma(wait, wait.getPending()), Result(success()); })
      .Case([&](tilegpu::ReadAccumulatorOp read) { return Result(visitReadAccumulator(read)); })
      .Case([&](tilegpu::WriteAccumulatorOp write) {
        return Result(writeAccumulator(write, write.getValue(), accumulators.find(write.getAccumulator())->second,
                                       static_cast<int32_t>(write.getColumn())));
      })
      .Case([&](tilegpu::MmaOp mma) { return Result(visitMma(mma)); })
      .Case([&](tilegpu::DotOp dot) { return Result(ProductCode(*this, dot).run()); })
      .Case([&](tilegpu::LoadAsyncOp load) { return visitLoadAsync(load), Result(success()); })
      .Case([&](tilegpu::GatherAsyncOp gather) { return visitGatherAsync(gather), Result(success()); })
      .Case([&](tilegpu::CommitCopiesInOp) { return emit({}, "cp.async.commit_group;", "", {}), Result(success()); })
      .Case([&](tilegpu::GatherOp gather) { return visitGather(gather), Result(success()); })
      .Case([&](tilegpu::ScatterOp scatter) { return visitScatter(scatter), Result(success()); })
      .Case([&](tilegpu::AtomicRmwOp atomic) { return Result(visitAtomic(atomic)); })
      .Case([&](tilegpu::AtomicCasOp atomic) { return Result(visitAtomicCas(atomic)); })
      .Case([&](tilegpu::SemaphoreSignalOp signal) { return visitSignal(signal), Result(success()); })
      .Case([&](tilegpu::SemaphoreWaitOp wait) { return visitSemaphoreWait(wait), Result(success()); })
      .Case([&](tilegpu::SemaphoreReadOp read) { return visitSemaphoreRead(read), Result(success()); })
      .Case([&](tilegpu::StoreClusterOp store) { return Result(visitStoreCluster(store)); })
      .Case([&](tilegpu::ReduceOp reduce) { return Result(visitReduce(reduce)); })
      .Case([&](tilegpu::ReduceByOp reduce) { return Result(visitReduceBy(reduce)); })
      .Case([&](tilegpu::ScanOp scan) { return Result(visitScan(scan)); })
      .Case([&](tilegpu::ConvertLayoutOp convert) { return Result(visitConvert(convert)); })
      .Default([](Operation *) { return Result(); });
}
