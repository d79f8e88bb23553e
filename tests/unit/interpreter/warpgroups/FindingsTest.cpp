// SPDX-License-Identifier: Apache-2.0
// One change each of a right kernel: what is found, at which lines, under every schedule.
#include "tests/unit/interpreter/warpgroups/Gemm.h"

using namespace tessera;
using namespace tessera::test;

namespace {

/// Runs under six seeds; each must report `id` with these two lines, in either order (0: not asked).
void expectFinding(const std::string &text, DiagnosticId id, unsigned line, unsigned other, const std::string &part = "") {
  Program program(text);
  for (uint64_t seed = 0; seed < 6; ++seed) {
    interpreter::RunOptions options;
    options.warpgroups.seed = seed;
    interpreter::RunResult result = program.run(options);
    EXPECT_FALSE(result.ok);
    bool found = false;
    std::string all;
    for (const Diagnostic &diagnostic : result.diagnostics) {
      all += render(diagnostic);
      if (diagnostic.id != id || (!part.empty() && render(diagnostic).find(part) == std::string::npos))
        continue;
      std::vector<unsigned> lines = {diagnostic.range.begin.line};
      for (const DiagnosticNote &note : diagnostic.notes)
        if (note.range.isValid())
          lines.push_back(note.range.begin.line);
      auto has = [&](unsigned wanted) { return wanted == 0 || std::find(lines.begin(), lines.end(), wanted) != lines.end(); };
      found |= has(line) && has(other);
    }
    EXPECT_TRUE(found) << "seed " << seed << ", wanted " << getText(id).str() << " at lines " << line << " and " << other << ", got:\n" << all;
  }
}

const char *product = "tilegpu.wgmma %acc", *copyX = "tilegpu.copy_in %xt", *copyY = "tilegpu.copy_in %yt";

} // namespace

TEST(Findings, no_wgmma_wait_before_the_slot_is_given_back) {
  std::string text = change(gemm(), "      tilegpu.wgmma_wait 0\n", "\n");
  expectFinding(text, DiagnosticId::dataRace, lineOf(text, product), lineOf(text, copyX), "wgmma_wait");
}

TEST(Findings, one_wgmma_in_flight_but_no_delayed_release) {
  std::string text = change(gemm(), "tilegpu.wgmma_wait 0", "tilegpu.wgmma_wait 1");
  expectFinding(text, DiagnosticId::dataRace, lineOf(text, product), lineOf(text, copyY), "delay_release");
}

TEST(Findings, no_commit_before_a_copy_out) {
  std::string text = change(gemm(), "    tilegpu.commit_shared\n", "\n");
  expectFinding(text, DiagnosticId::dataRace, lineOf(text, "tile.store %r"), lineOf(text, "tilegpu.copy_out"), "commit_smem");
}

TEST(Findings, no_wait_for_the_copies) {
  std::string text = change(gemm(), "      tilegpu.wait %full[%slot] : !tilegpu.barrier<2>\n", "\n");
  expectFinding(text, DiagnosticId::dataRace, lineOf(text, product), lineOf(text, copyX), "barrier_wait");
}

TEST(Findings, no_wait_for_the_slot) {
  std::string text = change(gemm(), "        tilegpu.wait %empty[%slot] : !tilegpu.barrier<2>\n", "\n");
  expectFinding(text, DiagnosticId::dataRace, lineOf(text, product), lineOf(text, copyX));
}

TEST(Findings, no_wait_for_the_copy_out) {
  std::string text = change(gemm(), "    tilegpu.wait_copies_out 0 read\n", "\n");
  expectFinding(text, DiagnosticId::unawaitedOperation, lineOf(text, "tilegpu.copy_out"), 0);
}

TEST(Findings, an_arrival_too_few_is_a_deadlock) {
  std::string text = change(gemm(), "\"empty\" {arrivals = 2", "\"empty\" {arrivals = 3");
  expectFinding(text, DiagnosticId::deadlock, lineOf(text, "tilegpu.wait %empty[%slot]"), 0, "of 3");
}

TEST(Findings, phases_that_nobody_waits_for) {
  std::string text = change(gemm(), "      tilegpu.wait %empty[%step] : !tilegpu.barrier<2>\n", "\n");
  expectFinding(text, DiagnosticId::mbarrierMisuse, lineOf(text, "alloc_barrier \"empty\""), lineOf(text, "tilegpu.arrive"), "nobody has waited for");
}

TEST(Findings, a_barrier_that_needs_fewer_arrivals_than_it_gets) {
  std::string text = change(gemm(), "\"full\" {arrivals = 2", "\"full\" {arrivals = 1");
  expectFinding(text, DiagnosticId::mbarrierMisuse, lineOf(text, copyY), 0, "without knowing");
}

TEST(Findings, the_wrong_slot) {
  std::string text = change(gemm(), "%b = tilegpu.subview %ys[%slot, 0, 0]", "%b = tilegpu.subview %ys[%c0, 0, 0]");
  expectFinding(text, DiagnosticId::dataRace, lineOf(text, product), lineOf(text, copyY));
}

TEST(Findings, a_slot_outside_the_buffer) {
  std::string text = change(gemm(), "%yd = tilegpu.subview %ys[%slot, 0, 0]", "%yd = tilegpu.subview %ys[%step, 0, 0]");
  expectFinding(text, DiagnosticId::outOfBounds, lineOf(text, copyY), 0, "y_smem");
}

TEST(Findings, both_warpgroups_write_the_same_rows) {
  std::string text = change(gemm(), "tile.store %r, %os[%row, 0]", "tile.store %r, %os[%c0, 0]");
  expectFinding(text, DiagnosticId::dataRace, lineOf(text, "tile.store %r"), 0);
}

TEST(Findings, both_copies_out_go_to_the_same_rows) {
  std::string text = change(gemm(), "%out = tilegpu.subview %o[%row, 0]", "%out = tilegpu.subview %o[%c0, 0]");
  expectFinding(text, DiagnosticId::dataRace, lineOf(text, "tilegpu.copy_out"), 0, "`o`");
}

TEST(Findings, an_accumulator_in_flight) {
  std::string text = change(change(gemm(), "%r = tilegpu.read_accumulator %acc :", "%r = tilegpu.read_accumulator %acc pending 1 :"), "      tilegpu.wgmma_wait 0\n      tilegpu.arrive",
                            "      tilegpu.arrive");
  expectFinding(text, DiagnosticId::registerInFlight, lineOf(text, "read_accumulator"), lineOf(text, product), "wgmma_wait");
}

TEST(Findings, too_many_registers) {
  std::string text = change(gemm(), "set_max_registers 40", "set_max_registers 56");
  expectFinding(text, DiagnosticId::asyncMisuse, lineOf(text, "set_max_registers 56"), 0, "66560");
}

TEST(Findings, a_race_is_told_once) {
  Program program(change(gemm(), "      tilegpu.wgmma_wait 0\n", "\n"));
  interpreter::RunResult result = program.run();
  size_t races = 0;
  for (const Diagnostic &diagnostic : result.diagnostics)
    races += diagnostic.id == DiagnosticId::dataRace;
  EXPECT_EQ(races, 2u); // with the copy of x and with that of y
}

TEST(Findings, without_checks_only_the_numbers_tell) {
  Program program(change(gemm(), "      tilegpu.wait %full[%slot] : !tilegpu.barrier<2>\n", "\n"));
  interpreter::RunOptions options;
  options.warpgroups.checksRaces = false;
  interpreter::RunResult result = program.run(options);
  EXPECT_NE(result.output, "8192\n"); // products of what was not there yet
}
