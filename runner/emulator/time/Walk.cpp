// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/time/Walk.h"
#include "runner/emulator/sass/Anchors.h"
#include <algorithm>
#include <map>
#include <queue>

namespace tessera::emulator {

using Kind = RecordedEvent::Kind;

// --- what walks need to know

WalkPlan::WalkPlan(const ptx::Module &module, const MachineKernel &kernel)
    : kernel(kernel), matched(matchBlocks(module, kernel)) {
  findCarriers(module);
  findMerged(module);
  measure();
  findTurns(module);
}

void WalkPlan::findCarriers(const ptx::Module &module) {
  StatementNumbers numbers(module);
  carrierOf.assign(kernel.code.instructions.size(), nothing);
  for (uint32_t i = 0; i < carrierOf.size(); ++i) {
    uint32_t number = matched.statements[i];
    std::optional<Statement> statement = number == noStatement ? std::nullopt : numbers.find(number);
    if (!statement)
      continue;
    const ptx::Instruction &source = module.functions[statement->function].instructions[statement->instruction];
    if (classifyAnchor(source) == Anchor::none || !carries(at(i), source))
      continue;
    auto [found, isNew] = carrierNumbers.try_emplace(number, static_cast<uint32_t>(places.size()));
    if (isNew)
      places.emplace_back();
    carrierOf[i] = found->second;
    uint32_t block = matched.graph.blockOf[i];
    places[found->second].emplace_back(block, i - matched.graph.blocks[block].begin);
  }
}

/// Of a block of the PTX that stands several times in a machine block, as its loop was unrolled, each statement that
/// has fewer instructions than that has some of several iterations.
void WalkPlan::findMerged(const ptx::Module &module) {
  StatementNumbers numbers(module);
  struct Sum {
    uint32_t count = 0, bytes = 0;
  };
  using Key = std::pair<uint32_t, uint32_t>; // of a statement, or of the first of its PTX block; and of a machine block
  std::map<Key, Sum> ofStatement;
  std::map<Key, uint32_t> most;
  auto keys = [&](uint32_t i) {
    uint32_t number = matched.statements[i], block = matched.graph.blockOf[i];
    Statement statement = *numbers.find(number);
    auto function = std::find_if(matched.functions.begin(), matched.functions.end(),
                                 [&](const MatchedFunction &one) { return one.function == statement.function; });
    if (function == matched.functions.end())
      return std::make_pair(Key(number, block), Key(number, block));
    const PtxGraph &graph = function->graph;
    uint32_t begin = graph.blocks[graph.blockOf[statement.instruction]].begin;
    return std::make_pair(Key(number, block), Key(numbers.numberOf({statement.function, begin}), block));
  };
  for (uint32_t i = 0; i < carrierOf.size(); ++i)
    if (isCarrier(i)) {
      auto [own, ofBlock] = keys(i);
      Sum &sum = ofStatement[own];
      sum.bytes += at(i).accessBytes;
      most[ofBlock] = std::max(most[ofBlock], ++sum.count);
    }
  copies.resize(carrierOf.size());
  std::map<Key, uint32_t> before;
  for (uint32_t i = 0; i < carrierOf.size(); ++i)
    if (isCarrier(i)) {
      auto [own, ofBlock] = keys(i);
      const Sum &sum = ofStatement[own];
      if (sum.count < most[ofBlock])
        copies[i] = {before[own], sum.bytes, most[ofBlock]};
      before[own] += at(i).accessBytes;
    }
}

uint32_t WalkPlan::countMerged(uint32_t instruction, uint32_t bytes) const {
  const Copies &of = copies[instruction];
  // Only if there are bytes for all iterations: what ptxas dropped of one is no part of another. There may be more, as
  // the first iteration's is loaded alone, to have it soon, and then with its neighbours again.
  if (bytes == 0 || of.iterations == 0 || of.all < of.iterations * bytes)
    return 1;
  uint32_t earlier = std::min(of.before / bytes, of.iterations),
           now = std::min((of.before + at(instruction).accessBytes) / bytes, of.iterations);
  return std::max(now - earlier, 1u);
}

/// Instructions from the beginning of each block to the nearest of `places`, each branch counted as sixteen: a way
/// through fewer blocks is the likelier one.
std::vector<uint32_t> WalkPlan::measureTo(const std::vector<std::pair<uint32_t, uint32_t>> &to) const {
  constexpr uint32_t branchLength = 16;
  const std::vector<sass::MachineBlock> &blocks = matched.graph.blocks;
  std::vector<uint32_t> result(blocks.size(), unreachable);
  using Entry = std::pair<uint32_t, uint32_t>; // distance, block
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (auto [block, offset] : to)
    if (offset < result[block])
      queue.emplace(result[block] = offset, block);
  while (!queue.empty()) {
    auto [distance, block] = queue.top();
    queue.pop();
    if (distance != result[block])
      continue;
    for (uint32_t before : predecessors[block]) {
      uint32_t length = distance + branchLength + (blocks[before].end - blocks[before].begin);
      if (length < result[before])
        queue.emplace(result[before] = length, before);
    }
  }
  return result;
}

void WalkPlan::measure() {
  const std::vector<sass::MachineBlock> &blocks = matched.graph.blocks;
  predecessors.resize(blocks.size());
  std::vector<std::pair<uint32_t, uint32_t>> leaving;
  for (uint32_t block = 0; block < blocks.size(); ++block) {
    for (uint32_t successor : blocks[block].successors)
      predecessors[successor].push_back(block);
    if (blocks[block].leaves)
      leaving.emplace_back(block, blocks[block].end - blocks[block].begin);
  }
  for (const auto &one : places)
    distances.push_back(measureTo(one));
  exits = measureTo(leaving);
}

uint32_t WalkPlan::distance(uint32_t block, uint32_t statement) const {
  auto found = carrierNumbers.find(statement);
  return found == carrierNumbers.end() ? unreachable : distances[found->second][block];
}

uint32_t WalkPlan::homeOf(uint32_t statement) const {
  auto found = carrierNumbers.find(statement);
  return found == carrierNumbers.end() ? 0 : places[found->second].front().first;
}

/// A machine branch that has a PTX branch's statement goes the same way, or the opposite one: the taken side of the PTX
/// branch is where the code of its target is nearer.
void WalkPlan::findTurns(const ptx::Module &module) {
  turns.resize(kernel.code.instructions.size());
  StatementNumbers numbers(module);
  const std::vector<sass::MachineBlock> &blocks = matched.graph.blocks;
  for (uint32_t block = 0; block < blocks.size(); ++block) {
    uint32_t last = blocks[block].end - 1;
    const sass::MachineInstruction &branch = at(last);
    if (branch.operation != sass::Operation::branch || !branch.target || branch.isUnconditional() ||
        blocks[block].successors.size() != 2)
      continue;
    uint32_t number = matched.statements[last];
    std::optional<Statement> statement = number == noStatement ? std::nullopt : numbers.find(number);
    if (!statement)
      continue;
    const ptx::Instruction &source = module.functions[statement->function].instructions[statement->instruction];
    if (source.opcode != "bra" || source.guard.empty())
      continue;
    auto function = std::find_if(matched.functions.begin(), matched.functions.end(),
                                 [&](const MatchedFunction &one) { return one.function == statement->function; });
    if (function == matched.functions.end())
      continue;
    const PtxGraph &graph = function->graph;
    uint32_t from = graph.blockOf[statement->instruction];
    uint32_t straight =
        statement->instruction + 1 < graph.blockOf.size() ? graph.blockOf[statement->instruction + 1] : nothing;
    const std::vector<uint32_t> &ways = graph.blocks[from].successors;
    auto other = std::find_if(ways.begin(), ways.end(), [&](uint32_t way) { return way != straight; });
    if (other == ways.end())
      continue; // both ways are one
    uint32_t first = numbers.numberOf({statement->function, 0});
    auto codeOf = [&](uint32_t ptxBlock) {
      std::vector<std::pair<uint32_t, uint32_t>> found;
      if (ptxBlock == nothing)
        return found;
      uint32_t begin = first + graph.blocks[ptxBlock].begin, stop = first + graph.blocks[ptxBlock].end;
      for (uint32_t i = 0; i < matched.statements.size(); ++i)
        if (matched.statements[i] != noStatement && matched.statements[i] >= begin && matched.statements[i] < stop &&
            i != last)
          found.emplace_back(matched.graph.blockOf[i], i - blocks[matched.graph.blockOf[i]].begin);
      return found;
    };
    auto target = static_cast<uint32_t>(*branch.target / static_cast<int64_t>(sass::wordBytes));
    if (target >= matched.graph.blockOf.size())
      continue;
    uint32_t there = matched.graph.blockOf[target], here = block + 1;
    if (here >= blocks.size())
      continue;
    std::vector<uint32_t> toTaken = measureTo(codeOf(*other)), toStraight = measureTo(codeOf(straight));
    // How much nearer the branch's target is to what the PTX branch goes to, and its other side to the rest.
    auto score = [](uint32_t near, uint32_t far) { return int64_t(far) - int64_t(near); };
    int64_t same = score(toTaken[there], toTaken[here]) + score(toStraight[here], toStraight[there]);
    if (same == 0)
      continue;
    Turn &turn = turns[last];
    turn.isKnown = true;
    turn.isInverted = same < 0;
    for (const MatchedLoop &loop : function->loops)
      if (loop.match == LoopMatch::unrolled && loop.loop.header == *other)
        turn.repeats = loop.factor;
    turning.emplace(number, last);
  }
}

// --- a walk

Walk::Walk(const WalkPlan &plan, const std::vector<RecordedEvent> &events) : plan(plan), events(events) {
  taken.assign(events.size(), false);
  for (const RecordedEvent &event : events)
    counted.events += event.kind != Kind::branch && plan.hasCarrier(event.statement);
  if (plan.kernel.code.instructions.empty())
    pc = end;
  else
    settle();
}

/// Neither a branch that no machine branch is of, nor an access that became part of another.
bool Walk::isWanted(const RecordedEvent &event) const {
  return event.kind == Kind::branch ? plan.turnsBy(event.statement) : plan.hasCarrier(event.statement);
}

void Walk::skipTaken() {
  while (first < events.size() && (taken[first] || !isWanted(events[first])))
    ++first;
}

/// Barriers and waits keep their order with everything; what stands behind one is not reached before it.
static bool ordersOthers(const RecordedEvent &event) {
  switch (event.kind) {
  case Kind::barrier:
  case Kind::asyncWait:
  case Kind::clusterBarrier:
  case Kind::bulkWait:
  case Kind::productWait:
    return true;
  case Kind::mbarrier:
    return event.phases > 0 && !event.isArrival;
  default:
    return false;
  }
}

/// The branches before an event have been gone by, as the walk is behind them.
void Walk::passBranches(size_t before) {
  for (size_t k = first; k < before; ++k)
    if (!taken[k] && events[k].kind == Kind::branch && (events[k].mask & events[before].mask)) {
      taken[k] = true;
      ++passed[events[k].statement];
    }
}

const RecordedEvent *Walk::takeEvent(uint32_t instruction) {
  uint32_t statement = plan.statementAt(instruction);
  skipTaken();
  // Lanes that diverged have no order between them: only the own ones' barriers and waits keep an event back.
  uint32_t keptBack = 0;
  for (size_t i = first, seen = 0; i < events.size() && seen < window && ~keptBack != 0; ++i) {
    if (taken[i] || !isWanted(events[i]))
      continue;
    const RecordedEvent &event = events[i];
    if (event.statement == statement && event.kind != Kind::branch) {
      if (event.mask & keptBack)
        return nullptr;
      taken[i] = true;
      passBranches(i);
      const RecordedEvent *answer = takeOthers(i);
      takeMerged(i, plan.countMerged(instruction, event.bytes));
      skipTaken();
      return answer;
    }
    if (ordersOthers(event))
      keptBack |= event.mask;
    ++seen;
  }
  return nullptr;
}

/// What the next iterations have of an access that is theirs, too: `count` of them with this one.
void Walk::takeMerged(size_t of, uint32_t count) {
  const RecordedEvent &one = events[of];
  for (size_t i = of + 1, seen = 0; i < events.size() && seen < window && count > 1; ++i) {
    const RecordedEvent &event = events[i];
    if (taken[i] || !isWanted(event))
      continue;
    if (ordersOthers(event) && (event.mask & one.mask))
      return;
    ++seen;
    if (event.statement != one.statement || event.mask != one.mask)
      continue;
    taken[i] = true;
    --count;
  }
}

/// Whether something besides time depends on each of them: no two may be taken for one.
static bool counts(const RecordedEvent &event) {
  return event.isArrival || event.kind == Kind::bulkCopy || event.kind == Kind::product ||
         event.kind == Kind::asyncCommit;
}

/// The emulator's lanes diverge where the machine code has a predicate, and come to the next instruction of all of them
/// one part after the other: it is one there. Takes what the other lanes have of the event; the answer is the part that
/// waits, else the largest.
const RecordedEvent *Walk::takeOthers(size_t of) {
  const RecordedEvent *answer = &events[of];
  if (counts(*answer))
    return answer;
  uint32_t lanes = answer->mask, keptBack = 0;
  for (size_t i = of + 1, seen = 0; i < events.size() && seen < window && ~(lanes | keptBack) != 0; ++i) {
    if (taken[i] || !isWanted(events[i]))
      continue;
    const RecordedEvent &event = events[i];
    ++seen;
    bool isSame = event.statement == answer->statement;
    if (!isSame || (event.mask & (lanes | keptBack))) {
      if (isSame || ordersOthers(event)) // the next one of lanes that had theirs; what their own barrier is before
        keptBack |= event.mask;
      continue;
    }
    taken[i] = true;
    if (answer->kind != Kind::branch)
      passBranches(i);
    lanes |= event.mask;
    auto weight = [](const RecordedEvent &one) { return std::make_pair(one.phases, one.lanes()); };
    if (weight(event) > weight(*answer))
      answer = &event;
  }
  return answer;
}

/// The first event that is to come and is no branch.
const RecordedEvent *Walk::peekAccess() {
  skipTaken();
  for (size_t i = first; i < events.size(); ++i)
    if (!taken[i] && events[i].kind != Kind::branch && isWanted(events[i]))
      return &events[i];
  return nullptr;
}

/// Which lanes took the PTX branch the next time. Of an unrolled loop, `repeats` times are one.
Walk::Lanes Walk::takeTurn(uint32_t statement, uint32_t repeats) {
  uint32_t &before = passed[statement];
  auto isNext = [&] {
    skipTaken();
    return first < events.size() && events[first].kind == Kind::branch && events[first].statement == statement;
  };
  for (uint32_t k = before; k + 1 < repeats && isNext(); ++k)
    taken[first] = true;
  before = 0;
  if (!isNext())
    return Lanes::none;
  taken[first] = true;
  idle = 0;
  ++progress;
  const RecordedEvent &event = events[first];
  takeOthers(first);
  skipTaken();
  return event.lanes() < event.count ? Lanes::some : Lanes::all;
}

/// The block after a conditional branch at the end of `block`.
uint32_t Walk::chooseWay(uint32_t block) {
  const sass::MachineBlock &from = plan.matched.graph.blocks[block];
  const sass::MachineInstruction &branch = plan.at(from.end - 1);
  uint32_t there =
      plan.matched.graph.blockOf[static_cast<uint32_t>(*branch.target / static_cast<int64_t>(sass::wordBytes))];
  uint32_t here = block + 1;
  // Where some lanes go either way both sides are executed: first the one of which there is an event first. And who
  // comes by again with no event in between goes round a loop whose end was lost, like that of waiting for an mbarrier.
  Visits &visit = visits[from.end - 1];
  bool isAgain = visit.progress == progress && ++visit.count > 1;
  if (visit.progress != progress)
    visit = {progress, 0};
  if (const WalkPlan::Turn &turn = plan.turnAt(from.end - 1); turn.isKnown && !isAgain)
    if (Lanes lanes = takeTurn(plan.statementAt(from.end - 1), turn.repeats); lanes != Lanes::some)
      return (lanes == Lanes::all) != turn.isInverted ? there : here;
  if (const RecordedEvent *to = peekAccess()) {
    uint32_t far = plan.distance(there, to->statement), near = plan.distance(here, to->statement);
    return far < near ? there : here;
  }
  return plan.distanceToExit(there) < plan.distanceToExit(here) ? there : here;
}

/// Finds the event of the instruction at `pc`, and where the walk goes from it.
void Walk::settle() {
  const sass::MachineInstruction &instruction = plan.at(pc);
  current = nullptr;
  if (plan.isCarrier(pc)) {
    current = takeEvent(pc);
    if (!current && instruction.isUnconditional())
      ++counted.empty;
  }
  idle = current ? 0 : idle + 1;
  progress += current != nullptr;
  uint32_t block = plan.matched.graph.blockOf[pc];
  const sass::MachineBlock &at = plan.matched.graph.blocks[block];
  if (pc + 1 < at.end) {
    next = pc + 1;
    return;
  }
  const RecordedEvent *to = peekAccess();
  // A walk that has come to no event for so long goes round a loop that it can't tell the end of.
  constexpr uint64_t longestIdle = 1 << 16;
  constexpr unsigned mostIdle = 64;
  auto displace = [&] {
    ++counted.displaced;
    idle = 0;
    next = plan.matched.graph.blocks[plan.homeOf(to->statement)].begin;
  };
  std::string_view name = instruction.getMnemonic();
  auto count = static_cast<uint32_t>(plan.kernel.code.instructions.size());
  if (name == "CALL" && instruction.target && *instruction.target >= 0 && at.end < count &&
      returns.size() < deepestCalls) {
    if (auto target = static_cast<uint64_t>(*instruction.target) / sass::wordBytes; target < count) {
      returns.push_back(at.end);
      next = static_cast<uint32_t>(target);
      return;
    }
  }
  if (name == "RET" && instruction.isUnconditional() && !returns.empty()) {
    next = returns.back();
    returns.pop_back();
    return;
  }
  bool isExit = name == "EXIT" || name == "RET" || name == "BRX" || name == "KILL";
  if (isExit || at.successors.empty()) {
    if (to && (!isExit || instruction.isUnconditional()))
      return displace();
    next = to && !at.successors.empty() ? plan.matched.graph.blocks[block + 1].begin : end;
    return;
  }
  uint32_t way = at.successors[0];
  if (at.successors.size() == 2 && instruction.target && instruction.operation == sass::Operation::branch &&
      !instruction.isUnconditional())
    way = chooseWay(block);
  else if (at.successors.size() > 1)
    way = std::min<uint32_t>(block + 1, static_cast<uint32_t>(plan.matched.graph.blocks.size()) - 1);
  bool isAstray = idle > longestIdle;
  if (isAstray && (!to || ++timesAstray > mostIdle))
    next = end;
  else if (to && (isAstray || plan.distance(way, to->statement) == WalkPlan::unreachable))
    displace();
  else
    next = plan.matched.graph.blocks[way].begin;
}

void Walk::advance() {
  pc = next;
  if (pc == end) {
    for (size_t i = first; i < events.size(); ++i)
      counted.lost += !taken[i] && events[i].kind != Kind::branch && isWanted(events[i]);
    return;
  }
  settle();
}

} // namespace tessera::emulator
