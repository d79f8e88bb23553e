// SPDX-License-Identifier: Apache-2.0
// Ends of scopes and of kernels, and blocks that wait for each other.
#include "tests/unit/interpreter/RunText.h"

using namespace tessera;
using namespace tessera::test;

namespace {

interpreter::RunResult runKernel(const std::string &body, const std::string &grid = "1", uint64_t seed = 0) {
  Program program("func.func @main() {\n%flat = tile.iota 0 : tensor<32xf32>\n%x = tile.reshape %flat : tensor<32xf32> -> tensor<4x8xf32>\n"
                  "%o = tile.launch @k grid [" + grid + "] (%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>\nreturn\n}\n"
                  "tile.kernel @k(%x: !tile.ref<4x8xf32, gmem> {tile.access = #tile.access<read>, tile.name = \"x\"}, "
                  "%o: !tile.ref<4x8xf32, gmem> {tile.access = #tile.access<write>, tile.name = \"o\"}, %sem: !tile.ref<1xi32, gmem> {tile.access = #tile.access<scratch>}) "
                  "attributes {source = \"mosaic_gpu\", options = {warpgroups = 1 : i64}} {\n%c0 = arith.constant 0 : i32\n%c1 = arith.constant 1 : i32\n"
                  "%one = tilegpu.subview %sem[0] sizes [1] drop [0] : !tile.ref<1xi32, gmem> -> !tile.ref<i32, gmem>\n" + body + "\ntile.return\n}\n");
  interpreter::RunOptions options;
  options.warpgroups.seed = seed;
  return program.run(options);
}

std::string renderAll(const interpreter::RunResult &result) {
  std::string text;
  for (const Diagnostic &diagnostic : result.diagnostics)
    text += render(diagnostic);
  return text;
}

const std::string scope = R"(
  %s = tilegpu.alloc_shared "first" : !tile.ref<4x8xf32, smem>
  %bar = tilegpu.alloc_barrier "bar" : !tilegpu.barrier<1>
  tilegpu.copy_in %x to %s on %bar[%c0] : !tilegpu.barrier<1> : !tile.ref<4x8xf32, gmem>, !tile.ref<4x8xf32, smem>
)";

} // namespace

TEST(Scopes, a_buffer_is_given_back_while_it_is_filled) {
  interpreter::RunResult result = runKernel(scope + "tilegpu.free %s : !tile.ref<4x8xf32, smem>\ntilegpu.wait %bar[%c0] : !tilegpu.barrier<1>");
  ASSERT_EQ(result.diagnostics.size(), 1u) << renderAll(result);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::unawaitedOperation);
  EXPECT_NE(result.diagnostics[0].message.find("`first` is given back"), std::string::npos);
}

TEST(Scopes, memory_is_used_again_while_its_last_owner_is_read) {
  std::string text = scope + R"(
  tilegpu.wait %bar[%c0] : !tilegpu.barrier<1>
  tilegpu.copy_out %s to %o : !tile.ref<4x8xf32, smem>, !tile.ref<4x8xf32, gmem>
  tilegpu.free %s : !tile.ref<4x8xf32, smem>
  %t = tilegpu.alloc_shared "second" : !tile.ref<8xf32, smem>
  %v = arith.constant dense<1.0> : tensor<8xf32>
  WAIT
  tile.store %v, %t[0] sizes [8] : tensor<8xf32>, !tile.ref<8xf32, smem>
  tilegpu.wait_copies_out 0)";
  std::string wrong = text, right = text;
  wrong.replace(wrong.find("WAIT"), 4, "");
  right.replace(right.find("WAIT"), 4, "tilegpu.wait_copies_out 0 read");
  for (uint64_t seed = 0; seed < 5; ++seed) {
    interpreter::RunResult result = runKernel(wrong, "1", seed);
    ASSERT_EQ(result.diagnostics.size(), 1u) << renderAll(result);
    EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::dataRace);
    EXPECT_TRUE(runKernel(right, "1", seed).ok);
  }
}

TEST(Scopes, nobody_waits_for_a_copy) {
  interpreter::RunResult result = runKernel(scope);
  ASSERT_FALSE(result.diagnostics.empty());
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::mbarrierMisuse);
  EXPECT_NE(renderAll(result).find("nobody has waited for"), std::string::npos);
}

static std::string waitForLast(int blocks) {
  return "%pid = tile.program_id 0\n%last = arith.constant " + std::to_string(blocks - 1) + R"( : i32
  %isFirst = arith.cmpi eq, %pid, %c0 : i32
  %isLast = arith.cmpi eq, %pid, %last : i32
  scf.if %isFirst {
    tilegpu.semaphore_wait %one, %c1 : !tile.ref<i32, gmem>
  }
  scf.if %isLast {
    tilegpu.semaphore_signal %one, %c1 : !tile.ref<i32, gmem>
  })";
}

TEST(Scopes, a_block_may_wait_for_one_that_runs_beside_it) {
  interpreter::RunResult result = runKernel(waitForLast(100), "100");
  EXPECT_TRUE(result.ok) << renderAll(result);
}

TEST(Scopes, as_many_blocks_as_processors_run_beside_each_other) {
  // Block 0 stays, the others end and make room, so the last one begins.
  EXPECT_TRUE(runKernel(waitForLast(200), "200").ok);
  // All wait for the last: 132 run, and none of them ever ends.
  std::string all = waitForLast(200);
  all.replace(all.find("arith.cmpi eq, %pid, %c0"), 24, "arith.cmpi ne, %pid, %last");
  interpreter::RunResult result = runKernel(all, "200");
  ASSERT_EQ(result.diagnostics.size(), 1u) << renderAll(result);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::deadlock);
  EXPECT_NE(renderAll(result).find("68 blocks have not begun"), std::string::npos) << renderAll(result);
}
