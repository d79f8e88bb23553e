// SPDX-License-Identifier: Apache-2.0
// cuBLAS as a kernel's peer, on a fake driver and a fake cuBLAS that multiplies on the host.
#include "runner/device/cuda/ProductPeer.h"
#include "tests/unit/runner/FakeCuda.h"
#include "gtest/gtest.h"
#include <dlfcn.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;
using numerics::Array;
using numerics::DType;

namespace {
class ProductPeerTest : public testing::Test {
protected:
  void SetUp() override {
    void *library = dlopen(TESSERA_FAKE_CUDA, RTLD_NOW);
    ASSERT_TRUE(library) << dlerror();
    auto get = reinterpret_cast<FakeCuda *(*)()>(dlsym(library, fakeCudaSymbol));
    fake = get();
    *fake = FakeCuda();
    std::string error;
    driver = Driver::load(error, TESSERA_FAKE_CUDA);
    ASSERT_TRUE(driver) << error;
    context = Context::open(*driver, 0, error);
    ASSERT_TRUE(context) << error;
    peer = ProductPeer::open(*context, error, {TESSERA_FAKE_CUDA});
    ASSERT_TRUE(peer) << error;
  }
  void TearDown() override {
    peer.reset();
    context.reset();
    EXPECT_EQ(fake->live, 0u) << "device memory is given back";
  }
  /// Elements that no two products have in common.
  static Array make(std::vector<int64_t> shape, int seed, DType type = DType::float32) {
    Array array(type, std::move(shape));
    for (int64_t i = 0; i < array.size(); ++i)
      array.setDouble(i, double((i * 37 + seed * 101) % 23) / 8 - 1);
    return array;
  }
  /// Row-major, with the operands' elements where `transposed` has them.
  static Array multiply(const Array &a, const Array &b, int64_t batch, int64_t m, int64_t n, int64_t k, bool leftT,
                        bool rightT, std::vector<int64_t> shape) {
    Array c(DType::float32, std::move(shape));
    for (int64_t i = 0; i < batch; ++i)
      for (int64_t row = 0; row < m; ++row)
        for (int64_t column = 0; column < n; ++column) {
          double sum = 0;
          for (int64_t x = 0; x < k; ++x)
            sum += a.getDouble(i * m * k + (leftT ? x * m + row : row * k + x)) *
                   b.getDouble((i * k * n) % b.size() + (rightT ? column * k + x : x * n + column));
          c.setDouble((i * m + row) * n + column, sum);
        }
    return c;
  }
  bool time(std::vector<Array> inputs, const Array &output, const char *kernel = "k") {
    samples.clear();
    return peer->time({kernel, inputs, output, false, {1e-4, 1e-3}}, 2, samples);
  }
  size_t count(const std::string &call) {
    size_t times = 0;
    for (const std::string &made : fake->calls)
      times += made.starts_with(call);
    return times;
  }

  FakeCuda *fake = nullptr;
  std::unique_ptr<Driver> driver;
  std::unique_ptr<Context> context;
  std::unique_ptr<ProductPeer> peer;
  std::vector<double> samples;
};
} // namespace

TEST_F(ProductPeerTest, EachOfTheFourTransposesIsToldByItsNumbers) {
  for (bool leftT : {false, true})
    for (bool rightT : {false, true}) {
      Array a = make(leftT ? std::vector<int64_t>{5, 4} : std::vector<int64_t>{4, 5}, 1);
      Array b = make(rightT ? std::vector<int64_t>{6, 5} : std::vector<int64_t>{5, 6}, 2);
      std::string kernel = std::string("k") + char('0' + leftT) + char('0' + rightT);
      ASSERT_TRUE(time({a, b}, multiply(a, b, 1, 4, 6, 5, leftT, rightT, {4, 6}), kernel.c_str()));
      EXPECT_EQ(samples, (std::vector<double>{0.5, 0.5})) << peer->whyNone(kernel);
      EXPECT_EQ(peer->describeCall(kernel), "cublasGemmStridedBatchedEx of cuBLAS 13.3.0: 4x5" +
                                                std::string(leftT ? " transposed" : "") + " by 5x6" +
                                                (rightT ? " transposed" : "") + ", f32, sums in f32");
    }
}

TEST_F(ProductPeerTest, ShapesThatAllowAllOfThemDoNotDecide) {
  Array a = make({4, 4}, 1), b = make({4, 4}, 2);
  ASSERT_TRUE(time({a, b}, multiply(b, a, 1, 4, 4, 4, true, false, {4, 4})));
  EXPECT_NE(peer->describeCall("k").find("4x4 transposed by 4x4,"), std::string::npos) << peer->whyNone("k");
  EXPECT_EQ(samples.size(), 2u);
}

TEST_F(ProductPeerTest, ABatchIsOneCall) {
  Array a = make({3, 4, 5}, 1), b = make({3, 5, 6}, 2), shared = make({5, 6}, 3);
  ASSERT_TRUE(time({a, b}, multiply(a, b, 3, 4, 6, 5, false, false, {3, 4, 6})));
  EXPECT_EQ(count("cublasGemmStridedBatchedEx NN 6x4x5 lda 6 ldb 5 ldc 6 types 0 0 0 in 68, 3 of them"), 4u)
      << "one to know it, one not counted, two that are";
  ASSERT_TRUE(time({a, shared}, multiply(a, shared, 3, 4, 6, 5, false, false, {3, 4, 6}), "one"));
  EXPECT_EQ(count("cublasGemmStridedBatchedEx NN 6x12x5 lda 6 ldb 5 ldc 6 types 0 0 0 in 68, 1 of them"), 4u)
      << "one weight for all is one product";
}

TEST_F(ProductPeerTest, ALaunchIsLookedAtOnce) {
  Array a = make({4, 5}, 1), b = make({5, 6}, 2), c = multiply(a, b, 1, 4, 6, 5, false, false, {4, 6});
  ASSERT_TRUE(time({a, b}, c));
  size_t first = count("cublasGemm");
  ASSERT_TRUE(time({a, b}, c));
  EXPECT_EQ(count("cublasGemm"), first + 3);
}

TEST_F(ProductPeerTest, ACallThatIsKeptComesWithoutTheLaunch) {
  TimeAgain again;
  {
    std::vector<Array> inputs{make({4, 5}, 1), make({5, 6}, 2)},
        outputs{multiply(inputs[0], inputs[1], 1, 4, 6, 5, false, false, {4, 6})};
    ASSERT_TRUE(peer->time({"k", inputs, outputs, false, {1e-4, 1e-3}}, 1, samples, &again));
  }
  size_t calls = count("cublasGemm");
  samples.clear();
  ASSERT_TRUE(again && again(3, samples));
  EXPECT_EQ(samples.size(), 3u);
  EXPECT_EQ(count("cublasGemm"), calls + 3);
}

TEST_F(ProductPeerTest, WhatIsMoreThanAProductHasNoPeer) {
  Array a = make({4, 5}, 1), b = make({5, 6}, 2), c = multiply(a, b, 1, 4, 6, 5, false, false, {4, 6});
  Array activated = c;
  activated.setDouble(3, activated.getDouble(3) + 1);
  ASSERT_TRUE(time({a, b}, activated));
  EXPECT_TRUE(samples.empty());
  EXPECT_NE(peer->whyNone("k").find("is no product, or more than one: 1 of 24 elements differ"), std::string::npos)
      << peer->whyNone("k");
  ASSERT_TRUE(time({a, b, make({6}, 3)}, c, "bias"));
  EXPECT_NE(peer->whyNone("bias").find("4x5 f32, 5x6 f32, 6 f32 -> 4x6 f32"), std::string::npos);
  ASSERT_TRUE(time({a, a}, make({7, 7}, 4), "shapes"));
  EXPECT_NE(peer->whyNone("shapes").find("no product of matrices has these shapes"), std::string::npos);
}

TEST_F(ProductPeerTest, NumbersThatSayNothingAreNoEvidence) {
  Array zero(DType::float32, {4, 4});
  ASSERT_TRUE(time({zero, zero}, zero));
  EXPECT_NE(peer->whyNone("k").find("8 products"), std::string::npos) << peer->whyNone("k");
}

TEST_F(ProductPeerTest, TypesThatItHasNoProductOfAreNamed) {
  Array a = make({4, 5}, 1, DType::int32), b = make({5, 6}, 2, DType::int32);
  ASSERT_TRUE(time({a, b}, make({4, 6}, 3, DType::int32)));
  EXPECT_NE(peer->whyNone("k").find("has no product of these types: 4x5 i32, 5x6 i32 -> 4x6 i32"), std::string::npos)
      << peer->whyNone("k");
  EXPECT_FALSE(getCublasTypes(DType::float8_e4m3fn, DType::float32, false));
  EXPECT_EQ(getCublasTypes(DType::bfloat16, DType::float32, false)->operands, 14);
  EXPECT_EQ(getCublasTypes(DType::float32, DType::float32, true)->compute, 77);
  EXPECT_EQ(getCublasTypes(DType::int8, DType::int32, false)->compute, 72);
}

TEST_F(ProductPeerTest, WhyThereIsNoCublasIsSaid) {
  std::string error;
  EXPECT_FALSE(Cublas::load(error, {"libcublas-not-here.so.1", "libcublas-nor-this.so"}));
  EXPECT_EQ(error, "cuBLAS can't be loaded: there is no `libcublas-not-here.so.1`, no `libcublas-nor-this.so`; the "
                   "folder that has it may be named by LD_LIBRARY_PATH");
  EXPECT_FALSE(Cublas::load(error, {"libc.so.6"}));
  EXPECT_NE(error.find("has no `cublasGetProperty`"), std::string::npos) << error;
  fake->cublasMajor = 10;
  EXPECT_FALSE(Cublas::load(error, {TESSERA_FAKE_CUDA}));
  EXPECT_NE(error.find("is cuBLAS 10.3.0; version 11 or newer is needed"), std::string::npos) << error;
  fake->cublasMajor = 13;
  fake->failing = "cublasCreate_v2";
  EXPECT_FALSE(ProductPeer::open(*context, error, {TESSERA_FAKE_CUDA}));
  EXPECT_EQ(error, "cuBLAS 13.3.0 does not start: CUBLAS_STATUS_NOT_INITIALIZED");
}

TEST_F(ProductPeerTest, ACallThatIsRefusedIsNamed) {
  Array a = make({4, 5}, 1), b = make({5, 6}, 2);
  fake->failing = "cublasGemmStridedBatchedEx";
  ASSERT_TRUE(time({a, b}, multiply(a, b, 1, 4, 6, 5, false, false, {4, 6})));
  EXPECT_NE(peer->whyNone("k").find("cuBLAS refuses it: CUBLAS_STATUS_NOT_SUPPORTED"), std::string::npos);
}
