// SPDX-License-Identifier: Apache-2.0
// Places in the shared memory of kernels of warpgroups (block kernels': ../BlockShared.h), each buffer its own while there is room. Only where there is not, buffers whose lives do not meet share bytes: a buffer
// lives from its allocation to its `tilegpu.free` (else to the end), counted in the order of the text. What stands inside of a branch lives as long as the outermost branch: another warpgroup may be elsewhere in
// it at the same time. Larger alignments are placed first, then larger buffers, each at the lowest place where nothing that lives with it is.
// Barriers (8 bytes each) never share theirs, nor does the scratch that conversions and reductions pass values through, one part a warpgroup.
//
// Where a buffer's place becomes another's, its `free` first waits for what may still read it (copies out and products of each warpgroup). A `free` that the program
// passes several times, or whose place is shared, is followed by a fence and a barrier of the whole block: what is written there next comes after what
// any warpgroup has read.
#include "compiler/schedule/BlockShared.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/schedule/warpgroups/Warpgroups.h"
#include "compiler/tilegpu/ir/Decisions.h"
#include "compiler/tilegpu/ir/Scratch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace tessera::schedule {
#define GEN_PASS_DEF_ASSIGNSHAREDPASS
#include "compiler/schedule/Passes.h.inc"
} // namespace tessera::schedule

static constexpr int64_t barrierBytes = 8, engineAlignment = 128, swizzleAlignment = 1024, plainAlignment = 16;

namespace {
struct Buffer {
  tilegpu::AllocSharedOp op;
  int64_t bytes, alignment, begin, end, offset = 0;
  bool meets(const Buffer &other) const { return begin < other.end && other.begin < end; }
  bool overlaps(const Buffer &other) const { return offset < other.offset + other.bytes && other.offset < offset + bytes; }
};

class SharedAssigner {
public:
  explicit SharedAssigner(tilegpu::KernelOp kernel) : kernel(kernel), builder(kernel.getContext()) {}

  LogicalResult run() {
    int64_t count = 0;
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) { order[op] = count++; });
    int64_t next = placeScratch(placeBarriers(0));
    collect(count);
    llvm::stable_sort(buffers, [](const Buffer &a, const Buffer &b) {
      return std::make_pair(a.alignment, a.bytes) > std::make_pair(b.alignment, b.bytes);
    });
    int64_t total = placeAll(next);
    if (total > kernel.getTarget().sharedBytes) {
      isSharing = true;
      total = placeAll(next);
    }
    if (total > kernel.getTarget().sharedBytes)
      return decline(total) ? success() : failTooLarge(total);
    for (Buffer &buffer : buffers)
      buffer.op.setOffset(static_cast<uint64_t>(buffer.offset));
    kernel.setSharedBytes(static_cast<uint64_t>(total));
    separateLives();
    return success();
  }

private:
  int64_t placeBarriers(int64_t next) {
    kernel.walk([&](tilegpu::AllocBarrierOp op) {
      op.setOffset(static_cast<uint64_t>(next));
      next += barrierBytes * op.getType().getCount();
    });
    return next;
  }

  int64_t placeScratch(int64_t next) {
    int64_t bytes = 0;
    kernel.walk([&](Operation *op) { bytes = std::max(bytes, tilegpu::getScratchBytes(op)); });
    if (bytes == 0)
      return next;
    bytes = static_cast<int64_t>(llvm::alignTo(static_cast<uint64_t>(bytes), engineAlignment));
    next = static_cast<int64_t>(llvm::alignTo(static_cast<uint64_t>(next), engineAlignment));
    kernel->setAttr(tilegpu::scratchBytesName, builder.getI64IntegerAttr(bytes));
    kernel->setAttr(tilegpu::scratchOffsetName, builder.getI64IntegerAttr(next));
    return next + bytes * static_cast<int64_t>(kernel.getWarpgroups());
  }

  //===-- lives -----------------------------------------------------------------------------------------------===//

  Operation *getOutermostBranch(Operation *op) {
    Operation *found = nullptr;
    for (Operation *parent = op->getParentOp(); parent && parent != kernel; parent = parent->getParentOp())
      if (isa<scf::IfOp>(parent))
        found = parent;
    return found;
  }
  int64_t getEnd(Operation *op) {
    Operation *last = op;
    op->walk([&](Operation *inner) { last = order[inner] > order[last] ? inner : last; });
    return order[last] + 1;
  }

  void collect(int64_t count) {
    kernel.walk([&](tilegpu::AllocSharedOp op) {
      Buffer buffer{op, getBytes(op), getAlignment(op), order[op], count};
      for (Operation *user : op->getUsers())
        if (isa<tilegpu::FreeOp>(user) && user->getBlock() == op->getBlock())
          buffer.end = order[user];
      if (Operation *branch = getOutermostBranch(op)) {
        buffer.begin = std::min(buffer.begin, order[branch]);
        buffer.end = std::max(buffer.end, getEnd(branch));
      }
      buffers.push_back(buffer);
    });
  }

  static int64_t getBytes(tilegpu::AllocSharedOp op) {
    int64_t bytes = getElementBytes(tilegpu::getRefElementType(op.getType()));
    for (int64_t extent : tilegpu::getRefShape(op.getType()))
      bytes *= extent;
    return bytes;
  }

  /// What the largest swizzle of the buffer and of what its bytes are read as wants, else what a copy does.
  static int64_t getAlignment(tilegpu::AllocSharedOp op) {
    int64_t alignment = plainAlignment;
    SmallVector<Value> roots = {op.getResult()};
    while (!roots.empty()) {
      Value root = roots.pop_back_val();
      if (getSwizzle(root))
        alignment = swizzleAlignment;
      forEachUse(root, [&](OpOperand &use, const View &) {
        if (auto other = dyn_cast<tilegpu::ReinterpretOp>(use.getOwner()))
          roots.push_back(other.getResult());
        if (isa<tilegpu::CopyInOp, tilegpu::CopyOutOp, tilegpu::StoreClusterOp>(use.getOwner()))
          alignment = std::max(alignment, engineAlignment);
      });
    }
    return alignment;
  }

  //===-- places ----------------------------------------------------------------------------------------------===//

  int64_t placeAll(int64_t next) {
    int64_t total = next;
    for (size_t k = 0; k < buffers.size(); ++k)
      total = std::max(total, place(k, next));
    return total;
  }

  /// Gives buffer `k` the lowest place among those before it; returns its end.
  int64_t place(size_t k, int64_t first) {
    Buffer &buffer = buffers[k];
    bool hasMoved = true;
    buffer.offset = first;
    while (hasMoved) {
      hasMoved = false;
      buffer.offset = static_cast<int64_t>(llvm::alignTo(static_cast<uint64_t>(buffer.offset), static_cast<uint64_t>(buffer.alignment)));
      for (size_t other = 0; other < k && !hasMoved; ++other)
        if ((!isSharing || buffers[other].meets(buffer)) && buffers[other].overlaps(buffer)) {
          buffer.offset = buffers[other].offset + buffers[other].bytes;
          hasMoved = true;
        }
    }
    return buffer.offset + buffer.bytes;
  }

  /// A kernel that the compiler made warpgroups of is planned once more, with so much less for its buffers, or becomes
  /// a block program. False where the program says itself what its warpgroups do.
  bool decline(int64_t total) {
    tile::KernelOp source = tilegpu::findSource(kernel);
    if (!source || source.getSource() == tilegpu::mosaicSource)
      return false;
    int64_t limit = kernel.getTarget().sharedBytes;
    emitDiagnostic(kernel.getLoc(), DiagnosticId::sharedMemoryLimit, Severity::remark,
                   "kernel " + quote(kernel.getSymName()) + " can't have these warpgroups: they need " + Twine(total) +
                       " bytes of shared memory with what passes between threads, there are " + Twine(limit));
    auto before = source->getAttrOfType<IntegerAttr>(reservedName);
    source->setAttr(reservedName, builder.getI64IntegerAttr((before ? before.getInt() : 0) + total - limit));
    kernel.erase();
    return true;
  }

  LogicalResult failTooLarge(int64_t total) {
    InFlightDiagnostic diagnostic = refuse(kernel.getLoc(), DiagnosticId::sharedMemoryLimit,
                                           "kernel " + quote(kernel.getSymName()) + " needs " + Twine(total) + " bytes of shared memory, " +
                                               quote(kernel.getTarget().name) + " has " + Twine(kernel.getTarget().sharedBytes));
    llvm::sort(buffers, [](const Buffer &a, const Buffer &b) { return a.begin < b.begin; });
    for (Buffer &buffer : buffers)
      diagnostic.attachNote(buffer.op.getLoc()) << getBufferName(buffer.op.getResult()) << " takes " << buffer.bytes << " bytes";
    return diagnostic;
  }

  void separateLives() {
    llvm::SmallPtrSet<Operation *, 8> separated;
    for (const Buffer &buffer : buffers)
      for (Operation *user : buffer.op->getUsers()) {
        bool isShared = llvm::any_of(buffers, [&](const Buffer &other) { return other.op != buffer.op && buffer.overlaps(other); });
        bool isRepeated = user->getParentOp() != kernel && kernel.getWarpgroups() > 1;
        if (isa<tilegpu::FreeOp>(user) && (isShared || isRepeated) && !getOutermostBranch(user) && separated.insert(user).second)
          separate(user, isShared);
      }
  }
  void separate(Operation *free, bool isShared) {
    builder.setInsertionPointAfter(free);
    if (isShared) {
      tilegpu::WaitCopiesOutOp::create(builder, free->getLoc(), 0, /*read=*/true);
      tilegpu::WgmmaWaitOp::create(builder, free->getLoc(), 0);
    }
    tilegpu::CommitSharedOp::create(builder, free->getLoc());
    if (kernel.getWarpgroups() > 1)
      tilegpu::SyncOp::create(builder, free->getLoc(), tilegpu::SyncScope::block);
  }

  tilegpu::KernelOp kernel;
  OpBuilder builder;
  llvm::DenseMap<Operation *, int64_t> order;
  SmallVector<Buffer> buffers;
  bool isSharing = false;
};

struct AssignSharedPass : schedule::impl::AssignSharedPassBase<AssignSharedPass> {
  void runOnOperation() override {
    for (tilegpu::KernelOp kernel : getPlacedWarpgroups(getOperation()))
      if (failed(SharedAssigner(kernel).run()))
        signalPassFailure();
    for (tilegpu::KernelOp kernel : getPlacedBlockKernels(getOperation()))
      assignBlockShared(kernel);
  }
};
} // namespace
