// SPDX-License-Identifier: Apache-2.0
// kernels/cluster.cu: distributed shared memory.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"

using namespace tessera::emulator::kernels;

namespace {

using u32 = uint32_t;

Launch launch(const char *entry, uint32_t blocks, uint32_t threads, uint32_t size = 4) {
  Launch launch("cluster", entry);
  launch.grid(blocks).block(threads).cluster(size);
  return launch;
}

TEST(Cluster, Sum) {
  std::vector<u32> in = randomBits<u32>(8 * 64, 1), out(in.size()), expected(in.size());
  for (size_t block = 0; block < 8; ++block)
    for (size_t t = 0; t < 64; ++t)
      for (size_t rank = 0; rank < 4; ++rank)
        expected[block * 64 + t] = expected[block * 64 + t] * 7 + in[(block / 4 * 4 + rank) * 64 + (t + rank) % 64];
  launch("sum", 8, 64).in(in).out(out).check([&] { expectSame(out, expected); });
}

TEST(Cluster, Histogram) {
  const int count = 700;
  std::vector<uint8_t> in = randomBits<uint8_t>(4 * count, 2);
  std::vector<u32> out(4 * 64), expected(4 * 64);
  for (size_t i = 0; i < in.size(); ++i)
    ++expected[i / count * 64 + (in[i] & 63)];
  Launch launch("cluster", "histogram");
  launch.grid(4, 4).block(64).cluster(2, 2).in(in).out(out).value(count).check([&] { expectSame(out, expected); });
}

TEST(Cluster, Pointers) {
  std::vector<u32> in = randomBits<u32>(4 * 32, 3), out(in.size()), expected;
  for (u32 block = 0; block < 4; ++block)
    for (u32 t = 0; t < 32; ++t) {
      u32 total = 0;
      for (u32 i = 0; i < 32 - t; ++i)
        total = total * 3 + in[(block ^ 1) * 32 + i];
      expected.push_back(total * 8 + (block % 2 ^ 1) * 4 + 2);
    }
  launch("pointers", 4, 32, 2).in(in).out(out).check([&] { expectSame(out, expected); });
}

TEST(Cluster, Pass) {
  const int rounds = 5;
  std::vector<u32> in = randomBits<u32>(4 * 64, 4), out(in.size()), expected = in;
  for (u32 round = 0; round < rounds; ++round) {
    std::vector<u32> next(expected.size());
    for (size_t block = 0; block < 4; ++block)
      for (size_t t = 0; t < 64; ++t)
        next[(block + 1) % 4 * 64 + 63 - t] = expected[block * 64 + t] + round;
    expected = next;
  }
  launch("pass", 4, 64).in(in).out(out).value(rounds).check([&] { expectSame(out, expected); });
}

TEST(Cluster, Multicast) {
  std::vector<u32> in = randomBits<u32>(8 * 32, 5), out(8 * 128), copied(8 * 32), expected, expectedCopies;
  for (size_t block = 0; block < 8; ++block) {
    const size_t first = block / 4 * 4, rank = block % 4, sent = first + 3 - (rank ^ 1);
    expected.insert(expected.end(), &in[first * 32], &in[first * 32] + 128);
    expectedCopies.insert(expectedCopies.end(), &in[sent * 32], &in[sent * 32] + 32);
  }
  launch("multicast", 8, 32).in(in).out(out).out(copied).check([&] {
    expectSame(out, expected);
    expectSame(copied, expectedCopies);
  });
}

TEST(Cluster, Registers) {
  std::vector<u32> out(4 * 1 * 4 * 12), expected;
  for (u32 z = 0; z < 4; ++z)
    for (u32 x = 0; x < 4; ++x)
      expected.insert(expected.end(), {x / 2, z / 2, 2u, 2u, x % 2, z % 2, 2u, 1u, 2u, x % 2 + 2 * (z % 2), 4u, 1u});
  Launch launch("cluster", "registers");
  launch.grid(4, 1, 4).block(32).cluster(2, 1, 2).out(out).check([&] { expectSame(out, expected); });
}

} // namespace
