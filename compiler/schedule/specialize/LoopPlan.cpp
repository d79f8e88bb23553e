// SPDX-License-Identifier: Apache-2.0
// Who does what in a program of loops with products. It is planned from the program's effects backwards: a store needs
// a value in some form, that needs others, down to products, whose operands in shared memory become the producer's
// copies, and these need scalars again. Whatever does not fit this picture (rows that mix, other effects, loads that
// the copy engine can't do) leaves the program to the other passes.
#include "compiler/schedule/specialize/LoopPlan.h"
#include "compiler/schedule/ArrayBuilder.h"
#include "compiler/schedule/AxisInfo.h"
#include "compiler/schedule/Choices.h"
#include "compiler/schedule/ScheduledKernels.h"
#include "compiler/schedule/specialize/Differences.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::schedule;

static constexpr int64_t rowsOfProduct = 64, mostConsumers = 3, mostSlots = 4, swizzleBytes = 128, mostStepParts = 2;
static constexpr int64_t threadsOfWarpgroup = tilegpu::warpsPerWarpgroup * tilegpu::lanesPerWarp;

static bool isArray(Value value) { return isa<RankedTensorType>(value.getType()); }
static bool isPowerOfTwo(int64_t extent) { return extent > 0 && llvm::isPowerOf2_64(static_cast<uint64_t>(extent)); }

namespace {
class LoopPlanner {
public:
  LoopPlanner(tile::KernelOp kernel, const tilegpu::Target &target, Reasons &reasons, int64_t fewestSlots)
      : kernel(kernel), affine(kernel), info(kernel), reasons(reasons), fewestSlots(fewestSlots) {
    plan.kernel = kernel;
    plan.target = &target;
  }

  std::optional<LoopPlan> run() {
    bool isPlanned = findProducts() && checkEffects(kernel, reasons) && planSplit(plan, reasons) && demandEffects() &&
                     settle() && stageOthers() && stageLoads() && checkSplitCopies(plan, reasons) && giveRegisters() &&
                     planProducer(plan, reasons) && checkOrder(plan, affine, reasons) && overlap() && planRings() &&
                     planStores() && chooseSlots();
    if (!isPlanned)
      turns.undo();
    return isPlanned ? std::optional(std::move(plan)) : std::nullopt;
  }

private:
  //===-- products ----------------------------------------------------------------------------------------------===//

  bool findProducts() {
    int64_t units = 0, jointElements = 0;
    SmallVector<Sums> all;
    bool isInLoop = false, areAll = true;
    rowAxes = findJointProducts(plan);
    kernel.walk([&](tile::DotOp dot) {
      for (unsigned index : {0, 1})
        turns.turn(dot, index, [&](Operation *load) { return isTransposed(load, dot); });
      areAll &= areAll && checkProduct(dot, reasons);
      isInLoop |= dot->getParentOfType<scf::ForOp>() != nullptr;
      auto type = cast<RankedTensorType>(dot.getType());
      int64_t words = type.getNumElements() * type.getElementTypeBitWidth() / 32;
      if (plan.joint.contains(dot)) {
        jointElements = std::max(jointElements, words);
        return;
      }
      if (areAll)
        units = std::gcd(units, tile::getShape(dot.getType())[0] / rowsOfProduct);
      all.push_back({words, countSums(dot), tile::getShape(dot.getType())[1] * type.getElementTypeBitWidth(),
                     isSummedByStep(dot)});
      fold(dot);
    });
    if (!areAll)
      return false;
    if (!isInLoop && !areWorthIt())
      return explainNoLoop();
    int64_t held = 0; // elements of 16 bits of a left operand, twice: this pass's and the next one's
    kernel.walk([&](tile::DotOp dot) {
      plan.hasConverter |= needsConverter(dot);
      for (Value operand : {dot.getLhs(), dot.getRhs()})
        for (Operation *load :
             {traceOperand(operand).load, findLoadOfPass(operand, dot->getParentOfType<scf::ForOp>())})
          if (std::optional<GatheredAxis> gathered = findGathered(load, dot))
            gathering = std::max(gathering, gathered->isPassed ? Gathering::passed : Gathering::copied);
      for (Value operand : {dot.getLhs(), dot.getRhs()})
        if (auto type = cast<RankedTensorType>(operand.getType()); operand.getDefiningOp<tile::ReshapeOp>())
          turnedWords =
              std::max(turnedWords, type.getNumElements() * type.getElementTypeBitWidth() / 32 / threadsOfWarpgroup);
      if (isLeftComputed(dot) && findAhead(dot))
        held = std::max(held, cast<RankedTensorType>(dot.getLhs().getType()).getNumElements());
    });
    int64_t most = mostConsumers - (plan.hasConverter ? 1 : 0), asked = getChoice(kernel, "consumers").value_or(most),
            others = plan.hasConverter ? 1 : 0;
    const tilegpu::Target &target = *plan.target;
    auto findConsumers = [&](int64_t sums, int64_t widest) {
      int64_t found = 0;
      for (int64_t count = 1; count <= std::min(asked, most); ++count)
        if (units % count == 0 && isPowerOfTwo(units / count) && holdsInstruction(widest, count + others, target) &&
            holdsSums(std::max((sums + held) / count, jointElements) / threadsOfWarpgroup,
                      getRoleRegisters(count + others, plan.hasConverter, gathering, turnedWords).consumer))
          found = count;
      return found;
    };
    // Where no number of warpgroups holds a step's sums beside those of all, part of its columns is done at a time,
    // unless shared memory, which reads the left operand again for each, is busy with what a converter does; and where
    // none holds all sums of a loop, those that spill some are better than none.
    auto find = [&](int64_t parts) {
      int64_t together = 0, widest = 0; // `together`: all sums of a loop
      wordsOfStep = 0;
      for (const Sums &sums : all) {
        int64_t beside = sums.isByStep ? sums.words / parts : 0;
        together = std::max(together, sums.count * sums.words + beside);
        wordsOfStep = std::max(wordsOfStep, sums.words + beside);
        widest = std::max(widest, sums.rowBits / (sums.isByStep ? parts : 1));
      }
      int64_t found = findConsumers(together, widest);
      return found ? found : findConsumers(wordsOfStep, widest);
    };
    bool canPart = !plan.hasConverter && llvm::any_of(all, [](const Sums &sums) { return sums.isByStep; });
    int64_t found = find(1), whole = wordsOfStep;
    for (int64_t parts = 2; !found && canPart && parts <= mostStepParts; parts *= 2)
      if ((found = find(parts)))
        plan.stepParts = parts;
    plan.consumers = found;
    wordsOfThread = found > 0 ? std::max(wordsOfStep / found, jointElements) / threadsOfWarpgroup : 0;
    return found > 0 ||
           reasons.add(kernel, "sums of " + Twine(whole) + " elements do not fit the registers of warpgroups",
                       "smaller blocks");
  }

  /// Of a product: words of its sums, how many like them its loop carries, bits of one of their rows.
  struct Sums {
    int64_t words, count, rowBits;
    bool isByStep;
  };

  /// Once it is known what is gathered.
  bool giveRegisters() {
    Gathering found = plan.isPassing() ? Gathering::passed : plan.isGathering() ? Gathering::copied : Gathering::none;
    plan.registers = getRoleRegisters(plan.getWorkers(), plan.hasConverter, found, turnedWords);
    return found == gathering || holdsSums(wordsOfThread, plan.registers.consumer) ||
           reasons.add(kernel, "what it gathers leaves consumers no registers for their sums", "smaller blocks");
  }

  /// Products outside of loops, for which nothing can be copied ahead within a program: where there are several, sums
  /// may stay in registers from one to the next, if they multiply enough for a warpgroup to be set up.
  bool areWorthIt() {
    constexpr int64_t fewestProducts = 2, fewestMultiplied = 64 * 64 * 64;
    int64_t count = 0, multiplied = 0;
    kernel.walk([&](tile::DotOp dot) {
      ++count;
      multiplied += cast<RankedTensorType>(dot.getType()).getNumElements() * tile::getShape(dot.getLhs().getType())[1];
    });
    return count >= fewestProducts && multiplied >= fewestMultiplied;
  }

  bool explainNoLoop() {
    tile::DotOp first;
    kernel.walk([&](tile::DotOp dot) { first = first ? first : dot; });
    if (auto loop = first->getParentOfType<scf::WhileOp>())
      return reasons.add(loop, "how often a `while` loop runs is not known before", "use `for` with a range");
    if (auto reason = first->getAttrOfType<StringAttr>(wholeDepthName))
      return reasons.add(first, "it multiplies all of its depth at once: " + reason.getValue());
    return reasons.add(first, "no product is in a loop, whose copies could run ahead", "loop over the products' depth");
  }

  /// `x + a . b` is one product that begins from x, and so is `x - a . b`.
  void fold(tile::DotOp dot) {
    if (dot.getAcc() || !dot->hasOneUse())
      return;
    Operation *sum = *dot->user_begin();
    if (!(isa<arith::AddFOp, arith::AddIOp>(sum) || isDifference(sum, dot)) || sum->getBlock() != dot->getBlock())
      return;
    Value other = getOther(sum, dot);
    Operation *op = other.getDefiningOp();
    if (other == dot.getResult() || (op && op->getBlock() == dot->getBlock() && !op->isBeforeInBlock(dot)))
      return;
    plan.folded[dot] = sum;
    plan.additions[sum] = dot;
  }
  static Value getOther(Operation *sum, tile::DotOp dot) {
    return sum->getOperand(sum->getOperand(0) == dot.getResult() ? 1 : 0);
  }
  Value getBeginning(tile::DotOp dot) {
    Operation *sum = plan.folded.lookup(dot);
    return sum ? getOther(sum, dot) : dot.getAcc();
  }

  //===-- what consumers need -----------------------------------------------------------------------------------===//

  void demand(Value value, int64_t axis) {
    if (plan.demanded.insert({value, axis}).second)
      pending.emplace_back(value, axis);
  }

  /// `op` is done: so are the loops and branches around it.
  void keep(Operation *op) {
    for (; op != kernel && plan.live.insert(op).second; op = op->getParentOp()) {
      if (auto loop = dyn_cast<scf::ForOp>(op))
        for (Value bound : {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()})
          demand(bound, wholeArray);
      if (auto branch = dyn_cast<scf::IfOp>(op))
        demand(branch.getCondition(), wholeArray);
    }
  }

  /// What belongs to rows is their owner's to do.
  bool demandEffects() {
    kernel.walk([&](Operation *op) {
      if (isEffect(op)) {
        keep(op);
        demandEffect(op, getEffectAxis(op, rowAxes));
      }
    });
    if (plan.splitLoop)
      demand(plan.splitPart, wholeArray);
    return !plan.effectAxes.empty() || reasons.add(kernel, "nothing is stored");
  }

  int64_t getRowAxis(Value value) {
    auto axis = rowAxes.find(value);
    return axis == rowAxes.end() ? wholeArray : axis->second;
  }

  void demandEffect(Operation *op, int64_t axis) {
    plan.effectAxes[op] = axis;
    for (Value operand : op->getOperands())
      if (!isa<tile::RefType>(operand.getType()))
        demand(operand, isArray(operand) ? axis : wholeArray);
  }

  bool settle() {
    while (!pending.empty()) {
      auto [value, axis] = pending.pop_back_val();
      if (!need(value, axis))
        return false;
    }
    return true;
  }

  bool need(Value value, int64_t axis) {
    if (axis != wholeArray && tile::getShape(value.getType())[axis] % plan.consumers != 0)
      return reasons.add(value.getLoc(),
                         "its rows are not to be divided among " + Twine(plan.consumers) + " warpgroups");
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
      if (!loop)
        return argument.getOwner()->getParentOp() == kernel;
      keep(loop);
      return argument == loop.getInductionVar() || needCarried(loop, argument.getArgNumber() - 1, axis);
    }
    Operation *op = value.getDefiningOp();
    if (op->getParentOp() != kernel)
      keep(op->getParentOp());
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      keep(loop);
      return needCarried(loop, cast<OpResult>(value).getResultNumber(), axis);
    }
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return needGiven(branch, cast<OpResult>(value).getResultNumber(), axis);
    if (Operation *dot = plan.additions.lookup(op))
      return needProduct(cast<tile::DotOp>(dot), axis);
    if (auto dot = dyn_cast<tile::DotOp>(op))
      return needProduct(dot, axis);
    if (auto atomic = dyn_cast<tile::AtomicRmwOp>(op)) {
      if (axis != wholeArray && plan.effectAxes.lookup(op) == wholeArray)
        demandEffect(op, axis);
      return true; // checkOrder sees to who needs what of it
    }
    if (auto held = plan.staged.find(op); held != plan.staged.end() && held->second.isHeld)
      return true;
    // Rows of a product are nowhere all together.
    if (axis == wholeArray && getRowAxis(value) != wholeArray)
      return reasons.add(op, "all rows of a product are needed at once, where each warpgroup has its own",
                         "combine along columns only");
    if (auto reduce = dyn_cast<tile::ReduceOp>(op); reduce && axis == wholeArray && isAlongRows(reduce)) {
      keep(op);
      plan.combined[op] = getRowAxis(reduce.getInput());
      demand(reduce.getInput(), plan.combined[op]);
      return true;
    }
    auto parts = getOperandParts(op, axis);
    if (!parts)
      return reasons.add(op, "rows are not to be followed through `" + op->getName().stripDialect() + "`");
    for (const ArrayPart &part : *parts)
      demand(part.first, part.second);
    return true;
  }

  /// Whether each consumer can reduce its rows, and one number of each be combined. Sums of 16 bits are rounded once.
  bool isAlongRows(tile::ReduceOp op) {
    int64_t axis = getRowAxis(op.getInput());
    Type element = tile::getElementType(op.getType());
    bool isRounded = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
    return axis != wholeArray && llvm::is_contained(op.getAxes(), axis) && !isRounded && !element.isInteger(1);
  }

  bool agree(Value value, int64_t axis) {
    auto [known, isNew] = plan.carriedAxes.try_emplace(value, axis);
    return known->second == axis;
  }

  bool needCarried(scf::ForOp loop, unsigned index, int64_t axis) {
    for (Value value : {Value(loop.getResult(index)), Value(loop.getRegionIterArg(index))}) {
      if (!agree(value, axis))
        return reasons.add(loop, "a value that the loop carries is needed by rows and as a whole");
      demand(value, axis);
    }
    demand(loop.getInitArgs()[index], axis);
    demand(loop.getYieldedValues()[index], axis);
    return true;
  }

  bool needGiven(scf::IfOp branch, unsigned index, int64_t axis) {
    keep(branch);
    if (!agree(branch.getResult(index), axis))
      return reasons.add(branch, "a value of the branch is needed by rows and as a whole");
    demand(branch.thenYield().getOperand(index), axis);
    demand(branch.elseYield().getOperand(index), axis);
    return true;
  }

  /// A part of the sum, of all rows and columns.
  bool needJoint(tile::DotOp dot) {
    keep(dot);
    demand(getJointRows(dot), 0);
    OperandSource right = traceOperand(dot.getRhs());
    return stage(right.load, dot);
  }

  bool needProduct(tile::DotOp dot, int64_t axis) {
    if (plan.joint.contains(dot) && axis == wholeArray)
      return needJoint(dot);
    if (axis != 0)
      return reasons.add(dot, "its columns would have to be divided among warpgroups, not its rows");
    keep(dot);
    if (Value beginning = getBeginning(dot))
      demand(beginning, 0);
    OperandSource right = traceOperand(dot.getRhs()), left = traceOperand(dot.getLhs());
    std::optional<GatheredAxis> gatheredRight = findGathered(right.load, dot),
                                gatheredLeft = findGathered(left.load, dot);
    if (gatheredRight ? !stageGathered(plan, dot, 1, *gatheredRight, reasons)
        : right.load  ? !stage(right.load, dot)
                      : !compute(dot.getRhs(), dot))
      return false;
    if (gatheredLeft)
      return stageGathered(plan, dot, 0, *gatheredLeft, reasons);
    if (left.load && getBox(left.load))
      return stage(left.load, dot);
    auto loop = dot->getParentOfType<scf::ForOp>();
    if (left.load && loop && loop->isAncestor(left.load))
      return reasons.take(whyNot[left.load]);
    if (isLeftComputed(dot) && (gatheredRight || !computeAhead(dot)))
      return compute(dot.getLhs(), dot);
    demand(dot.getLhs(), 0);
    return true;
  }

  //===-- what the converter computes ---------------------------------------------------------------------------===//

  /// An operand that is computed in each pass would be waited for in each by whoever multiplies. A left one that is
  /// computed before the loop, or of another product, lies in registers.
  static bool isLeftComputed(tile::DotOp dot) {
    return !traceOperand(dot.getLhs()).load && findLoadOfPass(dot.getLhs(), dot->getParentOfType<scf::ForOp>());
  }
  bool needsConverter(tile::DotOp dot) {
    return !traceOperand(dot.getRhs()).load || (isLeftComputed(dot) && !findAhead(dot));
  }

  /// The axis along which threads copy what is loaded in a pass, where the copy engine does not.
  std::optional<GatheredAxis> findGathered(Operation *load, tile::DotOp dot) {
    auto loop = dot->getParentOfType<scf::ForOp>();
    bool isOfPass = load && loop && loop->isAncestor(load) && !plan.joint.contains(dot);
    return isOfPass && !getBox(load) ? findGatheredAxis(load, info) : std::nullopt;
  }
  std::optional<bool> isTransposed(Operation *load, tile::DotOp dot) {
    if (std::optional<ArrayBox> box = getBox(load))
      return box->isTransposed;
    std::optional<GatheredAxis> gathered = findGathered(load, dot);
    return gathered ? std::optional(gathered->along == 0) : std::nullopt;
  }
  /// What a left operand is loaded as, of which the consumers read their rows themselves.
  std::optional<SmallVector<Operation *>> findAhead(tile::DotOp dot) {
    SmallVector<Operation *> sources;
    bool isAhead = schedule::findAhead(dot, [&](Operation *load) { return getBox(load).has_value(); }, sources);
    return isAhead ? std::optional(sources) : std::nullopt;
  }
  bool computeAhead(tile::DotOp dot) {
    std::optional<SmallVector<Operation *>> sources = findAhead(dot);
    if (!sources)
      return false;
    for (Operation *load : *sources) {
      StagedLoad &staged = plan.staged[load];
      staged.box = *getBox(load);
      staged.elementType = staged.box.getElementType();
      staged.isHeld = true;
    }
    plan.aheads[dot->getParentOp()] = dot;
    return true;
  }

  bool compute(Value operand, tile::DotOp dot) {
    auto takeBox = [&](Operation *load) {
      std::optional<ArrayBox> box = getBox(load);
      if (!box)
        reasons.take(whyNot[load]);
      return box;
    };
    auto findAxis = [&](Operation *load) { return findGathered(load, dot); };
    return ConverterPlanner(plan, takeBox, findAxis, reasons).compute(operand, dot);
  }

  //===-- what goes through shared memory -----------------------------------------------------------------------===//

  std::optional<ArrayBox> getBox(Operation *load) {
    auto [known, isNew] = boxes.try_emplace(load, std::nullopt);
    if (isNew)
      known->second = findBox(load, affine, kernel, whyNot[load]);
    return known->second;
  }

  bool stage(Operation *load, tile::DotOp dot) {
    std::optional<ArrayBox> box = getBox(load);
    if (!box)
      return reasons.take(whyNot[load]);
    StagedLoad &staged = plan.staged[load];
    staged.box = *box;
    staged.elementType = box->getElementType();
    if (!llvm::is_contained(staged.uses, dot.getOperation()))
      staged.uses.push_back(dot);
    return true;
  }

  bool stageOthers() {
    stageBeside(plan, affine, [&](Operation *load) { return getBox(load); });
    readOperands(plan);
    return true;
  }

  /// In the program's order, with the first and last operation that touches each.
  bool stageLoads() {
    llvm::MapVector<Operation *, StagedLoad> ordered;
    kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto found = plan.staged.find(op); found != plan.staged.end())
        ordered[op] = found->second;
    });
    plan.staged = std::move(ordered);
    findChains(plan);
    for (auto &[op, load] : plan.staged) {
      for (Operation *user : op->getResult(0).getUsers())
        if (Operation *own = load.isReadWhole ? op->getBlock()->findAncestorOpInBlock(*user) : nullptr) {
          load.first = !load.first || own->isBeforeInBlock(load.first) ? own : load.first;
          load.lastReader = !load.lastReader || load.lastReader->isBeforeInBlock(own) ? own : load.lastReader;
        }
      for (Operation *use : load.uses) {
        Operation *own = op->getBlock()->findAncestorOpInBlock(*use);
        if (!own)
          return reasons.add(op, "it is loaded in another block than it is multiplied in");
        if (!load.first || own->isBeforeInBlock(load.first))
          load.first = own;
        while (Operation *next = plan.chained.lookup(use))
          use = next;
        own = op->getBlock()->findAncestorOpInBlock(*use);
        if (!load.last || load.last->isBeforeInBlock(own))
          load.last = own;
      }
    }
    return !plan.staged.empty();
  }

  bool overlap() {
    findOverlaps(plan);
    findResidents(plan);
    findFlows(plan);
    return true;
  }

  //===-- rings -------------------------------------------------------------------------------------------------===//

  /// Blocks that run one after the other can share buffers that the same warpgroups fill and empty.
  bool canShare(const Ring &ring, Operation *load) {
    Block *turn = getTurn(load);
    const StagedLoad &own = plan.staged[load];
    bool isAlike = plan.isConsumed(ring) == own.isConsumed() && plan.isRead(ring) == own.isRead &&
                   plan.staged[ring.loads.front()].isHeld == own.isHeld && plan.isComputed(ring) == own.isComputed;
    return turn && isAlike && llvm::all_of(ring.loads, [&](Operation *other) {
             Block *own = getTurn(other);
             return own && !own->getParent()->isAncestor(turn->getParent()) &&
                    !turn->getParent()->isAncestor(own->getParent());
           });
  }

  bool planRings() {
    for (auto &[op, load] : plan.staged) {
      SmallVector<int64_t, 2> shape = {load.box.getRows(), load.box.getColumns()};
      auto ring = llvm::find_if(plan.rings, [&, load = op](const Ring &other) {
        const StagedLoad &own = plan.staged[load];
        return other.shape == shape && other.elementType == own.elementType &&
               plan.staged[other.loads.front()].isLate == own.isLate && canShare(other, load);
      });
      if (ring == plan.rings.end()) {
        plan.rings.emplace_back();
        ring = std::prev(plan.rings.end());
        ring->shape = shape;
        ring->elementType = load.elementType;
      }
      ring->loads.push_back(op);
      load.ring = static_cast<unsigned>(ring - plan.rings.begin());
    }
    for (Ring &ring : plan.rings) {
      SmallVector<Block *> blocks;
      for (Operation *load : ring.loads)
        if (Block *turn = getTurn(load))
          blocks.push_back(turn);
      bool isLate = plan.staged[ring.loads.front()].isLate;
      auto group = llvm::find_if(
          plan.groups, [&](const RingGroup &other) { return other.blocks == blocks && other.isLate == isLate; });
      ring.group = static_cast<unsigned>(group - plan.groups.begin());
      if (group == plan.groups.end()) {
        plan.groups.emplace_back();
        plan.groups.back().blocks = blocks;
        plan.groups.back().isLate = isLate;
      }
    }
    findShared(plan);
    return true;
  }

  int64_t findSlots(int64_t most) {
    while (most > 1 && countBytes(plan, most) > plan.target->sharedBytes)
      --most;
    return most;
  }

  bool chooseSlots() {
    std::optional<int64_t> asked = getChoice(kernel, "stages");
    int64_t slots = findSlots(std::max<int64_t>(1, asked.value_or(mostSlots)));
    // Copies that run ahead are worth more than a loop's additions through shared memory, and these more than what is
    // stored once.
    auto isJoint = [&](const auto &entry) { return plan.isJointEffect(entry.first); };
    auto isOnce = [&](const auto &entry) { return !isJoint(entry) && entry.second.ring < 0; };
    if (llvm::any_of(plan.stores, isJoint)) {
      if (slots == 1)
        plan.stores.remove_if(isOnce);
      if (slots == 1 && (slots = findSlots(mostSlots)) == 1)
        plan.stores.remove_if(isJoint);
      slots = findSlots(std::max<int64_t>(1, asked.value_or(mostSlots)));
    }
    if (slots < fewestSlots)
      return reasons.add(kernel, "shared memory holds " + Twine(slots) + " stage only, so that nothing is copied ahead",
                         "smaller blocks");
    if (slots == 1 && !plan.aheads.empty())
      return reasons.add(kernel, "an operand is read a pass ahead, for which there is one stage only",
                         "smaller blocks");
    if (countBytes(plan, slots) > plan.target->sharedBytes) {
      plan.stores.clear();
      if (countBytes(plan, slots) > plan.target->sharedBytes)
        return reasons.add(kernel,
                           "blocks of its operands need " + Twine(countBytes(plan, slots)) +
                               " bytes of shared memory, of which there are " + Twine(plan.target->sharedBytes),
                           "smaller blocks");
    }
    return true;
  }

  //===-- results -----------------------------------------------------------------------------------------------===//

  bool planStores() {
    for (auto &[op, axis] : plan.effectAxes) {
      bool isJoint = plan.isJointEffect(op);
      if (!isJoint && axis != 0)
        continue;
      std::optional<ArrayBox> box = findStoredBox(op, affine, kernel);
      if (!box || box->isTransposed || box->getElementType().getIntOrFloatBitWidth() > 32 ||
          !canCopyOut(plan, affine, op, *box))
        continue;
      bool areKnown = llvm::all_of(box->offsets, [&](const AffineSum &offset) {
        return llvm::all_of(offset.terms, [&](const AffineTerm &term) {
          return (isJoint || !term.loop) && needsNothingNew(term.value);
        });
      });
      if (areKnown)
        planStore(op, *box, isJoint);
    }
    return settle();
  }

  /// Strips are as wide as rows that lie swizzled in shared memory can be. What is joint is each consumer's as a whole.
  void planStore(Operation *op, const ArrayBox &box, bool isJoint) {
    StagedStore store;
    store.box = box;
    store.strip = box.getColumns();
    if (isJoint) {
      store.buffer = static_cast<unsigned>(plan.storeBuffers.size());
      plan.storeBuffers.push_back({{box.getRows(), box.getColumns()}, box.getElementType(), plan.consumers, true});
      plan.stores[op] = store;
      return;
    }
    store.ring = op->getParentOp() == kernel ? findFreeRing(op, box) : -1;
    int64_t widest = swizzleBytes / ((box.getElementType().getIntOrFloatBitWidth() + 7) / 8);
    bool isCut = store.ring < 0 && box.getColumns() > 2 * widest && box.getColumns() % widest == 0;
    if (isCut)
      store.strip = widest;
    if (store.ring < 0) {
      SmallVector<int64_t, 2> shape = {box.getRows(), store.strip};
      auto buffer = llvm::find_if(plan.storeBuffers, [&](const StoreBuffer &other) {
        return !other.isJoint && other.shape == shape && other.elementType == box.getElementType();
      });
      store.buffer = static_cast<unsigned>(buffer - plan.storeBuffers.begin());
      bool isShared = buffer != plan.storeBuffers.end();
      if (!isShared)
        plan.storeBuffers.push_back({shape, box.getElementType(), 1, false});
      if (isShared || isCut)
        plan.storeBuffers[store.buffer].turns = 2;
    }
    plan.stores[op] = store;
  }
  bool needsNothingNew(Value value) {
    demand(value, wholeArray);
    return true;
  }

  /// A buffer outside of loops that each consumer reads its own rows of, all before this store.
  int findFreeRing(Operation *store, const ArrayBox &box) {
    for (auto [index, ring] : llvm::enumerate(plan.rings)) {
      bool isOwn = plan.groups[ring.group].blocks.empty() &&
                   ring.shape == SmallVector<int64_t, 2>{box.getRows(), box.getColumns()} &&
                   ring.elementType.getIntOrFloatBitWidth() == box.getElementType().getIntOrFloatBitWidth() &&
                   ring.elementType == box.getElementType();
      bool isTaken = llvm::any_of(
          plan.stores, [&, number = static_cast<int>(index)](auto &other) { return other.second.ring == number; });
      const StagedLoad &load = plan.staged[ring.loads.front()];
      bool isLeft = llvm::all_of(load.uses, [&, from = ring.loads.front()](Operation *use) {
        auto dot = cast<tile::DotOp>(use);
        OperandSource left = plan.trace(dot.getLhs());
        return left.load == from && left.isTransposed == load.box.isTransposed && plan.trace(dot.getRhs()).load != from;
      });
      bool isFree = load.last && load.last->getBlock() == store->getBlock() && load.last->isBeforeInBlock(store);
      if (isOwn && !isTaken && isLeft && !load.isRead && isFree)
        return static_cast<int>(index);
    }
    return -1;
  }

  tile::KernelOp kernel;
  AffineAnalysis affine;
  AxisInfoAnalysis info;
  Reasons &reasons;
  int64_t fewestSlots, turnedWords = 0, wordsOfStep = 0, wordsOfThread = 0; // of sums, in all and a thread
  Gathering gathering = Gathering::none;                                    // as far as products' operands say
  llvm::DenseMap<Operation *, Reasons> whyNot;                              // of loads that are no boxes
  LoopPlan plan;
  RowAxes rowAxes;
  OperandTurns turns;
  llvm::DenseMap<Operation *, std::optional<ArrayBox>> boxes;
  SmallVector<ArrayPart> pending;
};
} // namespace

std::optional<LoopPlan> tessera::schedule::planLoops(tile::KernelOp kernel, const tilegpu::Target &target,
                                                     Reasons &reasons, int64_t fewestSlots) {
  return LoopPlanner(kernel, target, reasons, fewestSlots).run();
}
