// SPDX-License-Identifier: Apache-2.0
// A GPU's own counters of one launch, by CUPTI's range profiler (CUDA 12.6 and newer), found at run time: nothing is
// linked. The driver runs the launch as often as the counters need and puts memory back in between. What it may be read
// by is the machine's decision: without CUPTI, or where NVIDIA's driver keeps counters for root, the reason is told.
#pragma once

#include "runner/device/cuda/Context.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tessera::runner::cuda {

/// A counter by CUPTI's name for it, and ours.
struct ProfiledMetric {
  const char *metric, *name, *unit;
};
/// What tells which part of the GPU a kernel waits for.
llvm::ArrayRef<ProfiledMetric> getProfiledMetrics();

class RangeProfiler {
public:
  /// Null with the reason in `error`.
  static std::unique_ptr<RangeProfiler> open(Context &context, int ordinal, std::string &error,
                                             const std::vector<std::string> &libraries = listLibraries());
  ~RangeProfiler();
  RangeProfiler(const RangeProfiler &) = delete;

  /// Values in the order of the metrics, of what `launch` begins. False with the reason in `error`.
  bool profile(llvm::function_ref<bool()> launch, std::vector<double> &values, std::string &error);

  static std::vector<std::string> listLibraries() { return {"libcupti.so.13", "libcupti.so.12"}; }
  /// Loads the libraries without starting them, so that `open` finds them where no file can be opened any more.
  static void preload();

private:
  struct Library;
  explicit RangeProfiler(Context &context);
  bool configure(const char *chip, std::string &error);
  bool check(int result, llvm::StringRef doing, std::string &error) const;

  Context &context;
  std::unique_ptr<Library> library;
  struct HostObject *host = nullptr;
  std::vector<uint8_t> configuration;
};

} // namespace tessera::runner::cuda
