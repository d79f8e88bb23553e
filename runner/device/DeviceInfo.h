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
/// The words of a device, and `memory=BYTES` where it is known, with spaces between: what it takes jobs by.
std::string makeOffer(const DeviceInfo &device);
/// The offer is one of those that a job asks for: words and `memory>=80GB`, with ` and ` between what has to hold
/// together and ` or ` between what will do. `and` binds closer.
bool mayRunOn(llvm::StringRef wanted, llvm::StringRef offer);
/// What a job asks for without superfluous spaces; nothing where it can't be read.
std::optional<std::string> normalizeDevice(llvm::StringRef wanted);
/// Whether `text` may be a label: letters, digits and `_.:-`, as words of a device are.
bool isWord(llvm::StringRef text);

/// Every device of this machine; the interpreter is always one, and stands first.
std::vector<DeviceInfo> listDevices();

/// The id that `wanted` stands for among `devices`: itself, `cuda` for the first GPU, `auto` for the first GPU if there
/// is one and the interpreter if not; else the first device that the first alternative holds of. Nothing when there is
/// no such device.
std::optional<std::string> resolveDevice(llvm::StringRef wanted, llvm::ArrayRef<DeviceInfo> devices);
/// The same in a fleet: what is asked for stays as it is, where it holds of some device.
std::optional<std::string> resolveFleetDevice(llvm::StringRef wanted, llvm::ArrayRef<DeviceInfo> devices);

} // namespace tessera::runner
