// SPDX-License-Identifier: Apache-2.0
// cuDNN's attention as a kernel's peer, on a fake driver and a fake cuDNN that works off whatever graph it is given.
#include "runner/device/cuda/AttentionPeer.h"
#include "tests/unit/runner/FakeCuda.h"
#include "gtest/gtest.h"
#include <cmath>
#include <dlfcn.h>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cuda;
using numerics::Array;
using numerics::DType;

namespace {
struct Sizes {
  int64_t batch = 2, heads = 4, keyHeads = 4, queries = 8, keys = 8, width = 8;
};

class AttentionPeerTest : public testing::Test {
protected:
  void SetUp() override { open(91002); }
  void open(size_t version) {
    TearDown();
    void *library = dlopen(TESSERA_FAKE_CUDA, RTLD_NOW);
    ASSERT_TRUE(library) << dlerror();
    fake = reinterpret_cast<FakeCuda *(*)()>(dlsym(library, fakeCudaSymbol))();
    *fake = FakeCuda();
    fake->cudnnVersion = version;
    std::string error;
    driver = Driver::load(error, TESSERA_FAKE_CUDA);
    ASSERT_TRUE(driver) << error;
    context = Context::open(*driver, 0, error);
    ASSERT_TRUE(context) << error;
    peer = AttentionPeer::open(*context, error, {TESSERA_FAKE_CUDA});
    ASSERT_TRUE(peer) << error;
  }
  void TearDown() override {
    peer.reset();
    context.reset();
    if (fake)
      EXPECT_EQ(fake->live, 0u) << "device memory and descriptors are given back";
  }
  static Array make(std::vector<int64_t> shape, int seed, DType type = DType::float16) {
    Array array(type, std::move(shape));
    for (int64_t i = 0; i < array.size(); ++i)
      array.setDouble(i, double((i * 37 + seed * 101 + i / 7) % 23) / 8 - 1);
    return array;
  }
  static std::vector<int64_t> shape(const Sizes &sizes, int64_t heads, int64_t length, bool headFirst) {
    return headFirst ? std::vector{sizes.batch, heads, length, sizes.width}
                     : std::vector{sizes.batch, length, heads, sizes.width};
  }
  /// As its definition has it, written apart from the peer's own.
  static Array attend(const Array &q, const Array &k, const Array &v, const Sizes &sizes, bool headFirst, bool causal,
                      double scale) {
    Array o(q.dtype(), q.shape());
    auto at = [&](int64_t heads, int64_t length, int64_t b, int64_t h, int64_t i, int64_t x) {
      return ((headFirst ? (b * heads + h) * length + i : (b * length + i) * heads + h)) * sizes.width + x;
    };
    for (int64_t b = 0; b < sizes.batch; ++b)
      for (int64_t h = 0; h < sizes.heads; ++h)
        for (int64_t i = 0; i < sizes.queries; ++i)
          for (int64_t x = 0; x < sizes.width; ++x) {
            double sum = 0, total = 0;
            for (int64_t j = 0; j < (causal ? i + 1 : sizes.keys); ++j) {
              int64_t kh = h * sizes.keyHeads / sizes.heads;
              double score = 0;
              for (int64_t y = 0; y < sizes.width; ++y)
                score += q.getDouble(at(sizes.heads, sizes.queries, b, h, i, y)) *
                         k.getDouble(at(sizes.keyHeads, sizes.keys, b, kh, j, y));
              sum += std::exp(scale * score);
              total += std::exp(scale * score) * v.getDouble(at(sizes.keyHeads, sizes.keys, b, kh, j, x));
            }
            o.setDouble(at(sizes.heads, sizes.queries, b, h, i, x), total / sum);
          }
    return o;
  }
  /// The three inputs in the order q, k, v.
  std::vector<Array> makeInputs(const Sizes &sizes, bool headFirst = true, DType type = DType::float16) {
    return {make(shape(sizes, sizes.heads, sizes.queries, headFirst), 1, type),
            make(shape(sizes, sizes.keyHeads, sizes.keys, headFirst), 2, type),
            make(shape(sizes, sizes.keyHeads, sizes.keys, headFirst), 3, type)};
  }
  bool time(const std::vector<Array> &inputs, const std::vector<Array> &outputs, const char *kernel = "k") {
    samples.clear();
    return peer->time({kernel, inputs, outputs, false, {1e-2, 1e-2}}, 2, samples);
  }

  FakeCuda *fake = nullptr;
  std::unique_ptr<Driver> driver;
  std::unique_ptr<Context> context;
  std::unique_ptr<AttentionPeer> peer;
  std::vector<double> samples;
};
const double usual = 1 / std::sqrt(8.0);
} // namespace

TEST_F(AttentionPeerTest, MaskLayoutHeadsAndTypesAreToldByTheNumbers) {
  for (size_t version : {91002, 91900}) // without and with an operation of its own
    for (bool headFirst : {true, false})
      for (bool causal : {false, true})
        for (int64_t keyHeads : {4, 2, 1})
          for (DType type : {DType::float16, DType::bfloat16}) {
            open(version);
            Sizes sizes;
            sizes.keyHeads = keyHeads;
            std::vector<Array> inputs = makeInputs(sizes, headFirst, type);
            ASSERT_TRUE(time(inputs, {attend(inputs[0], inputs[1], inputs[2], sizes, headFirst, causal, usual)}));
            EXPECT_EQ(samples, (std::vector<double>{0.5, 0.5})) << peer->whyNone("k");
            EXPECT_EQ(peer->describeCall("k"), std::string("scaled_dot_product_attention of cuDNN ") +
                                                   (version == 91002 ? "9.10.2" : "9.19.0") + ": 2 times 4 heads of 8" +
                                                   (keyHeads < 4 ? " (" + std::to_string(keyHeads) + " of keys)" : "") +
                                                   ", 8 queries, 8 keys, " + (type == DType::float16 ? "f16" : "bf16") +
                                                   (causal ? ", causal" : "") + ", scale 0.3536");
          }
}

TEST_F(AttentionPeerTest, TheScaleIsUsualOneOrAnArgument) {
  Sizes sizes;
  std::vector<Array> inputs = makeInputs(sizes);
  ASSERT_TRUE(time(inputs, {attend(inputs[0], inputs[1], inputs[2], sizes, true, false, 1)}, "one"));
  EXPECT_NE(peer->describeCall("one").find("scale 1.0000"), std::string::npos) << peer->whyNone("one");
  ASSERT_TRUE(time(inputs, {attend(inputs[0], inputs[1], inputs[2], sizes, true, false, 0.2)}, "other"));
  EXPECT_NE(peer->whyNone("other").find("is no attention, or more than one"), std::string::npos);
  Array given(DType::float32, {});
  given.setDouble(0, 0.2);
  std::vector<Array> output{attend(inputs[0], inputs[1], inputs[2], sizes, true, false, 0.2)};
  inputs.insert(inputs.begin(), given);
  ASSERT_TRUE(time(inputs, output, "given"));
  EXPECT_NE(peer->describeCall("given").find("scale 0.2000"), std::string::npos) << peer->whyNone("given");
}

TEST_F(AttentionPeerTest, TheOrderOfArgumentsDoesNotMatterAndFewerRanksAreOneBatch) {
  Sizes sizes{1, 1, 1, 8, 24, 8};
  std::vector<Array> inputs = makeInputs(sizes);
  Array o = attend(inputs[0], inputs[1], inputs[2], sizes, true, false, usual);
  auto flat = [](const Array &array, std::vector<int64_t> shape) {
    Array result(array.dtype(), std::move(shape));
    for (int64_t i = 0; i < array.size(); ++i)
      result.setDouble(i, array.getDouble(i));
    return result;
  };
  ASSERT_TRUE(time({flat(inputs[2], {24, 8}), flat(inputs[0], {8, 8}), flat(inputs[1], {24, 8})}, {flat(o, {8, 8})}));
  EXPECT_NE(peer->describeCall("k").find(": 1 head of 8, 8 queries, 24 keys"), std::string::npos)
      << peer->whyNone("k");
}

TEST_F(AttentionPeerTest, StatisticsAreAskedForWhereTheKernelGivesThem) {
  for (size_t version : {91002, 91900}) {
    open(version);
    Sizes sizes;
    std::vector<Array> inputs = makeInputs(sizes);
    Array o = attend(inputs[0], inputs[1], inputs[2], sizes, true, false, usual);
    ASSERT_TRUE(time(inputs, {o, Array(DType::float32, {2, 4, 8})}));
    EXPECT_NE(peer->describeCall("k").find("with each row's statistics"), std::string::npos) << peer->whyNone("k");
  }
}

TEST_F(AttentionPeerTest, WhatIsNoAttentionHasNoPeer) {
  Sizes sizes;
  std::vector<Array> inputs = makeInputs(sizes);
  Array o = attend(inputs[0], inputs[1], inputs[2], sizes, true, false, usual), other = o;
  for (int64_t i = 0; i < other.size(); ++i)
    other.setDouble(i, other.getDouble(i) + 0.5);
  ASSERT_TRUE(time(inputs, {other}));
  EXPECT_NE(peer->whyNone("k").find("is no attention, or more than one"), std::string::npos) << peer->whyNone("k");
  // Right in the rows that are looked at first, wrong in another: cuDNN's own result tells.
  Array nearly = o;
  nearly.setDouble(0, nearly.getDouble(0) + 1);
  ASSERT_TRUE(time(inputs, {nearly}, "nearly"));
  EXPECT_NE(peer->whyNone("nearly").find("1 of 512 elements differ from cuDNN's attention"), std::string::npos)
      << peer->whyNone("nearly");
  ASSERT_TRUE(time({inputs[0], inputs[1]}, {o}, "two"));
  EXPECT_NE(peer->whyNone("two").find("attention takes queries, keys and values"), std::string::npos);
  std::vector<Array> wide = makeInputs(sizes, true, DType::float32);
  ASSERT_TRUE(time(wide, {attend(wide[0], wide[1], wide[2], sizes, true, false, usual)}, "wide"));
  EXPECT_NE(peer->whyNone("wide").find("has f16 and bf16"), std::string::npos) << peer->whyNone("wide");
  EXPECT_TRUE(samples.empty());
}

TEST_F(AttentionPeerTest, WhatTheLibraryRefusesIsTold) {
  Sizes sizes;
  std::vector<Array> inputs = makeInputs(sizes);
  std::vector<Array> output{attend(inputs[0], inputs[1], inputs[2], sizes, true, true, usual)};
  fake->failing = "cudnnBackendFinalize of a plan";
  ASSERT_TRUE(time(inputs, output, "plan"));
  EXPECT_NE(peer->whyNone("plan").find("CUDNN_STATUS_NOT_SUPPORTED, as the test has it"), std::string::npos)
      << peer->whyNone("plan");
  fake->failing = "cudnnBackendExecute";
  EXPECT_FALSE(time(inputs, output, "run"));
  EXPECT_NE(context->failure().find("cuDNN's attention failed"), std::string::npos) << context->failure();
}

TEST_F(AttentionPeerTest, WithoutTheLibrary) {
  std::string error;
  EXPECT_FALSE(AttentionPeer::open(*context, error, {"libnone.so.1"}));
  EXPECT_EQ(error, "cuDNN can't be loaded: there is no `libnone.so.1`; the folder that has it may be named by "
                   "LD_LIBRARY_PATH");
  fake->failing = "cudnnCreate";
  EXPECT_FALSE(AttentionPeer::open(*context, error, {TESSERA_FAKE_CUDA}));
  EXPECT_NE(error.find("cuDNN 9.10.2 does not start"), std::string::npos) << error;
}
