// SPDX-License-Identifier: Apache-2.0
// Runs a `tile` module on the CPU: `@main` operation by operation on whole arrays, and each launch either program by program
// here or on a device that the caller gives. This is the reference: what it prints is right.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "shared/numerics/Array.h"
#include "shared/numerics/Comparison.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/LogicalResult.h"
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

// Whoever hands operations over has their headers; those who only run programs need not read them.
namespace mlir {
class ModuleOp;
class Type;
namespace func {
class FuncOp;
}
} // namespace mlir
namespace tessera::tile {
class InlineAsmOp;
class LaunchOp;
} // namespace tessera::tile

namespace tessera::interpreter {

/// Where launches run when not in the interpreter: a GPU, the PTX emulator, a recorder.
class LaunchDevice {
public:
  virtual ~LaunchDevice();
  /// Runs `launch` on `inputs` (the operands) and fills `outputs` (the results; allocated, poisoned). On failure the
  /// device has reported why to `sink`, at the launch's range or nearer.
  virtual llvm::LogicalResult launch(tile::LaunchOp launch, llvm::ArrayRef<numerics::Array> inputs,
                                     llvm::MutableArrayRef<numerics::Array> outputs, DiagnosticSink &sink) = 0;
};

struct RunOptions;

/// PTX that the user wrote, run element group by element group: the emulator, in builds that have it.
class InlineAssembly {
public:
  virtual ~InlineAssembly();
  /// Runs `op` on `count` elements of each operand and fills `outputs`, one buffer a result. On failure `sink` says why, at the
  /// operation's range.
  virtual llvm::LogicalResult run(tile::InlineAsmOp op, llvm::ArrayRef<const uint8_t *> inputs,
                                  llvm::ArrayRef<uint8_t *> outputs, int64_t count, const RunOptions &options,
                                  DiagnosticSink &sink) = 0;
};

/// Which elements of a launch's argument one program touched: the smallest box over the argument's array.
struct AccessBox {
  std::vector<int64_t> begin, end; // half-open, one entry an axis; empty when nothing was touched
  int64_t elements = 0;            // distinct accesses counted with multiplicity
};

/// How kernels of warpgroups run: see "Kernels of warpgroups" in README.md.
struct WarpgroupRunOptions {
  uint64_t seed = 0;           // which schedule: 0 takes agents in turn, others draw from this seed
  uint64_t schedules = 1;      // how many are run, from `seed` on; the first one's results count
  bool exhaustive = false;     // every schedule of a small kernel instead, at most `schedules` of them
  bool checksRaces = true;     // happens-before over barriers, phases, groups and proxies
  bool tracesTimeline = false; // fill LaunchRecord::timeline
  uint64_t timelineLimit = 200'000; // events beyond it are counted and dropped
};

/// Who did what when in one launch of a kernel of warpgroups, by a stated latency model (see README.md): never a GPU's time.
struct Timeline {
  struct Row {
    std::string name; // `warpgroup 0`, `TMA loads`, `tensor core of warpgroup 1`
    uint32_t cluster = 0, block = 0;
    int32_t warpgroup = -1; // -1: of no warpgroup
  };
  struct Event {
    uint32_t row = 0;
    std::string kind; // run, wait, copy, wgmma, store, barrier
    uint64_t begin = 0, end = 0; // cycles of the model
    std::string name;            // `wait for a_smem[1]`, `copy x to a_smem[0]`
    std::string buffer;          // the shared buffer or barrier it is about; empty: none
    int64_t slot = -1, step = -1; // index along that buffer's first axis, and how many times it was used before; -1: none
    SourceRange range;
    int64_t waitsFor = -1; // of a wait: the event that ended it
  };
  std::vector<Row> rows;
  std::vector<Event> events; // in order of their beginnings
  uint64_t dropped = 0, length = 0; // length: cycles of the whole launch
};

struct RunOptions {
  LaunchDevice *device = nullptr; // null: the interpreter runs launches itself
  InlineAssembly *inlineAssembly = nullptr; // null: a kernel with inline PTX is refused by name
  /// With a device: each launch also runs here, and results that differ by more than `getAgreement` says are an error, `result-differs`.
  bool comparesDevice = false;
  /// Called with each piece of the program's output as it is printed.
  std::function<void(llvm::StringRef)> onOutput;
  /// Polled between operations and programs; true ends the run with `cancelled`.
  std::function<bool()> isCancelled;
  /// Text of `kernel` at `stage` for `kernel.asm[...]`; failure carries the reason.
  std::function<std::string(llvm::StringRef kernel, llvm::StringRef stage)> kernelText;
  /// Called before and after each launch, for progress.
  std::function<void(llvm::StringRef kernel, int64_t programsDone, int64_t programs)> onProgress;
  /// Calls `work(begin, end)` for pieces of `least` elements or more that together are [0, `count`), each once, on several threads;
  /// `work` touches nothing that another piece writes. Without it the interpreter's own thread does all.
  std::function<void(int64_t count, int64_t least, llvm::function_ref<void(int64_t begin, int64_t end)> work)> shareWork;
  uint64_t memoryLimit = uint64_t(3) << 30; // bytes of live arrays
  bool recordAccesses = false;              // fill LaunchRecord::accesses
  uint64_t recordedProgramLimit = 65536;    // programs whose accesses are kept
  WarpgroupRunOptions warpgroups;
};

/// How far two right answers of a kernel may be apart: sums of another order, functions of another rounding. `absolute` is of the largest
/// element where that is above 1. Integers agree exactly.
numerics::Tolerance getAgreement(numerics::DType type);

struct LaunchRecord {
  std::string kernel;
  SourceRange range;
  std::vector<int64_t> grid;
  double milliseconds = 0; // CPU wall time; never a GPU's
  std::vector<std::vector<AccessBox>> accesses; // [program in launch order][kernel argument]
  std::optional<Timeline> timeline;
  uint64_t schedules = 0; // of a kernel of warpgroups: how many were run
};

/// One comparison or assert of the program, in order.
struct CheckRecord {
  SourceRange range;
  bool passed = false;
  std::string message; // why it failed; NumPy's text for comparisons
  int64_t elements = 0, mismatched = 0;
  double maxAbsolute = 0, maxRelative = 0;
};

struct RunResult {
  bool ok = false;    // ran to the end and every check held
  std::string output; // what the program printed
  std::map<std::string, std::string> files;
  std::vector<CheckRecord> checks;
  std::vector<LaunchRecord> launches;
  std::vector<Diagnostic> diagnostics;
  double milliseconds = 0;
  uint64_t peakBytes = 0;
};

/// Runs `@main` of `module`. Never throws; a failing check ends the run as Python's exception would.
RunResult runProgram(mlir::ModuleOp module, const RunOptions &options = {});

/// The array type of `type` on the host (signless integers read as signed).
numerics::DType toDType(mlir::Type elementType, bool isUnsigned = false);

/// A block's index map, made ready to be asked for many programs.
class IndexMap {
public:
  /// `map` may be null: then every index is 0. Fails with a diagnostic when it does not take `gridRank` integers to `rank`.
  static llvm::FailureOr<IndexMap> create(mlir::func::FuncOp map, size_t gridRank, size_t rank, DiagnosticSink &sink);
  IndexMap(IndexMap &&) noexcept;
  IndexMap &operator=(IndexMap &&) noexcept;
  ~IndexMap();
  /// The indices for the program at `point`.
  llvm::FailureOr<std::vector<int64_t>> evaluate(llvm::ArrayRef<int64_t> point, DiagnosticSink &sink);

private:
  IndexMap();
  struct Impl;
  std::unique_ptr<Impl> impl;
  size_t rank = 0;
};

/// The indices that `map` (a block's index map; null: all zero) gives for the program at `point`: block or element indices,
/// one an array axis. Fails with a diagnostic when the map does not return one integer an axis.
llvm::FailureOr<std::vector<int64_t>> evaluateIndexMap(mlir::func::FuncOp map, llvm::ArrayRef<int64_t> point,
                                                       size_t rank, DiagnosticSink &sink);

} // namespace tessera::interpreter
