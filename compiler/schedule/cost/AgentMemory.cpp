// SPDX-License-Identifier: Apache-2.0
// What an agent does with memory, and its products.
#include "compiler/schedule/cost/AgentWalk.h"
#include "compiler/schedule/layouts/LayoutCosts.h"
#include "compiler/tilegpu/ir/ClusterMemory.h"
#include "compiler/tilegpu/ir/UnalignedAccess.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;
using layout::LinearLayout;

static double countElements(ArrayRef<int64_t> shape) {
  double elements = 1;
  for (int64_t extent : shape)
    elements *= static_cast<double>(std::max<int64_t>(extent, 1));
  return elements;
}

static tilegpu::RefType getRef(Value ref) { return cast<tilegpu::RefType>(ref.getType()); }
static double getBytes(Value ref) {
  return countElements(getRef(ref).getShape()) * static_cast<double>(getRef(ref).getElementBytes());
}

/// What `ref` is a view of, of several the first; null where it is none.
static Value findWhole(Value ref) {
  Operation *op = ref.getDefiningOp();
  if (auto select = dyn_cast_or_null<tilegpu::SelectRefOp>(op))
    return select.getRefs().front();
  bool isView =
      isa_and_nonnull<tilegpu::SubviewOp, tilegpu::TransposeRefOp, tilegpu::ReinterpretOp, tilegpu::ClusterRefOp>(op);
  return isView ? op->getOperand(0) : Value();
}

std::optional<unsigned> tessera::schedule::findArgument(Value ref) {
  while (Value whole = findWhole(ref))
    ref = whole;
  auto argument = dyn_cast<BlockArgument>(ref);
  return argument && isa<tilegpu::KernelOp>(argument.getOwner()->getParentOp()) ? std::optional(argument.getArgNumber())
                                                                                : std::nullopt;
}

std::optional<int64_t> AgentWalk::getOffset(OpFoldResult offset) const {
  if (auto value = dyn_cast<Value>(offset))
    return scalars.get(value);
  return cast<IntegerAttr>(cast<Attribute>(offset)).getInt();
}

/// Inner axes are whole, one is cut, of those before it there is one index.
std::optional<double> AgentWalk::findBegin(Value ref) const {
  auto view = ref.getDefiningOp<tilegpu::SubviewOp>();
  if (!view)
    return std::nullopt;
  ArrayRef<int64_t> array = getRef(view->getOperand(0)).getShape(), sizes = view.getSizes();
  size_t rank = sizes.size(), cut = rank;
  while (cut > 0 && sizes[cut - 1] >= array[cut - 1])
    --cut;
  double begin = 0, step = static_cast<double>(getRef(ref).getElementBytes());
  for (size_t axis = rank; axis-- > 0;) {
    std::optional<int64_t> offset = getOffset(view.getOffset(static_cast<int64_t>(axis)));
    if (!offset || array[axis] <= 0 || (axis + 1 < cut && sizes[axis] != 1))
      return std::nullopt;
    begin += static_cast<double>(*offset) * step;
    step *= static_cast<double>(array[axis]);
  }
  return begin;
}

void AgentWalk::fetch(Value ref, double bytes, ArrayRef<OpFoldResult> offsets, bool isKnown) {
  std::optional<unsigned> argument = findArgument(ref);
  if (!argument) {
    usage.scratchBytes += bytes;
    return;
  }
  usage.argumentBytes[*argument] += bytes;
  if (!isFirst)
    return;
  llvm::hash_code hash = llvm::hash_combine(*argument, static_cast<int64_t>(bytes));
  auto add = [&](OpFoldResult offset) {
    std::optional<int64_t> known = getOffset(offset);
    isKnown &= known.has_value();
    hash = llvm::hash_combine(hash, known.value_or(0));
  };
  llvm::for_each(offsets, add);
  for (Value part = ref, whole; (whole = findWhole(part)); part = whole) {
    if (auto view = part.getDefiningOp<tilegpu::SubviewOp>())
      for (int64_t axis = 0; axis < static_cast<int64_t>(view.getSizes().size()); ++axis)
        add(view.getOffset(axis));
    isKnown &= !part.getDefiningOp<tilegpu::SelectRefOp>();
  }
  fetches.push_back({*argument, isKnown ? std::optional(hash) : std::nullopt, bytes * repeats, findBegin(ref)});
}

//===-- loads and stores --------------------------------------------------------------------------------------===//

namespace {
/// One ordinary access, whatever operation it is.
struct Access {
  Value ref;
  LinearLayout layout;
  AccessFacts facts;
  SmallVector<OpFoldResult> offsets;
  bool isBox = false, isStore = false, isAsync = false;
};
} // namespace

/// The axis that neighbours lie along: a box's last if it runs along the array's last, else what the vectors say, else
/// the last.
template <typename OpT> static void describeBox(Access &access, OpT op) {
  access.isBox = true;
  llvm::append_range(access.offsets, op.getOffsets());
  ArrayRef<int64_t> axes = op.getAxes(), strides = op.getStrides();
  int64_t last = getRef(access.ref).getRank() - 1;
  bool isContiguous = !axes.empty() && axes.back() == last && (strides.empty() || strides[last] == 1);
  access.facts.axis = isContiguous ? static_cast<int64_t>(axes.size()) - 1 : -1;
  access.facts.vector = static_cast<int64_t>(op.getVector());
}

static void describeGather(Access &access, int64_t vector) {
  access.facts.vector = vector;
  access.facts.axis = static_cast<int64_t>(access.layout.rank()) - 1;
  if (vector > 1 && !access.layout.bases(layout::registerDim).empty())
    for (auto [axis, step] : llvm::enumerate(access.layout.bases(layout::registerDim).front()))
      if (step == 1)
        access.facts.axis = static_cast<int64_t>(axis);
}

static std::optional<Access> describe(Operation *op) {
  Access access;
  auto found = llvm::TypeSwitch<Operation *, bool>(op)
                   .Case<tilegpu::LoadOp>([&](auto load) {
                     access.ref = load.getRef(), access.layout = getHeldLayout(load.getResult().getType());
                     return describeBox(access, load), true;
                   })
                   .Case<tilegpu::StoreOp>([&](auto store) {
                     access.ref = store.getRef(), access.layout = getHeldLayout(store.getValue().getType()),
                     access.isStore = true;
                     return describeBox(access, store), true;
                   })
                   .Case<tilegpu::LoadAsyncOp>([&](auto load) {
                     access.ref = load.getRef(), access.layout = load.getLayout().getLayout(), access.isAsync = true;
                     return describeBox(access, load), true;
                   })
                   .Case<tilegpu::GatherOp>([&](auto gather) {
                     access.ref = gather.getRef(), access.layout = getHeldLayout(gather.getResult().getType());
                     return describeGather(access, gather.getVector()), true;
                   })
                   .Case<tilegpu::GatherAsyncOp>([&](auto gather) {
                     access.ref = gather.getRef(), access.layout = getHeldLayout(gather.getIndices().front().getType()),
                     access.isAsync = true;
                     return describeGather(access, gather.getVector()), true;
                   })
                   .Case<tilegpu::ScatterOp>([&](auto scatter) {
                     access.ref = scatter.getRef(), access.layout = getHeldLayout(scatter.getValue().getType()),
                     access.isStore = true;
                     return describeGather(access, scatter.getVector()), true;
                   })
                   .Case<tilegpu::AtomicRmwOp, tilegpu::AtomicCasOp>([&](auto atomic) {
                     access.ref = atomic.getRef(), access.layout = getHeldLayout(atomic.getResult().getType()),
                     access.isStore = true;
                     return describeGather(access, 1), true;
                   })
                   .Default([](auto) { return false; });
  if (!found)
    return std::nullopt;
  access.facts.elementBytes = getRef(access.ref).getElementBytes();
  access.facts.isShared = getRef(access.ref).getIsShared();
  return access;
}

bool AgentWalk::walkMemory(Operation *op) {
  std::optional<Access> access = describe(op);
  if (!access)
    return false;
  auto [bytes, instructions] = getSectorBytes(access->layout, access->facts);
  if (access->facts.isShared) {
    issue(instructions);
    usage.shared += std::max(0.0, getAccessCost(access->layout, access->facts) - instructions / schedulers);
    finish(op, sharedCycles);
    return true;
  }
  bool isAtomic = isa<tilegpu::AtomicRmwOp, tilegpu::AtomicCasOp>(op);
  if (tilegpu::isUnaligned(op)) { // two elements; of stores half are one word, which is decided for each
    issue(instructions * (access->isStore ? 5 : 2));
    usage.shared += access->isStore ? instructions / 2 : instructions;
  }
  issue(instructions * (isAtomic ? 4 : 1));
  usage.shared += instructions;
  if (access->isStore && !isAtomic) {
    if (std::optional<unsigned> argument = findArgument(access->ref))
      usage.argumentBytes[*argument] += bytes;
    else
      usage.scratchBytes += bytes;
    return true;
  }
  fetch(access->ref, bytes, access->offsets, access->isBox && !isAtomic);
  double done = std::max(now, engineFree) + bytes / rates->cacheBytes;
  engineFree = done;
  if (!access->isAsync) {
    finish(op, done - now + loadCycles);
    return true;
  }
  openGroup = std::max(openGroup, done + loadCycles);
  usage.shared += bytes / sharedBytesPerCycle;
  if (access->facts.vector * access->facts.elementBytes < 4) // through registers
    waitFor(openGroup);
  return true;
}

/// The part of `ref` that its array has at all: of a box that is longer than the array along an axis the copy engine
/// fills in the rest and moves nothing.
static double getPartInside(Value ref) {
  double part = 1;
  for (Value whole; (whole = findWhole(ref)); ref = whole) {
    auto view = ref.getDefiningOp<tilegpu::SubviewOp>();
    if (!view)
      continue;
    ArrayRef<int64_t> array = getRef(view->getOperand(0)).getShape();
    for (auto [size, extent] : llvm::zip(view.getSizes(), array))
      if (extent > 0 && size > extent)
        part *= static_cast<double>(extent) / static_cast<double>(size);
  }
  return part;
}

//===-- copies and waits --------------------------------------------------------------------------------------===//

void AgentWalk::popCount(std::deque<double> &queue, int64_t pending) {
  while (static_cast<int64_t>(queue.size()) > pending) {
    waitFor(queue.front());
    queue.pop_front();
  }
}

void AgentWalk::noteArrival(unsigned barrier) {
  for (auto [other, count] : llvm::enumerate(waited)) {
    Ahead &pair = ahead[barrier][other];
    if (count == 0)
      continue; // before it has had any buffer, it gives all of them
    pair.most = std::max(pair.most, count - pair.arrivals);
    ++pair.arrivals;
  }
}

unsigned AgentWalk::countHeldBehind(unsigned full, const AgentWalk &copier) const {
  std::optional<unsigned> empty = copier.freedBy[full];
  // The one that is given back is ahead by itself.
  return empty ? static_cast<unsigned>(std::max(0, ahead[*empty][full].most - 1)) : 0;
}

/// Blocks of a cluster among which a copy is shared.
static double getSharers(tilegpu::KernelOp kernel, ArrayRef<int64_t> collective) {
  double sharers = 1;
  // The cluster's axes are the last.
  int64_t first = static_cast<int64_t>(kernel.getAxisOrder().size() - kernel.getCluster().size());
  for (int64_t axis : collective)
    if (axis >= first && axis - first < static_cast<int64_t>(kernel.getCluster().size()))
      sharers *= static_cast<double>(kernel.getCluster()[axis - first]);
  return sharers;
}

bool AgentWalk::walkCopies(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tilegpu::CopyInOp>([&](tilegpu::CopyInOp copy) {
        double all = getBytes(copy.getTarget()),
               bytes = all * getPartInside(copy.getSource()) / getSharers(kernel, copy.getCollective());
        issue(warps * 4);
        fetch(copy.getSource(), bytes, {}, true);
        usage.shared += all / sharedBytesPerCycle;
        engineFree = std::max(engineFree, now) + bytes / rates->cacheBytes;
        if (!copy.getBarrier())
          groups.push_back(engineFree + copyCycles);
        else if (auto barrier = barriers.find(copy.getBarrier()); barrier != barriers.end()) {
          arrivals[barrier->second].push_back(engineFree + copyCycles);
          usage.copiedBytes[barrier->second] += bytes;
          freedBy[barrier->second] = lastWaited;
        }
        return true;
      })
      .Case<tilegpu::CopyOutOp>([&](tilegpu::CopyOutOp copy) {
        double bytes = getBytes(copy.getSource()) * getPartInside(copy.getTarget());
        issue(warps * 4);
        if (std::optional<unsigned> argument = findArgument(copy.getTarget()))
          usage.argumentBytes[*argument] += bytes;
        usage.shared += bytes / sharedBytesPerCycle;
        return true;
      })
      .Case<tilegpu::WaitOp, tilegpu::TestOp>([&](auto wait) {
        auto barrier = barriers.find(wait.getBarrier());
        now += barrierWaitCycles;
        if (barrier == barriers.end())
          return true;
        usage.waits[barrier->second] += 1;
        waited[barrier->second] += 1;
        lastWaited = barrier->second;
        auto alloc = barrier->first.template getDefiningOp<tilegpu::AllocBarrierOp>();
        // Other blocks have come as far as this one, and what they store is on its way.
        double stored = 0;
        for (Operation *user : alloc->getUsers())
          if (auto store = dyn_cast<tilegpu::StoreClusterOp>(user))
            stored = std::max(stored, getBytes(store.getTarget()));
        if (stored > 0)
          now += clusterStoreCycles + static_cast<double>(alloc.getArrivals()) * stored / clusterBytesPerCycle;
        std::deque<double> &own = arrivals[barrier->second];
        for (uint64_t i = 0; i < alloc.getArrivals() && !own.empty(); ++i) {
          waitFor(own.front());
          own.pop_front();
        }
        return true;
      })
      .Case<tilegpu::CommitCopiesInOp>([&](auto) { return groups.push_back(std::exchange(openGroup, 0)), true; })
      .Case<tilegpu::WaitCopiesInOp>(
          [&](auto wait) { return popCount(groups, static_cast<int64_t>(wait.getPending())), true; })
      .Case<tilegpu::WaitCopiesOutOp>([&](auto) { return now += syncCycles, true; })
      .Case<tilegpu::BarrierOp, tilegpu::SyncOp, tilegpu::CommitSharedOp>([&](auto) { return now += syncCycles, true; })
      .Case<tilegpu::SemaphoreSignalOp, tilegpu::SemaphoreWaitOp>([&](auto) { return now += semaphoreCycles, true; })
      .Case<tilegpu::StoreClusterOp>([&](tilegpu::StoreClusterOp store) {
        constexpr double bytesOfInstruction = 4 * tilegpu::lanesPerWarp;
        return issue(getBytes(store.getTarget()) / bytesOfInstruction), true;
      })
      .Case<tilegpu::ArriveOp>([&](tilegpu::ArriveOp arrive) {
        issue(warps);
        auto alloc = arrive.getBarrier().getDefiningOp<tilegpu::AllocBarrierOp>();
        if (alloc)
          noteArrival(barriers.lookup(alloc.getResult()));
        if (alloc && !alloc.getCollective().empty() && tilegpu::handsOnMemory(kernel)) {
          waitFor(tensorFree); // its fences let nothing pass, products that run neither
          now += clusterArriveCycles;
        }
        return true;
      })
      .Default([](auto) { return false; });
}

//===-- products ----------------------------------------------------------------------------------------------===//

/// Against a product of 16-bit elements: bytes go twice as fast, f32 (as tf32) half.
static double getSpeed(Type element) { return 16.0 / std::max(8u, element.getIntOrFloatBitWidth()); }

void AgentWalk::multiply(double rows, double columns, double depth, Type element, double rate, bool isAsync) {
  double cycles = 2 * rows * columns * depth / (rate * getSpeed(element));
  usage.tensor += cycles;
  if (!isAsync) {
    now += cycles * schedulers / std::min(warps, schedulers);
    return;
  }
  tensorFree = std::max(tensorFree, now) + cycles * place.productShare;
  products.push_back(tensorFree + productCycles);
}

namespace {
/// Rows and columns of a sum that one warp, and one thread, holds.
struct HeldPart {
  double warpRows = 1, warpColumns = 1, threadRows = 1, threadColumns = 1;
};
} // namespace

static HeldPart getHeldPart(const LinearLayout &layout) {
  HeldPart part;
  size_t rank = layout.rank();
  if (rank < 2)
    return part;
  auto count = [&](StringRef input, bool isThread) {
    for (const layout::Basis &basis : layout.bases(input)) {
      double rows = basis[rank - 2] ? 2 : 1, columns = basis[rank - 1] && !basis[rank - 2] ? 2 : 1;
      part.warpRows *= rows;
      part.warpColumns *= columns;
      part.threadRows *= isThread ? rows : 1;
      part.threadColumns *= isThread ? columns : 1;
    }
  };
  count(layout::registerDim, true);
  count(layout::laneDim, false);
  return part;
}

bool AgentWalk::walkProducts(Operation *op) {
  auto getShape = [](Value value) {
    return isa<tilegpu::RefType>(value.getType()) ? getRef(value).getShape()
                                                  : cast<RankedTensorType>(value.getType()).getShape();
  };
  auto getElement = [](Value value) {
    return isa<tilegpu::RefType>(value.getType()) ? getRef(value).getElementType()
                                                  : tile::getElementType(value.getType());
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tilegpu::WgmmaOp>([&](tilegpu::WgmmaOp product) {
        auto sum = cast<tilegpu::AccumulatorType>(product.getAccumulator().getType());
        double depth = static_cast<double>(getShape(product.getB()).front()), rows = static_cast<double>(sum.getRows()),
               columns = static_cast<double>(getShape(product.getB()).back());
        double bytes = static_cast<double>(getRef(product.getB()).getElementBytes());
        bool isShared = isa<tilegpu::RefType>(product.getA().getType());
        usage.operations += 2 * rows * columns * depth;
        usage.shared += (isShared ? rows : 0) * depth * bytes / sharedBytesPerCycle +
                        rows / 64 * columns * depth * bytes / sharedBytesPerCycle;
        issue(2 * warps * depth * bytes / 32);
        // 64 rows of a from shared memory take as long as a product of 128 columns.
        multiply(rows, isShared ? std::max(columns, 128.0) : columns, depth, getRef(product.getB()).getElementType(),
                 rates->wgmmaOperations, true);
        return true;
      })
      .Case<tilegpu::WgmmaWaitOp>(
          [&](tilegpu::WgmmaWaitOp wait) { return popCount(products, static_cast<int64_t>(wait.getPending())), true; })
      .Case<tilegpu::ReadAccumulatorOp>([&](tilegpu::ReadAccumulatorOp read) {
        popCount(products, static_cast<int64_t>(read.getPending()));
        return finish(op, workCycles), true;
      })
      .Case<tilegpu::MmaOp>([&](tilegpu::MmaOp product) {
        ArrayRef<int64_t> sum = getShape(product.getResult());
        double depth = static_cast<double>(getShape(product.getA()).back());
        usage.operations += 2 * countElements(sum) * depth;
        multiply(static_cast<double>(sum[0]), static_cast<double>(sum[1]), depth, getElement(product.getA()),
                 rates->mmaOperations, false);
        return finish(op, mmaCycles), true;
      })
      .Case<tilegpu::DotOp>([&](tilegpu::DotOp product) {
        ArrayRef<int64_t> sum = getShape(product.getResult());
        HeldPart part = getHeldPart(getHeldLayout(product.getResult().getType()));
        Type element = getElement(product.getA());
        double depth = static_cast<double>(getShape(product.getA()).back()), elements = countElements(sum), begin = now;
        double bytes = std::max(1.0, element.getIntOrFloatBitWidth() / 8.0);
        bool isMma = product.getInstruction() == tilegpu::DotInstruction::mma,
             inShared = isa<tilegpu::RefType>(product.getA().getType());
        usage.operations += 2 * elements * depth;
        // Each warp reads its rows and columns for mma; each thread does for fma.
        double reads = !inShared ? 0
                       : isMma   ? warps * (part.warpRows + part.warpColumns) * depth * bytes / sharedBytesPerCycle
                                 : warps * (part.threadRows + part.threadColumns) * depth;
        usage.shared += reads;
        if (isMma) {
          double times = product.getPrecision() == tilegpu::DotPrecision::tf32x3 ? 3 : 1;
          multiply(elements, times, depth, element, rates->mmaOperations, false);
        } else {
          issue(elements * depth * (element.isF64() ? 2 : 1) / 32);
        }
        now = std::max(now, begin + reads);
        return finish(op, mmaCycles), true;
      })
      .Case<tilegpu::AllocAccumulatorOp>([&](tilegpu::AllocAccumulatorOp alloc) {
        auto type = cast<tilegpu::AccumulatorType>(alloc.getResult().getType());
        issue(static_cast<double>(type.getRows() * type.getColumns()) / 32);
        return true;
      })
      .Default([](auto) { return false; });
}
