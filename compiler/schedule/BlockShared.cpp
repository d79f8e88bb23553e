// SPDX-License-Identifier: Apache-2.0
// Buffers live from their first to their last use, counted in the order of the text; a use inside of a loop or branch counts as all of it, as far as the
// buffer was allocated outside. Each has bytes of its own while there is room, else those that do not live together may share them: barriers are inserted
// afterwards, from bytes, so that sharing is only a question of room. What is copied asynchronously never shares, for the copy may outlive its last use, but for the
// rings of Pipeline.cpp, whose loop waits for every copy.
//
// Scratch: small pieces (a reduction's) alternate between two places, so that an operation need not wait until all have read what the one before
// left: the barrier in its middle orders the one after. Large ones (conversions) have one place for all, which the small ones share.
#include "compiler/schedule/BlockShared.h"
#include "compiler/schedule/Schedule.h"
#include "compiler/support/PassDiagnostics.h"
#include "compiler/tilegpu/ir/Decisions.h"
#include "compiler/tilegpu/ir/Scratch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static constexpr int64_t plainAlignment = 16, swizzleAlignment = 1024, smallScratch = 4096;

namespace {
struct Buffer {
  Operation *op;
  int64_t bytes, alignment, begin, end, offset = 0;
  bool meets(const Buffer &other) const { return begin < other.end && other.begin < end; }
  bool overlaps(const Buffer &other) const { return offset < other.offset + other.bytes && other.offset < offset + bytes; }
};

int64_t align(int64_t value, int64_t alignment) {
  return static_cast<int64_t>(llvm::alignTo(static_cast<uint64_t>(value), static_cast<uint64_t>(alignment)));
}

int64_t getRefBytes(Type ref) {
  int64_t bytes = (tilegpu::getRefElementType(ref).getIntOrFloatBitWidth() + 7) / 8;
  for (int64_t extent : tilegpu::getRefShape(ref))
    bytes *= extent;
  return bytes;
}

class BlockAssigner {
public:
  explicit BlockAssigner(tilegpu::KernelOp kernel) : kernel(kernel), builder(kernel.getContext()) {}

  void run() {
    number(kernel);
    collect();
    placeWorkspace();
    if (buffers.empty() && scratch.empty())
      return;
    int64_t limit = kernel.getTarget().sharedBytes, total = placeAll();
    if (total > limit) {
      isSharing = true;
      for (Operation *op : scratch)
        buffers.push_back({op, tilegpu::getScratchBytes(op), plainAlignment, lives[op].first, lives[op].second});
      total = placeAll();
    }
    if (total > limit)
      return remove(total, limit);
    for (Buffer &buffer : buffers) {
      if (auto alloc = dyn_cast<tilegpu::AllocSharedOp>(buffer.op))
        alloc.setOffset(static_cast<uint64_t>(buffer.offset));
      else
        setScratch(buffer.op, buffer.offset);
    }
    kernel.setSharedBytes(static_cast<uint64_t>(total));
  }

private:
  /// When each operation begins and when all in it has ended.
  void number(Operation *op) {
    int64_t begin = next++;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Operation &inner : block)
          number(&inner);
    lives[op] = {begin, next};
  }

  void setScratch(Operation *op, int64_t offset) { op->setAttr(tilegpu::scratchOffsetName, builder.getI64IntegerAttr(offset)); }

  void collect() {
    kernel.walk([&](Operation *op) {
      if (auto alloc = dyn_cast<tilegpu::AllocSharedOp>(op))
        buffers.push_back(describe(alloc));
      else if (tilegpu::getScratchBytes(op) > 0)
        scratch.push_back(op);
    });
    llvm::stable_sort(buffers, [](const Buffer &a, const Buffer &b) { return std::make_pair(a.alignment, a.bytes) > std::make_pair(b.alignment, b.bytes); });
  }

  Buffer describe(tilegpu::AllocSharedOp op) {
    Buffer buffer{op, getRefBytes(op.getType()), op.getSwizzle().value_or(0) ? swizzleAlignment : plainAlignment, lives[op].first, lives[op].second};
    SmallVector<Value> views = {op.getResult()};
    while (!views.empty())
      for (Operation *user : views.pop_back_val().getUsers()) {
        if (isa<tilegpu::SubviewOp, tilegpu::TransposeRefOp, tilegpu::ReinterpretOp>(user))
          views.push_back(user->getResult(0));
        if (auto other = dyn_cast<tilegpu::ReinterpretOp>(user); other && other.getSwizzle().value_or(0))
          buffer.alignment = swizzleAlignment;
        Operation *whole = op->getBlock()->findAncestorOpInBlock(*user);
        bool outlives = isa<tilegpu::LoadAsyncOp, tilegpu::GatherAsyncOp>(user) && !op->hasAttr(orderedName);
        buffer.end = std::max(buffer.end, outlives || !whole ? next : lives[whole].second);
      }
    return buffer;
  }

  int64_t placeScratch() {
    int64_t slots[2] = {0, 0}, large = 0;
    unsigned turn = 0;
    SmallVector<std::pair<Operation *, unsigned>> small;
    for (Operation *op : scratch) {
      int64_t bytes = align(tilegpu::getScratchBytes(op), plainAlignment);
      if (bytes > smallScratch) {
        large = std::max(large, bytes);
        setScratch(op, 0);
        continue;
      }
      small.push_back({op, turn});
      slots[turn] = std::max(slots[turn], bytes);
      turn ^= 1;
    }
    for (auto [op, slot] : small)
      setScratch(op, slot * slots[0]);
    return std::max(large, slots[0] + slots[1]);
  }

  int64_t placeAll() {
    int64_t first = isSharing ? 0 : placeScratch(), total = first;
    for (size_t k = 0; k < buffers.size(); ++k)
      total = std::max(total, place(k, first));
    return total;
  }

  /// Gives buffer `k` the lowest place among those before it; returns its end.
  int64_t place(size_t k, int64_t first) {
    Buffer &buffer = buffers[k];
    buffer.offset = align(first, buffer.alignment);
    for (bool hasMoved = true; hasMoved;) {
      hasMoved = false;
      for (size_t other = 0; other < k && !hasMoved; ++other)
        if ((!isSharing || buffers[other].meets(buffer)) && buffers[other].overlaps(buffer)) {
          buffer.offset = align(buffers[other].offset + buffers[other].bytes, buffer.alignment);
          hasMoved = true;
        }
    }
    return buffer.offset + buffer.bytes;
  }

  void placeWorkspace() {
    int64_t bytes = 0;
    kernel.walk([&](tilegpu::AllocWorkspaceOp op) {
      op.setOffset(static_cast<uint64_t>(bytes));
      bytes = align(bytes + getRefBytes(op.getType()), 128);
    });
    if (bytes)
      kernel.setWorkspaceBytes(static_cast<uint64_t>(bytes));
  }

  void remove(int64_t total, int64_t limit) {
    InFlightDiagnostic remark = emitDiagnostic(kernel.getLoc(), DiagnosticId::sharedMemoryLimit, Severity::remark,
                                               "kernel `" + kernel.getSymName() + "` has no schedule for `" + kernel.getTarget().name + "`: it needs " +
                                                   Twine(total) + " bytes of shared memory, there are " + Twine(limit));
    for (Buffer &buffer : buffers)
      remark.attachNote(buffer.op->getLoc()) << (isa<tilegpu::AllocSharedOp>(buffer.op) ? "a buffer" : "what passes between threads here") << " takes "
                                             << buffer.bytes << " bytes";
    remark.report();
    tilegpu::addDecision(
        kernel, {tilegpu::Decision::Kind::refusal, kernel.getLoc(), getText(DiagnosticId::sharedMemoryLimit).str(),
                 ("it needs " + Twine(total) + " bytes of shared memory, there are " + Twine(limit)).str(),
                 "use smaller blocks or fewer stages"});
    kernel.erase();
  }

  tilegpu::KernelOp kernel;
  OpBuilder builder;
  int64_t next = 0;
  llvm::DenseMap<Operation *, std::pair<int64_t, int64_t>> lives;
  SmallVector<Buffer> buffers;
  SmallVector<Operation *> scratch;
  bool isSharing = false;
};
} // namespace

void tessera::schedule::assignBlockShared(tilegpu::KernelOp kernel) { BlockAssigner(kernel).run(); }
