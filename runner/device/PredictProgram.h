// SPDX-License-Identifier: Apache-2.0
// Predicted times of all launches of a program, as the emulator executes them.
#pragma once

#include "runner/device/Device.h"
#include "runner/device/LaunchPredictor.h"

namespace tessera::runner {

/// For `DeviceSettings::predict`: a kernel is assembled once, however often it is launched.
std::function<Result<std::shared_ptr<LaunchWatcher>>(const emulator::Program &, const emulator::Function &)>
makePredictor(const TimeQuestion &question);

/// Milliseconds that `kernels`' launches in a run of the program would take on the card that `settings.predict` is for,
/// by the model. A problem if there is no time for one of them. What the program says of its numbers does not matter;
/// where `settings` skip values, a check of them ends the program, and launches behind it are not in the sum.
Result<double> predictKernels(Program &program, Device &emulator, llvm::ArrayRef<std::string> kernels,
                              const DeviceSettings &settings);

} // namespace tessera::runner
