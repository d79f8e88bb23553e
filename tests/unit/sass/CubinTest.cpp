// SPDX-License-Identifier: Apache-2.0
// Cubins made by hand: what they hold, and files that are cut or lie.
#include "shared/sass/Cubin.h"
#include "tests/unit/sass/CubinFile.h"
#include <gtest/gtest.h>

using namespace tessera::sass;

namespace {

/// One kernel of 32 bytes in section 1, symbol 1 of which is that section's, that takes 40 registers.
std::string makeKernel() {
  std::string symbols(24, '\0'), info, relocations;
  put(symbols, 24 + 6, 1, 2);
  put(symbols, 24 + 16, 32, 8);
  put(info, 0, 0x03000103, 4); // a record whose value is in it
  put(info, 4, 0x00082f04, 4);
  put(info, 8, 1, 4);
  put(info, 12, 40, 4);
  put(relocations, 0, 7, 8);
  put(relocations, 8, uint64_t(1) << 32 | 2, 8);
  put(relocations, 16, 0, 8);
  return makeCubin({{".text.k", std::string(32, '\1')},
                    {".symtab", symbols, 2},
                    {".nv.info", info},
                    {".debug_line", "lines"},
                    {".rela.debug_line", relocations}});
}

TEST(Cubin, HasCodeRegistersAndLines) {
  std::string error, bytes = makeKernel();
  auto cubin = readCubin(bytes, error);
  ASSERT_TRUE(cubin) << error;
  EXPECT_EQ(cubin->architecture, 90u);
  ASSERT_EQ(cubin->functions.size(), 1u);
  EXPECT_EQ(cubin->functions[0].name, "k");
  EXPECT_EQ(cubin->functions[0].code, std::string(32, '\1'));
  EXPECT_EQ(cubin->functions[0].registers, 40u);
  EXPECT_EQ(cubin->lines, "lines");
  ASSERT_EQ(cubin->lineRelocations.size(), 1u);
  EXPECT_EQ(cubin->lineRelocations[7].function, "k");
}

TEST(Cubin, RefusesWhatIsNone) {
  std::string error;
  EXPECT_FALSE(readCubin("PTX", error));
  EXPECT_EQ(error, "the bytes are no cubin: they don't begin as an ELF file does");
  std::string host = makeKernel();
  put(host, 18, 62, 2);
  EXPECT_FALSE(readCubin(host, error));
  EXPECT_EQ(error, "an ELF file for machine 62, expected 190 (CUDA)");
}

TEST(Cubin, RefusesSectionsOverOneAnother) {
  std::string bytes = makeKernel(), error;
  size_t table = static_cast<uint8_t>(bytes[40]) | static_cast<size_t>(static_cast<uint8_t>(bytes[41])) << 8;
  for (size_t section = 2; section < 6; ++section) { // all of them the whole file
    put(bytes, table + 64 * section + 24, 0, 8);
    put(bytes, table + 64 * section + 32, bytes.size(), 8);
  }
  EXPECT_FALSE(readCubin(bytes, error));
  EXPECT_NE(error.find("the cubin is damaged: its sections have"), std::string::npos);
}

TEST(Cubin, RefusesEveryCut) {
  std::string error, bytes = makeKernel();
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(readCubin(std::string_view(bytes).substr(0, size), error)) << size;
}

TEST(Cubin, EveryByteMayBeWrong) {
  std::string bytes = makeKernel();
  for (size_t at = 0; at < bytes.size(); ++at)
    for (char value : {'\0', '\x7f', '\xff'}) {
      std::string changed = bytes, error;
      changed[at] = value;
      auto cubin = readCubin(changed, error);
      EXPECT_TRUE(cubin || !error.empty());
    }
}

} // namespace
