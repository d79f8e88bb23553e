// SPDX-License-Identifier: Apache-2.0
// Text of arrays against recorded output of NumPy 2.3, JAX and PyTorch.
#include "shared/numerics/ArrayText.h"
#include "shared/numerics/FloatText.h"
#include "shared/numerics/Random.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace tessera::numerics;

namespace {
Array make(DType type, std::vector<int64_t> shape, const std::vector<double> &values) {
  Array array(type, std::move(shape));
  for (size_t i = 0; i < values.size(); ++i)
    array.setDouble(static_cast<int64_t>(i), values[i]);
  return array;
}
Array f32(const std::vector<double> &values) { return make(DType::float32, {static_cast<int64_t>(values.size())}, values); }
Array iota(DType type, std::vector<int64_t> shape) {
  Array array(type, std::move(shape));
  for (int64_t i = 0; i < array.size(); ++i)
    array.setInt(i, i);
  return array;
}
} // namespace

TEST(FloatText, python) {
  EXPECT_EQ(toPythonText(0.1), "0.1");
  EXPECT_EQ(toPythonText(1e-5), "1e-05");
  EXPECT_EQ(toPythonText(0.0001), "0.0001");
  EXPECT_EQ(toPythonText(1e16), "1e+16");
  EXPECT_EQ(toPythonText(123456789012345.0), "123456789012345.0");
  EXPECT_EQ(toPythonText(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(toPythonText(0.6057640314102173), "0.6057640314102173");
  EXPECT_EQ(toPythonText(-0.0), "-0.0");
  EXPECT_EQ(toPythonText(0x1p-44), "5.684341886080802e-14");
  EXPECT_EQ(toPythonText(5e-324), "5e-324");
  EXPECT_EQ(toPythonText(-INFINITY), "-inf");
}

TEST(FloatText, scalars) {
  EXPECT_EQ(toScalarText(-0.028304616f, DType::float32), "-0.028304616");
  EXPECT_EQ(toScalarText(16777216, DType::float32), "1.6777216e+07");
  EXPECT_EQ(toScalarText(1e6, DType::float32), "1e+06");
  EXPECT_EQ(toScalarText(0.0001f, DType::float32), "1e-04");
  EXPECT_EQ(toScalarText(3, DType::float64), "3.0");
  EXPECT_EQ(toScalarText(0.333984375, DType::bfloat16), "0.333984");
}

TEST(NumpyText, rows_and_blocks) {
  EXPECT_EQ(toNumpyText(iota(DType::float32, {2, 3})), "[[0. 1. 2.]\n [3. 4. 5.]]");
  EXPECT_EQ(toNumpyText(iota(DType::int32, {2, 2, 2})), "[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]");
  EXPECT_EQ(toNumpyText(make(DType::int32, {2, 2}, {1, -20, 300, 4})), "[[  1 -20]\n [300   4]]");
  EXPECT_EQ(toNumpyText(make(DType::boolean, {2, 2}, {1, 0, 0, 1})), "[[ True False]\n [False  True]]");
}

TEST(NumpyText, floats) {
  EXPECT_EQ(toNumpyText(f32({1.0 / 3, 2.0 / 3, 1})), "[0.33333334 0.6666667  1.        ]");
  EXPECT_EQ(toNumpyText(make(DType::float64, {3}, {1.0 / 3, 2.0 / 3, 1})), "[0.33333333 0.66666667 1.        ]");
  EXPECT_EQ(toNumpyText(f32({1e-5, 1})), "[1.e-05 1.e+00]");
  EXPECT_EQ(toNumpyText(f32({.001, 1, 1.5})), "[1.0e-03 1.0e+00 1.5e+00]");
  EXPECT_EQ(toNumpyText(f32({NAN, 1.5, -INFINITY})), "[ nan  1.5 -inf]");
  EXPECT_EQ(toNumpyText(f32({1e6, 1})), "[1.e+06 1.e+00]");
  EXPECT_EQ(toNumpyText(f32({123456.7, 1000})), "[123456.7   1000. ]");
  EXPECT_EQ(toNumpyText(f32({16777216, 2e4})), "[1.6777216e+07 2.0000000e+04]");
  EXPECT_EQ(toNumpyText(make(DType::float16, {3}, {.1, 1.0 / 3, 2})), "[0.1    0.3333 2.    ]");
  EXPECT_EQ(toNumpyText(f32({NAN, NAN})), "[nan nan]");
  EXPECT_EQ(toNumpyText(f32({-0.0, 0})), "[-0.  0.]");
}

TEST(NumpyText, random_numbers) {
  Array normals(DType::float32, {3});
  threefryNormal({0, 0}, DType::float32, 0, normals.mutableBytes(), 3);
  EXPECT_EQ(toNumpyText(normals), "[ 1.6226422   2.0252647  -0.43359444]");
  threefryNormal({0, 42}, DType::float32, 0, normals.mutableBytes(), 1);
  Array scalar(DType::float32, {});
  scalar.setDouble(0, normals.getDouble(0));
  EXPECT_EQ(toNumpyText(scalar), "-0.028304616");
}

TEST(NumpyText, long_arrays) {
  EXPECT_EQ(toNumpyText(iota(DType::int32, {2000})), "[   0    1    2 ... 1997 1998 1999]");
  EXPECT_EQ(toNumpyText(iota(DType::float32, {20})), "[ 0.  1.  2.  3.  4.  5.  6.  7.  8.  9. 10. 11. 12. 13. 14. 15. 16. 17.\n 18. 19.]");
  std::string square = toNumpyText(iota(DType::float32, {40, 40}));
  EXPECT_EQ(square.substr(0, square.find('\n')), "[[0.000e+00 1.000e+00 2.000e+00 ... 3.700e+01 3.800e+01 3.900e+01]");
  EXPECT_EQ(square.substr(square.rfind('\n') + 1), " [1.560e+03 1.561e+03 1.562e+03 ... 1.597e+03 1.598e+03 1.599e+03]]");
  EXPECT_NE(square.find("\n ...\n"), std::string::npos);
}

TEST(NumpyText, repr) {
  EXPECT_EQ(toNumpyRepr(f32({1, 2})), "array([1., 2.], dtype=float32)");
  EXPECT_EQ(toNumpyRepr(make(DType::float64, {2}, {1, 2.5})), "array([1. , 2.5])");
  EXPECT_EQ(toNumpyRepr(iota(DType::int32, {2000})), "array([   0,    1,    2, ..., 1997, 1998, 1999],\n      shape=(2000,), dtype=int32)");
  EXPECT_EQ(toNumpyRepr(Array(DType::float32, {0, 3})), "array([], shape=(0, 3), dtype=float32)");
}

TEST(JaxText, repr) {
  EXPECT_EQ(toJaxRepr(iota(DType::float32, {2, 3})), "Array([[0., 1., 2.],\n       [3., 4., 5.]], dtype=float32)");
  EXPECT_EQ(toJaxRepr(make(DType::boolean, {2}, {1, 0})), "Array([ True, False], dtype=bool)");
  EXPECT_EQ(toJaxRepr(iota(DType::int32, {2000})), "Array([   0,    1,    2, ..., 1997, 1998, 1999], dtype=int32)");
  EXPECT_EQ(toJaxRepr(f32({-.4000001, -.6999998, .6, .5, .29999995})),
            "Array([-0.4000001 , -0.6999998 ,  0.6       ,  0.5       ,  0.29999995],      dtype=float32)");
  EXPECT_EQ(toJaxRepr(make(DType::bfloat16, {3}, {1, 1.0 / 3, 256})), "Array([1, 0.333984, 256], dtype=bfloat16)");
  EXPECT_EQ(toJaxRepr(make(DType::float32, {}, {3}), true), "Array(3., dtype=float32, weak_type=True)");
  EXPECT_EQ(toJaxRepr(make(DType::boolean, {}, {1})), "Array(True, dtype=bool)");
  EXPECT_EQ(toJaxRepr(make(DType::float32, {}, {1e6})), "Array(1.e+06, dtype=float32)");
  EXPECT_EQ(toJaxRepr(Array(DType::float32, {0, 3})), "Array([], shape=(0, 3), dtype=float32)");
}

TEST(JaxText, keys) {
  EXPECT_EQ(toKeyRepr(make(DType::uint32, {2}, {0, 42})), "Array((), dtype=key<fry>) overlaying:\n[ 0 42]");
}

TEST(TorchText, repr) {
  EXPECT_EQ(toTorchRepr(f32({1, 2})), "tensor([1., 2.])");
  EXPECT_EQ(toTorchRepr(f32({0.4963, 0.7682})), "tensor([0.4963, 0.7682])");
  EXPECT_EQ(toTorchRepr(make(DType::int64, {2, 2}, {1, -20, 3, 4})), "tensor([[  1, -20],\n        [  3,   4]])");
  EXPECT_EQ(toTorchRepr(make(DType::float16, {1}, {0.5})), "tensor([0.5000], dtype=torch.float16)");
  EXPECT_EQ(toTorchRepr(make(DType::float32, {}, {0})), "tensor(0.)");
  EXPECT_EQ(toTorchRepr(f32({1e-5, 1})), "tensor([1.0000e-05, 1.0000e+00])");
  EXPECT_EQ(toTorchRepr(make(DType::boolean, {2}, {1, 0})), "tensor([ True, False])");
}
