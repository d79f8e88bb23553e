// SPDX-License-Identifier: Apache-2.0
// An explanation as text to read, a fact a line under what it is about, and as JSON.
#include "compiler/driver/Explain.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera;

//===-- text --------------------------------------------------------------------------------------------------===//

namespace {
/// Lines of a topic: its name stands before the first.
class Topics {
public:
  explicit Topics(llvm::raw_ostream &out) : out(out) {}
  void add(llvm::StringRef topic, const llvm::Twine &line) {
    out << "  " << llvm::left_justify(topic == last ? "" : topic, 12) << line << "\n";
    last = topic.str();
  }

private:
  llvm::raw_ostream &out;
  std::string last;
};
} // namespace

static std::string count(int64_t number, llvm::StringRef noun) {
  return std::to_string(number) + " " + noun.str() + (number == 1 ? "" : "s");
}

static std::string at(const SourceRange &range) {
  return range.isValid() ? "line " + std::to_string(range.begin.line) + ": " : "";
}

template <typename Numbers> static std::string join(const Numbers &numbers, llvm::StringRef between) {
  std::string text;
  for (int64_t number : numbers)
    text += (text.empty() ? "" : between.str()) + std::to_string(number);
  return text;
}

static std::string describe(const ExplainedReason &reason) {
  return at(reason.range) + reason.what + ": " + reason.why;
}

static void printLaunch(const ExplainedKernel &kernel, Topics &topics) {
  for (const std::vector<int64_t> &grid : kernel.grids)
    topics.add("launch", "grid " + join(grid, " x "));
  std::string blocks = kernel.blocks ? count(kernel.blocks, "block") + " of " : "blocks of ";
  topics.add("launch",
             blocks + std::to_string(kernel.threads) + " threads" +
                 (kernel.isPersistent ? ", one program after the other" : "") +
                 (kernel.partsOfProgram > 1 ? ", " + std::to_string(kernel.partsOfProgram) + " a program" : "") +
                 (kernel.cluster > 1 ? ", in clusters of " + std::to_string(kernel.cluster) : ""));
  if (!kernel.order.empty())
    topics.add("order", kernel.order);
}

static void printResources(const ExplainedKernel &kernel, Topics &topics) {
  for (const ExplainedRole &role : kernel.roles)
    if (role.name != "all" && (role.warpgroups || role.registers))
      topics.add("roles", role.name + (role.warpgroups ? ": " + count(role.warpgroups, "warpgroup") : "") +
                              (role.registers ? ", " + std::to_string(role.registers) + " registers a thread" : ""));
  for (const ExplainedProduct &product : kernel.products)
    topics.add("products", at(product.range) + product.instruction + " " + product.type + ", " + product.operands +
                               (product.whyNotBetter.empty() ? "" : " (no wgmma: " + product.whyNotBetter + ")"));
  for (const ExplainedAccess &access : kernel.accesses)
    topics.add("accesses", at(access.range) + access.kind + " `" + access.array + "` " + access.type + " by " +
                               access.how +
                               (access.vectorBytes ? ", " + count(access.vectorBytes, "byte") + " at a time" : "") +
                               (access.whyNotBetter.empty() ? "" : " (" + access.whyNotBetter + ")"));
  for (const ExplainedBuffer &buffer : kernel.buffers)
    topics.add("memory", (buffer.name.empty() ? std::string("a buffer") : "`" + buffer.name + "`") + ": " +
                             (buffer.stages > 1 ? count(buffer.stages, "stage") + " of " : "") + buffer.type + ", " +
                             count(buffer.bytes, "byte") +
                             (buffer.swizzle ? ", swizzle " + std::to_string(buffer.swizzle) : ""));
  topics.add(
      "memory",
      count(kernel.sharedBytes, "byte") + " of shared memory" +
          (kernel.workspaceBytes ? ", " + count(kernel.workspaceBytes, "byte") + " of global memory a block" : ""));
  topics.add("registers", "about " + std::to_string(kernel.registers) + " a thread, of " +
                              std::to_string(kernel.registersAtMost) + " at most");
}

static void printPrediction(const KernelEstimate &prediction, llvm::StringRef card, Topics &topics) {
  std::string number;
  llvm::raw_string_ostream(number) << llvm::format("%.1f", prediction.microseconds);
  topics.add("prediction", number + " us on " + card + ", limited by " + prediction.limit);
  topics.add("prediction", count(prediction.blocks, "block") + ", " + std::to_string(prediction.blocksPerProcessor) +
                               " a multiprocessor, in " + count(prediction.waves, "wave"));
  topics.add("prediction", "the cost model's, for ranking schedules: no GPU took it");
  if (prediction.guesses)
    topics.add("prediction", "some loops or branches depend on data: the model guesses their course");
}

static std::string pad(std::string text, size_t width) {
  return text + std::string(text.size() < width ? width - text.size() : 0, ' ');
}

static void printChoice(const ExplainedChoice &choice, Topics &topics) {
  constexpr size_t width = 16;
  topics.add("choices", pad(choice.name + "=" + std::to_string(choice.value), width) +
                            (choice.isAsked ? "asked for; " : "by cost; ") + choice.meaning +
                            (choice.others.empty() ? "" : "; also " + join(choice.others, ", ")));
  if (!choice.whyNoOther.empty())
    topics.add("choices", pad("", width) + "not " + choice.whyNoOther);
}

std::string tessera::toText(const Explanation &explanation) {
  std::string text;
  llvm::raw_string_ostream out(text);
  for (const ExplainedKernel &kernel : explanation.kernels) {
    out << (text.empty() ? "" : "\n") << kernel.name << " for " << explanation.target << ": "
        << (kernel.form == "none"         ? "no schedule"
            : kernel.form == "warpgroups" ? "a kernel of warpgroups"
                                          : "a block program");
    if (kernel.range.isValid())
      out << ", " << kernel.range.file << ":" << kernel.range.begin.line;
    out << "\n";
    Topics topics(out);
    for (const ExplainedReason &refusal : kernel.refusals) {
      topics.add("why", at(refusal.range) + refusal.why + " [" + refusal.what + "]");
      if (!refusal.remedy.empty())
        topics.add("why", refusal.remedy);
    }
    if (kernel.form != "none") {
      printLaunch(kernel, topics);
      printResources(kernel, topics);
    }
    if (kernel.prediction)
      printPrediction(*kernel.prediction, explanation.card, topics);
    for (const ExplainedReason &decision : kernel.decisions)
      topics.add("decided", decision.what + ": " + decision.why);
    for (const ExplainedReason &obstacle : kernel.obstacles) {
      topics.add("not better", describe(obstacle));
      if (!obstacle.remedy.empty())
        topics.add("not better", "  what would do: " + obstacle.remedy);
    }
    for (const ExplainedChoice &choice : kernel.choices)
      printChoice(choice, topics);
    if (!kernel.choices.empty())
      topics.add("choices", "`--tune " + kernel.name + ".NAME=VALUE` chooses, `tessera tune` ranks");
  }
  return text;
}

//===-- JSON --------------------------------------------------------------------------------------------------===//

// Found by the argument's namespace where they are called from a template.
namespace tessera {
static llvm::json::Value toJson(const ExplainedReason &reason) {
  llvm::json::Object json{{"range", toJson(reason.range)}, {"what", reason.what}, {"why", reason.why}};
  if (!reason.remedy.empty())
    json["remedy"] = reason.remedy;
  return json;
}

static llvm::json::Value toJson(const ExplainedRole &role) {
  return llvm::json::Object{{"name", role.name}, {"warpgroups", role.warpgroups}, {"registers", role.registers}};
}

static llvm::json::Value toJson(const ExplainedBuffer &buffer) {
  return llvm::json::Object{{"name", buffer.name},     {"range", toJson(buffer.range)}, {"type", buffer.type},
                            {"stages", buffer.stages}, {"bytes", buffer.bytes},         {"swizzle", buffer.swizzle}};
}

static llvm::json::Value toJson(const ExplainedProduct &product) {
  llvm::json::Object json{{"range", toJson(product.range)},
                          {"instruction", product.instruction},
                          {"type", product.type},
                          {"operands", product.operands}};
  if (!product.whyNotBetter.empty())
    json["whyNotBetter"] = product.whyNotBetter;
  return json;
}

static llvm::json::Value toJson(const ExplainedAccess &access) {
  llvm::json::Object json{{"range", toJson(access.range)}, {"kind", access.kind}, {"array", access.array},
                          {"type", access.type},           {"how", access.how},   {"vectorBytes", access.vectorBytes}};
  if (!access.whyNotBetter.empty())
    json["whyNotBetter"] = access.whyNotBetter;
  return json;
}

static llvm::json::Value toJson(const ExplainedChoice &choice) {
  llvm::json::Object json{{"name", choice.name},
                          {"meaning", choice.meaning},
                          {"value", choice.value},
                          {"from", choice.isAsked ? "asked" : "cost"},
                          {"others", llvm::json::Array(choice.others)}};
  if (!choice.whyNoOther.empty())
    json["whyNoOther"] = choice.whyNoOther;
  return json;
}

template <typename Items> static llvm::json::Array toArray(const Items &items) {
  llvm::json::Array array;
  for (const auto &item : items)
    array.push_back(toJson(item));
  return array;
}

llvm::json::Value toJson(const KernelEstimate &estimate) {
  return llvm::json::Object{{"microseconds", estimate.microseconds},
                            {"limit", estimate.limit},
                            {"blocks", estimate.blocks},
                            {"blocksPerProcessor", estimate.blocksPerProcessor},
                            {"waves", estimate.waves},
                            {"registers", estimate.registers},
                            {"operations", estimate.operations},
                            {"memoryBytes", estimate.memoryBytes},
                            {"rooflineMicroseconds", estimate.rooflineMicroseconds},
                            {"guesses", estimate.guesses}};
}

static llvm::json::Value toJson(const ExplainedKernel &kernel) {
  llvm::json::Array grids;
  for (const std::vector<int64_t> &grid : kernel.grids)
    grids.push_back(llvm::json::Array(grid));
  llvm::json::Object json{{"name", kernel.name},
                          {"source", kernel.source},
                          {"form", kernel.form},
                          {"range", toJson(kernel.range)},
                          {"grids", std::move(grids)},
                          {"decisions", toArray(kernel.decisions)},
                          {"obstacles", toArray(kernel.obstacles)},
                          {"refusals", toArray(kernel.refusals)}};
  if (kernel.form == "none")
    return json;
  json["plan"] = llvm::json::Object{{"threads", kernel.threads},
                                    {"blocks", kernel.blocks},
                                    {"partsOfProgram", kernel.partsOfProgram},
                                    {"cluster", kernel.cluster},
                                    {"persistent", kernel.isPersistent},
                                    {"order", kernel.order},
                                    {"sharedBytes", kernel.sharedBytes},
                                    {"workspaceBytes", kernel.workspaceBytes},
                                    {"registers", kernel.registers},
                                    {"registersAtMost", kernel.registersAtMost},
                                    {"roles", toArray(kernel.roles)},
                                    {"buffers", toArray(kernel.buffers)},
                                    {"products", toArray(kernel.products)},
                                    {"accesses", toArray(kernel.accesses)}};
  if (kernel.prediction)
    json["prediction"] = toJson(*kernel.prediction);
  json["choices"] = toArray(kernel.choices);
  return json;
}

llvm::json::Value toJson(const Explanation &explanation) {
  return llvm::json::Object{
      {"target", explanation.target}, {"card", explanation.card}, {"kernels", toArray(explanation.kernels)}};
}
} // namespace tessera
