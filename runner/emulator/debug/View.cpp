// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/debug/View.h"
#include "runner/emulator/async/Mbarriers.h"
#include "runner/emulator/ptx/Parser.h"
#include <algorithm>
#include <cstring>

namespace tessera::emulator {

WarpName nameWarp(const Machine &machine, const Warp &warp) {
  const uint32_t *grid = machine.shape.grid;
  const Dim3 &index = warp.cta->index;
  return {index.x + grid[0] * (index.y + uint64_t(grid[1]) * index.z), warp.index};
}

SourceRange ptxRangeOf(const Machine &machine, const Function &function, uint32_t place) {
  return ptx::toRange(machine.program.module, function.places[place].ptx);
}

SourceRange sourceRangeOf(const Machine &machine, const Function &function, uint32_t place) {
  return ptx::toSourceRange(machine.program.module, *function.syntax, function.places[place].sourceLine);
}

static FragmentView viewOf(const Machine &machine, const Warp &warp, const Fragment &fragment) {
  const Function &function = *fragment.frame->function;
  uint32_t place = function.code[fragment.pc].place;
  bool waits = fragment.waiting.kind != WaitReason::Kind::none;
  return {fragment.mask, function.name, ptxRangeOf(machine, function, place), sourceRangeOf(machine, function, place),
          waits ? machine.describeWait(warp, fragment.waiting) : ""};
}

static WarpView viewOf(const Machine &machine, const Warp &warp) {
  WarpView view{nameWarp(machine, warp), warp.live, {}};
  for (const Fragment &fragment : warp.fragments)
    view.fragments.push_back(viewOf(machine, warp, fragment));
  return view;
}

static std::vector<RegisterView> registersOf(const Frame &frame) {
  std::vector<RegisterView> views;
  for (const auto &[slot, name] : frame.function->registerNames) {
    RegisterView view{name, frame.function->registerTypes.at(slot), {}};
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

static CtaView viewOf(const Machine &machine, Cta &cta) {
  CtaView view;
  view.cta = nameWarp(machine, *cta.warps.front()).cta;
  view.shared = cta.shared.bytes;
  view.written = cta.shared.written;
  for (const auto &[offset, barrier] : cta.state<Mbarriers>().live) {
    const Mbarrier &state = barrier.state;
    std::string name = nameShared(machine.program, offset + sharedBase);
    name.erase(std::remove(name.begin(), name.end(), '`'), name.end()); // as messages quote it
    view.mbarriers.push_back(
        {offset + sharedBase, std::move(name), state.phase, state.expected, state.pending, state.tx});
  }
  return view;
}

MachineView lookAt(const Step &step) {
  MachineView view;
  Cluster &cluster = *step.cta.cluster;
  for (auto &cta : cluster.ctas) {
    for (auto &warp : cta->warps)
      view.warps.push_back(viewOf(step.machine, *warp));
    view.ctas.push_back(viewOf(step.machine, *cta));
  }
  view.registers = registersOf(*step.fragment.frame);
  view.pendingOperations = cluster.async.countPending();
  return view;
}

} // namespace tessera::emulator
