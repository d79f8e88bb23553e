// SPDX-License-Identifier: Apache-2.0
#include "runner/device/cuda/ProductPeer.h"
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

class ProductPeer::ProductCall : public Peer::Call {
public:
  ProductCall(ProductPeer &peer, const PeerLaunch &launch, const Product &product, const CublasTypes &types)
      : result(peer.context, launch.outputs[0].byteSize()), peer(peer), product(product), types(types),
        left(peer.context, launch.inputs[product.left].byteSize()),
        right(peer.context, launch.inputs[product.right].byteSize()) {
    left.upload(launch.inputs[product.left].bytes());
    right.upload(launch.inputs[product.right].bytes());
  }
  bool begin() override {
    int status = ask();
    return status == 0 || peer.context.fail(peer.what + " failed: " + Cublas::describe(status));
  }
  bool reset() override { return result.poison(); }

  /// cuBLAS counts columns first: to it a row-major array is its transpose, so it is asked for Cᵀ = op(B)ᵀ op(A)ᵀ.
  int ask() {
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

  Buffer result;

private:
  static void *toPointer(const Buffer &buffer) { return reinterpret_cast<void *>(buffer.pointer()); }

  ProductPeer &peer;
  Product product;
  CublasTypes types;
  Buffer left, right;
};

ProductPeer::ProductPeer(Context &context, std::unique_ptr<Cublas> cublas)
    : Peer(context, "cuBLAS's product"), cublas(std::move(cublas)) {}

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

bool ProductPeer::agrees(const Product &product, const CublasTypes &types, const PeerLaunch &launch,
                         std::string &difference) {
  ProductCall call(*this, launch, product, types);
  call.reset();
  if (int status = context.failed() ? 0 : call.ask()) {
    difference = "cuBLAS refuses it: " + Cublas::describe(status);
    return false;
  }
  Array own(launch.outputs[0].dtype(), launch.outputs[0].shape());
  if (!context.check(context.driver.ctxSynchronize(), "running " + what) || !call.result.download(own.mutableBytes()))
    return false;
  difference = describeDifference(own, launch, what);
  return difference.empty();
}

bool ProductPeer::find(const PeerLaunch &launch, Found &found) {
  size_t arrays = llvm::count_if(launch.inputs, isArray);
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
  std::vector<Product> agreeing;
  for (const Product &product : products) {
    if (agrees(product, *types, launch, difference))
      agreeing.push_back(product);
    if (context.failed())
      return false;
  }
  if (agreeing.size() > 1) {
    found.text = std::to_string(agreeing.size()) + " products of " + describeShapes(launch) +
                 " give these numbers; inputs that are not all the same would tell which it is";
  } else if (agreeing.empty()) {
    found.text = "what it computes of " + describeShapes(launch) + " is no product, or more than one: " + difference;
  } else {
    found.text = "cublasGemmStridedBatchedEx of cuBLAS " + cublas->version + ": " +
                 describeProduct(agreeing[0], launch.inputs[agreeing[0].left], *types);
    found.make = [this, product = agreeing[0], types = *types](const PeerLaunch &own) {
      return std::make_unique<ProductCall>(*this, own, product, types);
    };
  }
  return true;
}
