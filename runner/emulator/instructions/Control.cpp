// SPDX-License-Identifier: Apache-2.0
// Branches, calls, the ends of functions and of threads. Lanes that go different ways become fragments of their own.

#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/SystemCalls.h"
#include "runner/emulator/program/FunctionBuilder.h"
#include <algorithm>

namespace tessera::emulator {

using ptx::Operand;
using ptx::Space;
using ptx::Type;

// --- moving lanes

/// The lanes of `mask` go to `pc`, the fragment's others behind this instruction.
static Outcome jump(Step &step, uint32_t mask, uint32_t pc) {
  Fragment &fragment = step.fragment;
  if (mask == fragment.mask) {
    fragment.pc = pc;
    return Outcome::jumped;
  }
  Fragment rest = fragment;
  rest.mask &= ~mask;
  ++rest.pc;
  fragment.mask = mask;
  fragment.pc = pc;
  step.warp.fragments.push_back(std::move(rest)); // invalidates `fragment`
  return Outcome::jumped;
}

Outcome branch(Step &step, const Instruction &i) { return jump(step, step.mask, i.detail); }

/// brx: lanes with the same index go together.
static Outcome branchIndexed(Step &step, const Instruction &i) {
  const uint32_t *index = step.in<uint32_t>(i.a);
  uint32_t chosen = index[step.firstLane()];
  if (chosen >= i.count)
    return step.fault(DiagnosticId::memoryOutOfBounds, "index " + std::to_string(chosen) + " of a branch with " + std::to_string(i.count) + " targets");
  uint32_t mask = 0;
  for (uint32_t left = step.mask; left; left &= left - 1)
    mask |= index[__builtin_ctz(left)] == chosen ? left & (0 - left) : 0;
  if (mask == step.mask)
    return jump(step, mask, step.listed(i, chosen));
  // The other lanes stay here and choose for themselves.
  Fragment rest = step.fragment;
  rest.mask &= ~mask;
  step.fragment.mask = mask;
  step.fragment.pc = step.listed(i, chosen);
  step.warp.fragments.push_back(std::move(rest));
  return Outcome::jumped;
}

static Outcome exitLanes(Step &step, const Instruction &) {
  Fragment &fragment = step.fragment;
  Warp &warp = step.warp;
  warp.live &= ~step.mask;
  step.wake(); // those who waited for these lanes look again
  fragment.mask &= ~step.mask;
  ++fragment.pc;
  if (!fragment.mask)
    warp.fragments.erase(warp.fragments.begin() + (&fragment - warp.fragments.data()));
  return Outcome::jumped;
}

/// Lanes go back to the caller, results into its parameters.
static Outcome returnLanes(Step &step, const Instruction &i) {
  Frame &frame = *step.fragment.frame;
  if (!frame.caller)
    return exitLanes(step, i);
  Frame &caller = *frame.caller;
  const Function &callee = *frame.function;
  for (size_t k = 0; k < callee.results.size() && k < frame.resultOffsets.size(); ++k)
    for (uint32_t left = step.mask; left; left &= left - 1) {
      size_t lane = static_cast<size_t>(__builtin_ctz(left));
      std::copy_n(&frame.parameters[lane * callee.parameterBytes + callee.results[k].offset], callee.results[k].size,
                  &caller.parameters[lane * caller.function->parameterBytes + frame.resultOffsets[k]]);
    }
  std::shared_ptr<Frame> back = frame.caller;
  uint32_t pc = frame.returnTo;
  Fragment &fragment = step.fragment;
  if (step.mask == fragment.mask) {
    fragment.pc = pc;
    fragment.frame = std::move(back);
    return Outcome::jumped;
  }
  Fragment returned = fragment;
  returned.mask = step.mask;
  returned.pc = pc;
  returned.frame = std::move(back);
  fragment.mask &= ~step.mask;
  ++fragment.pc;
  step.warp.fragments.push_back(std::move(returned));
  return Outcome::jumped;
}

Outcome returnFromFunction(Step &step, const Instruction &i) { return returnLanes(step, i); }

static Outcome trap(Step &step, const Instruction &) { return step.fault(DiagnosticId::trapped, "executes a `trap`"); }

// --- calls

namespace {

struct CallSite {
  uint32_t target = ~0u; // in `Program::functions`; ~0: by pointer
  std::vector<std::pair<uint32_t, uint32_t>> arguments; // offset in the caller's parameters, size
  std::vector<std::pair<uint32_t, uint32_t>> results;
};

constexpr unsigned deepestCall = 1024;
constexpr size_t mostFrameBytes = 256 << 20;

Outcome enter(Step &step, const Instruction &i, const CallSite &site, const Function &callee, uint32_t mask) {
  std::shared_ptr<Frame> caller = step.fragment.frame;
  unsigned depth = 0;
  size_t bytes = callee.registerBytes;
  for (const Frame *f = caller.get(); f; f = f->caller.get(), ++depth)
    bytes += f->registers.size() + f->parameters.size();
  if (depth > deepestCall || caller->localBase > (1u << 22) || bytes > mostFrameBytes)
    return step.fault(DiagnosticId::launchLimit, "calls nest deeper than " + std::to_string(deepestCall) + ", or take more than 4 MiB of local memory or " +
                                                     std::to_string(mostFrameBytes >> 20) + " MiB of registers a warp");
  if (site.arguments.size() != callee.parameters.size() || site.results.size() != callee.results.size())
    return step.fault(DiagnosticId::launchArgument, "`" + callee.name + "` takes " + std::to_string(callee.parameters.size()) + " parameters and gives " +
                                                        std::to_string(callee.results.size()) + ", the call has " + std::to_string(site.arguments.size()) + " and " +
                                                        std::to_string(site.results.size()));
  auto frame = std::make_shared<Frame>();
  frame->function = &callee;
  frame->caller = caller;
  frame->returnTo = step.fragment.pc + 1;
  openFrame(step.warp, *frame);
  for (size_t k = 0; k < site.arguments.size(); ++k) {
    auto [offset, size] = site.arguments[k];
    if (size != callee.parameters[k].size)
      return step.fault(DiagnosticId::launchArgument, "argument " + std::to_string(k + 1) + " of `" + callee.name + "` has " + std::to_string(size) + " bytes, " +
                                                          std::to_string(callee.parameters[k].size) + " are expected");
    for (uint32_t left = mask; left; left &= left - 1) {
      size_t lane = static_cast<size_t>(__builtin_ctz(left));
      std::copy_n(&caller->parameters[lane * caller->function->parameterBytes + offset], size,
                  &frame->parameters[lane * callee.parameterBytes + callee.parameters[k].offset]);
    }
  }
  for (auto [offset, size] : site.results)
    frame->resultOffsets.push_back(offset);
  Fragment &fragment = step.fragment;
  if (mask != fragment.mask) {
    Fragment rest = fragment;
    rest.mask &= ~mask;
    rest.pc += (step.mask & ~mask) ? 0 : 1; // lanes that call another function choose again
    fragment.mask = mask;
    fragment.pc = 0;
    fragment.frame = std::move(frame);
    step.warp.fragments.push_back(std::move(rest));
    return Outcome::jumped;
  }
  fragment.pc = 0;
  fragment.frame = std::move(frame);
  return Outcome::jumped;
}

Outcome callDirect(Step &step, const Instruction &i) {
  const auto &site = *static_cast<const CallSite *>(i.payload);
  return enter(step, i, site, step.machine.program.functions[site.target], step.mask);
}

Outcome callIndirect(Step &step, const Instruction &i) {
  const uint64_t *pointers = step.in<uint64_t>(i.a);
  const std::vector<Function> &functions = step.machine.program.functions;
  uint64_t pointer = pointers[step.firstLane()], index = (pointer - functionWindow) / 16;
  if (pointer < functionWindow || pointer % 16 || index >= functions.size() || functions[index].isExtern || functions[index].isEntry)
    return step.fault(DiagnosticId::memoryAccess, "calls through a pointer that is no function's");
  uint32_t mask = 0;
  for (uint32_t left = step.mask; left; left &= left - 1)
    mask |= pointers[__builtin_ctz(left)] == pointer ? left & (0 - left) : 0;
  // A guard leaves lanes behind that do not call at all; lanes with another pointer stay at this instruction.
  if (mask != step.mask && step.mask != step.fragment.mask) {
    Fragment rest = step.fragment;
    rest.mask &= ~step.mask;
    ++rest.pc;
    step.fragment.mask = step.mask;
    step.warp.fragments.push_back(std::move(rest));
    return Outcome::jumped; // again, with these lanes alone
  }
  return enter(step, i, *static_cast<const CallSite *>(i.payload), functions[index], mask);
}

} // namespace

bool buildCallSite(InstructionBuilder &b, const Operand *list, std::vector<std::pair<uint32_t, uint32_t>> &out) {
  if (!list)
    return true;
  for (const Operand &element : list->elements) {
    const Symbol *symbol = element.kind == Operand::Kind::name ? b.findSymbol(element.name) : nullptr;
    if (!symbol || symbol->space != Space::param)
      return b.failUnsupported("arguments and results of a call must be `.param` variables");
    out.emplace_back(static_cast<uint32_t>(symbol->address), static_cast<uint32_t>(symbol->size));
  }
  return true;
}

/// call{.uni} {(results),} function {, (arguments)} {, prototype or targets};
static bool buildCall(InstructionBuilder &b) {
  b.take("uni");
  size_t at = 0, count = b.operandCount();
  const Operand *results = nullptr, *arguments = nullptr;
  if (at < count && b.operand(at).kind == Operand::Kind::list)
    results = &b.operand(at++);
  if (at >= count || b.operand(at).kind != Operand::Kind::name)
    return b.failOperand("`call` names no function");
  const Operand &target = b.operand(at++);
  if (at < count && b.operand(at).kind == Operand::Kind::list)
    arguments = &b.operand(at++);
  if (at < count)
    ++at; // a prototype or a list of targets: what the pointer is is looked at when it is called
  if (at < count)
    return b.failOperand("`call` has more operands than it takes");
  CallSite site;
  if (!buildCallSite(b, results, site.results) || !buildCallSite(b, arguments, site.arguments))
    return false;
  std::optional<uint32_t> function = b.findFunction(target.name);
  if (!function) {
    Slot pointer = b.read(target, Type::u64);
    b.emit(callIndirect, noSlot, pointer).payload = b.keep(std::move(site));
    return true;
  }
  if (!b.isDefined(*function)) {
    Handler handler = findSystemCall(target.name);
    if (!handler)
      return b.failUnsupported("`" + std::string(target.name) + "` is defined in another module");
    SystemCallSite system;
    system.arguments = site.arguments;
    system.results = site.results;
    b.emit(handler).payload = b.keep(std::move(system));
    return true;
  }
  site.target = *function;
  b.emit(callDirect).payload = b.keep(std::move(site));
  return true;
}

static bool buildBra(InstructionBuilder &b) {
  b.take("uni");
  if (!b.expectOperands(1))
    return false;
  if (std::optional<uint32_t> target = b.findLabel(b.operand(0).name)) {
    b.emit(branch).detail = *target;
    return true;
  }
  return b.fail(DiagnosticId::ptxName, "the label `" + std::string(b.operand(0).name) + "` is not declared");
}

/// brx.idx{.uni} index, targets;
static bool buildBrx(InstructionBuilder &b) {
  b.take("uni");
  if (!b.take("idx"))
    return b.failUnsupported("`brx` is supported as `brx.idx`");
  if (!b.expectOperands(2))
    return false;
  std::optional<std::vector<uint32_t>> targets = b.findTargets(b.operand(1).name);
  if (!targets)
    return b.fail(DiagnosticId::ptxName, "the list of targets `" + std::string(b.operand(1).name) + "` is not declared, or a label in it is not");
  Slot index = b.read(0, Type::u32);
  Instruction &made = b.emit(branchIndexed, noSlot, index);
  made.first = b.pushSlots(*targets);
  made.count = static_cast<uint32_t>(targets->size());
  b.patchTargets(made.first, made.count);
  return true;
}

static bool buildRet(InstructionBuilder &b) {
  b.take("uni");
  b.emit(returnLanes);
  return b.expectOperands(0);
}

static bool buildExit(InstructionBuilder &b) {
  b.emit(exitLanes);
  return b.expectOperands(0);
}

static bool buildTrap(InstructionBuilder &b) {
  b.emit(trap);
  return b.expectOperands(0);
}

void addControlForms(Forms &forms) {
  forms.add("bra", buildBra);
  forms.add("brx", buildBrx);
  forms.add("call", buildCall);
  forms.add("ret", buildRet);
  forms.add("exit", buildExit);
  forms.add("trap", buildTrap);
  forms.add("brkpt", buildTrap);
}

} // namespace tessera::emulator
