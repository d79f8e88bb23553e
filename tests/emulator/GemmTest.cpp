// SPDX-License-Identifier: Apache-2.0
// The three big kernels under 20 schedules each, with and without the race checker, and in many sizes. Whole numbers make every
// sum exact and results defined bit for bit; with real numbers the bound is that of a tensor core that adds 16 products
// cut to 25 bits below the largest.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"

using namespace tessera::emulator;
using namespace tessera::emulator::kernels;

namespace {

struct Size {
  int m, n, k;
};

/// A B^T in double, with the sum of magnitudes for bounds.
struct Product {
  std::vector<double> values, magnitudes;
  template <typename T> Product(const std::vector<T> &a, const std::vector<T> &b, Size size) {
    for (int i = 0; i < size.m; ++i)
      for (int j = 0; j < size.n; ++j) {
        double sum = 0, magnitude = 0;
        for (int k = 0; k < size.k; ++k) {
          const double product = double(a[size_t(i) * size.k + k]) * b[size_t(j) * size.k + k];
          sum += product;
          magnitude += std::abs(product);
        }
        values.push_back(sum);
        magnitudes.push_back(magnitude);
      }
  }
};

/// Every one of the k / 16 steps cuts 17 terms at 2^-25 of the largest, which no partial sum of magnitudes exceeds, and its
/// result at 2^-23.
double boundOf(double magnitude, int k) { return (k / 16.0 + 1) * magnitude * (17 * std::ldexp(1, -25) + std::ldexp(1, -23)); }

constexpr uint32_t hopperShared = 4 * 32768 + 32768 + 64;

Launch hopperGemm(const std::string &entry, uint32_t grid, Size size, const std::vector<BFloat> &a, const std::vector<BFloat> &b,
                  std::vector<BFloat> &c, uint32_t rowsOfB) {
  const uint64_t m = size.m, n = size.n, k = size.k;
  Launch launch("gemm-hopper", entry);
  launch.grid(grid).block(384).shared(hopperShared).mapIn(a, makeMap(TensorElement::bf16, {k, m}, {64, 128}, 128));
  launch.mapIn(b, makeMap(TensorElement::bf16, {k, n}, {64, rowsOfB}, 128)).mapOut(c, makeMap(TensorElement::bf16, {n, m}, {64, 64}, 128));
  launch.cluster(entry == "gemm" ? 1 : 2).value(size.m).value(size.n).value(size.k);
  return launch;
}

void checkHopper(const std::string &entry, uint32_t grid, Size size, unsigned seeds = 0) {
  SCOPED_TRACE(testing::Message() << entry << " " << size.m << " x " << size.n << " x " << size.k << " on " << grid << " CTAs");
  const uint32_t rowsOfB = entry == "gemm" ? 128 : 64;
  std::vector<BFloat> a = randomIntegers<BFloat>(size_t(size.m) * size.k, 1, -3, 3), b = randomIntegers<BFloat>(size_t(size.n) * size.k, 2, -3, 3);
  std::vector<BFloat> c(size_t(size.m) * size.n), expected(c.size());
  Product product(a, b, size);
  for (size_t i = 0; i < c.size(); ++i)
    expected[i] = product.values[i];
  Launch launch = hopperGemm(entry, grid, size, a, b, c, rowsOfB);
  if (seeds)
    launch.seeds(seeds);
  launch.check([&] { expectSame(c, expected); });
}

void checkReals(const std::string &entry, uint32_t grid, Size size) {
  const uint32_t rowsOfB = entry == "gemm" ? 128 : 64;
  std::vector<BFloat> a = randomReals<BFloat>(size_t(size.m) * size.k, 3), b = randomReals<BFloat>(size_t(size.n) * size.k, 4), c(size_t(size.m) * size.n);
  Product product(a, b, size);
  hopperGemm(entry, grid, size, a, b, c, rowsOfB).check([&] {
    expectNear(c, product.values, [&](size_t i) { return boundOf(product.magnitudes[i], size.k) + std::abs(product.values[i]) * std::ldexp(1, -8); });
  });
}

TEST(HopperGemm, TwentySchedules) { checkHopper("gemm", 2, {128, 256, 448}, 20); }
TEST(HopperGemm, RaggedUnderTwentySchedules) { checkHopper("gemm", 1, {200, 136, 328}, 20); }
TEST(HopperGemm, Sizes) {
  for (Size size : {Size{128, 128, 64}, Size{128, 128, 16}, Size{64, 128, 512}, Size{256, 128, 128}, Size{1, 8, 8}, Size{130, 264, 72}})
    checkHopper("gemm", 2, size);
}
TEST(HopperGemm, OneCtaTakesAllTiles) { checkHopper("gemm", 1, {256, 256, 192}); }
TEST(HopperGemm, MoreCtasThanTiles) { checkHopper("gemm", 5, {128, 256, 128}); }
TEST(HopperGemm, Reals) { checkReals("gemm", 2, {128, 256, 320}); }

TEST(HopperGemmCluster, TwentySchedules) { checkHopper("gemmCluster", 2, {256, 128, 448}, 20); }
TEST(HopperGemmCluster, Sizes) {
  for (Size size : {Size{256, 128, 64}, Size{128, 128, 128}, Size{300, 200, 136}, Size{512, 256, 64}})
    checkHopper("gemmCluster", 4, size);
}
TEST(HopperGemmCluster, Reals) { checkReals("gemmCluster", 2, {256, 136, 320}); }

template <typename T> void checkAmpere(const std::string &entry, Size size, unsigned seeds = 0) {
  SCOPED_TRACE(testing::Message() << entry << " " << size.m << " x " << size.n << " x " << size.k);
  std::vector<T> a = randomReals<T>(size_t(size.m) * size.k, 5), b = randomReals<T>(size_t(size.n) * size.k, 6);
  std::vector<float> c(size_t(size.m) * size.n);
  Product product(a, b, size);
  Launch launch("gemm-ampere", entry);
  launch.grid((size.n + 63) / 64, (size.m + 63) / 64).block(128).shared(3 * 8192).in(a).in(b).out(c).value(size.m).value(size.n).value(size.k);
  if (seeds)
    launch.seeds(seeds);
  launch.check([&] { expectNear(c, product.values, [&](size_t i) { return boundOf(product.magnitudes[i], size.k); }); });
}

TEST(AmpereGemm, TwentySchedules) { checkAmpere<Half>("gemmF16", {64, 128, 192}, 20); }
TEST(AmpereGemm, RaggedUnderTwentySchedules) { checkAmpere<BFloat>("gemmBf16", {70, 50, 136}, 20); }
TEST(AmpereGemm, Sizes) {
  for (Size size : {Size{64, 64, 32}, Size{64, 64, 8}, Size{128, 192, 96}, Size{1, 1, 40}, Size{65, 127, 200}}) {
    checkAmpere<Half>("gemmF16", size);
    checkAmpere<BFloat>("gemmBf16", size);
  }
}

struct Attention {
  int depth, rowsQ, rowsK, heads;
  bool isCausal;
};

/// One row of the result in double, and the largest value that entered it.
void attend(const Attention &shape, int head, int row, const std::vector<BFloat> &q, const std::vector<BFloat> &k, const std::vector<BFloat> &v,
            double scale, double *out) {
  const int keys = shape.isCausal ? std::min(shape.rowsK, row + 1) : shape.rowsK;
  std::vector<double> weights(keys);
  double largest = -INFINITY, sum = 0;
  for (int j = 0; j < keys; ++j) {
    for (int d = 0; d < shape.depth; ++d)
      weights[j] += double(q[(size_t(head) * shape.rowsQ + row) * shape.depth + d]) * k[(size_t(head) * shape.rowsK + j) * shape.depth + d];
    largest = std::max(largest, weights[j]);
  }
  for (double &weight : weights)
    sum += weight = std::exp2((weight - largest) * scale);
  for (int d = 0; d < shape.depth; ++d) {
    out[d] = 0;
    for (int j = 0; j < keys; ++j)
      out[d] += weights[j] / sum * v[(size_t(head) * shape.rowsK + j) * shape.depth + d];
  }
}

void checkAttention(Attention shape, unsigned seeds = 0) {
  SCOPED_TRACE(testing::Message() << shape.depth << " deep, " << shape.rowsQ << " x " << shape.rowsK << ", " << shape.heads << " heads");
  const uint64_t depth = shape.depth, rowsQ = shape.rowsQ, rowsK = shape.rowsK, heads = shape.heads;
  std::vector<BFloat> q = randomReals<BFloat>(depth * rowsQ * heads, 7), k = randomReals<BFloat>(depth * rowsK * heads, 8),
                      v = randomReals<BFloat>(depth * rowsK * heads, 9), out(q.size());
  std::vector<double> expected(out.size());
  const float scale = 1.4426950408889634f / std::sqrt(float(depth));
  for (int head = 0; head < shape.heads; ++head)
    for (int row = 0; row < shape.rowsQ; ++row)
      attend(shape, head, row, q, k, v, scale, &expected[(head * rowsQ + row) * depth]);
  Launch launch("attention", "attention" + std::to_string(shape.depth));
  launch.grid((shape.rowsQ + 63) / 64, shape.heads).block(160).shared(5 * 128 * shape.depth + 128);
  launch.mapIn(q, makeMap(TensorElement::bf16, {depth, rowsQ, heads}, {64, 64, 1}, 128));
  launch.mapIn(k, makeMap(TensorElement::bf16, {depth, rowsK, heads}, {64, 64, 1}, 128));
  launch.mapIn(v, makeMap(TensorElement::bf16, {depth, rowsK, heads}, {64, 64, 1}, 128));
  launch.out(out).value(shape.rowsQ).value(shape.rowsK).value(scale).value(int(shape.isCausal));
  if (seeds)
    launch.seeds(seeds);
  // Weights are rounded to bf16 (2^-9 each, and the sum is of the unrounded ones), values are below 1, and so is the result
  // before it is rounded (2^-9); the rest is far smaller.
  launch.check([&] { expectNear(out, expected, [](size_t) { return std::ldexp(1, -8) + std::ldexp(1, -12); }); });
}

TEST(Attention, TwentySchedules) { checkAttention({64, 64, 256, 1, false}, 20); }
TEST(Attention, CausalUnderTwentySchedules) { checkAttention({128, 64, 200, 1, true}, 20); }
TEST(Attention, Sizes) {
  for (Attention shape : {Attention{64, 64, 64, 1, false}, Attention{64, 128, 192, 2, false}, Attention{64, 100, 150, 2, true}, Attention{128, 64, 192, 1, false},
                          Attention{128, 70, 1, 1, false}, Attention{128, 130, 130, 2, true}})
    checkAttention(shape);
}

} // namespace
