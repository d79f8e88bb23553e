// SPDX-License-Identifier: Apache-2.0
// One warp's part of a wgmma: its operands out of shared memory and registers, the product, D.

#include "runner/emulator/async/WgmmaOperation.h"
#include "runner/emulator/machine/Tracing.h"
#include <algorithm>
#include <cstdio>
#include <cstring>

namespace tessera::emulator {

static std::string hex(uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

WgmmaOperation::WgmmaOperation(Step &step, const WgmmaForm &form, std::shared_ptr<WarpgroupIssue> ofAll,
                               const WgmmaState &state)
    : form(form), site{&step.function(), step.instruction->place}, frame(step.fragment.frame), warp(step.warp),
      issue(std::move(ofAll)), previous(state.last && !state.last->isDone ? state.last : nullptr),
      checker(step.machine.checker.get()), group(state.committed) {
  if (checker)
    agent = checker->fork(warp.agent, step.mask, site, "wgmma");
  if (step.machine.options.trace)
    issue->begin = std::max(issue->begin, getTraceTime(step));
}

WgmmaOperation::~WgmmaOperation() = default;

const WgmmaOperation *WgmmaState::lastOf(size_t count) const {
  while (count > 0 && groups[count - 1].empty())
    --count;
  return count == 0 ? nullptr : groups[count - 1].back().get();
}

bool WgmmaOperation::mayAdvance() const { return issue->warps == 4 && (!previous || previous->isDone); }

void WgmmaOperation::fail(Machine &machine, DiagnosticId id, std::string message, bool ends) {
  machine.report(id, *site.function, site.place,
                 "the wgmma of " + machine.describeWarp(warp) + ": " + std::move(message));
  machine.failed |= ends;
}

// --- shared memory

/// Whether `chunks` were written before; and the race checker learns of the read.
void WgmmaOperation::checkShared(Machine &machine) {
  const SharedMemory &shared = warp.cta->shared;
  if (!checker && (!machine.options.checksInitialization || shared.written.empty()))
    return;
  auto [least, most] = std::minmax_element(chunks.begin(), chunks.end());
  uint32_t begin = *least, size = *most + 16 - *least;
  bool checksWritten =
      machine.options.checksInitialization && !shared.written.empty() && shared.findUnwritten(begin, size) != size;
  if (!checksWritten && !checker)
    return;
  std::vector<bool> isRead(size / 16);
  for (uint32_t chunk : chunks)
    isRead[(chunk - begin) / 16] = true;
  for (uint32_t at = 0; at < isRead.size();) {
    uint32_t end = at;
    while (end < isRead.size() && isRead[end])
      ++end;
    uint32_t offset = begin + 16 * at, bytes = 16 * (end - at);
    at = end + 1;
    if (bytes == 0)
      continue;
    if (uint64_t bad = checksWritten ? shared.findUnwritten(offset, bytes) : bytes; bad != bytes)
      fail(machine, DiagnosticId::memoryUninitialized,
           "byte " + hex(sharedBase + offset + bad) + " of shared memory is read, and nothing was written there",
           false);
    if (checker)
      checker->asyncAccess(agent, Region{warp.cta, nullptr}, offset, bytes, AccessKind::read, Proxy::async, site);
  }
}

bool WgmmaOperation::failOutside(Machine &machine, uint32_t address) {
  const SharedMemory &shared = warp.cta->shared;
  fail(machine, DiagnosticId::memoryOutOfBounds,
       "its descriptor leads to 16 bytes at " + hex(address) + ", outside the CTA's shared memory, which is " +
           hex(sharedBase) + " to " + hex(shared.limit),
       true);
  return false;
}

/// `count` rows of A (columns of B) from `first`, as rows of 32 bytes of K. `count` and `first` are multiples of 8.
bool WgmmaOperation::readOperand(Machine &machine, const MatrixDescriptor &descriptor, unsigned first, unsigned count,
                                 uint8_t *raw) {
  const SharedMemory &shared = warp.cta->shared;
  bool isMnMajor = descriptor.isMnMajor;
  unsigned lines = isMnMajor ? 16 : count, perLine = isMnMajor ? count / 8 : 2;
  unsigned firstLine = isMnMajor ? 0 : first, firstChunk = isMnMajor ? first / 8 : 0;
  chunks.resize(size_t(lines) * perLine);
  uint32_t *offset = chunks.data();
  for (unsigned line = 0; line < lines; ++line)
    for (unsigned chunk = 0; chunk < perLine; ++chunk, ++offset) {
      uint32_t address = getChunkAddress(descriptor, firstLine + line, firstChunk + chunk);
      if (address < sharedBase || address + 16 > shared.limit)
        return failOutside(machine, address);
      *offset = address - sharedBase;
    }
  const uint8_t *from = shared.bytes.data();
  for (unsigned line = 0; line < lines; ++line)
    for (unsigned chunk = 0; chunk < perLine; ++chunk) {
      uint32_t at = chunks[line * perLine + chunk];
      if (!isMnMajor)
        std::memcpy(raw + tensorRowBytes * line + 16 * chunk, from + at, 16);
      else
        for (unsigned i = 0; i < 8; ++i)
          std::memcpy(raw + tensorRowBytes * (8 * chunk + i) + 2 * line, from + at + 2 * i, 2);
    }
  checkShared(machine);
  return true;
}

// --- the product

bool WgmmaOperation::readRows(Machine &machine, uint8_t raw[tensorRows][tensorRowBytes]) {
  if (!form.aInRegisters)
    return readOperand(machine, decodeDescriptor(issue->aDescriptor, form.isATransposed), 16 * (warp.index % 4), 16,
                       raw[0]);
  for (unsigned j = 0; j < 4; ++j) {
    const uint8_t *lanes = frame->registers.data() + form.a[j];
    for (unsigned g = 0; g < 8; ++g)
      std::memcpy(raw[g + 8 * (j % 2)] + 16 * (j / 2), lanes + 16 * g, 16);
  }
  return true;
}

namespace {
/// Too large for the stack, and used by one operation at a time.
struct Operands {
  TensorRows rows;
  TensorColumns columns;
  uint8_t a[tensorRows][tensorRowBytes], b[maximalTensorColumns][tensorRowBytes];
  uint32_t *d[maximalTensorColumns / 2];
};
} // namespace

bool WgmmaOperation::multiply(Machine &machine, Cluster &cluster) {
  auto &operands = cluster.state<Operands>();
  if (!readRows(machine, operands.a) ||
      !readOperand(machine, decodeDescriptor(issue->bDescriptor, form.isBTransposed), 0, form.columns, operands.b[0]))
    return false;
  prepareRows(form.aType, operands.a, form.isANegated, operands.rows);
  prepareColumns(form.bType, operands.b[0], form.columns, form.isBNegated, operands.columns);
  for (size_t i = 0; i < form.d.size(); ++i)
    operands.d[i] = reinterpret_cast<uint32_t *>(frame->registers.data() + form.d[i]);
  multiplyTensors(operands.rows, operands.columns, form.result, issue->readsOld, operands.d);
  return true;
}

bool WgmmaOperation::advance(Machine &machine, Cluster &cluster) {
  bool isNeeded = !machine.needed || machine.needed->isNeeded(*site.function, site.place);
  if (isNeeded && !multiply(machine, cluster))
    return true;
  if (checker) {
    checker->releaseAsync(agent, issue->clock);
    checker->endAsync(agent);
  }
  ++issue->done;
  previous = nullptr;
  trace(machine, cluster);
  return true;
}

/// The products of a group that read one place are one event of the warpgroup's: the steps along K of one product in
/// the source.
void WgmmaOperation::trace(Machine &machine, Cluster &cluster) {
  Trace *trace = machine.options.trace;
  if (!trace)
    return;
  issue->ended.time = std::max(issue->ended.time, getEffectTime(machine, issue->begin));
  if (!isWholeDone())
    return;
  Trace::Event event;
  event.kind = Trace::Kind::wgmma;
  event.cta = warp.cta->rank;
  event.warpgroup = static_cast<int32_t>(warp.index / 4);
  event.begin = issue->begin;
  event.end = issue->ended.time;
  event.what = form.name;
  // B is what changes from product to product where A stays, as in attention.
  if (!trace->place(decodeDescriptor(issue->bDescriptor, form.isBTransposed).start, event) && !form.aInRegisters)
    trace->place(decodeDescriptor(issue->aDescriptor, form.isATransposed).start, event);
  fillLines(event, *site.function, site.place);
  Trace::Key key{event.cta, uint64_t(1) << 32 | static_cast<uint32_t>(event.warpgroup), group, event.place, event.slot};
  issue->ended.event = trace->addPart(static_cast<uint32_t>(cluster.number), key, std::move(event));
}

} // namespace tessera::emulator
