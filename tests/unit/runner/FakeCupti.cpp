// SPDX-License-Identifier: Apache-2.0
// CUPTI without a GPU, in the fake driver's library: every call written down, values that say which metric they are of.
// Structures are those of the code under test, which `CuptiTest.cpp` compares with NVIDIA's.
#include "runner/device/cuda/Cupti.h"
#include "tests/unit/runner/FakeCuda.h"

using namespace tessera::runner::cuda::cupti;

static FakeCuda &fake() { return *tesseraPeekFakeCuda(); }

static int record(const char *symbol) {
  fake().calls.push_back(symbol);
  return fake().failing == symbol ? fake().failure : 0;
}

extern "C" {
int cuptiGetResultString(int result, const char **text) {
  *text = result == 27 ? "CUPTI_ERROR_NOT_SUPPORTED" : "CUPTI_ERROR_SOMETHING";
  return 0;
}
int cuptiProfilerInitialize(Initialize *) { return record("cuptiProfilerInitialize"); }
int cuptiDeviceGetChipName(ChipName *chip) {
  chip->chipName = "GH100";
  return record("cuptiDeviceGetChipName");
}
int cuptiProfilerGetCounterAvailability(Availability *availability) {
  availability->imageSize = 16;
  return record("cuptiProfilerGetCounterAvailability");
}
int cuptiProfilerHostInitialize(HostInitialize *begin) {
  begin->host = &fake();
  return record("cuptiProfilerHostInitialize");
}
int cuptiProfilerHostDeinitialize(HostDeinitialize *) { return record("cuptiProfilerHostDeinitialize"); }
int cuptiProfilerHostConfigAddMetrics(AddMetrics *) { return record("cuptiProfilerHostConfigAddMetrics"); }
int cuptiProfilerHostGetConfigImageSize(ConfigSize *size) {
  size->size = 8;
  return record("cuptiProfilerHostGetConfigImageSize");
}
int cuptiProfilerHostGetConfigImage(ConfigImage *image) {
  image->image[7] = 1;
  return record("cuptiProfilerHostGetConfigImage");
}
int cuptiProfilerHostEvaluateToGpuValues(Evaluate *evaluate) {
  for (size_t i = 0; i < evaluate->count; ++i)
    evaluate->values[i] = 10.5 * static_cast<double>(i + 1);
  return record("cuptiProfilerHostEvaluateToGpuValues");
}
int cuptiRangeProfilerEnable(Enable *enable) {
  enable->profiler = &fake();
  return enable->context ? record("cuptiRangeProfilerEnable") : 1;
}
int cuptiRangeProfilerDisable(OfProfiler *) { return record("cuptiRangeProfilerDisable"); }
int cuptiRangeProfilerStart(OfProfiler *) { return record("cuptiRangeProfilerStart"); }
int cuptiRangeProfilerStop(Stop *) { return record("cuptiRangeProfilerStop"); }
int cuptiRangeProfilerSetConfig(SetConfig *config) {
  return config->config && config->configSize == 8 && config->data ? record("cuptiRangeProfilerSetConfig") : 1;
}
int cuptiRangeProfilerDecodeData(Decode *) { return record("cuptiRangeProfilerDecodeData"); }
int cuptiRangeProfilerGetCounterDataSize(DataSize *size) {
  size->size = 32;
  return record("cuptiRangeProfilerGetCounterDataSize");
}
int cuptiRangeProfilerCounterDataImageInitialize(DataInitialize *) {
  return record("cuptiRangeProfilerCounterDataImageInitialize");
}
int cuptiRangeProfilerGetCounterDataInfo(DataInfo *info) {
  info->ranges = 1;
  return record("cuptiRangeProfilerGetCounterDataInfo");
}
}
