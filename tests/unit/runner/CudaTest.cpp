// SPDX-License-Identifier: Apache-2.0
// The CUDA path on a fake driver: which calls, with what, in which order, and what becomes of each that fails. That the
// numbers a GPU gives are right is for a machine with one; that everything around them is right is for here.
#include "runner/device/cuda/KernelRun.h"
#include "runner/device/cuda/Nvml.h"
#include "tests/unit/runner/FakeCuda.h"
#include "gtest/gtest.h"
#include <dlfcn.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;
using numerics::Array;
using numerics::DType;

namespace {
class CudaTest : public testing::Test {
protected:
  void SetUp() override {
    library = dlopen(TESSERA_FAKE_CUDA, RTLD_NOW);
    ASSERT_TRUE(library) << dlerror();
    get = reinterpret_cast<FakeCuda *(*)()>(dlsym(library, fakeCudaSymbol));
    *get() = FakeCuda();
    fake = get();
    std::string error;
    driver = Driver::load(error, TESSERA_FAKE_CUDA);
    ASSERT_TRUE(driver) << error;
    context = Context::open(*driver, 0, error);
    ASSERT_TRUE(context) << error;
    fake->calls.clear();
    plan.name = plan.entry = "add";
    plan.ptx = "PTX";
    plan.threads = 64;
    plan.arguments = {{ArgumentRole::read, "x"}, {ArgumentRole::scalar, "n"}, {ArgumentRole::write, "o"}};
  }
  void TearDown() override {
    context.reset();
    EXPECT_EQ(fake->live, 0u) << "device memory is given back";
  }
  void failAt(const std::string &symbol, int after = 0) {
    fake->failing = symbol;
    fake->failAfter = after;
    get();
  }
  /// x is [1, 2, 3], n is 10; the kernel writes x + n to o.
  bool run(int64_t repetitions = 0) {
    Array x(DType::int32, {3}), n(DType::int32, {});
    for (int i = 0; i < 3; ++i)
      x.setInt(i, i + 1);
    n.setInt(0, 10);
    fake->kernel = fake->kernel ? fake->kernel : [](void **parameters) {
      const int32_t *x = *static_cast<int32_t **>(parameters[0]);
      int32_t n = *static_cast<int32_t *>(parameters[1]), *o = *static_cast<int32_t **>(parameters[2]);
      for (int i = 0; i < 3; ++i)
        o[i] = x[i] + n;
    };
    std::string log;
    LoadedKernel kernel(*context, plan.ptx, plan.entry, log);
    output = {Array(DType::int32, {3})};
    for (int64_t i = 0; i < 3; ++i)
      output[0].setInt(i, poison);
    return runKernel(*context, kernel, plan, grid, {x, n}, output, repetitions, samples, reports, error, &isGraph);
  }
  size_t count(const std::string &call) {
    size_t times = 0;
    for (const std::string &made : fake->calls)
      times += made == call || made.starts_with(call + " ");
    return times;
  }

  void *library = nullptr;
  FakeCuda *(*get)() = nullptr;
  FakeCuda *fake = nullptr;
  std::unique_ptr<Driver> driver;
  std::unique_ptr<Context> context;
  KernelPlan plan;
  PlannedGrid grid{2, 3, 4, {}};
  std::vector<Array> output;
  static constexpr int64_t poison = 99; // what the outputs' maker puts there
  std::vector<double> samples;
  std::vector<uint32_t> reports;
  bool isGraph = false;
  std::string error;
};
} // namespace

TEST(CudaDriver, WithoutALibraryTheReasonIsGiven) {
  std::string error;
  EXPECT_FALSE(Driver::load(error, "libcuda-not-here.so.1"));
  EXPECT_NE(error.find("libcuda-not-here.so.1"), std::string::npos);
  EXPECT_FALSE(Driver::load(error, "libc.so.6"));
  EXPECT_NE(error.find("has no `cuInit`"), std::string::npos) << error;
}

TEST_F(CudaTest, ADriverThatDoesNotStartIsNamed) {
  failAt("cuInit");
  std::string why;
  EXPECT_FALSE(Driver::load(why, TESSERA_FAKE_CUDA));
  EXPECT_EQ(why,
            "the CUDA driver does not start: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)");
}

TEST_F(CudaTest, GpusAreListedWithTheirFacts) {
  fake->devices = 2;
  std::string why;
  std::vector<GpuFacts> gpus = listGpus(*driver, why);
  ASSERT_EQ(gpus.size(), 2u) << why;
  EXPECT_EQ(gpus[1].name, "Fake GPU 1");
  EXPECT_EQ(gpus[1].driverVersion, "13.0");
  EXPECT_EQ(gpus[1].memoryBytes, uint64_t(8) << 30);
  EXPECT_EQ(gpus[1].maxSharedBytes, 232448);
  fake->devices = 0;
  EXPECT_TRUE(listGpus(*driver, why).empty());
  EXPECT_EQ(why, "the CUDA driver sees no GPU");
}

TEST_F(CudaTest, TargetsFitCapabilities) {
  std::vector<std::string> targets = {"sm_80", "sm_90a"};
  EXPECT_EQ(chooseTarget(9, 0, targets), "sm_90a");
  EXPECT_EQ(chooseTarget(8, 0, targets), "sm_80");
  EXPECT_EQ(chooseTarget(8, 9, targets), "sm_80");
  EXPECT_EQ(chooseTarget(10, 0, targets), "sm_80") << "sm_90a runs on 9.0 and nowhere else";
  EXPECT_EQ(chooseTarget(7, 5, targets), "");
  EXPECT_FALSE(runsOn("nonsense", 9, 0));
}

TEST_F(CudaTest, ALaunchPassesItsArgumentsInOrder) {
  ASSERT_TRUE(run()) << error;
  EXPECT_EQ(output[0].getInt(0), 11);
  EXPECT_EQ(output[0].getInt(2), 13);
  EXPECT_EQ(count("cuLaunchKernel grid 2 3 4 block 64 1 1 shared 0 stream 0 extra 0"), 1u);
  EXPECT_EQ(count("cuModuleLoadDataEx PTX 4 options"), 1u);
  EXPECT_EQ(count("cuModuleGetFunction add"), 1u);
  EXPECT_EQ(count("cuModuleUnload"), 1u);
  EXPECT_EQ(count("cuMemcpyHtoD_v2 12"), 2u) << "the input, and the output as its maker poisoned it; the scalar is no copy";
  EXPECT_TRUE(samples.empty());
}

TEST_F(CudaTest, OutputsAreAsTheirMakerPoisonedThem) {
  fake->kernel = [](void **parameters) { (*static_cast<int32_t **>(parameters[2]))[0] = 7; };
  ASSERT_TRUE(run()) << error;
  EXPECT_EQ(output[0].getInt(0), 7);
  EXPECT_EQ(output[0].getInt(1), poison) << "not what an earlier launch left there";
}

TEST_F(CudaTest, ExtentsFollowTheArguments) {
  grid.extents = {5, 6};
  fake->kernel = [](void **parameters) {
    int32_t *o = *static_cast<int32_t **>(parameters[2]);
    o[0] = *static_cast<int32_t *>(parameters[3]);
    o[1] = *static_cast<int32_t *>(parameters[4]);
  };
  ASSERT_TRUE(run()) << error;
  EXPECT_EQ(output[0].getInt(0), 5);
  EXPECT_EQ(output[0].getInt(1), 6);
}

TEST_F(CudaTest, TimedRunsComeAfterTheOneThatCounts) {
  ASSERT_TRUE(run(3)) << error;
  EXPECT_EQ(samples, (std::vector<double>{0.5, 0.5, 0.5}));
  EXPECT_EQ(count("cuLaunchKernel"), 4u);
  EXPECT_EQ(count("cuMemsetD8_v2 128 times 255"), 3u) << "twice the L2 cache is overwritten before each";
  EXPECT_EQ(count("cuEventDestroy_v2"), 2u);
}

TEST_F(CudaTest, EveryTimedRunStartsFromTheSameInputs) {
  plan.arguments = {{ArgumentRole::readWrite, "x"}};
  fake->kernel = [](void **parameters) { ++**static_cast<int32_t **>(parameters[0]); };
  Array x(DType::int32, {1});
  x.setInt(0, 41);
  std::string log;
  LoadedKernel kernel(*context, plan.ptx, plan.entry, log);
  output = {Array(DType::int32, {1})};
  ASSERT_TRUE(runKernel(*context, kernel, plan, grid, {x}, output, 5, samples, reports, error)) << error;
  EXPECT_EQ(output[0].getInt(0), 42);
  EXPECT_EQ(count("cuMemcpyDtoD_v2 4"), 6u);
}

TEST_F(CudaTest, AKeptLaunchIsTimedOnceMoreFromTheSameInputs) {
  plan.arguments = {{ArgumentRole::readWrite, "x"}};
  static int32_t seen;
  fake->kernel = [](void **parameters) { seen = ++**static_cast<int32_t **>(parameters[0]); };
  std::string log;
  LoadedKernel kernel(*context, plan.ptx, plan.entry, log);
  output = {Array(DType::int32, {1})};
  TimeAgain again;
  {
    Array x(DType::int32, {1}); // does not outlive the launch
    x.setInt(0, 41);
    ASSERT_TRUE(
        runKernel(*context, kernel, plan, grid, {x}, output, 0, samples, reports, error, nullptr, nullptr, &again))
        << error;
  }
  size_t uploads = count("cuMemcpyHtoD_v2"), live = fake->live;
  EXPECT_GT(live, 0u);
  ASSERT_TRUE(again(3, samples));
  EXPECT_EQ(samples, (std::vector<double>{0.5, 0.5, 0.5}));
  EXPECT_EQ(seen, 42);
  EXPECT_EQ(count("cuMemcpyHtoD_v2"), uploads) << "nothing comes from the host";
  fake->failing = "cuLaunchKernel";
  EXPECT_FALSE(again(1, samples));
  EXPECT_TRUE(context->failed());
  again = nullptr;
  EXPECT_LT(fake->live, live) << "it is given back with the last who knows it";
}

TEST_F(CudaTest, AGraphSharesItsTimeAmongItsLaunches) {
  isGraph = true;
  ASSERT_TRUE(run(3)) << error;
  EXPECT_TRUE(isGraph);
  ASSERT_EQ(samples.size(), 3u);
  EXPECT_DOUBLE_EQ(samples[0], 0.5 / 20);
  EXPECT_EQ(count("cuLaunchKernel"), 21u) << "one that counts, and those that the graph records";
  EXPECT_EQ(count("cuGraphLaunch"), 4u) << "the first one is not timed";
  EXPECT_EQ(count("cuGraphExecDestroy") + count("cuGraphDestroy") + count("cuStreamDestroy_v2"), 3u);
  EXPECT_EQ(output[0].getInt(0), 11);
}

TEST_F(CudaTest, AKernelThatChangesWhatItReadsIsTimedOneByOne) {
  plan.arguments = {{ArgumentRole::readWrite, "x"}};
  fake->kernel = [](void **parameters) { ++**static_cast<int32_t **>(parameters[0]); };
  Array x(DType::int32, {1});
  std::string log;
  LoadedKernel kernel(*context, plan.ptx, plan.entry, log);
  output = {Array(DType::int32, {1})};
  isGraph = true;
  ASSERT_TRUE(runKernel(*context, kernel, plan, grid, {x}, output, 2, samples, reports, error, &isGraph)) << error;
  EXPECT_FALSE(isGraph);
  EXPECT_EQ(samples, (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(count("cuGraphLaunch"), 0u);
}

TEST_F(CudaTest, AGraphThatCanNotBeMadeSaysWhatFailed) {
  failAt("cuStreamEndCapture");
  isGraph = true;
  EXPECT_FALSE(run(1));
  EXPECT_NE(error.find("ending a graph failed"), std::string::npos) << error;
  EXPECT_EQ(count("cuStreamDestroy_v2"), 1u);
}

TEST_F(CudaTest, TheManagementLibraryTellsClocksAndWhatHoldsThemBack) {
  std::string why;
  EXPECT_EQ(context->readBusId(), "0000:1B:00.0");
  std::unique_ptr<Nvml> nvml = Nvml::open(context->readBusId(), why, TESSERA_FAKE_CUDA);
  ASSERT_TRUE(nvml) << why;
  fake->throttle = 0x1 | 0x4 | 0x40; // idle is no reason to worry
  DeviceState state = nvml->read();
  EXPECT_EQ(describeState(state), "1980 MHz, memory 2619 MHz, 412 W, 54 C, held back by power cap, hardware thermal");
  fake->clock = 0;
  EXPECT_FALSE(nvml->read().clock) << "what it refuses is not known";
  fake->clock = 1980;
  EXPECT_FALSE(Nvml::open("", why, "libnothing-here.so.1"));
  EXPECT_NE(why.find("no clocks, power and temperatures"), std::string::npos) << why;
}

TEST_F(CudaTest, LockedClocksAreGivenBack) {
  std::string why;
  std::unique_ptr<Nvml> nvml = Nvml::open(context->readBusId(), why, TESSERA_FAKE_CUDA);
  fake->mayLock = false;
  EXPECT_FALSE(nvml->lockClocks());
  EXPECT_EQ(nvml->read().note, "clocks are not locked: only root may");
  nvml.reset();
  EXPECT_EQ(count("nvmlDeviceResetGpuLockedClocks"), 0u);
  nvml = Nvml::open(context->readBusId(), why, TESSERA_FAKE_CUDA);
  fake->mayLock = true;
  EXPECT_TRUE(nvml->lockClocks());
  EXPECT_EQ(nvml->read().lockedClock, 1590);
  nvml.reset();
  EXPECT_EQ(count("nvmlDeviceSetGpuLockedClocks 1590 1590"), 2u);
  EXPECT_EQ(count("nvmlDeviceResetGpuLockedClocks"), 1u);
}

TEST_F(CudaTest, AWritePastTheEndIsCaught) {
  fake->kernel = [](void **parameters) { (*static_cast<int32_t **>(parameters[2]))[3] = 0; };
  EXPECT_FALSE(run());
  EXPECT_EQ(error, "kernel `add` wrote past the end of `o`");
}

TEST_F(CudaTest, AnEmptyArrayIsNoCopy) {
  plan.arguments = {{ArgumentRole::read, "x"}, {ArgumentRole::write, "o"}};
  std::string log;
  LoadedKernel kernel(*context, plan.ptx, plan.entry, log);
  output = {Array(DType::int32, {0})};
  EXPECT_TRUE(runKernel(*context, kernel, plan, grid, {Array(DType::int32, {0})}, output, 1, samples, reports, error)) << error;
  EXPECT_EQ(count("cuMemcpyHtoD_v2"), 0u);
}

TEST_F(CudaTest, AFaultIsToldOnceAndNothingElseIsTried) {
  failAt("cuCtxSynchronize");
  EXPECT_FALSE(run(3));
  EXPECT_EQ(error, "running `add` failed: CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)");
  fake->calls.clear();
  EXPECT_FALSE(run());
  EXPECT_EQ(count("cuLaunchKernel"), 0u);
  EXPECT_EQ(count("cuMemAlloc_v2"), 0u);
}

TEST_F(CudaTest, EachCallThatFailsEndsTheLaunchWithItsName) {
  const struct {
    const char *symbol, *part;
  } cases[] = {{"cuModuleLoadDataEx", "loading kernel `add` failed"},
               {"cuModuleGetFunction", "finding `add`"},
               {"cuMemAlloc_v2", "allocating 12 bytes on the GPU"},
               {"cuMemcpyHtoD_v2", "copying to the GPU"},
               {"cuMemsetD8_v2", "failed"},
               {"cuLaunchKernel", "launching `add`"},
               {"cuCtxSynchronize", "running `add`"},
               {"cuMemcpyDtoH_v2", "copying from the GPU"},
               {"cuEventCreate", "making an event"},
               {"cuEventRecord", "recording an event"},
               {"cuEventSynchronize", "running `add` again"},
               {"cuEventElapsedTime", "reading a time"}};
  for (const auto &wrong : cases) {
    fake->failing.clear();
    std::string why;
    context = Context::open(*driver, 0, why);
    ASSERT_TRUE(context) << why;
    failAt(wrong.symbol);
    EXPECT_FALSE(run(2)) << wrong.symbol;
    EXPECT_NE(error.find(wrong.part), std::string::npos) << wrong.symbol << ": " << error;
    EXPECT_EQ(fake->live, 0u) << wrong.symbol;
  }
}

TEST_F(CudaTest, AContextThatCannotBeMade) {
  for (const char *symbol :
       {"cuDeviceGet", "cuDeviceGetName", "cuDeviceGetAttribute", "cuDevicePrimaryCtxRetain", "cuCtxSetCurrent"}) {
    failAt(symbol);
    std::string why;
    EXPECT_FALSE(Context::open(*driver, 0, why)) << symbol;
    EXPECT_NE(why.find("CUDA_ERROR_ILLEGAL_ADDRESS"), std::string::npos) << symbol << ": " << why;
  }
  fake->failing.clear();
  std::string why;
  EXPECT_FALSE(Context::open(*driver, 9, why));
  EXPECT_NE(why.find("GPU 9 can't be opened"), std::string::npos);
}

TEST_F(CudaTest, TheCompilersLogIsKept) {
  fake->errorLog = "ptxas error: line 3";
  failAt("cuModuleLoadDataEx");
  std::string log;
  LoadedKernel kernel(*context, "bad", "add", log);
  EXPECT_FALSE(kernel.isLoaded());
  EXPECT_NE(log.find("line 3"), std::string::npos);
}

TEST_F(CudaTest, MuchSharedMemoryIsAskedFor) {
  std::string log;
  LoadedKernel kernel(*context, "PTX", "add", log);
  EXPECT_TRUE(kernel.allowSharedBytes(48 << 10));
  EXPECT_EQ(count("cuFuncSetAttribute"), 0u);
  EXPECT_TRUE(kernel.allowSharedBytes(100 << 10));
  EXPECT_EQ(count("cuFuncSetAttribute 8 102400"), 1u);
  EXPECT_EQ(kernel.attribute(registerCount), 104);
}

TEST_F(CudaTest, AnUnmatchedLaunchIsRefusedBeforeItRuns) {
  std::string log;
  LoadedKernel kernel(*context, plan.ptx, plan.entry, log);
  output = {Array(DType::int32, {3})};
  EXPECT_FALSE(runKernel(*context, kernel, plan, grid, {}, output, 0, samples, reports, error));
  EXPECT_NE(error.find("matching the launch's arrays"), std::string::npos) << error;
  EXPECT_EQ(count("cuLaunchKernel"), 0u);
}

namespace {
/// A map over the 3 x 16 bf16 array `x`, in boxes of 2 x 16.
PlannedMap makeMap() {
  PlannedMap planned;
  planned.map.element = emulator::TensorElement::bf16;
  planned.map.rank = 2;
  planned.map.dimensions = {16, 3, 1, 1, 1};
  planned.map.strides = {32, 0, 0, 0};
  planned.map.box = {16, 2, 1, 1, 1};
  planned.map.swizzleBytes = 32;
  return planned;
}
} // namespace

TEST_F(CudaTest, TensorMapsFollowTheExtents) {
  grid.extents = {5};
  plan.maps = {makeMap()};
  fake->kernel = [](void **parameters) {
    int32_t *o = *static_cast<int32_t **>(parameters[2]);
    o[0] = *static_cast<int32_t *>(parameters[3]);
    o[1] = *static_cast<int32_t *>(parameters[4]);
    o[2] = reinterpret_cast<uintptr_t>(parameters[4]) % 64 == 0;
  };
  ASSERT_TRUE(run()) << error;
  EXPECT_EQ(output[0].getInt(0), 5);
  EXPECT_EQ(output[0].getInt(1), 0x77777777) << "what the driver encoded";
  EXPECT_EQ(output[0].getInt(2), 1);
  // CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 is 9, CU_TENSOR_MAP_SWIZZLE_32B 1.
  EXPECT_EQ(count("cuTensorMapEncodeTiled type 9 rank 2 dimensions 16 3 stride 32 box 16 2 interleave 0 swizzle 1 fill 0"), 1u);
}

TEST_F(CudaTest, ClustersAreAnAttributeOfTheLaunch) {
  plan.clusterBlocks = 2;
  ASSERT_TRUE(run()) << error;
  EXPECT_EQ(output[0].getInt(0), 11);
  EXPECT_EQ(count("cuLaunchKernel"), 0u);
  EXPECT_EQ(count("cuLaunchKernelEx grid 2 3 4 block 64 shared 0 attribute 4 2 1 1"), 1u);
}

TEST_F(CudaTest, ADriverWithoutTheFunctionsOfHopperIsNamed) {
  plan.clusterBlocks = 2;
  driver->launchKernelEx = nullptr;
  EXPECT_FALSE(run());
  EXPECT_EQ(error, "the CUDA driver (13.0) has no `cuLaunchKernelEx`, which a launch of clusters needs; a driver for CUDA 12 or later has it");
  std::string why;
  context = Context::open(*driver, 0, why);
  ASSERT_TRUE(context) << why;
  plan.clusterBlocks = 1;
  plan.maps = {makeMap()};
  driver->tensorMapEncodeTiled = nullptr;
  EXPECT_FALSE(run());
  EXPECT_NE(error.find("`cuTensorMapEncodeTiled`, which a copy by a tensor map needs"), std::string::npos) << error;
}

TEST_F(CudaTest, FailuresOfHoppersFunctionsAreNamed) {
  plan.maps = {makeMap()};
  failAt("cuTensorMapEncodeTiled");
  EXPECT_FALSE(run());
  EXPECT_NE(error.find("encoding a tensor map over `x` failed"), std::string::npos) << error;
  std::string why;
  context = Context::open(*driver, 0, why);
  ASSERT_TRUE(context) << why;
  plan.maps.clear();
  plan.clusterBlocks = 2;
  failAt("cuLaunchKernelEx");
  EXPECT_FALSE(run());
  EXPECT_NE(error.find("launching `add` in clusters of 2 blocks failed"), std::string::npos) << error;
}

TEST_F(CudaTest, ScratchMemoryIsZeroBeforeEachRun) {
  plan.arguments.push_back({ArgumentRole::scratch, "semaphores", 8});
  fake->kernel = [](void **parameters) {
    int32_t *semaphores = *static_cast<int32_t **>(parameters[3]);
    (*static_cast<int32_t **>(parameters[2]))[0] = semaphores[0] + semaphores[1];
    semaphores[1] = 3;
  };
  ASSERT_TRUE(run(2)) << error;
  EXPECT_EQ(output[0].getInt(0), 0);
  EXPECT_EQ(count("cuMemsetD8_v2 8 times 0"), 3u) << "one for each run";
}

TEST_F(CudaTest, LargeClustersAreAskedFor) {
  std::string log;
  LoadedKernel kernel(*context, "PTX", "add", log);
  EXPECT_TRUE(kernel.allowCluster(8));
  EXPECT_EQ(count("cuFuncSetAttribute"), 0u);
  EXPECT_TRUE(kernel.allowCluster(16));
  EXPECT_EQ(count("cuFuncSetAttribute 14 1"), 1u) << "CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED";
}
