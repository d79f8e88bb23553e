// SPDX-License-Identifier: Apache-2.0
// What stands around the jobs of this server, found out at its start by workers that put it up and tell.
#pragma once

#include "runner/device/DeviceInfo.h"
#include "runner/Result.h"
#include "runner/sandbox/Sandbox.h"
#include "runner/worker/WorkerProcess.h"

namespace tessera::runner {

struct SandboxState {
  sandbox::Mode mode = sandbox::Mode::off, gpuMode = sandbox::Mode::off; // for jobs on the CPU and on GPUs
  sandbox::Report walls;                                                 // on the CPU
  std::string gpuNote; // what is different for GPUs; empty: there are none

  /// Everything that matters, for all devices.
  bool holds() const { return mode != sandbox::Mode::off && gpuMode != sandbox::Mode::off && walls.holds(); }
  sandbox::Mode modeFor(llvm::StringRef device) const { return device.starts_with("cuda") ? gpuMode : mode; }
  /// `sandbox` of `GET /v1/devices`; see shared/protocol/README.md.
  llvm::json::Object toJson() const;
  /// One line for people: which walls stand, which do not and why.
  std::string describe() const;
};

/// Refuses where `mode` is `require` and something that matters does not stand. Where it is `try` and a GPU's driver
/// does not work in the sandbox, jobs on GPUs go without.
Result<SandboxState> findSandboxState(const WorkerCommand &command, llvm::ArrayRef<DeviceInfo> devices,
                                      int64_t memoryBytes, sandbox::Mode mode);

} // namespace tessera::runner
