// SPDX-License-Identifier: Apache-2.0
// `tessera emulate` as questions and answers in JSON, for whoever keeps a PTX file at hand and launches it again and
// again: the browser's module is this class behind two C functions. One file, one launch, one run at a time:
//
//   load      the text                      which kernels it has, or why it is refused
//   prepare   kernel, shape, arguments      whether they go together; arguments as on the command line
//   run       a seed                        what was counted and what was found, under this order; a predicted time
//   arrays    -                             what the arrays hold after the last run, in a few numbers each
//   array     an argument's number          its bytes
//   debug     a command                     where the launch stands, stepped through (EmulateDebug.h)
//
// wasm/emulator/README.md has the fields. No file is read: what `@NAME.npy` means was put here before.
#pragma once

#include "runner/cli/EmulateArguments.h"
#include "runner/cli/EmulateDebug.h"
#include "runner/device/Findings.h"
#include "runner/device/LaunchPredictor.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <memory>

namespace tessera::runner::cli {

struct SessionLimits {
  /// Of the arrays of a launch with their copies: a browser's module has 2 GB in all.
  uint64_t memoryBytes = UINT64_MAX;
};

class EmulateSession {
public:
  explicit EmulateSession(SessionLimits limits = {}) : limits(limits) {}

  /// `{ok: true, value}`, or `{ok: false, error}` for what is no request.
  llvm::json::Value call(const llvm::json::Object &request);
  /// The .npy file that `@name` of an argument means; an empty one takes it away.
  void putFile(std::string name, std::string bytes);
  /// What `array` asked for last.
  const std::vector<uint8_t> &bytes() const { return lastBytes; }

  std::function<void(std::string_view)> onOutput; // what `printf` writes; null: dropped
  std::function<void(uint64_t)> onProgress;       // how far a replay of `debug` is, in instructions; null: dropped

private:
  struct Answer;
  Answer load(const llvm::json::Object &request);
  Answer prepare(const llvm::json::Object &request);
  Answer run(const llvm::json::Object &request);
  Answer describeArrays() const;
  Answer takeArray(const llvm::json::Object &request);
  Answer debug(const llvm::json::Object &request);
  /// What watches a run for its time; null, with the reason in `why`, where there is none to tell.
  std::unique_ptr<LaunchPredictor> watchTime(const llvm::json::Object &asked, std::string &why) const;
  /// Of a run, as both `run` and `debug` take them; false where one is no number.
  bool readOptions(const llvm::json::Object &request, emulator::RunOptions &options) const;
  /// What there is of an earlier text or launch.
  void forgetLaunch();
  const emulator::Function *chooseEntry(const llvm::json::Object &request, std::string &why) const;
  /// The number of the argument that is wrong, and the reason; nothing where none is.
  std::optional<std::pair<size_t, std::string>> readArguments(const llvm::json::Array &texts);
  Result<numerics::Array> readFile(const std::string &name, std::optional<numerics::DType> wanted) const;
  /// Why the arrays are too large, or nothing.
  std::string checkMemory() const;

  SessionLimits limits;
  std::map<std::string, std::string> files;
  std::unique_ptr<emulator::Program> program;
  const emulator::Function *entry = nullptr; // of the launch; null: none is prepared
  emulator::LaunchShape shape;
  std::vector<EmulateArgument> arguments;
  std::unique_ptr<emulator::GlobalMemory> memory; // of the last run, as long as `placed`
  std::unique_ptr<PlacedArguments> placed;
  std::unique_ptr<EmulateDebug> debugged; // null until `debug` starts
  Findings findings; // of the runs since `prepare`: each is told once
  std::vector<uint8_t> lastBytes;
};

} // namespace tessera::runner::cli
