// SPDX-License-Identifier: Apache-2.0
// Random numbers against published values: Random123's vectors, JAX's documentation and test suite, Triton's tutorials.
#include "shared/numerics/Random.h"
#include "shared/numerics/SmallFloat.h"
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

using namespace tessera::numerics;

namespace {
std::vector<float> uniform(ThreefryKey key, int64_t n, double low = 0, double high = 1) {
  std::vector<float> values(n);
  threefryUniform(key, DType::float32, low, high, 0, values.data(), n);
  return values;
}
std::vector<float> normal(ThreefryKey key, int64_t n) {
  std::vector<float> values(n);
  threefryNormal(key, DType::float32, 0, values.data(), n);
  return values;
}
/// Each value has the bits of the shortest text that was published.
void expectBits(const std::vector<float> &values, const std::vector<float> &published) {
  ASSERT_LE(published.size(), values.size());
  for (size_t i = 0; i < published.size(); ++i)
    EXPECT_EQ(bitCast<uint32_t>(values[i]), bitCast<uint32_t>(published[i])) << "element " << i << ": " << values[i] << ", " << published[i];
}
} // namespace

TEST(Threefry, hash_vectors) {
  EXPECT_EQ(threefry2x32({0, 0}, 0, 0), (ThreefryKey{0x6b200159, 0x99ba4efe}));
  EXPECT_EQ(threefry2x32({~0u, ~0u}, ~0u, ~0u), (ThreefryKey{0x1cb996fc, 0xbb002be7}));
  EXPECT_EQ(threefry2x32({0x13198a2e, 0x03707344}, 0x243f6a88, 0x85a308d3), (ThreefryKey{0xc4923a9c, 0x483df7a0}));
}

TEST(Threefry, keys_of_seeds) {
  EXPECT_EQ(makeKey(42), (ThreefryKey{0, 42}));
  EXPECT_EQ(makeKey(-1), (ThreefryKey{0, 4294967295u}));
  EXPECT_EQ(makeKey((int64_t(1) << 32) + 5), (ThreefryKey{0, 5}));
  EXPECT_EQ(makeKey((int64_t(1) << 32) + 5, true), (ThreefryKey{1, 5}));
}

TEST(Threefry, split_and_fold_in) {
  ThreefryKey zero{0, 0};
  EXPECT_EQ(splitKey(zero, 0), (ThreefryKey{1797259609, 2579123966}));
  EXPECT_EQ(splitKey(zero, 1), (ThreefryKey{928981903, 3453687069}));
  EXPECT_EQ(splitKey(zero, 7), (ThreefryKey{2716826189, 292468403}));
  EXPECT_EQ(splitKey({0, 42}, 1), (ThreefryKey{64467757, 2916123636}));
  EXPECT_EQ(splitKey({0, 12345}, 12), (ThreefryKey{2650252694, 1226034348}));
  EXPECT_EQ(foldIn(zero, 1), splitKey(zero, 1));
  EXPECT_EQ(foldIn(zero, 0xffffffffu), (ThreefryKey{743310391, 3789761811}));
}

TEST(Threefry, bits) {
  uint32_t words[8];
  threefryBits({0, 0}, 32, 0, words, 8);
  const uint32_t expected[] = {4070199207, 4202968722, 1427181096, 2012915765, 2447653815, 710830403, 1332275837, 2961296638};
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(words[i], expected[i]);
  uint8_t bytes[4];
  threefryBits({0, 0}, 8, 0, bytes, 4);
  EXPECT_EQ(bytes[0], 167);
  EXPECT_EQ(bytes[3], 53);
  uint16_t halves[4];
  threefryBits({0, 0}, 16, 0, halves, 4);
  EXPECT_EQ(halves[0], 20391);
  uint64_t wide[3];
  threefryBits({0, 0}, 64, 0, wide, 3);
  EXPECT_EQ(wide[0], 7719171245655871230u);
  EXPECT_EQ(wide[2], 17807037942121513089u);
}

TEST(Threefry, any_piece_has_the_same_bits) {
  std::vector<uint32_t> whole(100), part(37);
  threefryBits({1, 2}, 32, 0, whole.data(), 100);
  threefryBits({1, 2}, 32, 50, part.data(), 37);
  for (int i = 0; i < 37; ++i)
    EXPECT_EQ(part[i], whole[50 + i]);
}

TEST(Uniform, published_values) {
  expectBits(uniform({0, 0}, 4), {0.947667f, 0.9785799f, 0.33229148f, 0.46866846f});
  expectBits(uniform(splitKey({0, 0}, 1), 1), {7.2938204e-3f});
  expectBits(uniform(splitKey({0, 0}, 0), 6), {0.8423141f, 0.18237865f, 0.2271781f, 0.12072563f, 0.19181347f, 0.722015f});
  expectBits(uniform({0, 51}, 4), {0.471269f, 0.12344253f, 0.17550635f, 0.5663593f});
  expectBits(uniform({0, 0}, 4, -1, 1), {0.895334f, 0.95715976f, -0.33541703f, -0.06266308f});
  expectBits(uniform({0, 0}, 4, 2, 5), {4.843001f, 4.9357395f, 2.9968743f, 3.4060054f});
  expectBits(uniform({0, 0}, 3, 0, 10), {9.47667f, 9.785799f, 3.3229148f});
}

TEST(Uniform, other_dtypes) {
  double wide[3];
  threefryUniform({0, 0}, DType::float64, 0, 1, 0, wide, 3);
  EXPECT_EQ(wide[0], 0.41845711171638644);
  EXPECT_EQ(wide[2], 0.9653214611189975);
  uint16_t half[4];
  threefryUniform({0, 0}, DType::float16, 0, 1, 0, half, 4);
  EXPECT_EQ(halfToFloat(half[0]), 0.310546875f);
  EXPECT_EQ(halfToFloat(half[3]), 0.65625f);
  threefryUniform({0, 0}, DType::bfloat16, 0, 1, 0, half, 4);
  EXPECT_EQ(bfloatToFloat(half[0]), 0.6484375f);
  EXPECT_EQ(bfloatToFloat(half[3]), 0.203125f);
}

// Numbers that were published with eight decimals stand here with the digits that these cut.
TEST(Normal, published_values) {
  expectBits(normal({0, 42}, 1), {-0.028304616f});
  expectBits(normal({0, 42}, 3), {-0.028304616f, 0.46713185f, 0.29570296f});
  expectBits(normal({0, 43}, 1), {0.07520543f});
  expectBits(normal({0, 0}, 12), {1.6226422f, 2.0252647f, -0.43359444f, -0.07861735f, 0.1760909f, -0.97208923f, -0.49529874f, 0.4943786f,
                                  0.6643493f, -0.9501635f, 2.1795304f, -1.9551506f});
  std::vector<float> more = normal({0, 0}, 24);
  expectBits(std::vector<float>(more.begin() + 12, more.end()),
             {0.35857072f, 0.15779513f, 1.2770847f, 1.5104648f, 0.970656f, 0.59960806f, 0.024700705f, -1.9164772f, -1.8593491f, 1.728144f,
              0.04719035f, 0.814128f});
  expectBits(normal({0, 1}, 16), {-0.15443718f, 0.084707275f, -0.13598049f, -0.15503626f, 1.2666674f, 0.14829758f, 2.1415603f, 1.0026742f,
                                  -0.29033586f, 0.3583448f, -0.70792735f, -0.24555527f, 0.8855825f, 0.7861191f, 0.88892716f, 0.54932535f});
  expectBits(normal({0, 1701}, 5), {-0.6472411f, 0.3156411f, -0.74910474f});
}

TEST(Normal, other_dtypes) {
  double wide[6];
  threefryNormal({0, 0}, DType::float64, 0, wide, 6);
  const double expected[] = {-0.2058421394796434, -0.7847657764467411, 1.8160866726679836, 0.1878440128937887, 0.08086788103743275, -0.3721107933346203};
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(wide[i], expected[i]);
  uint16_t half[4];
  threefryNormal({0, 0}, DType::float16, 0, half, 4);
  EXPECT_EQ(halfToFloat(half[0]), -0.49365234f);
  EXPECT_EQ(halfToFloat(half[2]), -1.5986328f);
  threefryNormal({0, 0}, DType::bfloat16, 0, half, 4);
  EXPECT_EQ(bfloatToFloat(half[0]), 0.38671875f);
  EXPECT_EQ(bfloatToFloat(half[3]), -0.82421875f);
}

TEST(Normal, one_element_and_many_have_the_same_bits) {
  std::vector<float> many = normal({3, 4}, 1000);
  for (int64_t i : {0, 17, 255, 256, 999}) {
    float one;
    threefryNormal({3, 4}, DType::float32, i, &one, 1);
    EXPECT_EQ(bitCast<uint32_t>(one), bitCast<uint32_t>(many[i]));
  }
}

TEST(InverseErf, software_and_hardware_fma_agree) {
  std::vector<float> uniformValues(4096), normals = normal({5, 6}, 4096);
  threefryUniform({5, 6}, DType::float32, std::nextafter(-1.0f, 0.0f), 1.0, 0, uniformValues.data(), 4096);
  for (int i = 0; i < 4096; ++i)
    ASSERT_EQ(bitCast<uint32_t>(1.41421356f * inverseErf(uniformValues[i])), bitCast<uint32_t>(normals[i]));
}

TEST(InverseErf, spot_values) {
  EXPECT_EQ(bitCast<uint32_t>(inverseErf(0.5f)), 0x3ef430feu);
  EXPECT_EQ(bitCast<uint32_t>(inverseErf(-0.9f)), 0xbf94e009u);
  EXPECT_EQ(bitCast<uint32_t>(inverseErf(0.999f)), 0x4014e999u);
  EXPECT_EQ(bitCast<uint32_t>(inverseErf(1.0f - 0x1p-24f)), 0x407547cau);
}

TEST(Philox, known_answers) {
  using Words = std::array<uint32_t, 4>;
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}), (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Philox, triton_values) {
  uint32_t words[4];
  philoxBits(42, 0, words, 4);
  EXPECT_EQ(words[0], 2632642643u);
  EXPECT_EQ(words[3], 3133604981u);
  philoxBits(0xfcafeb0baull, 0, words, 4);
  EXPECT_EQ(words[1], 4006532958u);
  float numbers[10];
  philoxUniform(123, 0, numbers, 10);
  EXPECT_EQ(numbers[0], 0.13389549f);
  EXPECT_EQ(numbers[9], 0.61357445f);
  philoxNormal(0, 0, numbers, 3);
  EXPECT_NEAR(numbers[0], 0.04655153f, 1e-6);
  EXPECT_NEAR(numbers[2], -1.637952f, 1e-6);
}
