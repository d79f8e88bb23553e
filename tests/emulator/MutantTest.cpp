// SPDX-License-Identifier: Apache-2.0
// Kernels with one thing broken: a wait that is missing, a phase flipped, a count off by one. Each mutant of mutants.txt is an edit
// of the committed PTX of a kernel that is right, and must be told of under every schedule that is tried: by a report of an id that
// its row names, at lines of the kernel's source that its row quotes, or, where nothing is wrong but numbers, by the result.
//
// The kernels themselves run under twenty schedules without a report in GemmTest.cpp.
#include "tests/emulator/Launcher.h"
#include "tests/emulator/Numbers.h"
#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>

using namespace tessera;
using namespace tessera::emulator;
using namespace tessera::emulator::kernels;

namespace {

/// In the `which`-th line of the kernel that contains `line` (0: in all).
struct Edit {
  std::string line, change;
  int which = 0;
};

struct Mutant {
  std::string name, kernel;
  std::vector<Edit> edits;
  std::vector<std::string> ids, quotes;
};

void PrintTo(const Mutant &mutant, std::ostream *out) { *out << mutant.kernel << ", " << mutant.name; }

// --- reading them

/// What stands before and behind the first `mark`; the whole and nothing without one.
std::pair<std::string, std::string> split(const std::string &text, const std::string &mark) {
  size_t at = text.find(mark);
  return at == std::string::npos ? std::pair(text, std::string()) : std::pair(text.substr(0, at), text.substr(at + mark.size()));
}

std::vector<std::string> splitAll(std::string text, const std::string &mark) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    auto [part, rest] = split(text, mark);
    if (!part.empty())
      parts.push_back(part);
    text = rest;
  }
  return parts;
}

void readRow(const std::string &line, Mutant &mutant) {
  if (line.rfind("told ", 0) == 0) {
    auto [ids, quotes] = split(line.substr(5), " at ");
    mutant.ids = splitAll(ids, " ");
    mutant.quotes = splitAll(quotes, " & ");
    return;
  }
  auto [where, change] = split(line, ": ");
  auto [text, number] = split(where, " #");
  mutant.edits.push_back({text, change, number.empty() ? 0 : std::stoi(number)});
}

std::vector<Mutant> readMutants() {
  std::vector<Mutant> all;
  std::ifstream stream("tests/emulator/mutants.txt"); // of the checkout that this runs in, as the kernels
  if (!stream)
    stream.open(TESSERA_SOURCE_DIR "/tests/emulator/mutants.txt");
  for (std::string line; std::getline(stream, line);) {
    if (line.empty() || line[0] == '#')
      continue;
    if (line[0] != ' ') {
      auto [kernel, name] = split(line, ": ");
      all.push_back({name, kernel, {}, {}, {}});
    } else if (!all.empty()) {
      readRow(line.substr(2), all.back());
    }
  }
  return all;
}

// --- making them

/// One instruction's text, by its operands.
struct Statement {
  std::string opcode;
  std::vector<std::string> operands;

  explicit Statement(std::string line) {
    line = line.substr(line.find_first_not_of(" \t"));
    line = line.substr(0, line.rfind(';'));
    size_t at = std::min(line.find_first_of(" \t"), line.size());
    opcode = line.substr(0, at);
    int depth = 0;
    operands.emplace_back();
    for (char c : line.substr(at)) {
      depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
      if (c == ',' && depth == 0)
        operands.emplace_back();
      else if (depth > 0 || !isspace(static_cast<unsigned char>(c)))
        operands.back() += c;
    }
  }
  std::string text() const {
    std::string joined;
    for (const std::string &operand : operands)
      joined += (joined.empty() ? " " : ", ") + operand;
    return opcode + joined + ";";
  }
};

std::string changeOperand(const std::string &line, const std::string &change) {
  Statement statement(line);
  std::istringstream words(change);
  std::string verb, word;
  size_t index = 0;
  words >> verb;
  if (verb != "operand")
    words >> word;
  words >> index;
  std::string &operand = statement.operands.at(index - 1);
  if (verb == "operand") {
    operand = split(change, " = ").second;
  } else if (verb == "shift") {
    operand = operand.substr(0, operand.rfind(']')) + "+" + split(change, " by ").second + "]";
  } else {
    std::string before = operand;
    operand = "flipped";
    return "{ .reg .b32 flipped; xor.b32 flipped, " + before + ", 1; " + statement.text() + " }";
  }
  return statement.text();
}

std::string changeLine(const std::string &line, const std::string &change) {
  if (change == "drop")
    return "";
  if (change.rfind("becomes ", 0) == 0)
    return change.substr(8);
  if (change.rfind("before ", 0) == 0)
    return change.substr(7) + " " + line;
  if (change.rfind("word ", 0) != 0)
    return changeOperand(line, change);
  auto [from, to] = split(change.substr(5), " => ");
  std::string changed = line;
  if (size_t at = line.find(from); at != std::string::npos)
    changed.replace(at, from.size(), to);
  return changed;
}

bool apply(const Edit &edit, std::string &kernel) {
  std::istringstream lines(kernel);
  std::string result;
  int found = 0, changed = 0;
  for (std::string line; std::getline(lines, line);) {
    bool isMeant = line.find(edit.line) != std::string::npos && (++found == edit.which || edit.which == 0);
    std::string after = isMeant ? changeLine(line, edit.change) : line;
    changed += after != line;
    result += after + "\n";
  }
  kernel = result;
  return changed != 0;
}

/// The text of the file with the entry's part, up to the next entry, changed.
std::string mutate(const Mutant &mutant, const std::string &file) {
  std::string text = readPtx(file);
  size_t begin = text.find(".entry " + mutant.kernel + "("), end = std::min(text.find(".entry ", begin + 1), text.size());
  std::string kernel = text.substr(begin, end - begin);
  for (const Edit &edit : mutant.edits)
    EXPECT_TRUE(apply(edit, kernel)) << "nothing to change: " << edit.line;
  return text.substr(0, begin) + kernel + text.substr(end);
}

// --- running them

/// A launch of a kernel with its arrays, small enough for a second and long enough for rings to go round.
struct Base {
  std::string file;
  std::vector<uint16_t> a, b, v, c;
  std::vector<float> f;
  std::unique_ptr<Launch> launch;
  std::vector<uint8_t> expected;

  std::vector<uint8_t> output() const {
    std::vector<uint8_t> bytes(c.size() * 2 + f.size() * 4);
    std::memcpy(bytes.data(), c.data(), c.size() * 2);
    std::memcpy(bytes.data() + c.size() * 2, f.data(), f.size() * 4);
    return bytes;
  }
};

template <typename T> std::vector<uint16_t> randomBits(size_t count, uint64_t seed) {
  std::vector<uint16_t> bits;
  for (T value : randomReals<T>(count, seed))
    bits.push_back(value.bits);
  return bits;
}

void makeHopperGemm(Base &base, const std::string &entry) {
  const bool isCluster = entry == "gemmCluster";
  const uint64_t m = isCluster ? 256 : 128, n = isCluster ? 128 : 256, k = 384;
  base.file = "gemm-hopper";
  base.a = randomBits<BFloat>(m * k, 1);
  base.b = randomBits<BFloat>(n * k, 2);
  base.c.resize(m * n);
  base.launch = std::make_unique<Launch>(base.file, entry);
  base.launch->grid(isCluster ? 2 : 1).block(384).shared(4 * 32768 + 32768 + 64);
  base.launch->mapIn(base.a, makeMap(TensorElement::bf16, {k, m}, {64, 128}, 128));
  base.launch->mapIn(base.b, makeMap(TensorElement::bf16, {k, n}, {64, isCluster ? 64u : 128u}, 128));
  base.launch->mapOut(base.c, makeMap(TensorElement::bf16, {n, m}, {64, 64}, 128));
  base.launch->value(int(m)).value(int(n)).value(int(k));
}

void makeAttention(Base &base) {
  const uint64_t depth = 64, rowsQ = 64, rowsK = 320;
  base.file = "attention";
  base.a = randomBits<BFloat>(depth * rowsQ, 3);
  base.b = randomBits<BFloat>(depth * rowsK, 4);
  base.v = randomBits<BFloat>(depth * rowsK, 5);
  base.c.resize(depth * rowsQ);
  base.launch = std::make_unique<Launch>(base.file, "attention64");
  base.launch->grid(1).block(160).shared(5 * 128 * depth + 128);
  base.launch->mapIn(base.a, makeMap(TensorElement::bf16, {depth, rowsQ, 1}, {64, 64, 1}, 128));
  for (const std::vector<uint16_t> *values : {&base.b, &base.v})
    base.launch->mapIn(*values, makeMap(TensorElement::bf16, {depth, rowsK, 1}, {64, 64, 1}, 128));
  base.launch->out(base.c).value(int(rowsQ)).value(int(rowsK)).value(0.18f).value(0);
}

void makeAmpereGemm(Base &base) {
  const int m = 64, n = 64, k = 192;
  base.file = "gemm-ampere";
  base.a = randomBits<Half>(m * k, 6);
  base.b = randomBits<Half>(n * k, 7);
  base.f.resize(m * n);
  base.launch = std::make_unique<Launch>(base.file, "gemmF16");
  base.launch->grid(1).block(128).shared(3 * 8192).in(base.a).in(base.b).out(base.f).value(m).value(n).value(k);
}

/// The kernel as it is, and its result.
Base &getBase(const std::string &kernel) {
  static std::map<std::string, Base> bases;
  Base &base = bases[kernel];
  if (base.launch)
    return base;
  if (kernel == "gemmF16")
    makeAmpereGemm(base);
  else if (kernel == "attention64")
    makeAttention(base);
  else
    makeHopperGemm(base, kernel);
  for (uint64_t seed : {0, 5}) {
    RunReport report = base.launch->emulate({seed, true});
    EXPECT_TRUE(report.ok) << kernel << ": " << report.describe();
    std::vector<uint8_t> output = base.output();
    EXPECT_TRUE(base.expected.empty() || base.expected == output) << kernel << ": results differ between schedules";
    base.expected = output;
  }
  return base;
}

// --- what is said about them

/// The line and the two before it: `.loc` names the last line of an `asm` statement.
std::string readLine(const SourceRange &range) {
  std::string name = range.file.substr(range.file.rfind('/') + 1), line, lines;
  std::ifstream stream(settings().ptxFolder + "/" + name);
  for (unsigned i = 1; i <= range.begin.line && std::getline(stream, line); ++i)
    if (i + 2 >= range.begin.line)
      lines += line + "\n";
  return lines;
}

bool quotesAll(const Diagnostic &report, const std::vector<std::string> &quotes) {
  std::string lines = readLine(report.range);
  for (const DiagnosticNote &note : report.notes)
    if (note.range.isValid())
      lines += "\n" + readLine(note.range);
  return std::ranges::all_of(quotes, [&](const std::string &quote) { return lines.find(quote) != std::string::npos; });
}

bool isNamed(const Mutant &mutant, const std::string &id) { return std::ranges::find(mutant.ids, id) != mutant.ids.end(); }

class Mutants : public testing::TestWithParam<Mutant> {};

TEST_P(Mutants, AreToldOf) {
  const Mutant &mutant = GetParam();
  if (settings().onGpu || !settings().onlyFiles.empty())
    GTEST_SKIP() << "mutants are for the emulator and the committed PTX";
  Base &base = getBase(mutant.kernel);
  Launch launch = *base.launch;
  launch.text = mutate(mutant, base.file);
  for (uint64_t seed : {0, 1, 2}) {
    RunReport report = launch.emulate({seed, true});
    bool isTold = std::ranges::any_of(report.reports, [&](const Diagnostic &diagnostic) {
      return isNamed(mutant, std::string(getText(diagnostic.id))) && quotesAll(diagnostic, mutant.quotes);
    });
    bool isWrong = isNamed(mutant, "wrong-result") && report.reports.empty() && base.output() != base.expected;
    EXPECT_TRUE(isTold || isWrong) << "seed " << seed << (base.output() == base.expected ? ", right numbers: " : ", wrong numbers: ") << report.describe();
  }
}

INSTANTIATE_TEST_SUITE_P(Kernels, Mutants, testing::ValuesIn(readMutants()), [](const auto &info) {
  std::string name = info.param.kernel + "_" + info.param.name;
  for (char &c : name)
    c = isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
});

} // namespace
