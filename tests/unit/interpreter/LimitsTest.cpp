// SPDX-License-Identifier: Apache-2.0
// Memory, endless loops, cancellation, other devices.
#include "tests/unit/interpreter/RunText.h"

using namespace tessera;
using namespace tessera::test;

TEST(Limits, memory) {
  Program program("func.func @main() {\n%x = tile.iota 0 : tensor<1000000xf32>\n%y = arith.addf %x, %x : tensor<1000000xf32>\nreturn\n}");
  interpreter::RunOptions options;
  options.memoryLimit = 3000000;
  interpreter::RunResult result = program.run(options);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::memoryLimit);
  options.memoryLimit = 5000000; // the sum is written over its operand
  result = program.run(options);
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.peakBytes, 4000000u);
}

TEST(Limits, an_array_beyond_all_memory) {
  Program program("func.func @main() {\n%x = tile.iota 0 : tensor<1000000x1000000x1000000xf32>\nreturn\n}");
  interpreter::RunResult result = program.run();
  EXPECT_FALSE(result.ok);
  EXPECT_EQ(result.diagnostics.size(), 1u);
}

TEST(Limits, scratch_beyond_all_memory) {
  Program program(R"(func.func @main() {
    tile.launch @k grid [1] () : () -> ()
    return
  }
  tile.kernel @k(%s: !tile.ref<4000000000x4000000000xf32> {tile.access = #tile.access<scratch>}) attributes {source = "pallas"} { tile.return })");
  interpreter::RunResult result = program.run();
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::memoryLimit);
}

TEST(Limits, an_endless_loop_stops) {
  Program program(R"(func.func @main() {
    %yes = arith.constant true
    scf.while : () -> () {
      scf.condition(%yes)
    } do {
      scf.yield
    }
    return
  })");
  int polls = 0;
  interpreter::RunOptions options;
  options.isCancelled = [&] { return ++polls > 3; };
  interpreter::RunResult result = program.run(options);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::cancelled);
}

TEST(Limits, a_step_of_zero) {
  Program program(R"(func.func @main() {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    scf.for %i = %zero to %one step %zero : i32 {
    }
    return
  })");
  interpreter::RunResult result = program.run();
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::valueError);
}

TEST(Limits, a_module_without_main) {
  interpreter::RunResult result = Program("module {}").run();
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::internalError);
}

namespace {
const char *negateProgram = R"(func.func @main() {
    %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
    %y = tile.launch @negate grid [2] (%x) : (tensor<2xf32>) -> tensor<2xf32>
    %t = tile.format ["", ""](%y) specs [""] styles [#tile<style numpy>] : tensor<2xf32>
    tile.print %t
    return
  }
  tile.kernel @negate(%x: !tile.ref<2xf32> {tile.access = #tile.access<read>}, %o: !tile.ref<2xf32> {tile.access = #tile.access<write>})
      attributes {source = "pallas"} {
    %a = tile.load %x[0] sizes [2] : !tile.ref<2xf32> -> tensor<2xf32>
    %b = arith.negf %a : tensor<2xf32>
    tile.store %b, %o[0] sizes [2] : tensor<2xf32>, !tile.ref<2xf32>
    tile.return
  })";

struct Doubler : interpreter::LaunchDevice {
  bool fails = false;
  mlir::LogicalResult launch(tile::LaunchOp, llvm::ArrayRef<numerics::Array> inputs, llvm::MutableArrayRef<numerics::Array> outputs,
                             DiagnosticSink &) override {
    if (fails)
      return mlir::failure();
    EXPECT_TRUE(std::isnan(outputs[0].getDouble(0)));
    for (int64_t i = 0; i < inputs[0].size(); ++i)
      outputs[0].setDouble(i, 2 * inputs[0].getDouble(i));
    return mlir::success();
  }
};
} // namespace

TEST(Devices, a_launch_goes_to_the_device) {
  Doubler device;
  interpreter::RunOptions options;
  options.device = &device;
  EXPECT_EQ(runText(negateProgram, options), "[2. 4.]");
  EXPECT_EQ(runText(negateProgram), "[-1. -2.]");
}

TEST(Devices, a_device_that_fails_silently_is_reported) {
  Doubler device;
  device.fails = true;
  interpreter::RunOptions options;
  options.device = &device;
  interpreter::RunResult result = Program(negateProgram).run(options);
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].id, DiagnosticId::launchFailed);
}

TEST(Devices, progress_is_told) {
  std::vector<int64_t> done;
  interpreter::RunOptions options;
  options.onProgress = [&](llvm::StringRef, int64_t programs, int64_t) { done.push_back(programs); };
  runText(negateProgram, options);
  EXPECT_EQ(done, (std::vector<int64_t>{0, 2}));
}
