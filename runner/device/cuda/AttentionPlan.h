// SPDX-License-Identifier: Apache-2.0
// softmax(scale Q Kᵀ) V as a graph of cuDNN's operations, which its engines for attention know, and a plan to run it.
#pragma once

#include "runner/device/cuda/Cudnn.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <limits>
#include <vector>

namespace tessera::runner::cuda {

/// Which of a launch's inputs are what, and how they lie: row-major, by batch, head, position, or by batch, position,
/// head; the numbers of a head are last.
struct Attention {
  size_t query = 0, key = 0, value = 0;
  int64_t batch = 1, heads = 1, keyHeads = 1, queries = 1, keys = 1, width = 1;
  bool isHeadFirst = true, isCausal = false, givesStatistics = false;
  double scale = 1;

  /// Of batch, head, position and element in an array of `count` heads and `length` positions.
  std::array<int64_t, 4> getStrides(int64_t count, int64_t length) const {
    return isHeadFirst ? std::array<int64_t, 4>{count * length * width, length * width, width, 1}
                       : std::array<int64_t, 4>{length * count * width, width, count * width, 1};
  }
};

class AttentionPlan {
public:
  /// Null with the library's reason in `error`.
  static std::unique_ptr<AttentionPlan> make(const Cudnn &cudnn, CudnnHandle handle, const Attention &attention,
                                             cudnn::Element element, std::string &error);
  ~AttentionPlan();
  AttentionPlan(const AttentionPlan &) = delete;

  /// Where a run finds its arrays. `statistics` is what each row's exponentials add up to, as a logarithm.
  struct Places {
    void *query = nullptr, *key = nullptr, *value = nullptr, *output = nullptr, *statistics = nullptr,
         *workspace = nullptr;
  };
  int64_t workspaceBytes() const { return workspace; }
  /// A status: not zero is a failure. What was begun goes on with `places`.
  int begin(const Places &places);

private:
  AttentionPlan(const Cudnn &cudnn, CudnnHandle handle) : cudnn(cudnn), handle(handle) {}
  struct Setting {
    cudnn::Attribute attribute;
    cudnn::Type type;
    int64_t count;
    const void *values;
  };
  /// A finished descriptor, which the plan keeps. Null after a failure, whose reason is kept.
  CudnnDescriptor add(cudnn::Kind kind, llvm::ArrayRef<Setting> settings);
  CudnnDescriptor addTensor(cudnn::Element element, const std::array<int64_t, 4> &extents,
                            const std::array<int64_t, 4> &strides, int64_t id, bool isByValue = false);
  CudnnDescriptor addVirtual(cudnn::Element element, const std::array<int64_t, 4> &extents);
  void addPointwise(cudnn::Pointwise mode, CudnnDescriptor x, CudnnDescriptor b, CudnnDescriptor y,
                    CudnnDescriptor condition = nullptr, std::optional<int64_t> axis = std::nullopt,
                    cudnn::Element precision = cudnn::f32);
  void addReduction(cudnn::Reduction operation, CudnnDescriptor x, CudnnDescriptor y);
  void addProduct(CudnnDescriptor a, CudnnDescriptor b, CudnnDescriptor c);
  CudnnDescriptor addMask(const Attention &attention, CudnnDescriptor scores);
  void addOperations(const Attention &attention, cudnn::Element element);
  void addOneOperation(const Attention &attention, cudnn::Element element);
  bool choose();
  bool check(int status, llvm::StringRef doing);

  const Cudnn &cudnn;
  CudnnHandle handle;
  std::vector<CudnnDescriptor> kept, operations;
  CudnnDescriptor plan = nullptr;
  int64_t workspace = 0, nextVirtual = 100;
  float scale = 1, excluded = -std::numeric_limits<float>::infinity();
  bool isCausal = false, givesStatistics = false;
  std::string problem;
};

} // namespace tessera::runner::cuda
