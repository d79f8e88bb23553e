// SPDX-License-Identifier: Apache-2.0
// The model of time on programs whose cycles are known by hand, and what must hold of any prediction. Machine code is
// made by the ptxas of this machine.
#include "runner/device/AssembleMap.h"
#include "runner/emulator/Emulator.h"
#include "runner/emulator/ptx/Parser.h"
#include "runner/emulator/time/Predict.h"
#include <gtest/gtest.h>
#include <numeric>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::emulator;

namespace {

#define SKIP_WITHOUT_PTXAS()                                                                                           \
  if (!codegen::hasAssembler())                                                                                        \
  GTEST_SKIP() << "there is no ptxas on this machine"

struct Launch {
  uint32_t grid = 1, block = 32;
  uint64_t bytes = 1 << 20; // of the one array that kernels take, of zeros
  const char *card = "h100";
  rates::Rates rates = rates::hopper;
};

std::string wrap(const std::string &registers, const std::string &body, const char *target = "sm_90a") {
  return std::string(".version 8.0\n.target ") + target + "\n.address_size 64\n.visible .entry k(.param .u64 p) {\n" +
         ".reg .b64 %rd<9>; .reg .b32 %r<99>; .reg .f32 %f<99>; .reg .pred %p<9>; " + registers +
         "\nld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\n"
         "mad.lo.u32 %r4, %r2, %r3, %r1;\nmul.wide.u32 %rd2, %r4, 4;\nadd.s64 %rd3, %rd1, %rd2;\n" +
         body + "ret;\n}\n";
}

struct Predicted {
  std::optional<TimePrediction> time;
  std::string error;
  Recording recording; // as far as it is looked at afterwards
};

Predicted predict(const std::string &text, const Launch &launch = {}) {
  DiagnosticSink sink;
  std::unique_ptr<Program> program = load(text, "test.ptx", sink);
  Predicted answer;
  EXPECT_TRUE(program) << (sink.all().empty() ? "" : sink.all().front().message);
  if (!program)
    return answer;
  mlir::FailureOr<MachineMap> map = assembleMap(program->module, sink);
  EXPECT_TRUE(mlir::succeeded(map));
  if (mlir::failed(map))
    return answer;
  const rates::Card &card = *rates::findCard(launch.card);
  WalkPlan plan(program->module, *map->find("k"));
  LaunchRecorder recorder(*program, {[&](uint64_t cta) { return isTimed(cta, card); }, 10'000'000, card.l2Usable});
  GlobalMemory memory;
  placeVariables(*program, memory);
  uint64_t address = memory.allocate(launch.bytes, "p", true).address;
  std::vector<uint8_t> parameters(8);
  std::memcpy(parameters.data(), &address, 8);
  LaunchShape shape;
  shape.grid[0] = launch.grid;
  shape.block[0] = launch.block;
  RunOptions options;
  options.observer = &recorder;
  RunResult result = emulator::launch(*program, *program->find("k"), shape, parameters, memory, options, sink);
  EXPECT_TRUE(result.ok) << (sink.all().empty() ? "" : sink.all().front().message);
  answer.recording = recorder.take(launch.grid, launch.block, program->staticSharedBytes);
  answer.time = predictTime(plan, answer.recording, card, launch.rates, answer.error);
  return answer;
}

std::string repeat(unsigned count, const std::string &text) {
  std::string all;
  for (unsigned i = 0; i < count; ++i)
    all += text;
  return all;
}

/// Cycles of a kernel less those of the same with nothing between its load and its store.
double cyclesOf(const std::string &body, const Launch &launch = {}) {
  auto whole = [&](const std::string &middle) {
    return wrap("",
                "ld.global.f32 %f1, [%rd3];\nld.global.f32 %f2, [%rd3+4];\n" + middle + "st.global.f32 [%rd3], %f1;\n");
  };
  Predicted with = predict(whole(body), launch), without = predict(whole("add.f32 %f1, %f1, %f2;\n"), launch);
  EXPECT_TRUE(with.time && without.time) << with.error << without.error;
  return with.time && without.time ? with.time->cycles - without.time->cycles : 0;
}

TEST(PredictTime, AChainTakesItsLatency) {
  SKIP_WITHOUT_PTXAS();
  EXPECT_NEAR(cyclesOf(repeat(256, "fma.rn.f32 %f1, %f1, %f1, %f1;\n")) / 256, 4, 0.2);
}

TEST(PredictTime, WarpsOfASchedulerShareItsLanes) {
  SKIP_WITHOUT_PTXAS();
  // Eight warps a scheduler, chains of four cycles: two of the eight would do, so lanes limit: a cycle each.
  std::string chain = repeat(512, "fma.rn.f32 %f1, %f1, %f1, %f1;\n");
  Launch all;
  all.block = 1024;
  EXPECT_NEAR(cyclesOf(chain, all) / (512 * 8), 1, 0.1);
}

TEST(PredictTime, CyclesOfWarpsAddUp) {
  SKIP_WITHOUT_PTXAS();
  Launch launch;
  launch.block = 256;
  launch.grid = 132 * 3;
  Predicted p = predict(wrap("", "ld.global.f32 %f1, [%rd3];\nbar.sync 0;\n" + repeat(20, "mul.f32 %f1, %f1, %f1;\n") +
                                     "st.global.f32 [%rd3], %f1;\n"),
                        launch);
  ASSERT_TRUE(p.time) << p.error;
  EXPECT_EQ(p.time->timed, 3u);
  EXPECT_EQ(p.time->doubts, "");
  const ProcessorTime &time = p.time->processor;
  double sum = std::accumulate(time.warpCycles.begin(), time.warpCycles.end(), 0.0);
  double byPlace = std::accumulate(time.statementCycles.begin(), time.statementCycles.end(), 0.0);
  EXPECT_NEAR(sum, byPlace, 1e-6 * sum);
  EXPECT_EQ(time.warpCycles[static_cast<unsigned>(Stall::issued)], static_cast<double>(time.instructions));
  // All three CTAs are there from the beginning, so no warp lives longer than the launch.
  EXPECT_LE(sum, time.cycles * 24);
  EXPECT_GE(sum, time.cycles * 24 * 0.5);
}

TEST(PredictTime, ALoadThatTheNextOneNeedsTakesTheLatencyOfMemory) {
  SKIP_WITHOUT_PTXAS();
  // Each load's address needs the last one's value, which is 0.
  std::string step =
      "cvt.u64.u32 %rd4, %r9;\nadd.s64 %rd3, %rd3, %rd4;\nadd.s64 %rd3, %rd3, 4096;\nld.global.u32 %r9, [%rd3];\n";
  Predicted p = predict(wrap("", "mov.u32 %r9, 0;\n" + repeat(64, step) + "st.global.u32 [%rd1], %r9;\n"));
  ASSERT_TRUE(p.time) << p.error;
  EXPECT_NEAR(p.time->cycles / 64, rates::hopper.memoryLatency, 0.12 * rates::hopper.memoryLatency);
}

TEST(PredictTime, BytesOfMemoryAreCountedOnce) {
  SKIP_WITHOUT_PTXAS();
  Launch launch;
  launch.block = 256;
  launch.grid = 4096;
  launch.bytes = 4096 * 256 * 4;
  Predicted p =
      predict(wrap("", "ld.global.f32 %f1, [%rd3];\nadd.f32 %f1, %f1, %f1;\nst.global.f32 [%rd3], %f1;\n"), launch);
  ASSERT_TRUE(p.time) << p.error;
  EXPECT_NEAR(p.time->memoryBytes, 2.0 * 4096 * 256 * 4, 0.03 * 2 * 4096 * 256 * 4);
}

TEST(PredictTime, BankConflictsCostTheirTurns) {
  SKIP_WITHOUT_PTXAS();
  auto kernel = [](unsigned stride) {
    return wrap(".shared .align 4 .b8 box[32768];",
                "mov.u32 %r5, box;\nmad.lo.u32 %r5, %r1, " + std::to_string(4 * stride) +
                    ", %r5;\nst.shared.u32 [%r5], %r1;\nbar.sync 0;\n" +
                    repeat(64, "ld.shared.u32 %r6, [%r5];\nadd.u32 %r7, %r7, %r6;\nst.shared.u32 [%r5], %r7;\n") +
                    "st.global.u32 [%rd3], %r7;\n");
  };
  std::string begin = "mov.u32 %r7, 0;\n";
  auto cycles = [&](unsigned stride) {
    Launch launch;
    launch.block = 256;
    std::string text = kernel(stride);
    text.insert(text.find("mov.u32 %r5, box"), begin);
    Predicted p = predict(text, launch);
    EXPECT_TRUE(p.time) << p.error;
    return p.time ? (*p.time).processor[Unit::shared] : 0;
  };
  EXPECT_NEAR(cycles(32) / cycles(1), 32, 1);
}

TEST(PredictTime, SlowerPartsNeverMakeItFaster) {
  SKIP_WITHOUT_PTXAS();
  std::string text =
      wrap("", "ld.global.f32 %f1, [%rd3];\nbar.sync 0;\n" +
                   repeat(40, "fma.rn.f32 %f1, %f1, %f1, %f1;\nex2.approx.f32 %f2, %f1;\nadd.f32 %f1, %f1, %f2;\n") +
                   "st.global.f32 [%rd3], %f1;\n");
  Launch launch;
  launch.block = 512;
  launch.grid = 264;
  double base = predict(text, launch).time->cycles;
  for (const char *name : {"fma32Cycles", "specialCycles", "specialLatency", "memoryHumpLow", "memoryHumpHigh",
                           "barrierRelease", "l1Latency", "issueCycles", "blockStart", "l2Mean"}) {
    SCOPED_TRACE(name);
    Launch slower = launch;
    ASSERT_TRUE(rates::setRate(slower.rates, name, 1.5 * *rates::getRate(slower.rates, name)));
    EXPECT_GE(predict(text, slower).time->cycles, 0.98 * base);
  }
}

TEST(PredictTime, WhatItDoesNotKnowIsSaid) {
  SKIP_WITHOUT_PTXAS();
  Launch one;
  one.block = 1;
  Predicted p = predict(wrap(".shared .align 8 .b64 bar;", "mbarrier.init.shared.b64 [bar], 1;\n"), one);
  EXPECT_FALSE(p.time);
  EXPECT_EQ(p.error, "the model of time does not know `mbarrier.init.shared.b64` in line 13");
}

TEST(PredictTime, ResidencyIsTheTables) {
  // CUDA's occupancy calculator: 256 threads of 64 registers are 4 CTAs, of 32 registers 8; 100 KB of shared memory 2.
  EXPECT_EQ(findResidency(rates::hopper, 256, 64, 0).ctas, 4u);
  EXPECT_EQ(findResidency(rates::hopper, 256, 32, 0).ctas, 8u);
  EXPECT_EQ(findResidency(rates::hopper, 128, 32, 100 << 10).ctas, 2u);
  EXPECT_EQ(findResidency(rates::hopper, 32, 16, 0).limit, "blocks");
}

} // namespace
