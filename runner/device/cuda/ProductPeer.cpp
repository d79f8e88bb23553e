// SPDX-License-Identifier: Apache-2.0
#include "runner/device/cuda/ProductPeer.h"
#include "runner/device/cuda/LaunchTimes.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <limits>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;
using numerics::Array;

//===-- which products ---------------------------------------------------------------------------------------===//

static int64_t countMatrices(const Array &array) {
  int64_t count = 1;
  for (int64_t extent : llvm::ArrayRef(array.shape()).drop_back(2))
    count *= extent;
  return count;
}

/// The extents before the last two are the same, or `array` has none of them.
static bool isOfBatch(const Array &array, const Array &output) {
  return array.rank() == 2 || llvm::ArrayRef(array.shape()).drop_back(2) == llvm::ArrayRef(output.shape()).drop_back(2);
}

/// The product of these two, as they are or transposed; nothing where the shapes have none.
static std::optional<Product> match(const Array &left, const Array &right, const Array &output, Product product) {
  auto getExtent = [](const Array &array, bool isLast) { return array.shape()[array.rank() - 2 + isLast]; };
  product.batch = countMatrices(output);
  product.m = getExtent(output, false);
  product.n = getExtent(output, true);
  product.k = getExtent(left, !product.isLeftTransposed);
  if (getExtent(left, product.isLeftTransposed) != product.m || !isOfBatch(left, output) ||
      getExtent(right, product.isRightTransposed) != product.k ||
      getExtent(right, !product.isRightTransposed) != product.n || !isOfBatch(right, output))
    return std::nullopt;
  if (product.batch > 1 && left.rank() == 2)
    return std::nullopt; // one left operand for several right ones is no call of ours
  product.isRightShared = product.batch > 1 && right.rank() == 2;
  if (product.isRightShared && !product.isLeftTransposed) {
    product.m *= product.batch;
    product.batch = 1;
    product.isRightShared = false;
  }
  int64_t most = std::numeric_limits<int>::max();
  return std::max({product.batch, product.m, product.n, product.k}) <= most && product.m * product.n * product.k > 0
             ? std::optional(product)
             : std::nullopt;
}

std::vector<Product> cuda::listProducts(llvm::ArrayRef<Array> inputs, const Array &output) {
  std::vector<Product> products;
  if (output.rank() < 2)
    return products;
  for (size_t left = 0; left < inputs.size(); ++left)
    for (size_t right = 0; right < inputs.size(); ++right)
      for (unsigned transposes = 0; transposes < 4; ++transposes) {
        if (inputs[left].rank() < 2 || inputs[right].rank() < 2 || inputs[left].dtype() != inputs[right].dtype())
          continue;
        Product product{left, right, (transposes & 1) != 0, (transposes & 2) != 0};
        if (std::optional<Product> found = match(inputs[left], inputs[right], output, product))
          products.push_back(*found);
      }
  return products;
}

std::string cuda::describeProduct(const Product &product, const Array &left, const CublasTypes &types) {
  auto size = [](int64_t rows, int64_t columns) { return std::to_string(rows) + "x" + std::to_string(columns); };
  return (product.batch > 1 ? std::to_string(product.batch) + " times " : "") + size(product.m, product.k) +
         (product.isLeftTransposed ? " transposed" : "") + " by " + size(product.k, product.n) +
         (product.isRightTransposed ? " transposed" : "") + ", " + std::string(getShortName(left.dtype())) + ", " +
         types.text;
}

//===-- the call ---------------------------------------------------------------------------------------------===//

/// A product with its arrays on the GPU.
struct ProductPeer::Call {
  Call(ProductPeer &peer, const PeerLaunch &launch, const Product &product, const CublasTypes &types)
      : peer(peer), product(product), types(types), left(peer.context, launch.inputs[product.left].byteSize()),
        right(peer.context, launch.inputs[product.right].byteSize()),
        result(peer.context, launch.outputs[0].byteSize()) {
    left.upload(launch.inputs[product.left].bytes());
    right.upload(launch.inputs[product.right].bytes());
  }

  /// cuBLAS counts columns first: to it a row-major array is its transpose, so it is asked for Cᵀ = op(B)ᵀ op(A)ᵀ.
  int begin() {
    const Cublas &cublas = *peer.cublas;
    static const float one32 = 1, zero32 = 0;
    static const double one64 = 1, zero64 = 0;
    static const int32_t oneInt = 1, zeroInt = 0;
    const void *ones[] = {&one32, &one64, &oneInt}, *zeros[] = {&zero32, &zero64, &zeroInt};
    static constexpr int defaultAlgorithm = -1;
    int m = static_cast<int>(product.m), n = static_cast<int>(product.n), k = static_cast<int>(product.k);
    return cublas.gemm(peer.handle, product.isRightTransposed, product.isLeftTransposed, n, m, k, ones[types.scale],
                       toPointer(right), types.operands, product.isRightTransposed ? k : n,
                       product.isRightShared ? 0 : product.k * product.n, toPointer(left), types.operands,
                       product.isLeftTransposed ? m : k, product.m * product.k, zeros[types.scale], toPointer(result),
                       types.result, n, product.m * product.n, static_cast<int>(product.batch), types.compute,
                       defaultAlgorithm);
  }
  static void *toPointer(const Buffer &buffer) { return reinterpret_cast<void *>(buffer.pointer()); }

  ProductPeer &peer;
  Product product;
  CublasTypes types;
  Buffer left, right, result;
};

ProductPeer::ProductPeer(Context &context, std::unique_ptr<Cublas> cublas)
    : context(context), cublas(std::move(cublas)) {}

ProductPeer::~ProductPeer() {
  if (handle)
    cublas->destroy(handle);
}

std::unique_ptr<ProductPeer> ProductPeer::open(Context &context, std::string &error,
                                               const std::vector<std::string> &libraries) {
  std::unique_ptr<Cublas> cublas = Cublas::load(error, libraries);
  if (!cublas)
    return nullptr;
  std::unique_ptr<ProductPeer> peer(new ProductPeer(context, std::move(cublas)));
  if (int status = peer->cublas->create(&peer->handle)) {
    peer->handle = nullptr;
    error = "cuBLAS " + peer->cublas->version + " does not start: " + Cublas::describe(status);
    return nullptr;
  }
  return peer;
}

bool ProductPeer::agrees(Call &call, const PeerLaunch &launch, std::string &difference) {
  call.result.poison();
  if (int status = context.failed() ? 0 : call.begin()) {
    difference = "cuBLAS refuses it: " + Cublas::describe(status);
    return false;
  }
  const Array &output = launch.outputs[0];
  Array own(output.dtype(), output.shape());
  if (!context.check(context.driver.ctxSynchronize(), "running cuBLAS's product") ||
      !call.result.download(own.mutableBytes()))
    return false;
  numerics::Comparison comparison = numerics::compareClose(own, output, launch.tolerance);
  if (!comparison.passed)
    difference = std::to_string(comparison.mismatched) + " of " + std::to_string(comparison.elements) +
                 " elements differ from cuBLAS's product, by at most " + std::to_string(comparison.maxAbsolute);
  return comparison.passed;
}

static std::string describeShapes(const PeerLaunch &launch) {
  auto describeArray = [](const Array &array) {
    std::string text;
    for (int64_t extent : array.shape())
      text += (text.empty() ? "" : "x") + std::to_string(extent);
    return text + " " + std::string(getShortName(array.dtype()));
  };
  std::string text;
  for (const Array &input : launch.inputs)
    if (input.rank() > 0)
      text += (text.empty() ? "" : ", ") + describeArray(input);
  for (const Array &output : launch.outputs)
    text += " -> " + describeArray(output);
  return text;
}

bool ProductPeer::find(const PeerLaunch &launch, Found &found) {
  size_t arrays = llvm::count_if(launch.inputs, [](const Array &input) { return input.rank() > 0; });
  if (launch.outputs.size() != 1 || arrays == 0 || arrays > 2) {
    found.text = "a product takes two arrays and gives one, this is " + describeShapes(launch);
    return true;
  }
  const Array &output = launch.outputs[0];
  std::vector<Product> products = listProducts(launch.inputs, output);
  // Both of the arrays are in it, so that no bias is passed over.
  llvm::erase_if(products, [&](const Product &product) { return arrays == 2 && product.left == product.right; });
  if (products.empty()) {
    found.text = "no product of matrices has these shapes: " + describeShapes(launch);
    return true;
  }
  std::optional<CublasTypes> types =
      getCublasTypes(launch.inputs[products[0].left].dtype(), output.dtype(), launch.isTf32);
  if (!types) {
    found.text = "cublasGemmStridedBatchedEx has no product of these types: " + describeShapes(launch) +
                 "; it has f16 and bf16 (to themselves or f32), f32, f64, and i8 to i32";
    return true;
  }
  std::string difference;
  size_t agreeing = 0;
  for (const Product &product : products) {
    Call call(*this, launch, product, *types);
    if (agrees(call, launch, difference) && agreeing++ == 0)
      found.product = product;
    if (context.failed())
      return false;
  }
  if (agreeing > 1) {
    found.product.reset();
    found.text = std::to_string(agreeing) + " products of " + describeShapes(launch) +
                 " give these numbers; inputs that are not all the same would tell which it is";
  } else if (found.product) {
    found.text = "cublasGemmStridedBatchedEx of cuBLAS " + cublas->version + ": " +
                 describeProduct(*found.product, launch.inputs[found.product->left], *types);
  } else {
    found.text = "what it computes of " + describeShapes(launch) + " is no product, or more than one: " + difference;
  }
  return true;
}

bool ProductPeer::time(const PeerLaunch &launch, int64_t repetitions, std::vector<double> &samples) {
  auto [entry, isNew] = known.try_emplace(launch.kernel.str() + " " + describeShapes(launch));
  Found &found = entry->second;
  if ((isNew && !find(launch, found)) || !found.product)
    return !context.failed();
  std::optional<CublasTypes> types =
      getCublasTypes(launch.inputs[found.product->left].dtype(), launch.outputs[0].dtype(), launch.isTf32);
  Call call(*this, launch, *found.product, *types);
  auto begin = [&](StreamHandle) { // there is one alone, the context's own
    int status = call.begin();
    return status == 0 || context.fail("cuBLAS's product failed: " + Cublas::describe(status));
  };
  auto reset = [&] { return call.result.poison(); };
  TimedLaunch timed{"cuBLAS's product", begin, reset};
  // The first one is not counted: it loads the library's kernel.
  if (context.failed() || !begin(nullptr) ||
      !context.check(context.driver.ctxSynchronize(), "running cuBLAS's product"))
    return false;
  return timeLaunches(context, timed, repetitions, samples);
}

std::string ProductPeer::describeCall(llvm::StringRef kernel) const {
  for (const auto &[key, found] : known)
    if (found.product && llvm::StringRef(key).split(' ').first == kernel)
      return found.text;
  return {};
}

std::string ProductPeer::whyNone(llvm::StringRef kernel) const {
  for (const auto &[key, found] : known)
    if (!found.product && llvm::StringRef(key).split(' ').first == kernel)
      return found.text;
  return {};
}
