// SPDX-License-Identifier: Apache-2.0
// kernels/cooperative.cu and kernels/print.cu: NVIDIA's libraries, and what a kernel says.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"
#include <algorithm>

using namespace tessera::emulator::kernels;

namespace {

Launch launch(const char *entry, uint32_t blocks, uint32_t threads) {
  Launch launch("cooperative", entry);
  launch.grid(blocks).block(threads);
  return launch;
}

TEST(Cooperative, Groups) {
  std::vector<int> in = randomIntegers<int>(2 * 64, 1, -50, 1000), out(128 * 7), expected(128 * 7);
  for (size_t i = 0; i < in.size(); ++i) {
    int *o = &expected[i * 7];
    const size_t warp = i / 32 * 32, eight = i / 8 * 8;
    int odd = 0, firstOdd = 0;
    o[1] = in[eight];
    o[6] = 1;
    for (size_t k = 0; k < 32; ++k) {
      const int x = in[warp + k];
      o[0] += x;
      if ((x & 3) == (in[i] & 3))
        o[4] += x + 1;
      if (x % 2 && ++odd == 1)
        firstOdd = x;
      o[6] |= (x == 7) * 2;
      o[6] &= ~int(x <= -50);
    }
    for (size_t k = eight; k < eight + 8; ++k) {
      o[1] = std::max(o[1], in[k]);
      if (k <= i)
        o[3] += in[k];
    }
    o[2] = in[i ^ 3] + int(i - eight) * 1000;
    o[5] = in[i] % 2 ? odd * 100 + firstOdd % 100 : 0;
  }
  launch("groups", 2, 64).in(in).out(out).check([&] { expectSame(out, expected); });
}

TEST(Cooperative, ClusterGroup) {
  std::vector<int> in = randomIntegers<int>(4 * 32, 2, -1000, 1000), out(in.size()), expected;
  for (size_t i = 0; i < in.size(); ++i)
    expected.push_back(in[(i / 32 ^ 1) * 32 + 31 - i % 32] * 2 + 2);
  launch("clusterGroup", 4, 32).in(in).out(out).check([&] { expectSame(out, expected); });
}

TEST(Cooperative, Pipeline) {
  const int rounds = 6;
  std::vector<int> in = randomIntegers<int>(rounds * 64, 3, -1000, 1000), out(64), expected(64);
  for (int t = 0; t < 64; ++t)
    for (int round = 0; round < rounds; ++round)
      expected[t] = expected[t] * 3 + in[round * 64 + (t + round) % 64];
  launch("pipeline", 1, 64).in(in).out(out).value(rounds).check([&] { expectSame(out, expected); });
}

TEST(Cooperative, Barrier) {
  const int rounds = 7;
  std::vector<int> in = randomIntegers<int>(96, 4, -100, 100), out(96), expected = in;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<int> before = expected;
    for (int t = 0; t < 96; ++t)
      expected[t] = before[(t + 41) % 96] + before[t] * 2;
  }
  launch("barrier", 1, 96).in(in).out(out).value(rounds).check([&] { expectSame(out, expected); });
}

TEST(Cooperative, Atomics) {
  std::vector<unsigned> cells(4), expected = {0, 0, 0, 0};
  std::vector<int> in = randomIntegers<int>(2 * 32, 5, 0, 100000);
  for (int x : in) {
    expected[0] += unsigned(x);
    expected[1] = std::max(expected[1], unsigned(x));
  }
  for (int i = 0; i < 32; ++i)
    for (int block = 0; block < 2; ++block)
      expected[2 + block] = expected[2 + block] * 2 + 1;
  launch("atomics", 2, 32).inOut(cells).in(in).check([&] { expectSame(cells, expected); });
}

TEST(Cooperative, Message) {
  std::vector<int> data(64), out(3 * 64), expected;
  std::vector<unsigned> flag(1);
  for (int block = 0; block < 3; ++block)
    for (int t = 0; t < 64; ++t)
      expected.push_back((63 - t) * 3 + 1);
  launch("message", 4, 64).out(data).inOut(flag).out(out).check([&] { expectSame(out, expected); });
}

TEST(Print, Formats) {
  std::vector<float> x = {0.5f, -1e10f, 0, 3.14159f};
  std::vector<int64_t> y = {0, 0, 0, -1234567890123};
  const std::string lines[] = {"thread 3 of block 0: 3.142, -1234567890123, z, 100%, [   42|42   |00042], ff, text\n", "0.5 1.500000e+300 0x10\n", "-1e+10 1.500000e+300 0x10\n",
                               "nothing to say\n"};
  Launch("print", "print").block(32).in(x).in(y).check([&](const RunReport &report) {
    size_t size = 0;
    for (const std::string &line : lines) { // lines of different threads come in any order
      EXPECT_NE(report.printed.find(line), std::string::npos) << "missing: " << line << "printed: " << report.printed;
      size += line.size();
    }
    EXPECT_EQ(report.printed.size(), size) << report.printed;
  });
}

TEST(Print, Assertions) {
  std::vector<int> values(32, 4), out(32), expected(32, 5);
  Launch launch("print", "assertHolds");
  launch.block(32).in(values).out(out).check([&] { expectSame(out, expected); });
  if (!settings().onEmulator || IsSkipped())
    return; // a failed assertion ends a GPU's context
  values[9] = -1;
  const RunReport report = launch.emulate({});
  EXPECT_FALSE(report.ok);
  EXPECT_NE(report.describe().find("values[threadIdx.x] >= 0"), std::string::npos) << report.describe();
  EXPECT_NE(report.describe().find("print.cu:15"), std::string::npos) << report.describe();
  EXPECT_NE(report.describe().find("(9, 0, 0)"), std::string::npos) << report.describe();
}

TEST(Print, Trap) {
  std::vector<int> values(32, 4), out(32);
  Launch launch("print", "trapIf");
  launch.block(32).in(values).out(out).check([&] { expectSame(out, values); });
  if (!settings().onEmulator || IsSkipped())
    return;
  values[20] = -1;
  const RunReport report = launch.emulate({});
  EXPECT_FALSE(report.ok);
  EXPECT_NE(report.describe().find("print.cu:21"), std::string::npos) << report.describe();
  EXPECT_NE(report.describe().find("print.cu:24:3: note: inlined here"), std::string::npos) << report.describe();
}

} // namespace
