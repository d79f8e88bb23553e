// SPDX-License-Identifier: Apache-2.0
// A CUDA driver without a GPU: memory is the host's, a launch calls the test's function, and every call is written
// down. It has the symbols and signatures of NVIDIA's reference, so the code under test finds it as it would find the
// real one.
#include "tests/unit/runner/FakeCuda.h"
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

static FakeCuda fake;
static int failures = 0;

/// What goes wrong on a GPU, by the kernel's name, for processes that nobody can tell anything else: a job's has an
/// empty environment. `faults_..` writes where nothing is, which every call behind the launch hears of; `hangs_..`
/// never ends; `crashes_..` takes the driver with it. `multiplies_4_6_5` works: its first two parameters are f32 arrays
/// of 4x5 and 5x6, their product goes to the third. `attends_32_16` works, too: one head of 32 queries and keys of 16
/// in f16.
static bool isFaulty = false;
static std::string current;
static bool isCalled(const char *prefix) { return current.rfind(prefix, 0) == 0; }
static constexpr int illegalAddress = 700, outOfMemory = 2;
static constexpr size_t memoryBytes = size_t(8) << 30;

/// Writes a call down; its result is success unless the test wants a failure there.
static int record(const char *symbol, const std::string &detail = "") {
  fake.calls.push_back(std::string(symbol) + detail);
  if (isFaulty)
    return illegalAddress;
  if (fake.failing != symbol)
    return 0;
  return failures++ >= fake.failAfter ? fake.failure : 0;
}

static std::string text(const char *format, unsigned long long a, unsigned long long b = 0, unsigned long long c = 0) {
  char buffer[128];
  std::snprintf(buffer, sizeof buffer, format, a, b, c);
  return buffer;
}

FakeCuda *tesseraPeekFakeCuda() { return &fake; }

static void multiply(void **parameters) {
  int m = 0, n = 0, k = 0;
  if (std::sscanf(current.c_str(), "multiplies_%d_%d_%d", &m, &n, &k) != 3)
    return;
  const float *a = *static_cast<float **>(parameters[0]), *b = *static_cast<float **>(parameters[1]);
  float *c = *static_cast<float **>(parameters[2]);
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      c[row * n + column] = 0;
      for (int x = 0; x < k; ++x)
        c[row * n + column] += a[row * k + x] * b[x * n + column];
    }
}

static void attend(void **parameters) {
  int length = 0, width = 0;
  if (std::sscanf(current.c_str(), "attends_%d_%d", &length, &width) != 2)
    return;
  const _Float16 *q = *static_cast<_Float16 **>(parameters[0]), *k = *static_cast<_Float16 **>(parameters[1]),
                 *v = *static_cast<_Float16 **>(parameters[2]);
  _Float16 *o = *static_cast<_Float16 **>(parameters[3]);
  for (int row = 0; row < length; ++row) {
    std::vector<double> result(static_cast<size_t>(width));
    double sum = 0;
    for (int i = 0; i < length; ++i) {
      double score = 0;
      for (int x = 0; x < width; ++x)
        score += double(q[row * width + x]) * double(k[i * width + x]);
      double share = std::exp(score / std::sqrt(width));
      sum += share;
      for (int x = 0; x < width; ++x)
        result[static_cast<size_t>(x)] += share * double(v[i * width + x]);
    }
    for (int x = 0; x < width; ++x)
      o[row * width + x] = static_cast<_Float16>(result[static_cast<size_t>(x)] / sum);
  }
}

/// Of a launch.
static void goWrong() {
  isFaulty |= isCalled("faults_");
  while (isCalled("hangs_"))
    sleep(1);
  if (isCalled("crashes_"))
    std::abort();
}

extern "C" {
FakeCuda *tesseraFakeCuda() {
  failures = 0;
  isFaulty = false;
  return &fake;
}

/// Beside the library lies a file `needs-more`: the driver then wants what the sandbox has for none.
static bool needsMore = [] {
  Dl_info own{};
  return dladdr(reinterpret_cast<void *>(&tesseraFakeCuda), &own) != 0 &&
         access(
             (std::string(own.dli_fname, std::strrchr(own.dli_fname, '/') - own.dli_fname + 1) + "needs-more").c_str(),
             F_OK) == 0;
}();

/// As the real one, it works in the process that started it and in none that is forked off that.
int cuInit(unsigned flags) {
  static pid_t process = getpid();
  constexpr int notInitialized = 3, operatingSystem = 304;
  if (process != getpid())
    return notInitialized;
  if (needsMore) {
    int pair[2], file = open("/etc/hostname", O_RDONLY);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0 || file < 0)
      return operatingSystem;
    close(pair[0]), close(pair[1]), close(file);
  }
  return record("cuInit", text(" %llu", flags));
}
int cuDriverGetVersion(int *version) {
  *version = 13000;
  return record("cuDriverGetVersion");
}
int cuGetErrorName(int error, const char **name) {
  *name = error == illegalAddress ? "CUDA_ERROR_ILLEGAL_ADDRESS"
          : error == outOfMemory  ? "CUDA_ERROR_OUT_OF_MEMORY"
                                  : nullptr;
  return 0;
}
int cuGetErrorString(int error, const char **name) {
  *name = error == illegalAddress ? "an illegal memory access was encountered"
          : error == outOfMemory  ? "out of memory"
                                  : nullptr;
  return 0;
}
int cuDeviceGetCount(int *count) {
  *count = fake.devices;
  return record("cuDeviceGetCount");
}
int cuDeviceGet(int *device, int ordinal) {
  *device = 40 + ordinal;
  return ordinal < fake.devices ? record("cuDeviceGet", text(" %llu", ordinal)) : 101;
}
int cuDeviceGetName(char *name, int length, int device) {
  std::snprintf(name, length, "Fake GPU %d", device - 40);
  return record("cuDeviceGetName");
}
int cuDeviceTotalMem_v2(size_t *bytes, int) {
  *bytes = memoryBytes;
  return record("cuDeviceTotalMem_v2");
}
int cuDeviceGetAttribute(int *value, int attribute, int) {
  *value = attribute == 75   ? fake.major
           : attribute == 76 ? fake.minor
           : attribute == 38 ? fake.l2Bytes
           : attribute == 97 ? 232448
                             : -1;
  return record("cuDeviceGetAttribute");
}
int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = reinterpret_cast<void *>(uintptr_t(device));
  return record("cuDevicePrimaryCtxRetain", text(" %llu", device));
}
int cuDevicePrimaryCtxRelease_v2(int device) { return record("cuDevicePrimaryCtxRelease_v2", text(" %llu", device)); }
int cuCtxSetCurrent(void *context) { return record("cuCtxSetCurrent", text(" %llu", uintptr_t(context))); }
int cuModuleLoadDataEx(void **module, const void *image, unsigned count, int *options, void **values) {
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == 5 && i + 1 < count && options[i + 1] == 6) // the error log and its size
      std::snprintf(static_cast<char *>(values[i]), reinterpret_cast<size_t>(values[i + 1]), "%s",
                    fake.errorLog.c_str());
  *module = &fake;
  return record("cuModuleLoadDataEx",
                std::string(" ") + static_cast<const char *>(image) + text(" %llu options", count));
}
int cuModuleUnload(void *) { return record("cuModuleUnload"); }
int cuModuleGetFunction(void **function, void *, const char *name) {
  *function = &fake;
  current = name;
  return record("cuModuleGetFunction", std::string(" ") + name);
}
int cuFuncGetAttribute(int *value, int attribute, void *) {
  *value = 100 + attribute;
  return record("cuFuncGetAttribute", text(" %llu", attribute));
}
int cuFuncSetAttribute(void *, int attribute, int value) {
  return record("cuFuncSetAttribute", text(" %llu %llu", attribute, value));
}
int cuMemAlloc_v2(unsigned long long *pointer, size_t bytes) {
  if (bytes > memoryBytes)
    return outOfMemory;
  if (int result = record("cuMemAlloc_v2", text(" %llu", bytes)))
    return result;
  *pointer = reinterpret_cast<unsigned long long>(std::malloc(bytes));
  ++fake.live;
  return 0;
}
int cuMemFree_v2(unsigned long long pointer) {
  std::free(reinterpret_cast<void *>(pointer));
  --fake.live;
  return record("cuMemFree_v2");
}
int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t bytes) {
  std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  return record("cuMemcpyHtoD_v2", text(" %llu", bytes));
}
int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t bytes) {
  std::memcpy(to, reinterpret_cast<void *>(from), bytes);
  return record("cuMemcpyDtoH_v2", text(" %llu", bytes));
}
int cuMemcpyDtoD_v2(unsigned long long to, unsigned long long from, size_t bytes) {
  std::memcpy(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from), bytes);
  return record("cuMemcpyDtoD_v2", text(" %llu", bytes));
}
int cuMemsetD8_v2(unsigned long long at, unsigned char value, size_t bytes) {
  std::memset(reinterpret_cast<void *>(at), value, bytes);
  return record("cuMemsetD8_v2", text(" %llu times %llu", bytes, value));
}
int cuLaunchKernel(void *, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                   unsigned shared, void *stream, void **parameters, void **extra) {
  int result = record("cuLaunchKernel",
                      text(" grid %llu %llu %llu", gx, gy, gz) + text(" block %llu %llu %llu", bx, by, bz) +
                          text(" shared %llu stream %llu extra %llu", shared, uintptr_t(stream), uintptr_t(extra)));
  goWrong();
  if (!result && fake.kernel)
    fake.kernel(parameters);
  else if (!result && isCalled("multiplies_"))
    multiply(parameters);
  attend(parameters);
  return result;
}
int cuEventCreate(void **event, unsigned flags) {
  *event = &fake;
  return record("cuEventCreate", text(" %llu", flags));
}
int cuEventDestroy_v2(void *) { return record("cuEventDestroy_v2"); }
int cuEventRecord(void *, void *) { return record("cuEventRecord"); }
int cuEventSynchronize(void *) { return record("cuEventSynchronize"); }
int cuEventElapsedTime(float *milliseconds, void *, void *) {
  *milliseconds = 0.5f;
  return record("cuEventElapsedTime");
}
/// The launch's configuration as the driver lays it out, read field by field.
int cuLaunchKernelEx(const void *config, void *, void **parameters, void **) {
  const auto *numbers = static_cast<const unsigned *>(config);
  const auto *bytes = static_cast<const unsigned char *>(config);
  const unsigned *attribute = nullptr; // id, padding, value
  unsigned count = 0;
  std::memcpy(&attribute, bytes + 40, sizeof attribute); // after seven numbers, a gap and the stream
  std::memcpy(&count, bytes + 48, sizeof count);
  std::string detail = text(" grid %llu %llu %llu", numbers[0], numbers[1], numbers[2]) + text(" block %llu shared %llu", numbers[3], numbers[6]);
  for (unsigned i = 0; i < count; ++i, attribute += 18)
    detail += text(" attribute %llu", attribute[0]) + text(" %llu %llu %llu", attribute[2], attribute[3], attribute[4]);
  if (int result = record("cuLaunchKernelEx", detail))
    return result;
  goWrong();
  if (fake.kernel)
    fake.kernel(parameters);
  return 0;
}
int cuTensorMapEncodeTiled(void *map, int type, uint32_t rank, void *, const uint64_t *dimensions, const uint64_t *strides, const uint32_t *box,
                           const uint32_t *, int interleave, int swizzle, int, int fill) {
  if (reinterpret_cast<uintptr_t>(map) % 64)
    return 1; // as the driver does
  std::memset(map, 0x77, 128);
  std::string detail = text(" type %llu rank %llu", static_cast<unsigned>(type), rank) + text(" dimensions %llu %llu", dimensions[0], dimensions[1]) +
                       text(" stride %llu box %llu %llu", strides[0], box[0], box[1]) +
                       text(" interleave %llu swizzle %llu fill %llu", static_cast<unsigned>(interleave), static_cast<unsigned>(swizzle), static_cast<unsigned>(fill));
  return record("cuTensorMapEncodeTiled", detail);
}
int cuCtxSynchronize() { return record("cuCtxSynchronize"); }

int cuDeviceGetPCIBusId(char *text, int length, int device) {
  std::snprintf(text, length, "0000:1B:0%d.0", device - 40);
  return record("cuDeviceGetPCIBusId");
}
int cuStreamCreate(void **stream, unsigned flags) {
  *stream = &failures;
  return record("cuStreamCreate", text(" %llu", flags));
}
int cuStreamDestroy_v2(void *) { return record("cuStreamDestroy_v2"); }
int cuStreamBeginCapture_v2(void *, int mode) { return record("cuStreamBeginCapture_v2", text(" %llu", mode)); }
int cuStreamEndCapture(void *, void **graph) {
  *graph = &fake;
  return record("cuStreamEndCapture");
}
int cuGraphInstantiateWithFlags(void **run, void *graph, unsigned long long flags) {
  *run = graph;
  return record("cuGraphInstantiateWithFlags", text(" %llu", flags));
}
int cuGraphLaunch(void *, void *) { return record("cuGraphLaunch"); }
int cuGraphExecDestroy(void *) { return record("cuGraphExecDestroy"); }
int cuGraphDestroy(void *) { return record("cuGraphDestroy"); }

// The management library, in the same file.
int nvmlInit_v2() { return record("nvmlInit_v2"); }
int nvmlDeviceGetHandleByPciBusId_v2(const char *busId, void **device) {
  *device = &fake;
  return record("nvmlDeviceGetHandleByPciBusId_v2", std::string(" ") + busId);
}
int nvmlDeviceGetClockInfo(void *, int which, unsigned *megahertz) {
  *megahertz = which == 1 ? fake.clock : 2619;
  return fake.clock ? record("nvmlDeviceGetClockInfo") : 3;
}
int nvmlDeviceGetDefaultApplicationsClock(void *, int, unsigned *megahertz) {
  *megahertz = 1590;
  return record("nvmlDeviceGetDefaultApplicationsClock");
}
int nvmlDeviceGetPowerUsage(void *, unsigned *milliwatts) {
  *milliwatts = 412300;
  return record("nvmlDeviceGetPowerUsage");
}
int nvmlDeviceGetTemperature(void *, int, unsigned *celsius) {
  *celsius = 54;
  return record("nvmlDeviceGetTemperature");
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void *, unsigned long long *reasons) {
  *reasons = fake.throttle;
  return record("nvmlDeviceGetCurrentClocksThrottleReasons");
}
int nvmlDeviceGetPersistenceMode(void *, int *mode) {
  *mode = 1;
  return record("nvmlDeviceGetPersistenceMode");
}
int nvmlDeviceSetGpuLockedClocks(void *, unsigned least, unsigned most) {
  record("nvmlDeviceSetGpuLockedClocks", text(" %llu %llu", least, most));
  return fake.mayLock ? 0 : 4; // no permission
}
int nvmlDeviceResetGpuLockedClocks(void *) { return record("nvmlDeviceResetGpuLockedClocks"); }
}
