// SPDX-License-Identifier: Apache-2.0
// What a run leaves in its timeline.
#include "compiler/interpreter/warpgroups/Agents.h"

using namespace tessera;
using namespace tessera::interpreter;
using namespace tessera::interpreter::warpgroups;

int64_t Machine::note(uint32_t row, llvm::StringRef kind, uint64_t begin, uint64_t end, std::string name, mlir::Operation *op, std::string buffer,
                      int64_t slot, int64_t step, int64_t waitsFor) {
  if (!timeline)
    return -1;
  timeline->length = std::max(timeline->length, end);
  if (timeline->events.size() >= run.options.warpgroups.timelineLimit) {
    ++timeline->dropped;
    return -1;
  }
  Timeline::Event event;
  event.row = row;
  event.kind = kind.str();
  event.begin = begin;
  event.end = end;
  event.name = std::move(name);
  event.buffer = std::move(buffer);
  event.slot = slot;
  event.step = step;
  event.range = op ? toRange(op->getLoc()) : SourceRange();
  event.waitsFor = waitsFor;
  timeline->events.push_back(std::move(event));
  return static_cast<int64_t>(timeline->events.size()) - 1;
}

void Machine::noteWait(Agent &agent, std::string name, mlir::Operation *op, std::string buffer, int64_t slot, int64_t step, int64_t waitsFor) {
  note(agent.row, "wait", agent.waitBegin, agent.time, std::move(name), op, std::move(buffer), slot, step, waitsFor);
  agent.runBegin = agent.time;
}

uint32_t Machine::getRow(Block &block, int64_t &row, llvm::StringRef name, int32_t warpgroup) {
  if (timeline && row < 0) {
    row = static_cast<int64_t>(timeline->rows.size());
    timeline->rows.push_back({name.str(), block.cluster->number, block.number, warpgroup});
  }
  return static_cast<uint32_t>(std::max<int64_t>(row, 0));
}

void Machine::endRun(Agent &agent) {
  if (agent.runOp && agent.time > agent.runBegin)
    note(agent.row, "run", agent.runBegin, agent.time, "run", agent.runOp);
  agent.runOp = nullptr;
}
