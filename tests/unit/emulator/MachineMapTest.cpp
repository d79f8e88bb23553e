// SPDX-License-Identifier: Apache-2.0
// Machine maps: made of a cubin that is made by hand, written, read, and refused.
#include "runner/emulator/sass/MachineMap.h"
#include "runner/emulator/ptx/Parser.h"
#include "tests/unit/sass/CubinFile.h"
#include <gtest/gtest.h>

using namespace tessera;
using namespace tessera::emulator;

namespace {

const std::string text =
    ".version 8.6\n.target sm_90a\n.address_size 64\n.entry k() { .reg .b32 %r<2>;\n mov.u32 %r1, 1;\n ret; }\n";

ptx::Module parseText(const std::string &source) {
  DiagnosticSink sink;
  return ptx::parse(source, "test.ptx", sink);
}

/// `k` of MOV and EXIT, whose lines are 1 and `secondLine`.
std::string makeKernel(char secondLine = 2) {
  std::string code, symbols(24, '\0'), info, lines, relocations;
  sass::put(code, 0, 0x0000000100017802, 8);
  sass::put(code, 8, uint64_t(0xfe) << 40, 8);
  sass::put(code, 16, 0x794d, 8);
  sass::put(code, 24, uint64_t(7) << 23, 8);
  sass::put(symbols, 24 + 6, 1, 2);
  sass::put(symbols, 24 + 16, 32, 8);
  sass::put(info, 0, 0x00082f04, 4);
  sass::put(info, 4, 1, 4);
  sass::put(info, 8, 8, 4);
  std::string header;
  for (int value : {1, 1, -5, 14, 10, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 115, 0, 0, 0, 0, 0})
    header += static_cast<char>(value);
  std::string program = std::string("\0\x09\2\0\0\0\0\0\0\0\0\1\2\x10\3", 15) + static_cast<char>(secondLine - 1) +
                        std::string("\1\2\x10\0\1\1", 6);
  sass::put(lines, 0, 6 + header.size() + program.size(), 4);
  sass::put(lines, 4, 2, 2);
  sass::put(lines, 6, header.size(), 4);
  sass::put(relocations, 0, 10 + header.size() + 3, 8);
  sass::put(relocations, 8, uint64_t(1) << 32 | 2, 8);
  sass::put(relocations, 16, 0, 8);
  return sass::makeCubin({{".text.k", code},
                          {".symtab", symbols, 2},
                          {".nv.info", info},
                          {".debug_line", lines + header + program},
                          {".rela.debug_line", relocations}});
}

MachineMap makeMap() {
  std::string error;
  std::optional<MachineMap> map = makeMachineMap(parseText(text), makeKernel(), error);
  EXPECT_TRUE(map) << error;
  return map ? *map : MachineMap();
}

TEST(MachineMap, SaysWhichStatementEachInstructionIsOf) {
  MachineMap map = makeMap();
  EXPECT_EQ(map.architecture, 90u);
  const MachineKernel *kernel = map.find("k");
  ASSERT_TRUE(kernel);
  EXPECT_FALSE(map.find("other"));
  EXPECT_EQ(kernel->registers, 8u);
  EXPECT_EQ(kernel->statements, (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(sass::getText(kernel->code.instructions[0]), "MOV");
  EXPECT_EQ(kernel->code.instructions[0].stall, 15);
}

TEST(MachineMap, RefusesACubinOfAnotherText) {
  std::string error;
  EXPECT_FALSE(makeMachineMap(parseText(text), makeKernel(9), error));
  EXPECT_EQ(error, "`k`: statement 9 of a text that has 2: the cubin is not of this text");
  EXPECT_FALSE(makeMachineMap(parseText(text), "PTX", error));
  EXPECT_NE(error.find("no cubin"), std::string::npos);
}

TEST(MachineMap, TravelsAsText) {
  MachineMap map = makeMap();
  std::string printed = printMachineMap(map), error;
  EXPECT_EQ(printed, "tessera-machine-map 1\narchitecture 90\nptx " + getDigest(text) +
                         "\nfunction k 2\nkernel k 8 2\n"
                         "0000fe0000000000 0000000100017802 0\n0000000003800000 000000000000794d 1\nend\n");
  std::optional<MachineMap> read = readMachineMap(printed, error);
  ASSERT_TRUE(read) << error;
  EXPECT_EQ(printMachineMap(*read), printed);
  EXPECT_EQ(read->find("k")->statements, map.find("k")->statements);
  EXPECT_EQ(findMismatch(*read, parseText(text)), "");
  map.kernels[0].statements[1] = noStatement;
  read = readMachineMap(printMachineMap(map), error);
  ASSERT_TRUE(read) << error;
  EXPECT_EQ(read->find("k")->statements[1], noStatement);
}

TEST(MachineMap, IsOfOneText) {
  MachineMap map = makeMap();
  EXPECT_NE(findMismatch(map, parseText(text + "\n")).find("another PTX text"), std::string::npos);
  map.functions[0].second = 3;
  EXPECT_NE(findMismatch(map, parseText(text)).find("differently"), std::string::npos);
}

std::string errorOf(const std::string &from, const std::string &to) {
  std::string printed = printMachineMap(makeMap()), error;
  size_t at = printed.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  printed.replace(at, from.size(), to);
  EXPECT_FALSE(readMachineMap(printed, error)) << printed;
  std::string end = "; make the map anew with `tessera emulate FILE.ptx --save-machine-map FILE`";
  EXPECT_EQ(error.substr(std::min(error.size(), error.size() - end.size())), end);
  return error.substr(0, error.size() - end.size());
}

TEST(MachineMap, SaysWhatIsMalformed) {
  EXPECT_EQ(errorOf("tessera-machine-map", "map"),
            "line 1 of the machine map: `map 1`, expected `tessera-machine-map 1`");
  EXPECT_EQ(errorOf("map 1\n", "map 2\n"), "line 1 of the machine map: version `2` of the format, expected 1");
  EXPECT_EQ(errorOf("architecture 90", "architecture 75"),
            "line 2 of the machine map: `architecture 75`, expected `architecture 80` to `architecture 90`");
  EXPECT_EQ(errorOf("ptx ", "ptx x"), "line 3 of the machine map: `ptx x" + getDigest(text).substr(0, 55) +
                                          "…`, expected `ptx` and 64 hexadecimal digits");
  EXPECT_EQ(errorOf("function k 2", "function k many"),
            "line 4 of the machine map: `function k many`, expected `function NAME STATEMENTS`");
  EXPECT_EQ(errorOf("kernel k 8 2", "kernel k 300 2"), "line 5 of the machine map: `kernel k 300 2`, expected `kernel "
                                                       "NAME REGISTERS INSTRUCTIONS` with at most 255 registers");
  EXPECT_EQ(
      errorOf("kernel k 8 2", "kernel k 8 3"),
      "line 8 of the machine map: `end`, expected two halves of 16 hexadecimal digits and a statement's number or `-`");
  EXPECT_EQ(errorOf("794d 1", "794d 2"), "line 7 of the machine map: statement 2 of a text that has 2");
  EXPECT_EQ(errorOf("0000fe0", "f000fe0"),
            "line 6 of the machine map: a word that is no instruction: its highest bits are set");
  EXPECT_EQ(errorOf("end\n", "kernel k 8 1\n0000fe0000000000 0000000100017802 0\nend\n"),
            "line 8 of the machine map: kernel `k` for the second time");
  EXPECT_EQ(errorOf("end\n", "end\nmore\n"), "line 8 of the machine map: more text behind `end`");
  EXPECT_EQ(errorOf("function k 2", "function k 4294967295"),
            "line 4 of the machine map: `function k 4294967295`, expected `function NAME STATEMENTS`");
}

TEST(MachineMap, RefusesEveryCutAndBearsEveryChange) {
  std::string printed = printMachineMap(makeMap()), error;
  for (size_t size = 0; size < printed.size(); ++size)
    EXPECT_FALSE(readMachineMap(printed.substr(0, size), error)) << size;
  for (size_t at = 0; at < printed.size(); ++at)
    for (char c : {'\0', '\n', ' ', '-', '9', 'f', '\xff'}) {
      std::string changed = printed;
      changed[at] = c;
      error.clear();
      EXPECT_TRUE(readMachineMap(changed, error) || !error.empty());
    }
}

} // namespace
