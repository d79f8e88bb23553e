// SPDX-License-Identifier: Apache-2.0
// The driver's objects as C++ objects.
#include "runner/device/cuda/Context.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;

static std::string versionText(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Facts of the GPU; false with the reason when the driver refuses one.
static bool readFacts(const Driver &driver, DeviceHandle device, GpuFacts &facts, std::string &error) {
  char name[256] = {};
  size_t memory = 0;
  int version = 0, l2 = 0;
  auto attribute = [&](DeviceAttribute which, int &value) { return driver.deviceGetAttribute(&value, which, device); };
  CallResult result = driver.deviceGetName(name, sizeof name - 1, device);
  for (auto step : {+[](const Driver &d, DeviceHandle h, size_t *m, int *) { return d.deviceTotalMem(m, h); },
                    +[](const Driver &d, DeviceHandle, size_t *, int *v) { return d.driverGetVersion(v); }})
    if (!result)
      result = step(driver, device, &memory, &version);
  if (!result)
    result = attribute(computeCapabilityMajor, facts.major);
  if (!result)
    result = attribute(computeCapabilityMinor, facts.minor);
  if (!result)
    result = attribute(maxSharedBytesPerBlockOptin, facts.maxSharedBytes);
  if (!result)
    result = attribute(l2CacheBytes, l2);
  if (result) {
    error = "a GPU can't be asked what it is: " + driver.describe(result);
    return false;
  }
  facts.name = name;
  facts.driverVersion = versionText(version);
  facts.memoryBytes = memory;
  facts.l2Bytes = static_cast<uint64_t>(std::max(l2, 0));
  return true;
}

std::vector<GpuFacts> cuda::listGpus(const Driver &driver, std::string &error) {
  std::vector<GpuFacts> gpus;
  int count = 0;
  if (CallResult result = driver.deviceGetCount(&count)) {
    error = "the GPUs can't be counted: " + driver.describe(result);
    return gpus;
  }
  for (int ordinal = 0; ordinal < count; ++ordinal) {
    DeviceHandle device = 0;
    GpuFacts facts;
    if (CallResult result = driver.deviceGet(&device, ordinal)) {
      error = "GPU " + std::to_string(ordinal) + " can't be opened: " + driver.describe(result);
      return gpus;
    }
    if (!readFacts(driver, device, facts, error))
      return gpus;
    gpus.push_back(std::move(facts));
  }
  if (gpus.empty())
    error = "the CUDA driver sees no GPU";
  return gpus;
}

/// `sm_90a` as 90 and true.
static std::optional<std::pair<int, bool>> readTarget(llvm::StringRef target) {
  int number = 0;
  if (!target.consume_front("sm_"))
    return std::nullopt;
  bool exact = target.consume_back("a");
  if (target.getAsInteger(10, number))
    return std::nullopt;
  return std::pair(number, exact);
}

bool cuda::runsOn(llvm::StringRef target, int major, int minor) {
  auto read = readTarget(target);
  int capability = major * 10 + minor;
  return read && (read->second ? read->first == capability : read->first <= capability);
}

std::string cuda::chooseTarget(int major, int minor, llvm::ArrayRef<std::string> targets) {
  std::string best;
  for (const std::string &target : targets)
    if (runsOn(target, major, minor) && (best.empty() || *readTarget(best) < *readTarget(target)))
      best = target;
  return best;
}

std::unique_ptr<Context> Context::open(const Driver &driver, int ordinal, std::string &error) {
  DeviceHandle device = 0;
  if (CallResult result = driver.deviceGet(&device, ordinal)) {
    error = "GPU " + std::to_string(ordinal) + " can't be opened: " + driver.describe(result);
    return nullptr;
  }
  std::unique_ptr<Context> context(new Context(driver, device));
  if (!readFacts(driver, device, context->facts, error))
    return nullptr;
  Context *self = context.get();
  if (self->check(driver.primaryCtxRetain(&self->handle, device), "making a context on the GPU"))
    self->retained = true;
  if (!self->failed())
    self->check(driver.ctxSetCurrent(self->handle), "making the GPU current");
  if (self->failed()) {
    error = self->failure();
    return nullptr;
  }
  return context;
}

std::string Context::readBusId() const {
  char text[32] = {};
  return driver.deviceGetPciBusId && driver.deviceGetPciBusId(text, sizeof text - 1, device) == 0 ? text : "";
}

Context::~Context() {
  if (retained)
    driver.primaryCtxRelease(device);
}

bool Context::check(CallResult result, llvm::StringRef doing) {
  if (result && problem.empty())
    problem = (doing + " failed: " + driver.describe(result)).str();
  return result == 0;
}

bool Context::fail(std::string what) {
  if (problem.empty())
    problem = std::move(what);
  return false;
}

bool Context::lacks(llvm::StringRef symbol, llvm::StringRef needed) {
  if (problem.empty())
    problem = ("the CUDA driver (" + facts.driverVersion + ") has no `" + symbol + "`, which " + needed + " needs; a driver for CUDA 12 or later has it").str();
  return false;
}

//===-- memory -----------------------------------------------------------------------------------------------===//

Buffer::Buffer(Context &context, size_t bytes) : context(&context), bytes(bytes) {
  if (context.failed())
    return;
  if (!context.check(context.driver.memAlloc(&address, bytes + guardBytes),
                     "allocating " + std::to_string(bytes) + " bytes on the GPU")) {
    address = 0;
    return;
  }
  context.check(context.driver.memsetD8(address + bytes, guardByte, guardBytes), "setting a guard");
}

Buffer::Buffer(Buffer &&other) noexcept : context(other.context), bytes(other.bytes), address(other.address) {
  other.address = 0;
}

Buffer::~Buffer() {
  if (address)
    context->driver.memFree(address);
}

// A kernel may have an argument without elements; the driver refuses copies of no bytes from a null pointer.
bool Buffer::upload(const void *from) {
  return !context->failed() &&
         (bytes == 0 || context->check(context->driver.memcpyHtoD(address, from, bytes), "copying to the GPU"));
}
bool Buffer::download(void *to) const {
  return !context->failed() &&
         (bytes == 0 || context->check(context->driver.memcpyDtoH(to, address, bytes), "copying from the GPU"));
}
bool Buffer::copyFrom(const Buffer &other) {
  return !context->failed() && (bytes == 0 || context->check(context->driver.memcpyDtoD(address, other.address, bytes),
                                                             "copying on the GPU"));
}
bool Buffer::poison() {
  return !context->failed() &&
         (bytes == 0 || context->check(context->driver.memsetD8(address, 0xFF, bytes), "poisoning an output"));
}
bool Buffer::clear() {
  return !context->failed() &&
         (bytes == 0 || context->check(context->driver.memsetD8(address, 0, bytes), "clearing scratch memory"));
}

bool Buffer::isGuardWhole() const {
  uint8_t guard[guardBytes];
  if (context->failed() ||
      !context->check(context->driver.memcpyDtoH(guard, address + bytes, guardBytes), "reading a guard"))
    return true; // that failure is told instead
  return std::all_of(guard, guard + guardBytes, [](uint8_t byte) { return byte == guardByte; });
}

//===-- kernels ----------------------------------------------------------------------------------------------===//

LoadedKernel::LoadedKernel(Context &context, const std::string &ptx, const std::string &entry, std::string &log)
    : context(&context) {
  if (context.failed())
    return;
  std::string info(16384, '\0'), errors(16384, '\0');
  // Option values travel in the pointers themselves where they are numbers.
  int options[] = {infoLogBuffer, infoLogBufferBytes, errorLogBuffer, errorLogBufferBytes};
  void *values[] = {info.data(), reinterpret_cast<void *>(info.size()), errors.data(),
                    reinterpret_cast<void *>(errors.size())};
  CallResult result = context.driver.moduleLoadDataEx(&module, ptx.c_str(), 4, options, values);
  for (const std::string *text : {&errors, &info})
    log += llvm::StringRef(text->c_str()).trim().str() + (text->c_str()[0] ? "\n" : "");
  if (!context.check(result, "loading kernel `" + entry + "`")) {
    module = nullptr;
    return;
  }
  if (!context.check(context.driver.moduleGetFunction(&function, module, entry.c_str()),
                     "finding `" + entry + "` in its own code"))
    function = nullptr;
}

LoadedKernel::LoadedKernel(LoadedKernel &&other) noexcept
    : function(other.function), context(other.context), module(other.module) {
  other.module = nullptr;
  other.function = nullptr;
}

LoadedKernel::~LoadedKernel() {
  if (module)
    context->driver.moduleUnload(module);
}

bool LoadedKernel::allowSharedBytes(int bytes) {
  constexpr int always = 48 << 10;
  return bytes <= always || context->check(context->driver.funcSetAttribute(function, maxDynamicSharedBytes, bytes),
                                           "asking for " + std::to_string(bytes) + " bytes of shared memory");
}

bool LoadedKernel::allowCluster(unsigned blocks) {
  constexpr unsigned always = 8;
  return blocks <= always || context->check(context->driver.funcSetAttribute(function, nonPortableClusterSizeAllowed, 1),
                                            "asking for clusters of " + std::to_string(blocks) + " blocks");
}

int LoadedKernel::attribute(FunctionAttribute which) {
  int value = 0;
  return function && context->check(context->driver.funcGetAttribute(&value, which, function),
                                    "asking a kernel's attributes")
             ? value
             : -1;
}
