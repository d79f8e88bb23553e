// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/PtxLines.h"
#include "runner/mcp/Describe.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::runner;
using llvm::json::Object;
using llvm::json::Value;

llvm::ArrayRef<llvm::StringRef> mcp::cardNames() {
  static const llvm::StringRef names[] = {"h100", "h200", "a100", "h100-pcie", "h100-nvl", "a100-80gb"};
  return names;
}

std::string mcp::targetOf(llvm::StringRef card) { return card.starts_with("a100") ? "sm_80" : "sm_90a"; }

std::vector<int64_t> mcp::mapLines(llvm::StringRef ptx) {
  std::vector<int64_t> lines = {0};
  int64_t now = 0;
  while (!ptx.empty()) {
    auto [line, rest] = ptx.split('\n');
    ptx = rest;
    llvm::StringRef words = line.trim();
    if (words.consume_front(".loc")) {
      int64_t file = 0, number = 0;
      words = words.ltrim();
      if (!words.consumeInteger(10, file) && !(words = words.ltrim()).consumeInteger(10, number) && number > 0)
        now = file == 1 ? number : 0; // line 0: nobody's, what was before goes on
    }
    lines.push_back(now);
  }
  return lines;
}

std::map<int64_t, double> mcp::shareByLine(const Object &time, llvm::StringRef ptx) {
  std::vector<int64_t> lines = mapLines(ptx);
  std::map<int64_t, double> shares;
  for (const Value &value : itemsOf(time, "places")) {
    int64_t line = countIn(objectIn(value), "line");
    if (line > 0 && static_cast<size_t>(line) < lines.size() && lines[static_cast<size_t>(line)] > 0)
      shares[lines[static_cast<size_t>(line)]] += objectIn(value).getNumber("share").value_or(0);
  }
  return shares;
}

/// `name 93 %, ..`: the largest of an object of numbers, as parts of `whole`.
static std::string tellShares(const Object &numbers, double whole) {
  std::vector<std::pair<double, std::string>> sorted;
  for (const auto &[name, value] : numbers)
    sorted.emplace_back(value.getAsNumber().value_or(0) / (whole > 0 ? whole : 1), name.str());
  llvm::sort(sorted, std::greater<>());
  std::string text;
  for (const auto &[share, name] : sorted)
    if (share >= 0.01 && text.size() < 160)
      text += (text.empty() ? "" : ", ") + name + " " + mcp::formatPercent(share);
  return text;
}

std::string mcp::describeTime(llvm::StringRef kernel, const Object &time, llvm::StringRef ptx) {
  auto number = [&](llvm::StringRef name) { return time.getNumber(name).value_or(0); };
  std::string text = "`" + kernel.str() + "` on " + fieldOf(time, "card") + ": predicted " +
                     formatMicroseconds(number("microseconds")) + " (a model's prediction, not a measurement)\n";
  if (const llvm::json::Array *range = time.getArray("range"); range && range->size() == 2)
    text += "  by the clock from " + formatMicroseconds((*range)[0].getAsNumber().value_or(0)) + " to " +
            formatMicroseconds((*range)[1].getAsNumber().value_or(0)) + "; a launch behind another takes about " +
            formatMicroseconds(number("launchMicroseconds")) + " more\n";
  text += "  limited by " + fieldOf(time, "limit") + ", busy " + formatPercent(number("limitShare")) + " of the time\n";
  text += "  moves " + formatBytes(number("memoryBytes")) + " of memory and " + formatBytes(number("l2Bytes")) +
          " of the L2 cache";
  if (number("l2Bytes") > 3 * number("memoryBytes") && number("memoryBytes") > 0)
    text += ", " + formatNumber(number("l2Bytes") / number("memoryBytes"), 2) +
            " times as much: sectors are fetched of which little is used (accesses far apart), or data is read again";
  text += "\n  " + std::to_string(countIn(time, "ctas")) + " CTAs on " + std::to_string(countIn(time, "processors")) +
          " multiprocessors, " + std::to_string(countIn(time, "residentCtas")) + " at once on each (limited by " +
          fieldOf(time, "residencyLimit") + ")\n";
  if (const Object *cycles = time.getObject("warpCycles")) {
    double whole = 0;
    for (const auto &[name, value] : *cycles)
      whole += value.getAsNumber().value_or(0);
    text += "  warps stand in: " + tellShares(*cycles, whole) + "\n";
  }
  std::string lines;
  std::vector<std::pair<double, int64_t>> sorted;
  for (const auto &[line, share] : shareByLine(time, ptx))
    sorted.emplace_back(share, line);
  llvm::sort(sorted, std::greater<>());
  for (const auto &[share, line] : sorted)
    if (share >= 0.01 && lines.size() < 200)
      lines += (lines.empty() ? "" : ", ") + ("line " + std::to_string(line)) + " " + formatPercent(share);
  if (!lines.empty())
    text += "  they stand longest at instructions of " + lines + "\n";
  if (fieldOf(time, "order") == "stand-in")
    text += "  there is no ptxas here: the order of instructions is a stand-in's, which is less sure\n";
  if (std::string doubts = fieldOf(time, "doubts"); !doubts.empty())
    text += "  doubts: " + doubts + "\n";
  return text;
}
