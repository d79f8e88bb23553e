// SPDX-License-Identifier: Apache-2.0
// The part of the CUDA driver API that the runner uses, declared here and found at run time in `libcuda.so.1`: no
// toolkit is needed to build, and no GPU to start. Names, numbers and signatures are those of NVIDIA's "CUDA Driver
// API" reference; the
// `_v2` symbols are what `cuda.h` calls by the plain names, with 64-bit sizes.
#pragma once

#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace tessera::runner::cuda {

using CallResult = int; // CUresult; 0 is success
using DeviceHandle = int;
using DevicePointer = unsigned long long;
using ContextHandle = struct ContextTag *;
using ModuleHandle = struct ModuleTag *;
using FunctionHandle = struct FunctionTag *;
using StreamHandle = struct StreamTag *;
using EventHandle = struct EventTag *;

enum DeviceAttribute : int {
  maxSharedBytesPerBlock = 8,
  multiprocessorCount = 16,
  l2CacheBytes = 38,
  computeCapabilityMajor = 75,
  computeCapabilityMinor = 76,
  maxSharedBytesPerBlockOptin = 97,
};
enum FunctionAttribute : int {
  sharedBytes = 1,
  localBytes = 3,
  registerCount = 4,
  maxDynamicSharedBytes = 8,
  nonPortableClusterSizeAllowed = 14,
};
/// CUlaunchAttribute: a number that says what it is, and 64 bytes of it.
struct LaunchAttribute {
  static constexpr int clusterDimension = 4;
  int id;
  uint32_t padding;
  uint32_t value[16];
};
/// CUlaunchConfig.
struct LaunchConfig {
  unsigned gridX, gridY, gridZ, blockX, blockY, blockZ, sharedBytes;
  StreamHandle stream;
  LaunchAttribute *attributes;
  unsigned attributeCount;
};
enum JitOption : int {
  infoLogBuffer = 3,
  infoLogBufferBytes = 4,
  errorLogBuffer = 5,
  errorLogBufferBytes = 6,
};

/// The functions, all found or none. One line each: name in this struct, symbol, parameters.
#define TESSERA_CUDA_FUNCTIONS(X)                                                                                      \
  X(init, "cuInit", (unsigned flags))                                                                                  \
  X(driverGetVersion, "cuDriverGetVersion", (int *version))                                                            \
  X(getErrorName, "cuGetErrorName", (CallResult error, const char **text))                                             \
  X(getErrorString, "cuGetErrorString", (CallResult error, const char **text))                                         \
  X(deviceGetCount, "cuDeviceGetCount", (int *count))                                                                  \
  X(deviceGet, "cuDeviceGet", (DeviceHandle * device, int ordinal))                                                    \
  X(deviceGetName, "cuDeviceGetName", (char *name, int length, DeviceHandle device))                                   \
  X(deviceTotalMem, "cuDeviceTotalMem_v2", (size_t *bytes, DeviceHandle device))                                       \
  X(deviceGetAttribute, "cuDeviceGetAttribute", (int *value, int attribute, DeviceHandle device))                      \
  X(primaryCtxRetain, "cuDevicePrimaryCtxRetain", (ContextHandle * context, DeviceHandle device))                      \
  X(primaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (DeviceHandle device))                                          \
  X(ctxSetCurrent, "cuCtxSetCurrent", (ContextHandle context))                                                         \
  X(moduleLoadDataEx, "cuModuleLoadDataEx",                                                                            \
    (ModuleHandle * module, const void *image, unsigned count, int *options, void **values))                           \
  X(moduleUnload, "cuModuleUnload", (ModuleHandle module))                                                             \
  X(moduleGetFunction, "cuModuleGetFunction", (FunctionHandle * function, ModuleHandle module, const char *name))      \
  X(funcGetAttribute, "cuFuncGetAttribute", (int *value, int attribute, FunctionHandle function))                      \
  X(funcSetAttribute, "cuFuncSetAttribute", (FunctionHandle function, int attribute, int value))                       \
  X(memAlloc, "cuMemAlloc_v2", (DevicePointer * pointer, size_t bytes))                                                \
  X(memFree, "cuMemFree_v2", (DevicePointer pointer))                                                                  \
  X(memcpyHtoD, "cuMemcpyHtoD_v2", (DevicePointer to, const void *from, size_t bytes))                                 \
  X(memcpyDtoH, "cuMemcpyDtoH_v2", (void *to, DevicePointer from, size_t bytes))                                       \
  X(memcpyDtoD, "cuMemcpyDtoD_v2", (DevicePointer to, DevicePointer from, size_t bytes))                               \
  X(memsetD8, "cuMemsetD8_v2", (DevicePointer at, unsigned char value, size_t bytes))                                  \
  X(launchKernel, "cuLaunchKernel",                                                                                    \
    (FunctionHandle function, unsigned gridX, unsigned gridY, unsigned gridZ, unsigned blockX, unsigned blockY,        \
     unsigned blockZ, unsigned sharedBytes, StreamHandle stream, void **parameters, void **extra))                     \
  X(eventCreate, "cuEventCreate", (EventHandle * event, unsigned flags))                                               \
  X(eventDestroy, "cuEventDestroy_v2", (EventHandle event))                                                            \
  X(eventRecord, "cuEventRecord", (EventHandle event, StreamHandle stream))                                            \
  X(eventSynchronize, "cuEventSynchronize", (EventHandle event))                                                       \
  X(eventElapsedTime, "cuEventElapsedTime", (float *milliseconds, EventHandle begin, EventHandle end))                 \
  X(ctxSynchronize, "cuCtxSynchronize", ())

using GraphHandle = struct GraphTag *;
using GraphRunHandle = struct GraphRunTag *;

/// Functions that not every program needs (clusters, tensor maps, graphs, the GPU's place): null where the driver has
/// none.
#define TESSERA_CUDA_OPTIONAL_FUNCTIONS(X)                                                                             \
  X(deviceGetPciBusId, "cuDeviceGetPCIBusId", (char *text, int length, DeviceHandle device))                           \
  X(streamCreate, "cuStreamCreate", (StreamHandle * stream, unsigned flags))                                           \
  X(streamDestroy, "cuStreamDestroy_v2", (StreamHandle stream))                                                        \
  X(streamBeginCapture, "cuStreamBeginCapture_v2", (StreamHandle stream, int mode))                                    \
  X(streamEndCapture, "cuStreamEndCapture", (StreamHandle stream, GraphHandle * graph))                                \
  X(graphInstantiate, "cuGraphInstantiateWithFlags",                                                                   \
    (GraphRunHandle * run, GraphHandle graph, unsigned long long flags))                                               \
  X(graphLaunch, "cuGraphLaunch", (GraphRunHandle run, StreamHandle stream))                                           \
  X(graphRunDestroy, "cuGraphExecDestroy", (GraphRunHandle run))                                                       \
  X(graphDestroy, "cuGraphDestroy", (GraphHandle graph))                                                               \
  X(launchKernelEx, "cuLaunchKernelEx",                                                                                \
    (const LaunchConfig *config, FunctionHandle function, void **parameters, void **extra))                            \
  X(tensorMapEncodeTiled, "cuTensorMapEncodeTiled",                                                                    \
    (void *map, int type, uint32_t rank, void *address, const uint64_t *dimensions, const uint64_t *strides,           \
     const uint32_t *box, const uint32_t *elementStrides, int interleave, int swizzle, int l2Promotion, int fill))

class Driver {
public:
  /// Null with the reason in `error`: no library, a symbol missing, or `cuInit` refusing. `path` is for tests.
  static std::unique_ptr<Driver> load(std::string &error, const std::string &path = "libcuda.so.1");
  /// Loads the library without starting it, so that `load` finds it where no file can be opened any more. The folders
  /// from which the driver will load its other libraries.
  static std::vector<std::string> preload(const std::string &path = "libcuda.so.1");
  ~Driver();
  Driver(const Driver &) = delete;
  Driver &operator=(const Driver &) = delete;

#define TESSERA_CUDA_MEMBER(name, symbol, parameters) CallResult(*name) parameters = nullptr;
  TESSERA_CUDA_FUNCTIONS(TESSERA_CUDA_MEMBER)
  TESSERA_CUDA_OPTIONAL_FUNCTIONS(TESSERA_CUDA_MEMBER)
#undef TESSERA_CUDA_MEMBER

  /// `CUDA_ERROR_ILLEGAL_ADDRESS (an illegal memory access was encountered)`.
  std::string describe(CallResult error) const;

private:
  explicit Driver(void *library) : library(library) {}
  void *library;
};

} // namespace tessera::runner::cuda
