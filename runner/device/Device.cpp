// SPDX-License-Identifier: Apache-2.0
// Which devices this machine has. The GPU's driver is looked for at run time, so the same binary starts without one.
#include "runner/device/Device.h"
#include "runner/device/cuda/CudaDevice.h"
#include "runner/device/EmulatorDevice.h"
#include "runner/device/InterpreterDevice.h"

using namespace tessera;
using namespace tessera::runner;

std::vector<DeviceInfo> runner::listDevices() {
  std::vector<DeviceInfo> gpus = cuda::CudaDevice::list();
  std::vector<DeviceInfo> devices{InterpreterDevice::describe(!gpus.empty()), EmulatorDevice::describe()};
  devices.insert(devices.end(), gpus.begin(), gpus.end());
  return devices;
}

std::unique_ptr<Device> runner::openDevice(llvm::StringRef id, std::string &error) {
  // These ask no GPU: CUDA that was started in a process works in none that is forked off it, and takes time to start.
  if (id == "interpreter")
    return std::make_unique<InterpreterDevice>(/*machineHasGpu=*/true); // who has not looked does not say there is none
  if (id == "emulator")
    return std::make_unique<EmulatorDevice>();
  std::vector<DeviceInfo> devices = listDevices();
  std::optional<std::string> resolved = resolveDevice(id, devices);
  if (!resolved) {
    error = ("this machine has no device `" + id + "`; it has").str();
    for (const DeviceInfo &device : devices)
      error += " `" + device.id + "`";
    if (id.starts_with("cuda"))
      error += " (" + cuda::CudaDevice::whyNone() + ")";
    return nullptr;
  }
  if (*resolved == "interpreter")
    return std::make_unique<InterpreterDevice>(devices.back().kind == "cuda");
  if (*resolved == "emulator")
    return std::make_unique<EmulatorDevice>();
  return cuda::CudaDevice::open(*resolved, error);
}
