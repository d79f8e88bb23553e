// SPDX-License-Identifier: Apache-2.0
// Launches: blocks, edges of arrays, masks, launch order, records.
#include "tests/unit/interpreter/RunText.h"

using namespace tessera;
using namespace tessera::test;

namespace {
const char *addKernel = R"(
  tile.kernel @add(%x: !tile.ref<4xf32> {tile.access = #tile.access<read>, tile.block = #tile.block<4 of 10xf32 at @map>, tile.name = "x_ref"},
                   %o: !tile.ref<4xf32> {tile.access = #tile.access<write>, tile.block = #tile.block<4 of 10xf32 at @map>, tile.name = "o_ref"})
      attributes {source = "pallas"} {
    %a = tile.load %x[0] sizes [4] : !tile.ref<4xf32> -> tensor<4xf32>
    %b = arith.addf %a, %a : tensor<4xf32>
    tile.store %b, %o[0] sizes [4] : tensor<4xf32>, !tile.ref<4xf32>
    tile.return
  }
  func.func private @map(%i: i32) -> i32 {
    return %i : i32
  })";

std::string launchAdd(const char *grid) {
  return printing(std::string("%x = tile.iota 0 : tensor<10xf32>\n%y = tile.launch @add grid [") + grid + "] (%x) : (tensor<10xf32>) -> tensor<10xf32>",
                  {{"%y", "tensor<10xf32>"}}, addKernel);
}
} // namespace

TEST(Kernel, a_block_may_hang_over_the_end) { EXPECT_EQ(runText(launchAdd("3")), "[ 0.  2.  4.  6.  8. 10. 12. 14. 16. 18.]\n"); }

TEST(Kernel, what_no_program_writes_is_poison) { EXPECT_EQ(runText(launchAdd("2")), "[ 0.  2.  4.  6.  8. 10. 12. 14. nan nan]\n"); }

TEST(Kernel, a_block_outside_the_array_is_an_error) {
  Program program(launchAdd("4"));
  interpreter::RunResult result = program.run();
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::outOfBounds);
  EXPECT_EQ(result.diagnostics[0].message, "program (3,) of `add` gets block (3,) of `x_ref`, which has 3 blocks");
  EXPECT_TRUE(result.diagnostics[0].range.isValid());
}

TEST(Kernel, accesses_are_recorded) {
  Program program(launchAdd("3"));
  interpreter::RunOptions options;
  options.recordAccesses = true;
  interpreter::RunResult result = program.run(options);
  ASSERT_EQ(result.launches.size(), 1u);
  const auto &accesses = result.launches[0].accesses;
  ASSERT_EQ(accesses.size(), 3u);
  EXPECT_EQ(accesses[1][0].begin, std::vector<int64_t>{4});
  EXPECT_EQ(accesses[2][1].begin, std::vector<int64_t>{8});
  EXPECT_EQ(accesses[2][1].end, std::vector<int64_t>{10});
  EXPECT_EQ(accesses[2][1].elements, 2);
}

TEST(Kernel, squeezed_and_element_axes) {
  EXPECT_EQ(runText(printing(R"(
    %x = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi32>
    %y = tile.launch @k grid [2] (%x) : (tensor<2x4xi32>) -> tensor<2x2xi32>)",
                             {{"%y", "tensor<2x2xi32>"}}, R"(
  tile.kernel @k(%x: !tile.ref<2xi32> {tile.access = #tile.access<read>, tile.block = #tile.block<1x2 of 2x4xi32 at @from squeeze [0] element [1]>},
                 %o: !tile.ref<2xi32> {tile.access = #tile.access<write>, tile.block = #tile.block<1x2 of 2x2xi32 at @to squeeze [0]>})
      attributes {source = "pallas"} {
    %a = tile.load %x[0] sizes [2] : !tile.ref<2xi32> -> tensor<2xi32>
    tile.store %a, %o[0] sizes [2] : tensor<2xi32>, !tile.ref<2xi32>
    tile.return
  }
  func.func private @from(%i: i32) -> (i32, i32) {
    %one = arith.constant 1 : i32
    %j = arith.addi %i, %one : i32
    return %i, %j : i32, i32
  }
  func.func private @to(%i: i32) -> (i32, i32) {
    %zero = arith.constant 0 : i32
    return %i, %zero : i32, i32
  })")),
            "[[1 2]\n [6 7]]\n");
}

TEST(Kernel, readwrite_keeps_the_hosts_array) {
  EXPECT_EQ(runText(printing(R"(
    %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %y = tile.launch @k grid [3] (%x) : (tensor<2xf32>) -> tensor<2xf32>)",
                             {{"%x", "tensor<2xf32>"}, {"%y", "tensor<2xf32>"}}, R"(
  tile.kernel @k(%x: !tile.ref<2xf32> {tile.access = #tile.access<readwrite>}) attributes {source = "pallas"} {
    %a = tile.load %x[0] sizes [2] : !tile.ref<2xf32> -> tensor<2xf32>
    %b = arith.addf %a, %a : tensor<2xf32>
    tile.store %b, %x[0] sizes [2] : tensor<2xf32>, !tile.ref<2xf32>
    tile.return
  })")),
            "[1. 2.]\n[ 8. 16.]\n");
}

TEST(Kernel, scratch_lives_for_the_launch_and_begins_poisoned) {
  EXPECT_EQ(runText(printing(R"(
    %y = tile.launch @k grid [2] () : () -> tensor<2xf32>)",
                             {{"%y", "tensor<2xf32>"}}, R"(
  tile.kernel @k(%o: !tile.ref<2xf32> {tile.access = #tile.access<write>}, %s: !tile.ref<f32> {tile.access = #tile.access<scratch>})
      attributes {source = "pallas"} {
    %i = tile.program_id 0
    %old = tile.load %s[] sizes [] : !tile.ref<f32> -> f32
    tile.store %old, %o[%i] sizes [1] drop [0] : f32, !tile.ref<2xf32>
    %one = arith.constant 1.0 : f32
    tile.store %one, %s[] sizes [] : f32, !tile.ref<f32>
    tile.return
  })")),
            "[nan  1.]\n");
}

TEST(Kernel, rank_0_results_and_scalar_arguments) {
  EXPECT_EQ(runText(printing(R"(
    %n = arith.constant 41 : i32
    %y = tile.launch @k grid [1] (%n) : (i32) -> i32)",
                             {{"%y", "i32"}}, R"(
  tile.kernel @k(%n: i32, %o: !tile.ref<i32> {tile.access = #tile.access<write>}) attributes {source = "pallas"} {
    %one = arith.constant 1 : i32
    %m = arith.addi %n, %one : i32
    tile.store %m, %o[] sizes [] : i32, !tile.ref<i32>
    tile.return
  })")),
            "42\n");
}

TEST(Kernel, pallas_runs_the_last_axis_fastest_and_triton_the_first) {
  for (bool triton : {false, true})
    EXPECT_EQ(runText(printing(R"(
      %zero = arith.constant dense<0> : tensor<1xi32>
      %y = tile.launch @k grid [2, 2] (%zero) : (tensor<1xi32>) -> tensor<1xi32>)",
                               {{"%y", "tensor<1xi32>"}}, R"(
    tile.kernel @k(%x: !tile.ref<1xi32> {tile.access = #tile.access<readwrite>}) attributes {source = ")" + std::string(triton ? "triton" : "pallas") + R"("} {
      %i = tile.program_id 0
      %j = tile.program_id 1
      %n = tile.num_programs 1
      %two = arith.constant 2 : i32
      %ten = arith.constant 10 : i32
      %a = arith.muli %i, %n : i32
      %b = arith.addi %a, %j : i32
      %old = tile.load %x[0] sizes [1] drop [0] : !tile.ref<1xi32> -> i32
      %c = arith.muli %old, %ten : i32
      %d = arith.addi %c, %b : i32
      tile.store %d, %x[0] sizes [1] drop [0] : i32, !tile.ref<1xi32>
      tile.return
    })")),
              triton ? "[213]\n" : "[123]\n");
}

namespace {
/// Triton's vector addition: 10 elements, blocks of 8; `bound` is what the mask compares with.
std::string tritonAdd(const char *bound) {
  return printing(std::string(R"(
    %x = tile.iota 0 : tensor<10xf32>
    %n = arith.constant )") + bound + R"( : i32
    %y = tile.launch @add_kernel grid [2] (%x, %x, %n) : (tensor<10xf32>, tensor<10xf32>, i32) -> tensor<10xf32>)",
                  {{"%y", "tensor<10xf32>"}}, R"(
  tile.kernel @add_kernel(%x: !tile.ref<?xf32> {tile.name = "x_ptr"}, %y: !tile.ref<?xf32> {tile.name = "y_ptr"},
                          %o: !tile.ref<?xf32> {tile.access = #tile.access<write>, tile.name = "output_ptr"}, %n: i32) attributes {source = "triton"} {
    %pid = tile.program_id 0
    %eight = arith.constant 8 : i32
    %start = arith.muli %pid, %eight : i32
    %range = tile.iota 0 : tensor<8xi32>
    %base = tile.broadcast %start axes [] : i32 -> tensor<8xi32>
    %offsets = arith.addi %base, %range : tensor<8xi32>
    %bound = tile.broadcast %n axes [] : i32 -> tensor<8xi32>
    %mask = arith.cmpi slt, %offsets, %bound : tensor<8xi32>
    %a = tile.gather %x[%offsets] mask %mask : tensor<8xi1> : !tile.ref<?xf32>[tensor<8xi32>] -> tensor<8xf32>
    %b = tile.gather %y[%offsets] mask %mask : tensor<8xi1> : !tile.ref<?xf32>[tensor<8xi32>] -> tensor<8xf32>
    %c = arith.addf %a, %b : tensor<8xf32>
    tile.scatter %c, %o[%offsets] mask %mask : tensor<8xi1> : tensor<8xf32>, !tile.ref<?xf32>[tensor<8xi32>]
    tile.return
  })");
}
} // namespace

TEST(Kernel, tritons_vector_add) { EXPECT_EQ(runText(tritonAdd("10")), "[ 0.  2.  4.  6.  8. 10. 12. 14. 16. 18.]\n"); }

TEST(Kernel, a_missing_mask_names_kernel_program_and_index) {
  Program program(tritonAdd("12"));
  interpreter::RunResult result = program.run();
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::outOfBounds);
  EXPECT_EQ(result.diagnostics[0].message, "`add_kernel` reads `x_ptr[10]` in program (1,), but `x_ptr` has 10 elements");
  EXPECT_GT(result.diagnostics[0].range.begin.line, 1u);
}

TEST(Kernel, recorded_boxes_of_a_flat_ref_are_the_arrays) {
  Program program(printing(R"(
    %x = arith.constant dense<0.0> : tensor<4x4xf32>
    %y = tile.launch @k grid [1] (%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>)",
                           {}, R"(
  tile.kernel @k(%x: !tile.ref<?xf32>, %o: !tile.ref<?xf32> {tile.access = #tile.access<write>}) attributes {source = "triton"} {
    %i = arith.constant dense<[[5, 6], [9, 10]]> : tensor<2x2xi32>
    %a = tile.gather %x[%i] : !tile.ref<?xf32>[tensor<2x2xi32>] -> tensor<2x2xf32>
    tile.scatter %a, %o[%i] : tensor<2x2xf32>, !tile.ref<?xf32>[tensor<2x2xi32>]
    tile.return
  })"));
  interpreter::RunOptions options;
  options.recordAccesses = true;
  interpreter::RunResult result = program.run(options);
  ASSERT_EQ(result.launches.size(), 1u);
  const interpreter::AccessBox &box = result.launches[0].accesses[0][0];
  EXPECT_EQ(box.begin, (std::vector<int64_t>{1, 1}));
  EXPECT_EQ(box.end, (std::vector<int64_t>{3, 3}));
  EXPECT_EQ(box.elements, 4);
}

TEST(Kernel, masked_slices) {
  EXPECT_EQ(runText(printing(R"(
    %x = tile.iota 0 : tensor<4xf32>
    %y = tile.launch @k grid [1] (%x) : (tensor<4xf32>) -> tensor<6xf32>)",
                             {{"%y", "tensor<6xf32>"}}, R"(
  tile.kernel @k(%x: !tile.ref<4xf32> {tile.access = #tile.access<read>}, %o: !tile.ref<6xf32> {tile.access = #tile.access<write>})
      attributes {source = "pallas"} {
    %two = arith.constant 2 : i32
    %m = arith.constant dense<[true, true, false]> : tensor<3xi1>
    %other = arith.constant dense<9.0> : tensor<3xf32>
    %a = tile.load %x[%two] sizes [3] mask %m : tensor<3xi1> other %other : tensor<3xf32> : !tile.ref<4xf32> -> tensor<3xf32>
    tile.store %a, %o[0] sizes [3] : tensor<3xf32>, !tile.ref<6xf32>
    tile.store %other, %o[3] sizes [3] mask %m : tensor<3xi1> : tensor<3xf32>, !tile.ref<6xf32>
    tile.return
  })")),
            "[ 2.  3.  9.  9.  9. nan]\n");
}

TEST(Kernel, a_computed_slice_outside_is_an_error) {
  Program program(printing(R"(
    %x = tile.iota 0 : tensor<4xf32>
    %y = tile.launch @k grid [1] (%x) : (tensor<4xf32>) -> tensor<2xf32>)",
                           {}, R"(
  tile.kernel @k(%x: !tile.ref<4xf32> {tile.access = #tile.access<read>, tile.name = "x_ref"}, %o: !tile.ref<2xf32> {tile.access = #tile.access<write>})
      attributes {source = "pallas"} {
    %three = arith.constant 3 : i32
    %a = tile.load %x[%three] sizes [2] : !tile.ref<4xf32> -> tensor<2xf32>
    tile.store %a, %o[0] sizes [2] : tensor<2xf32>, !tile.ref<2xf32>
    tile.return
  })"));
  interpreter::RunResult result = program.run();
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].message, "`k` reads `x_ref[4]` in program (0,), but `x_ref` has 4 elements");
}

TEST(Kernel, a_blocked_product_has_the_bits_of_the_whole) {
  EXPECT_EQ(runText(printing(R"(
    %k1 = arith.constant dense<[0, 1]> : tensor<2xi32>
    %k2 = arith.constant dense<[0, 2]> : tensor<2xi32>
    %x = tile.random threefry normal %k1 : tensor<2xi32> -> tensor<64x96xf32>
    %y = tile.random threefry normal %k2 : tensor<2xi32> -> tensor<96x64xf32>
    %z = tile.launch @matmul grid [2, 2] (%x, %y) : (tensor<64x96xf32>, tensor<96x64xf32>) -> tensor<64x64xf32>
    %w = tile.dot %x, %y : tensor<64x96xf32>, tensor<96x64xf32> -> tensor<64x64xf32>
    tile.check_close %z, %w rtol 0.0 atol 0.0 : tensor<64x64xf32>, tensor<64x64xf32>)",
                             {}, R"(
  tile.kernel @matmul(%x: !tile.ref<32x96xf32> {tile.block = #tile.block<32x96 of 64x96xf32 at @rows>},
                      %y: !tile.ref<96x32xf32> {tile.block = #tile.block<96x32 of 96x64xf32 at @columns>},
                      %z: !tile.ref<32x32xf32> {tile.access = #tile.access<write>, tile.block = #tile.block<32x32 of 64x64xf32 at @both>})
      attributes {source = "pallas"} {
    %a = tile.load %x[0, 0] sizes [32, 96] : !tile.ref<32x96xf32> -> tensor<32x96xf32>
    %b = tile.load %y[0, 0] sizes [96, 32] : !tile.ref<96x32xf32> -> tensor<96x32xf32>
    %c = tile.dot %a, %b : tensor<32x96xf32>, tensor<96x32xf32> -> tensor<32x32xf32>
    tile.store %c, %z[0, 0] sizes [32, 32] : tensor<32x32xf32>, !tile.ref<32x32xf32>
    tile.return
  }
  func.func private @rows(%i: i32, %j: i32) -> (i32, i32) {
    %zero = arith.constant 0 : i32
    return %i, %zero : i32, i32
  }
  func.func private @columns(%i: i32, %j: i32) -> (i32, i32) {
    %zero = arith.constant 0 : i32
    return %zero, %j : i32, i32
  }
  func.func private @both(%i: i32, %j: i32) -> (i32, i32) {
    return %i, %j : i32, i32
  })")),
            "");
}

TEST(Kernel, index_maps_can_be_asked) {
  Program program(launchAdd("3"));
  auto map = program.get().lookupSymbol<mlir::func::FuncOp>("map");
  DiagnosticSink sink;
  auto indices = interpreter::evaluateIndexMap(map, {2}, 1, sink);
  ASSERT_TRUE(mlir::succeeded(indices));
  EXPECT_EQ(*indices, std::vector<int64_t>{2});
  EXPECT_TRUE(mlir::failed(interpreter::evaluateIndexMap(map, {2, 3}, 1, sink)));
  EXPECT_TRUE(sink.hasErrors());
}
