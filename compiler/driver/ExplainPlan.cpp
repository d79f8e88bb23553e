// SPDX-License-Identifier: Apache-2.0
// A kernel's plan in one remark: what multiplies, what copies, how many blocks of how many threads, what the cost model
// expects. Why it is so follows as notes. Kernels of one function with one plan (tuned for several launches, say) are
// told together.
#include "compiler/driver/Explain.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera;

static std::string count(int64_t number, llvm::StringRef noun) {
  return std::to_string(number) + " " + noun.str() + (number == 1 ? "" : "s");
}

/// "a", "a and b", "a, b and c".
static std::string list(llvm::ArrayRef<std::string> names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

/// `text`, where it was not said yet.
static void addOnce(std::vector<std::string> &said, std::string text) {
  if (!llvm::is_contained(said, text))
    said.push_back(std::move(text));
}

/// "wgmma 64x128x64xf16, 64x64x128xf16 and 2 other shapes".
static void describeProducts(const ExplainedKernel &kernel, std::vector<std::string> &facts) {
  constexpr size_t shown = 2;
  std::vector<std::string> instructions;
  for (const ExplainedProduct &product : kernel.products)
    addOnce(instructions, product.instruction);
  for (const std::string &instruction : instructions) {
    std::vector<std::string> shapes;
    for (const ExplainedProduct &product : kernel.products)
      if (product.instruction == instruction)
        addOnce(shapes, llvm::StringRef(product.type).split(',').first.str());
    size_t others = shapes.size() - std::min(shapes.size(), shown);
    if (others) {
      shapes.resize(shown);
      shapes.push_back(count(static_cast<int64_t>(others), "other shape"));
    }
    facts.push_back(instruction + " " + list(shapes));
  }
}

/// "1 consumer warpgroup and a producer".
static std::vector<std::string> describeRoles(const ExplainedKernel &kernel) {
  std::vector<std::string> said;
  for (const ExplainedRole &role : kernel.roles)
    if (role.name == "consumer")
      addOnce(said, role.warpgroups ? count(role.warpgroups, "consumer warpgroup") : "consumer warpgroups");
    else if (role.name == "producer" || role.name == "converter")
      addOnce(said, "a " + role.name);
  return said;
}

/// "4 stages of `a` and `b`", for each number of stages.
static void describeStages(const ExplainedKernel &kernel, std::vector<std::string> &facts) {
  std::vector<int64_t> numbers;
  for (const ExplainedBuffer &buffer : kernel.buffers)
    if (buffer.stages > 1 && !llvm::is_contained(numbers, buffer.stages))
      numbers.push_back(buffer.stages);
  for (int64_t number : numbers) {
    std::vector<std::string> names;
    for (const ExplainedBuffer &buffer : kernel.buffers)
      if (buffer.stages == number)
        addOnce(names, buffer.name.empty() ? "a buffer" : "`" + buffer.name + "`");
    facts.push_back(std::to_string(number) + " stages of " + list(names));
  }
}

/// "global memory by TMA and registers, 16 bytes or more at a time".
static std::string describeAccesses(const ExplainedKernel &kernel) {
  std::vector<std::string> ways;
  int64_t narrowest = 0;
  for (const ExplainedAccess &access : kernel.accesses) {
    addOnce(ways, access.how);
    if (access.vectorBytes)
      narrowest = narrowest ? std::min(narrowest, access.vectorBytes) : access.vectorBytes;
  }
  if (ways.empty())
    return "";
  return "global memory by " + list(ways) + (narrowest ? ", " + count(narrowest, "byte") + " or more at a time" : "");
}

static std::string describeBlocks(const ExplainedKernel &kernel) {
  std::string text = kernel.blocks ? count(kernel.blocks, "block") + " of " : "blocks of ";
  text += std::to_string(kernel.threads) + " threads";
  if (kernel.cluster > 1)
    text += " in clusters of " + std::to_string(kernel.cluster);
  if (kernel.isPersistent)
    text += ", one program after the other";
  if (kernel.partsOfProgram > 1)
    text += ", " + std::to_string(kernel.partsOfProgram) + " a program";
  return text;
}

static std::string describePlan(const ExplainedKernel &kernel, llvm::StringRef card) {
  std::vector<std::string> facts;
  describeProducts(kernel, facts);
  if (std::vector<std::string> roles = describeRoles(kernel); !roles.empty())
    facts.push_back(list(roles));
  describeStages(kernel, facts);
  if (std::string accesses = describeAccesses(kernel); !accesses.empty())
    facts.push_back(std::move(accesses));
  facts.push_back(describeBlocks(kernel));
  std::string text = llvm::join(facts, "; ");
  if (kernel.prediction)
    llvm::raw_string_ostream(text) << "; the cost model says " << llvm::format("%.1f", kernel.prediction->microseconds)
                                   << " us on " << card << ", limited by " << kernel.prediction->limit;
  return text;
}

std::vector<Diagnostic> tessera::tellPlans(const Explanation &explanation, std::vector<Diagnostic> said) {
  struct Plan {
    const ExplainedKernel *kernel;
    std::string text;
    std::vector<std::string> names, reasons;
    std::vector<SourceRange> places; // of the reasons
  };
  std::vector<Plan> plans;
  for (const ExplainedKernel &kernel : explanation.kernels) {
    if (kernel.form == "none")
      continue;
    Plan plan{&kernel, describePlan(kernel, explanation.card), {"`" + kernel.name + "`"}, {}, {}};
    for (const ExplainedReason &decision : kernel.decisions)
      if (std::string reason = decision.what + ": " + decision.why; !llvm::is_contained(plan.reasons, reason)) {
        plan.reasons.push_back(std::move(reason));
        plan.places.push_back(decision.range.begin == kernel.range.begin ? SourceRange() : decision.range);
      }
    auto same = llvm::find_if(plans, [&](const Plan &other) {
      return other.text == plan.text && other.reasons == plan.reasons &&
             other.kernel->range.file == kernel.range.file && other.kernel->range.begin == kernel.range.begin;
    });
    if (same == plans.end())
      plans.push_back(std::move(plan));
    else
      same->names.push_back(plan.names.front());
  }
  DiagnosticSink told;
  for (Diagnostic &diagnostic : said)
    if (diagnostic.id != DiagnosticId::schedulePlan)
      told.add(std::move(diagnostic));
  for (const Plan &plan : plans) {
    Diagnostic &diagnostic = told.report(DiagnosticId::schedulePlan, plan.kernel->range,
                                         "plan of " + list(plan.names) + ": " + plan.text, Severity::remark);
    for (auto [reason, place] : llvm::zip(plan.reasons, plan.places))
      diagnostic.note(reason, place);
  }
  return told.takeSorted();
}
