// SPDX-License-Identifier: Apache-2.0
// The part of cuDNN that a comparison with it needs, declared here and found at run time: nothing is linked. Names,
// numbers and signatures are those of `cudnn_graph.h` (cuDNN 9), whose interface is descriptors with attributes: of
// tensors, of operations on them, of a graph of operations, of an engine's plan for the graph.
#pragma once

#include "runner/device/cuda/Driver.h"
#include "shared/numerics/DType.h"
#include <optional>

namespace tessera::runner::cuda {

using CudnnHandle = struct CudnnTag *;
using CudnnDescriptor = void *;

#define TESSERA_CUDNN_FUNCTIONS(X)                                                                                     \
  X(getVersion, "cudnnGetVersion", size_t, ())                                                                         \
  X(create, "cudnnCreate", int, (CudnnHandle * handle))                                                                \
  X(destroy, "cudnnDestroy", int, (CudnnHandle handle))                                                                \
  X(getErrorString, "cudnnGetErrorString", const char *, (int status))                                                 \
  X(getLastErrorString, "cudnnGetLastErrorString", void, (char *message, size_t size))                                 \
  X(createDescriptor, "cudnnBackendCreateDescriptor", int, (int kind, CudnnDescriptor *descriptor))                    \
  X(destroyDescriptor, "cudnnBackendDestroyDescriptor", int, (CudnnDescriptor descriptor))                             \
  X(setAttribute, "cudnnBackendSetAttribute", int,                                                                     \
    (CudnnDescriptor descriptor, int attribute, int type, int64_t count, const void *values))                          \
  X(getAttribute, "cudnnBackendGetAttribute", int,                                                                     \
    (CudnnDescriptor descriptor, int attribute, int type, int64_t room, int64_t *count, void *values))                 \
  X(finalize, "cudnnBackendFinalize", int, (CudnnDescriptor descriptor))                                               \
  X(execute, "cudnnBackendExecute", int, (CudnnHandle handle, CudnnDescriptor plan, CudnnDescriptor pack))

class Cudnn {
public:
  /// The first of `names` that can be loaded. Null with the reason in `error`: none of them, too old a version, or it
  /// lacks a function.
  static std::unique_ptr<Cudnn> load(std::string &error, const std::vector<std::string> &names = listNames());
  /// Loads the library with the parts that it would look for itself, without starting it, so that `load` finds all
  /// where no file can be opened any more.
  static void preload();
  static std::vector<std::string> listNames() { return {"libcudnn.so.9"}; }

#define TESSERA_CUDNN_MEMBER(name, symbol, result, parameters) result(*name) parameters = nullptr;
  TESSERA_CUDNN_FUNCTIONS(TESSERA_CUDNN_MEMBER)
#undef TESSERA_CUDNN_MEMBER

  std::string version; // `9.10.2`
  size_t number = 0;   // 91002
  /// The status, and what the library says of its last failure.
  std::string describe(int status) const;

private:
  Cudnn() = default;
};

namespace cudnn {
// cudnnBackendDescriptorType_t
enum Kind : int {
  pointwise = 0,
  engineConfig = 3,
  heuristics = 4,
  executionPlan = 5,
  pointwiseOperation = 13,
  operationGraph = 15,
  variantPack = 16,
  tensor = 17,
  product = 18,
  productOperation = 19,
  reduction = 21,
  reductionOperation = 22,
  attentionOperation = 41, // from 9.13 on
};
// cudnnBackendAttributeType_t
enum Type : int {
  handle = 0,
  dataType = 1,
  boolean = 2,
  int64 = 3,
  pointer = 6,
  heuristicMode = 8,
  pointwiseMode = 14,
  descriptor = 15,
  reductionOperator = 18
};
// cudnnBackendAttributeName_t
enum Attribute : int {
  pointwiseModeOf = 0,
  pointwisePrecision = 1,
  pointwiseAxis = 9,
  heuristicsMode = 200,
  heuristicsGraph = 201,
  heuristicsResults = 202,
  planHandle = 400,
  planConfig = 401,
  planWorkspace = 402,
  pointwiseDescriptor = 750,
  pointwiseX = 751,
  pointwiseB = 752,
  pointwiseY = 753,
  pointwiseT = 758,
  graphHandle = 800,
  graphOperations = 801,
  tensorAlignment = 900,
  tensorType = 901,
  tensorExtents = 902,
  tensorStrides = 903,
  tensorId = 906,
  tensorIsVirtual = 907,
  tensorIsByValue = 908,
  packIds = 1000,
  packPointers = 1001,
  packWorkspace = 1003,
  productPrecision = 1500,
  productA = 1520,
  productB = 1521,
  productC = 1522,
  productDescriptor = 1523,
  reductionOperatorOf = 1600,
  reductionPrecision = 1601,
  reductionX = 1610,
  reductionY = 1611,
  reductionDescriptor = 1612,
  attentionQuery = 2800,
  attentionKey = 2801,
  attentionValue = 2802,
  attentionOutput = 2803,
  attentionStatistics = 2804,
  attentionScale = 2805,
};
// cudnnDataType_t
enum Element : int { f32 = 0, f16 = 2, i32 = 4, bf16 = 9, truth = 11 };
// cudnnPointwiseMode_t
enum Pointwise : int {
  add = 0,
  multiply = 1,
  divide = 6,
  subtract = 9,
  exponential = 13,
  logarithm = 15,
  greaterOrEqual = 303,
  index = 501,
  select = 601
};
// cudnnReduceTensorOp_t, cudnnBackendHeurMode_t
enum Reduction : int { sum = 0, maximum = 3 };
constexpr int heuristicModeA = 3;
} // namespace cudnn

/// Nothing where cuDNN's attention has no such type.
std::optional<cudnn::Element> getCudnnElement(numerics::DType type);

} // namespace tessera::runner::cuda
