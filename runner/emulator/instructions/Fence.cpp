// SPDX-License-Identifier: Apache-2.0
// `fence`, `membar` and their proxy forms. Memory here is one copy that changes in one order, so that a fence has nothing to do for
// what is read; what it means for order is the race checker's. PTX ISA, "Parallel Synchronization and Communication Instructions:
// membar, fence".

#include "runner/emulator/instructions/Families.h"
#include "runner/emulator/instructions/StrongAccess.h"
#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/program/Builder.h"

namespace tessera::emulator {

using ptx::Type;

namespace {

/// `detail`: the scope.
Outcome fence(Step &step, const Instruction &i) {
  if (step.machine.checker)
    step.machine.checker->fence(step.warp.agent, step.mask, Scope(i.detail));
  return Outcome::next;
}

/// `detail`: 1 for shared memory, 2 for global memory, 3 for both.
Outcome fenceAsync(Step &step, const Instruction &i) {
  if (step.machine.checker)
    step.machine.checker->fenceProxyAsync(step.warp.agent, step.mask, i.detail & 1, i.detail & 2);
  return Outcome::next;
}

Outcome nothing(Step &, const Instruction &) { return Outcome::next; }

/// What the kernel has changed in the 128 bytes of a tensor map is seen by copies from here on. a, `immediate`: the address; `detail`: its scope.
struct MapAddress {
  bool isWide = true;
};
Outcome acquireMap(Step &step, const Instruction &i) {
  uint64_t addresses[warpSize];
  step.addresses(i.a, static_cast<const MapAddress *>(i.payload)->isWide, i.immediate, addresses);
  for (uint32_t left = step.mask; left != 0; left &= left - 1)
    if (uint64_t address = addresses[__builtin_ctz(left)]; address % 128 != 0)
      return step.fault(DiagnosticId::memoryMisaligned, "a tensor map's address is " + std::to_string(address) + ", a multiple of 128 is expected",
                        __builtin_ctz(left));
    else if (auto changed = step.machine.changedMaps.find(address); changed != step.machine.changedMaps.end())
      step.cta.state<AcquiredMaps>().changes[address] = changed->second;
  return fence(step, i);
}

std::optional<Scope> expectScope(InstructionBuilder &b) {
  std::optional<Scope> scope = takeScope(b);
  if (!scope)
    b.failOperand("`" + std::string(b.source().opcode) + "` needs a scope: `.cta`, `.cluster`, `.gpu` or `.sys`");
  return scope;
}

bool emitFence(InstructionBuilder &b, std::optional<Scope> scope) {
  if (!scope || !b.expectOperands(0))
    return false;
  b.emit(fence).detail = static_cast<uint32_t>(*scope);
  return true;
}

/// fence.proxy.tensormap::generic.{acquire.scope [map], 128 | release.scope}
bool buildTensorMapFence(InstructionBuilder &b) {
  std::string_view order = b.takeOneOf({"acquire", "release"});
  std::optional<Scope> scope = expectScope(b);
  if (order.empty() || !scope)
    return b.failOperand("`fence.proxy.tensormap::generic` needs `.acquire` or `.release` and a scope");
  if (order == "release")
    return emitFence(b, scope);
  if (!b.expectOperands(2) || !b.expectLiteral(1, 128, 128))
    return false;
  Address address = b.readAddress(b.operand(0), ptx::Space::generic);
  Instruction &made = b.emit(acquireMap, noSlot, address.base);
  made.immediate = address.offset;
  made.detail = static_cast<uint32_t>(*scope);
  made.payload = b.keep(MapAddress{address.isWide});
  return true;
}

/// fence.proxy.{alias | async{.space}}, fence.proxy.async::generic.{acquire,release}.sync_restrict::…, fence.proxy.tensormap::generic…
bool buildProxyFence(InstructionBuilder &b) {
  if (b.take("tensormap::generic"))
    return buildTensorMapFence(b);
  if (b.take("alias")) { // one address space here: aliases are the same bytes
    if (!b.expectOperands(0))
      return false;
    b.emit(nothing);
    return true;
  }
  if (b.take("async::generic")) {
    std::string_view order = b.takeOneOf({"acquire", "release"});
    std::string_view restriction = b.takeOneOf({"sync_restrict::shared::cluster", "sync_restrict::shared::cta"});
    if (order.empty() || restriction.empty() || !b.take("cluster") || !b.expectOperands(0))
      return b.failOperand("`fence.proxy.async::generic` needs `.acquire.sync_restrict::shared::cluster.cluster` or "
                           "`.release.sync_restrict::shared::cta.cluster`");
    b.emit(fenceAsync).detail = 1;
    return true;
  }
  if (!b.take("async"))
    return b.failUnsupported("this proxy fence is not supported: `.async`, `.alias`, `.async::generic` and `.tensormap::generic` are");
  bool isCluster = false;
  ptx::Space space = b.takeSpace(&isCluster);
  if (!b.expectOperands(0))
    return false;
  if (space != ptx::Space::generic && space != ptx::Space::shared && space != ptx::Space::global)
    return b.failOperand("`fence.proxy.async` is for `.global`, `.shared::cta` or `.shared::cluster`");
  b.emit(fenceAsync).detail = space == ptx::Space::shared ? 1 : space == ptx::Space::global ? 2 : 3;
  return true;
}

/// fence{.sc,.acq_rel,.acquire,.release}.scope;   fence.proxy…;   fence.mbarrier_init.release.cluster
bool buildFence(InstructionBuilder &b) {
  if (b.take("proxy"))
    return buildProxyFence(b);
  if (b.take("mbarrier_init")) {
    if (!b.take("release") || !b.take("cluster"))
      return b.failOperand("`fence.mbarrier_init` needs `.release.cluster`");
    return emitFence(b, Scope::cluster);
  }
  std::string_view order = b.takeOneOf({"sc", "acq_rel", "acquire", "release"});
  if (!order.empty())
    b.takeOneOf({"sync_restrict::shared::cluster", "sync_restrict::shared::cta"}); // a weaker fence: taken as the whole one
  return emitFence(b, expectScope(b));
}

/// membar.{cta,gl,sys}: `fence.sc` of cta, gpu and sys; membar.proxy.…
bool buildMembar(InstructionBuilder &b) {
  if (b.take("proxy"))
    return buildProxyFence(b);
  std::string_view level = b.takeOneOf({"cta", "gl", "sys"});
  if (level.empty())
    return b.failOperand("`membar` needs `.cta`, `.gl` or `.sys`");
  return emitFence(b, level == "cta" ? Scope::cta : level == "gl" ? Scope::gpu : Scope::sys);
}

} // namespace

void addFenceForms(Forms &forms) {
  forms.add("fence", buildFence);
  forms.add("membar", buildMembar);
}

} // namespace tessera::emulator
