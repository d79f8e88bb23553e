// SPDX-License-Identifier: Apache-2.0
// cuBLAS beside a kernel that makes a matrix product: a launch that takes two arrays and gives one is tried as each
// product that has these shapes.
#pragma once

#include "runner/device/cuda/Cublas.h"
#include "runner/device/cuda/Peer.h"

namespace tessera::runner::cuda {

/// C[b] = op(A[b]) op(B[b]) of row-major arrays: `m` by `k` times `k` by `n`.
struct Product {
  size_t left = 0, right = 0; // of a launch's inputs
  bool isLeftTransposed = false, isRightTransposed = false;
  int64_t batch = 1, m = 0, n = 0, k = 0;
  bool isRightShared = false; // one B for the whole batch
};

/// All that the shapes allow. Axes before the last two are the batch; a single right operand of several left ones that
/// are not transposed makes one taller product.
std::vector<Product> listProducts(llvm::ArrayRef<numerics::Array> inputs, const numerics::Array &output);
/// `256x128 by 128x192 transposed, float16, sums in f32`.
std::string describeProduct(const Product &product, const numerics::Array &left, const CublasTypes &types);

class ProductPeer : public Peer {
public:
  /// Null with the reason in `error`.
  static std::unique_ptr<ProductPeer> open(Context &context, std::string &error,
                                           const std::vector<std::string> &libraries = Cublas::listNames());
  ~ProductPeer() override;

private:
  class ProductCall;
  ProductPeer(Context &context, std::unique_ptr<Cublas> cublas);
  bool find(const PeerLaunch &launch, Found &found) override;
  bool agrees(const Product &product, const CublasTypes &types, const PeerLaunch &launch, std::string &difference);

  std::unique_ptr<Cublas> cublas;
  CublasHandle handle = nullptr;
};

} // namespace tessera::runner::cuda
