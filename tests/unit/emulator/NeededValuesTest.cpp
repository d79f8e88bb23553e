// SPDX-License-Identifier: Apache-2.0
// What is left out where nobody looks at results: the addresses, branches and waits of a launch are the same.
#include "runner/emulator/machine/Machine.h"
#include "runner/emulator/machine/Observer.h"
#include "RunPtx.h"

using namespace tessera;
using namespace tessera::emulator;

namespace {

/// Opcodes that were executed, and where was accessed.
struct Watcher : StepObserver {
  std::map<std::string, unsigned> executed;
  std::vector<uint64_t> addresses;
  unsigned passed = 0;

  bool before(Step &step) override {
    if (!step.instruction->isContinuation)
      if (size_t place = step.instruction->place; place < step.function().syntax->instructions.size())
        ++executed[std::string(step.function().syntax->instructions[place].opcode)];
    return true;
  }
  void skipped(Step &, uint32_t instructions) override { passed += instructions; }
  void after(Step &, Outcome) override {}
  void accessed(Step &step, const Access &, const uint64_t at[32], uint8_t *const[32]) override {
    for (unsigned lane = 0; lane < warpSize; ++lane)
      if (step.mask >> lane & 1)
        addresses.push_back(at[lane]);
  }
  void copied(const Transfer &, const Cta &, uint32_t, uint64_t) override {}
};

struct Seen {
  PtxRun run;
  Watcher watcher;
};

Seen skip(const std::string &body, bool skips = true, PtxSetup setup = {}, const std::string &declarations = "") {
  Seen seen;
  setup.options.skipsValues = skips;
  setup.options.observer = &seen.watcher;
  seen.run = runPtx(body, setup, declarations);
  EXPECT_TRUE(seen.run.result.ok) << seen.run.text();
  return seen;
}

/// The same accesses and the same number of instructions, whatever is left out.
Seen expectSameCourse(const std::string &body, PtxSetup setup = {}, const std::string &declarations = "") {
  Seen whole = skip(body, false, setup, declarations), seen = skip(body, true, setup, declarations);
  EXPECT_EQ(whole.watcher.addresses, seen.watcher.addresses);
  EXPECT_EQ(whole.run.result.warpInstructions, seen.run.result.warpInstructions);
  EXPECT_EQ(whole.watcher.passed, 0u);
  return seen;
}

} // namespace

TEST(NeededValues, ALoopIsCountedAndWhatItSumsIsNot) {
  Seen seen = expectSameCourse("mov.u32 %r2, 0;\nmov.f32 %f1, 0f3f800000;\n"
                               "loop: fma.rn.f32 %f1, %f1, %f1, %f1;\nex2.approx.f32 %f1, %f1;\n"
                               "add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 5;\n@%p1 bra loop;\n"
                               "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd3, %rd3, %rd1;\nst.global.f32 [%rd3], %f1;\n");
  EXPECT_EQ(seen.watcher.executed.count("fma"), 0u);
  EXPECT_EQ(seen.watcher.executed.count("ex2"), 0u);
  EXPECT_EQ(seen.watcher.executed["setp"], 5u);
  EXPECT_EQ(seen.watcher.passed, 11u) << "five of each, and one that begins them";
}

TEST(NeededValues, ABranchNeedsWhatItWasMadeOf) {
  // Every other lane goes on as its sum is large: the products are needed all the way back to the load.
  PtxSetup setup;
  for (uint32_t lane = 0; lane < 32; ++lane)
    setup.input.push_back(lane);
  Seen seen = expectSameCourse("mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd3, %rd2;\nadd.s64 %rd5, %rd3, %rd1;\n"
                               "ld.global.u32 %r2, [%rd4];\nmul.lo.u32 %r3, %r2, 3;\nand.b32 %r4, %r3, 1;\n"
                               "setp.eq.u32 %p1, %r4, 1;\n@%p1 bra end;\nst.global.u32 [%rd5], %r3;\nend:\n",
                               setup);
  EXPECT_EQ(seen.watcher.passed, 0u);
  EXPECT_EQ(seen.watcher.addresses.size(), 32u + 16u);
}

TEST(NeededValues, AddressesThatComeOutOfMemoryNeedWhatWasStoredThere) {
  const char *shared = ".shared .align 4 .b8 places[128];\n";
  std::string chase = "mul.wide.u32 %rd3, %r1, 4;\nmov.u64 %rd4, places;\nadd.s64 %rd4, %rd4, %rd3;\n"
                      "xor.b32 %r2, %r1, 5;\nshl.b32 %r2, %r2, 2;\nst.shared.u32 [%rd4], %r2;\n"
                      "ld.shared.u32 %r3, [%rd4];\ncvt.u64.u32 %rd5, %r3;\nadd.s64 %rd5, %rd5, %rd1;\n"
                      "mul.lo.u32 %r4, %r1, 7;\nst.global.u32 [%rd5], %r4;\n";
  Seen seen = expectSameCourse(chase, {}, shared);
  EXPECT_EQ(seen.watcher.passed, 1u) << "the product alone: nobody looks at global memory";
  // With shared memory only on the way to global memory, what is stored is a result.
  Seen staged = expectSameCourse("mul.wide.u32 %rd3, %r1, 4;\nmov.u64 %rd4, places;\nadd.s64 %rd4, %rd4, %rd3;\n"
                                 "mul.lo.u32 %r2, %r1, 7;\nst.shared.u32 [%rd4], %r2;\nld.shared.u32 %r3, [%rd4];\n"
                                 "add.s64 %rd5, %rd3, %rd1;\nst.global.u32 [%rd5], %r3;\n",
                                 {}, shared);
  EXPECT_EQ(staged.watcher.passed, 1u);
}

TEST(NeededValues, AnotherLaunchMayNeedWhatIsInGlobalMemory) {
  std::string body = "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd3, %rd3, %rd1;\nmul.lo.u32 %r2, %r1, 7;\n"
                     "st.global.u32 [%rd3], %r2;\n";
  PtxSetup setup;
  EXPECT_EQ(skip(body, true, setup).watcher.passed, 1u);
  setup.options.keepsGlobal = true;
  Seen kept = skip(body, true, setup);
  EXPECT_EQ(kept.watcher.passed, 0u);
  EXPECT_EQ(kept.run.words[3], 21u);
}

TEST(NeededValues, AnAtomicWhoseAnswerDecidesKeepsItsMemory) {
  // A ticket: who comes last goes another way.
  Seen seen = expectSameCourse("mov.u32 %r2, 1;\nadd.u32 %r3, %r2, 0;\natom.global.add.u32 %r4, [%rd1], %r3;\n"
                               "setp.ne.u32 %p1, %r4, 31;\n@%p1 bra end;\nst.global.u32 [%rd1+4], %r4;\nend:\n");
  EXPECT_EQ(seen.watcher.executed["add"], 1u);
  EXPECT_EQ(seen.run.words[1], 31u);
}

TEST(NeededValues, LanesMeetAtAnExchangeThoughNobodyNeedsIt) {
  Seen seen = expectSameCourse("cvt.rn.f32.u32 %f1, %r1;\nshfl.sync.bfly.b32 %f2, %f1, 1, 0x1f, 0xffffffff;\n"
                               "add.f32 %f1, %f1, %f2;\nmul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd3, %rd3, %rd1;\n"
                               "st.global.f32 [%rd3], %f1;\n");
  EXPECT_EQ(seen.watcher.executed["shfl"], 1u);
  EXPECT_EQ(seen.watcher.passed, 2u);
}

TEST(NeededValues, NothingIsToldOfWhatWasNotWritten) {
  PtxRun run = skip("add.f32 %f1, %f2, %f3;\nmov.b32 %r2, %f1;\nst.global.u32 [%rd1], %r2;\n").run;
  EXPECT_TRUE(run.reports.empty()) << run.text();
}

TEST(NeededValues, LanesThatWaitWithinAStretchAreMet) {
  // Half of the warp jumps into the middle of what is left out.
  expectSameCourse("setp.lt.u32 %p1, %r1, 16;\nmov.f32 %f1, 0f3f800000;\n@%p1 bra middle;\nadd.f32 %f1, %f1, %f1;\n"
                   "add.f32 %f1, %f1, %f1;\nmiddle: add.f32 %f1, %f1, %f1;\nadd.f32 %f1, %f1, %f1;\n"
                   "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd3, %rd3, %rd1;\nst.global.f32 [%rd3], %f1;\n");
}
