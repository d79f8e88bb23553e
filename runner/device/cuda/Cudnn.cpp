// SPDX-License-Identifier: Apache-2.0
#include "runner/device/cuda/Cudnn.h"
#include "runner/device/cuda/Library.h"
#include <dlfcn.h>

using namespace tessera::runner::cuda;
using tessera::numerics::DType;

std::unique_ptr<Cudnn> Cudnn::load(std::string &error, const std::vector<std::string> &names) {
  std::string name;
  void *library = openLibrary("cuDNN", names, name, error);
  if (!library)
    return nullptr;
  std::unique_ptr<Cudnn> cudnn(new Cudnn);
  const char *missing = nullptr;
#define TESSERA_CUDNN_FIND(name, symbol, result, parameters)                                                           \
  cudnn->name = reinterpret_cast<result(*) parameters>(dlsym(library, symbol));                                        \
  if (!cudnn->name && !missing)                                                                                        \
    missing = symbol;
  TESSERA_CUDNN_FUNCTIONS(TESSERA_CUDNN_FIND)
#undef TESSERA_CUDNN_FIND
  if (missing) {
    error = "`" + name + "` has no `" + missing + "`; cuDNN 9 has it";
    return nullptr;
  }
  size_t number = cudnn->number = cudnn->getVersion();
  cudnn->version =
      std::to_string(number / 10000) + "." + std::to_string(number / 100 % 100) + "." + std::to_string(number % 100);
  return cudnn;
}

void Cudnn::preload() {
  // The parts that plans are chosen, compiled and run by, and the compiler that some of them call.
  for (const char *name : {"libnvrtc.so.13", "libnvrtc.so.12", "libcudnn_graph.so.9", "libcudnn_heuristic.so.9",
                           "libcudnn_engines_precompiled.so.9", "libcudnn_engines_runtime_compiled.so.9"})
    (void)dlopen(name, RTLD_NOW | RTLD_LOCAL);
  for (const std::string &name : listNames())
    if (dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
      return;
}

std::string Cudnn::describe(int status) const {
  char message[1024] = "";
  getLastErrorString(message, sizeof message);
  message[sizeof message - 1] = 0;
  const char *name = getErrorString(status);
  std::string text = name ? name : "cuDNN status " + std::to_string(status);
  return *message ? text + ", " + llvm::StringRef(message).trim().str() : text;
}

std::optional<cudnn::Element> tessera::runner::cuda::getCudnnElement(DType type) {
  switch (type) {
  case DType::float16:
    return cudnn::f16;
  case DType::bfloat16:
    return cudnn::bf16;
  default:
    return std::nullopt;
  }
}
