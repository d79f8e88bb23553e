// SPDX-License-Identifier: Apache-2.0
// The controls of the fake CUDA driver that tests load in place of `libcuda.so.1`.
#pragma once

#include <string>
#include <vector>

struct FakeCuda {
  std::vector<std::string> calls; // in order, with their arguments where they matter
  std::string failing;            // this symbol answers `failure`, from its `failAfter`th call on
  int failure = 700, failAfter = 0;
  int devices = 1, major = 9, minor = 0, l2Bytes = 64;
  std::string errorLog;                        // what cuModuleLoadDataEx writes
  void (*kernel)(void **parameters) = nullptr; // what a launch does
  size_t live = 0;                             // allocations that were not freed
  unsigned clock = 1980;                       // MHz, what NVML tells; 0: it does not
  unsigned long long throttle = 0;             // its reasons
  bool mayLock = false;                        // clocks
  int cublasMajor = 13;                        // the version that cuBLAS says it is
  size_t cudnnVersion = 91002;                 // from 91300 on attention is one operation, too
};

/// The symbol of the function that returns the one instance: `FakeCuda *tesseraFakeCuda()`.
constexpr const char *fakeCudaSymbol = "tesseraFakeCuda";

/// The same instance for the library's other files; what went wrong stays wrong.
FakeCuda *tesseraPeekFakeCuda();
