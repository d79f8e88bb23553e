// SPDX-License-Identifier: Apache-2.0
// cuBLAS beside a kernel that makes a matrix product. What the kernel computes is told by what comes out of it and by
// nothing that it is called: a launch that takes two arrays and gives one is tried as each product that has these
// shapes, and the one whose numbers cuBLAS agrees with is it. So tiles, loops, pointers and the order of its programs
// don't matter, and a kernel that does anything else as well (a bias, an activation) is refused, since a call that does
// less is no peer of it.
//
// Looking for a product in the recorded program was rejected: a Triton kernel reaches its operands by pointers that it
// computes, and what is certain about those is what they did.
#pragma once

#include "runner/device/cuda/Context.h"
#include "runner/device/cuda/Cublas.h"
#include "shared/numerics/Array.h"
#include "shared/numerics/Comparison.h"
#include <map>

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

/// What a launch was: its inputs, what it made of them, and how exact the two must agree.
struct PeerLaunch {
  llvm::StringRef kernel;
  llvm::ArrayRef<numerics::Array> inputs, outputs;
  bool isTf32 = false; // the kernel rounds f32 operands to tf32
  numerics::Tolerance tolerance;
};

class ProductPeer {
public:
  /// Null with the reason in `error`.
  static std::unique_ptr<ProductPeer> open(Context &context, std::string &error,
                                           const std::vector<std::string> &libraries = Cublas::listNames());
  ~ProductPeer();
  ProductPeer(const ProductPeer &) = delete;

  /// Times the call that computes what the launch did; `samples` stays empty where there is none, and `whyNone` says
  /// why. A launch of the same kernel and shapes is looked at once. False: the GPU failed, as the context knows.
  bool time(const PeerLaunch &launch, int64_t repetitions, std::vector<double> &samples);
  /// Of the kernel's launches so far: the call, or why there is none.
  std::string describeCall(llvm::StringRef kernel) const;
  std::string whyNone(llvm::StringRef kernel) const;

private:
  struct Call;
  struct Found {
    std::optional<Product> product;
    std::string text; // the call, or why there is none
  };
  ProductPeer(Context &context, std::unique_ptr<Cublas> cublas);
  bool find(const PeerLaunch &launch, Found &found);
  bool agrees(Call &call, const PeerLaunch &launch, std::string &difference);

  Context &context;
  std::unique_ptr<Cublas> cublas;
  CublasHandle handle = nullptr;
  std::map<std::string, Found> known; // by kernel and shapes
};

} // namespace tessera::runner::cuda
