// SPDX-License-Identifier: Apache-2.0
// NVIDIA's management library, found at run time in `libnvidia-ml.so.1` as the driver is: clocks, power, temperature,
// what holds clocks back. Names and numbers are those of the "NVML API" reference. Without the library, or where it
// refuses, nothing is known, which is no failure.
#pragma once

#include "runner/device/DeviceState.h"
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace tessera::runner::cuda {

/// The functions; each may be absent.
#define TESSERA_NVML_FUNCTIONS(X)                                                                                      \
  X(init, "nvmlInit_v2", ())                                                                                           \
  X(handleByPciBusId, "nvmlDeviceGetHandleByPciBusId_v2", (const char *busId, void **device))                          \
  X(clockInfo, "nvmlDeviceGetClockInfo", (void *device, int clock, unsigned *megahertz))                               \
  X(applicationsClock, "nvmlDeviceGetDefaultApplicationsClock", (void *device, int clock, unsigned *megahertz))        \
  X(powerUsage, "nvmlDeviceGetPowerUsage", (void *device, unsigned *milliwatts))                                       \
  X(temperature, "nvmlDeviceGetTemperature", (void *device, int sensor, unsigned *celsius))                            \
  X(throttleReasons, "nvmlDeviceGetCurrentClocksThrottleReasons", (void *device, unsigned long long *reasons))         \
  X(persistenceMode, "nvmlDeviceGetPersistenceMode", (void *device, int *mode))                                        \
  X(setLockedClocks, "nvmlDeviceSetGpuLockedClocks", (void *device, unsigned least, unsigned most))                    \
  X(resetLockedClocks, "nvmlDeviceResetGpuLockedClocks", (void *device))

class Nvml {
public:
  /// The GPU at this place, `0000:1B:00.0`. Null with the reason in `error`. `path` is for tests.
  static std::unique_ptr<Nvml> open(llvm::StringRef busId, std::string &error,
                                    const std::string &path = "libnvidia-ml.so.1");
  /// Loads the library without starting it, so that `open` finds it where no file can be opened any more.
  static void preload(const std::string &path = "libnvidia-ml.so.1");
  /// Gives back clocks that were locked.
  ~Nvml();
  Nvml(const Nvml &) = delete;

  DeviceState read() const;
  /// Asks for the default application clock, whatever the load: needs rights that few have. False with the reason in
  /// `note` of what `read` gives from then on.
  bool lockClocks();

private:
  Nvml() = default;
#define TESSERA_NVML_MEMBER(name, symbol, parameters) int(*name) parameters = nullptr;
  TESSERA_NVML_FUNCTIONS(TESSERA_NVML_MEMBER)
#undef TESSERA_NVML_MEMBER
  void *device = nullptr;
  std::optional<int64_t> locked;
  std::string note;
};

} // namespace tessera::runner::cuda
