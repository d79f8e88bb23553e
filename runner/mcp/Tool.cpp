// SPDX-License-Identifier: Apache-2.0
// What is the same for all tools: how they are listed, what is said of a command that did not answer, how an answer
// becomes a result of bounded size.
#include "runner/mcp/Tool.h"
#include "runner/mcp/Describe.h"
#include "runner/mcp/Page.h"
#include "runner/mcp/Schema.h"
#include "runner/mcp/SourceArguments.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;
namespace fs = std::filesystem;

//===-- temporary files ----------------------------------------------------------------------------------------===//

Result<std::shared_ptr<TemporaryFile>> mcp::TemporaryFile::make(llvm::StringRef name, llvm::StringRef text) {
  std::error_code error;
  std::string folder = (fs::temp_directory_path(error) / "tessera-mcp-XXXXXX").string();
  if (error || !mkdtemp(folder.data()))
    return makeProblem(ProblemCode::unavailable, "can't make a temporary folder");
  auto made = std::make_shared<TemporaryFile>();
  made->folder = folder;
  made->file = folder + "/" + name.str();
  std::ofstream file(made->file, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file)
    return makeProblem(ProblemCode::unavailable, "can't write a temporary file");
  return made;
}

mcp::TemporaryFile::~TemporaryFile() {
  std::error_code error;
  if (!folder.empty())
    fs::remove_all(folder, error);
}

//===-- the list -----------------------------------------------------------------------------------------------===//

const std::vector<Tool> &mcp::listTools(bool hasFiles) {
  static const std::vector<Tool> tools = [] {
    std::vector<Tool> all;
    addCompileTools(all);
    addRunTools(all);
    addTimeTools(all);
    addDocTool(all);
    return all;
  }();
  static const std::vector<Tool> ofTexts = [] {
    std::vector<Tool> all;
    for (const Tool &tool : tools)
      all.push_back(withoutFiles(tool));
    return all;
  }();
  return hasFiles ? tools : ofTexts;
}

/// What all tools answer, and the tool's own.
static Object makeOutputSchema(const Tool &tool) {
  Object properties = tool.output;
  properties["ok"] =
      Object{{"type", "boolean"}, {"description", "false where something is wrong, here or in the program"}};
  properties["diagnostics"] = Object{{"type", "array"},
                                     {"items", Object{{"type", "object"}}},
                                     {"description", "{id, severity, message, range, notes: [{message, range}], fix?: "
                                                     "{title, range, text}}; a range is {file, begin: {line, column}, "
                                                     "end}, counted from 1, the end exclusive"}};
  properties["next"] = Object{
      {"type", "array"}, {"items", Object{{"type", "string"}}}, {"description", "what usually mends what is wrong"}};
  properties["page"] =
      Object{{"type", "object"}, {"description", "{offset, total, nextOffset?} of the text, in bytes"}};
  properties["text"] = Object{{"type", "string"}, {"description", "this page of the text"}};
  properties["shortened"] =
      Object{{"type", "boolean"}, {"description", "lists or texts here were cut; the text has all"}};
  return Object{{"type", "object"}, {"properties", std::move(properties)}, {"required", Array{"ok", "page"}}};
}

Object mcp::describe(const Tool &tool) {
  return Object{{"name", tool.name},
                {"title", tool.title},
                {"description", tool.description},
                {"inputSchema", Object(tool.input)},
                {"outputSchema", makeOutputSchema(tool)},
                {"annotations", Object{{"title", tool.title},
                                       {"readOnlyHint", !tool.reachesOut},
                                       {"destructiveHint", false},
                                       {"idempotentHint", true},
                                       {"openWorldHint", tool.reachesOut}}}};
}

//===-- what came of a command -----------------------------------------------------------------------------------===//

Answer mcp::refuse(std::string text, std::vector<std::string> next) {
  Answer answer;
  answer.text = "error: " + text + "\n";
  answer.facts = Object{{"ok", false}, {"error", protocol::toUtf8(text)}};
  answer.next = std::move(next);
  answer.isError = true;
  return answer;
}

/// The value that a command printed, an array of them where each has a line of its own; null where there is none.
static Value readOutput(llvm::StringRef output) {
  std::string error;
  Array values;
  while (!output.empty()) {
    auto [line, rest] = output.split('\n');
    output = rest;
    if (std::optional<Value> value = protocol::parseJson(line, error))
      values.push_back(std::move(*value));
  }
  return values.empty() ? Value(nullptr) : values.size() == 1 ? Value(std::move(values[0])) : Value(std::move(values));
}

/// A name that standard input has in the command's answers.
static bool isStandardInput(llvm::StringRef name) { return name == "<stdin>" || name == "-"; }

/// Text that was sent is called by its name wherever a `file` stands.
static void rename(Value &value, const std::string &name) {
  if (Array *items = value.getAsArray()) {
    for (Value &item : *items)
      rename(item, name);
  } else if (Object *object = value.getAsObject()) {
    for (auto &[key, member] : *object) {
      std::optional<llvm::StringRef> text = member.getAsString();
      if (text && key.str() == "file" && isStandardInput(*text))
        member = name;
      else
        rename(member, name);
    }
  }
}

/// What the command said, without its own prefix.
static std::string readErrors(const ChildOutcome &outcome, const std::string &name) {
  std::string text;
  llvm::StringRef rest = outcome.errors;
  while (!rest.empty()) {
    auto [line, after] = rest.split('\n');
    rest = after;
    line.consume_front("tessera: error: ");
    std::string named = line.str();
    if (llvm::StringRef(named).starts_with("<stdin>"))
      named = name + named.substr(7);
    text += named + "\n";
  }
  return llvm::StringRef(protocol::toUtf8(text)).rtrim().str();
}

static bool saidOutOfMemory(const ChildOutcome &outcome) {
  return llvm::StringRef(outcome.errors).contains("out of memory") ||
         llvm::StringRef(outcome.errors).contains("bad_alloc");
}

/// Why there is no answer to be read, or nothing.
static std::optional<Answer> findNoAnswer(const Plan &plan, const ChildOutcome &outcome) {
  std::string command = "`tessera " + plan.child.arguments.front() + "`";
  std::string seconds = formatNumber(plan.child.seconds);
  if (outcome.isOverdue)
    return refuse("stopped after " + seconds + " s: " + command + " had not ended (`timeout`)",
                  {"make the problem smaller with `set`, or give a longer `timeout`",
                   "if a loop of the program or of a kernel never ends, that is the mistake: look at its condition"});
  if (outcome.saidTooMuch)
    return refuse(command + " said more than " + formatBytes(static_cast<double>(plan.child.outputBytes)) +
                      " and was stopped",
                  {"print less in the program, or ask for one `kernel` only"});
  if (saidOutOfMemory(outcome) || outcome.signal == SIGKILL)
    return refuse(command + " needed more memory than a call may have (" +
                      formatBytes(static_cast<double>(plan.child.memoryBytes)) + ")",
                  {"make the problem smaller with `set`; the server's option `--memory-mib` gives more"});
  if (outcome.signal == SIGXCPU)
    return refuse(command + " took more processor time than a call may have", {"make the problem smaller with `set`"});
  if (outcome.signal == SIGSYS)
    return refuse(command + " was ended: " + llvm::StringRef(protocol::toUtf8(outcome.errors)).rtrim().str());
  if (outcome.signal)
    return refuse(command + " crashed (signal " + std::to_string(outcome.signal) +
                      "): a bug of Tessera, not of the program; this server goes on",
                  {"another form of the program, or a smaller one, may pass"});
  return std::nullopt;
}

Answer mcp::conclude(const Tool &tool, const Object &arguments, const Place &place, const Plan &plan,
                     const ChildOutcome &outcome) {
  if (std::optional<Answer> none = findNoAnswer(plan, outcome))
    return *none;
  Ended ended{arguments, place, plan, outcome, readOutput(outcome.output)};
  rename(ended.json, plan.name);
  if (ended.json.kind() != Value::Null)
    return tool.tell(ended);
  std::string said = readErrors(outcome, plan.name);
  std::vector<std::string> next;
  if ((tool.name == "bench" || tool.name == "compare") && place.root.isThere())
    next = {"where there is no GPU: `time` predicts, `device` emulator counts, and a server that is started with "
            "`--allow-runner URL` measures at a runner"};
  return refuse(said.empty() ? "the command ended with " + std::to_string(outcome.code) + " and said nothing" : said,
                std::move(next));
}

//===-- results ------------------------------------------------------------------------------------------------===//

/// Cuts lists and texts below `value`. True where something was left out.
static bool shorten(Value &value, size_t items, size_t bytes) {
  bool isCut = false;
  if (Array *array = value.getAsArray()) {
    if (array->size() > items) {
      while (array->size() > items)
        array->pop_back();
      isCut = true;
    }
    for (Value &item : *array)
      isCut |= shorten(item, items, bytes);
  } else if (Object *object = value.getAsObject()) {
    for (auto &[key, member] : *object)
      isCut |= shorten(member, items, bytes);
  } else if (std::optional<llvm::StringRef> text = value.getAsString(); text && text->size() > bytes) {
    value = cutPage(*text, 0, bytes).text;
    isCut = true;
  }
  return isCut;
}

void mcp::boundFacts(Object &facts, size_t most) {
  for (auto [items, bytes] : {std::pair(most, most),
                              std::pair<size_t, size_t>(200, most / 4),
                              {50, most / 4},
                              {20, most / 4},
                              {8, most / 8},
                              {3, most / 16},
                              {1, 200}}) {
    Value whole = std::move(facts);
    bool isCut = shorten(whole, items, bytes);
    facts = std::move(*whole.getAsObject());
    if (isCut)
      facts["shortened"] = true;
    if (protocol::toText(Object(facts)).size() <= most)
      return;
  }
}

Object mcp::toResult(const Answer &answer, const Object &arguments, bool hasStructure) {
  std::string text = answer.text;
  for (const std::string &next : answer.next)
    text += "next: " + next + "\n";
  text = protocol::toUtf8(text);
  size_t limit = static_cast<size_t>(arguments.getInteger("limit").value_or(defaultPage));
  Page page = cutPage(text, static_cast<size_t>(countIn(arguments, "offset")), limit);
  Object result{{"content", Array{Object{{"type", "text"}, {"text", page.text + describeRest(page)}}}},
                {"isError", answer.isError}};
  if (!hasStructure)
    return result;
  Object facts = answer.facts;
  boundFacts(facts, 2 * limit);
  if (!answer.next.empty())
    facts["next"] = Array(answer.next);
  Object place{{"offset", static_cast<int64_t>(page.offset)}, {"total", static_cast<int64_t>(page.total)}};
  if (page.next)
    place["nextOffset"] = static_cast<int64_t>(*page.next);
  facts["page"] = std::move(place);
  facts["text"] = page.text; // for clients that show a model nothing else
  result["structuredContent"] = std::move(facts);
  return result;
}
