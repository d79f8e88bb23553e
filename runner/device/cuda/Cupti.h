// SPDX-License-Identifier: Apache-2.0
// The part of CUPTI that reads counters of a launch, declared here. Structures, numbers and signatures are those of
// `cupti_range_profiler.h`, `cupti_profiler_host.h`, `cupti_profiler_target.h` and `cupti_target.h` (CUDA 13.0);
// `CuptiTest.cpp` compares them with these headers where a toolkit is installed. Each structure begins with the size up
// to its last field, by which CUPTI knows of what version its caller is.
#pragma once

#include "runner/device/cuda/Driver.h"

namespace tessera::runner::cuda::cupti {

enum Result : int {
  success = 0,
  notCompatible = 14,
  hardwareBusy = 26,
  notSupported = 27,
  virtualized = 33,
  insufficientPrivileges = 35,
  virtualizedInsufficientPrivileges = 40,
  confidentialComputing = 41,
  migDevice = 43,
};
enum Range : int { autoRange = 1 };
enum Replay : int { kernelReplay = 2 };

struct Initialize {
  size_t structSize = sizeof(size_t) + sizeof(void *);
  void *priv = nullptr;
};
struct ChipName {
  size_t structSize = sizeof(ChipName);
  void *priv = nullptr;
  size_t deviceIndex = 0;
  const char *chipName = nullptr;
};
struct Availability {
  size_t structSize = sizeof(Availability);
  void *priv = nullptr;
  ContextHandle context = nullptr; // null: the current one
  size_t imageSize = 0;
  uint8_t *image = nullptr;
};
struct HostInitialize {
  size_t structSize = sizeof(HostInitialize);
  void *priv = nullptr;
  int profilerType = 0; // the range profiler
  const char *chipName = nullptr;
  const uint8_t *availability = nullptr;
  void *host = nullptr;
};
struct HostDeinitialize {
  size_t structSize = sizeof(HostDeinitialize);
  void *priv = nullptr, *host = nullptr;
};
struct AddMetrics {
  size_t structSize = sizeof(AddMetrics);
  void *priv = nullptr, *host = nullptr;
  const char **names = nullptr;
  size_t count = 0;
};
struct ConfigSize {
  size_t structSize = sizeof(ConfigSize);
  void *priv = nullptr, *host = nullptr;
  size_t size = 0;
};
struct ConfigImage {
  size_t structSize = sizeof(ConfigImage);
  void *priv = nullptr, *host = nullptr;
  size_t size = 0;
  uint8_t *image = nullptr;
};
struct Evaluate {
  size_t structSize = sizeof(Evaluate);
  void *priv = nullptr, *host = nullptr;
  const uint8_t *data = nullptr;
  size_t dataSize = 0, rangeIndex = 0;
  const char **names = nullptr;
  size_t count = 0;
  double *values = nullptr;
};
/// Enable, Disable, Start: a structure and the profiler.
struct Enable {
  size_t structSize = sizeof(Enable);
  void *priv = nullptr;
  ContextHandle context = nullptr;
  void *profiler = nullptr;
};
struct OfProfiler {
  size_t structSize = sizeof(OfProfiler);
  void *priv = nullptr, *profiler = nullptr;
};
struct Stop {
  size_t structSize = offsetof(Stop, isAllPassSubmitted) + 1;
  void *priv = nullptr, *profiler = nullptr;
  size_t passIndex = 0, targetNestingLevel = 0;
  uint8_t isAllPassSubmitted = 0;
};
struct SetConfig {
  size_t structSize = offsetof(SetConfig, targetNestingLevel) + sizeof(uint16_t);
  void *priv = nullptr, *profiler = nullptr;
  size_t configSize = 0;
  const uint8_t *config = nullptr;
  size_t dataSize = 0;
  uint8_t *data = nullptr;
  int range = autoRange, replay = kernelReplay;
  size_t maxRangesPerPass = 1;
  uint16_t nestingLevels = 1, minNestingLevel = 1;
  size_t passIndex = 0;
  uint16_t targetNestingLevel = 0;
};
struct Decode {
  size_t structSize = sizeof(Decode);
  void *priv = nullptr, *profiler = nullptr;
  size_t rangesDropped = 0;
};
struct DataSize {
  size_t structSize = sizeof(DataSize);
  void *priv = nullptr, *profiler = nullptr;
  const char **names = nullptr;
  size_t count = 0, maxRanges = 1;
  uint32_t maxTreeNodes = 1;
  size_t size = 0;
};
struct DataInitialize {
  size_t structSize = sizeof(DataInitialize);
  void *priv = nullptr, *profiler = nullptr;
  size_t size = 0;
  uint8_t *data = nullptr;
};
struct DataInfo {
  size_t structSize = sizeof(DataInfo);
  void *priv = nullptr;
  const uint8_t *data = nullptr;
  size_t size = 0, ranges = 0;
};

#define TESSERA_CUPTI_FUNCTIONS(X)                                                                                     \
  X(initialize, "cuptiProfilerInitialize", Initialize)                                                                 \
  X(getChipName, "cuptiDeviceGetChipName", ChipName)                                                                   \
  X(getAvailability, "cuptiProfilerGetCounterAvailability", Availability)                                              \
  X(hostInitialize, "cuptiProfilerHostInitialize", HostInitialize)                                                     \
  X(hostDeinitialize, "cuptiProfilerHostDeinitialize", HostDeinitialize)                                               \
  X(addMetrics, "cuptiProfilerHostConfigAddMetrics", AddMetrics)                                                       \
  X(getConfigSize, "cuptiProfilerHostGetConfigImageSize", ConfigSize)                                                  \
  X(getConfigImage, "cuptiProfilerHostGetConfigImage", ConfigImage)                                                    \
  X(evaluate, "cuptiProfilerHostEvaluateToGpuValues", Evaluate)                                                        \
  X(enable, "cuptiRangeProfilerEnable", Enable)                                                                        \
  X(disable, "cuptiRangeProfilerDisable", OfProfiler)                                                                  \
  X(start, "cuptiRangeProfilerStart", OfProfiler)                                                                      \
  X(stop, "cuptiRangeProfilerStop", Stop)                                                                              \
  X(setConfig, "cuptiRangeProfilerSetConfig", SetConfig)                                                               \
  X(decode, "cuptiRangeProfilerDecodeData", Decode)                                                                    \
  X(getDataSize, "cuptiRangeProfilerGetCounterDataSize", DataSize)                                                     \
  X(initializeData, "cuptiRangeProfilerCounterDataImageInitialize", DataInitialize)                                    \
  X(getDataInfo, "cuptiRangeProfilerGetCounterDataInfo", DataInfo)

} // namespace tessera::runner::cuda::cupti
