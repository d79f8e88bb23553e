// SPDX-License-Identifier: Apache-2.0
// Slots, their memory, and the loop that runs steps.
#include "compiler/interpreter/Machine.h"
#include "shared/numerics/Convert.h"
#include <cstring>

using namespace tessera;
using namespace tessera::interpreter;
using numerics::Buffer;
using numerics::BufferRef;
using numerics::DType;

std::string tessera::interpreter::toTuple(llvm::ArrayRef<int64_t> values) {
  std::string text = "(";
  for (auto [position, value] : llvm::enumerate(values))
    text += (position ? ", " : "") + std::to_string(value);
  return text + (values.size() == 1 ? ",)" : ")");
}

template <typename T> static int64_t readAs(const void *data, int64_t index) {
  T value;
  std::memcpy(&value, static_cast<const uint8_t *>(data) + index * sizeof(T), sizeof(T));
  return static_cast<int64_t>(value);
}

int64_t tessera::interpreter::readInteger(const void *data, DType type, int64_t index) {
  switch (type) {
  case DType::boolean:
  case DType::uint8:
    return readAs<uint8_t>(data, index);
  case DType::int2:
  case DType::uint2:
  case DType::int4:
  case DType::uint4: {
    int64_t value = 0;
    numerics::convertElements(type, static_cast<const uint8_t *>(data) + index, DType::int64, &value, 1);
    return value;
  }
  case DType::int8:
    return readAs<int8_t>(data, index);
  case DType::int16:
    return readAs<int16_t>(data, index);
  case DType::uint16:
    return readAs<uint16_t>(data, index);
  case DType::int32:
    return readAs<int32_t>(data, index);
  case DType::uint32:
    return readAs<uint32_t>(data, index);
  default:
    return readAs<int64_t>(data, index);
  }
}

Diagnostic &Run::fail(DiagnosticId id, mlir::Location location, std::string message) {
  stopped = true;
  return sink.report(id, toRange(location), std::move(message));
}

bool Run::isCancelled(mlir::Location location) {
  if (stopped || !options.isCancelled || !options.isCancelled())
    return stopped;
  fail(DiagnosticId::cancelled, location, "the run was stopped");
  return true;
}

Frame::Frame(Run &run, const Code &code)
    : run(run), code(code), slots(code.slotCount), refs(code.refCount), texts(code.textCount) {
  for (const Preset &preset : code.presets) {
    setScalar(preset.slot, preset.scalar);
    if (preset.buffer) {
      slots[preset.slot].buffer = preset.buffer;
      slots[preset.slot].data = preset.buffer->data();
    }
  }
}

Frame::~Frame() {
  for (const Preset &preset : code.presets)
    slots[preset.slot].buffer = BufferRef(); // the code keeps it
  for (SlotIndex slot = 0; slot < slots.size(); ++slot)
    release(slot);
}

bool Frame::resume() {
  const size_t end = code.steps.size();
  if (wait.loop)
    pc = wait.pc;
  wait.loop = nullptr;
  while (pc < end) {
    const Step &step = code.steps[pc++];
    step.run(*this);
    if (run.stopped)
      return false;
    for (SlotIndex slot : step.deaths)
      release(slot);
    if ((++run.ticks & 255) == 0 && run.isCancelled(step.op->getLoc()))
      return false;
  }
  return true;
}

int64_t Frame::readInt(const Operand &operand) const { return readInteger(at(operand), operand.type); }

void tessera::interpreter::failForMemory(Run &run, mlir::Location location, const Operand &array) {
  auto megabytes = [](uint64_t bytes) { return std::to_string((bytes >> 20) + (bytes % (1 << 20) != 0)) + " MiB"; };
  std::string shape;
  for (int64_t extent : array.shape)
    shape += (shape.empty() ? "" : "x") + std::to_string(extent);
  run.fail(DiagnosticId::memoryLimit, location,
           "an array of " + shape + " `" + std::string(numerics::getName(array.type)) + "` needs " +
               megabytes(array.bytes) + " beside " + megabytes(run.pool.getLive()) + " in use, more than this run's " +
               megabytes(run.pool.getLimit()))
      .note("use smaller arrays, or a device with more memory");
}

uint8_t *Frame::define(const Operand &result) {
  Slot &slot = slots[result.slot];
  if (result.isScalar) {
    slot.data = reinterpret_cast<uint8_t *>(&slot.scalar);
    return slot.data;
  }
  release(result.slot);
  Buffer *buffer = run.pool.allocate(result.bytes);
  if (!buffer) {
    failForMemory(run, currentOp()->getLoc(), result);
    return nullptr;
  }
  slot.buffer = BufferRef::adopt(buffer);
  slot.data = buffer->data();
  return slot.data;
}

uint8_t *Frame::defineOver(const Operand &result, const Operand &operand) {
  Slot &from = slots[operand.slot];
  if (operand.dies && !result.isScalar && from.buffer && result.slot != operand.slot &&
      from.buffer->size() == result.bytes && !from.buffer->isShared()) {
    move(result.slot, operand.slot);
    return at(result.slot);
  }
  return define(result);
}

uint8_t *Frame::defineOver(const Operand &result, const Operand &first, const Operand &second) {
  const Slot &from = slots[first.slot];
  bool takeFirst = first.dies && from.buffer && from.buffer->size() == result.bytes && !from.buffer->isShared();
  return defineOver(result, takeFirst ? first : second);
}

void Frame::share(SlotIndex to, SlotIndex from) {
  if (to == from)
    return;
  release(to);
  if (!slots[from].buffer) {
    setScalar(to, slots[from].scalar);
    return;
  }
  slots[to].buffer = slots[from].buffer;
  slots[to].data = slots[from].data;
}

void Frame::move(SlotIndex to, SlotIndex from) {
  if (to == from)
    return;
  release(to);
  if (!slots[from].buffer) {
    setScalar(to, slots[from].scalar);
    return;
  }
  slots[to].buffer = std::move(slots[from].buffer);
  slots[to].data = slots[from].data;
  slots[from].data = nullptr;
}

void Frame::release(SlotIndex slot) {
  if (!slots[slot].buffer)
    return;
  run.pool.recycle(std::move(slots[slot].buffer));
  slots[slot].data = nullptr;
}

numerics::Array Frame::toArray(const Operand &operand, bool isUnsigned) const {
  std::vector<int64_t> shape(operand.shape.begin(), operand.shape.end());
  DType type = operand.type;
  if (isUnsigned && numerics::isSigned(type))
    type = static_cast<DType>(static_cast<int>(type) + static_cast<int>(DType::uint4) - static_cast<int>(DType::int4));
  if (slots[operand.slot].buffer)
    return numerics::Array(type, std::move(shape), slots[operand.slot].buffer);
  numerics::Array array(type, std::move(shape));
  std::memcpy(array.mutableBytes(), at(operand), operand.bytes);
  return array;
}

void Frame::adopt(const Operand &result, const BufferRef &buffer) {
  release(result.slot);
  if (result.isScalar) {
    uint64_t bits = 0;
    std::memcpy(&bits, buffer->data(), result.bytes);
    setScalar(result.slot, bits);
    return;
  }
  slots[result.slot].buffer = buffer;
  slots[result.slot].data = buffer->data();
}

Diagnostic &Frame::fail(DiagnosticId id, std::string message) {
  return run.fail(id, currentOp()->getLoc(), std::move(message));
}
