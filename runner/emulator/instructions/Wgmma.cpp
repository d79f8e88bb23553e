// SPDX-License-Identifier: Apache-2.0
// wgmma: multiplications of a warpgroup that read shared memory by descriptors and take effect later
// (WgmmaOperation.h).
//
//   wgmma.mma_async.sync.aligned.m64nNkK.D.A.B d, a, b, scale-d {, scale-a, scale-b {, trans-a, trans-b}}
//
// A is a descriptor or four registers, B a descriptor. Also told here: what the warps of a warpgroup must agree on,
// registers of another wgmma that is in flight, and (as the function's builder has found out) a `wgmma.fence` that is
// missing.

#include "runner/emulator/instructions/Wgmma.h"
#include "runner/emulator/async/WgmmaOperation.h"
#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/Fragment.h"
#include "runner/emulator/machine/Tracing.h"
#include <algorithm>
#include <cstdio>

namespace tessera::emulator {

namespace {

/// The wgmmas of each warpgroup that not all of its warps have issued; `first` is the number of the oldest.
struct WarpgroupIssues {
  struct Group {
    uint64_t first = 0;
    std::deque<std::shared_ptr<WarpgroupIssue>> issues;
  };
  std::map<unsigned, Group> groups;
};

std::string hex(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

// --- what must be alike

/// A value that all lanes must give alike. False: reported.
bool readUniform(Step &step, Slot slot, const char *what, uint64_t &value) {
  const uint64_t *lanes = step.in<uint64_t>(slot);
  value = lanes[0];
  if (!std::equal(lanes + 1, lanes + warpSize, lanes)) {
    auto lane = std::find_if(lanes, lanes + warpSize, [&](uint64_t other) { return other != value; }) - lanes;
    step.fault(DiagnosticId::divergentCollective,
               std::string(what) + " is " + hex(lanes[lane]) + ", in lane 0 " + hex(value) +
                   ": it must be the same in all of a warpgroup",
               static_cast<int>(lane));
    return false;
  }
  if (std::string problem = checkDescriptor(value); !problem.empty()) {
    step.fault(DiagnosticId::memoryAccess, std::string(what) + " " + hex(value) + " has " + problem);
    return false;
  }
  return true;
}

bool readIssue(Step &step, const WgmmaForm &form, WarpgroupIssue &issue) {
  issue.instruction = step.instruction;
  if (!form.aInRegisters && !readUniform(step, form.aDescriptor, "the descriptor of A", issue.aDescriptor))
    return false;
  if (!readUniform(step, form.bDescriptor, "the descriptor of B", issue.bDescriptor))
    return false;
  uint32_t reads = step.predicate(form.readsOld) ^ (form.isReadsOldNegated ? wholeWarp : 0);
  if (reads != 0 && reads != wholeWarp) {
    step.fault(DiagnosticId::divergentCollective, "the predicate scale-d of `wgmma` is true in lanes " +
                                                      describeMask(reads) + " only, expected the same in all");
    return false;
  }
  issue.readsOld = reads != 0;
  return true;
}

/// The warpgroup's record of this wgmma, which the first warp that comes makes. Null: reported.
std::shared_ptr<WarpgroupIssue> joinIssue(Step &step, const WarpgroupIssue &mine, uint64_t number) {
  WarpgroupIssues::Group &group = step.cta.state<WarpgroupIssues>().groups[step.warp.index / 4];
  while (number - group.first >= group.issues.size())
    group.issues.push_back(std::make_shared<WarpgroupIssue>());
  std::shared_ptr<WarpgroupIssue> shared = group.issues[number - group.first];
  if (shared->warps == 0)
    *shared = mine;
  std::string difference;
  if (shared->instruction != mine.instruction)
    difference =
        "the warps of a warpgroup execute different instructions as their wgmma number " + std::to_string(number + 1);
  else if (shared->aDescriptor != mine.aDescriptor || shared->bDescriptor != mine.bDescriptor)
    difference = "the warps of a warpgroup give other descriptors: A " + hex(mine.aDescriptor) + " and " +
                 hex(shared->aDescriptor) + ", B " + hex(mine.bDescriptor) + " and " + hex(shared->bDescriptor);
  else if (shared->readsOld != mine.readsOld)
    difference = "scale-d differs between the warps of a warpgroup";
  if (!difference.empty()) {
    step.fault(DiagnosticId::divergentCollective, difference + ", expected the same in all four");
    return nullptr;
  }
  ++shared->warps;
  while (!group.issues.empty() && group.issues.front()->warps == 4) {
    group.issues.pop_front();
    ++group.first;
  }
  return shared;
}

// --- registers

Slot findCommon(const std::vector<Slot> &a, const std::vector<Slot> &b) {
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j])
      return a[i];
    ++(a[i] < b[j] ? i : j);
  }
  return noSlot;
}

void reportBusy(Step &step, const WgmmaOperation &owner, Slot slot, const char *what) {
  Diagnostic *report = step.machine.report(DiagnosticId::registerInFlight, step.function(), step.instruction->place,
                                           "`" + nameRegister(step.function(), slot) + "` is " + what);
  if (report)
    report->note("the instruction that owns it", step.machine.rangeOf(step.function(), owner.site.place));
}

/// Accumulators may be chained by instructions of the same shape and type; anything else must wait for the wgmma
/// before.
void checkChain(Step &step, const WgmmaForm &form, const WgmmaOperation &other) {
  if (&other.form == &form || other.frame != step.fragment.frame)
    return;
  bool isChain = other.form.name == form.name && other.form.result == form.result && other.form.d == form.d;
  if (Slot slot = isChain ? noSlot : findCommon(form.sortedD, other.form.sortedD); slot != noSlot)
    return reportBusy(step, other, slot,
                      "an accumulator of another wgmma, not of the same shape and registers, that is still in flight");
  if (Slot slot = findCommon(form.sortedA, other.form.sortedD); slot != noSlot)
    return reportBusy(step, other, slot, "read as A while a wgmma that is in flight still writes it");
  if (Slot slot = findCommon(form.sortedD, other.form.sortedA); slot != noSlot)
    reportBusy(step, other, slot, "written as D while a wgmma that is in flight still reads it as A");
}

void checkRegisters(Step &step, const WgmmaForm &form, const WgmmaState &state) {
  for (const auto &operation : state.open)
    checkChain(step, form, *operation);
  for (const auto &group : state.groups)
    for (const auto &operation : group)
      checkChain(step, form, *operation);
}

/// One entry for registers that a chain of wgmmas owns: the last one's wait frees them.
void markBusy(Step &step, const std::vector<Slot> &slots, bool areRead, uint64_t operation) {
  if (slots.empty())
    return;
  Frame *frame = step.fragment.frame.get();
  for (BusyRegisters &busy : step.warp.busy)
    if (busy.frame == frame && busy.areRead == areRead && busy.slots == slots) {
      busy.operation = operation;
      busy.place = step.instruction->place;
      return;
    }
  step.warp.busy.push_back({frame, slots, areRead, operation, step.instruction->place, false});
}

void reportUnfenced(Step &step, const Instruction &i) {
  Slot slot = (i.detail & ~unfencedBit) - 1;
  Diagnostic *report = step.machine.report(
      DiagnosticId::registerInFlight, step.function(), i.place,
      "`" + nameRegister(step.function(), slot) +
          "` may have been touched since the last `wgmma.fence`, or there was none, and this wgmma uses it");
  if (report)
    report->note(
        "the four warps must execute `wgmma.fence` before the first wgmma and after other code has used its registers");
}

// --- handlers

Outcome multiplyAsync(Step &step, const Instruction &i) {
  const auto &form = *static_cast<const WgmmaForm *>(i.payload);
  if (!expectWholeWarp(step, "wgmma.mma_async"))
    return Outcome::fault;
  if (size_t warps = step.cta.warps.size(); step.warp.index / 4 * 4 + 4 > warps)
    return step.fault(DiagnosticId::divergentCollective, "`wgmma` needs the four warps of a warpgroup, the CTA has " +
                                                             std::to_string(warps) +
                                                             " warps, so that this one's group is not whole");
  WarpgroupIssue mine;
  if (!readIssue(step, form, mine))
    return Outcome::fault;
  bool isChecked = !step.machine.needed; // who skips results does not look after their registers
  if (i.detail & unfencedBit && isChecked)
    reportUnfenced(step, i);
  auto &state = step.warp.state<WgmmaState>();
  std::shared_ptr<WarpgroupIssue> issue = joinIssue(step, mine, state.issued);
  if (!issue)
    return Outcome::fault;
  ++state.issued;
  if (isChecked)
    checkRegisters(step, form, state);
  auto operation = std::make_shared<WgmmaOperation>(step, form, issue, state);
  step.cta.cluster->async.issue(step.machine, operation);
  state.last = operation;
  state.open.push_back(operation);
  if (isChecked) {
    markBusy(step, form.sortedD, false, state.issued);
    markBusy(step, form.sortedA, true, state.issued);
  }
  return Outcome::next;
}

Outcome fence(Step &step, const Instruction &) {
  return expectWholeWarp(step, "wgmma.fence") ? Outcome::next : Outcome::fault;
}

Outcome commitGroup(Step &step, const Instruction &) {
  if (!expectWholeWarp(step, "wgmma.commit_group"))
    return Outcome::fault;
  auto &state = step.warp.state<WgmmaState>();
  if (!state.open.empty())
    state.open.back()->endGroup();
  state.groups.push_back(std::move(state.open));
  state.open.clear();
  ++state.committed;
  return Outcome::next;
}

/// Wgmmas are numbered by their issue, so what is left owns the registers of all numbers above those that were covered.
void freeRegisters(Warp &warp, const WgmmaState &state) {
  size_t left = state.open.size();
  for (const auto &group : state.groups)
    left += group.size();
  uint64_t covered = state.issued - left;
  std::erase_if(warp.busy, [&](const BusyRegisters &busy) { return busy.operation <= covered; });
}

/// For the report of a launch that stands still.
std::string describeGroups(const Machine &, const Warp &warp, const WaitReason &reason) {
  if (reason.kind != WaitReason::Kind::wgmmaGroup)
    return {};
  for (const auto &group : const_cast<Warp &>(warp).state<WgmmaState>().groups)
    for (const auto &operation : group)
      if (unsigned warps = operation->countWarps(); warps < 4)
        return "a " + operation->form.name +
               " that not all warps of its warpgroup have issued: " + std::to_string(warps) + " of 4";
  return {};
}

/// The oldest `covered` groups are done.
void traceCovered(Step &step, const WgmmaState &state, size_t covered) {
  if (!step.machine.options.trace)
    return;
  TraceMoment moment;
  for (size_t g = 0; g < covered; ++g)
    for (const auto &operation : state.groups[g])
      moment.join(operation->whenEnded());
  Trace::Event event;
  event.kind = Trace::Kind::wait;
  event.what = "wait for wgmma";
  traceWait(step, std::move(event), moment);
}

Outcome waitGroup(Step &step, const Instruction &i) {
  if (!expectWholeWarp(step, "wgmma.wait_group"))
    return Outcome::fault;
  auto &state = step.warp.state<WgmmaState>();
  if (state.groups.size() <= i.immediate)
    return Outcome::next;
  size_t covered = state.groups.size() - i.immediate;
  if (const WgmmaOperation *last = state.lastOf(covered); last && !last->isWholeDone()) {
    auto &describers = step.machine.waitDescribers;
    if (std::find(describers.begin(), describers.end(), describeGroups) == describers.end())
      describers.push_back(describeGroups);
    return step.waitFor(WaitReason::Kind::wgmmaGroup, i.immediate);
  }
  if (step.machine.checker)
    for (size_t g = 0; g < covered; ++g)
      for (const auto &operation : state.groups[g])
        step.machine.checker->acquire(step.warp.agent, step.mask, operation->wholeClock());
  traceCovered(step, state, covered);
  state.groups.erase(state.groups.begin(), state.groups.begin() + static_cast<ptrdiff_t>(covered));
  freeRegisters(step.warp, state);
  return Outcome::next;
}

// --- builders

std::string nameOf(const InstructionBuilder &b) {
  std::string name(b.source().opcode);
  for (std::string_view modifier : b.source().modifiers)
    name += "." + std::string(modifier);
  return "`" + name + "`";
}

bool takeNumber(std::string_view text, size_t &at, unsigned &number) {
  size_t first = at;
  for (number = 0; at < text.size() && text[at] >= '0' && text[at] <= '9' && at - first < 6; ++at)
    number = number * 10 + static_cast<unsigned>(text[at] - '0');
  return at > first;
}

/// `.m64nNkK`
bool takeShape(InstructionBuilder &b, unsigned &n, unsigned &k, std::string &name) {
  std::string_view shape = b.takePrefix("m64n");
  size_t at = 4;
  if (shape.empty() || !takeNumber(shape, at, n) || at >= shape.size() || shape[at++] != 'k' ||
      !takeNumber(shape, at, k) || at != shape.size())
    return b.failOperand(nameOf(b) + " without a shape such as `.m64n128k16`");
  name = "wgmma " + std::string(shape);
  return true;
}

bool isInteger(TensorType type) { return type == TensorType::s8 || type == TensorType::u8 || type == TensorType::b1; }
bool isSmallFloat(TensorType type) { return type == TensorType::e4m3 || type == TensorType::e5m2; }

bool takeTypes(InstructionBuilder &b, WgmmaForm &form) {
  ptx::Type d = b.takeTypeIfAny(), aType = b.takeTypeIfAny(), bType = b.takeTypeIfAny();
  auto a = getTensorType(aType), other = getTensorType(bType);
  bool areMixed = a && other &&
                  ((isSmallFloat(*a) && isSmallFloat(*other)) ||
                   (isInteger(*a) && isInteger(*other) && *a != TensorType::b1 && *other != TensorType::b1));
  if (!a || !other || (*a != *other && !areMixed))
    return b.failOperand(nameOf(b) + ": A and B of these types can't be multiplied");
  form.aType = *a;
  form.bType = *other;
  bool hasHalf = *a == TensorType::f16 || isSmallFloat(*a);
  if (!(isInteger(*a) ? d == ptx::Type::s32 : d == ptx::Type::f32 || (d == ptx::Type::f16 && hasHalf)))
    return b.failOperand(nameOf(b) + ": D of this type can't go with A and B of those");
  form.result = d == ptx::Type::s32 ? TensorResult::s32 : d == ptx::Type::f16 ? TensorResult::f16 : TensorResult::f32;
  if (isInteger(*a) && *a != TensorType::b1 && b.take("satfinite"))
    form.result = TensorResult::s32Saturated;
  if (*a == TensorType::b1 && (!b.take("and") || !b.take("popc")))
    return b.failOperand(nameOf(b) + " without `.and.popc`");
  return true;
}

/// Whether sm_90a has this shape for these types.
bool checkShape(InstructionBuilder &b, const WgmmaForm &form, unsigned k) {
  unsigned bits = form.aType == TensorType::b1 ? 1 : getTensorElementBits(form.aType);
  bool isWhole = form.columns % (isInteger(form.aType) && form.columns > 32 ? 16 : 8) == 0;
  if (isInteger(form.aType) && form.columns > 24 && form.columns % 16 != 0)
    isWhole = false;
  if (k == 256 / bits && isWhole && form.columns >= 8 && form.columns <= 256)
    return true;
  return b.failOperand(nameOf(b) + ": these types have no such shape");
}

/// 1 or -1.
bool takeSign(InstructionBuilder &b, size_t operand, bool &isNegated) {
  auto value = b.expectLiteral(operand, -1, 1);
  if (!value)
    return false;
  if (*value == 0)
    return b.failOperand("operand " + std::to_string(operand + 1) + " of `wgmma` is 0, expected 1 or -1");
  isNegated = *value < 0;
  return true;
}

bool takeFlag(InstructionBuilder &b, size_t operand, bool &isSet) {
  auto value = b.expectLiteral(operand, 0, 1);
  isSet = value && *value;
  return value.has_value();
}

/// scale-a and scale-b of floats, trans-a (of a descriptor) and trans-b of 16-bit ones.
bool takeTail(InstructionBuilder &b, WgmmaForm &form) {
  bool isFloat = !isInteger(form.aType), mayTranspose = form.aType == TensorType::f16 || form.aType == TensorType::bf16;
  size_t count = 4 + (isFloat ? 2 : 0) + (mayTranspose ? (form.aInRegisters ? 1 : 2) : 0);
  if (!b.expectOperands(count))
    return false;
  if (isFloat && (!takeSign(b, 4, form.isANegated) || !takeSign(b, 5, form.isBNegated)))
    return false;
  if (mayTranspose && !form.aInRegisters && !takeFlag(b, 6, form.isATransposed))
    return false;
  return !mayTranspose || takeFlag(b, count - 1, form.isBTransposed);
}

std::vector<Slot> takeSlots(InstructionBuilder &b, const ptx::Operand &operand, ptx::Type type, bool isD, bool readsD) {
  std::vector<Slot> slots;
  for (const ptx::Operand &element : operand.elements)
    slots.push_back(isD ? b.own(element, type, readsD) : b.own(element, type, true, false));
  return slots;
}

/// D is read only where scale-d says so; a literal says so now, a predicate when it runs.
bool takeRegistersOf(InstructionBuilder &b, WgmmaForm &form) {
  unsigned count = form.columns / (form.result == TensorResult::f16 ? 4 : 2);
  if (b.operand(0).elements.size() != count)
    return b.failOperand("D of " + nameOf(b) + " has " + std::to_string(b.operand(0).elements.size()) +
                         " registers, expected " + std::to_string(count));
  auto always = b.literal(3);
  form.d = takeSlots(b, b.operand(0), form.result == TensorResult::f32 ? ptx::Type::f32 : ptx::Type::b32, true,
                     always && *always != 0);
  form.sortedD = form.d;
  std::sort(form.sortedD.begin(), form.sortedD.end());
  if (std::adjacent_find(form.sortedD.begin(), form.sortedD.end()) != form.sortedD.end())
    return b.failOperand("D of " + nameOf(b) + " names a register twice");
  form.aInRegisters = b.operand(1).kind == ptx::Operand::Kind::vector;
  if (form.aInRegisters) {
    if (b.operand(1).elements.size() != 4)
      return b.failOperand("A of " + nameOf(b) + " has " + std::to_string(b.operand(1).elements.size()) +
                           " registers, expected 4");
    form.a = takeSlots(b, b.operand(1), ptx::Type::b32, false, false);
    form.sortedA = form.a;
    std::sort(form.sortedA.begin(), form.sortedA.end());
    form.sortedA.erase(std::unique(form.sortedA.begin(), form.sortedA.end()), form.sortedA.end());
  } else {
    form.aDescriptor = b.read(1, ptx::Type::b64);
  }
  form.bDescriptor = b.read(2, ptx::Type::b64);
  form.readsOld = b.readPredicate(b.operand(3), form.isReadsOldNegated);
  return true;
}

bool buildProduct(InstructionBuilder &b) {
  if (b.isLeft("sp"))
    return b.failUnsupported(nameOf(b) + ": sparse matrices");
  WgmmaForm form;
  unsigned k = 0;
  if (!takeShape(b, form.columns, k, form.name) || !takeTypes(b, form) || !checkShape(b, form, k) ||
      !b.expectOperands(4, 8))
    return false;
  if (!takeRegistersOf(b, form) || !takeTail(b, form))
    return false;
  if (findCommon(form.sortedA, form.sortedD) != noSlot)
    return b.failOperand(nameOf(b) + ": a register is both of A and of D");
  Instruction &i = b.emit(multiplyAsync);
  i.mayTouchBusy = true;
  i.payload = b.keep(std::move(form));
  return true;
}

bool buildWgmma(InstructionBuilder &b) {
  if (b.target() != "sm_90a")
    return b.failUnsupported(nameOf(b) + " needs `.target sm_90a`, not `" + std::string(b.target()) + "`");
  std::string_view what = b.takeOneOf({"mma_async", "fence", "commit_group", "wait_group"});
  if (!b.take("sync") || !b.take("aligned"))
    return b.failOperand(nameOf(b) + " without `.sync.aligned`");
  b.setConverged();
  if (what == "mma_async")
    return buildProduct(b);
  if (what == "wait_group") {
    auto groups = b.expectOperands(1) ? b.expectLiteral(0, 0, INT32_MAX) : std::nullopt;
    if (!groups)
      return false;
    b.emit(waitGroup).immediate = static_cast<uint64_t>(*groups);
    return true;
  }
  if (what.empty() || !b.expectOperands(0))
    return b.failOperand(nameOf(b) + " is none of `.mma_async`, `.fence`, `.commit_group`, `.wait_group`");
  b.emit(what == "fence" ? fence : commitGroup);
  return true;
}

} // namespace

const WgmmaForm *findWgmma(const Instruction &i) {
  return i.handler == multiplyAsync ? static_cast<const WgmmaForm *>(i.payload) : nullptr;
}
bool isWgmmaFence(const Instruction &i) { return i.handler == fence; }

void addWgmmaForms(Forms &forms) { forms.add("wgmma", buildWgmma); }

} // namespace tessera::emulator
