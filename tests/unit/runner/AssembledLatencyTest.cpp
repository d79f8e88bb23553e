// SPDX-License-Identifier: Apache-2.0
// Latencies that ptxas knows: an instruction whose result comes after a fixed number of cycles raises no counter, and
// the stall counts up to the first that reads the result are all that keeps it correct. So the least distance in chains
// of such instructions is the machine's latency, and shared/rates has it with grade A.
#include "runner/device/AssembleMap.h"
#include "runner/emulator/ptx/Parser.h"
#include "shared/rates/Rates.h"
#include <gtest/gtest.h>
#include <map>

using namespace tessera;
using namespace tessera::runner;
using sass::MachineInstruction;
using sass::RegisterRange;

namespace {

/// By producer and first reader, as `FFMA LOP3`: the fewest cycles from the issue of one to the issue of the other.
using Distances = std::map<std::string, unsigned>;

bool reads(const MachineInstruction &instruction, const RegisterRange &written) {
  for (const RegisterRange *range : {&instruction.a, &instruction.b, &instruction.c})
    if (range->count && written.first < range->first + range->count && range->first < written.first + written.count)
      return true;
  return false;
}

/// Guards are read as predicate 0, which these kernels have alone.
void addDistance(const std::vector<MachineInstruction> &code, size_t producer, Distances &distances) {
  const MachineInstruction &first = code[producer];
  bool setsPredicate = first.getMnemonic().substr(1) == "SETP";
  if (first.writeCounter != sass::noCounter || (!first.d.count && !setsPredicate))
    return;
  unsigned cycles = 0;
  for (size_t i = producer; i + 1 < code.size() && !code[i].target; ++i) {
    cycles += code[i].stall;
    const MachineInstruction &next = code[i + 1];
    bool isGuarded = next.guard != sass::alwaysPredicate;
    if (setsPredicate ? !isGuarded : !reads(next, first.d))
      continue;
    std::string_view reader = setsPredicate ? "guard" : next.getMnemonic();
    std::string pair = std::string(first.getMnemonic()) + ' ' + std::string(reader);
    auto [place, isNew] = distances.try_emplace(pair, cycles);
    place->second = std::min(place->second, cycles);
    return;
  }
}

/// Of `body`, in a kernel with f32 `%f1` to `%f3`, f64 `%d1` to `%d3`, halves' pairs `%h1` to `%h3`, integers `%r1` to
/// `%r3` and a predicate.
Distances measure(const char *target, const std::string &body) {
  std::string text = std::string(".version 8.0\n.target ") + target +
                     "\n.address_size 64\n.visible .entry k(.param .u64 p) {\n.reg .f32 %f<4>; .reg .f64 %d<4>; .reg "
                     ".b32 %h<4>; .reg .b32 %r<4>; .reg .b64 %rd; .reg .pred %p;\nld.param.u64 %rd, [p];\n";
  for (const char *load : {"f32 %f", "f64 %d", "b32 %h", "b32 %r"})
    for (int i = 1; i < 4; ++i)
      text +=
          std::string("ld.volatile.global.") + load + std::to_string(i) + ", [%rd+" + std::to_string(8 * i) + "];\n";
  text += body;
  for (const char *store : {"f32 [%rd], %f1", "f64 [%rd], %d1", "b32 [%rd], %h1", "b32 [%rd], %r1"})
    text += std::string("st.volatile.global.") + store + ";\n";
  DiagnosticSink sink;
  emulator::ptx::Module module = emulator::ptx::parse(text + "ret;\n}\n", "test.ptx", sink);
  mlir::FailureOr<emulator::MachineMap> map = assembleMap(module, sink);
  EXPECT_TRUE(mlir::succeeded(map)) << (sink.all().empty() ? "" : sink.all().front().message);
  Distances distances;
  if (mlir::succeeded(map) && map->find("k"))
    for (size_t i = 0; i < map->find("k")->code.instructions.size(); ++i)
      addDistance(map->find("k")->code.instructions, i, distances);
  return distances;
}

std::string repeat(const std::string &statements, int times = 12) {
  std::string text;
  for (int i = 0; i < times; ++i)
    text += statements + "\n";
  return text;
}

class AssembledLatency : public testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    if (!codegen::hasAssembler())
      GTEST_SKIP() << "there is no ptxas on this machine";
  }
  bool isHopper() const { return GetParam() == std::string("sm_90a"); }
  const rates::Rates &rates() const { return rates::getRates(isHopper() ? 90u : 80u); }
  /// The distance of a pair in `body`; 0 where it is not there.
  double find(const std::string &body, const std::string &pair) const {
    Distances distances = measure(GetParam(), body);
    auto found = distances.find(pair);
    std::string all;
    for (const auto &[name, cycles] : distances)
      all += name + " " + std::to_string(cycles) + ", ";
    EXPECT_NE(found, distances.end()) << "no " << pair << " among " << all;
    return found == distances.end() ? 0 : found->second;
  }
};

TEST_P(AssembledLatency, Floats) {
  EXPECT_EQ(find(repeat("fma.rn.f32 %f1, %f1, %f2, %f3;"), "FFMA FFMA"), rates().fma32Latency);
  EXPECT_EQ(find(repeat("add.rn.f32 %f1, %f1, %f2;"), "FADD FADD"), rates().fma32Latency);
}

TEST_P(AssembledLatency, Integers) {
  EXPECT_EQ(find(repeat("mad.lo.s32 %r1, %r1, %r2, %r3;"), "IMAD IMAD"), rates().integerProductLatency);
  std::string extreme = isHopper() ? "VIMNMX" : "IMNMX";
  std::string chain = repeat("min.s32 %r1, %r1, %r2;\nmax.s32 %r1, %r1, %r3;");
  EXPECT_EQ(find(chain, extreme + " " + extreme), rates().aluLatency);
}

TEST_P(AssembledLatency, FromUnitToUnit) {
  std::string mixed = repeat("mov.b32 %r1, %f1;\nxor.b32 %r1, %r1, %r2;\nmov.b32 %f1, %r1;\n"
                             "fma.rn.f32 %f1, %f1, %f2, %f3;");
  EXPECT_EQ(find(mixed, "FFMA LOP3"), rates().fma32Latency + rates().crossLatency);
  EXPECT_EQ(find(mixed, "LOP3 FFMA"), rates().aluLatency + rates().crossLatency);
}

TEST_P(AssembledLatency, PairsOfHalves) {
  // ptxas has two units for them and alternates.
  std::string chain = repeat("fma.rn.f16x2 %h1, %h1, %h2, %h3;");
  EXPECT_EQ(find(chain, "HFMA2 HFMA2.MMA"), rates().halfLatency);
  EXPECT_EQ(find(chain, "HFMA2.MMA HFMA2"), rates().halfMatrixLatency);
}

TEST_P(AssembledLatency, Doubles) {
  if (!isHopper())
    GTEST_SKIP() << "they raise a counter on Ampere";
  EXPECT_EQ(find(repeat("fma.rn.f64 %d1, %d1, %d2, %d3;"), "DFMA DFMA"), rates().fp64Latency);
}

TEST_P(AssembledLatency, Guards) {
  std::string guarded = "setp.gt.s32 %p, %r1, %r2;\n@%p st.volatile.global.b32 [%rd+8], %r3;\n";
  EXPECT_EQ(find(guarded, "ISETP guard"), rates().guardLatency);
}

TEST_P(AssembledLatency, ASumAndAMaximum) {
  if (!isHopper())
    GTEST_SKIP() << "two instructions on Ampere";
  std::string chain = repeat("add.s32 %r1, %r1, %r2;\nmax.s32 %r1, %r1, %r3;");
  EXPECT_EQ(find(chain, "VIADDMNMX VIADDMNMX"), rates().dpxLatency);
}

INSTANTIATE_TEST_SUITE_P(Targets, AssembledLatency, testing::Values("sm_80", "sm_90a"),
                         [](const auto &each) { return std::string(each.param); });

} // namespace
