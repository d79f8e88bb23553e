// SPDX-License-Identifier: Apache-2.0
#include "runner/device/cuda/Cublas.h"
#include "runner/device/cuda/Library.h"
#include <dlfcn.h>

using namespace tessera;
using namespace tessera::runner::cuda;
using numerics::DType;

/// `cublasComputeType_t` came with it.
static constexpr int leastMajor = 11;

std::unique_ptr<Cublas> Cublas::load(std::string &error, const std::vector<std::string> &names) {
  std::string name;
  void *library = openLibrary("cuBLAS", names, name, error);
  if (!library)
    return nullptr;
  std::unique_ptr<Cublas> cublas(new Cublas);
  const char *missing = nullptr;
#define TESSERA_CUBLAS_FIND(name, symbol, parameters)                                                                  \
  cublas->name = reinterpret_cast<int(*) parameters>(dlsym(library, symbol));                                          \
  if (!cublas->name && !missing)                                                                                       \
    missing = symbol;
  TESSERA_CUBLAS_FUNCTIONS(TESSERA_CUBLAS_FIND)
#undef TESSERA_CUBLAS_FIND
  int numbers[3] = {};
  for (int i = 0; i < 3; ++i)
    if (!cublas->getProperty || cublas->getProperty(i, &numbers[i]) != 0)
      numbers[i] = 0;
  cublas->version = std::to_string(numbers[0]) + "." + std::to_string(numbers[1]) + "." + std::to_string(numbers[2]);
  if (cublas->getProperty && numbers[0] < leastMajor)
    error = "`" + name + "` is cuBLAS " + cublas->version + "; version " + std::to_string(leastMajor) +
            " or newer is needed";
  else if (missing)
    error = "`" + name + "` has no `" + missing + "`; cuBLAS " + std::to_string(leastMajor) + " or newer has it";
  else
    return cublas;
  return nullptr;
}

void Cublas::preload() {
  for (const std::string &name : listNames())
    if (dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
      return;
}

std::string Cublas::describe(int status) {
  switch (status) {
  case 1:
    return "CUBLAS_STATUS_NOT_INITIALIZED";
  case 3:
    return "CUBLAS_STATUS_ALLOC_FAILED";
  case 7:
    return "CUBLAS_STATUS_INVALID_VALUE";
  case 8:
    return "CUBLAS_STATUS_ARCH_MISMATCH";
  case 11:
    return "CUBLAS_STATUS_MAPPING_ERROR";
  case 13:
    return "CUBLAS_STATUS_EXECUTION_FAILED";
  case 14:
    return "CUBLAS_STATUS_INTERNAL_ERROR";
  case 15:
    return "CUBLAS_STATUS_NOT_SUPPORTED";
  default:
    return "cuBLAS status " + std::to_string(status);
  }
}

/// cudaDataType.
static int getDataType(DType type) {
  switch (type) {
  case DType::float16:
    return 2;
  case DType::bfloat16:
    return 14;
  case DType::float64:
    return 1;
  case DType::int8:
    return 3;
  case DType::int32:
    return 10;
  default:
    return 0; // f32
  }
}

std::optional<CublasTypes> tessera::runner::cuda::getCublasTypes(DType operands, DType result, bool isTf32) {
  static constexpr int sumsIn32F = 68, sumsInTf32 = 77, sumsIn64F = 70, sumsIn32I = 72;
  bool isHalf = operands == DType::float16 || operands == DType::bfloat16;
  CublasTypes types{getDataType(operands), getDataType(result), sumsIn32F, CublasTypes::float32, "sums in f32"};
  if (isHalf && (result == operands || result == DType::float32))
    return types;
  if (operands == DType::float32 && result == operands) {
    if (isTf32)
      types.compute = sumsInTf32, types.text = "operands rounded to tf32, sums in f32";
    return types;
  }
  if (operands == DType::float64 && result == operands)
    return CublasTypes{types.operands, types.result, sumsIn64F, CublasTypes::float64, "sums in f64"};
  if (operands == DType::int8 && result == DType::int32)
    return CublasTypes{types.operands, types.result, sumsIn32I, CublasTypes::int32, "sums in i32"};
  return std::nullopt;
}
