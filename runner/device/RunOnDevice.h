// SPDX-License-Identifier: Apache-2.0
// A program run on a device, and what came of it in the protocol's words: the one place where the interpreter's record
// of a run and the device's times and kernels become a Result. The command line and the worker both come through here.
#pragma once

#include "runner/device/Device.h"

namespace tessera::runner {

struct DeviceRun {
  interpreter::RunResult result;
  llvm::json::Object json; // `Result` of shared/protocol/README.md
};

/// `options.device` is set here. A device that can't prepare the program gives a result that is not ok and says why.
DeviceRun runOnDevice(RunnableProgram &program, Device &device, const DeviceSettings &settings,
                      interpreter::RunOptions options);

} // namespace tessera::runner
