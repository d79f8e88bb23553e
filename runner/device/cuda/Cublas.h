// SPDX-License-Identifier: Apache-2.0
// The part of cuBLAS that a comparison with it needs, declared here and found at run time: nothing is linked. Names,
// numbers and signatures are those of `cublas_api.h` and `library_types.h` (CUDA 13.0), the same since cuBLAS 11.
#pragma once

#include "runner/device/cuda/Driver.h"
#include "shared/numerics/DType.h"
#include <optional>

namespace tessera::runner::cuda {

using CublasHandle = struct CublasTag *;

#define TESSERA_CUBLAS_FUNCTIONS(X)                                                                                    \
  X(getProperty, "cublasGetProperty", (int property, int *value))                                                      \
  X(create, "cublasCreate_v2", (CublasHandle * handle))                                                                \
  X(destroy, "cublasDestroy_v2", (CublasHandle handle))                                                                \
  X(gemm, "cublasGemmStridedBatchedEx",                                                                                \
    (CublasHandle handle, int transA, int transB, int m, int n, int k, const void *alpha, const void *a, int typeA,    \
     int lda, long long strideA, const void *b, int typeB, int ldb, long long strideB, const void *beta, void *c,      \
     int typeC, int ldc, long long strideC, int count, int compute, int algorithm))

/// How a product of two types is asked for.
struct CublasTypes {
  int operands = 0, result = 0, compute = 0; // cudaDataType, cublasComputeType_t
  enum Scale { float32, float64, int32 } scale = float32;
  const char *text = ""; // what the sums are made in, for people
};
/// Nothing where `cublasGemmEx` has no such product. `isTf32`: f32 operands may be rounded to tf32.
std::optional<CublasTypes> getCublasTypes(numerics::DType operands, numerics::DType result, bool isTf32);

class Cublas {
public:
  /// The first of `names` that can be loaded. Null with the reason in `error`: none of them, too old a version, or it
  /// lacks a function.
  static std::unique_ptr<Cublas> load(std::string &error, const std::vector<std::string> &names = listNames());
  /// Loads the library without starting it, so that `load` finds it where no file can be opened any more.
  static void preload();
  static std::vector<std::string> listNames() { return {"libcublas.so.13", "libcublas.so.12", "libcublas.so.11"}; }

#define TESSERA_CUBLAS_MEMBER(name, symbol, parameters) int(*name) parameters = nullptr;
  TESSERA_CUBLAS_FUNCTIONS(TESSERA_CUBLAS_MEMBER)
#undef TESSERA_CUBLAS_MEMBER

  std::string version; // `13.1.0`
  static std::string describe(int status);

private:
  Cublas() = default;
};

} // namespace tessera::runner::cuda
