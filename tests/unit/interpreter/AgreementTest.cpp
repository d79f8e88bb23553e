// SPDX-License-Identifier: Apache-2.0
// How far a device's answer may be from the interpreter's: by what the kernel rounds on the way to a result.
#include "compiler/interpreter/Agreement.h"
#include "tests/unit/interpreter/RunText.h"

using namespace tessera;
using namespace tessera::test;
using numerics::DType;

namespace {
/// Of the last argument of a kernel `body`, of f32: %x, %y and %z are loaded from f32, f32 and bf16, `%r` is stored.
double agree(const std::string &body) {
  Program program(R"(
tile.kernel @k(%a: !tile.ref<16x16xf32>, %b: !tile.ref<16x16xf32>, %c: !tile.ref<16x16xbf16>,
               %s: !tile.ref<16x16xf32> {tile.access = #tile.access<scratch>},
               %o: !tile.ref<16x16xf32> {tile.access = #tile.access<write>}) attributes {source = "triton"} {
  %x = tile.load %a[0, 0] sizes [16, 16] : !tile.ref<16x16xf32> -> tensor<16x16xf32>
  %y = tile.load %b[0, 0] sizes [16, 16] : !tile.ref<16x16xf32> -> tensor<16x16xf32>
  %z = tile.load %c[0, 0] sizes [16, 16] : !tile.ref<16x16xbf16> -> tensor<16x16xbf16>
)" + body + R"(
  tile.store %r, %o[0, 0] sizes [16, 16] : tensor<16x16xf32>, !tile.ref<16x16xf32>
  tile.return
})");
  auto kernel = *program.get().getOps<tile::KernelOp>().begin();
  return interpreter::getAgreement(kernel, 4, DType::float32).absolute;
}

constexpr double ofSingle = 1e-4;
const char *rounded =
    "%p = math.exp %x : tensor<16x16xf32>\n%q = tile.cast %p : tensor<16x16xf32> -> tensor<16x16xbf16>\n";
} // namespace

TEST(Agreement, what_is_computed_in_f32_agrees_as_f32) {
  EXPECT_EQ(agree("%r = math.exp %x : tensor<16x16xf32>"), ofSingle);
  EXPECT_EQ(agree("%r = tile.dot %z, %z : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>"), ofSingle);
}

TEST(Agreement, what_is_loaded_is_rounded_alike) {
  EXPECT_EQ(agree("%v = tile.cast %x : tensor<16x16xf32> -> tensor<16x16xbf16>\n"
                  "%t = tile.transpose %v [1, 0] : tensor<16x16xbf16> -> tensor<16x16xbf16>\n"
                  "%r = tile.dot %t, %z : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>"),
            ofSingle);
}

TEST(Agreement, a_rounding_of_what_was_computed_is_carried_through_products) {
  EXPECT_GT(agree(std::string(rounded) +
                  "%r = tile.dot %q, %z : tensor<16x16xbf16>, tensor<16x16xbf16> -> tensor<16x16xf32>"),
            4e-3);
}

TEST(Agreement, tensor_cores_round_or_cut_tf32) {
  EXPECT_GT(agree("%r = tile.dot %x, %y {precision = #tile<precision tf32>} : tensor<16x16xf32>, tensor<16x16xf32> -> "
                  "tensor<16x16xf32>"),
            1e-3);
  EXPECT_EQ(agree("%r = tile.dot %x, %y : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>"), ofSingle);
}

TEST(Agreement, roundings_go_through_loops_and_arrays) {
  EXPECT_GT(agree(std::string(rounded) + R"(
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%sum = %y) -> (tensor<16x16xf32>) : i32 {
    %old = tile.load %s[0, 0] sizes [16, 16] : !tile.ref<16x16xf32> -> tensor<16x16xf32>
    %next = arith.addf %sum, %old : tensor<16x16xf32>
    %w = tile.cast %q : tensor<16x16xbf16> -> tensor<16x16xf32>
    tile.store %w, %s[0, 0] sizes [16, 16] : tensor<16x16xf32>, !tile.ref<16x16xf32>
    scf.yield %next : tensor<16x16xf32>
  })"),
            4e-3);
}

TEST(Agreement, integers_agree_exactly) {
  Program program("tile.kernel @k(%o: !tile.ref<4xi32>) attributes {source = \"triton\"} { tile.return }");
  EXPECT_EQ(interpreter::getAgreement(*program.get().getOps<tile::KernelOp>().begin(), 0, DType::int32).absolute, 0);
}
