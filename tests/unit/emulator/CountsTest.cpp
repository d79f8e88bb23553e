// SPDX-License-Identifier: Apache-2.0
// Sectors and wavefronts of accesses whose numbers the hardware's documents give.
#include "runner/emulator/Emulator.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::emulator;

static constexpr uint32_t all = 0xffffffff;

namespace {
struct Addresses {
  uint64_t lanes[32];
  Addresses(uint64_t base, uint64_t stride) {
    for (uint64_t lane = 0; lane < 32; ++lane)
      lanes[lane] = base + lane * stride;
  }
};
} // namespace

static uint64_t countSectors(const Addresses &addresses, uint32_t bytes, uint32_t mask = all) {
  return countSectors(addresses.lanes, mask, bytes).units;
}

TEST(Counts, SectorsOfAWarp) {
  EXPECT_EQ(countSectors({0x1000, 4}, 4), 4u) << "128 bytes in a row";
  EXPECT_EQ(countSectors({0x1010, 4}, 4), 5u) << "off by half a sector";
  EXPECT_EQ(countSectors({0x1000, 16}, 16), 16u);
  EXPECT_EQ(countSectors({0x1000, 128}, 4), 32u) << "a column";
  EXPECT_EQ(countSectors({0x1000, 0}, 4), 1u) << "one place";
  EXPECT_EQ(countSectors({0x1000, 4}, 4, 0xff), 1u) << "eight lanes";
  EXPECT_EQ(countSectors({0x1000, 32}, 32), 32u);
}

TEST(Counts, SectorsAtBest) {
  auto ideal = [](const Addresses &addresses, uint32_t bytes, uint32_t mask = all) {
    return countSectors(addresses.lanes, mask, bytes).ideal;
  };
  EXPECT_EQ(ideal({0x1010, 4}, 4), 4u) << "moved to a sector's beginning";
  EXPECT_EQ(ideal({0x1000, 128}, 4), 4u) << "a column's elements side by side";
  EXPECT_EQ(ideal({0x1000, 0}, 4), 1u) << "one place is asked for once";
}

static std::pair<uint64_t, uint64_t> countBanks(const Addresses &addresses, uint32_t bytes, uint32_t mask = all) {
  Taken taken = countWavefronts(addresses.lanes, mask, bytes);
  return {taken.units, taken.ideal};
}

TEST(Counts, WavefrontsOfAWarp) {
  using Pair = std::pair<uint64_t, uint64_t>;
  EXPECT_EQ(countBanks({0x400, 4}, 4), Pair(1, 1));
  EXPECT_EQ(countBanks({0x400, 8}, 4), Pair(2, 1)) << "every other bank";
  EXPECT_EQ(countBanks({0x400, 128}, 4), Pair(32, 1)) << "one bank";
  EXPECT_EQ(countBanks({0x400, 132}, 4), Pair(1, 1)) << "rows that are padded";
  EXPECT_EQ(countBanks({0x400, 0}, 4), Pair(1, 1)) << "a broadcast";
  EXPECT_EQ(countBanks({0x400, 2}, 2), Pair(1, 1)) << "two lanes a word";
  EXPECT_EQ(countBanks({0x400, 8}, 8), Pair(2, 2)) << "256 bytes";
  EXPECT_EQ(countBanks({0x400, 16}, 16), Pair(4, 4)) << "512 bytes";
  EXPECT_EQ(countBanks({0x400, 128}, 16), Pair(32, 4)) << "rows of ldmatrix without a swizzle";
  EXPECT_EQ(countBanks({0x400, 4}, 4, 0), Pair(0, 0));
}

TEST(Counts, RunsOfBytes) {
  AccessCounter counter;
  Function function;
  counter.addRun(function, 0, 0x1000, 256, /*isRead=*/true);
  counter.addRun(function, 1, 0x101f, 2, /*isRead=*/false);
  counter.addRun(function, 2, 0x1000, 0, /*isRead=*/false);
  EXPECT_EQ(counter.total.globalReadSectors, 8u);
  EXPECT_EQ(counter.total.globalWriteSectors, 2u);
  const std::vector<AccessCounts> &places = counter.places().at(&function);
  ASSERT_EQ(places.size(), 2u) << "what moves nothing is no access";
  EXPECT_EQ(places[1].sectors, 2u);
  EXPECT_EQ(places[1].idealSectors, 1u);
}

/// Loads of a column, stores of a row, a shared column and a local array, by one warp.
TEST(Counts, OfALaunch) {
  const char *text = R"(
.version 8.0
.target sm_90
.address_size 64
.visible .entry go(.param .u64 from, .param .u64 to)
{
  .reg .b64 %r<6>;
  .reg .b32 %t, %w, %a;
  .reg .f32 %f;
  .shared .align 16 .b8 tile[4096];
  .local .align 4 .b8 kept[4];
  ld.param.u64 %r0, [from];
  ld.param.u64 %r1, [to];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %r2, %t, 128;
  add.u64 %r2, %r0, %r2;
  ld.global.f32 %f, [%r2];
  mul.lo.u32 %w, %t, 128;
  mov.u32 %a, tile;
  add.u32 %a, %a, %w;
  st.shared.f32 [%a], %f;
  ld.shared.f32 %f, [%a];
  st.local.f32 [kept], %f;
  ld.local.f32 %f, [kept];
  mul.wide.u32 %r3, %t, 4;
  add.u64 %r3, %r1, %r3;
  st.global.f32 [%r3], %f;
  ret;
}
)";
  DiagnosticSink sink;
  std::unique_ptr<Program> program = load(text, "counts.ptx", sink);
  ASSERT_TRUE(program && !sink.hasErrors()) << (sink.hasErrors() ? sink.takeSorted().front().message : "");
  GlobalMemory memory;
  uint64_t arrays[2] = {memory.allocate(4096, "from", true).address, memory.allocate(128, "to", false).address};
  std::vector<uint8_t> parameters(reinterpret_cast<uint8_t *>(arrays), reinterpret_cast<uint8_t *>(arrays + 2));
  for (bool isAsked : {true, false}) {
    LaunchShape shape;
    shape.block[0] = 32;
    RunOptions options;
    options.countsAccesses = isAsked;
    RunResult result = launch(*program, *program->find("go"), shape, parameters, memory, options, sink);
    ASSERT_TRUE(result.ok) << sink.takeSorted().front().message;
    EXPECT_EQ(result.counts.warpInstructions, result.warpInstructions);
    EXPECT_EQ(result.counts.globalReadSectors, isAsked ? 32u : 0u);
    EXPECT_EQ(result.counts.globalWriteSectors, isAsked ? 4u : 0u);
    EXPECT_EQ(result.counts.sharedWavefronts, isAsked ? 64u : 0u);
    EXPECT_EQ(result.counts.sharedIdeal, isAsked ? 2u : 0u);
    EXPECT_EQ(result.counts.localBytes, isAsked ? 256u : 0u);
    ASSERT_EQ(result.accesses.size(), isAsked ? 6u : 0u);
    if (!isAsked)
      continue;
    const CountedAccess &column = result.accesses.front();
    EXPECT_EQ(column.ptx.begin.line, 17u);
    EXPECT_EQ(column.counts.requests, 1u);
    EXPECT_EQ(column.counts.sectors, 32u);
    EXPECT_EQ(column.counts.idealSectors, 4u);
    EXPECT_EQ(result.accesses[1].counts.wavefronts, 32u);
    EXPECT_EQ(result.accesses[1].counts.idealWavefronts, 1u);
    EXPECT_EQ(result.accesses[4].counts.localBytes, 128u);
  }
}
