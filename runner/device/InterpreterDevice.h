// SPDX-License-Identifier: Apache-2.0
// The device of a machine without a GPU, named as what it is.
#pragma once

#include "runner/device/Device.h"

namespace tessera::runner {

class InterpreterDevice final : public Device {
public:
  /// `machineHasGpu` changes the note alone.
  explicit InterpreterDevice(bool machineHasGpu);
  static DeviceInfo describe(bool machineHasGpu);

  const DeviceInfo &info() const override { return deviceInfo; }
  bool prepare(RunnableProgram &program, const DeviceSettings &settings, DiagnosticSink &sink) override;
  interpreter::LaunchDevice *launcher() override { return nullptr; }
  std::vector<LaunchTiming> timings() const override { return {}; }
  std::vector<KernelFacts> kernels() const override { return facts; }

private:
  DeviceInfo deviceInfo;
  std::vector<KernelFacts> facts;
};

} // namespace tessera::runner
