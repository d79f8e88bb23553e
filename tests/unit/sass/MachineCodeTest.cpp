// SPDX-License-Identifier: Apache-2.0
// The decoder beside an outside judge: one word of each form that ptxas was seen to make, with the line of a listing.
#include "shared/sass/MachineCode.h"
#include <algorithm>
#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

using namespace tessera::sass;

namespace {

/// A general register of a listing, and whether it is marked `.reuse`.
struct Listed {
  unsigned number = 0;
  bool isReused = false;
  bool operator<(const Listed &other) const {
    return number < other.number || (number == other.number && isReused < other.isReused);
  }
  bool operator==(const Listed &other) const { return number == other.number && isReused == other.isReused; }
};

bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// `R12`, `|R3|.reuse`, but no `UR4` and no `RZ`.
std::vector<Listed> findRegisters(std::string operands) {
  operands.erase(std::remove(operands.begin(), operands.end(), '|'), operands.end());
  std::vector<Listed> found;
  for (size_t at = 0; at + 1 < operands.size(); ++at) {
    if (operands[at] != 'R' || !std::isdigit(static_cast<unsigned char>(operands[at + 1])) ||
        (at && isWordPart(operands[at - 1])))
      continue;
    size_t end = at + 1;
    while (end < operands.size() && (isWordPart(operands[end]) || operands[end] == '.'))
      ++end;
    std::string name = operands.substr(at, end - at);
    found.push_back({static_cast<unsigned>(std::stoul(name.substr(1))), name.find(".reuse") != name.npos});
    at = end - 1;
  }
  return found;
}

struct Listing {
  unsigned architecture = 0;
  int64_t address = 0;
  Word word;
  std::string text, guard, name, operands;
};

Listing parseListing(const std::string &line) {
  Listing row;
  std::istringstream in(line);
  in >> row.architecture >> std::hex >> row.address >> row.word.high >> row.word.low;
  std::getline(in, row.text);
  std::istringstream words(row.text);
  words >> row.name;
  if (row.name[0] == '@') {
    row.guard = row.name.substr(1);
    words >> row.name;
  }
  std::getline(words, row.operands);
  return row;
}

std::vector<Listing> readListings() {
  std::ifstream file(TESSERA_SOURCE_DIR "/tests/unit/sass/listings.txt");
  std::vector<Listing> rows;
  for (std::string line; std::getline(file, line);)
    if (line[0] != '#')
      rows.push_back(parseListing(line));
  return rows;
}

std::vector<Listed> getRegisters(const MachineInstruction &i) {
  std::vector<Listed> found;
  const RegisterRange *ranges[] = {&i.d, &i.a, &i.b, &i.c};
  for (unsigned at = 0; at < 4; ++at)
    if (ranges[at]->count)
      found.push_back({ranges[at]->first, at > 0 && (i.reuse >> (at - 1) & 1)});
  return found;
}

std::string getBase(std::string_view name) { return std::string(name.substr(0, name.find('.'))); }

TEST(MachineCode, ReadsWhatListingsSay) {
  std::vector<Listing> rows = readListings();
  ASSERT_GT(rows.size(), 300u);
  for (const Listing &row : rows) {
    SCOPED_TRACE(row.text);
    MachineInstruction i = decode(row.word, row.address, row.architecture);
    std::string name = getBase(row.name);
    EXPECT_EQ(getBase(i.getMnemonic()), name == "REDG" ? "RED" : name);
    EXPECT_NE(i.operation, Operation::unknown);
    std::string guard = i.guard == alwaysPredicate ? i.isGuardNegated ? "!PT" : ""
                                                   : (i.isGuardNegated ? "!P" : "P") + std::to_string(i.guard);
    EXPECT_EQ(guard, row.guard.find('U') == row.guard.npos ? row.guard : guard);
    std::vector<Listed> wanted = findRegisters(row.operands), got = getRegisters(i);
    std::sort(wanted.begin(), wanted.end());
    std::sort(got.begin(), got.end());
    if (name == "BAR") // a register that holds barrier and count is listed twice
      wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    EXPECT_TRUE(wanted == got);
    bool isJump = name == "BRA" || name == "BSSY" || row.name == "WARPSYNC.COLLECTIVE" ||
                  (row.name.substr(0, 8) == "CALL.REL" && wanted.empty());
    ASSERT_EQ(i.target.has_value(), isJump);
    if (isJump) {
      EXPECT_EQ(*i.target,
                static_cast<int64_t>(std::stoul(row.operands.substr(row.operands.rfind("0x")), nullptr, 16)));
    }
  }
}

MachineInstruction decodeText(const std::string &text, unsigned architecture = 90) {
  for (const Listing &row : readListings())
    if (row.architecture == architecture && row.text.find(text) != row.text.npos)
      return decode(row.word, row.address, row.architecture);
  ADD_FAILURE() << "no listing of `" << text << "`";
  return {};
}

TEST(MachineCode, ReadsControlBits) {
  // @!P1 FFMA with stall 5, counter 2 raised by its result, 3 by its sources, waiting for 0 and 4.
  Word word{0x0000000504030223u | 9u << 12,
            uint64_t(5) << 41 | uint64_t(2) << 46 | uint64_t(3) << 49 | uint64_t(0x11) << 52 | 6};
  MachineInstruction i = decode(word, 0, 80);
  EXPECT_EQ(getText(i), "FFMA");
  EXPECT_EQ(i.guard, 1);
  EXPECT_TRUE(i.isGuardNegated);
  EXPECT_EQ(i.stall, 5);
  EXPECT_TRUE(i.mayYield);
  EXPECT_EQ(i.writeCounter, 2);
  EXPECT_EQ(i.readCounter, 3);
  EXPECT_EQ(i.waitMask, 0x11);
  EXPECT_EQ(i.d.first, 3);
  EXPECT_EQ(i.a.first, 4);
  EXPECT_EQ(i.b.first, 5);
  EXPECT_EQ(i.c.first, 6);
}

TEST(MachineCode, KnowsHowManyRegisters) {
  auto counts = [](const MachineInstruction &i) {
    return std::to_string(i.d.count) + " " + std::to_string(i.a.count) + " " + std::to_string(i.b.count) + " " +
           std::to_string(i.c.count);
  };
  EXPECT_EQ(counts(decodeText(" LDG.E.128 ", 80)), "4 2 0 0");
  EXPECT_EQ(counts(decodeText("HMMA.16816.F32.BF16")), "4 4 2 4");
  EXPECT_EQ(counts(decodeText("HMMA.1688.F32.TF32", 80)), "4 4 2 4");
  EXPECT_EQ(counts(decodeText("HMMA.1688.F16", 80)), "2 2 1 2");
  EXPECT_EQ(counts(decodeText("IMMA.16864.S4", 80)), "4 4 2 4");
  EXPECT_EQ(counts(decodeText("IMMA.8816", 80)), "2 1 1 2");
  EXPECT_EQ(counts(decodeText("LDSM.16.M88.4", 80)), "4 1 0 0");
  EXPECT_EQ(counts(decodeText("IMAD.WIDE R", 80)).substr(0, 3), "2 1");
  EXPECT_EQ(decodeText("HGMMA.64x256x16.F32.BF16").d.count, 128);
  EXPECT_EQ(decodeText("HGMMA.64x64x16.F16").d.count, 16);
  EXPECT_EQ(decodeText("IGMMA.64x240x32").d.count, 120);
  EXPECT_EQ(decodeText("IGMMA.64x64x32").d.count, 32);
  EXPECT_EQ(decodeText("IGMMA.64x8x32").d.count, 4);
}

TEST(MachineCode, SaysWhoExecutesIt) {
  EXPECT_EQ(decodeText(" UTMALDG.2D").operation, Operation::tma);
  EXPECT_EQ(decodeText("SYNCS.PHASECHK").operation, Operation::mbarrier);
  EXPECT_EQ(getText(decodeText("SYNCS.EXCH.64")), "SYNCS.EXCH");
  EXPECT_EQ(getText(decodeText(" STS.128", 80)), "STS.128");
  std::set<std::string_view> names;
  for (unsigned operation = 0; operation < operationCount; ++operation)
    EXPECT_TRUE(names.insert(getName(static_cast<Operation>(operation))).second);
}

TEST(MachineCode, KeepsWhatItDoesNotKnow) {
  MachineInstruction i = decode({0x7123, 0}, 0, 90);
  EXPECT_EQ(i.operation, Operation::unknown);
  EXPECT_EQ(getText(i), "op 123");
  std::string bytes(32, '\0'), error;
  bytes[0] = 0x23, bytes[1] = 0x71;
  bytes[16] = 0x4d, bytes[17] = 0x79; // EXIT
  auto code = decodeAll(bytes, 90, error);
  ASSERT_TRUE(code);
  EXPECT_EQ(code->countUnknown(), 1u);
}

TEST(MachineCode, RefusesForeignBytes) {
  std::string error;
  EXPECT_FALSE(decodeAll("", 90, error));
  EXPECT_EQ(error, "0 bytes of machine code, expected a multiple of 16 that is not 0");
  EXPECT_FALSE(decodeAll(std::string(24, '\0'), 90, error));
  EXPECT_EQ(error, "24 bytes of machine code, expected a multiple of 16 that is not 0");
  EXPECT_FALSE(decodeAll(std::string(16, '\0'), 70, error));
  EXPECT_EQ(error, "machine code of sm_70, expected sm_80 to sm_90");
  EXPECT_FALSE(decodeAll(std::string(16, '\0') + std::string(16, '\xff'), 80, error));
  EXPECT_EQ(error, "byte 16 begins no instruction: its highest bits are set");
}

} // namespace
