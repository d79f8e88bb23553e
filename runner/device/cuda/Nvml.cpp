// SPDX-License-Identifier: Apache-2.0
#include "runner/device/cuda/Nvml.h"
#include <dlfcn.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;

static constexpr int multiprocessorClock = 1, memoryClock = 2, gpuSensor = 0, noPermission = 4;

std::unique_ptr<Nvml> Nvml::open(llvm::StringRef busId, std::string &error, const std::string &path) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); // stays loaded, as the driver does
  if (!library) {
    error = "the management library `" + path + "` can't be loaded: no clocks, power and temperatures";
    return nullptr;
  }
  std::unique_ptr<Nvml> nvml(new Nvml);
#define TESSERA_NVML_FIND(name, symbol, parameters)                                                                    \
  nvml->name = reinterpret_cast<int(*) parameters>(dlsym(library, symbol));
  TESSERA_NVML_FUNCTIONS(TESSERA_NVML_FIND)
#undef TESSERA_NVML_FIND
  int result = nvml->init && nvml->handleByPciBusId ? nvml->init() : -1;
  if (result == 0)
    result = nvml->handleByPciBusId(busId.str().c_str(), &nvml->device);
  if (result == 0)
    return nvml;
  error = "the management library does not know the GPU at " + busId.str() + " (error " + std::to_string(result) + ")";
  return nullptr;
}

void Nvml::preload(const std::string &path) { (void)dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL); }

Nvml::~Nvml() {
  if (locked && resetLockedClocks)
    resetLockedClocks(device);
}

/// What is no reason to worry (idle, an application's own setting) is left out.
static std::vector<std::string> describeThrottling(unsigned long long reasons) {
  static constexpr std::pair<unsigned long long, const char *> known[] = {
      {0x4, "power cap"},          {0x8, "hardware slowdown"}, {0x10, "sync boost"},
      {0x20, "software thermal"},  {0x40, "hardware thermal"}, {0x80, "hardware power brake"},
      {0x100, "display's clocks"},
  };
  std::vector<std::string> texts;
  for (auto [bit, text] : known)
    if (reasons & bit)
      texts.push_back(text);
  return texts;
}

DeviceState Nvml::read() const {
  DeviceState state;
  unsigned number = 0;
  unsigned long long reasons = 0;
  int mode = 0;
  if (clockInfo && clockInfo(device, multiprocessorClock, &number) == 0)
    state.clock = number;
  if (clockInfo && clockInfo(device, memoryClock, &number) == 0)
    state.memoryClock = number;
  if (powerUsage && powerUsage(device, &number) == 0)
    state.watts = number / 1000.0;
  if (temperature && temperature(device, gpuSensor, &number) == 0)
    state.celsius = number;
  if (throttleReasons && throttleReasons(device, &reasons) == 0)
    state.throttle = describeThrottling(reasons);
  if (persistenceMode && persistenceMode(device, &mode) == 0)
    state.persistent = mode == 1;
  state.lockedClock = locked;
  state.note = note;
  return state;
}

bool Nvml::lockClocks() {
  unsigned megahertz = 0;
  int result = -1;
  if (setLockedClocks && applicationsClock && applicationsClock(device, multiprocessorClock, &megahertz) == 0)
    result = setLockedClocks(device, megahertz, megahertz);
  if (result == 0)
    locked = megahertz;
  else
    note = result == noPermission ? "clocks are not locked: only root may" : "clocks are not locked: this GPU can't";
  return result == 0;
}
