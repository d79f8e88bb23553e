// SPDX-License-Identifier: Apache-2.0
// One GPU made current, and the things that must be given back: memory, modules, events. Every call can fail; the first
// failure's text is kept, and after it nothing else is tried, since a faulted context answers every call with the same
// error.
#pragma once

#include "runner/device/cuda/Driver.h"
#include "runner/device/DeviceInfo.h"
#include "shared/numerics/Array.h"

namespace tessera::runner::cuda {

/// What a GPU says of itself.
struct GpuFacts {
  std::string name, driverVersion;
  int major = 0, minor = 0; // compute capability
  uint64_t memoryBytes = 0, l2Bytes = 0;
  int maxSharedBytes = 0; // of one block, after opting in
};

class Context {
public:
  /// Null with the reason in `error`.
  static std::unique_ptr<Context> open(const Driver &driver, int ordinal, std::string &error);
  ~Context();
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  /// True when `result` is success; else the first failure is kept with what was being done.
  bool check(CallResult result, llvm::StringRef doing);
  /// Keeps that the driver lacks `symbol` as the first failure; gives false.
  bool lacks(llvm::StringRef symbol, llvm::StringRef needed);
  /// Keeps what a library beside the driver failed in; gives false.
  bool fail(std::string what);
  bool failed() const { return !problem.empty(); }
  const std::string &failure() const { return problem; }

  /// Where the GPU is, `0000:1B:00.0`; empty where the driver does not say.
  std::string readBusId() const;

  const Driver &driver;
  GpuFacts facts;
  ContextHandle handle = nullptr;

private:
  Context(const Driver &driver, DeviceHandle device) : driver(driver), device(device) {}
  DeviceHandle device;
  bool retained = false;
  std::string problem;
};

/// Device memory with a guard behind it, whose pattern tells a write past the end.
class Buffer {
public:
  Buffer(Context &context, size_t bytes);
  ~Buffer();
  Buffer(Buffer &&other) noexcept;
  Buffer(const Buffer &) = delete;

  DevicePointer pointer() const { return address; }
  size_t size() const { return bytes; }
  bool upload(const void *from);
  bool download(void *to) const;
  bool copyFrom(const Buffer &other);
  /// All bits one: NaN in every float format with NaNs, -1 in integers. What a kernel did not write is then seen.
  bool poison();
  /// All bits zero.
  bool clear();
  /// False when the guard has changed.
  bool isGuardWhole() const;

private:
  static constexpr size_t guardBytes = 512;
  static constexpr uint8_t guardByte = 0xA5;

  Context *context;
  size_t bytes;
  DevicePointer address = 0;
};

/// A loaded kernel.
class LoadedKernel {
public:
  /// `log` gets what the driver's compiler says, also on success.
  LoadedKernel(Context &context, const std::string &ptx, const std::string &entry, std::string &log);
  ~LoadedKernel();
  LoadedKernel(LoadedKernel &&other) noexcept;
  LoadedKernel(const LoadedKernel &) = delete;

  bool isLoaded() const { return function != nullptr; }
  /// Makes more than 48 KiB of dynamic shared memory possible.
  bool allowSharedBytes(int bytes);
  /// Makes clusters of more than the 8 blocks possible that every GPU has.
  bool allowCluster(unsigned blocks);
  int attribute(FunctionAttribute which);

  FunctionHandle function = nullptr;

private:
  Context *context;
  ModuleHandle module = nullptr;
};

/// Every GPU that the driver has.
std::vector<GpuFacts> listGpus(const Driver &driver, std::string &error);
/// What a GPU of this capability runs best, out of `targets` (`sm_80`, `sm_90a`, ...); empty when none runs there. A
/// name that ends in `a` runs on exactly that capability, others on it and all later ones.
std::string chooseTarget(int major, int minor, llvm::ArrayRef<std::string> targets);
/// Whether code for `target` runs on a GPU of this capability.
bool runsOn(llvm::StringRef target, int major, int minor);

} // namespace tessera::runner::cuda
