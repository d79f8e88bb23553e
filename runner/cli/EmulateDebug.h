// SPDX-License-Identifier: Apache-2.0
// The debugger for warps (runner/emulator/debug) as questions and answers in JSON: of one launch that `EmulateSession`
// has prepared, under one seed. Every answer says where the launch stands and what is seen there.
// wasm/emulator/README.md has the fields.
#pragma once

#include "runner/cli/EmulateArguments.h"
#include "runner/emulator/debug/Debugger.h"
#include "llvm/Support/JSON.h"

namespace tessera::runner::cli {

class EmulateDebug {
public:
  /// All of it lives as long as this; `options` are those of the run that is looked into.
  EmulateDebug(const emulator::Program &program, const emulator::Function &entry, emulator::LaunchShape shape,
               const std::vector<EmulateArgument> &arguments, emulator::RunOptions options);

  /// The command `command` of `request`; an error, for what is no request, in `why`.
  llvm::json::Object call(llvm::StringRef command, const llvm::json::Object &request, std::string &why);
  /// Told how many instructions a replay has executed.
  void onProgress(std::function<void(uint64_t)> tell) { debugger.onProgress = std::move(tell); }

private:
  bool move(llvm::StringRef command, const llvm::json::Object &request, std::string &why);
  bool readBreakpoints(const llvm::json::Object &request, std::vector<emulator::Breakpoint> &breakpoints,
                       std::string &why);
  const emulator::Function &functionOf(const emulator::Breakpoint &breakpoint) const;
  llvm::json::Object describe() const;
  uint32_t findUnwritten(const emulator::RegisterView &view) const;
  llvm::json::Object describeShared(const llvm::json::Object &request, std::string &why) const;
  llvm::json::Value toJson(const emulator::WriterView &writer) const;

  const emulator::Program &program;
  const emulator::Function &entry;
  emulator::LaunchShape shape;
  emulator::Debugger debugger;
  /// A breakpoint whose condition can't be read: its number, and the reason. The launch has not moved.
  std::optional<std::pair<size_t, std::string>> refused;
};

} // namespace tessera::runner::cli
