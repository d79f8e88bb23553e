// SPDX-License-Identifier: Apache-2.0
// Runs the schedules of one launch.
#include "compiler/interpreter/warpgroups/Launch.h"
#include "compiler/interpreter/warpgroups/Agents.h"
#include <cstring>
#include <numeric>

using namespace tessera;
using namespace tessera::interpreter;
using namespace tessera::interpreter::warpgroups;

bool Schedules::next(const WarpgroupRunOptions &options) {
  if (done == 0)
    return true;
  if (done >= std::max<uint64_t>(1, options.schedules))
    return false;
  if (!options.exhaustive)
    return true;
  // Depth first: the last choice that has another alternative takes it, and what came after it is chosen anew.
  while (!choices.empty() && choices.back().first + 1 >= choices.back().second)
    choices.pop_back();
  if (choices.empty())
    return false;
  ++choices.back().first;
  return true;
}

/// Events in order of their beginnings.
static void sortEvents(Timeline &timeline) {
  std::vector<size_t> order(timeline.events.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return timeline.events[a].begin < timeline.events[b].begin; });
  std::vector<int64_t> place(order.size());
  std::vector<Timeline::Event> sorted;
  for (size_t i = 0; i < order.size(); ++i) {
    place[order[i]] = static_cast<int64_t>(i);
    sorted.push_back(std::move(timeline.events[order[i]]));
  }
  for (Timeline::Event &event : sorted)
    event.waitsFor = event.waitsFor < 0 ? -1 : place[event.waitsFor];
  timeline.events = std::move(sorted);
}

void warpgroups::runSchedule(Frame &pattern, const LaunchPlan &plan, llvm::ArrayRef<numerics::BufferRef> buffers, Schedules &schedules, LaunchRecord &record) {
  Run &run = pattern.run;
  const WarpgroupRunOptions &options = run.options.warpgroups;
  bool isFirst = schedules.done == 0;
  if (isFirst && options.tracesTimeline)
    record.timeline.emplace();
  {
    Machine machine(run, plan, pattern, schedules.findings, options.seed + schedules.done, isFirst && record.timeline ? &*record.timeline : nullptr);
    for (auto [index, argument] : llvm::enumerate(plan.arguments)) {
      machine.arguments.push_back(nullptr);
      if (!argument.ref)
        continue;
      RefView &view = pattern.refs[argument.refIndex];
      auto memory = std::make_unique<Memory>();
      memory->name = plan.kernel.getArgumentName(index);
      memory->base = view.base;
      memory->type = view.type;
      memory->elementSize = view.elementSize;
      if (view.flat) {
        view.arrayShape = view.extents;
        view.arrayAxis = {0};
        view.origin = {0};
        view.flat = false;
      }
      memory->shape.assign(view.arrayShape.begin(), view.arrayShape.end());
      memory->isTracked = plan.code->isRefStored[index];
      if (argument.access == tile::Access::scratch)
        std::memset(view.base, 0, buffers[index]->size());
      view.memory = memory.get();
      machine.arguments.back() = std::move(memory);
    }
    machine.execute(options.exhaustive ? &schedules.choices : nullptr);
  }
  if (isFirst && record.timeline)
    sortEvents(*record.timeline);
  ++schedules.done;
}
