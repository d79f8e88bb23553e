// SPDX-License-Identifier: Apache-2.0
// Instructions counted from a cubin: of code that ptxas makes here (where there is one), of a file made by hand, of
// bytes that are none.
#include "compiler/codegen/Opcodes.h"
#include "compiler/codegen/Disassemble.h"
#include <gtest/gtest.h>

using namespace tessera;
using namespace tessera::codegen;

namespace {

void put(std::string &bytes, size_t offset, uint64_t value, unsigned size) {
  if (bytes.size() < offset + size)
    bytes.resize(offset + size, '\0');
  for (unsigned i = 0; i < size; ++i)
    bytes[offset + i] = static_cast<char>(value >> (8 * i));
}

/// Two sections: names, and the code of `k` with these opcodes.
std::string makeCubin(llvm::ArrayRef<uint16_t> opcodes) {
  std::string bytes = "\x7f"
                      "ELF\2\1";
  const std::string names("\0.shstrtab\0.text.k\0", 19);
  size_t code = 0x40, strings = code + 16 * opcodes.size(), headers = strings + 32;
  put(bytes, 0x12, 190, 2);
  put(bytes, 0x28, headers, 8);
  put(bytes, 0x30, 90 << 8, 4);
  put(bytes, 0x3a, 64, 2);
  put(bytes, 0x3c, 2, 2);
  put(bytes, 0x3e, 0, 2);
  for (size_t i = 0; i < opcodes.size(); ++i)
    put(bytes, code + 16 * i, 0xf000u | opcodes[i], 2);
  put(bytes, headers - 1, 0, 1);
  bytes.replace(strings, names.size(), names);
  put(bytes, headers, 1, 4);
  put(bytes, headers + 0x18, strings, 8);
  put(bytes, headers + 0x20, names.size(), 8);
  put(bytes, headers + 64, 11, 4);
  put(bytes, headers + 64 + 0x18, code, 8);
  put(bytes, headers + 64 + 0x20, 16 * opcodes.size(), 8);
  put(bytes, headers + 127, 0, 1);
  return bytes;
}

TEST(Opcodes, CountsAndRuns) {
  auto code = readCode(makeCubin({0x9f0, 0x9f0, 0x123, 0xdf0, 0x123, 0x123, 0x9f0, 0x94d}));
  ASSERT_TRUE(code && code->size() == 1);
  EXPECT_EQ(code->front().name, "k");
  EXPECT_EQ(code->front().count("HGMMA"), 4);
  EXPECT_EQ(code->front().longestRun("HGMMA", 0), 2);
  EXPECT_EQ(code->front().longestRun("HGMMA", 1), 3);
  EXPECT_EQ(printCounts(code->front()), "k: 8 instructions\n      4  HGMMA\n      3  opcode 123\n      1  EXIT\n");
}

TEST(Opcodes, RefusesWhatIsNoCubin) {
  EXPECT_FALSE(readCode(""));
  EXPECT_FALSE(
      readCode("not a cubin, but long enough to be taken for one by a reader that does not look at the beginning"));
  std::string cubin = makeCubin({0x9f0});
  for (size_t size = 4; size < cubin.size(); ++size)
    EXPECT_FALSE(readCode(llvm::StringRef(cubin).take_front(size))) << size;
}

TEST(Opcodes, ReadsWhatPtxasMakes) {
  if (!hasAssembler())
    GTEST_SKIP() << "there is no ptxas on this machine";
  DiagnosticSink sink;
  auto made = assemble(".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry k(.param .u64 p) {\n .reg .b64 "
                       "%rd<2>;\n .reg .b32 %r<2>;\n"
                       " ld.param.u64 %rd1, [p];\n cvta.to.global.u64 %rd1, %rd1;\n ld.global.u32 %r1, [%rd1];\n "
                       "st.global.u32 [%rd1+4], %r1;\n ret;\n}\n",
                       *tilegpu::findTarget("sm_90a"), sink);
  ASSERT_TRUE(mlir::succeeded(made));
  EXPECT_NE(made->log.find("registers"), std::string::npos);
  auto code = readCode(made->cubin);
  ASSERT_TRUE(code && code->size() == 1);
  EXPECT_EQ(code->front().count("LDG"), 1);
  EXPECT_EQ(code->front().count("STG"), 1);
  EXPECT_EQ(code->front().count("EXIT"), 1);
}

} // namespace
