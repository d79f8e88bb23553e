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
  /// Of a fleet's device: what jobs may ask for it by; its kind, class (`h100`) and labels.
  std::vector<std::string> words = {};

  bool operator==(const DeviceInfo &) const = default;
};

llvm::json::Value toJson(const DeviceInfo &info);
std::optional<DeviceInfo> readDeviceInfo(const llvm::json::Value &value);

/// `h100` of `NVIDIA H100 80GB HBM3`; empty where a name has no such word.
std::string getGpuClass(llvm::StringRef name);
/// What jobs may ask for: `id`, kind, class and `labels`.
std::vector<std::string> listWords(const DeviceInfo &device, llvm::ArrayRef<std::string> labels);
/// A device with these words, spaces between them, is one of those that a job asks for: its own id, or words between
/// ` or `.
bool mayRunOn(llvm::StringRef wanted, llvm::StringRef words);
/// Whether `text` may be a label: letters, digits and `_.:-`, as words of a device are.
bool isWord(llvm::StringRef text);

/// Every device of this machine; the interpreter is always one, and stands first.
std::vector<DeviceInfo> listDevices();

/// The id that `id` stands for among `devices`: itself, `cuda` for the first GPU, `auto` for the first GPU if there is
/// one and the interpreter if not. Nothing when there is no such device.
std::optional<std::string> resolveDevice(llvm::StringRef id, llvm::ArrayRef<DeviceInfo> devices);
/// The same in a fleet: words between ` or ` are what they are, where some device answers to one of them.
std::optional<std::string> resolveFleetDevice(llvm::StringRef wanted, llvm::ArrayRef<DeviceInfo> devices);

} // namespace tessera::runner
