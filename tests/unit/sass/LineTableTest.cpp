// SPDX-License-Identifier: Apache-2.0
// Line programs made by hand: every instruction of them, and tables that are damaged.
#include "shared/sass/LineTable.h"
#include "tests/unit/sass/CubinFile.h"
#include <gtest/gtest.h>

using namespace tessera::sass;

namespace {

const std::string code(16 * 6, '\0');

/// A unit of version 2 with a line base of -5, a range of 14 and 9 standard opcodes, as ptxas writes it.
Cubin makeTable(std::string program, std::string &bytes, unsigned version = 2) {
  std::string header;
  for (int value : {1, 1, -5, 14, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1})
    header += static_cast<char>(value);
  header += std::string("\0k.ptx\0\0\0\0\0", 11);
  bytes.clear();
  put(bytes, 0, 2 + 4 + header.size() + program.size(), 4);
  put(bytes, 4, version, 2);
  put(bytes, 6, header.size(), 4);
  bytes += header;
  Cubin cubin;
  cubin.functions.push_back({"k", code, 0});
  cubin.lineRelocations[bytes.size() + 3] = {"k", 0};
  bytes += program;
  cubin.lines = bytes;
  return cubin;
}

const std::string address("\0\x09\2\0\0\0\0\0\0\0\0", 11), end("\0\1\1", 3);

std::vector<uint32_t> linesOf(const std::string &program) {
  std::string bytes, error;
  Cubin cubin = makeTable(program, bytes);
  auto table = readLines(cubin, 1, error);
  EXPECT_TRUE(table) << error;
  return table ? (*table)["k"] : std::vector<uint32_t>();
}

std::string errorOf(const std::string &program, unsigned version = 2) {
  std::string bytes, error;
  Cubin cubin = makeTable(program, bytes, version);
  EXPECT_FALSE(readLines(cubin, 1, error));
  return error;
}

TEST(LineTable, GivesEachInstructionItsLine) {
  // line 7 at 0; line 9 (a special opcode: 16 bytes, 2 lines) at 16 and 32; line 200 at 48 to the end at 80
  std::string program =
      address + "\3\6\1" + static_cast<char>(10 + 16 * 14 + 7) + std::string("\3\xbf\1\2\x20\1\2\x20", 8) + end;
  EXPECT_EQ(linesOf(program), (std::vector<uint32_t>{7, 9, 9, 200, 200, 0}));
}

TEST(LineTable, LeavesOutOtherFiles) {
  EXPECT_EQ(linesOf(address + "\3\6\1\2\x10\4\2\1\2\x10\4\1\1\2\x10" + end), (std::vector<uint32_t>{7, 0, 7, 0, 0, 0}));
}

TEST(LineTable, SkipsWhatItNeedNotKnow) {
  EXPECT_EQ(linesOf(address + "\3\6\5\x11\6\7" + std::string("\0\3\x90yz", 5) + "\1\2\x60" + end),
            std::vector<uint32_t>(6, 7));
}

TEST(LineTable, RefusesWhatIsDamaged) {
  EXPECT_NE(errorOf("\3\6\1").find("a line before the first address"), std::string::npos);
  EXPECT_NE(errorOf(address + "\2\7\1").find("inside of an instruction"), std::string::npos);
  EXPECT_NE(errorOf(address + std::string("\0\x7f", 2)).find("an instruction of 127 bytes"), std::string::npos);
  EXPECT_NE(errorOf(address, 9).find("version 9, expected 2 to 4"), std::string::npos);
  EXPECT_NE(errorOf("\1" + address).find("a line before the first address"), std::string::npos);
  std::string often = address + "\1\2\x60\1";
  for (int i = 0; i < 9; ++i)
    often += std::string("\x02\xa0\xff\xff\xff\xff\xff\xff\xff\xff\x01", 11) + "\1\2\x60\1"; // back to the beginning
  EXPECT_NE(errorOf(often + end).find("more lines than the code has instructions"), std::string::npos);
  std::string error;
  EXPECT_FALSE(readLines(Cubin(), 1, error));
  EXPECT_EQ(error, "the cubin has no line table: it was assembled without line information");
}

TEST(LineTable, EveryByteMayBeWrong) {
  std::string bytes, error, program = address + "\3\6\1\2\x20\1\5\x11" + end;
  makeTable(program, bytes);
  for (size_t at = 0; at < bytes.size(); ++at)
    for (int value : {0, 1, 0x7f, 0x80, 0xff}) {
      std::string changed;
      Cubin cubin = makeTable(program, changed);
      changed[at] = static_cast<char>(value);
      auto table = readLines(cubin, 1, error);
      EXPECT_TRUE(table || !error.empty());
    }
  for (size_t size = 1; size < bytes.size(); ++size) {
    std::string cut;
    Cubin cubin = makeTable(program, cut);
    cubin.lines = cubin.lines.substr(0, size);
    EXPECT_FALSE(readLines(cubin, 1, error)) << size;
  }
}

} // namespace
