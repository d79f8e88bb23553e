// SPDX-License-Identifier: Apache-2.0
// The machine that runs decoded code. A function or kernel body is decoded once into a flat list of steps over numbered
// slots, loops and branches as jumps; running it is a loop over that list. A slot holds one value: a scalar in place,
// or a counted buffer.
#pragma once

#include "compiler/interpreter/Pool.h"
#include "compiler/interpreter/RefView.h"
#include "compiler/tile/ir/Tile.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <memory>

namespace tessera::interpreter {

class Frame;
namespace warpgroups {
struct Agent;
}
using SlotIndex = uint32_t;

struct Slot {
  uint64_t scalar = 0;
  uint8_t *data = nullptr; // &scalar, or the buffer's bytes
  numerics::BufferRef buffer;
};

/// A value as the decoder knows it: where it is and what shape its bytes have.
struct Operand {
  SlotIndex slot = 0;
  numerics::DType type = numerics::DType::int32;
  bool isScalar = true;
  bool dies = false; // at the step that reads it: its buffer may be written over
  int64_t count = 1;
  uint64_t bytes = 4;
  llvm::SmallVector<int64_t, 4> shape;
};

struct Step {
  std::function<void(Frame &)> run;
  mlir::Operation *op = nullptr;
  llvm::SmallVector<SlotIndex, 2> deaths; // slots whose values nobody reads after this step
};

/// A value that every frame of a code begins with.
struct Preset {
  SlotIndex slot;
  uint64_t scalar;
  numerics::BufferRef buffer;
};

struct Code {
  std::vector<Step> steps;
  std::vector<Preset> presets;
  uint32_t slotCount = 0, refCount = 0, textCount = 0;
  std::vector<Operand> arguments, results; // of a function
  llvm::SmallVector<bool, 8> isRefStored;  // of a kernel: by argument
};

/// What all frames of one run share.
struct Run {
  const RunOptions &options;
  RunResult &result;
  DiagnosticSink sink;
  Pool pool;
  bool stopped = false;
  bool isQuiet = false; // what kernels print is dropped
  uint32_t ticks = 0;
  uint64_t changes = 0; // how many operations of kernels have changed memory: who waits goes on after such
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<Code>> codes;

  Run(const RunOptions &options, RunResult &result) : options(options), result(result), pool(options.memoryLimit) {}
  Diagnostic &fail(DiagnosticId id, mlir::Location location, std::string message);
  /// True, and stopped, when the caller wants the run to end.
  bool isCancelled(mlir::Location location);
};

/// The state of one run of a code.
class Frame {
public:
  Frame(Run &run, const Code &code);
  ~Frame();
  Frame(const Frame &) = delete;
  Frame &operator=(const Frame &) = delete;

  /// Runs the code from its beginning; false when the run was stopped. With `canWait`, `wait` may say that it is not
  /// done yet.
  bool execute() { return pc = 0, resume(); }
  /// Goes on in the loop where it was set aside.
  bool resume();

  uint8_t *at(SlotIndex slot) const { return slots[slot].data; }
  uint8_t *at(const Operand &operand) const { return slots[operand.slot].data; }
  int64_t readInt(const Operand &operand) const;
  void setScalar(SlotIndex slot, uint64_t bits) {
    slots[slot].scalar = bits;
    slots[slot].data = reinterpret_cast<uint8_t *>(&slots[slot].scalar);
  }
  /// Memory for a new value; null, and the run stopped, when there is none.
  uint8_t *define(const Operand &result);
  /// The same, in the memory of `operand` if that dies here, has the same size and no other owner.
  uint8_t *defineOver(const Operand &result, const Operand &operand);
  uint8_t *defineOver(const Operand &result, const Operand &first, const Operand &second);
  /// `to` becomes the value in `from`.
  void share(SlotIndex to, SlotIndex from);
  void move(SlotIndex to, SlotIndex from);
  void release(SlotIndex slot);
  numerics::Array toArray(const Operand &operand, bool isUnsigned = false) const;
  /// Takes over the array's bytes, which `define` or the pool gave.
  void adopt(const Operand &result, const numerics::BufferRef &buffer);

  mlir::Operation *currentOp() const { return code.steps[pc - 1].op; }
  Diagnostic &fail(DiagnosticId id, std::string message);

  Run &run;
  const Code &code;
  size_t pc = 0;
  std::vector<Slot> slots;
  std::vector<RefView> refs;
  std::vector<std::string> texts;
  // Of a kernel's frame: this program and where it belongs.
  tile::KernelOp kernel;
  llvm::SmallVector<int64_t, 4> point, grid;
  warpgroups::Agent *agent = nullptr; // whose frame it is, in a kernel of warpgroups
  bool canWait = false;               // of a program: a loop that turns without any effect sets it aside
  /// The loop in which a program was set aside.
  struct Wait {
    mlir::Operation *loop = nullptr; // null: it is not waiting
    size_t pc = 0;                   // where it goes on
    bool isStable = false;           // what the loop carries stays the same: only memory can end it
    std::vector<uint8_t> carried;    // the bytes of that, one turn earlier
  } wait;
};

/// Fills in `count` and `bytes` from shape and dtype; false when there are too many elements or axes.
bool measure(Operand &operand);
/// Ends the run: there is no memory for `array`.
void failForMemory(Run &run, mlir::Location location, const Operand &array);
/// `(1, 2)`, `(3,)`.
std::string toTuple(llvm::ArrayRef<int64_t> values);
/// Element `index` of integers of `type` at `data`.
int64_t readInteger(const void *data, numerics::DType type, int64_t index = 0);

/// Runs one launch: the operands and results are slots of the host's frame.
struct LaunchPlan;
void runLaunch(Frame &host, const LaunchPlan &plan);

} // namespace tessera::interpreter
