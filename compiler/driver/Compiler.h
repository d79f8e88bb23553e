// SPDX-License-Identifier: Apache-2.0
// The one door of the compiler: the wasm bridge, the command line, the runner and the tests come through here and
// through nothing else. Text goes in, a `Program` comes out; a Program is asked for its stages, its views, its numbers,
// its artifact.
#pragma once

#include "compiler/driver/Tests.h"
#include "compiler/interpreter/Interpreter.h"
#include "compiler/support/Benchmarks.h"
#include "compiler/support/Diagnostic.h"
#include "compiler/support/SourceFiles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace tessera {

/// Version and commit of this build, for example `0.1.0 (1a2b3c4d)`.
std::string getVersion();

/// Turns scheduled kernels into text below `tilegpu`. Native builds have one (compiler/codegen); the wasm module has
/// none, and `show` of those stages says so.
class CodeGenerator {
public:
  virtual ~CodeGenerator();
  /// The texts of `kernels` of `module`, in order. `stage` is `llvm`, `ptx` or `sass`. None, and reported, for one that
  /// failed.
  virtual std::vector<std::optional<std::string>> generate(mlir::ModuleOp module, llvm::ArrayRef<std::string> kernels,
                                                           llvm::StringRef target, llvm::StringRef stage,
                                                           DiagnosticSink &sink) = 0;
  /// What runs inline PTX where kernels run in the interpreter; null: nothing does.
  virtual interpreter::InlineAssembly *inlineAssembly() { return nullptr; }
};

/// Takes the place of the literal that the program assigns to `name` at module level; `value` is a Python literal.
struct Setting {
  std::string name, value;
};

struct CompileOptions {
  std::string target = "sm_90a";
  /// Choices made by hand, `stages=3;KERNEL.warps=8`: the names are compiler/schedule/Choices.h's. `FUNCTION.config=2`
  /// chooses for an autotuned kernel of Triton, `FUNCTION.config[KEY]=2` for its launches of one key (AutotunedKey).
  std::string tune = {};
  /// Where Python asks for an array's value (`if (a == b).all():`), what the program did so far is run while it is
  /// compiled. False: such a program is refused.
  bool runsHostCode = true;
  /// For these runs, as in interpreter::RunOptions.
  std::function<bool()> isCancelled = nullptr;
  std::function<void(llvm::StringRef kernel, int64_t programsDone, int64_t programs)> onProgress = nullptr;
  uint64_t hostMemoryLimit = interpreter::RunOptions().memoryLimit;
  std::vector<Setting> settings = {};
  /// What evaluating the text may take: statements, expressions and elements, and bytes of Python objects. 0: the front
  /// end's own limit.
  uint64_t stepLimit = 0, pythonMemoryLimit = 0;
  ImportOptions imports = {};
  /// `snapshots` is going to be asked: it is filled while the passes run, which need not run again then.
  bool keepsSnapshots = false;
  /// The file's benchmarks are asked for: the program becomes that of the point. Outlives the call.
  BenchmarkEvaluation *benchmark = nullptr;
};

/// One pass of the pipeline with the module's text after it.
struct Snapshot {
  std::string stage;  // the level that the pass works on: `tile` or `tilegpu`
  std::string pass;   // the pass's argument, for example `tile-cleanup`; `trace` for what the front end made
  std::string reason; // Pipeline.cpp's line of reason
  bool changed = false;
  std::string text;
  /// For each line of `text` the source lines (1-based) that its operation came from; 0, 0 for none.
  std::vector<std::pair<uint32_t, uint32_t>> sourceLines;
  /// For each line which of `sourceFiles` they are of.
  std::vector<uint32_t> fileOfLine;
  std::vector<std::string> sourceFiles;
};

/// What an autotuned kernel is tuned for: launches of the same values of its `key` arguments and the same dtypes.
struct AutotunedKey {
  std::string key;          // `M=256,N=192,float16,float16`
  std::vector<size_t> kept; // configurations that pruning leaves
  size_t chosen = 0;
};

/// A kernel of the program under `triton.autotune`.
struct AutotunedKernel {
  std::string function;             // its name in the program
  std::vector<std::string> configs; // as text
  size_t chosen = 0;                // of the first launch
  std::vector<std::string> kernels; // what it was recorded as
  std::vector<AutotunedKey> keys;   // in the order of their first launches
};

/// What the schedule's cost model says of a kernel: for ranking schedules, never a GPU's time. See
/// compiler/schedule/cost.
struct KernelEstimate {
  double microseconds = 0; // the model's, all launches together
  std::string limit;       // what takes them, for example `products` or `memory`
  int64_t blocks = 0, blocksPerProcessor = 0, waves = 0, registers = 0;
  double operations = 0, memoryBytes = 0;
  /// The least that the card needs for these products alone, at the rate of the instructions that make them, or for
  /// these bytes alone, whichever is more.
  double rooflineMicroseconds = 0;
  bool guesses = false; // a loop's or a branch's course is not known before the run
};

struct FreezeOptions {
  bool includeSource = false;                                        // the user agrees that the text travels
  std::vector<std::pair<std::string, std::string>> moduleTexts = {}; // name and text of what it imports, then too
};

/// What a device needs of a program: its kernels, and somebody who runs what is around their launches.
class RunnableProgram {
public:
  virtual ~RunnableProgram() = default;
  virtual std::vector<std::string> kernels() const = 0;
  /// The text at `stage` (`tile`, `tilegpu`, `llvm`, `ptx`, `sass`), of all kernels or the one named; or the whole
  /// module right after `pass`, of whatever stage when `stage` is empty.
  virtual std::optional<std::string> show(llvm::StringRef stage, llvm::StringRef pass, llvm::StringRef kernel,
                                          DiagnosticSink &sink) = 0;
  /// Runs `@main`. `kernelText` is filled in when absent.
  virtual interpreter::RunResult run(interpreter::RunOptions options) = 0;
  /// The module after the whole pipeline, `tile` and `tilegpu` together.
  virtual mlir::ModuleOp module() const = 0;
  virtual llvm::StringRef target() const = 0;
};

/// A compiled program. Holds its own copy of the module; the `Compiler` must outlive it.
class Program : public RunnableProgram {
public:
  ~Program() override;

  /// What compiling had to say, in source order. A program with errors has no module to run, freeze or view.
  virtual llvm::ArrayRef<Diagnostic> diagnostics() const = 0;
  virtual bool ok() const = 0;
  /// Whether a program that an error ended did something before that can be seen: `run` then does it, and ends with the
  /// error.
  virtual bool hasBegun() const = 0;

  /// Every pass in order, `trace` first; as long as the program lives.
  virtual llvm::ArrayRef<Snapshot> snapshots() = 0;
  /// Grids, block specs, and which program touches which block; see shared/protocol/README.md "tilings". What only a
  /// run shows is what it shows within `limit`: the rest is given as whole arrays.
  virtual llvm::json::Value tilings(std::chrono::milliseconds limit = std::chrono::seconds(10)) = 0;
  /// Which lane holds which element, and what lies where in shared memory; see shared/protocol/README.md "layouts".
  virtual llvm::json::Value layouts() = 0;
  /// The artifact's bytes; see shared/artifact.
  virtual std::vector<uint8_t> freeze(const FreezeOptions &options) = 0;

  /// As the front end recorded it, before any pass; null for an artifact, and where there was an error.
  virtual mlir::ModuleOp tracedModule() const = 0;
  /// Those that the program launched, in order of their first launch.
  virtual std::vector<AutotunedKernel> autotuned() const = 0;
  /// For the card of this name (`schedule::getCards`), of the target's usual one where it has none so called. None where
  /// the kernel has no schedule or no launch.
  virtual std::optional<KernelEstimate> estimate(llvm::StringRef kernel, llvm::StringRef card = {}) const = 0;
  /// What a kernel computes and how it is launched, before anything is chosen: equal texts get equal schedules.
  virtual std::string describeKernel(llvm::StringRef kernel) const = 0;
  /// The same trace scheduled with other choices of the schedule. Null where it does not compile, or where this is an
  /// artifact.
  virtual std::unique_ptr<Program> reschedule(const std::string &tune) const = 0;
};

class Compiler {
public:
  /// `generator` may be null and must outlive the compiler.
  explicit Compiler(CodeGenerator *generator = nullptr);
  ~Compiler();

  std::unique_ptr<Program> compile(llvm::StringRef fileName, llvm::StringRef source,
                                   const CompileOptions &options = {});
  /// A program from an artifact's bytes. Never crashes on bytes that are not one: the Program carries the error.
  std::unique_ptr<Program> thaw(llvm::ArrayRef<uint8_t> bytes);

  /// Text that names a kernel by itself in a `tune` may hold letters, digits and underscores only: whether this one
  /// does.
  static bool isTunable(llvm::StringRef kernel);

  /// Runs the tests of a file (unittest, absl, pytest, hypothesis) in the interpreter and tells of each; `onCase` gives
  /// false to stop.
  TestSummary test(llvm::StringRef fileName, llvm::StringRef source, const TestOptions &options,
                   llvm::function_ref<bool(const TestReport &)> onCase);

  /// Targets that `CompileOptions::target` accepts.
  static std::vector<std::string> targets();
  /// The library's names with signature and summary, for completion and the reference page.
  static llvm::json::Value reference();
  /// How parts of the library that are files beside the module are had (see compiler/frontend/library/README.md); a
  /// native binary holds them all. `fetch` gives a file's text, or nothing where it can't be had now.
  static void setLibraryFetcher(std::optional<std::string> (*fetch)(llvm::StringRef file));

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// JSON of results as shared/protocol/README.md describes them.
llvm::json::Value toJson(const interpreter::RunResult &result);
llvm::json::Value toJson(const interpreter::Timeline &timeline);
/// Without its `text` and what belongs to it where `withText` is false.
llvm::json::Value toJson(const Snapshot &snapshot, bool withText = true);

/// The `opt`-like tool: replays a textual pipeline over IR text. Returns a process exit code.
int runOpt(int argc, const char *const *argv);

} // namespace tessera
