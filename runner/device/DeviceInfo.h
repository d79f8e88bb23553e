// SPDX-License-Identifier: Apache-2.0
// What a device says of itself, and how a user's word for a device is understood. No MLIR here: servers and clients
// read this.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tessera::runner {

struct DeviceInfo {
  std::string id, kind;    // `interpreter` and `interpreter`; `cuda:0` and `cuda`
  std::string name;        // for people
  std::string note;        // what its numbers and times are worth
  std::string target = {}; // what kernels are compiled for there; empty when any target will do
  uint64_t memoryBytes = 0;
  std::string driver = {};   // version, for example `13.0`
  std::string timeline = {}; // what its timelines count (shared/protocol); empty: it makes none
};

llvm::json::Value toJson(const DeviceInfo &info);

/// Every device of this machine; the interpreter is always one, and stands first.
std::vector<DeviceInfo> listDevices();

/// The id that `id` stands for among `devices`: itself, `cuda` for the first GPU, `auto` for the first GPU if there is
/// one and the interpreter if not. Nothing when there is no such device.
std::optional<std::string> resolveDevice(llvm::StringRef id, llvm::ArrayRef<DeviceInfo> devices);

} // namespace tessera::runner
