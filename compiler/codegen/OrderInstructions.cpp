// SPDX-License-Identifier: Apache-2.0
// From the last instruction to the first each one that computes gets a place: before the first of its users, which have
// theirs. What it is computed of then lives on until there, unless it does so anyway; where that would be more words
// than the result's own, the place is the last one at which it is not (a sum of a row's elements stays before them, a
// shuffle's summands where they are shuffled). At a place instructions stand by depth: an operand's own operands, the
// operand, the next operand.
//
// Only what counts and compares passes products, waits and loops: it is made where masks and addresses are used, not
// kept in a register an element. Into innermost loops nothing goes that stood outside: these are what takes the time.
//
// Rejected: an epilogue cut into pieces by columns where it is scheduled. It would have to know of each operation how
// it is cut, loads and masks included, and block kernels would be left as they are.
#include "compiler/codegen/OrderInstructions.h"
#include "compiler/codegen/LiveWords.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;
using namespace tessera;

/// Instructions that one takes along at most: beyond, what it is computed of counts as if others used it, too.
static constexpr size_t mostAlong = 128;
/// Places are counted through all blocks, in an order in which a block comes before those that it dominates.
static constexpr unsigned never = ~0u;

static bool isProductOrWait(const Instruction &instruction) {
  auto *call = dyn_cast<CallInst>(&instruction);
  if (!call || !call->isInlineAsm())
    return false;
  StringRef text = cast<InlineAsm>(call->getCalledOperand())->getAsmString();
  return text.contains("wgmma") || text.contains("try_wait");
}

/// Computes, or loads with nothing in between that writes. A part of what comes as a whole is where that is.
static bool isMovable(const Instruction &instruction) {
  if (isa<PHINode, AllocaInst, ExtractValueInst>(instruction) || instruction.isTerminator() || instruction.isEHPad())
    return false;
  if (auto *call = dyn_cast<CallInst>(&instruction); call && call->isConvergent())
    return false;
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple();
  return !instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory();
}

/// Goes where its only user goes. A load does not: its registers live from there on.
static bool goesAlong(const Instruction &instruction) {
  return isMovable(instruction) && !isa<LoadInst, ExtractElementInst>(instruction);
}

/// Counts, compares or addresses in an instruction.
static bool isCheap(const Instruction &instruction) {
  Type *type = instruction.getType();
  return (type->isIntegerTy() || type->isPointerTy()) && !isa<LoadInst, CallInst, ExtractElementInst>(instruction) &&
         !instruction.isIntDivRem();
}

namespace {

class InstructionOrder {
public:
  explicit InstructionOrder(Function &function) : dominators(function), loops(dominators) { numberPlaces(function); }
  void run() {
    for (Instruction *instruction : reverse(places))
      if (isMovable(*instruction))
        known[instruction].moved = choosePlace(*instruction);
    for (BasicBlock *block : blocks)
      for (unsigned place = spans[block].begin; place <= spans[block].end; ++place)
        groups[place]; // an entry each, so that none moves while it is filled
    for (Instruction *instruction : places)
      groups[known[instruction].moved].push_back(instruction);
    for (BasicBlock *block : blocks)
      for (unsigned place = spans[block].begin; place <= spans[block].end; ++place)
        writeGroup(*block, place);
  }

private:
  struct Own {
    unsigned place = 0;   // where it stood
    unsigned moved = 0;   // the place that it goes to, to stand before what stood there
    unsigned segment = 0; // code without a product, a wait, or the begin or end of a loop
  };
  struct Span {
    unsigned begin = 0, end = 0; // places of a block's first instruction and its terminator
    unsigned beginSegment = 0, endSegment = 0;
  };

  void numberPlaces(Function &function);
  unsigned chooseSegment(BasicBlock *block, unsigned next);
  void findWrites(const Span &span);
  void findWays();

  unsigned choosePlace(Instruction &instruction);
  unsigned getUsePlace(const Use &use) const;
  bool isInnerLoop(BasicBlock *block, BasicBlock *home) const;
  BasicBlock *getAbove(BasicBlock *block) const { return dominators.getNode(block)->getIDom()->getBlock(); }

  using Along = SmallPtrSet<Instruction *, 16>;
  SmallVector<Value *> findLeaves(Instruction &instruction, Along &along) const;
  bool isAlongOnly(Instruction *operand, unsigned segment, const Along &along) const;
  bool isOnTheWay(const BasicBlock *block, const BasicBlock *target) const;
  unsigned getLastUse(Value *value, const Along &along, const Own &own, const BasicBlock *target) const;
  unsigned shorten(unsigned first, Instruction &instruction, const BasicBlock *target) const;

  void writeGroup(BasicBlock &block, unsigned place);
  void write(Instruction *root, BasicBlock &block, unsigned place);

  DominatorTree dominators;
  LoopInfo loops;
  DenseMap<const Instruction *, Own> known;
  DenseMap<const BasicBlock *, Span> spans;
  SmallVector<Instruction *> places;
  SmallVector<BasicBlock *> blocks;
  DenseMap<const BasicBlock *, DenseSet<const BasicBlock *>>
      behind;                    // within a pass of the loops: itself, and all after
  SmallVector<unsigned> written; // of each place the next one of its block that memory may be written at, or the last
  DenseMap<unsigned, SmallVector<Instruction *>> groups; // by where they go
  SmallPtrSet<Instruction *, 32> done;
};

//===-- places ------------------------------------------------------------------------------------------------===//

/// A block goes on with the segment of the one above it where all ways from there to here are in that one.
unsigned InstructionOrder::chooseSegment(BasicBlock *block, unsigned next) {
  DomTreeNode *node = dominators.getNode(block)->getIDom();
  if (!node)
    return next;
  unsigned segment = spans[node->getBlock()].endSegment;
  bool goesOn = loops.getLoopFor(node->getBlock()) == loops.getLoopFor(block);
  for (BasicBlock *before : predecessors(block)) {
    auto span = spans.find(before);
    goesOn = goesOn && span != spans.end() && span->second.endSegment == segment &&
             loops.getLoopFor(before) == loops.getLoopFor(block);
  }
  return goesOn ? segment : next;
}

void InstructionOrder::findWrites(const Span &span) {
  written.resize(span.end + 1);
  unsigned next = span.end;
  for (unsigned place = span.end + 1; place-- > span.begin;) {
    written[place] = next;
    if (places[place]->mayHaveSideEffects())
      next = place;
  }
}

void InstructionOrder::numberPlaces(Function &function) {
  unsigned segments = 0;
  for (BasicBlock *block : ReversePostOrderTraversal<Function *>(&function)) {
    blocks.push_back(block);
    unsigned segment = chooseSegment(block, ++segments);
    Span span;
    span.begin = static_cast<unsigned>(places.size());
    span.beginSegment = segment;
    for (Instruction &instruction : *block) {
      if (isProductOrWait(instruction))
        segment = ++segments;
      auto place = static_cast<unsigned>(places.size());
      known[&instruction] = {place, place, segment};
      places.push_back(&instruction);
    }
    span.end = static_cast<unsigned>(places.size()) - 1;
    span.endSegment = segment;
    spans[block] = span;
    findWrites(span);
  }
  findWays();
}

void InstructionOrder::findWays() {
  for (BasicBlock *block : reverse(blocks)) {
    DenseSet<const BasicBlock *> all = {block};
    for (BasicBlock *next : successors(block))
      if (spans[next].begin > spans[block].begin) // not the way back
        all.insert_range(behind[next]);
    behind[block] = std::move(all);
  }
}

/// Where a value has to be: for a value of a phi at the end of the block that it comes from.
unsigned InstructionOrder::getUsePlace(const Use &use) const {
  auto *user = cast<Instruction>(use.getUser());
  if (auto *phi = dyn_cast<PHINode>(user)) {
    auto span = spans.find(phi->getIncomingBlock(use));
    return span == spans.end() ? never : span->second.end;
  }
  auto found = known.find(user);
  return found == known.end() ? never : found->second.moved;
}

/// Whether `block` is in an innermost loop that `home` is outside of.
bool InstructionOrder::isInnerLoop(BasicBlock *block, BasicBlock *home) const {
  Loop *loop = loops.getLoopFor(block);
  return loop && loop->isInnermost() && !loop->contains(home);
}

unsigned InstructionOrder::choosePlace(Instruction &instruction) {
  Own own = known[&instruction];
  BasicBlock *home = instruction.getParent(), *block = nullptr;
  unsigned first = never;
  for (Use &use : instruction.uses()) {
    unsigned place = getUsePlace(use);
    if (place == never)
      return own.place;
    BasicBlock *there = places[place]->getParent();
    block = block ? dominators.findNearestCommonDominator(block, there) : there;
    first = std::min(first, place);
  }
  if (!block)
    return own.place;
  if (first < spans[block].begin || first > spans[block].end)
    first = spans[block].end;
  // Before what stands at `first`, so in the segment of what stands before that.
  unsigned segment = first == spans[block].begin ? spans[block].beginSegment : known[places[first - 1]].segment;
  if (segment != own.segment && !isCheap(instruction))
    return own.place;
  for (; block != home && isInnerLoop(block, home); first = spans[block].end)
    block = getAbove(block);
  if (instruction.mayReadFromMemory())
    first = std::min(first, written[own.place]);
  first = shorten(first, instruction, block);
  while (spans[block].begin > first)
    block = getAbove(block);
  return std::max(own.place, std::min(first, spans[block].end));
}

//===-- what lives longer -------------------------------------------------------------------------------------===//

bool InstructionOrder::isAlongOnly(Instruction *operand, unsigned segment, const Along &along) const {
  return goesAlong(*operand) && known.lookup(operand).segment == segment &&
         all_of(operand->users(), [&](User *user) { return along.contains(cast<Instruction>(user)); });
}

/// What `instruction` is computed of, and the instructions that nobody else needs, `along`, in between.
SmallVector<Value *> InstructionOrder::findLeaves(Instruction &instruction, Along &along) const {
  unsigned segment = known.lookup(&instruction).segment;
  SmallVector<Instruction *> open = {&instruction};
  SetVector<Value *> leaves;
  along.insert(&instruction);
  for (size_t next = 0; next < open.size(); ++next)
    for (Value *operand : open[next]->operands()) {
      auto *child = dyn_cast<Instruction>(operand);
      if (child ? along.contains(child) : !isa<Argument>(operand))
        continue;
      leaves.insert(operand);
      // Once all of its users are known to go along, so does it.
      if (child && open.size() < mostAlong && isAlongOnly(child, segment, along)) {
        leaves.remove(operand);
        along.insert(child);
        open.push_back(child);
      }
    }
  return leaves.takeVector();
}

/// Not in a branch that `target` is no part of.
bool InstructionOrder::isOnTheWay(const BasicBlock *block, const BasicBlock *target) const {
  auto from = behind.find(target), to = behind.find(block);
  return (from != behind.end() && from->second.contains(block)) || (to != behind.end() && to->second.contains(target));
}

/// The last place that anybody else on the way to `target` or from there needs `value` at. Of users that have no place
/// yet it is hoped that they go as far.
unsigned InstructionOrder::getLastUse(Value *value, const Along &along, const Own &own,
                                      const BasicBlock *target) const {
  if (isa<Argument>(value))
    return never;
  Loop *around = loops.getLoopFor(cast<Instruction>(value)->getParent());
  unsigned last = 0;
  for (const Use &use : value->uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (along.contains(user))
      continue;
    Loop *there = loops.getLoopFor(user->getParent());
    bool isInLoop = there && there != around && (!around || around->contains(there)); // then it lives in all of it
    Own other = known.lookup(user);
    if (isInLoop || (isMovable(*user) && other.place < own.place && other.segment == own.segment))
      return never;
    unsigned place = getUsePlace(use);
    if (place == never || isOnTheWay(places[place]->getParent(), target))
      last = std::max(last, place);
  }
  return last;
}

/// `first`, or the last place before at which no more than the result's own words would live longer.
unsigned InstructionOrder::shorten(unsigned first, Instruction &instruction, const BasicBlock *target) const {
  Own own = known.lookup(&instruction);
  Along along;
  SmallVector<std::pair<unsigned, unsigned>> ends; // of each leaf: where it ends, and its words
  for (Value *leaf : findLeaves(instruction, along))
    ends.push_back({getLastUse(leaf, along, own, target), codegen::countWords(*leaf)});
  llvm::sort(ends);
  unsigned longer = 0, allowed = codegen::countWords(instruction);
  for (auto [end, words] : ends)
    if ((longer += words) > allowed)
      return std::min(first, std::max(end, own.place));
  return first;
}

//===-- writing -----------------------------------------------------------------------------------------------===//

/// `root` behind those of its operands that go to the same place.
void InstructionOrder::write(Instruction *root, BasicBlock &block, unsigned place) {
  SmallVector<std::pair<Instruction *, unsigned>> open = {{root, 0}};
  while (!open.empty()) {
    auto &[next, operand] = open.back();
    if (!done.contains(next) && !isa<PHINode>(next) && operand < next->getNumOperands()) {
      auto *child = dyn_cast<Instruction>(next->getOperand(operand++));
      if (child && !done.contains(child) && known[child].moved == place)
        open.push_back({child, 0});
      continue;
    }
    if (done.insert(next).second)
      next->moveBefore(block, block.end());
    open.pop_back();
  }
}

/// What stood at the place comes last: nothing else may stand behind a terminator.
void InstructionOrder::writeGroup(BasicBlock &block, unsigned place) {
  ArrayRef<Instruction *> group = groups[place];
  Instruction *own = places[place];
  bool stays = known[own].moved == place;
  auto isOperand = [&](Instruction *instruction) {
    return any_of(instruction->users(), [&](User *user) { return known[cast<Instruction>(user)].moved == place; });
  };
  for (Instruction *instruction : group)
    if (instruction != own && !(stays && isOperand(instruction)))
      write(instruction, block, place);
  if (stays)
    write(own, block, place);
}

} // namespace

void codegen::orderInstructions(Function &function) { InstructionOrder(function).run(); }
