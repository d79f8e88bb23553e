// SPDX-License-Identifier: Apache-2.0
// The door of the front end: Python text in, a `tile` module out. The module holds `@main`, which is the host program
// as straight operations, and a `tile.kernel` for each kernel launched.
#pragma once

#include "compiler/support/Diagnostic.h"
#include "compiler/support/SourceFiles.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "shared/numerics/Array.h"
#include "llvm/Support/JSON.h"
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tessera::frontend {

/// What a kernel's code takes of a multiprocessor.
struct KernelNumbers {
  int64_t sharedBytes = 0; // of a block
  int64_t registers = 0;   // of a thread, by the compiler's estimate: more than there are where some are spilled
};

/// Runs parts of an `@main` that is still being recorded, where Python needs a value at once. compiler/driver brings
/// one over the interpreter. What fails is reported to `sink`.
class HostValues {
public:
  virtual ~HostValues();
  /// The elements of `array`, a result of an operation of `@main`'s block; signless integers read as signed.
  virtual std::optional<numerics::Array> read(mlir::Value array, DiagnosticSink &sink) = 0;
  /// The string that `text`, a `!tile.text` of `@main`, will be.
  virtual std::optional<std::string> readText(mlir::Value text, DiagnosticSink &sink) = 0;
  /// Runs `check`, an operation of `@main` without results, alone with what it needs: whether it held.
  virtual bool check(mlir::Operation *check, DiagnosticSink &sink) = 0;
  /// What running `op`, an operation of `@main`, prints; with what it needs, whose prints do not count.
  virtual std::optional<std::string> output(mlir::Operation *op, DiagnosticSink &sink) = 0;
  /// What `kernel` takes when `module`, the kernel and its launches, is compiled. None where it has no code: `sink`
  /// says why.
  virtual std::optional<KernelNumbers> measure(mlir::ModuleOp module, llvm::StringRef kernel, DiagnosticSink &sink) = 0;
  /// Operations of `@main` are gone or elsewhere: nothing may be kept by their values.
  virtual void forget() = 0;
};

/// `name = value` for a module-level `name = literal` of the program: both are text, the value a Python literal.
struct Setting {
  std::string name, value;
};

/// A kernel under `triton.autotune` as the program launched it.
struct AutotunedLaunch {
  std::string function;             // the kernel's name in the program
  std::vector<std::string> configs; // in the decorator's order, as text
  std::vector<size_t> kept; // what pruning left for this launch, best first where the program has a `perf_model`
  size_t chosen = 0;        // an index of `configs`
  // Values of the `key` arguments and dtypes of all tensors, `M=256,N=192,float16,float16`; what is no letter, digit or
  // one of `_.+-` in them is written as `%3B`.
  std::string key;
  std::string kernel; // recorded as
};

/// A choice among the configurations of `triton.autotune`.
struct ConfigurationChoice {
  std::string function; // the kernel's name in the program
  std::string key;      // as in AutotunedLaunch; empty: for all keys that no choice names
  size_t index = 0;     // of the decorator's list
};

/// Bytes of shared memory that the program was told a kernel takes, by the launches so far.
struct ToldShared {
  std::string kernel;
  int64_t bytes = 0;
  SourceRange range;
};

/// The library's own Python texts as they were read for one program, for those that come after it.
class LibraryTrees;
std::shared_ptr<LibraryTrees> makeLibraryTrees();

struct EvaluateOptions {
  /// What `kernel.asm` and capability questions answer for.
  std::string target = "sm_90a";
  /// What the program believes it runs on: a `gpu` of the target, or a `cpu`.
  std::string device = "gpu";
  ImportOptions imports;
  /// Take the place of the literals that the program assigns at module level. An unknown name, or a value that is no
  /// literal, is reported (`unknown-name`, `value-error`) without a place in the text.
  std::vector<Setting> settings;
  /// Which configurations autotuned kernels take. Where pruning drops it, and for all others, the first one left.
  std::vector<ConfigurationChoice> configurations;
  /// Receives each launch of an autotuned kernel; null: nobody asks.
  std::vector<AutotunedLaunch> *autotuned = nullptr;
  /// Receives what the program was told of its kernels; null: nobody asks.
  std::vector<ToldShared> *told = nullptr;
  /// Statements, expressions and elements that evaluation may take: a program that loops for ever ends with
  /// `step-limit`.
  uint64_t stepLimit = 20'000'000;
  /// Calls of the user's functions inside each other, as Python's own limit.
#ifdef __EMSCRIPTEN__
  unsigned recursionLimit = 150;
#else
  unsigned recursionLimit = 1000;
#endif
  /// Expressions and statements inside each other, over all calls.
#ifdef __EMSCRIPTEN__
  unsigned nestingLimit = 1500;
#else
  unsigned nestingLimit = 40000;
#endif
  /// Native stack that evaluation may use, in bytes; deeper nesting ends with `recursion-limit` too.
#ifdef __EMSCRIPTEN__
  size_t stackBytes = 512 << 10;
#else
  size_t stackBytes = 4 << 20;
#endif
  /// Elements that one Python list, tuple, dict or string may have.
  int64_t sizeLimit = 16 << 20;
  /// Bytes of Python objects.
  size_t memoryLimit = size_t(1) << 30;
  /// Null: the library's texts are read anew. Evaluations that share them must not run on several threads.
  std::shared_ptr<LibraryTrees> libraryTrees;
  /// Null: a program whose Python asks for an array's value is refused. Must outlive the evaluation.
  HostValues *hostValues = nullptr;
};

/// Parses and evaluates `source`. Null when an error was reported to `sink`; `begun` then receives what the program did
/// before that error, as a module of its own, if it did anything that can be seen (a print, a check, a file).
mlir::OwningOpRef<mlir::ModuleOp> evaluateProgram(mlir::MLIRContext &context, llvm::StringRef fileName,
                                                  llvm::StringRef source, const EvaluateOptions &options,
                                                  DiagnosticSink &sink,
                                                  mlir::OwningOpRef<mlir::ModuleOp> *begun = nullptr);

/// The library's names; see shared/protocol/README.md "reference".
llvm::json::Value libraryReference();
/// How files of the library that the binary does not hold are had; see `LibraryTable::setFetcher`.
void setLibraryFetcher(std::optional<std::string> (*fetch)(llvm::StringRef file));

} // namespace tessera::frontend
