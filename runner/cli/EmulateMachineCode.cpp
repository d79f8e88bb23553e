// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/EmulateMachineCode.h"
#include "runner/cli/Source.h"
#include "runner/device/AssembleMap.h"
#include "runner/emulator/sass/MatchBlocks.h"
#include "shared/sass/IssueBounds.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
using emulator::MachineKernel;
using emulator::MatchedBlock;
using emulator::MatchedKernel;

Result<std::optional<emulator::MachineMap>>
cli::takeMachineMap(const MachineCodeOptions &options, const emulator::ptx::Module &module, DiagnosticSink &sink) {
  std::optional<emulator::MachineMap> map;
  if (!options.mapFile.empty()) {
    Result<std::string> text = readInput(options.mapFile);
    if (!text)
      return text.problem();
    std::string error;
    map = emulator::readMachineMap(*text, error);
    if (map)
      error = emulator::findMismatch(*map, module);
    if (!error.empty())
      return makeProblem(ProblemCode::badRequest, "`" + options.mapFile + "`: " + error);
  } else if (mlir::FailureOr<emulator::MachineMap> made = assembleMap(module, sink); mlir::succeeded(made)) {
    map = std::move(*made);
  }
  if (map && !options.saveFile.empty())
    if (Status status = writeOutput(options.saveFile, emulator::printMachineMap(*map)); !status)
      return status.problem();
  return map;
}

// --- words of a line

/// `w0 r- 01----`: the counters that it raises, and those that it waits for.
static std::string describeCounters(const sass::MachineInstruction &i) {
  auto name = [](char kind, uint8_t counter) {
    return std::string(1, kind) + (counter < sass::counterCount ? std::to_string(counter) : "-");
  };
  std::string text = name('w', i.writeCounter) + " " + name('r', i.readCounter) + " ";
  for (unsigned counter = 0; counter < sass::counterCount; ++counter)
    text += i.waitMask >> counter & 1 ? static_cast<char>('0' + counter) : '-';
  return text;
}

static std::string describeReuse(const sass::MachineInstruction &i) {
  std::string text;
  for (unsigned operand = 0; operand < 3; ++operand)
    text += i.reuse >> operand & 1 ? static_cast<char>('a' + operand) : '-';
  return text;
}

/// `R4-R7`.
static std::string describe(const sass::RegisterRange &range) {
  std::string text = "R" + std::to_string(range.first);
  return range.count == 1 ? text : text + "-R" + std::to_string(range.first + range.count - 1);
}

/// `R4 = R5, R6-R7`, with `->` and an address for a branch.
static std::string describeOperands(const sass::MachineInstruction &i) {
  std::string text = i.d.count ? describe(i.d) + " =" : "";
  for (const sass::RegisterRange *range : {&i.a, &i.b, &i.c})
    if (range->count)
      text += (text.empty() ? "" : text.back() == '=' ? " " : ", ") + describe(*range);
  if (i.target) {
    llvm::raw_string_ostream stream(text);
    stream << (text.empty() ? "" : " ") << "-> " << llvm::format_hex_no_prefix(*i.target, 5);
  }
  return text;
}

static std::string describeGuard(const sass::MachineInstruction &i) {
  if (i.guard == sass::alwaysPredicate && !i.isGuardNegated)
    return "";
  return std::string(i.isGuardNegated ? "@!P" : "@P") +
         (i.guard == sass::alwaysPredicate ? "T" : std::to_string(i.guard)) + " ";
}

/// `12: ld.global.f32 %f1, [%rd1];`, cut where it is long.
static std::string describeStatement(const emulator::ptx::Module &module, emulator::Statement statement) {
  constexpr size_t longest = 60;
  const emulator::ptx::Instruction &instruction =
      module.functions[statement.function].instructions[statement.instruction];
  llvm::StringRef text(*module.text);
  text = text.drop_front(static_cast<size_t>(instruction.opcode.data() - module.text->data())).take_until([](char c) {
    return c == ';' || c == '\n';
  });
  std::string words;
  for (char c : text)
    words += c == '\t' ? ' ' : c;
  return std::to_string(instruction.place.line) + ": " +
         (words.size() > longest ? words.substr(0, longest) + "…" : words);
}

// --- blocks

namespace {
/// By machine block: the PTX blocks that it stands for, as `FUNCTION:BLOCK` or `BLOCK` of the kernel's own, and how
/// often.
class BlockNames {
public:
  BlockNames(const emulator::ptx::Module &module, const MachineKernel &kernel, const MatchedKernel &matched)
      : all(matched.graph.blocks.size()) {
    for (const emulator::MatchedFunction &function : matched.functions)
      for (size_t i = 0; i < function.blocks.size(); ++i)
        for (size_t k = 0; k < function.blocks[i].machineBlocks.size(); ++k) {
          uint32_t copies = function.blocks[i].copiesIn[k];
          std::string_view name = module.functions[function.function].name;
          std::string &names = all[function.blocks[i].machineBlocks[k]];
          names += (names.empty() ? "" : ", ") + (name == kernel.name ? "" : std::string(name) + ":") +
                   std::to_string(i) + (copies == 1 ? "" : " " + std::to_string(copies) + " times");
        }
  }
  const std::string &operator[](size_t block) const { return all[block]; }

private:
  std::vector<std::string> all;
};
} // namespace

static std::string describeBlock(const sass::MachineGraph &graph, uint32_t number, const std::string &ptxBlocks) {
  const sass::MachineBlock &block = graph.blocks[number];
  std::string text = "block " + std::to_string(number) + (block.successors.empty() && !block.leaves ? "" : ", then");
  for (uint32_t successor : block.successors)
    text += " " + std::to_string(successor);
  text += block.leaves ? " out" : "";
  return text + (ptxBlocks.empty() ? "" : "; PTX block " + ptxBlocks) + "\n";
}

/// `  at least 193 cycles a warp: registers' ports; issue slots 131, fma 128; alone 262`.
static std::string describeBounds(const sass::IssueBounds &bounds) {
  sass::Resource limit = bounds.limit();
  std::string text;
  llvm::raw_string_ostream out(text);
  out << llvm::format("  at least %g cycle%s a warp: ", bounds[limit], bounds[limit] == 1 ? "" : "s")
      << llvm::StringRef(sass::getName(limit));
  const char *separator = "; ";
  for (unsigned i = 0; i < sass::resourceCount; ++i)
    if (auto resource = static_cast<sass::Resource>(i); resource != limit && bounds[resource] > 0) {
      out << separator << llvm::StringRef(sass::getName(resource)) << llvm::format(" %g", bounds[resource]);
      separator = ", ";
    }
  out << "; alone " << bounds.alone;
  if (bounds.uncounted)
    out << "; " << bounds.uncounted << " not counted";
  out << "\n";
  return text;
}

/// `5 of 6 PTX blocks match: 4 one, 1 copies; …` and a line for each loop and each block that does not.
static std::string summarize(const emulator::ptx::Module &module, const MachineKernel &kernel,
                             const MatchedKernel &matched) {
  std::string text;
  for (const emulator::MatchedFunction &function : matched.functions) {
    std::map<std::string_view, size_t> counts;
    size_t unmatched = 0;
    for (const MatchedBlock &block : function.blocks) {
      ++counts[emulator::getName(block.match)];
      unmatched += block.match == emulator::BlockMatch::unmatched;
    }
    std::string_view name = module.functions[function.function].name;
    text += "blocks" + (name == kernel.name ? std::string() : " of `" + std::string(name) + "`") + ": " +
            std::to_string(function.blocks.size() - unmatched) + " of " + std::to_string(function.blocks.size()) +
            " match";
    std::string separator = " (";
    for (const auto &[match, count] : counts) {
      text += separator + std::to_string(count) + " " + std::string(match);
      separator = ", ";
    }
    text += ")\n";
    const std::vector<emulator::ptx::Instruction> &instructions = module.functions[function.function].instructions;
    for (size_t i = 0; i < function.blocks.size(); ++i)
      if (!function.blocks[i].reason.empty())
        text += "  block " + std::to_string(i) + ", line " +
                std::to_string(instructions[function.graph.blocks[i].begin].place.line) + ": " +
                function.blocks[i].reason + "\n";
    for (const emulator::MatchedLoop &loop : function.loops) {
      const emulator::PtxBlock &header = function.graph.blocks[loop.loop.header];
      text += "loop in line " + std::to_string(instructions[header.begin].place.line) + ": " +
              std::string(emulator::getName(loop.match));
      if (loop.match == emulator::LoopMatch::unrolled)
        text += " " + std::to_string(loop.factor) + " times";
      text += (loop.reason.empty() ? "" : ", " + loop.reason) + "\n";
    }
  }
  text += "branches with a condition: " + std::to_string(matched.branches) + ", " +
          std::to_string(matched.ownBranches) + " of them of no PTX branch" +
          (matched.spins ? " (" + std::to_string(matched.spins) + " to a wait's second try)" : "") + "\n";
  for (const std::string &finding : matched.graph.findings)
    text += "wrong: " + finding + "\n";
  return text;
}

std::string cli::listMachineCode(const emulator::ptx::Module &module, const emulator::MachineMap &map,
                                 const MachineKernel &kernel) {
  MatchedKernel matched = emulator::matchBlocks(module, kernel);
  BlockNames ptxBlocks(module, kernel, matched);
  emulator::StatementNumbers numbers(module);
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "`" << kernel.name << "` for sm_" << map.architecture << ": " << kernel.code.instructions.size()
      << " instructions, " << kernel.registers << " registers";
  if (size_t unknown = kernel.code.countUnknown())
    out << ", " << unknown << " unknown";
  out << "\naddress operation       stall yield counters     reuse instruction\n";
  for (uint32_t i = 0; i < kernel.statements.size(); ++i) {
    const sass::MachineInstruction &instruction = kernel.code.instructions[i];
    uint32_t block = matched.graph.blockOf[i];
    if (matched.graph.blocks[block].begin == i)
      out << describeBlock(matched.graph, block, ptxBlocks[block])
          << describeBounds(sass::boundIssue(kernel.code, i, matched.graph.blocks[block].end));
    std::string words = describeGuard(instruction) + sass::getText(instruction) + " " + describeOperands(instruction);
    out << llvm::format_hex_no_prefix(i * sass::wordBytes, 7) << " "
        << llvm::left_justify(sass::getName(instruction.operation), 16) << llvm::format("%4u ", instruction.stall)
        << (instruction.mayYield ? "  y   " : "  -   ") << describeCounters(instruction) << " "
        << describeReuse(instruction) << "   " << llvm::left_justify(words, 38);
    if (std::optional<emulator::Statement> statement = numbers.find(matched.statements[i]))
      out << " " << describeStatement(module, *statement);
    out << "\n";
  }
  out << summarize(module, kernel, matched);
  return text;
}

// --- JSON

static llvm::json::Value toJson(const sass::RegisterRange &range) {
  return range.count ? llvm::json::Value(llvm::json::Array{range.first, range.count}) : llvm::json::Value(nullptr);
}

static llvm::json::Object toJson(const emulator::ptx::Module &module, const sass::MachineInstruction &i, size_t number,
                                 std::optional<emulator::Statement> statement) {
  llvm::json::Object object{{"address", static_cast<int64_t>(number * sass::wordBytes)},
                            {"opcode", i.opcode},
                            {"instruction", sass::getText(i)},
                            {"operation", llvm::StringRef(sass::getName(i.operation))},
                            {"stall", i.stall},
                            {"yield", i.mayYield},
                            {"waits", i.waitMask},
                            {"reuse", i.reuse},
                            {"registers", llvm::json::Array{toJson(i.d), toJson(i.a), toJson(i.b), toJson(i.c)}}};
  if (i.guard != sass::alwaysPredicate || i.isGuardNegated)
    object["guard"] = llvm::StringRef(describeGuard(i)).drop_front().trim().str();
  if (i.writeCounter < sass::counterCount)
    object["writeCounter"] = i.writeCounter;
  if (i.readCounter < sass::counterCount)
    object["readCounter"] = i.readCounter;
  if (i.target)
    object["target"] = *i.target;
  if (statement) {
    const emulator::ptx::Function &function = module.functions[statement->function];
    object["function"] = llvm::StringRef(function.name);
    object["statement"] = statement->instruction;
    object["line"] = function.instructions[statement->instruction].place.line;
  }
  return object;
}

static llvm::json::Object toJson(const sass::IssueBounds &bounds) {
  llvm::json::Object cycles;
  for (unsigned i = 0; i < sass::resourceCount; ++i)
    cycles[llvm::StringRef(sass::getName(static_cast<sass::Resource>(i)))] = bounds.cycles[i];
  return llvm::json::Object{{"cycles", std::move(cycles)},
                            {"limit", llvm::StringRef(sass::getName(bounds.limit()))},
                            {"alone", bounds.alone},
                            {"uncounted", bounds.uncounted}};
}

static llvm::json::Array toArray(const std::vector<uint32_t> &numbers) {
  llvm::json::Array array;
  for (uint32_t number : numbers)
    array.push_back(number);
  return array;
}

static llvm::json::Object toJson(const emulator::ptx::Module &module, const emulator::MatchedFunction &function) {
  llvm::json::Array blocks, loops;
  for (size_t i = 0; i < function.blocks.size(); ++i) {
    const MatchedBlock &block = function.blocks[i];
    llvm::json::Object object{{"begin", function.graph.blocks[i].begin},
                              {"end", function.graph.blocks[i].end},
                              {"match", llvm::StringRef(emulator::getName(block.match))},
                              {"copies", block.copies},
                              {"machineBlocks", toArray(block.machineBlocks)},
                              {"copiesIn", toArray(block.copiesIn)}};
    if (!block.reason.empty())
      object["reason"] = block.reason;
    blocks.push_back(std::move(object));
  }
  for (const emulator::MatchedLoop &loop : function.loops) {
    llvm::json::Object object{{"blocks", toArray(loop.loop.blocks)},
                              {"header", loop.loop.header},
                              {"match", llvm::StringRef(emulator::getName(loop.match))},
                              {"factor", loop.factor}};
    if (!loop.reason.empty())
      object["reason"] = loop.reason;
    loops.push_back(std::move(object));
  }
  return llvm::json::Object{{"name", llvm::StringRef(module.functions[function.function].name)},
                            {"blocks", std::move(blocks)},
                            {"loops", std::move(loops)}};
}

llvm::json::Object cli::toJson(const emulator::ptx::Module &module, const emulator::MachineMap &map,
                               const MachineKernel &kernel) {
  MatchedKernel matched = emulator::matchBlocks(module, kernel);
  emulator::StatementNumbers numbers(module);
  llvm::json::Array instructions, blocks, functions, findings;
  for (size_t i = 0; i < kernel.statements.size(); ++i)
    instructions.push_back(::toJson(module, kernel.code.instructions[i], i, numbers.find(matched.statements[i])));
  for (const sass::MachineBlock &block : matched.graph.blocks)
    blocks.push_back(llvm::json::Object{{"begin", block.begin},
                                        {"end", block.end},
                                        {"successors", toArray(block.successors)},
                                        {"leaves", block.leaves},
                                        {"bounds", ::toJson(sass::boundIssue(kernel.code, block.begin, block.end))}});
  for (const emulator::MatchedFunction &function : matched.functions)
    functions.push_back(::toJson(module, function));
  for (const std::string &finding : matched.graph.findings)
    findings.push_back(finding);
  return llvm::json::Object{{"name", kernel.name},
                            {"architecture", map.architecture},
                            {"registers", kernel.registers},
                            {"unknown", static_cast<int64_t>(kernel.code.countUnknown())},
                            {"instructions", std::move(instructions)},
                            {"blocks", std::move(blocks)},
                            {"functions", std::move(functions)},
                            {"branches", matched.branches},
                            {"ownBranches", matched.ownBranches},
                            {"spins", matched.spins},
                            {"findings", std::move(findings)}};
}
