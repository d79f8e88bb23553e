// SPDX-License-Identifier: Apache-2.0
// Runs a kernel program by program on the arrays themselves: a block is a window, so what one program writes the next
// one sees. Outputs begin as the uninitialized value, so that an element which no program writes shows. Scratch lives
// for the whole launch.
//
// A program of Triton that waits in a loop for what another one stores is set aside, with its frame, and the next one
// runs; when all have begun, those set aside get turns until all have ended. Two programs, the first waits for the
// second:
//
//   program 0: while load(flag) == 0  ── 64 turns, nothing changes: set aside ──────────┐
//   program 1: store(flag, 1), ends                                                     └─▶ goes on, ends
//
// Where nobody who is left changes memory, and no loop counts towards an end of its own, they wait for ever: a
// deadlock.
#include "compiler/interpreter/warpgroups/Launch.h"
#include "compiler/interpreter/Agreement.h"
#include "compiler/tilegpu/ir/AskedRaces.h"
#include "compiler/tilegpu/ir/TileGpu.h"
#include "shared/numerics/Convert.h"
#include <algorithm>
#include <chrono>
#include <cstring>
#include <random>

using namespace mlir;
using namespace tessera;
using namespace tessera::interpreter;
using numerics::BufferRef;
using Clock = std::chrono::steady_clock;

LaunchDevice::~LaunchDevice() = default;
InlineAssembly::~InlineAssembly() = default;

static double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

namespace {

/// One launch in progress.
class Launcher {
public:
  Launcher(Frame &host, const LaunchPlan &plan)
      : host(host), plan(plan), frame(std::make_unique<Frame>(host.run, *plan.code)), memory(plan.arguments.size()),
        overhangs(plan.arguments.size()), indexMaps(plan.arguments.size()) {
    frame->kernel = plan.kernel;
    frame->grid = plan.grid;
    frame->point.assign(plan.grid.size(), 0);
    frame->canWait = true;
  }
  ~Launcher() {
    for (BufferRef &buffer : memory)
      if (buffer)
        host.run.pool.recycle(std::move(buffer));
    for (Overhang &overhang : overhangs)
      if (overhang.memory)
        host.run.pool.recycle(std::move(overhang.memory));
  }

  bool prepare() {
    for (unsigned index = 0; index < plan.arguments.size(); ++index)
      if (!prepareArgument(index))
        return false;
    return true;
  }
  bool runPrograms(LaunchRecord &record);
  void runSchedule(warpgroups::Schedules &schedules, LaunchRecord &record) {
    warpgroups::runSchedule(*frame, plan, memory, schedules, record);
  }
  /// The outputs' memory becomes the results' values.
  void finish() {
    for (unsigned index = 0; index < plan.arguments.size(); ++index) {
      tile::Access access = plan.arguments[index].access;
      if (plan.arguments[index].ref && (access == tile::Access::write || access == tile::Access::readwrite))
        adoptOutput(host, plan.arguments[index].output, std::move(memory[index]));
    }
  }
  static void adoptOutput(Frame &host, const Operand &output, BufferRef buffer) {
    host.adopt(output, buffer);
    if (output.isScalar)
      host.run.pool.recycle(std::move(buffer));
  }

private:
  bool prepareArgument(unsigned index);
  BufferRef makeMemory(unsigned index, const Operand &array, bool isInput);
  void makeView(unsigned index, const Operand &array);
  bool askIndexMap(unsigned index, MutableArrayRef<int64_t> position);
  bool placeBlock(unsigned index);
  bool keepOverhang(unsigned index, ArrayRef<int64_t> position);
  void failForMemory(unsigned index, uint64_t bytes);
  void failBlock(unsigned index, ArrayRef<int64_t> position);
  void advance();
  bool setAside();
  bool finishWaiting();
  bool failDeadlock();

  Frame &host;
  const LaunchPlan &plan;
  std::unique_ptr<Frame> frame;                // of the program that runs
  std::vector<std::unique_ptr<Frame>> waiting; // of those that were set aside, in the order of the launch
  std::vector<BufferRef> memory;               // by argument; null for scalars
  /// What programs stored in a block's part beyond the array, as long as the block stays the same from one program to
  /// the next.
  struct Overhang {
    BufferRef memory;
    SmallVector<int64_t, 4> position; // of the block
  };
  std::vector<Overhang> overhangs;               // by argument
  std::vector<std::unique_ptr<Frame>> indexMaps; // by argument
};

} // namespace

void Launcher::failForMemory(unsigned index, uint64_t size) {
  auto megabytes = [](uint64_t bytes) { return std::to_string((bytes >> 20) + (bytes % (1 << 20) != 0)) + " MiB"; };
  host.fail(DiagnosticId::memoryLimit, "`" + plan.kernel.getArgumentName(index) + "` of `" +
                                           plan.kernel.getSymName().str() + "` needs " + megabytes(size) + " beside " +
                                           megabytes(host.run.pool.getLive()) + " in use, more than this run's " +
                                           megabytes(host.run.pool.getLimit()))
      .note("use smaller arrays, or a device with more memory");
}

/// The launch's own memory for an argument: a copy of the input, or the uninitialized value.
BufferRef Launcher::makeMemory(unsigned index, const Operand &array, bool isInput) {
  numerics::Buffer *buffer = host.run.pool.allocate(array.bytes);
  if (!buffer) {
    failForMemory(index, array.bytes);
    return {};
  }
  if (isInput)
    std::memcpy(buffer->data(), host.at(array), array.bytes);
  else
    numerics::fillUninitialized(array.type, buffer->data(), array.count);
  return BufferRef::adopt(buffer);
}

bool Launcher::prepareArgument(unsigned index) {
  const LaunchArgument &argument = plan.arguments[index];
  if (!argument.ref) {
    frame->setScalar(plan.code->arguments[index].slot, host.slots[argument.input.slot].scalar);
    return true;
  }
  bool isInput = argument.access == tile::Access::read || argument.access == tile::Access::readwrite;
  Operand array = isInput ? argument.input : argument.output;
  if (argument.access == tile::Access::scratch) {
    array.type = toDType(argument.ref.getElementType());
    array.shape.assign(argument.ref.getShape().begin(), argument.ref.getShape().end());
    if (!measure(array))
      array.bytes = UINT64_MAX; // which no machine has
  }
  // What a kernel only reads is shared; what it writes is the launch's own, because arrays of the host are values.
  bool shares =
      argument.access == tile::Access::read && !plan.code->isRefStored[index] && host.slots[argument.input.slot].buffer;
  memory[index] = shares ? host.slots[argument.input.slot].buffer : makeMemory(index, array, isInput);
  if (!memory[index])
    return false;
  makeView(index, array);
  if (argument.indexMap) {
    indexMaps[index] = std::make_unique<Frame>(host.run, *argument.indexMap);
    indexMaps[index]->kernel = plan.kernel;
  }
  return true;
}

/// The window of program 0 on an array, or on the whole of it where there is no block.
void Launcher::makeView(unsigned index, const Operand &array) {
  const LaunchArgument &argument = plan.arguments[index];
  RefView &view = frame->refs[argument.refIndex];
  view.type = array.type;
  view.elementSize = numerics::getByteSize(array.type);
  view.argument = index;
  view.base = memory[index]->data();
  view.arrayShape.assign(array.shape.begin(), array.shape.end());
  view.origin.assign(array.shape.size(), 0);
  view.flat = !argument.block && !argument.ref.hasStaticShape() && argument.ref.getRank() == 1;
  SmallVector<int64_t, 4> strides(array.shape.size());
  int64_t stride = 1;
  for (size_t axis = array.shape.size(); axis-- > 0; stride *= array.shape[axis])
    strides[axis] = stride;
  if (view.flat) {
    view.extents = view.inside = {array.count};
    view.before = {0};
    view.strides = {1};
    return;
  }
  for (size_t axis = 0; axis < array.shape.size(); ++axis) {
    if (argument.block && argument.block.isSqueezed(axis))
      continue;
    view.extents.push_back(argument.block ? argument.block.getShape()[axis] : array.shape[axis]);
    view.strides.push_back(strides[axis]);
    view.arrayAxis.push_back(axis);
  }
  view.inside = view.extents;
  view.before.assign(view.extents.size(), 0);
}

void Launcher::failBlock(unsigned index, ArrayRef<int64_t> position) {
  const LaunchArgument &argument = plan.arguments[index];
  std::string blocks;
  for (auto [axis, extent] : llvm::enumerate(argument.block.getShape())) {
    int64_t whole = argument.block.getArray().getShape()[axis];
    int64_t count = argument.block.isElementAxis(axis) ? whole : (whole + extent - 1) / extent;
    if (!argument.padding.empty())
      count += argument.padding[2 * axis] + argument.padding[2 * axis + 1];
    blocks += (axis ? "x" : "") + std::to_string(count);
  }
  tessera::Diagnostic &diagnostic = host.fail(
      DiagnosticId::outOfBounds, "program " + toTuple(frame->point) + " of `" + plan.kernel.getSymName().str() +
                                     "` gets block " + toTuple(position) + " of `" +
                                     plan.kernel.getArgumentName(index) + "`, which has " + blocks + " blocks");
  if (argument.indexMapFunction)
    diagnostic.note("the index map gives the block's index here", toRange(argument.indexMapFunction.getLoc()));
  diagnostic.note("make the grid smaller, or let the index map stay inside the array");
}

/// What the argument's index map gives for this program.
bool Launcher::askIndexMap(unsigned index, MutableArrayRef<int64_t> position) {
  Frame *map = indexMaps[index].get();
  if (!map)
    return true;
  const Code &code = *plan.arguments[index].indexMap;
  for (auto [slot, coordinate] : llvm::zip(code.arguments, frame->point))
    map->setScalar(slot.slot, static_cast<uint64_t>(coordinate));
  // Its Refs are the kernel's first ones, which are placed already.
  for (uint32_t ref = 0; ref < code.refCount; ++ref) {
    map->refs[ref] = frame->refs[ref];
    map->refs[ref].box = nullptr;
  }
  map->point = frame->point;
  if (!map->execute())
    return false;
  for (size_t axis = 0; axis < position.size(); ++axis)
    position[axis] = map->readInt(code.results[axis]);
  return true;
}

/// Gives a block that hangs over its array's end memory for the rest, if the kernel stores to it: a program reads back
/// what it stored.
bool Launcher::keepOverhang(unsigned index, ArrayRef<int64_t> position) {
  RefView &view = frame->refs[plan.arguments[index].refIndex];
  view.overhang = nullptr;
  if (view.whole || !plan.code->isRefStored[index])
    return true;
  Overhang &overhang = overhangs[index];
  int64_t count = numerics::countElements({view.extents.begin(), view.extents.end()});
  bool isNew = !overhang.memory;
  if (isNew) {
    uint64_t bytes = static_cast<uint64_t>(count) * view.elementSize;
    numerics::Buffer *buffer = host.run.pool.allocate(bytes);
    if (!buffer)
      return failForMemory(index, bytes), false;
    overhang.memory = BufferRef::adopt(buffer);
  }
  view.overhang = overhang.memory->data();
  if (isNew || ArrayRef<int64_t>(overhang.position) != position)
    numerics::fillUninitialized(view.type, view.overhang, count);
  overhang.position.assign(position.begin(), position.end());
  return true;
}

/// Moves the window of an argument to this program's block; false when there is no such block.
bool Launcher::placeBlock(unsigned index) {
  const LaunchArgument &argument = plan.arguments[index];
  if (!argument.ref || !argument.block)
    return true;
  RefView &view = frame->refs[argument.refIndex];
  size_t rank = view.arrayShape.size();
  SmallVector<int64_t, 4> position(rank, 0);
  if (!askIndexMap(index, position))
    return false;
  int64_t offset = 0, stride = 1;
  size_t refAxis = view.extents.size();
  view.whole = true;
  for (size_t axis = rank; axis-- > 0; stride *= view.arrayShape[axis]) {
    int64_t extent = view.arrayShape[axis], block = argument.block.getShape()[axis], first = position[axis];
    bool fits = argument.block.isElementAxis(axis) || !__builtin_mul_overflow(first, block, &first);
    int64_t before = argument.padding.empty() ? 0 : argument.padding[2 * axis],
            after = argument.padding.empty() ? 0 : argument.padding[2 * axis + 1];
    bool isOutside = first < 0 || first - before >= extent + after;
    if (!fits || (isOutside && !(first == 0 && extent == 0))) {
      failBlock(index, position);
      return false;
    }
    first -= before;
    view.origin[axis] = first;
    offset += first * stride;
    if (argument.block.isSqueezed(axis))
      continue;
    view.before[--refAxis] = std::min(block, std::max<int64_t>(0, -first));
    view.inside[refAxis] = std::max<int64_t>(0, std::min(block, extent - first));
    view.whole &= view.before[refAxis] == 0 && view.inside[refAxis] == block;
  }
  view.base = memory[index]->data() + offset * view.elementSize;
  return keepOverhang(index, position);
}

/// The next point of the grid in launch order.
void Launcher::advance() {
  size_t rank = plan.grid.size();
  for (size_t i = 0; i < rank; ++i) {
    size_t axis = plan.firstAxisFastest ? i : rank - 1 - i;
    if (++frame->point[axis] < plan.grid[axis])
      return;
    frame->point[axis] = 0;
  }
}

bool Launcher::runPrograms(LaunchRecord &record) {
  const RunOptions &options = host.run.options;
  StringRef name = plan.kernel.getSymName();
  Clock::time_point lastProgress = Clock::now();
  for (int64_t number = 0; number < plan.programs; ++number, advance()) {
    bool records = options.recordAccesses && static_cast<uint64_t>(number) < options.recordedProgramLimit;
    if (records)
      record.accesses.emplace_back(plan.arguments.size());
    for (unsigned index = 0; index < plan.arguments.size(); ++index) {
      if (!placeBlock(index))
        return false;
      const LaunchArgument &argument = plan.arguments[index];
      if (argument.ref)
        frame->refs[argument.refIndex].box =
            records && argument.access != tile::Access::scratch ? &record.accesses.back()[index] : nullptr;
    }
    if (!frame->execute() || (frame->wait.loop && !setAside()))
      return false;
    if ((number & 15) == 15 && host.run.isCancelled(plan.op.getLoc()))
      return false;
    if (options.onProgress && (number & 15) == 15 && millisecondsSince(lastProgress) > 100) {
      options.onProgress(name, number + 1, plan.programs);
      lastProgress = Clock::now();
    }
  }
  return finishWaiting();
}

/// The program that runs waits. Programs of Triton run at the same time: the next one goes on in a frame of its own.
/// Those of a Pallas grid run one after the other, so that nobody can end the wait but the loop itself.
bool Launcher::setAside() {
  constexpr size_t mostWaiting = 65536;
  if (!plan.firstAxisFastest) {
    while (frame->wait.loop)
      if (frame->wait.isStable)
        return waiting.push_back(std::move(frame)), failDeadlock();
      else if (!frame->resume())
        return false;
    return true;
  }
  if (waiting.size() == mostWaiting) {
    host.run
        .fail(DiagnosticId::stepLimit, frame->wait.loop->getLoc(),
              std::to_string(mostWaiting) + " programs of `" + plan.kernel.getSymName().str() +
                  "` wait in loops at once, which is the limit")
        .note("a GPU runs some thousands at a time, and one that waits keeps its place: launch as many as it has room "
              "for");
    return false;
  }
  auto next = std::make_unique<Frame>(host.run, *plan.code);
  next->kernel = frame->kernel;
  next->grid = frame->grid;
  next->point = frame->point;
  next->canWait = true;
  next->refs = frame->refs;
  for (auto [argument, operand] : llvm::zip(plan.arguments, plan.code->arguments))
    if (!argument.ref)
      next->setScalar(operand.slot, frame->slots[operand.slot].scalar);
  waiting.push_back(std::move(frame));
  frame = std::move(next);
  return true;
}

/// Gives those that wait their turns, the latest first: what waits for its successor ends in one sweep then, and what
/// waits for its predecessor was not set aside. A seed draws another order.
bool Launcher::finishWaiting() {
  std::mt19937_64 dice(host.run.options.warpgroups.seed);
  while (!waiting.empty()) {
    const uint64_t changes = host.run.changes;
    const size_t count = waiting.size();
    bool canGoOn = false;
    if (host.run.options.warpgroups.seed)
      std::shuffle(waiting.begin(), waiting.end(), dice);
    for (size_t index = count; index-- > 0;) {
      Frame &program = *waiting[index];
      if (!program.resume())
        return false;
      if (!program.wait.loop)
        waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(index));
      else
        canGoOn |= !program.wait.isStable;
    }
    if (!canGoOn && waiting.size() == count && host.run.changes == changes)
      return failDeadlock();
  }
  return true;
}

/// Those that wait wait for ever.
bool Launcher::failDeadlock() {
  auto describe = [](const Frame &program) { return "program " + toTuple(program.point); };
  llvm::sort(waiting, [](const auto &left, const auto &right) { return left->point < right->point; });
  const Frame &first = *waiting.front();
  tessera::Diagnostic &diagnostic =
      host.run.fail(DiagnosticId::deadlock, first.wait.loop->getLoc(),
                    describe(first) + " of `" + plan.kernel.getSymName().str() +
                        "` waits in this loop, and nobody is left who would change the memory that it reads");
  constexpr size_t mostTold = 3;
  for (size_t index = 1; index < std::min(waiting.size(), 1 + mostTold); ++index)
    diagnostic.note(describe(*waiting[index]) + " waits here", toRange(waiting[index]->wait.loop->getLoc()));
  if (waiting.size() > 1 + mostTold)
    diagnostic.note(std::to_string(waiting.size() - 1 - mostTold) + " more programs wait");
  if (!plan.firstAxisFastest)
    diagnostic.note("programs of a Pallas grid run one after the other: a program can't wait for a later one");
  diagnostic.note("a lock must be given back on every path by the program that took it, and what a loop waits for must "
                  "be stored by a program that does not itself wait for this one");
  return false;
}

/// A kernel of warpgroups: every schedule has memory of its own, and the first one's counts, as does what it prints.
/// What they found is told once.
static void runWarpgroups(Frame &host, const LaunchPlan &plan, LaunchRecord &record) {
  warpgroups::Schedules schedules;
  const bool wasQuiet = host.run.isQuiet;
  while (!host.run.stopped && schedules.next(host.run.options.warpgroups)) {
    bool isFirst = schedules.done == 0;
    Launcher launcher(host, plan);
    if (!launcher.prepare())
      break;
    host.run.isQuiet = wasQuiet || !isFirst;
    launcher.runSchedule(schedules, record);
    if (isFirst && !host.run.stopped)
      launcher.finish();
  }
  host.run.isQuiet = wasQuiet;
  record.schedules = schedules.done;
  schedules.findings.tell(host.run.sink, /*withRaces=*/!plan.op->hasAttr(tilegpu::racesAreAskedName));
}

/// The launch in the interpreter.
static void runHere(Frame &host, const LaunchPlan &plan, LaunchRecord &record) {
  if (tilegpu::isWarpgroupKernel(plan.kernel))
    return runWarpgroups(host, plan, record);
  Launcher launcher(host, plan);
  if (launcher.prepare() && launcher.runPrograms(record))
    launcher.finish();
}

/// Hopper's tensor core keeps 13 bits of a sum of products of 8-bit floats: sums of 128 of them lose a thousandth of
/// the largest term.
static constexpr double agreementOfFloat8Products = 2e-3;

/// Whether the GPU's form of the kernel has such products; f16 ones, which others become, are summed as f32.
static bool sumsFloat8InTensorCore(tile::KernelOp kernel) {
  bool found = false;
  for (auto target : kernel->getParentOfType<ModuleOp>().getOps<tilegpu::TargetModuleOp>())
    if (auto scheduled = target.lookupSymbol<tilegpu::KernelOp>(kernel.getSymName()))
      scheduled.walk([&](tilegpu::WgmmaOp product) {
        auto ref = dyn_cast<tilegpu::RefType>(product.getB().getType());
        found |= ref && isa<FloatType>(ref.getElementType()) && ref.getElementType().getIntOrFloatBitWidth() == 8;
      });
  return found;
}

/// The largest finite magnitude: what a sum that cancels loses is of its terms' size, not of its own.
static double getLargest(const numerics::Array &array) {
  double largest = 0;
  if (numerics::isFloat(array.dtype()))
    for (int64_t i = 0; i < array.size(); ++i)
      if (double value = std::abs(array.getDouble(i)); std::isfinite(value))
        largest = std::max(largest, value);
  return largest;
}

/// Runs the launch here too, silently, and compares. The program goes on with the interpreter's numbers: the next
/// launch is judged by itself, and Python decides as it did when the program was compiled.
static void compareWithReference(Frame &host, const LaunchPlan &plan, ArrayRef<numerics::Array> outputs) {
  bool wasQuiet = std::exchange(host.run.isQuiet, true);
  LaunchRecord record;
  runHere(host, plan, record);
  host.run.isQuiet = wasQuiet;
  if (host.run.stopped)
    return;
  unsigned argument = 0;
  auto isWritten = [&] {
    tile::Access access = plan.arguments[argument].access;
    return access == tile::Access::write || access == tile::Access::readwrite;
  };
  for (auto [index, output] : llvm::enumerate(plan.outputs)) {
    for (argument += index > 0; !isWritten(); ++argument) {
    }
    numerics::Array reference = host.toArray(output);
    const numerics::Array &actual = outputs[index];
    numerics::Tolerance tolerance = getAgreement(plan.kernel, argument, reference.dtype());
    if (numerics::isFloat(reference.dtype()) && sumsFloat8InTensorCore(plan.kernel))
      tolerance.absolute = std::max(tolerance.absolute, agreementOfFloat8Products);
    tolerance.absolute *= std::max(1.0, getLargest(reference));
    numerics::Comparison comparison =
        numerics::compareClose(actual.reinterpreted(reference.dtype()), reference, tolerance);
    if (!comparison.passed)
      host.run.fail(DiagnosticId::resultDiffers, plan.op.getLoc(),
                    "result " + std::to_string(index) + " of `" + plan.kernel.getSymName().str() +
                        "` on the device is not the interpreter's: " + std::to_string(comparison.mismatched) + " of " +
                        std::to_string(comparison.elements) + " elements, at most " +
                        std::to_string(comparison.maxAbsolute) + " apart");
  }
}

/// Hands the launch to the run's device.
static void runOnDevice(Frame &host, const LaunchPlan &plan) {
  SmallVector<numerics::Array> inputs, outputs;
  for (const Operand &input : plan.inputs)
    inputs.push_back(host.toArray(input));
  for (const Operand &output : plan.outputs) {
    Operand array = output;
    array.isScalar = false; // a rank-0 result is written through memory too
    numerics::Buffer *buffer = host.run.pool.allocate(array.bytes);
    if (!buffer) {
      host.fail(DiagnosticId::memoryLimit, "there is no memory for the launch's results");
      return;
    }
    numerics::fillUninitialized(array.type, buffer->data(), array.count);
    outputs.emplace_back(array.type, std::vector<int64_t>(array.shape.begin(), array.shape.end()),
                         BufferRef::adopt(buffer));
  }
  size_t before = host.run.sink.errorCount();
  if (mlir::failed(host.run.options.device->launch(plan.op, inputs, outputs, host.run.sink))) {
    if (host.run.sink.errorCount() == before)
      host.fail(DiagnosticId::launchFailed,
                "the device failed the launch of `" + plan.kernel.getSymName().str() + "` and did not say why");
    host.run.stopped = true;
    return;
  }
  for (auto [array, output] : llvm::zip(outputs, plan.outputs))
    if (array.byteSize() != output.bytes || !array.bytes()) {
      host.fail(DiagnosticId::internalError, "the device gave " + std::to_string(array.byteSize()) +
                                                 " bytes for a result of " + std::to_string(output.bytes));
      return;
    }
  if (host.run.options.comparesDevice)
    return compareWithReference(host, plan, outputs);
  for (auto [array, output] : llvm::zip(outputs, plan.outputs)) {
    BufferRef buffer = array.buffer();
    array = numerics::Array();
    Launcher::adoptOutput(host, output, std::move(buffer));
  }
}

void tessera::interpreter::runLaunch(Frame &host, const LaunchPlan &plan) {
  const RunOptions &options = host.run.options;
  LaunchRecord record;
  record.kernel = plan.kernel.getSymName().str();
  record.range = toRange(plan.op.getLoc());
  record.grid.assign(plan.grid.begin(), plan.grid.end());
  if (options.onProgress)
    options.onProgress(record.kernel, 0, plan.programs);
  Clock::time_point start = Clock::now();
  if (options.device) {
    runOnDevice(host, plan);
  } else {
    runHere(host, plan, record);
  }
  record.milliseconds = millisecondsSince(start);
  if (options.onProgress && !host.run.stopped)
    options.onProgress(record.kernel, plan.programs, plan.programs);
  host.run.result.launches.push_back(std::move(record));
}
