// SPDX-License-Identifier: Apache-2.0
// cuBLAS without a GPU, in the fake driver's library: products of the host's memory in f32, column by column as cuBLAS
// counts, and every call written down. Signatures are those of `cublas_api.h`.
#include "tests/unit/runner/FakeCuda.h"
#include <cstdio>

static FakeCuda &fake() { return *tesseraPeekFakeCuda(); }

extern "C" {
int cublasGetProperty(int property, int *value) {
  *value = property == 0 ? fake().cublasMajor : property == 1 ? 3 : 0;
  return 0;
}
int cublasCreate_v2(void **handle) {
  *handle = &fake();
  fake().calls.push_back("cublasCreate_v2");
  return fake().failing == "cublasCreate_v2" ? 1 : 0;
}
int cublasDestroy_v2(void *) {
  fake().calls.push_back("cublasDestroy_v2");
  return 0;
}
int cublasGemmStridedBatchedEx(void *, int transA, int transB, int m, int n, int k, const void *alpha, const void *a,
                               int typeA, int lda, long long strideA, const void *b, int typeB, int ldb,
                               long long strideB, const void *beta, void *c, int typeC, int ldc, long long strideC,
                               int count, int compute, int) {
  char text[160];
  std::snprintf(text, sizeof text,
                "cublasGemmStridedBatchedEx %c%c %dx%dx%d lda %d ldb %d ldc %d types %d %d %d in %d, %d of them",
                transA ? 'T' : 'N', transB ? 'T' : 'N', m, n, k, lda, ldb, ldc, typeA, typeB, typeC, compute, count);
  fake().calls.push_back(text);
  if (fake().failing == "cublasGemmStridedBatchedEx")
    return 15;
  if (typeA != 0 || typeC != 0 || *static_cast<const float *>(alpha) != 1 || *static_cast<const float *>(beta) != 0)
    return 7; // the fake does f32
  for (int i = 0; i < count; ++i) {
    const float *left = static_cast<const float *>(a) + i * strideA,
                *right = static_cast<const float *>(b) + i * strideB;
    float *result = static_cast<float *>(c) + i * strideC;
    for (int column = 0; column < n; ++column)
      for (int row = 0; row < m; ++row) {
        double sum = 0;
        for (int x = 0; x < k; ++x)
          sum += double(transA ? left[x + row * lda] : left[row + x * lda]) *
                 double(transB ? right[column + x * ldb] : right[x + column * ldb]);
        result[row + column * ldc] = static_cast<float>(sum);
      }
  }
  return 0;
}
}
