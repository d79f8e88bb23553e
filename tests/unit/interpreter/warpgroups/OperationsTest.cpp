// SPDX-License-Identifier: Apache-2.0
// What single operations of kernels of warpgroups compute. Arrays are iotas, so that expected values follow from indices.
#include "tests/unit/interpreter/RunText.h"

using namespace tessera;
using namespace tessera::test;

namespace {

/// Runs `body` as a kernel over `grid` with x = an iota of 4x8 f32 and o = a result of 4x8 f32, under `schedules` schedules; prints o.
std::string runKernel(const std::string &body, const std::string &options = "warpgroups = 1 : i64", const std::string &grid = "1", const std::string &result = "4x8") {
  std::string type = "tensor<" + result + "xf32>", ref = "!tile.ref<" + result + "xf32, gmem>";
  std::string text = printing("%flat = tile.iota 0 : tensor<32xf32>\n%x = tile.reshape %flat : tensor<32xf32> -> tensor<4x8xf32>\n"
                              "%o = tile.launch @k grid [" + grid + "] (%x) : (tensor<4x8xf32>) -> " + type,
                              {{"%o", type}},
                              "tile.kernel @k(%x: !tile.ref<4x8xf32, gmem> {tile.access = #tile.access<read>, tile.name = \"x\"}, %o: " + ref +
                                  " {tile.access = #tile.access<write>, tile.name = \"o\"}, %sem: !tile.ref<2xi32, gmem> {tile.access = #tile.access<scratch>}) "
                                  "attributes {source = \"mosaic_gpu\", options = {" + options + "}} {\n%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n" + body +
                                  "\ntile.return\n}\n");
  interpreter::RunOptions runs;
  runs.warpgroups.schedules = 8;
  return runText(text, runs);
}

const std::string fetch = R"(
  %s = tilegpu.alloc_shared "s" : !tile.ref<4x8xf32, smem>
  %bar = tilegpu.alloc_barrier "bar" : !tilegpu.barrier<1>
  tilegpu.copy_in %x to %s on %bar[%c0] : !tilegpu.barrier<1> : !tile.ref<4x8xf32, gmem>, !tile.ref<4x8xf32, smem>
  tilegpu.wait %bar[%c0] : !tilegpu.barrier<1>
)";

} // namespace

TEST(WarpgroupOperations, shared_memory_begins_as_nan) {
  EXPECT_EQ(runKernel(R"(
  %s = tilegpu.alloc_shared : !tile.ref<2xf32, smem>
  %v = tile.load %s[0] sizes [2] : !tile.ref<2xf32, smem> -> tensor<2xf32>
  tile.store %v, %o[0] sizes [2] : tensor<2xf32>, !tile.ref<2xf32, gmem>)", "warpgroups = 1 : i64", "1", "2"), "[nan nan]\n");
}

TEST(WarpgroupOperations, a_copy_in_reads_zeros_outside) {
  // Rows 3 and 4, columns 6 to 8: only [3, 6..7] are there.
  EXPECT_EQ(runKernel(R"(
  %s = tilegpu.alloc_shared : !tile.ref<2x3xf32, smem>
  %bar = tilegpu.alloc_barrier : !tilegpu.barrier<1>
  %part = tilegpu.subview %x[3, 6] sizes [2, 3] : !tile.ref<4x8xf32, gmem> -> !tile.ref<2x3xf32, gmem>
  tilegpu.copy_in %part to %s on %bar[%c0] : !tilegpu.barrier<1> : !tile.ref<2x3xf32, gmem>, !tile.ref<2x3xf32, smem>
  tilegpu.wait %bar[%c0] : !tilegpu.barrier<1>
  %v = tile.load %s[0, 0] sizes [2, 3] : !tile.ref<2x3xf32, smem> -> tensor<2x3xf32>
  tile.store %v, %o[0, 0] sizes [2, 3] : tensor<2x3xf32>, !tile.ref<2x3xf32, gmem>)", "warpgroups = 1 : i64", "1", "2x3"), "[[30. 31.  0.]\n [ 0.  0.  0.]]\n");
}

TEST(WarpgroupOperations, a_copy_out_drops_what_is_outside) {
  EXPECT_EQ(runKernel(fetch + R"(
  %part = tilegpu.subview %o[1] sizes [8] : !tile.ref<4xf32, gmem> -> !tile.ref<8xf32, gmem>
  %row = tilegpu.subview %s[2, 0] sizes [1, 8] drop [0] : !tile.ref<4x8xf32, smem> -> !tile.ref<8xf32, smem>
  tilegpu.copy_out %row to %part : !tile.ref<8xf32, smem>, !tile.ref<8xf32, gmem>
  tilegpu.wait_copies_out 0)", "warpgroups = 1 : i64", "1", "4"), "[nan 16. 17. 18.]\n");
}

TEST(WarpgroupOperations, a_false_predicate_does_nothing) {
  EXPECT_EQ(runKernel(fetch + R"(
  %false = arith.constant false
  tilegpu.copy_in %x to %s on %bar[%c0] : !tilegpu.barrier<1> if %false : !tile.ref<4x8xf32, gmem>, !tile.ref<4x8xf32, smem>
  %row = tilegpu.subview %s[0, 0] sizes [1, 8] drop [0] : !tile.ref<4x8xf32, smem> -> !tile.ref<8xf32, smem>
  tilegpu.copy_out %row to %o if %false : !tile.ref<8xf32, smem>, !tile.ref<8xf32, gmem>
  tilegpu.wait_copies_out 0)", "warpgroups = 1 : i64", "1", "8"), "[nan nan nan nan nan nan nan nan]\n");
}

TEST(WarpgroupOperations, views_of_shared_memory) {
  // Row 1 of the transpose is column 1: 1, 9, 17, 25; its bits as two halves of 2 rows.
  EXPECT_EQ(runKernel(fetch + R"(
  %t = tilegpu.transpose_ref %s [1, 0] : !tile.ref<4x8xf32, smem> -> !tile.ref<8x4xf32, smem>
  %v = tile.load %t[1, 0] sizes [1, 4] drop [0] : !tile.ref<8x4xf32, smem> -> tensor<4xf32>
  tile.store %v, %o[0] sizes [4] : tensor<4xf32>, !tile.ref<8xf32, gmem>
  %r = tilegpu.reinterpret %s at 32 : !tile.ref<4x8xf32, smem> -> !tile.ref<2x2x2xf32, smem>
  %w = tile.load %r[0, 0, 0] sizes [2, 1, 2] drop [1] : !tile.ref<2x2x2xf32, smem> -> tensor<2x2xf32>
  %u = tile.reshape %w : tensor<2x2xf32> -> tensor<4xf32>
  tile.store %u, %o[4] sizes [4] : tensor<4xf32>, !tile.ref<8xf32, gmem>)", "warpgroups = 1 : i64", "1", "8"), "[ 1.  9. 17. 25.  8.  9. 12. 13.]\n");
}

TEST(WarpgroupOperations, reducing_copies_of_many_blocks) {
  // Each of 4 blocks adds row `block` of x to o, which the block before the launch filled: blocks add to what is there, the first fills.
  EXPECT_EQ(runKernel(fetch + R"(
  %pid = tile.program_id 0
  %isFirst = arith.cmpi eq, %pid, %c0 : i32
  %one = tilegpu.subview %sem[0] sizes [1] drop [0] : !tile.ref<2xi32, gmem> -> !tile.ref<i32, gmem>
  scf.if %isFirst {
    %zeros = arith.constant dense<0.0> : tensor<8xf32>
    tile.store %zeros, %o[0] sizes [8] : tensor<8xf32>, !tile.ref<8xf32, gmem>
    tilegpu.commit_shared
    tilegpu.semaphore_signal %one, %c1 : !tile.ref<i32, gmem>
  } else {
    tilegpu.semaphore_wait %one, %c1 : !tile.ref<i32, gmem>
  }
  %row = tilegpu.subview %s[%pid, 0] sizes [1, 8] drop [0] : !tile.ref<4x8xf32, smem> -> !tile.ref<8xf32, smem>
  tilegpu.copy_out %row to %o {reduction = #tilegpu.copy_reduction<add>} : !tile.ref<8xf32, smem>, !tile.ref<8xf32, gmem>
  tilegpu.wait_copies_out 0)", "warpgroups = 1 : i64", "4", "8"), "[48. 52. 56. 60. 64. 68. 72. 76.]\n");
}

TEST(WarpgroupOperations, warps_run_beside_each_other) {
  // Warp 3 waits for what warp 0 tells; each warp stores 10 times its number.
  EXPECT_EQ(runKernel(R"(
  %bar = tilegpu.alloc_barrier : !tilegpu.barrier<1>
  tilegpu.warp_map {
  ^bb0(%warp: i32):
    %c3 = arith.constant 3 : i32
    %ten = arith.constant 10 : i32
    %isLast = arith.cmpi eq, %warp, %c3 : i32
    %isFirst = arith.cmpi eq, %warp, %c0 : i32
    scf.if %isLast {
      tilegpu.wait %bar[%c0] : !tilegpu.barrier<1>
    }
    %n = arith.muli %warp, %ten : i32
    %f = arith.sitofp %n : i32 to f32
    tile.store %f, %o[%warp] sizes [1] drop [0] : f32, !tile.ref<4xf32, gmem>
    scf.if %isFirst {
      tilegpu.arrive %bar[%c0] : !tilegpu.barrier<1>
    }
  })", "warpgroups = 1 : i64", "1", "4"), "[ 0. 10. 20. 30.]\n");
}

TEST(WarpgroupOperations, a_store_into_the_other_block) {
  // Each block of a cluster of two sends its row to the other, which stores it.
  EXPECT_EQ(runKernel(R"(
  %rank = tile.program_id 0
  %other = arith.subi %c1, %rank : i32
  %s = tilegpu.alloc_shared "s" : !tile.ref<8xf32, smem>
  %bar = tilegpu.alloc_barrier "bar" : !tilegpu.barrier<1>
  %v = tile.load %x[%rank, 0] sizes [1, 8] drop [0] : !tile.ref<4x8xf32, gmem> -> tensor<8xf32>
  %peer = tilegpu.cluster_ref %s[%other] axes [0] : !tile.ref<8xf32, smem> -> !tile.ref<8xf32, smem>
  tilegpu.store_cluster %v to %peer on %bar[%c0] : tensor<8xf32>, !tile.ref<8xf32, smem>, !tilegpu.barrier<1>
  tilegpu.wait %bar[%c0] : !tilegpu.barrier<1>
  %w = tile.load %s[0] sizes [8] : !tile.ref<8xf32, smem> -> tensor<8xf32>
  tile.store %w, %o[%rank, 0] sizes [1, 8] drop [0] : tensor<8xf32>, !tile.ref<2x8xf32, gmem>)", "warpgroups = 1 : i64, cluster = array<i64: 2>", "2", "2x8"),
            "[[ 8.  9. 10. 11. 12. 13. 14. 15.]\n [ 0.  1.  2.  3.  4.  5.  6.  7.]]\n");
}

TEST(WarpgroupOperations, blocks_share_a_copy) {
  EXPECT_EQ(runKernel(R"(
  %rank = tile.program_id 0
  %s = tilegpu.alloc_shared "s" : !tile.ref<4x8xf32, smem>
  %bar = tilegpu.alloc_barrier "bar" : !tilegpu.barrier<1>
  tilegpu.sync cluster
  tilegpu.copy_in %x to %s on %bar[%c0] : !tilegpu.barrier<1> {collective = array<i64: 0>} : !tile.ref<4x8xf32, gmem>, !tile.ref<4x8xf32, smem>
  tilegpu.wait %bar[%c0] : !tilegpu.barrier<1>
  %row = arith.addi %rank, %c1 : i32
  %v = tile.load %s[%row, 0] sizes [1, 8] drop [0] : !tile.ref<4x8xf32, smem> -> tensor<8xf32>
  tile.store %v, %o[%rank, 0] sizes [1, 8] drop [0] : tensor<8xf32>, !tile.ref<2x8xf32, gmem>)", "warpgroups = 1 : i64, cluster = array<i64: 2>", "2", "2x8"),
            "[[ 8.  9. 10. 11. 12. 13. 14. 15.]\n [16. 17. 18. 19. 20. 21. 22. 23.]]\n");
}

TEST(WarpgroupOperations, warpgroups_meet) {
  // Warpgroup 1 reads what warpgroup 0 wrote, after a barrier of the block.
  EXPECT_EQ(runKernel(R"(
  %wg = tilegpu.thread_index
  %s = tilegpu.alloc_shared "s" : !tile.ref<2xf32, smem>
  %isFirst = arith.cmpi eq, %wg, %c0 : i32
  scf.if %isFirst {
    %v = arith.constant dense<[3.0, 4.0]> : tensor<2xf32>
    tile.store %v, %s[0] sizes [2] : tensor<2xf32>, !tile.ref<2xf32, smem>
  }
  tilegpu.sync block
  scf.if %isFirst {
  } else {
    %w = tile.load %s[0] sizes [2] : !tile.ref<2xf32, smem> -> tensor<2xf32>
    tile.store %w, %o[0] sizes [2] : tensor<2xf32>, !tile.ref<2xf32, gmem>
  })", "warpgroups = 2 : i64", "1", "2"), "[3. 4.]\n");
}

TEST(WarpgroupOperations, an_array_in_registers_is_multiplied) {
  // a is 64x16 of ones, b is x as 16x8 would be: here 8x8 of tf32 ones and zeros; the sum of 16 ones twice is 32.
  EXPECT_EQ(runKernel(R"(
  %s = tilegpu.alloc_shared "s" : !tile.ref<16x8xbf16, smem>
  %ones = arith.constant dense<1.0> : tensor<16x8xbf16>
  tile.store %ones, %s[0, 0] sizes [16, 8] : tensor<16x8xbf16>, !tile.ref<16x8xbf16, smem>
  tilegpu.commit_shared
  %a = arith.constant dense<2.0> : tensor<64x16xbf16>
  %init = arith.constant dense<0.5> : tensor<64x8xf32>
  %acc = tilegpu.alloc_accumulator "acc" init %init : tensor<64x8xf32> : !tilegpu.accumulator<64x8xf32>
  tilegpu.wgmma %acc, %a, %s : !tilegpu.accumulator<64x8xf32>, tensor<64x16xbf16>, !tile.ref<16x8xbf16, smem>
  %r = tilegpu.read_accumulator %acc : !tilegpu.accumulator<64x8xf32> -> tensor<64x8xf32>
  %row = tile.slice %r[63, 0] sizes [1, 8] strides [1, 1] : tensor<64x8xf32> -> tensor<1x8xf32>
  %flat = tile.reshape %row : tensor<1x8xf32> -> tensor<8xf32>
  tile.store %flat, %o[0] sizes [8] : tensor<8xf32>, !tile.ref<8xf32, gmem>)", "warpgroups = 1 : i64", "1", "8"), "[32.5 32.5 32.5 32.5 32.5 32.5 32.5 32.5]\n");
}

TEST(WarpgroupOperations, columns_that_a_product_lacks_stay) {
  // Sums of 64x16, 8 columns of which are multiplied: of [4, 12) the first four become 32.5.
  EXPECT_EQ(runKernel(R"(
  %s = tilegpu.alloc_shared "s" : !tile.ref<16x8xbf16, smem>
  %ones = arith.constant dense<1.0> : tensor<16x8xbf16>
  tile.store %ones, %s[0, 0] sizes [16, 8] : tensor<16x8xbf16>, !tile.ref<16x8xbf16, smem>
  tilegpu.commit_shared
  %a = arith.constant dense<2.0> : tensor<64x16xbf16>
  %init = arith.constant dense<0.5> : tensor<64x16xf32>
  %acc = tilegpu.alloc_accumulator "acc" init %init : tensor<64x16xf32> : !tilegpu.accumulator<64x16xf32>
  tilegpu.wgmma %acc, %a, %s : !tilegpu.accumulator<64x16xf32>, tensor<64x16xbf16>, !tile.ref<16x8xbf16, smem>
  %r = tilegpu.read_accumulator %acc : !tilegpu.accumulator<64x16xf32> -> tensor<64x16xf32>
  %row = tile.slice %r[63, 4] sizes [1, 8] strides [1, 1] : tensor<64x16xf32> -> tensor<1x8xf32>
  %flat = tile.reshape %row : tensor<1x8xf32> -> tensor<8xf32>
  tile.store %flat, %o[0] sizes [8] : tensor<8xf32>, !tile.ref<8xf32, gmem>)",
                      "warpgroups = 1 : i64", "1", "8"),
            "[32.5 32.5 32.5 32.5  0.5  0.5  0.5  0.5]\n");
}

TEST(WarpgroupOperations, copies_in_without_a_barrier) {
  EXPECT_EQ(runKernel(R"(
  %s = tilegpu.alloc_shared "s" : !tile.ref<4x8xf32, smem>
  tilegpu.copy_in %x to %s : !tile.ref<4x8xf32, gmem>, !tile.ref<4x8xf32, smem>
  tilegpu.wait_copies_in 0
  %v = tile.load %s[3, 6] sizes [1, 2] drop [0] : !tile.ref<4x8xf32, smem> -> tensor<2xf32>
  tile.store %v, %o[0] sizes [2] : tensor<2xf32>, !tile.ref<2xf32, gmem>)", "warpgroups = 1 : i64", "1", "2"), "[30. 31.]\n");
}

TEST(WarpgroupOperations, sums_of_8_bit_floats_keep_13_bits) {
  // Measured on H100 (research's test 5): in one instruction of 32 products 4096 + 32 * 0.25 loses all, 4096 + 32 * 0.5 is 4112.
  for (auto [value, sum] : {std::pair("0.25", "4096."), std::pair("0.5", "4112.")})
    EXPECT_EQ(runKernel(std::string(R"(
  %s = tilegpu.alloc_shared "s" : !tile.ref<8x32xf8E4M3FN, smem>
  %ones = arith.constant dense<1.0> : tensor<8x32xf8E4M3FN>
  tile.store %ones, %s[0, 0] sizes [8, 32] : tensor<8x32xf8E4M3FN>, !tile.ref<8x32xf8E4M3FN, smem>
  tilegpu.commit_shared
  %t = tilegpu.transpose_ref %s [1, 0] : !tile.ref<8x32xf8E4M3FN, smem> -> !tile.ref<32x8xf8E4M3FN, smem>
  %a = arith.constant dense<)") + value + R"(> : tensor<64x32xf8E4M3FN>
  %init = arith.constant dense<4096.0> : tensor<64x8xf32>
  %acc = tilegpu.alloc_accumulator "acc" init %init : tensor<64x8xf32> : !tilegpu.accumulator<64x8xf32>
  tilegpu.wgmma %acc, %a, %t : !tilegpu.accumulator<64x8xf32>, tensor<64x32xf8E4M3FN>, !tile.ref<32x8xf8E4M3FN, smem>
  %r = tilegpu.read_accumulator %acc : !tilegpu.accumulator<64x8xf32> -> tensor<64x8xf32>
  %row = tile.slice %r[0, 0] sizes [1, 2] strides [1, 1] : tensor<64x8xf32> -> tensor<1x2xf32>
  %flat = tile.reshape %row : tensor<1x2xf32> -> tensor<2xf32>
  tile.store %flat, %o[0] sizes [2] : tensor<2xf32>, !tile.ref<2xf32, gmem>)", "warpgroups = 1 : i64", "1", "2"), std::string("[") + sum + " " + sum + "]\n");
}

TEST(WarpgroupOperations, integers_are_exact) {
  // 64 products of -100 and 127: -812800.
  EXPECT_EQ(runKernel(R"(
  %s = tilegpu.alloc_shared "s" : !tile.ref<8x64xi8, smem>
  %b = arith.constant dense<127> : tensor<8x64xi8>
  tile.store %b, %s[0, 0] sizes [8, 64] : tensor<8x64xi8>, !tile.ref<8x64xi8, smem>
  tilegpu.commit_shared
  %t = tilegpu.transpose_ref %s [1, 0] : !tile.ref<8x64xi8, smem> -> !tile.ref<64x8xi8, smem>
  %a = arith.constant dense<-100> : tensor<64x64xi8>
  %acc = tilegpu.alloc_accumulator "acc" : !tilegpu.accumulator<64x8xi32>
  tilegpu.wgmma %acc, %a, %t : !tilegpu.accumulator<64x8xi32>, tensor<64x64xi8>, !tile.ref<64x8xi8, smem>
  %r = tilegpu.read_accumulator %acc : !tilegpu.accumulator<64x8xi32> -> tensor<64x8xi32>
  %f = arith.sitofp %r : tensor<64x8xi32> to tensor<64x8xf32>
  %row = tile.slice %f[0, 0] sizes [1, 2] strides [1, 1] : tensor<64x8xf32> -> tensor<1x2xf32>
  %flat = tile.reshape %row : tensor<1x2xf32> -> tensor<2xf32>
  tile.store %flat, %o[0] sizes [2] : tensor<2xf32>, !tile.ref<2xf32, gmem>)", "warpgroups = 1 : i64", "1", "2"), "[-812800. -812800.]\n");
}
