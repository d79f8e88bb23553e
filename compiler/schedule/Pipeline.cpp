// SPDX-License-Identifier: Apache-2.0
// Loads that run ahead. A loop's loads that do nothing but fill buffers of products are begun `stages - 1` passes
// before the pass that multiplies them (cp.async), each into one of `stages` slots of its buffer, a ring:
//
//     for %i { %a = load f(%i); store %a, %buffer; dot %buffer }
//
//   becomes, with 3 stages,
//
//     begin f(0) to slot 0, commit; begin f(1) to slot 1, commit        (each if there is such a pass)
//     for %i, %slot, %next {
//       wait until at most 1 group is not done                          this thread's share of slot %slot is there
//       barrier                                                         everybody's is, and everybody has read slot
//       %next, one pass ago begin f(%i + 2) to slot %next, commit dot slot %slot
//     }
//
// One barrier a pass orders both: that copies are seen, and that a slot is free. So the ring's buffers are
// `schedule.ordered`: no barriers are looked for between their accesses. A group that is empty (past the last pass)
// keeps the count right.
//
// A load of another type than the product's (bytes that become f16) has a ring of its own type, from which each pass
// casts to the buffer. Small loads that feed no product (scales of a block) are asked for as many passes ahead, in
// registers, where a loop is known to run: past the last pass, for the first one's once more.
//
// `f` is what the load is computed from within the loop: pure operations on the loop's index, on what is outside, and
// on carried values that are themselves so computed (Triton's pointers that advance). These run ahead as carried values
// of their own, `stages - 1` passes further. What is computed from other loads or from products can't.
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/Products.h"
#include "compiler/support/PassDiagnostics.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

namespace {
class LoopPipeline {
public:
  LoopPipeline(tile::KernelOp kernel, scf::ForOp loop) : kernel(kernel), loop(loop), builder(kernel.getContext()) {}

  /// Whether what `fed` loads can be known ahead; if so it will be.
  bool take(FedBuffer fed) {
    llvm::SetVector<Operation *> slice = ahead;
    llvm::SetVector<unsigned> indices = carried;
    if (!isPlain(fed) || !addSlice(fed.load->getOperands(), slice, indices))
      return false;
    ahead = slice;
    carried = indices;
    buffers.push_back(fed);
    return true;
  }

  /// Of one stage.
  int64_t getBytes() const {
    int64_t bytes = 0;
    for (const FedBuffer &fed : buffers)
      bytes += getBytes(getSlotType(fed));
    return bytes;
  }
  /// Loads beside those that it took.
  void findBeside();
  /// Of buffers that rings replace.
  int64_t getReplacedBytes() const {
    int64_t bytes = 0;
    for (const FedBuffer &fed : buffers)
      bytes += fed.isCast ? 0 : getBytes(getSlotType(fed));
    return bytes;
  }
  static int64_t getBytes(tile::RefType type) {
    int64_t bytes = (type.getElementType().getIntOrFloatBitWidth() + 7) / 8;
    for (int64_t extent : type.getShape())
      bytes *= extent;
    return bytes;
  }
  static tile::RefType getSlotType(FedBuffer fed) {
    auto type = cast<tile::RefType>(fed.buffer.getType());
    Type element = tile::getElementType(fed.load->getResult(0).getType());
    return fed.isCast ? cast<tile::RefType>(tilegpu::getRefTypeLike(type, type.getShape(), element)) : type;
  }

  /// How many operations stand around the loop.
  int64_t getDepth() const {
    int64_t depth = 0;
    for (Operation *op = loop->getParentOp(); op; op = op->getParentOp())
      ++depth;
    return depth;
  }
  /// Whether `other`'s loop is this one or stands in it.
  bool contains(const LoopPipeline &other) const { return loop->isAncestor(other.loop); }

  void run(int64_t count);

private:
  bool isFound(Operation *load);
  SmallVector<Value> loadBeside(Value index);
  bool isPlain(FedBuffer fed);
  bool isReadHere(Value view);
  bool isWritten(Value ref);
  bool addSlice(ValueRange roots, llvm::SetVector<Operation *> &slice, llvm::SetVector<unsigned> &indices);
  bool addValue(Value value, llvm::SetVector<Operation *> &slice, llvm::SetVector<unsigned> &indices,
                SmallVectorImpl<Value> &work);

  void makeRings();
  void begin(IRMapping &mapping, Value condition, Value slot);
  void advance(IRMapping &mapping, SmallVectorImpl<Value> &state);
  void clone(ArrayRef<Operation *> operations, IRMapping &mapping);
  Value isBefore(Value index) {
    auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult : arith::CmpIPredicate::slt;
    return arith::CmpIOp::create(builder, loop.getLoc(), predicate, index, loop.getUpperBound());
  }
  Value makeIndex(int64_t value) {
    return arith::ConstantOp::create(builder, loop.getLoc(),
                                     builder.getIntegerAttr(loop.getInductionVar().getType(), value));
  }
  Value makeWord(int64_t value) {
    return arith::ConstantOp::create(builder, loop.getLoc(), builder.getI32IntegerAttr(static_cast<int32_t>(value)));
  }
  /// The slot after `slot`.
  Value getNext(Value slot) {
    Value more = arith::AddIOp::create(builder, loop.getLoc(), slot, makeWord(1));
    Value isLast = arith::CmpIOp::create(builder, loop.getLoc(), arith::CmpIPredicate::eq, more, makeWord(stages));
    return arith::SelectOp::create(builder, loop.getLoc(), isLast, makeWord(0), more);
  }
  Block &getBody() { return *loop.getBody(); }

  tile::KernelOp kernel;
  scf::ForOp loop;
  OpBuilder builder;
  int64_t stages = 2;
  SmallVector<FedBuffer> buffers;
  SmallVector<tilegpu::AllocSharedOp> rings; // one a buffer
  llvm::SetVector<Operation *> ahead;        // what loads are computed from, and the next carried values
  llvm::SetVector<unsigned> carried;         // indices of carried values that run ahead
  SmallVector<Operation *> beside;           // loads in registers
  llvm::SetVector<Operation *> besideAhead;  // what they are computed from, and they themselves
};
} // namespace

//===-- what can run ahead ------------------------------------------------------------------------------------===//

/// Also written as a number that is cast, repeated and turned.
static bool isZero(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<tile::CastOp, tile::BroadcastOp, tile::TransposeOp>(op))
      break;
    value = op->getOperand(0);
  }
  return matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat());
}

/// The load fills the buffer and nothing else; what it leaves out is zero, as cp.async has it.
bool LoopPipeline::isPlain(FedBuffer fed) {
  if (fed.load->getBlock() != &getBody() || fed.store->getBlock() != &getBody() || !fed.load->hasOneUse() ||
      fed.store.getMask())
    return false;
  Value other, mask, ref = fed.load->getOperand(0);
  if (auto load = dyn_cast<tile::LoadOp>(fed.load)) {
    other = load.getOther();
    mask = load.getMask();
    if (mask && !other)
      return false;
  } else {
    auto gather = cast<tile::GatherOp>(fed.load);
    other = gather.getOther();
  }
  if (other && !isZero(other))
    return false;
  // In whole bytes, from which the pass reads what it casts.
  bool isOfBytes = tile::getElementType(fed.load->getResult(0).getType()).getIntOrFloatBitWidth() % 8 == 0;
  return fed.buffer->getBlock() == &getBody() && !tilegpu::isSharedRef(ref.getType()) && !isWritten(ref) &&
         isReadHere(fed.buffer.getResult()) && (!fed.isCast || isOfBytes);
}

/// All uses but the store are reads within the loop's body.
bool LoopPipeline::isReadHere(Value view) {
  return llvm::all_of(view.getUsers(), [&](Operation *user) {
    if (!loop->isProperAncestor(user))
      return false;
    if (isa<tilegpu::TransposeRefOp>(user))
      return isReadHere(user->getResult(0));
    return isa<tile::StoreOp, tilegpu::DotOp>(user);
  });
}

/// Whether something in the loop may change `ref`: reading it ahead would see what was there before.
bool LoopPipeline::isWritten(Value ref) {
  return loop
      .walk([&](Operation *op) {
        bool isBoundary = isa<tile::AtomicRmwOp, tile::AtomicCasOp, tile::InlineAsmOp, tilegpu::BarrierOp>(op) ||
                          !isa<BlockArgument>(ref);
        Value target;
        if (auto store = dyn_cast<tile::StoreOp>(op))
          target = store.getRef();
        else if (auto scatter = dyn_cast<tile::ScatterOp>(op))
          target = scatter.getRef();
        return isBoundary || (target && (target == ref || target.getDefiningOp<tile::SelectRefOp>()))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool LoopPipeline::addValue(Value value, llvm::SetVector<Operation *> &slice, llvm::SetVector<unsigned> &indices,
                            SmallVectorImpl<Value> &work) {
  if (auto argument = dyn_cast<BlockArgument>(value); argument && argument.getOwner() == &getBody()) {
    if (argument == loop.getInductionVar())
      return true;
    unsigned index = argument.getArgNumber() - 1;
    if (indices.insert(index))
      work.push_back(getBody().getTerminator()->getOperand(index));
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isProperAncestor(op))
    return true;
  if (op->getBlock() != &getBody() || op->getNumRegions() || !isPure(op) || isa<tilegpu::DotOp>(op))
    return false;
  if (slice.insert(op))
    work.append(op->operand_begin(), op->operand_end());
  return true;
}

bool LoopPipeline::addSlice(ValueRange roots, llvm::SetVector<Operation *> &slice, llvm::SetVector<unsigned> &indices) {
  SmallVector<Value> work(roots);
  while (!work.empty())
    if (!addValue(work.pop_back_val(), slice, indices, work))
      return false;
  return true;
}

/// Whether `load` has few elements, wherever it is, and takes nothing that the loop carries or changes.
static bool isSmall(Operation *load) {
  constexpr int64_t mostElements = 256;
  auto type = dyn_cast<RankedTensorType>(load->getResult(0).getType());
  return !type || type.getNumElements() <= mostElements;
}

bool LoopPipeline::isFound(Operation *load) {
  Value ref = load->getOperand(0);
  llvm::SetVector<Operation *> slice;
  llvm::SetVector<unsigned> indices;
  return isSmall(load) && !tilegpu::isSharedRef(ref.getType()) && !isWritten(ref) &&
         addSlice(load->getOperands(), slice, indices) && indices.empty();
}

void LoopPipeline::findBeside() {
  std::optional<APInt> trips = loop.getStaticTripCount();
  if (!trips || trips->isZero())
    return;
  for (Operation &op : getBody()) {
    bool isFed = llvm::any_of(buffers, [&](const FedBuffer &fed) { return fed.load == &op; });
    if (!isa<tile::LoadOp, tile::GatherOp>(op) || isFed || !isFound(&op))
      continue;
    llvm::SetVector<unsigned> none;
    addSlice(op.getOperands(), besideAhead, none);
    besideAhead.insert(&op);
    beside.push_back(&op);
  }
}

//===-- the rewriting -----------------------------------------------------------------------------------------===//

/// Each buffer becomes as many, for as long as the loop runs: what is begun there is waited for there.
void LoopPipeline::makeRings() {
  for (FedBuffer &fed : buffers) {
    builder.setInsertionPoint(loop);
    tile::RefType type = getSlotType(fed);
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin(), stages);
    IntegerAttr swizzle = fed.isCast ? builder.getI64IntegerAttr(0) : fed.buffer.getSwizzleAttr();
    auto ring = tilegpu::AllocSharedOp::create(builder, fed.buffer.getLoc(),
                                               tilegpu::getRefTypeLike(type, shape, type.getElementType()), StringRef(),
                                               swizzle, IntegerAttr());
    ring->setAttr(orderedName, builder.getUnitAttr());
    rings.push_back(ring);
  }
}

void LoopPipeline::clone(ArrayRef<Operation *> operations, IRMapping &mapping) {
  for (Operation *op : operations)
    if (!op->getNumResults() || !mapping.contains(op->getResult(0)))
      builder.clone(*op, mapping);
}

/// Begins the loads of the pass that `mapping` stands for, where `condition` holds, and makes them a group.
void LoopPipeline::begin(IRMapping &mapping, Value condition, Value slot) {
  Location loc = loop.getLoc();
  auto branch = scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&branch.getThenRegion().front());
    for (auto [fed, ring] : llvm::zip(buffers, rings)) {
      Operation *load = builder.clone(*fed.load, mapping);
      load->setAttr(asyncName, builder.getUnitAttr());
      auto type = cast<tile::RefType>(ring.getType());
      SmallVector<int64_t> offsets(type.getRank(), 0), sizes(type.getShape());
      offsets.front() = ShapedType::kDynamic;
      sizes.front() = 1;
      auto store = tile::StoreOp::create(builder, fed.store.getLoc(), load->getResult(0), ring, ValueRange{slot},
                                         Value(), offsets, sizes, ArrayRef<int64_t>(), ArrayRef<int64_t>{0});
      store->setAttr(asyncName, builder.getUnitAttr());
    }
  }
  tilegpu::CommitCopiesInOp::create(builder, loc);
}

/// The loads beside of pass `index`, or of the first one if there is no such pass.
SmallVector<Value> LoopPipeline::loadBeside(Value index) {
  SmallVector<Value> loaded;
  if (beside.empty())
    return loaded;
  IRMapping mapping;
  mapping.map(loop.getInductionVar(),
              arith::SelectOp::create(builder, loop.getLoc(), isBefore(index), index, loop.getLowerBound()));
  for (Operation &op : getBody())
    if (besideAhead.contains(&op))
      builder.clone(op, mapping);
  for (Operation *load : beside)
    loaded.push_back(mapping.lookup(load->getResult(0)));
  return loaded;
}

/// Carried values of the pass after the one that `mapping` stands for.
void LoopPipeline::advance(IRMapping &mapping, SmallVectorImpl<Value> &state) {
  for (auto [index, value] : llvm::zip(carried, state))
    value = mapping.lookupOrDefault(getBody().getTerminator()->getOperand(index));
}

void LoopPipeline::run(int64_t count) {
  stages = count;
  Location loc = loop.getLoc();
  makeRings();
  // In the order of the text.
  SmallVector<Operation *> slice;
  for (Operation &op : getBody())
    if (ahead.contains(&op))
      slice.push_back(&op);
  builder.setInsertionPoint(loop);
  if (loop->getParentOfType<scf::ForOp>() || loop->getParentOfType<scf::WhileOp>())
    tilegpu::BarrierOp::create(builder, loc); // all have done with what this loop left in its slots when it ran before
  SmallVector<Value> state, queue;            // `queue`: loads beside, of the next pass first
  for (unsigned index : carried)
    state.push_back(loop.getInitArgs()[index]);
  Value index = loop.getLowerBound();
  for (int64_t stage = 0; stage + 1 < stages; ++stage) {
    queue.append(loadBeside(index));
    IRMapping mapping;
    mapping.map(loop.getInductionVar(), index);
    for (auto [own, value] : llvm::zip(carried, state))
      mapping.map(loop.getRegionIterArg(own), value);
    clone(slice, mapping);
    begin(mapping, isBefore(index), makeWord(stage));
    advance(mapping, state);
    index = arith::AddIOp::create(builder, loc, index, loop.getStep());
  }
  // The loop with what runs ahead and two slots: which is read, which is filled.
  SmallVector<Value> inits(loop.getInitArgs());
  size_t own = inits.size();
  inits.append(state.begin(), state.end());
  size_t queued = inits.size();
  inits.append(queue.begin(), queue.end());
  inits.append({makeWord(0), makeWord(stages - 1)});
  auto piped = scf::ForOp::create(builder, loc, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(), inits);
  piped->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  if (loop.getUnsignedCmp())
    piped.setUnsignedCmp(true);
  Value slot = piped.getRegionIterArg(queued + queue.size()), next = piped.getRegionIterArg(queued + queue.size() + 1);
  if (!piped.getBody()->empty() && piped.getBody()->back().hasTrait<OpTrait::IsTerminator>())
    piped.getBody()->back().erase();
  builder.setInsertionPointToEnd(piped.getBody());
  tilegpu::WaitCopiesInOp::create(builder, loc, stages - 2);
  tilegpu::BarrierOp::create(builder, loc);
  IRMapping further;
  Value step = loop.getStep();
  Value distance = stages == 2 ? step : Value(arith::MulIOp::create(builder, loc, step, makeIndex(stages - 1)));
  further.map(loop.getInductionVar(), arith::AddIOp::create(builder, loc, piped.getInductionVar(), distance));
  for (auto [position, index] : llvm::enumerate(carried))
    further.map(loop.getRegionIterArg(index), piped.getRegionIterArg(own + position));
  clone(slice, further);
  begin(further, isBefore(further.lookup(loop.getInductionVar())), next);
  SmallVector<Value> waiting;
  for (size_t position = 0; position < queue.size(); ++position)
    waiting.push_back(piped.getRegionIterArg(queued + position));
  waiting.append(loadBeside(further.lookup(loop.getInductionVar())));
  // The pass itself.
  IRMapping mapping;
  for (auto [load, value] : llvm::zip(beside, waiting))
    mapping.map(load->getResult(0), value);
  mapping.map(loop.getInductionVar(), piped.getInductionVar());
  for (size_t position = 0; position < own; ++position)
    mapping.map(loop.getRegionIterArg(position), piped.getRegionIterArg(position));
  for (auto [fed, ring] : llvm::zip(buffers, rings)) {
    tile::RefType type = getSlotType(fed);
    SmallVector<int64_t> offsets(type.getRank() + 1, 0), sizes(type.getShape());
    offsets.front() = ShapedType::kDynamic;
    sizes.insert(sizes.begin(), 1);
    Value view = tilegpu::SubviewOp::create(builder, fed.buffer.getLoc(), type, ring, ValueRange{slot}, offsets, sizes,
                                            ArrayRef<int64_t>{0});
    if (!fed.isCast) {
      mapping.map(fed.buffer.getResult(), view);
      continue;
    }
    SmallVector<int64_t> zeros(type.getRank(), 0);
    Value read =
        tile::LoadOp::create(builder, fed.load->getLoc(), fed.load->getResult(0).getType(), view, ValueRange(), Value(),
                             Value(), zeros, type.getShape(), ArrayRef<int64_t>(), ArrayRef<int64_t>());
    mapping.map(fed.load->getResult(0), read);
  }
  for (Operation &op : getBody().without_terminator()) {
    bool isGone = llvm::any_of(buffers, [&](const FedBuffer &fed) {
      return fed.load == &op || (!fed.isCast && (fed.store == &op || fed.buffer == &op));
    });
    if (!isGone && !llvm::is_contained(beside, &op))
      builder.clone(op, mapping);
  }
  SmallVector<Value> yielded;
  for (Value value : getBody().getTerminator()->getOperands())
    yielded.push_back(mapping.lookupOrDefault(value));
  SmallVector<Value> later(state.size());
  advance(further, later);
  yielded.append(later.begin(), later.end());
  yielded.append(waiting.begin() + beside.size(), waiting.end());
  yielded.append({getNext(slot), getNext(next)});
  scf::YieldOp::create(builder, loc, yielded);
  loop.replaceAllUsesWith(piped.getResults().take_front(own));
  loop.erase();
}

//===-- how many stages ---------------------------------------------------------------------------------------===//

/// As the launch or a person says, else what leaves room for two blocks a multiprocessor, 2 to 4; never more than fit.
static int64_t chooseStages(tile::KernelOp kernel, int64_t bytes, int64_t others) {
  auto module = cast<tilegpu::TargetModuleOp>(kernel->getParentOp());
  int64_t fit = bytes ? (module.getTarget().sharedBytes - others - 1024) / bytes : 0;
  auto launch = kernel->getAttrOfType<IntegerAttr>(numStagesName);
  std::optional<int64_t> asked = getChoice(kernel, "stages");
  if (!asked && launch)
    asked = launch.getInt();
  int64_t stages =
      asked ? *asked : std::clamp<int64_t>(module.getTarget().sharedBytes / 2 / std::max<int64_t>(1, bytes), 2, 4);
  stages = std::min<int64_t>({stages, fit, 8});
  std::string why = asked && *asked <= stages ? "as the program asks"
                    : asked                   ? "more do not fit shared memory"
                                              : "they leave room for another block";
  tilegpu::setChosen(kernel, "stages", std::max<int64_t>(1, stages));
  if (asked && *asked > stages)
    limitChoice(kernel, "stages", *asked, kernel.getLoc(),
                "shared memory holds no more, or more than 8 are never waited for");
  remarkChoice(kernel,
               (Twine(stages) + " stages of " + Twine(bytes) + " bytes in " + "`" + kernel.getSymName() + "`").str(),
               why);
  return stages;
}

void tessera::schedule::pipelineLoads(tile::KernelOp kernel, ArrayRef<FedBuffer> buffers) {
  auto module = cast<tilegpu::TargetModuleOp>(kernel->getParentOp());
  if (!module.getTarget().hasAsyncCopy || buffers.empty())
    return;
  llvm::MapVector<Operation *, std::unique_ptr<LoopPipeline>> loops;
  for (const FedBuffer &fed : buffers) {
    auto loop = dyn_cast<scf::ForOp>(fed.load->getParentOp());
    if (!loop)
      continue;
    auto &pipeline = loops[loop];
    if (!pipeline)
      pipeline = std::make_unique<LoopPipeline>(kernel, loop);
    pipeline->take(fed);
  }
  // What lies within another loop goes first: the outer loop's rewriting copies its body.
  SmallVector<LoopPipeline *> order;
  for (auto &[loop, pipeline] : loops)
    if (pipeline->getBytes() > 0)
      order.push_back(pipeline.get());
  llvm::stable_sort(order, [](LoopPipeline *a, LoopPipeline *b) { return a->getDepth() > b->getDepth(); });
  // Loops within one another fill their slots at the same time.
  int64_t most = 0, replaced = 0, all = 0;
  for (LoopPipeline *inner : order) {
    int64_t bytes = 0, own = 0;
    for (LoopPipeline *outer : order)
      if (outer->contains(*inner)) {
        bytes += outer->getBytes();
        own += outer->getReplacedBytes();
      }
    if (bytes > most) {
      most = bytes;
      replaced = own;
    }
  }
  kernel.walk(
      [&](tilegpu::AllocSharedOp buffer) { all += LoopPipeline::getBytes(cast<tile::RefType>(buffer.getType())); });
  if (most == 0)
    return;
  int64_t stages = chooseStages(kernel, most, std::max<int64_t>(0, all - replaced));
  if (stages >= 2)
    for (LoopPipeline *pipeline : order) {
      pipeline->findBeside();
      pipeline->run(stages);
    }
}
