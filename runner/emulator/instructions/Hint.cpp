// SPDX-License-Identifier: Apache-2.0
// Instructions that change no value: setmaxnreg, griddepcontrol, nanosleep, pmevent, discard, applypriority, createpolicy. They
// are checked all the same.
//
// Registers are counted per warp, as `setmaxnreg` does on hardware: `dec` gives registers back to the CTA's pool, `inc` takes
// them and waits until the pool has enough.

#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/program/Builder.h"
#include <algorithm>

namespace tessera::emulator {

using ptx::Space;
using ptx::Type;

// --- setmaxnreg

namespace {
struct WarpRegisters {
  uint32_t each = 0; // a thread; 0: as the kernel began
};
struct RegisterPool {
  bool isFilled = false;
  int64_t left = 0; // registers
};
} // namespace

/// Of an SM.
constexpr int64_t allRegisters = 65536;

/// Registers a thread has at the start: `.maxnreg`, or as many as the SM gives the CTA, in steps of 8, which is what ptxas takes
/// for a kernel with `setmaxnreg`; 0 where the kernel fixes neither.
static uint32_t countAtEntry(const Machine &machine) {
  const ptx::Function &syntax = *machine.entry.syntax;
  if (syntax.maximalRegisters)
    return syntax.maximalRegisters / 8 * 8;
  const uint32_t *fixed = syntax.requiredThreads[0] ? syntax.requiredThreads : syntax.maximalThreads;
  if (!fixed[0])
    return 0;
  uint64_t threads = 1;
  for (int d = 0; d < 3; ++d)
    threads *= fixed[d] ? fixed[d] : 1;
  threads = (threads + 127) / 128 * 128;
  return static_cast<uint32_t>(std::min<uint64_t>(255, allRegisters / threads) / 8 * 8);
}

/// What `dec` gave back. Where ptxas chose how many the kernel begins with, the rest of the SM's, too.
static int64_t &getPool(Step &step, uint32_t atEntry) {
  RegisterPool &pool = step.cta.state<RegisterPool>();
  if (!pool.isFilled) {
    pool.isFilled = true;
    if (!step.machine.entry.syntax->maximalRegisters)
      pool.left = allRegisters - int64_t(atEntry) * warpSize * static_cast<int64_t>(step.cta.warps.size());
  }
  return pool.left;
}

static std::string describeWait(const Machine &, const Warp &warp, const WaitReason &reason) {
  if (reason.kind != WaitReason::Kind::registers)
    return {};
  int64_t left = const_cast<Warp &>(warp).cta->state<RegisterPool>().left;
  return std::to_string(reason.object) + " registers a thread, for which its CTA's pool needs " + std::to_string(reason.value) + " but has " +
         std::to_string(left);
}

static Outcome setRegisters(Step &step, const Instruction &i) {
  uint32_t atEntry = countAtEntry(step.machine);
  if (atEntry == 0)
    return Outcome::next; // ptxas drops it too: the kernel does not fix how many it begins with
  uint32_t &each = step.warp.state<WarpRegisters>().each, wanted = i.detail;
  bool increases = i.immediate != 0;
  if (each == 0)
    each = atEntry;
  if (increases ? wanted < each : wanted > each)
    return step.fault(DiagnosticId::asyncMisuse, std::string("`setmaxnreg.") + (increases ? "inc" : "dec") + "` asks for " + std::to_string(wanted) +
                                                     " registers but the warp has " + std::to_string(each));
  int64_t &left = getPool(step, atEntry);
  int64_t more = (int64_t(wanted) - int64_t(each)) * warpSize;
  if (more > left) {
    step.machine.describeWaitsBy(describeWait);
    return step.waitFor(WaitReason::Kind::registers, wanted, static_cast<uint64_t>(more));
  }
  left -= more;
  each = wanted;
  step.wake();
  return Outcome::next;
}

/// setmaxnreg.{inc,dec}.sync.aligned.u32 count;
static bool buildSetRegisters(InstructionBuilder &b) {
  bool increases = b.take("inc"), decreases = b.take("dec");
  if (increases == decreases || !b.take("sync") || !b.take("aligned") || b.takeType({Type::u32}) == Type::none)
    return b.failOperand("`setmaxnreg` is written `setmaxnreg.inc.sync.aligned.u32` or `.dec`");
  if (!b.expectOperands(1))
    return false;
  std::optional<int64_t> count = b.expectLiteral(0, 24, 256);
  if (!count)
    return false;
  if (*count % 8 != 0)
    return b.failOperand("`setmaxnreg` takes a multiple of 8, not " + std::to_string(*count));
  b.setConverged();
  Instruction &made = b.emit(setRegisters);
  made.detail = static_cast<uint32_t>(*count);
  made.immediate = increases;
  return true;
}

// --- without effect

static Outcome doNothing(Step &, const Instruction &) { return Outcome::next; }

/// Launches follow one another: what a kernel depends on has ended before it begins.
static bool buildGridDependency(InstructionBuilder &b) {
  if (b.takeOneOf({"wait", "launch_dependents"}).empty() || !b.expectOperands(0))
    return b.failOperand("`griddepcontrol` is `.wait` or `.launch_dependents`");
  b.emit(doNothing);
  return true;
}

/// It sleeps somewhere between no time and twice the time given.
static bool buildSleep(InstructionBuilder &b) {
  if (b.takeType({Type::u32}) == Type::none || !b.expectOperands(1))
    return false;
  Slot time = b.read(0, Type::u32);
  b.emit(doNothing, noSlot, time);
  return true;
}

static bool buildEvent(InstructionBuilder &b) {
  b.take("mask");
  if (!b.expectOperands(1) || !b.expectLiteral(0, 0, 0xffff))
    return false;
  b.emit(doNothing);
  return true;
}

/// discard{.global}.L2 [a], 128;   applypriority{.global}.L2::evict_normal [a], 128;
static Outcome checkLine(Step &step, const Instruction &i) {
  uint64_t addresses[warpSize];
  uint8_t *host[warpSize];
  step.addresses(i.a, i.detail, i.immediate, addresses);
  Access access{.space = Space::generic, .kind = AccessKind::read, .bytes = 128, .alignment = 128, .mayBeUninitialized = true, .isProbe = true};
  return step.resolve(access, addresses, host) ? Outcome::next : Outcome::fault;
}

static bool buildLine(InstructionBuilder &b) {
  Space space = b.takeSpace();
  if (space != Space::generic && space != Space::global)
    return b.failOperand("only global memory has cache lines to speak of");
  b.take("L2");
  b.take("L2::evict_normal");
  if (!b.expectOperands(2) || !b.expectLiteral(1, 128, 128))
    return false;
  Address address = b.readAddress(b.operand(0), space);
  Instruction &made = b.emit(checkLine, noSlot, address.base);
  made.detail = address.isWide;
  made.immediate = address.offset;
  return true;
}

/// createpolicy.fractional.L2::evict_last{.L2::evict_…}.b64 d{, fraction};  .range…;  .cvt.L2.b64 d, a;
/// A policy is 64 bits that only cache hints take, which have no effect here.
static Outcome makePolicy(Step &step, const Instruction &i) {
  uint64_t *policies = step.out<uint64_t>(i.d);
  for (uint32_t left = step.mask; left; left &= left - 1)
    policies[__builtin_ctz(left)] = i.immediate;
  return Outcome::next;
}

static bool buildPolicy(InstructionBuilder &b) {
  std::string_view kind = b.takeOneOf({"fractional", "range", "cvt"});
  if (kind.empty())
    return b.failOperand("`createpolicy` is `.fractional`, `.range` or `.cvt`");
  b.take("global");
  b.take("L2");
  while (!b.takePrefix("L2::").empty()) {
  }
  if (b.takeType({Type::b64}) == Type::none || !b.expectOperands(1, 4))
    return false;
  for (size_t k = 1; k < b.operandCount(); ++k)
    if (kind == "fractional")
      b.read(k, Type::f32);
    else if (kind == "cvt")
      b.read(k, Type::b64);
    else if (k == 1)
      b.readAddress(b.operand(k), Space::global);
    else
      b.read(k, Type::u32);
  Slot d = b.write(0, Type::b64);
  b.emit(makePolicy, d).immediate = 0x1000000000000000ull; // as evict_normal
  return true;
}

void addHintForms(Forms &forms) {
  forms.add("setmaxnreg", buildSetRegisters);
  forms.add("griddepcontrol", buildGridDependency);
  forms.add("nanosleep", buildSleep);
  forms.add("pmevent", buildEvent);
  forms.add("discard", buildLine);
  forms.add("applypriority", buildLine);
  forms.add("createpolicy", buildPolicy);
}

} // namespace tessera::emulator
