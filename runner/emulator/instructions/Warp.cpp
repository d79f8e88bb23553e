// SPDX-License-Identifier: Apache-2.0
// Instructions that the lanes of a warp execute together: shuffles, votes, matches, reductions, elections, and the warp's own
// barrier. Each names its members by a mask; lanes of the mask that are elsewhere are waited for, lanes that have exited are not.
// None but `bar.warp.sync` orders memory. PTX ISA, "Data Movement and Conversion Instructions: shfl.sync" and "Parallel
// Synchronization and Communication Instructions".

#include "runner/emulator/instructions/Warp.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/program/Builder.h"
#include <algorithm>
#include <bit>
#include <cstdio>
#include <limits>

namespace tessera::emulator {

using ptx::Operand;
using ptx::Type;

ShuffleSource findShuffleSource(ShuffleMode mode, unsigned lane, uint32_t b, uint32_t c) {
  unsigned segment = c >> 8 & 31, clamp = c & 31, j = b & 31;
  unsigned most = (lane & segment) | (clamp & ~segment), least = lane & segment;
  int source = 0;
  bool isValid = false;
  switch (mode) {
  case ShuffleMode::up:
    source = static_cast<int>(lane) - static_cast<int>(j);
    isValid = source >= static_cast<int>(most);
    break;
  case ShuffleMode::down:
    source = static_cast<int>(lane + j);
    isValid = source <= static_cast<int>(most);
    break;
  case ShuffleMode::butterfly:
    source = static_cast<int>(lane ^ j);
    isValid = source <= static_cast<int>(most);
    break;
  case ShuffleMode::indexed:
    source = static_cast<int>(least | (j & ~segment));
    isValid = source <= static_cast<int>(most);
    break;
  }
  return isValid ? ShuffleSource{static_cast<unsigned>(source), true} : ShuffleSource{lane, false};
}

namespace {

std::string hex(uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof(text), "0x%08x", value);
  return text;
}

template <typename Visit> void forLanes(uint32_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1)
    visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

// --- who takes part

Outcome failMembers(Step &step, unsigned lane, const uint32_t *members) {
  uint32_t mask = members[lane];
  if (!(mask >> lane & 1))
    return step.fault(DiagnosticId::divergentCollective,
                      "lane " + std::to_string(lane) + " executes with the member mask " + hex(mask) + ", which does not name it",
                      static_cast<int>(lane));
  uint32_t guarded = mask & step.warp.live & step.fragment.mask & ~step.mask;
  if (guarded != 0)
    return step.fault(DiagnosticId::divergentCollective,
                      "the member mask " + hex(mask) + " names lanes " + hex(guarded) + ", whose guard keeps them from executing it",
                      static_cast<int>(lane));
  unsigned other = lane;
  forLanes(mask & step.mask, [&](unsigned l) { other = members[l] != mask ? l : other; });
  return step.fault(DiagnosticId::divergentCollective,
                    "lane " + std::to_string(lane) + " names the members " + hex(mask) + ", lane " + std::to_string(other) + " names " +
                        hex(members[other]),
                    static_cast<int>(lane));
}

/// `next` when every member of every executing lane's mask executes this with the same mask.
Outcome gather(Step &step, const uint32_t *members) {
  uint32_t mask = members[step.firstLane()];
  bool isUniform = true;
  if (step.isFull())
    isUniform = std::equal(members + 1, members + warpSize, members);
  else
    forLanes(step.mask, [&](unsigned lane) { isUniform &= members[lane] == mask; });
  if (isUniform && (mask & step.warp.live) == step.mask)
    return Outcome::next;
  uint32_t missing = 0, waitsFor = 0;
  int bad = -1;
  forLanes(step.mask, [&](unsigned lane) {
    uint32_t own = members[lane], away = own & step.warp.live & ~step.mask;
    bool agrees = own >> lane & 1;
    forLanes(own & step.mask, [&](unsigned other) { agrees &= members[other] == own; });
    if (bad < 0 && (!agrees || (away & step.fragment.mask)))
      bad = static_cast<int>(lane);
    if (away)
      missing |= away, waitsFor = own;
  });
  if (bad >= 0)
    return failMembers(step, static_cast<unsigned>(bad), members);
  return missing ? step.waitFor(WaitReason::Kind::lanes, waitsFor) : Outcome::next;
}

// --- shfl

/// d = i.d, a, b, c; the list: member mask, and the predicate's slot or `noSlot`. `detail`: the mode.
Outcome shuffle(Step &step, const Instruction &i) {
  const uint32_t *members = step.in<uint32_t>(step.listed(i, 0));
  if (Outcome outcome = gather(step, members); outcome != Outcome::next)
    return outcome;
  if (!step.isResultNeeded())
    return Outcome::next;
  const uint32_t *b = step.in<uint32_t>(i.b), *c = step.in<uint32_t>(i.c);
  uint32_t a[warpSize], valid = 0;
  std::copy_n(step.in<uint32_t>(i.a), warpSize, a);
  uint32_t *d = step.out<uint32_t>(i.d);
  forLanes(step.mask, [&](unsigned lane) {
    ShuffleSource source = findShuffleSource(ShuffleMode(i.detail), lane, b[lane], c[lane]);
    bool isThere = step.mask >> source.lane & 1 && members[lane] >> source.lane & 1;
    if (!isThere)
      step.warn(DiagnosticId::undefinedResult,
                "lane " + std::to_string(lane) + " reads lane " + std::to_string(source.lane) + ", which is not among the members " +
                    hex(members[lane]) + ": the result is undefined",
                static_cast<int>(lane));
    d[lane] = isThere ? a[source.lane] : 0xffffffffu;
    valid |= uint32_t(source.isValid) << lane;
  });
  if (Slot predicate = step.listed(i, 1); predicate != noSlot)
    step.setPredicate(predicate, valid);
  return Outcome::next;
}

/// `d` or `d|p`: the two operands, the second null.
std::pair<const Operand *, const Operand *> splitPair(const Operand &operand) {
  if (operand.kind == Operand::Kind::pair && operand.elements.size() == 2)
    return {&operand.elements[0], &operand.elements[1]};
  return {&operand, nullptr};
}

/// shfl.sync.mode.b32 d{|p}, a, b, c, members
bool buildShuffle(InstructionBuilder &b) {
  if (!b.take("sync"))
    return b.failUnsupported("`shfl` without `.sync` is not supported: sm_70 and later do not have it");
  std::string_view mode = b.takeOneOf({"up", "down", "bfly", "idx"});
  if (mode.empty())
    return b.failOperand("`shfl` has no mode: `.up`, `.down`, `.bfly` or `.idx`");
  Type type = b.takeType({Type::b32});
  if (type == Type::none || !b.expectOperands(5))
    return false;
  auto [value, predicate] = splitPair(b.operand(0));
  Slot a = b.read(1, type), delta = b.read(2, type), bounds = b.read(3, type), members = b.read(4, type);
  Slot d = b.write(*value, type), p = predicate ? b.writePredicate(*predicate) : noSlot;
  uint32_t first = b.pushSlots({members, p});
  Instruction &made = b.emit(shuffle, d, a, delta, bounds);
  made.first = first, made.count = 2;
  made.detail = static_cast<uint32_t>(mode == "up"     ? ShuffleMode::up
                                      : mode == "down" ? ShuffleMode::down
                                      : mode == "bfly" ? ShuffleMode::butterfly
                                                       : ShuffleMode::indexed);
  return true;
}

// --- vote, activemask, elect

enum class Vote : uint32_t { all, any, uniform, ballot };

/// a: a predicate, `immediate` 1 when negated; b: members
Outcome vote(Step &step, const Instruction &i) {
  const uint32_t *members = step.in<uint32_t>(i.b);
  if (Outcome outcome = gather(step, members); outcome != Outcome::next)
    return outcome;
  uint32_t yes = (step.predicate(i.a) ^ (i.immediate ? ~0u : 0u)) & step.mask;
  uint32_t votes[warpSize] = {}, lanes = 0;
  forLanes(step.mask, [&](unsigned lane) {
    uint32_t group = members[lane] & step.mask, for_ = yes & group;
    votes[lane] = for_;
    bool result = Vote(i.detail) == Vote::all ? for_ == group : Vote(i.detail) == Vote::any ? for_ != 0 : for_ == 0 || for_ == group;
    lanes |= uint32_t(result) << lane;
  });
  if (Vote(i.detail) != Vote::ballot) {
    step.setPredicate(i.d, lanes);
    return Outcome::next;
  }
  uint32_t *d = step.out<uint32_t>(i.d);
  forLanes(step.mask, [&](unsigned lane) { d[lane] = votes[lane]; });
  return Outcome::next;
}

/// vote.sync.{all,any,uni}.pred p, {!}a, members;   vote.sync.ballot.b32 d, {!}a, members
bool buildVote(InstructionBuilder &b) {
  if (!b.take("sync"))
    return b.failUnsupported("`vote` without `.sync` is not supported: sm_70 and later do not have it");
  std::string_view mode = b.takeOneOf({"all", "any", "uni", "ballot"});
  if (mode.empty())
    return b.failOperand("`vote` has no mode: `.all`, `.any`, `.uni` or `.ballot`");
  Type type = mode == "ballot" ? b.takeType({Type::b32}) : b.takeType({Type::pred});
  if (type == Type::none || !b.expectOperands(3))
    return false;
  bool isNegated = false;
  Slot a = b.readPredicate(b.operand(1), isNegated), members = b.read(2, Type::b32), d = b.write(0, type);
  Instruction &made = b.emit(vote, d, a, members);
  made.immediate = isNegated;
  made.detail = static_cast<uint32_t>(mode == "all" ? Vote::all : mode == "any" ? Vote::any : mode == "uni" ? Vote::uniform : Vote::ballot);
  return true;
}

Outcome activeMask(Step &step, const Instruction &i) {
  uint32_t *d = step.out<uint32_t>(i.d);
  forLanes(step.mask, [&](unsigned lane) { d[lane] = step.mask; });
  return Outcome::next;
}

bool buildActiveMask(InstructionBuilder &b) {
  if (b.takeType({Type::b32}) == Type::none || !b.expectOperands(1))
    return false;
  b.emit(activeMask, b.write(0, Type::b32));
  return true;
}

/// The manual leaves the choice open but for being the same for the same mask: the lowest lane, under some seeds another one.
unsigned elect(uint64_t seed, uint32_t members) {
  unsigned skip = seed >= 2 && seed % 4 == 3 ? static_cast<unsigned>(seed / 4 + 1) % static_cast<unsigned>(std::popcount(members)) : 0;
  for (; skip != 0; --skip)
    members &= members - 1;
  return static_cast<unsigned>(std::countr_zero(members));
}

/// d: the elected lane; c: the predicate; a: members
Outcome electOne(Step &step, const Instruction &i) {
  const uint32_t *members = step.in<uint32_t>(i.a);
  if (Outcome outcome = gather(step, members); outcome != Outcome::next)
    return outcome;
  uint32_t *d = step.out<uint32_t>(i.d), elected = 0;
  uint32_t masks[warpSize];
  std::copy_n(members, warpSize, masks); // may be the destination
  forLanes(step.mask, [&](unsigned lane) {
    d[lane] = elect(step.machine.options.seed, masks[lane] & step.mask);
    elected |= uint32_t(d[lane] == lane) << lane;
  });
  step.setPredicate(i.c, elected);
  return Outcome::next;
}

/// elect.sync d|p, members
bool buildElect(InstructionBuilder &b) {
  if (!b.take("sync"))
    return b.failOperand("`elect` needs `.sync`");
  if (!b.expectOperands(2))
    return false;
  auto [lane, predicate] = splitPair(b.operand(0));
  if (!predicate)
    return b.failOperand("`elect.sync` writes a pair `d|p`");
  Slot members = b.read(1, Type::b32), d = b.write(*lane, Type::b32), p = b.writePredicate(*predicate);
  b.emit(electOne, d, members, noSlot, p);
  return true;
}

// --- match

template <typename T> uint32_t findEqual(const T *values, T value, uint32_t lanes) {
  uint32_t equal = 0;
  forLanes(lanes, [&](unsigned lane) { equal |= uint32_t(values[lane] == value) << lane; });
  return equal;
}

/// a: values; b: members; c: the predicate of `all`, or `noSlot`. `detail`: 1 for `all`.
template <typename T> Outcome match(Step &step, const Instruction &i) {
  const uint32_t *members = step.in<uint32_t>(i.b);
  if (Outcome outcome = gather(step, members); outcome != Outcome::next)
    return outcome;
  const T *values = step.in<T>(i.a);
  uint32_t results[warpSize] = {}, all = 0;
  forLanes(step.mask, [&](unsigned lane) {
    uint32_t group = members[lane] & step.mask, equal = findEqual(values, values[lane], group);
    results[lane] = i.detail == 0 ? equal : equal == group ? group : 0;
    all |= uint32_t(equal == group) << lane;
  });
  uint32_t *d = step.out<uint32_t>(i.d);
  forLanes(step.mask, [&](unsigned lane) { d[lane] = results[lane]; });
  if (i.c != noSlot)
    step.setPredicate(i.c, all);
  return Outcome::next;
}

/// match.any.sync.type d, a, members;   match.all.sync.type d{|p}, a, members
bool buildMatch(InstructionBuilder &b) {
  std::string_view mode = b.takeOneOf({"any", "all"});
  if (mode.empty() || !b.take("sync"))
    return b.failOperand("`match` needs `.any.sync` or `.all.sync`");
  Type type = b.takeType({Type::b32, Type::b64});
  if (type == Type::none || !b.expectOperands(3))
    return false;
  auto [mask, predicate] = splitPair(b.operand(0));
  if (predicate && mode == "any")
    return b.failOperand("`match.any` has no predicate to write");
  Slot a = b.read(1, type), members = b.read(2, Type::b32), d = b.write(*mask, Type::b32);
  Slot p = predicate ? b.writePredicate(*predicate) : noSlot;
  b.emit(type == Type::b64 ? match<uint64_t> : match<uint32_t>, d, a, members, p).detail = mode == "all";
  return true;
}

// --- redux

struct Sum {
  template <typename T> static T apply(T x, T y) { return x + y; }
};
struct Least {
  template <typename T> static T apply(T x, T y) { return std::min(x, y); }
};
struct Most {
  template <typename T> static T apply(T x, T y) { return std::max(x, y); }
};
struct And {
  template <typename T> static T apply(T x, T y) { return x & y; }
};
struct Or {
  template <typename T> static T apply(T x, T y) { return x | y; }
};
struct Xor {
  template <typename T> static T apply(T x, T y) { return x ^ y; }
};

/// a: values; b: members
template <typename T, typename Op> Outcome reduce(Step &step, const Instruction &i) {
  const uint32_t *members = step.in<uint32_t>(i.b);
  if (Outcome outcome = gather(step, members); outcome != Outcome::next)
    return outcome;
  const T *values = step.in<T>(i.a);
  T results[warpSize] = {};
  uint32_t left = step.mask;
  while (left != 0) {
    unsigned first = static_cast<unsigned>(std::countr_zero(left));
    uint32_t group = members[first] & step.mask;
    T sum = values[first];
    forLanes(group & ~(1u << first), [&](unsigned lane) { sum = Op::template apply<T>(sum, values[lane]); });
    forLanes(group, [&](unsigned lane) { results[lane] = sum; });
    left &= ~group;
  }
  T *d = step.out<T>(i.d);
  forLanes(step.mask, [&](unsigned lane) { d[lane] = results[lane]; });
  return Outcome::next;
}

/// redux.sync.op.type d, a, members
bool buildRedux(InstructionBuilder &b) {
  if (!b.take("sync"))
    return b.failOperand("`redux` needs `.sync`");
  std::string_view op = b.takeOneOf({"add", "min", "max", "and", "or", "xor"});
  if (op.empty())
    return b.failOperand("`redux` has no operation: `.add`, `.min`, `.max`, `.and`, `.or` or `.xor`");
  bool isBits = op == "and" || op == "or" || op == "xor";
  Type type = isBits ? b.takeType({Type::b32}) : b.takeType({Type::u32, Type::s32});
  if (type == Type::none || !b.expectOperands(3))
    return false;
  bool isSigned = type == Type::s32;
  Handler handler = op == "add"   ? reduce<uint32_t, Sum>
                    : op == "min" ? (isSigned ? Handler(reduce<int32_t, Least>) : reduce<uint32_t, Least>)
                    : op == "max" ? (isSigned ? Handler(reduce<int32_t, Most>) : reduce<uint32_t, Most>)
                    : op == "and" ? reduce<uint32_t, And>
                    : op == "or"  ? reduce<uint32_t, Or>
                                  : reduce<uint32_t, Xor>;
  Slot a = b.read(1, type), members = b.read(2, Type::b32);
  b.emit(handler, b.write(0, type), a, members);
  return true;
}

// --- bar.warp.sync

/// Lanes that wait at the warp's barrier, maybe at different instructions: a barrier a mask.
struct WarpBarriers {
  struct Barrier {
    uint32_t members = 0, arrived = 0, released = 0;
  };
  std::vector<Barrier> barriers;

  Barrier &find(uint32_t members) {
    for (Barrier &barrier : barriers)
      if (barrier.members == members)
        return barrier;
    barriers.push_back({members});
    return barriers.back();
  }
};

void orderLanes(Step &step, uint32_t lanes) {
  if (step.machine.checker)
    step.machine.checker->syncLanes(step.warp.agent, lanes);
}

/// Lanes with one mask, not all of them here. True when they are released.
bool arriveApart(Step &step, uint32_t members, uint32_t lanes) {
  WarpBarriers::Barrier &barrier = step.warp.state<WarpBarriers>().find(members);
  barrier.arrived |= lanes & ~barrier.released;
  if ((members & step.warp.live & ~barrier.arrived & ~barrier.released) == 0 && barrier.arrived != 0) {
    orderLanes(step, barrier.arrived);
    barrier.released |= barrier.arrived;
    barrier.arrived = 0;
    step.wake();
  }
  return (lanes & ~barrier.released) == 0;
}

Outcome syncWarp(Step &step, const Instruction &i) {
  const uint32_t *members = step.in<uint32_t>(i.a);
  uint32_t mask = members[step.firstLane()], agreeing = 0;
  forLanes(step.mask, [&](unsigned lane) { agreeing |= uint32_t(members[lane] == mask) << lane; });
  if (agreeing == step.mask && (mask & step.warp.live) == step.mask) {
    orderLanes(step, step.mask);
    return Outcome::next;
  }
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (step.mask >> lane & 1 && (!(members[lane] >> lane & 1) || (members[lane] & step.warp.live & step.fragment.mask & ~step.mask)))
      return failMembers(step, lane, members);
  // Groups of one mask each: whoever is complete is remembered as released until all lanes here may go on.
  bool mayGoOn = true;
  uint32_t waitsFor = 0;
  for (uint32_t left = step.mask; left != 0;) {
    uint32_t own = members[std::countr_zero(left)], lanes = 0;
    forLanes(left, [&](unsigned lane) { lanes |= uint32_t(members[lane] == own) << lane; });
    left &= ~lanes;
    if ((own & step.warp.live & ~step.mask) == 0 && (own & step.mask) == lanes)
      orderLanes(step, lanes);
    else if (!arriveApart(step, own, lanes))
      mayGoOn = false, waitsFor = own;
  }
  if (!mayGoOn)
    return step.waitFor(WaitReason::Kind::lanes, waitsFor);
  for (WarpBarriers::Barrier &barrier : step.warp.state<WarpBarriers>().barriers)
    barrier.released &= ~step.mask;
  return Outcome::next;
}

/// bar.warp.sync members
bool buildWarpSync(InstructionBuilder &b) {
  if (!b.take("warp") || !b.take("sync"))
    return b.failOperand("`bar.warp` needs `.sync`");
  if (!b.expectOperands(1))
    return false;
  b.emit(syncWarp, noSlot, b.read(0, Type::b32));
  return true;
}

} // namespace

void addWarpForms(Forms &forms) {
  forms.add("shfl", buildShuffle);
  forms.add("vote", buildVote);
  forms.add("activemask", buildActiveMask);
  forms.add("elect", buildElect);
  forms.add("match", buildMatch);
  forms.add("redux", buildRedux);
  forms.add("bar", buildWarpSync, "warp");
}

} // namespace tessera::emulator
