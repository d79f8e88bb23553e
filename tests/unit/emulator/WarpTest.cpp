// SPDX-License-Identifier: Apache-2.0
#include "runner/emulator/instructions/Warp.h"
#include "tests/unit/emulator/RunPtx.h"
#include <gmock/gmock.h>

namespace tessera::emulator {
namespace {

const std::string store = "mul.wide.u32 %rd3, %r1, 4; add.u64 %rd3, %rd1, %rd3; st.global.u32 [%rd3], %r5;\n";

TEST(Shuffle, SourceLanes) {
  auto check = [](ShuffleMode mode, unsigned lane, uint32_t b, uint32_t c, unsigned source, bool isValid) {
    ShuffleSource found = findShuffleSource(mode, lane, b, c);
    EXPECT_EQ(found.lane, source);
    EXPECT_EQ(found.isValid, isValid);
  };
  check(ShuffleMode::indexed, 21, 3, 0x101f, 19, true);
  check(ShuffleMode::down, 13, 4, 0x101f, 13, false);
  check(ShuffleMode::up, 17, 2, 0x1000, 17, false);
  check(ShuffleMode::butterfly, 21, 16, 0x1f, 5, true);
}

TEST(Shuffle, ExchangesValuesAndTellsValidity) {
  PtxRun run = runPtx("shfl.sync.down.b32 %r5|%p1, %r1, 8, 31, -1; @%p1 add.u32 %r5, %r5, 100;" + store);
  for (uint32_t lane = 0; lane < 32; ++lane)
    EXPECT_EQ(run.words[lane], lane < 24 ? lane + 108 : lane) << run.text();
}

TEST(Shuffle, ReadingALaneOutsideTheMembersIsUndefined) {
  PtxRun run = runPtx("setp.ge.u32 %p1, %r1, 16; @%p1 bra OUT; shfl.sync.idx.b32 %r5, %r1, 20, 31, 0xffff;" + store + "OUT:");
  EXPECT_TRUE(run.has(DiagnosticId::undefinedResult)) << run.text();
  EXPECT_TRUE(run.result.ok);
}

TEST(Shuffle, WaitsForLanesThatAreElsewhere) {
  PtxRun run = runPtx(R"(
    setp.lt.u32 %p1, %r1, 7; @%p1 bra LOW;
    mov.u32 %r4, 5; bra JOIN;
    LOW: mov.u32 %r4, 9; add.u32 %r4, %r4, 0;
    JOIN: shfl.sync.bfly.b32 %r5, %r4, 1, 31, -1;)" + store);
  EXPECT_EQ(run.words[0], 9u) << run.text();
  EXPECT_EQ(run.words[6], 5u);
  EXPECT_EQ(run.words[7], 9u);
}

TEST(Shuffle, WithoutSyncIsRefused) {
  PtxRun run = runPtx("shfl.down.b32 %r5, %r1, 8, 31;");
  EXPECT_TRUE(run.has(DiagnosticId::ptxUnsupported)) << run.text();
}

TEST(Vote, OfAllAndOfSome) {
  PtxRun run = runPtx(R"(
    setp.lt.u32 %p1, %r1, 5;
    vote.sync.ballot.b32 %r5, !%p1, -1;
    vote.sync.any.pred %p2, %p1, -1; vote.sync.all.pred %p3, %p1, -1; vote.sync.uni.pred %p4, %p1, -1;
    @!%p2 mov.u32 %r5, 1; @%p3 mov.u32 %r5, 2; @%p4 mov.u32 %r5, 3;)" + store);
  EXPECT_THAT(run.words, testing::Each(0xffffffe0u)) << run.text();
}

TEST(Vote, OfTwoGroupsAtOnce) {
  PtxRun run = runPtx(R"(
    setp.lt.u32 %p1, %r1, 16; selp.b32 %r4, 0xffff, 0xffff0000, %p1;
    and.b32 %r6, %r1, 1; setp.ne.u32 %p2, %r6, 0;
    vote.sync.ballot.b32 %r5, %p2, %r4;)" + store);
  EXPECT_EQ(run.words[3], 0xaaaau) << run.text();
  EXPECT_EQ(run.words[20], 0xaaaa0000u);
}

TEST(Vote, AMaskThatDoesNotNameTheLaneIsReported) {
  PtxRun run = runPtx("vote.sync.ballot.b32 %r5, %p1, 0xffff;", {});
  EXPECT_TRUE(run.has(DiagnosticId::divergentCollective)) << run.text();
}

TEST(Vote, LanesThatNeverComeAreToldOf) {
  PtxRun run = runPtx(R"(
    mov.pred %p2, 1; setp.lt.u32 %p1, %r1, 8; @%p1 bra LOW;
    vote.sync.ballot.b32 %r5, %p2, -1; bra OUT;
    LOW: vote.sync.any.pred %p3, %p2, -1;
    OUT:)");
  EXPECT_TRUE(run.has(DiagnosticId::divergentCollective)) << run.text();
}

TEST(Vote, ExitedLanesAreNotWaitedFor) {
  PtxRun run = runPtx("setp.lt.u32 %p1, %r1, 8; @%p1 exit; mov.pred %p2, 1; vote.sync.ballot.b32 %r5, %p2, -1;" + store);
  EXPECT_EQ(run.words[8], 0xffffff00u) << run.text();
}

TEST(Match, AnyAndAll) {
  PtxRun run = runPtx("and.b32 %r4, %r1, 3; match.any.sync.b32 %r5, %r4, -1;" + store);
  EXPECT_EQ(run.words[6], 0x44444444u) << run.text();
  run = runPtx("mov.b64 %rd5, 7; match.all.sync.b64 %r5|%p1, %rd5, -1; @!%p1 mov.u32 %r5, 0;" + store);
  EXPECT_EQ(run.words[6], ~0u) << run.text();
  run = runPtx("match.all.sync.b32 %r5|%p1, %r1, -1; @%p1 mov.u32 %r5, 9;" + store);
  EXPECT_EQ(run.words[6], 0u) << run.text();
}

TEST(Redux, OverTheMembers) {
  PtxRun run = runPtx("sub.u32 %r4, %r1, 4; redux.sync.min.s32 %r5, %r4, -1; redux.sync.max.u32 %r6, %r4, -1; redux.sync.add.s32 %r7, %r1, -1;"
                      "redux.sync.xor.b32 %r8, %r1, -1; sub.u32 %r5, %r7, %r5; add.u32 %r5, %r5, %r6; add.u32 %r5, %r5, %r8;" + store);
  EXPECT_THAT(run.words, testing::Each(496u + 4u - 1u)) << run.text();
}

TEST(Elect, IsOneLaneOfTheMask) {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    PtxSetup setup;
    setup.options.seed = seed;
    PtxRun run = runPtx("elect.sync %r4|%p1, -1; selp.b32 %r5, 1, 0, %p1; shl.b32 %r4, %r4, 8; or.b32 %r5, %r5, %r4;" + store, setup);
    uint32_t elected = run.words[0] >> 8;
    for (uint32_t lane = 0; lane < 32; ++lane)
      EXPECT_EQ(run.words[lane], elected << 8 | (lane == elected)) << run.text();
    if (seed < 2) {
      EXPECT_EQ(elected, 0u);
    }
  }
}

TEST(ActiveMask, IsTheLanesThatExecute) {
  PtxRun run = runPtx("setp.lt.u32 %p1, %r1, 4; mov.u32 %r5, 0; @%p1 activemask.b32 %r5;" + store);
  EXPECT_EQ(run.words[2], 15u) << run.text();
  EXPECT_EQ(run.words[5], 0u);
}

TEST(WarpBarrier, LanesMeetAtDifferentInstructions) {
  PtxRun run = runPtx(R"(
    .shared .b32 cell;
    setp.eq.u32 %p1, %r1, 3; @%p1 bra WRITER;
    bar.warp.sync -1;
    ld.shared.u32 %r5, [cell]; bra OUT;
    WRITER: mov.u32 %r5, 77; st.shared.u32 [cell], %r5;
    bar.warp.sync -1;
    OUT:)" + store, [] { PtxSetup setup; setup.options.checksRaces = true; return setup; }());
  EXPECT_THAT(run.words, testing::Each(77u)) << run.text();
  EXPECT_TRUE(run.reports.empty()) << run.text();
}

TEST(WarpBarrier, HalvesWaitForTheirOwn) {
  PtxRun run = runPtx(R"(
    setp.lt.u32 %p1, %r1, 16; selp.b32 %r4, 0xffff, 0xffff0000, %p1; mov.u32 %r5, 1;
    bar.warp.sync %r4; add.u32 %r5, %r5, %r1;)" + store);
  EXPECT_EQ(run.words[31], 32u) << run.text();
}

} // namespace
} // namespace tessera::emulator
