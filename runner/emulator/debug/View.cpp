// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/debug/View.h"
#include "runner/emulator/async/Mbarriers.h"
#include "runner/emulator/ptx/Parser.h"
#include <algorithm>
#include <cstring>

namespace tessera::emulator {

uint64_t linearCta(const Machine &machine, const Dim3 &index) {
  const uint32_t *grid = machine.shape.grid;
  return index.x + grid[0] * (index.y + uint64_t(grid[1]) * index.z);
}

WarpName nameWarp(const Machine &machine, const Warp &warp) {
  return {linearCta(machine, warp.cta->index), warp.index};
}

SourceRange ptxRangeOf(const Machine &machine, const Function &function, uint32_t place) {
  return ptx::toRange(machine.program.module, function.places[place].ptx);
}

SourceRange sourceRangeOf(const Machine &machine, const Function &function, uint32_t place) {
  return ptx::toSourceRange(machine.program.module, *function.syntax, function.places[place].sourceLine);
}

const ptx::Instruction *findInstruction(const Function &function, uint32_t place) {
  const ptx::Place &at = function.places[place].ptx;
  const std::vector<ptx::Instruction> &all = function.syntax->instructions; // in the order of the text
  auto isBefore = [](const ptx::Instruction &instruction, const ptx::Place &wanted) {
    return std::pair(instruction.place.line, instruction.place.column) < std::pair(wanted.line, wanted.column);
  };
  auto found = std::lower_bound(all.begin(), all.end(), at, isBefore);
  bool isIt = found != all.end() && found->place.line == at.line && found->place.column == at.column;
  return isIt ? &*found : nullptr;
}

uint32_t lanesOfWarp(const LaunchShape &shape, unsigned warp) {
  uint32_t threads = shape.block[0] * shape.block[1] * shape.block[2], first = warp * warpSize;
  uint32_t lanes = threads > first ? std::min(warpSize, threads - first) : 0;
  return lanes == warpSize ? ~0u : (1u << lanes) - 1;
}

uint64_t CtaView::countWritten() const {
  return static_cast<uint64_t>(std::count_if(writers.begin(), writers.end(),
                                             [](const WriterView &writer) { return writer.function != nullptr; }));
}

/// What lanes wait for. They try again after something has happened: until then nobody knows whether it was theirs.
static std::string describeWait(const Machine &machine, const Warp &warp, const Fragment &fragment) {
  if (fragment.waiting.kind == WaitReason::Kind::none)
    return "";
  if (fragment.waitingSince == warp.cta->cluster->activity)
    return machine.describeWait(warp, fragment.waiting);
  return fragment.waiting.describe() + " when they last tried: they may go on now";
}

static FragmentView viewOf(const Machine &machine, const Warp &warp, const Fragment &fragment) {
  const Function &function = *fragment.frame->function;
  uint32_t place = function.code[fragment.pc].place;
  return {fragment.mask, function.name, ptxRangeOf(machine, function, place), sourceRangeOf(machine, function, place),
          describeWait(machine, warp, fragment)};
}

static WarpView viewOf(const Machine &machine, const Warp &warp) {
  WarpView view{nameWarp(machine, warp), lanesOfWarp(machine.shape, warp.index), warp.live, {}};
  for (const Fragment &fragment : warp.fragments)
    view.fragments.push_back(viewOf(machine, warp, fragment));
  return view;
}

static std::vector<RegisterView> registersOf(const Frame &frame) {
  std::vector<RegisterView> views;
  for (const auto &[slot, name] : frame.function->registerNames) {
    RegisterView view{name, frame.function->registerTypes.at(slot), {}, {}, slot};
    const uint8_t *bytes = frame.registers.data() + slot;
    unsigned size = std::min(8u, std::max(1u, ptx::getBits(view.type) / 8)); // of `.b128` the lower half
    unsigned stride = std::max(1u, ptx::getBits(view.type) / 8);
    uint32_t truths = 0;
    if (view.type == ptx::Type::pred)
      std::memcpy(&truths, bytes, sizeof truths);
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (view.type == ptx::Type::pred)
        view.lanes[lane] = truths >> lane & 1;
      else
        std::memcpy(&view.lanes[lane], bytes + size_t(lane) * stride, size);
    views.push_back(std::move(view));
  }
  return views;
}

/// A name without the backticks that messages put around it.
static std::string unquoted(std::string name) {
  name.erase(std::remove(name.begin(), name.end(), '`'), name.end());
  return name;
}

static MbarrierView viewOf(const Machine &machine, uint32_t offset, const LiveMbarrier &barrier) {
  const Mbarrier &state = barrier.state;
  MbarrierView view{offset + sharedBase,
                    unquoted(nameShared(machine.program, offset + sharedBase)),
                    state.phase,
                    state.expected,
                    state.pending,
                    state.tx,
                    {}};
  for (const LiveMbarrier::Waiter &waiter : barrier.waiters)
    if (waiter.warp && waiter.lanes)
      view.waiters.push_back({nameWarp(machine, *waiter.warp), waiter.lanes, waiter.phase});
  return view;
}

static CtaView viewOf(const Machine &machine, Cta &cta) {
  CtaView view;
  view.cta = linearCta(machine, cta.index);
  view.shared = cta.shared.bytes;
  view.written = cta.shared.written;
  for (const auto &[offset, barrier] : cta.state<Mbarriers>().live)
    view.mbarriers.push_back(viewOf(machine, offset, barrier));
  return view;
}

static OperationView viewOf(const Machine &machine, const AsyncOperation &operation) {
  OperationState state = operation.describe();
  OperationView view;
  view.what = state.what;
  view.warp = nameWarp(machine, *state.warp);
  view.ptx = ptxRangeOf(machine, *state.function, state.place);
  view.source = sourceRangeOf(machine, *state.function, state.place);
  view.bytes = state.bytes;
  view.sharedAddress = state.sharedAddress;
  if (state.sharedAddress)
    view.sharedName = unquoted(nameShared(machine.program, state.sharedAddress));
  view.hasRead = state.hasRead;
  return view;
}

const Frame *frameOf(const Step &step, WarpName shown) {
  for (auto &cta : step.cta.cluster->ctas)
    for (auto &warp : cta->warps) {
      if (nameWarp(step.machine, *warp) != shown)
        continue;
      if (warp.get() == &step.warp)
        return step.fragment.frame.get();
      return warp->fragments.empty() ? nullptr : warp->fragments.front().frame.get();
    }
  return nullptr;
}

static std::vector<Slot> readsOf(const Step &step) {
  const Function &function = step.function();
  const Function::Uses &uses = function.uses[static_cast<size_t>(step.instruction - function.code.data())];
  auto first = function.useSlots.begin() + uses.first;
  std::vector<Slot> slots(first, first + uses.reads);
  std::erase_if(slots, [](Slot slot) { return (slot & constantBit) != 0; });
  return slots;
}

MachineView lookAt(const Step &step, WarpName shown) {
  MachineView view;
  Cluster &cluster = *step.cta.cluster;
  for (auto &cta : cluster.ctas) {
    for (auto &warp : cta->warps)
      view.warps.push_back(viewOf(step.machine, *warp));
    view.ctas.push_back(viewOf(step.machine, *cta));
  }
  if (const Frame *frame = frameOf(step, shown)) {
    view.registers = registersOf(*frame);
    view.function = frame->function->name;
  }
  for (const auto &operation : cluster.async.inFlight())
    if (!operation->isDone)
      view.operations.push_back(viewOf(step.machine, *operation));
  view.accesses = findAccesses(step);
  view.reads = readsOf(step);
  return view;
}

} // namespace tessera::emulator
