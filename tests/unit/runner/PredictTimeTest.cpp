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
  double clock = 0;
  rates::Rates rates = rates::hopper;
};

std::string wrap(const std::string &registers, const std::string &body, const char *target = "sm_90a") {
  return std::string(".version 8.3\n.target ") + target + "\n.address_size 64\n.visible .entry k(.param .u64 p) {\n" +
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
  LaunchRecorder recorder(*program, {[&](uint64_t cluster, unsigned ctas) { return isTimed(cluster, ctas, card); },
                                     10'000'000,
                                     {getCacheShape(card, launch.rates)},
                                     static_cast<uint64_t>(card.processors)});
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
  answer.time = predictTime(plan, answer.recording, card, launch.rates, launch.clock, answer.error);
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

TEST(PredictTime, ALineThatIsStillComingIsWaitedForByAll) {
  SKIP_WITHOUT_PTXAS();
  // All warps go from line to line, each load's address with the last one's value in it. Who finds a line that another
  // has asked for gets it no sooner, and so does not overtake.
  std::string step =
      "cvt.u64.u32 %rd4, %r9;\nadd.s64 %rd1, %rd1, %rd4;\nadd.s64 %rd1, %rd1, 4096;\nld.global.u32 %r9, [%rd1];\n";
  std::string text = wrap("", "mov.u32 %r9, 0;\n" + repeat(64, step) + "st.global.u32 [%rd3], %r9;\n");
  Launch four;
  four.block = 128;
  Predicted one = predict(text), all = predict(text, four);
  ASSERT_TRUE(one.time && all.time) << one.error;
  EXPECT_GT(all.time->cycles, 0.99 * one.time->cycles);
  EXPECT_LT(all.time->cycles, 1.1 * one.time->cycles);
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

TEST(PredictTime, PartsOfSectorsTakeTheL2CacheTwiceAsLong) {
  SKIP_WITHOUT_PTXAS();
  // Four sectors a store: whole by 4 bytes a lane, the first halves of them by 2 bytes a lane.
  auto occupied = [](const std::string &place, const std::string &store) {
    Launch launch;
    launch.block = 256;
    Predicted p = predict(wrap(".reg .b16 %h<2>;", place +
                                                       "cvt.u64.u32 %rd4, %r5;\nadd.s64 %rd5, %rd1, %rd4;\n"
                                                       "cvt.u16.u32 %h1, %r1;\n" +
                                                       repeat(64, store + "add.s64 %rd5, %rd5, 1024;\n")),
                          launch);
    EXPECT_TRUE(p.time) << p.error;
    EXPECT_EQ(p.time ? p.time->l2Bytes : 0, 8.0 * 64 * 128);
    return p.time ? (*p.time).processor[Unit::l2] : 0;
  };
  double whole = occupied("shl.b32 %r5, %r1, 2;\n", "st.global.u32 [%rd5], %r1;\n");
  double halves = occupied("shr.u32 %r6, %r1, 3;\nshl.b32 %r6, %r6, 5;\nand.b32 %r7, %r1, 7;\nshl.b32 %r7, %r7, 1;\n"
                           "add.u32 %r5, %r6, %r7;\n",
                           "st.global.b16 [%rd5], %h1;\n");
  EXPECT_NEAR(halves / whole, rates::hopper.l2PartialWrite, 0.05);
}

TEST(PredictTime, CopiesToSharedMemoryWriteNothingBehindIt) {
  SKIP_WITHOUT_PTXAS();
  Launch launch;
  launch.block = 256;
  auto occupied = [&](const std::string &access) {
    Predicted p = predict(
        wrap(".shared .align 16 .b8 box[4096];", "mov.u32 %r5, box;\nmad.lo.u32 %r5, %r1, 4, %r5;\nmov.u32 %r7, 0;\n" +
                                                     repeat(64, access + "add.s64 %rd3, %rd3, 1024;\n") +
                                                     "cp.async.wait_all;\nst.shared.u32 [%r5], %r7;\n"),
        launch);
    EXPECT_TRUE(p.time) << p.error;
    return p.time ? (*p.time).processor[Unit::memory] : 0;
  };
  EXPECT_NEAR(occupied("cp.async.ca.shared.global [%r5], [%rd3], 4;\n") /
                  occupied("ld.global.u32 %r6, [%rd3];\nadd.u32 %r7, %r7, %r6;\n"),
              1, 0.05);
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

TEST(PredictTime, NoUnitIsBusyForLongerThanItTakes) {
  SKIP_WITHOUT_PTXAS();
  Launch launch;
  launch.block = 1024;
  std::string loads = repeat(256, "ld.volatile.shared.u32 %r7, [%r6];\nadd.u32 %r8, %r8, %r7;\n");
  Predicted p =
      predict(wrap(".shared .b32 box[1024];",
                   "mov.u32 %r5, box;\nmad.lo.u32 %r6, %r1, 4, %r5;\nmov.u32 %r8, 0;\nst.shared.u32 [%r6], %r8;\n"
                   "bar.sync 0;\n" +
                       loads + "st.global.u32 [%rd3], %r8;\n"),
              launch);
  ASSERT_TRUE(p.time) << p.error;
  EXPECT_GT(p.time->processor[Unit::address], 32 * 256); // one access of a warp a cycle
  for (unsigned unit = 0; unit < unitCount; ++unit)
    EXPECT_LE(p.time->processor.busy[unit], p.time->cycles) << getName(static_cast<Unit>(unit));
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

// --- what is asynchronous

/// Two warps pass a token to and fro: `rounds` times there and back.
std::string handOff(unsigned rounds) {
  return wrap(
      ".shared .align 8 .b64 there;\n.shared .align 8 .b64 back;",
      "mov.u32 %r5, there;\nmov.u32 %r6, back;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra begun;\n"
      "mbarrier.init.shared.b64 [%r5], 1;\nmbarrier.init.shared.b64 [%r6], 1;\nbegun:\nbar.sync 0;\n"
      "mov.u32 %r7, 0;\nand.b32 %r8, %r1, 31;\nsetp.ne.u32 %p2, %r8, 0;\nsetp.lt.u32 %p1, %r1, 32;\n@!%p1 bra second;\n"
      "first:\nand.b32 %r9, %r7, 1;\n@%p2 bra toldFirst;\nmbarrier.arrive.shared.b64 _, [%r5];\ntoldFirst:\n"
      "waitBack:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r6], %r9;\n@!%p3 bra waitBack;\n"
      "add.u32 %r7, %r7, 1;\nsetp.lt.u32 %p4, %r7, " +
          std::to_string(rounds) +
          ";\n@%p4 bra first;\nbra done;\n"
          "second:\nand.b32 %r9, %r7, 1;\nwaitThere:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r5], %r9;\n"
          "@!%p3 bra waitThere;\n@%p2 bra toldSecond;\nmbarrier.arrive.shared.b64 _, [%r6];\ntoldSecond:\n"
          "add.u32 %r7, %r7, 1;\nsetp.lt.u32 %p4, %r7, " +
          std::to_string(rounds) + ";\n@%p4 bra second;\ndone:\n");
}

TEST(PredictTime, AHandOffThroughMbarriersTakesWhatWasMeasured) {
  SKIP_WITHOUT_PTXAS();
  Launch launch;
  launch.block = 64;
  Predicted longer = predict(handOff(128), launch), shorter = predict(handOff(64), launch);
  ASSERT_TRUE(longer.time && shorter.time) << longer.error;
  EXPECT_NEAR((longer.time->cycles - shorter.time->cycles) / 64, rates::hopper.mbarrierHandoff,
              0.2 * rates::hopper.mbarrierHandoff);
  EXPECT_GT(longer.time->processor.warpCycles[static_cast<unsigned>(Stall::mbarrier)], 0);
}

/// A warp that arrives by its first lane alone, and waits for what it did two rounds before: by a guard, or by a
/// branch, where the other lanes come to the next round's wait before it, since the loop's end stands before its body.
std::string arriveByOneLane(unsigned rounds, bool diverges) {
  std::string arrive = diverges ? "@%p2 bra latch;\nmbarrier.arrive.shared.b64 _, [%r8];\nbra.uni latch;\n"
                                : "@!%p2 mbarrier.arrive.shared.b64 _, [%r8];\nbra.uni latch;\n";
  return wrap(
      ".shared .align 8 .b64 slots[2];",
      "mov.u32 %r5, slots;\nsetp.ne.u32 %p2, %r1, 0;\n@%p2 bra begun;\n"
      "mbarrier.init.shared.b64 [%r5], 1;\nmbarrier.init.shared.b64 [%r5+8], 1;\nbegun:\nbar.sync 0;\n"
      "mov.u32 %r7, 0;\nmov.f32 %f1, 0f3F800000;\nbra.uni body;\n"
      "latch:\nadd.u32 %r7, %r7, 1;\nsetp.ge.u32 %p4, %r7, " +
          std::to_string(rounds) +
          ";\n@%p4 bra done;\n"
          "body:\nand.b32 %r8, %r7, 1;\nmad.lo.u32 %r8, %r8, 8, %r5;\nshr.u32 %r9, %r7, 1;\nnot.b32 %r9, %r9;\n"
          "and.b32 %r9, %r9, 1;\n"
          "wait:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r8], %r9;\n@%p3 bra came;\nbra.uni wait;\ncame:\n" +
          repeat(40, "mul.f32 %f1, %f1, %f1;\n") + "bar.warp.sync 0xffffffff;\n" + arrive +
          "done:\nst.global.f32 [%rd3], %f1;\n");
}

TEST(PredictTime, LanesThatGoAheadAreNoOtherRoundOfTheLoop) {
  SKIP_WITHOUT_PTXAS();
  Predicted guarded = predict(arriveByOneLane(96, false)), diverging = predict(arriveByOneLane(96, true));
  ASSERT_TRUE(guarded.time && diverging.time) << diverging.error;
  auto instructions = [](const Predicted &p) { return static_cast<double>(p.time->processor.instructions); };
  EXPECT_GT(instructions(guarded), 96 * 40);
  // The branch's own instructions, and no round twice.
  EXPECT_NEAR(instructions(diverging), instructions(guarded), 0.05 * instructions(guarded));
  EXPECT_NEAR(diverging.time->cycles, guarded.time->cycles, 0.1 * guarded.time->cycles);
}

/// Rounds of eight multiply-adds, whose loop ptxas unrolls: a thread's eight of `a` lie side by side, so that few
/// accesses load them, those of `b` do not.
std::string multiplyRounds(unsigned rounds, const char *target) {
  auto store = [](const std::string &to) {
    std::string four = "], {%r7, %r7, %r7, %r7};\n";
    return "st.shared.v4.u32 [" + to + four + "st.shared.v4.u32 [" + to + "+16" + four;
  };
  return wrap(".shared .align 16 .b8 a[1024];\n.shared .align 16 .b8 b[1024];",
              "mov.u32 %r5, a;\nmad.lo.u32 %r5, %r1, 32, %r5;\nmov.u32 %r6, b;\nmad.lo.u32 %r6, %r1, 4, %r6;\n"
              "mov.f32 %f1, 0f00000000;\nmov.u32 %r7, 0;\n"
              "mov.u32 %r11, b;\nmad.lo.u32 %r11, %r1, 32, %r11;\nround:\n" +
                  store("%r5") + store("%r11") +
                  "bar.sync 0;\n"
                  "mov.u32 %r8, 0;\nmov.u32 %r9, %r5;\nmov.u32 %r10, %r6;\n"
                  "term:\nld.shared.f32 %f2, [%r9];\nld.shared.f32 %f3, [%r10];\nfma.rn.f32 %f1, %f2, %f3, %f1;\n"
                  "add.u32 %r9, %r9, 4;\nadd.u32 %r10, %r10, 128;\nadd.u32 %r8, %r8, 1;\n"
                  "setp.lt.u32 %p1, %r8, 8;\n@%p1 bra term;\nbar.sync 0;\nadd.u32 %r7, %r7, 1;\n"
                  "setp.lt.u32 %p2, %r7, " +
                  std::to_string(rounds) + ";\n@%p2 bra round;\nst.global.f32 [%rd3], %f1;\n",
              target);
}

TEST(PredictTime, IterationsThatShareAnAccessAreAllGoneBy) {
  SKIP_WITHOUT_PTXAS();
  for (const char *target : {"sm_80", "sm_90a"}) {
    Launch launch;
    if (std::string_view(target) == "sm_80") {
      launch.card = "a100";
      launch.rates = rates::ampere;
    }
    Predicted p = predict(multiplyRounds(64, target), launch);
    ASSERT_TRUE(p.time) << p.error;
    EXPECT_EQ(p.time->doubts, "") << target;
    const Walk::Quality &walks = p.time->processor.walks;
    EXPECT_EQ(walks.displaced + walks.lost, 0u) << target;
    // Eight multiply-adds, and no fewer than 14 accesses and barriers beside them; with rounds gone by twice over 100.
    EXPECT_GT(p.time->processor.instructions, 64 * 22u) << target;
    EXPECT_LT(p.time->processor.instructions, 64 * 60u) << target;
  }
}

/// One thread copies `boxes` boxes of so many bytes to shared memory, each after the last has come.
std::string copyBoxes(unsigned boxes, unsigned bytes) {
  std::string size = std::to_string(bytes);
  return wrap(".shared .align 128 .b8 box[" + size + "];\n.shared .align 8 .b64 full;",
              "mov.u32 %r5, box;\nmov.u32 %r6, full;\nmov.u32 %r7, 0;\nmbarrier.init.shared.b64 [%r6], 1;\n"
              "mad.lo.u32 %r8, %r2, " +
                  std::to_string(boxes * bytes) +
                  ", 0;\ncvt.u64.u32 %rd4, %r8;\nadd.s64 %rd1, %rd1, %rd4;\n"
                  "next:\nmbarrier.arrive.expect_tx.shared.b64 _, [%r6], " +
                  size +
                  ";\n"
                  "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r5], [%rd1], " +
                  size +
                  ", [%r6];\n"
                  "and.b32 %r9, %r7, 1;\nwait:\nmbarrier.try_wait.parity.shared.b64 %p3, [%r6], %r9;\n@!%p3 bra wait;\n"
                  "add.s64 %rd1, %rd1, " +
                  size + ";\nadd.u32 %r7, %r7, 1;\nsetp.lt.u32 %p4, %r7, " + std::to_string(boxes) +
                  ";\n@%p4 bra next;\n");
}

TEST(PredictTime, ABoxOfTheCopyEngineTakesWhatWasMeasured) {
  SKIP_WITHOUT_PTXAS();
  // An H800 PCIe, one box at a time: 857 cycles for 1 KiB, 904 for 2 (timing.md 3.7, of HPMLL's logs).
  for (auto [bytes, cycles] : {std::pair(1024u, 857.0), {2048u, 904.0}}) {
    Launch launch;
    launch.block = 1;
    launch.grid = 114;
    launch.card = "h800-pcie";
    launch.bytes = uint64_t(114) * 64 * bytes;
    Predicted p = predict(copyBoxes(64, bytes), launch);
    ASSERT_TRUE(p.time) << p.error;
    EXPECT_NEAR(p.time->cycles / 64, cycles, 0.12 * cycles) << bytes;
    EXPECT_NEAR(p.time->memoryBytes, static_cast<double>(launch.bytes), 0.05 * static_cast<double>(launch.bytes));
  }
}

/// A warpgroup that multiplies `count` times with n = 128 and waits once. All of shared memory is the operands.
std::string multiply(unsigned count) {
  std::string sums;
  for (unsigned i = 0; i < 64; ++i)
    sums += (i ? ", %s" : "%s") + std::to_string(i);
  std::string product =
      "wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {" + sums + "}, %rd5, %rd6, 1, 1, 1, 0, 0;\n";
  std::string zeros;
  for (unsigned i = 0; i < 64; ++i)
    zeros += "mov.f32 %s" + std::to_string(i) + ", 0f00000000;\n";
  return wrap(".reg .f32 %s<64>;\n.shared .align 128 .b8 box[8192];",
              "mov.u32 %r5, box;\nmad.lo.u32 %r6, %r1, 64, %r5;\nmov.u32 %r7, 0;\n" +
                  repeat(16, "st.shared.u32 [%r6], %r7;\nadd.u32 %r6, %r6, 4;\n") +
                  "fence.proxy.async.shared::cta;\nbar.sync 0;\nshr.u32 %r8, %r5, 4;\ncvt.u64.u32 %rd5, %r8;\n"
                  "or.b64 %rd5, %rd5, 0x0000000800080000;\nmov.b64 %rd6, %rd5;\n" +
                  zeros + "wgmma.fence.sync.aligned;\n" + repeat(count, product) +
                  "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\nst.global.f32 [%rd3], %s0;\n");
}

TEST(PredictTime, ProductsOfAWarpgroupFollowOneAnother) {
  SKIP_WITHOUT_PTXAS();
  Launch launch;
  launch.block = 128;
  Predicted eight = predict(multiply(8), launch), one = predict(multiply(1), launch);
  ASSERT_TRUE(eight.time && one.time) << eight.error << one.error;
  // 64 cycles each once they follow one another: an H200 has 72.2 a product for eight and one wait.
  EXPECT_NEAR(eight.time->cycles - one.time->cycles, 7 * 64, 16);
  EXPECT_NEAR(eight.time->processor[Unit::tensor], 8 * 64, 1);
}

TEST(PredictTime, AClockThatIsGivenIsTaken) {
  SKIP_WITHOUT_PTXAS();
  Launch free, locked;
  free.grid = locked.grid = 132;
  locked.clock = 990;
  std::string chain =
      wrap("", "mov.f32 %f1, 0f3F800000;\n" + repeat(400, "mul.f32 %f1, %f1, %f1;\n") + "st.global.f32 [%rd3], %f1;\n");
  Predicted fast = predict(chain, free), slow = predict(chain, locked);
  ASSERT_TRUE(fast.time && slow.time) << fast.error << slow.error;
  EXPECT_EQ(slow.time->clock, 990);
  EXPECT_EQ(slow.time->low, slow.time->high);
  EXPECT_NEAR(slow.time->microseconds / fast.time->microseconds, 2, 0.02); // half the clock
}

TEST(PredictTime, WhatItDoesNotKnowIsSaid) {
  SKIP_WITHOUT_PTXAS();
  Launch one;
  one.block = 1;
  Predicted p = predict(wrap(".shared .align 128 .b8 map[128];",
                             "mov.u32 %r5, map;\ntensormap.replace.tile.rank.shared::cta.b1024.b32 [%r5], 1;\n"),
                        one);
  EXPECT_FALSE(p.time);
  EXPECT_EQ(p.error, "the model of time does not know `tensormap.replace.tile.rank.shared::cta.b1024.b32` in line 14");
}

TEST(PredictTime, ResidencyIsTheTables) {
  // CUDA's occupancy calculator: 256 threads of 64 registers are 4 CTAs, of 32 registers 8; 100 KB of shared memory 2.
  EXPECT_EQ(findResidency(rates::hopper, 256, 64, 0).ctas, 4u);
  EXPECT_EQ(findResidency(rates::hopper, 256, 32, 0).ctas, 8u);
  EXPECT_EQ(findResidency(rates::hopper, 128, 32, 100 << 10).ctas, 2u);
  EXPECT_EQ(findResidency(rates::hopper, 32, 16, 0).limit, "blocks");
}

} // namespace
