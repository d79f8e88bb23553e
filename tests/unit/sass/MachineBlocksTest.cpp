// SPDX-License-Identifier: Apache-2.0
// Blocks of a few words: branches, calls, and lanes that part and meet.
#include "shared/sass/MachineBlocks.h"
#include <gtest/gtest.h>

using namespace tessera::sass;

namespace {

constexpr uint64_t always = uint64_t(7) << 23; // predicate PT in the high half

/// The machine code of these words, which stand at 0, 16, ...
MachineCode makeCode(std::vector<Word> words) {
  MachineCode code;
  for (const Word &word : words)
    code.instructions.push_back(decode(word, static_cast<int64_t>(16 * code.instructions.size()), 90));
  return code;
}

Word nop() { return {0x7918, 0}; }
Word finish() { return {0x794d, always}; }
Word jump(int64_t words, unsigned guard = 7) { // over so many words
  int64_t distance = 4 * words;
  return {0x947 | uint64_t(guard) << 12 | uint64_t(distance & 0xff) << 16 | uint64_t(distance >> 8) << 34,
          always | (distance < 0 ? 0x3ffff : 0)};
}
Word part(unsigned at, int64_t words) { return {0x7945 | uint64_t(at) << 16 | uint64_t(16 * words) << 32, 0}; }
Word meet(unsigned at) { return {0x7941 | uint64_t(at) << 16, always}; }

std::string print(const MachineGraph &graph) {
  std::string text;
  for (const MachineBlock &block : graph.blocks) {
    text += std::to_string(block.begin) + "-" + std::to_string(block.end) + ":";
    for (uint32_t successor : block.successors)
      text += " " + std::to_string(successor);
    text += block.leaves ? " out\n" : "\n";
  }
  return text;
}

TEST(MachineBlocks, OfALoop) {
  EXPECT_EQ(print(findBlocks(makeCode({nop(), nop(), jump(-2, 0), finish(), jump(-1)}))),
            "0-1: 1\n1-3: 1 2\n3-4: out\n4-5: 3\n");
}

TEST(MachineBlocks, AGuardMayFail) {
  Word guarded = finish();
  guarded.low = (guarded.low & ~uint64_t(0xf000)) | 0x2000; // @P2
  EXPECT_EQ(print(findBlocks(makeCode({guarded, finish()}))), "0-1: 1 out\n1-2: out\n");
}

TEST(MachineBlocks, LanesMeetBehindOrElsewhere) {
  EXPECT_EQ(print(findBlocks(makeCode({part(1, 3), jump(1, 0), nop(), meet(1), finish()}))),
            "0-2: 1 2\n2-3: 2\n3-4: 3\n4-5: out\n");
  EXPECT_EQ(print(findBlocks(makeCode({part(1, 4), jump(1, 0), nop(), meet(1), nop(), finish()}))),
            "0-2: 1 2\n2-3: 2\n3-4: 4\n4-5: 4\n5-6: out\n");
}

TEST(MachineBlocks, FindsTargetsThatAreNone) {
  MachineGraph graph = findBlocks(makeCode({jump(7), finish()}));
  ASSERT_EQ(graph.findings.size(), 1u);
  EXPECT_EQ(graph.findings[0], "instruction 0 (BRA) goes to 128, which is no instruction of the 32 bytes");
  EXPECT_TRUE(findBlocks(MachineCode()).blocks.empty());
}

} // namespace
