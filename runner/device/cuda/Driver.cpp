// SPDX-License-Identifier: Apache-2.0
// Finds `libcuda.so.1` and the functions in it. The library stays loaded once `cuInit` has run in it: unloading it then
// is not something that the driver supports.
#include "runner/device/cuda/Driver.h"
#include "llvm/ADT/StringRef.h"
#include <cstdlib>
#include <dlfcn.h>
#include <link.h>

using namespace tessera;
using namespace tessera::runner::cuda;

std::unique_ptr<Driver> Driver::load(std::string &error, const std::string &path) {
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    error = "the CUDA driver library `" + path + "` can't be loaded; without NVIDIA's driver there is no GPU to use";
    return nullptr;
  }
  std::unique_ptr<Driver> driver(new Driver(library));
  const char *missing = nullptr;
#define TESSERA_CUDA_FIND(name, symbol, parameters)                                                                    \
  driver->name = reinterpret_cast<CallResult(*) parameters>(dlsym(library, symbol));                                   \
  if (!driver->name && !missing)                                                                                       \
    missing = symbol;
  TESSERA_CUDA_FUNCTIONS(TESSERA_CUDA_FIND)
#undef TESSERA_CUDA_FIND
#define TESSERA_CUDA_FIND(name, symbol, parameters) driver->name = reinterpret_cast<CallResult(*) parameters>(dlsym(library, symbol));
  TESSERA_CUDA_OPTIONAL_FUNCTIONS(TESSERA_CUDA_FIND)
#undef TESSERA_CUDA_FIND
  if (missing) {
    error = "the CUDA driver library `" + path + "` has no `" + missing + "`; a driver for CUDA 12 or later has it";
    return nullptr;
  }
  if (CallResult result = driver->init(0)) {
    error = "the CUDA driver does not start: " + driver->describe(result);
    return nullptr;
  }
  driver->library = nullptr; // from here on it stays
  return driver;
}

std::vector<std::string> Driver::preload(const std::string &path) {
  std::vector<std::string> folders;
  link_map *loaded = nullptr;
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library || dlinfo(library, RTLD_DI_LINKMAP, &loaded) != 0)
    return folders;
  // Where it is found, and where it lies when that is a link.
  char *resolved = realpath(loaded->l_name, nullptr);
  for (const char *name : {const_cast<const char *>(loaded->l_name), const_cast<const char *>(resolved)})
    if (llvm::StringRef file = name ? name : ""; file.contains('/'))
      folders.push_back(file.rsplit('/').first.str());
  std::free(resolved);
  return folders;
}

Driver::~Driver() {
  if (library)
    dlclose(library);
}

std::string Driver::describe(CallResult error) const {
  const char *name = nullptr, *text = nullptr;
  getErrorName(error, &name);
  getErrorString(error, &text);
  std::string described = name ? name : "CUDA error " + std::to_string(error);
  return text ? described + " (" + text + ")" : described;
}
