// SPDX-License-Identifier: Apache-2.0
// A part is the backward slice of its last operation, cut where values are kept. It is decoded like a function whose arguments are the
// kept values; what it computes on the way is kept in turn.
#include "compiler/interpreter/PartialRun.h"
#include "compiler/interpreter/Decoder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/IR/IRMapping.h"
#include <chrono>
#include <cstring>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using numerics::Array;
using numerics::BufferRef;

struct PartialRun::Impl {
  struct Kept {
    Operand operand; // shape and dtype
    uint64_t scalar = 0;
    BufferRef buffer; // null for scalars
    uint64_t lastUse = 0;
  };
  using Finish = function_ref<void(Decoder &, Frame &)>;

  Impl(const RunOptions &given, uint64_t keptLimit) : options(given), keptLimit(keptLimit) {
    options.onOutput = nullptr;
    options.recordAccesses = false;
  }
  ~Impl() {
    for (auto &entry : kept)
      drop(entry.second);
  }

  /// Runs `target` and what it takes; `finish` sees the frame at its end.
  bool execute(Operation *target, DiagnosticSink &sink, Finish finish);
  void collect(Operation *target);
  void choosePreserved();
  void preserve(Decoder &decoder, Frame &frame);
  void makeRoom(uint64_t bytes);
  void drop(Kept &entry) {
    if (!entry.buffer)
      return;
    keptBytes -= entry.operand.bytes;
    running.pool.recycle(std::move(entry.buffer));
  }

  RunOptions options;
  RunResult result;
  Run running{options, result};
  const uint64_t keptLimit;
  uint64_t keptBytes = 0, clock = 0;
  DenseMap<Value, Kept> kept;
  // The part under way: its operations in order, the kept values it reads, the results that will be kept.
  SmallVector<Operation *> part;
  DenseSet<Operation *> members;
  llvm::SetVector<Value> inputs;
  DenseSet<Value> preserved;
};

PartialRun::PartialRun(const RunOptions &options, uint64_t keptBytes) : impl(std::make_unique<Impl>(options, keptBytes)) {}
PartialRun::~PartialRun() = default;

/// Fills `part` and `inputs`.
void PartialRun::Impl::collect(Operation *target) {
  part.clear();
  members.clear();
  inputs.clear();
  Block *block = target->getBlock();
  SmallVector<Operation *> open{target};
  members.insert(target);
  while (!open.empty()) {
    Operation *op = open.pop_back_val();
    part.push_back(op);
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Operation *definition = operand.getDefiningOp();
        if (!definition || definition->getBlock() != block)
          continue;
        if (kept.contains(operand))
          inputs.insert(operand);
        else if (members.insert(definition).second)
          open.push_back(definition);
      }
    });
  }
  llvm::sort(part, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
}

static uint64_t bytesOf(Value value) {
  Operand operand;
  operand.type = toDType(value.getType());
  operand.shape.assign(tile::getShape(value.getType()).begin(), tile::getShape(value.getType()).end());
  return measure(operand) ? operand.bytes : UINT64_MAX;
}

/// A step of an expression: it has no name in the program, one operation has read it, and computing it again costs
/// little more.
static bool isPassing(Operation *op, const DenseSet<Operation *> &part) {
  return op->getNumResults() == 1 && op->getResult(0).hasOneUse() && !isa<NameLoc>(op->getLoc()) &&
         part.contains(*op->getResult(0).user_begin()) && isa<RankedTensorType>(op->getResult(0).getType()) &&
         Decoder::getPiece(op);
}

/// What the part computes is kept, the latest first, as far as there is room for all of it at once. What costs nothing to make again is not.
void PartialRun::Impl::choosePreserved() {
  preserved.clear();
  uint64_t room = keptLimit;
  for (Operation *op : llvm::reverse(part)) {
    if (op->hasTrait<OpTrait::ConstantLike>() || isa<tile::IotaOp, tile::BroadcastOp>(op) || isPassing(op, members))
      continue;
    for (Value value : op->getResults()) {
      uint64_t bytes = isa<tile::TextType>(value.getType()) ? UINT64_MAX : bytesOf(value);
      if (bytes > room)
        continue;
      room -= bytes;
      preserved.insert(value);
    }
  }
}

/// Drops half of what is kept, the least recently used, when `bytes` more would be too much.
void PartialRun::Impl::makeRoom(uint64_t bytes) {
  if (keptBytes + bytes <= keptLimit)
    return;
  SmallVector<std::pair<uint64_t, Value>> byAge;
  for (auto &entry : kept)
    if (entry.second.buffer)
      byAge.emplace_back(entry.second.lastUse, entry.first);
  llvm::sort(byAge, [](const auto &a, const auto &b) { return a.first < b.first; });
  for (const auto &[lastUse, value] : byAge) {
    if (keptBytes + bytes <= keptLimit / 2)
      return;
    auto entry = kept.find(value);
    drop(entry->second);
    kept.erase(entry);
  }
}

void PartialRun::Impl::preserve(Decoder &decoder, Frame &frame) {
  ++clock;
  for (Value value : inputs)
    kept[value].lastUse = clock;
  for (Value value : preserved) {
    Kept entry;
    entry.operand = decoder.get(value);
    entry.lastUse = clock;
    const Slot &slot = frame.slots[entry.operand.slot];
    entry.scalar = slot.scalar;
    entry.buffer = slot.buffer;
    if (!entry.operand.isScalar) {
      if (!entry.buffer)
        continue;
      makeRoom(entry.operand.bytes);
      keptBytes += entry.operand.bytes;
    }
    kept[value] = std::move(entry);
  }
}

bool PartialRun::Impl::execute(Operation *target, DiagnosticSink &sink, Finish finish) {
  collect(target);
  choosePreserved();
  bool done;
  {
    Code code;
    Decoder decoder(code, running, /*isRepeated=*/false);
    for (Value value : inputs) {
      const Kept &entry = kept.find(value)->second;
      decoder.preset(value, entry.scalar, entry.buffer);
    }
    done = succeeded(decoder.decodePart(part, preserved));
    if (done) {
      Frame frame(running, code);
      done = frame.execute();
      if (done) {
        preserve(decoder, frame);
        finish(decoder, frame);
      }
    }
  }
  for (Diagnostic &diagnostic : running.sink.takeSorted())
    sink.add(std::move(diagnostic));
  running.sink = DiagnosticSink();
  running.stopped = false;
  result = RunResult();
  return done;
}

/// A copy, so that nobody holds on to the run's memory.
static std::optional<Array> copy(const Operand &operand, const uint8_t *bytes, Location location, DiagnosticSink &sink) {
  numerics::Buffer *buffer = numerics::Buffer::allocate(std::max<uint64_t>(operand.bytes, 1));
  if (!buffer) {
    sink.report(DiagnosticId::memoryLimit, toRange(location), "there is no memory for a value that Python asks for");
    return std::nullopt;
  }
  std::memcpy(buffer->data(), bytes, operand.bytes);
  return Array(operand.type, std::vector<int64_t>(operand.shape.begin(), operand.shape.end()), BufferRef::adopt(buffer));
}

std::optional<Array> PartialRun::read(Value value, DiagnosticSink &sink) {
  auto found = impl->kept.find(value);
  if (found != impl->kept.end()) {
    Impl::Kept &entry = found->second;
    entry.lastUse = ++impl->clock;
    const uint8_t *bytes = entry.buffer ? entry.buffer->data() : reinterpret_cast<const uint8_t *>(&entry.scalar);
    return copy(entry.operand, bytes, value.getLoc(), sink);
  }
  std::optional<Array> array;
  impl->execute(value.getDefiningOp(), sink, [&](Decoder &decoder, Frame &frame) {
    Operand operand = decoder.get(value);
    array = copy(operand, frame.at(operand), value.getLoc(), sink);
  });
  return array;
}

std::optional<std::string> PartialRun::readText(Value value, DiagnosticSink &sink) {
  std::string text;
  bool done = impl->execute(value.getDefiningOp(), sink, [&](Decoder &decoder, Frame &frame) { text = frame.texts[decoder.getText(value)]; });
  return done ? std::optional<std::string>(std::move(text)) : std::nullopt;
}

/// What it takes is run first, so that what that prints is not among the output.
std::optional<std::string> PartialRun::output(Operation *op, DiagnosticSink &sink) {
  for (Value operand : op->getOperands())
    if (Operation *definition = operand.getDefiningOp(); definition && definition->getBlock() == op->getBlock() && !impl->kept.contains(operand) &&
                                                         !impl->execute(definition, sink, [](Decoder &, Frame &) {}))
      return std::nullopt;
  std::string text;
  bool done = impl->execute(op, sink, [&](Decoder &, Frame &) { text = impl->result.output; });
  return done ? std::optional<std::string>(std::move(text)) : std::nullopt;
}

bool PartialRun::run(Operation *op, DiagnosticSink &sink) {
  return impl->execute(op, sink, [](Decoder &, Frame &) {});
}

//===-- the whole program, after its parts ----------------------------------------------------------------------===//

/// Bytes of kept arrays from which on a copy of the program is worth its making.
static constexpr uint64_t worthSettling = 1 << 20;

/// Erases the operations of a block whose results nobody reads.
static void eraseUnread(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

std::optional<SettledProgram> PartialRun::settle(ModuleOp module) const {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (impl->keptBytes < worthSettling || !main || !module.getOps<tile::KernelOp>().empty())
    return std::nullopt;
  SettledProgram settled;
  IRMapping copies;
  settled.module = cast<ModuleOp>(module->clone(copies));
  Block &block = settled.module->lookupSymbol<func::FuncOp>("main").getBody().front();
  SmallVector<const Impl::Kept *> values;
  for (Operation &op : main.getBody().front())
    for (Value value : op.getResults())
      if (auto found = impl->kept.find(value); found != impl->kept.end()) {
        copies.lookup(value).replaceAllUsesWith(block.addArgument(value.getType(), value.getLoc()));
        values.push_back(&found->second);
      }
  eraseUnread(block);
  llvm::BitVector unread(block.getNumArguments());
  for (auto [number, argument] : llvm::enumerate(block.getArguments()))
    if (argument.use_empty())
      unread.set(number);
    else
      settled.arguments.push_back({values[number]->scalar, values[number]->buffer});
  block.eraseArguments(unread);
  auto copy = cast<func::FuncOp>(block.getParentOp());
  copy.setType(FunctionType::get(module.getContext(), block.getArgumentTypes(), {}));
  return settled;
}

RunResult tessera::interpreter::runSettled(const SettledProgram &program, const RunOptions &options) {
  auto start = std::chrono::steady_clock::now();
  RunResult result;
  Run run(options, result);
  Code code;
  Decoder decoder(code, run, /*isRepeated=*/false);
  ModuleOp module = *program.module;
  auto main = module.lookupSymbol<func::FuncOp>("main");
  for (auto [value, known] : llvm::zip(main.getArguments(), program.arguments))
    decoder.preset(value, known.scalar, known.buffer);
  if (succeeded(decoder.decodeFunction(main)))
    Frame(run, code).execute();
  result.ok = !run.stopped && !run.sink.hasErrors();
  result.diagnostics = run.sink.takeSorted();
  result.peakBytes = run.pool.getPeak();
  result.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  return result;
}
