// SPDX-License-Identifier: Apache-2.0
// Counters by CUPTI: the order of calls on a fake, what becomes of each refusal, and, where a CUDA toolkit is
// installed, our structures beside NVIDIA's headers and our metrics beside NVIDIA's library, which needs no GPU for it.
#include "runner/device/cuda/Cupti.h"
#include "runner/device/cuda/RangeProfiler.h"
#include "tests/unit/runner/FakeCuda.h"
#include "gtest/gtest.h"
#include <dlfcn.h>
#ifdef TESSERA_CUPTI_HEADERS
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#endif

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;

namespace {
class CuptiTest : public testing::Test {
protected:
  void SetUp() override {
    void *library = dlopen(TESSERA_FAKE_CUDA, RTLD_NOW);
    ASSERT_TRUE(library) << dlerror();
    fake = reinterpret_cast<FakeCuda *(*)()>(dlsym(library, fakeCudaSymbol))();
    *fake = FakeCuda();
    std::string error;
    driver = Driver::load(error, TESSERA_FAKE_CUDA);
    ASSERT_TRUE(driver) << error;
    context = Context::open(*driver, 0, error);
    ASSERT_TRUE(context) << error;
    fake->calls.clear();
  }
  std::unique_ptr<RangeProfiler> open() { return RangeProfiler::open(*context, 0, error, {TESSERA_FAKE_CUDA}); }
  bool profile(RangeProfiler &profiler, bool works = true) {
    return profiler.profile(
        [&] {
          fake->calls.push_back("launch");
          return works;
        },
        values, error);
  }
  void fail(const std::string &symbol, int result) {
    fake->failing = symbol;
    fake->failure = result;
  }

  FakeCuda *fake = nullptr;
  std::unique_ptr<Driver> driver;
  std::unique_ptr<Context> context;
  std::vector<double> values;
  std::string error;
};
} // namespace

TEST_F(CuptiTest, ALaunchIsBetweenStartAndStop) {
  std::unique_ptr<RangeProfiler> profiler = open();
  ASSERT_TRUE(profiler) << error;
  fake->calls.clear();
  ASSERT_TRUE(profile(*profiler)) << error;
  EXPECT_EQ(fake->calls,
            (std::vector<std::string>{"cuptiRangeProfilerEnable", "cuptiRangeProfilerGetCounterDataSize",
                                      "cuptiRangeProfilerCounterDataImageInitialize", "cuptiRangeProfilerSetConfig",
                                      "cuptiRangeProfilerStart", "launch", "cuptiRangeProfilerStop",
                                      "cuptiRangeProfilerDecodeData", "cuptiRangeProfilerGetCounterDataInfo",
                                      "cuptiProfilerHostEvaluateToGpuValues", "cuptiRangeProfilerDisable"}));
  ASSERT_EQ(values.size(), getProfiledMetrics().size());
  EXPECT_EQ(values[1], 21);
  profiler.reset();
  EXPECT_EQ(fake->calls.back(), "cuptiProfilerHostDeinitialize");
}

TEST_F(CuptiTest, WhatIsRefusedIsSaidInWordsThatHelp) {
  EXPECT_FALSE(RangeProfiler::open(*context, 0, error, {"libcupti-not-here.so.1"}));
  EXPECT_NE(error.find("CUPTI can't be loaded: there is no `libcupti-not-here.so.1`"), std::string::npos) << error;
  EXPECT_FALSE(RangeProfiler::open(*context, 0, error, {"libc.so.6"}));
  EXPECT_NE(error.find("CUPTI of CUDA 12.6 or newer has it"), std::string::npos) << error;
  fail("cuptiProfilerInitialize", 35);
  EXPECT_FALSE(open());
  EXPECT_NE(error.find("ERR_NVGPUCTRPERM"), std::string::npos) << error;
  fail("cuptiProfilerGetCounterAvailability", 27);
  EXPECT_FALSE(open());
  EXPECT_NE(error.find("has no counters to read: CUPTI_ERROR_NOT_SUPPORTED"), std::string::npos) << error;
}

TEST_F(CuptiTest, TheProfilerIsLeftWhateverHappens) {
  std::unique_ptr<RangeProfiler> profiler = open();
  ASSERT_TRUE(profiler) << error;
  for (const char *symbol : {"cuptiRangeProfilerSetConfig", "cuptiRangeProfilerStart", "cuptiRangeProfilerStop",
                             "cuptiRangeProfilerDecodeData", "cuptiProfilerHostEvaluateToGpuValues"}) {
    fail(symbol, 999);
    EXPECT_FALSE(profile(*profiler)) << symbol;
    EXPECT_NE(error.find("failed: CUPTI_ERROR_SOMETHING"), std::string::npos) << error;
    EXPECT_EQ(fake->calls.back(), "cuptiRangeProfilerDisable") << symbol;
  }
  fail("", 0);
  EXPECT_FALSE(profile(*profiler, /*works=*/false));
  EXPECT_EQ(fake->calls.back(), "cuptiRangeProfilerDisable");
}

#ifdef TESSERA_CUPTI_HEADERS
template <typename Own, typename Theirs> static void compare(const char *name, size_t size) {
  EXPECT_EQ(Own().structSize, size) << name;
  EXPECT_EQ(sizeof(Own), sizeof(Theirs)) << name;
}
#define TESSERA_COMPARE(own, theirs)                                                                                   \
  compare<cupti::own, CUpti_##theirs##_Params>(#own, CUpti_##theirs##_Params_STRUCT_SIZE)
#define TESSERA_FIELD(own, field, theirs, theirField)                                                                  \
  EXPECT_EQ(offsetof(cupti::own, field), offsetof(CUpti_##theirs##_Params, theirField)) << #own "." #field

TEST(CuptiHeaders, OurStructuresAreNvidias) {
  TESSERA_COMPARE(Initialize, Profiler_Initialize);
  TESSERA_COMPARE(Availability, Profiler_GetCounterAvailability);
  TESSERA_COMPARE(HostInitialize, Profiler_Host_Initialize);
  TESSERA_COMPARE(HostDeinitialize, Profiler_Host_Deinitialize);
  TESSERA_COMPARE(AddMetrics, Profiler_Host_ConfigAddMetrics);
  TESSERA_COMPARE(ConfigSize, Profiler_Host_GetConfigImageSize);
  TESSERA_COMPARE(ConfigImage, Profiler_Host_GetConfigImage);
  TESSERA_COMPARE(Evaluate, Profiler_Host_EvaluateToGpuValues);
  TESSERA_COMPARE(Enable, RangeProfiler_Enable);
  TESSERA_COMPARE(OfProfiler, RangeProfiler_Disable);
  TESSERA_COMPARE(OfProfiler, RangeProfiler_Start);
  TESSERA_COMPARE(Stop, RangeProfiler_Stop);
  TESSERA_COMPARE(SetConfig, RangeProfiler_SetConfig);
  TESSERA_COMPARE(Decode, RangeProfiler_DecodeData);
  TESSERA_COMPARE(DataSize, RangeProfiler_GetCounterDataSize);
  TESSERA_COMPARE(DataInitialize, RangeProfiler_CounterDataImage_Initialize);
  TESSERA_COMPARE(DataInfo, RangeProfiler_GetCounterDataInfo);
  TESSERA_FIELD(Availability, image, Profiler_GetCounterAvailability, pCounterAvailabilityImage);
  TESSERA_FIELD(HostInitialize, availability, Profiler_Host_Initialize, pCounterAvailabilityImage);
  TESSERA_FIELD(HostInitialize, host, Profiler_Host_Initialize, pHostObject);
  TESSERA_FIELD(Evaluate, values, Profiler_Host_EvaluateToGpuValues, pMetricValues);
  TESSERA_FIELD(SetConfig, data, RangeProfiler_SetConfig, pCounterDataImage);
  TESSERA_FIELD(SetConfig, replay, RangeProfiler_SetConfig, replayMode);
  TESSERA_FIELD(SetConfig, maxRangesPerPass, RangeProfiler_SetConfig, maxRangesPerPass);
  TESSERA_FIELD(SetConfig, minNestingLevel, RangeProfiler_SetConfig, minNestingLevel);
  TESSERA_FIELD(DataSize, maxTreeNodes, RangeProfiler_GetCounterDataSize, maxNumRangeTreeNodes);
  EXPECT_EQ(cupti::autoRange, int(CUPTI_AutoRange));
  EXPECT_EQ(cupti::kernelReplay, int(CUPTI_KernelReplay));
  EXPECT_EQ(cupti::insufficientPrivileges, int(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES));
  EXPECT_EQ(cupti::virtualizedInsufficientPrivileges, int(CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES));
  EXPECT_EQ(cupti::hardwareBusy, int(CUPTI_ERROR_HARDWARE_BUSY));
  EXPECT_EQ(cupti::migDevice, int(CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED));
}

/// What needs a GPU is for a machine with one; that each chip has these counters the library says without.
TEST(CuptiLibrary, EveryChipHasTheCounters) {
  void *library = dlopen(TESSERA_CUPTI_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (!library)
    GTEST_SKIP() << dlerror();
#define TESSERA_FIND(type, symbol) reinterpret_cast<int (*)(cupti::type *)>(dlsym(library, symbol))
  for (const char *chip : {"GA100", "GH100"}) {
    cupti::HostInitialize begin;
    begin.chipName = chip;
    if (int result = TESSERA_FIND(HostInitialize, "cuptiProfilerHostInitialize")(&begin))
      GTEST_SKIP() << "the library's host part does not start here: " << result;
    for (const ProfiledMetric &metric : getProfiledMetrics()) {
      const char *names[] = {metric.metric};
      cupti::AddMetrics add;
      add.host = begin.host;
      add.names = names;
      add.count = 1;
      EXPECT_EQ(TESSERA_FIND(AddMetrics, "cuptiProfilerHostConfigAddMetrics")(&add), 0) << chip << metric.metric;
    }
    cupti::ConfigSize size;
    size.host = begin.host;
    EXPECT_EQ(TESSERA_FIND(ConfigSize, "cuptiProfilerHostGetConfigImageSize")(&size), 0);
    EXPECT_GT(size.size, 0u);
    std::vector<uint8_t> bytes(size.size);
    cupti::ConfigImage image;
    image.host = begin.host;
    image.size = bytes.size();
    image.image = bytes.data();
    EXPECT_EQ(TESSERA_FIND(ConfigImage, "cuptiProfilerHostGetConfigImage")(&image), 0);
  }
}
#endif
