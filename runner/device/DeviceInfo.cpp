// SPDX-License-Identifier: Apache-2.0
// Devices as JSON, and a user's word for one as its id.
#include "runner/device/DeviceInfo.h"

using namespace tessera;
using namespace tessera::runner;

llvm::json::Value runner::toJson(const DeviceInfo &info) {
  llvm::json::Object object{{"id", info.id}, {"kind", info.kind}, {"name", info.name}, {"note", info.note}};
  if (!info.target.empty())
    object["target"] = info.target;
  if (info.memoryBytes)
    object["memoryBytes"] = static_cast<int64_t>(info.memoryBytes);
  if (!info.driver.empty())
    object["driver"] = info.driver;
  if (!info.timeline.empty())
    object["timeline"] = info.timeline;
  return object;
}

std::optional<std::string> runner::resolveDevice(llvm::StringRef id, llvm::ArrayRef<DeviceInfo> devices) {
  for (const DeviceInfo &device : devices)
    if (device.id == id || ((id == "cuda" || id == "auto") && device.kind == "cuda"))
      return device.id;
  return id == "auto" ? std::optional<std::string>("interpreter") : std::nullopt;
}
