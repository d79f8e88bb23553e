// SPDX-License-Identifier: Apache-2.0
// The steps of kernels of warpgroups that leave work behind, wait for it, or speak to the machine.
#include "compiler/interpreter/Decoder.h"
#include "compiler/interpreter/warpgroups/Agents.h"
#include "compiler/interpreter/warpgroups/Latency.h"
#include "shared/numerics/MatrixProduct.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using namespace tessera::interpreter::warpgroups;

static std::string toShape(ArrayRef<int64_t> shape) {
  std::string text;
  for (int64_t extent : shape)
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

/// Whether all of the view exists; else ends the run.
static bool checkWhole(Frame &frame, const RefView &view, const char *what) {
  if (view.whole && !view.absent)
    return true;
  frame
      .fail(DiagnosticId::outOfBounds, std::string(what) + " a part of `" + view.memory->name + "` that begins at " +
                                           toTuple(view.origin) + " in program " + toTuple(frame.point) + ", but `" +
                                           view.memory->name + "` has shape " + toShape(view.arrayShape))
      .note("keep the part's offsets and sizes inside of the buffer");
  return false;
}

void Decoder::decodeCopyIn(tilegpu::CopyInOp op) {
  CopyPlan plan;
  plan.op = op;
  plan.collective.assign(op.getCollective().begin(), op.getCollective().end());
  plan.partitioned = op.getPartitioned() ? static_cast<int64_t>(*op.getPartitioned()) : -1;
  plan.leaderTracked = op.getLeaderTracked();
  uint32_t source = getRef(op.getSource()), target = getRef(op.getTarget());
  std::optional<SlotIndex> handle;
  std::optional<Operand> index, predicate;
  if (op.getBarrier()) {
    handle = getHandle(op.getBarrier());
    index = get(op.getIndex());
  }
  if (op.getPredicate())
    predicate = get(op.getPredicate());
  bool mayBeOutside = op.getOob() != tilegpu::Oob::in_bounds;
  emit(op, [=](Frame &frame) {
    if (predicate && !*frame.at(*predicate))
      return;
    Agent &agent = *frame.agent;
    Barrier *barrier = handle ? findBarrier(frame, *handle, *index) : nullptr;
    if (frame.run.stopped || !checkWhole(frame, frame.refs[target], "a copy writes") ||
        (!mayBeOutside && !checkWhole(frame, frame.refs[source], "a copy reads")))
      return;
    agent.machine.copyIn(agent, plan, frame.refs[source], frame.refs[target], barrier);
  });
}

void Decoder::decodeCopyOut(tilegpu::CopyOutOp op) {
  uint32_t source = getRef(op.getSource()), target = getRef(op.getTarget());
  markStored(op.getTarget());
  std::optional<Operand> predicate;
  if (op.getPredicate())
    predicate = get(op.getPredicate());
  std::optional<tilegpu::CopyReduction> reduction = op.getReduction();
  bool commit = op.getCommit();
  emit(op, [=](Frame &frame) {
    Agent &agent = *frame.agent;
    if (predicate && !*frame.at(*predicate)) {
      if (commit)
        agent.machine.commitCopiesOut(agent);
      return;
    }
    if (checkWhole(frame, frame.refs[source], "a copy reads"))
      agent.machine.copyOut(agent, frame.currentOp(), frame.refs[source], frame.refs[target], reduction, commit);
  });
}

void Decoder::decodeStoreCluster(tilegpu::StoreClusterOp op) {
  Operand value = get(op.getValue()), index = get(op.getIndex());
  uint32_t target = getRef(op.getTarget());
  SlotIndex handle = getHandle(op.getBarrier());
  std::optional<tilegpu::CopyReduction> reduction = op.getReduction();
  emit(op, [=](Frame &frame) {
    Barrier *barrier = findBarrier(frame, handle, index);
    if (!barrier || !checkWhole(frame, frame.refs[target], "a store writes"))
      return;
    numerics::Array copy = frame.toArray(value);
    frame.agent->machine.storeCluster(*frame.agent, frame.currentOp(), frame.refs[target], copy.buffer(), *barrier,
                                      reduction);
  });
}

void Decoder::decodeWgmma(tilegpu::WgmmaOp op) {
  SlotIndex handle = getHandle(op.getAccumulator());
  uint32_t b = getRef(op.getB());
  bool isRef = isa<tile::RefType>(op.getA().getType());
  uint32_t a = isRef ? getRef(op.getA()) : 0;
  Operand left;
  if (isRef) {
    left.type = toDType(tilegpu::getRefElementType(op.getA().getType()));
    left.shape.assign(tilegpu::getRefShape(op.getA().getType()).begin(),
                      tilegpu::getRefShape(op.getA().getType()).end());
    measure(left);
  } else {
    left = get(op.getA());
  }
  emit(op, [=](Frame &frame) {
    Agent &agent = *frame.agent;
    if (!checkWhole(frame, frame.refs[b], "a wgmma reads") ||
        (isRef && !checkWhole(frame, frame.refs[a], "a wgmma reads")))
      return;
    agent.machine.multiply(agent, frame.currentOp(), frame.slots[handle].scalar, isRef ? &frame.refs[a] : nullptr,
                           isRef ? numerics::BufferRef() : frame.slots[left.slot].buffer, left, frame.refs[b]);
  });
}

/// Reports a use of the accumulator while a product may change it.
static void checkInFlight(Frame &frame, const Accumulator &accumulator, const char *verb) {
  Agent &agent = *frame.agent;
  if (accumulator.lastProduct <= agent.awaitedProducts || !agent.machine.checks())
    return;
  agent.machine.findings.add(DiagnosticId::registerInFlight, frame.currentOp(), accumulator.lastOp, [&] {
    tessera::Diagnostic diagnostic(DiagnosticId::registerInFlight, toRange(frame.currentOp()->getLoc()),
                                   "warpgroup " + std::to_string(agent.warpgroup) + " " + verb + " `" +
                                       accumulator.name + "` while a wgmma may still change it");
    diagnostic.note("the wgmma is here", toRange(accumulator.lastOp->getLoc()));
    return diagnostic.note("call `plgpu.wgmma_wait(0)` before the accumulator is used");
  });
}

void Decoder::decodeAccumulatorUse(Operation *op) {
  if (auto read = dyn_cast<tilegpu::ReadAccumulatorOp>(op)) {
    SlotIndex handle = getHandle(read.getAccumulator());
    Operand out = get(read.getResult());
    uint64_t pending = read.getPending();
    emit(op, [=](Frame &frame) {
      Agent &agent = *frame.agent;
      if (!agent.machine.waitProducts(agent, pending))
        return;
      const Accumulator &accumulator = agent.accumulators[frame.slots[handle].scalar];
      checkInFlight(frame, accumulator, "reads");
      if (uint8_t *to = frame.define(out))
        std::memcpy(to, accumulator.buffer->data(), out.bytes);
    });
    return;
  }
  auto write = cast<tilegpu::WriteAccumulatorOp>(op);
  SlotIndex handle = getHandle(write.getAccumulator());
  Operand value = get(write.getValue());
  auto type = cast<tilegpu::AccumulatorType>(write.getAccumulator().getType());
  size_t bytes = (type.getElementType().getIntOrFloatBitWidth() + 7) / 8, rows = static_cast<size_t>(type.getRows()),
         pitch = static_cast<size_t>(type.getColumns()) * bytes, first = static_cast<size_t>(write.getColumn()) * bytes;
  emit(op, [=](Frame &frame) {
    Accumulator &accumulator = frame.agent->accumulators[frame.slots[handle].scalar];
    checkInFlight(frame, accumulator, "writes");
    const uint8_t *from = frame.at(value);
    for (size_t row = 0, width = value.bytes / rows; row < rows; ++row)
      std::memcpy(accumulator.buffer->data() + row * pitch + first, from + row * width, width);
  });
}

void Decoder::decodeMma(tilegpu::MmaOp op) {
  Operand a = get(op.getA()), b = get(op.getB()), sum = get(op.getAccumulator(), op), out = get(op.getResult());
  int64_t m = out.shape[0], n = out.shape[1], k = a.shape[1];
  emit(op, [=](Frame &frame) {
    const uint8_t *left = frame.at(a), *right = frame.at(b), *addend = frame.at(sum);
    uint8_t *to = frame.defineOver(out, sum);
    if (to && !numerics::multiplyMatrices({left, a.type}, {right, b.type}, addend, to, out.type, m, n, k))
      frame.fail(DiagnosticId::memoryLimit, "there is no memory to pack the operands of a matrix product");
    frame.agent->time += static_cast<uint64_t>(2 * m * n * k) / (latency::operationsPerCycle16 / 2);
  });
}

void Decoder::decodeSemaphore(Operation *op) {
  uint32_t ref = getRef(op->getOperand(0));
  markStored(op->getOperand(0));
  if (auto signal = dyn_cast<tilegpu::SemaphoreSignalOp>(op)) {
    Operand increment = get(signal.getIncrement());
    emit(op, [=](Frame &frame) {
      if (checkWhole(frame, frame.refs[ref], "a signal changes"))
        frame.agent->machine.signal(*frame.agent, frame.refs[ref], frame.readInt(increment));
    });
  } else if (auto wait = dyn_cast<tilegpu::SemaphoreWaitOp>(op)) {
    Operand value = get(wait.getValue());
    bool decrement = wait.getDecrement();
    emit(op, [=](Frame &frame) {
      if (checkWhole(frame, frame.refs[ref], "a wait reads"))
        frame.agent->machine.waitSemaphore(*frame.agent, frame.refs[ref], frame.readInt(value), decrement);
    });
  } else {
    SlotIndex out = get(op->getResult(0)).slot;
    emit(op, [=](Frame &frame) {
      if (!checkWhole(frame, frame.refs[ref], "a read takes"))
        return;
      int32_t value;
      std::memcpy(&value, frame.refs[ref].base, 4);
      frame.setScalar(out, static_cast<uint32_t>(value));
      auto found = frame.agent->machine.semaphores.find(frame.refs[ref].base);
      if (found != frame.agent->machine.semaphores.end())
        frame.agent->knowledge.join(found->second.first);
      frame.agent->time += latency::semaphore;
      frame.agent->yields = true;
    });
  }
}

bool Decoder::decodeAsync(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](tilegpu::CopyInOp copy) { return decodeCopyIn(copy), true; })
      .Case([&](tilegpu::CopyOutOp copy) { return decodeCopyOut(copy), true; })
      .Case([&](tilegpu::StoreClusterOp store) { return decodeStoreCluster(store), true; })
      .Case([&](tilegpu::WgmmaOp product) { return decodeWgmma(product), true; })
      .Case<tilegpu::ReadAccumulatorOp, tilegpu::WriteAccumulatorOp>(
          [&](Operation *use) { return decodeAccumulatorUse(use), true; })
      .Case([&](tilegpu::MmaOp product) { return decodeMma(product), true; })
      .Case<tilegpu::SemaphoreSignalOp, tilegpu::SemaphoreWaitOp, tilegpu::SemaphoreReadOp>(
          [&](Operation *use) { return decodeSemaphore(use), true; })
      .Case([&](tilegpu::CommitCopiesOutOp) {
        return emit(op, [](Frame &frame) { frame.agent->machine.commitCopiesOut(*frame.agent); }), true;
      })
      .Case([&](tilegpu::WaitCopiesOutOp wait) {
        uint64_t pending = wait.getPending();
        bool onlyReads = wait.getRead();
        return emit(op, [=](Frame &frame) { frame.agent->machine.waitCopiesOut(*frame.agent, pending, onlyReads); }),
               true;
      })
      .Case([&](tilegpu::WaitCopiesInOp wait) {
        uint64_t pending = wait.getPending();
        return emit(op, [=](Frame &frame) { frame.agent->machine.waitCopiesIn(*frame.agent, pending); }), true;
      })
      .Case([&](tilegpu::WgmmaWaitOp wait) {
        uint64_t pending = wait.getPending();
        return emit(op, [=](Frame &frame) { frame.agent->machine.waitProducts(*frame.agent, pending); }), true;
      })
      .Case([&](tilegpu::CommitSharedOp) {
        return emit(op,
                    [](Frame &frame) {
                      frame.agent->knowledge.committed.join(frame.agent->knowledge.all);
                      frame.agent->tick();
                      frame.agent->time += latency::sync;
                    }),
               true;
      })
      .Case([&](tilegpu::SetMaxRegistersOp set) {
        int64_t count = static_cast<int64_t>(set.getCount());
        return emit(op, [=](Frame &frame) { frame.agent->registers = count; }), true;
      })
      .Case([&](tilegpu::ThreadIndexOp index) {
        SlotIndex out = get(index.getResult()).slot;
        return emit(op, [=](Frame &frame) { frame.setScalar(out, static_cast<uint64_t>(frame.agent->warpgroup)); }),
               true;
      })
      .Case([&](tilegpu::LayoutCastOp cast) {
        Operand in = get(cast.getInput(), op), out = get(cast.getResult());
        return emit(op,
                    [=](Frame &frame) { in.dies ? frame.move(out.slot, in.slot) : frame.share(out.slot, in.slot); }),
               true;
      })
      .Case([&](tilegpu::DelayOp delay) {
        Operand nanoseconds = get(delay.getNanoseconds());
        return emit(op,
                    [=](Frame &frame) {
                      frame.agent->time +=
                          static_cast<uint64_t>(std::max<int64_t>(0, frame.readInt(nanoseconds))) * 183 / 100;
                      frame.agent->yields = true;
                    }),
               true;
      })
      .Case<tilegpu::PrefetchOp, tilegpu::PrintLayoutOp, tilegpu::GridWaitOp, tilegpu::GridLaunchOp>(
          [&](Operation *) { return emit(op, [](Frame &) {}), true; })
      .Default([&](Operation *) { return refuse(op, "it is an operation of placed kernels"), true; });
}
