// SPDX-License-Identifier: Apache-2.0
#include "runner/mcp/SourceArguments.h"
#include "compiler/driver/Compiler.h"
#include "runner/mcp/Page.h"
#include "runner/mcp/Schema.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Object;
using llvm::json::Value;

static constexpr int64_t largestSource = int64_t(8) << 20; // bytes

//===-- schemas ------------------------------------------------------------------------------------------------===//

static void addText(Object &properties, bool isProgram) {
  Object file = textOf(isProgram ? "the program: a Python file below the server's root, relative to it. One of `file`, "
                                   "`source` and `module` must be given"
                                 : "a PTX file below the server's root, relative to it. Or give `source`");
  Object source =
      textOf(isProgram ? "the program's text, in place of `file`. It may import modules of folders in `path`"
                       : "the PTX text, in place of `file`");
  file["minLength"] = source["minLength"] = 1;
  file["maxLength"] = 4096;
  source["maxLength"] = largestSource;
  Object name = textOf("what answers call the text of `source`");
  name["default"] = isProgram ? "source.py" : "source.ptx";
  name["minLength"] = 1;
  name["maxLength"] = 255;
  properties["file"] = std::move(file);
  properties["source"] = std::move(source);
  properties["name"] = std::move(name);
}

static void addChoices(Object &properties) {
  properties["module"] =
      textOf("a module's dotted name (`package.module`) in place of `file`, looked for below the root "
             "and each folder of `path`, as `python -m` would");
  properties["path"] = listOf(textOf("a folder below the root"),
                              "folders whose modules the program may import; the file's own folder is one anyway", 64);
  std::vector<std::string> targets = Compiler::targets();
  std::vector<llvm::StringRef> names(targets.begin(), targets.end());
  properties["target"] = oneOf(names, "the GPU to compile for: sm_80 is A100, sm_90a is H100 and H200", "sm_90a");
  Object literal{{"type", llvm::json::Array{"string", "number", "boolean"}},
                 {"description", "a Python literal: a number, or text such as `(64, 128)`, `'bf16'`, `None`"}};
  properties["set"] =
      Object{{"type", "object"},
             {"additionalProperties", std::move(literal)},
             {"description",
              "values for names that the program assigns a literal to, once and at module level: {\"M\": 512}"}};
  properties["tune"] = listOf(textOf("NAME=VALUE or KERNEL.NAME=VALUE, or auto"),
                              "choices of the schedule in place of the compiler's, as `explain` lists and `tune` finds "
                              "them: [\"stages=3\", \"matmul_kernel.tile_m=128\"]; [\"auto\"] searches",
                              64);
}

Object mcp::makeInput(Takes takes, Object own, int64_t seconds, llvm::ArrayRef<llvm::StringRef> required) {
  if (takes != Takes::nothing)
    addText(own, takes == Takes::program);
  if (takes == Takes::program)
    addChoices(own);
  own["timeout"] = countOf("seconds after which the command is stopped", 1, 3600, seconds);
  own["offset"] = countOf("where in the answer's text to begin, as an answer that was cut says", 0, 1'000'000'000, 0);
  own["limit"] = countOf("characters of the answer's text", 200, static_cast<int64_t>(largestPage),
                         static_cast<int64_t>(defaultPage));
  return objectOf(std::move(own), required);
}

//===-- reading ------------------------------------------------------------------------------------------------===//

bool mcp::isSet(const Object &arguments, llvm::StringRef name) { return arguments.getBoolean(name).value_or(false); }

std::string mcp::textIn(const Object &arguments, llvm::StringRef name) {
  return arguments.getString(name).value_or("").str();
}

std::vector<std::string> mcp::textsIn(const Object &arguments, llvm::StringRef name) {
  std::vector<std::string> texts;
  if (const llvm::json::Array *items = arguments.getArray(name))
    for (const Value &item : *items)
      texts.push_back(item.getAsString().value_or("").str());
  return texts;
}

void mcp::addOption(const Object &arguments, llvm::StringRef name, llvm::StringRef option,
                    std::vector<std::string> &options) {
  const Value *value = arguments.get(name);
  if (!value)
    return;
  std::string text = value->getAsString() ? value->getAsString()->str() : protocol::toText(*value);
  if (!text.empty())
    options.push_back((option + "=" + text).str());
}

static Plan makePlan(const Object &arguments, const Place &place) {
  Plan plan;
  plan.child.folder = place.root.path();
  plan.child.memoryBytes = place.memoryBytes;
  plan.child.outputBytes = place.outputBytes;
  plan.child.walls = place.walls;
  // Every tool's schema has a default, which Session fills in.
  plan.child.seconds = std::min(arguments.getNumber("timeout").value_or(60), place.mostSeconds);
  return plan;
}

Plan mcp::planCommand(const Object &arguments, const Place &place, std::vector<std::string> words) {
  Plan plan = makePlan(arguments, place);
  plan.child.arguments = std::move(words);
  return plan;
}

/// `True`, not `true`: the value is a Python literal.
static std::string toLiteral(const Value &value) {
  if (std::optional<bool> flag = value.getAsBoolean())
    return *flag ? "True" : "False";
  return value.getAsString() ? value.getAsString()->str() : protocol::toText(value);
}

static Status addChoices(const Object &arguments, const Place &place, std::vector<std::string> &words) {
  words.push_back(std::string("--within=") + place.root.confinement());
  addOption(arguments, "target", "--target", words);
  if (const Object *set = arguments.getObject("set"))
    for (const auto &[name, value] : *set)
      words.push_back("--set=" + name.str() + "=" + toLiteral(value));
  for (const std::string &choice : textsIn(arguments, "tune"))
    words.push_back("--tune=" + choice);
  for (const std::string &folder : textsIn(arguments, "path")) {
    Result<std::string> path = place.root.resolve(folder);
    if (!path)
      return path.problem();
    words.push_back("--path=" + *path);
  }
  return Done();
}

static bool isModuleName(llvm::StringRef name) {
  return !name.empty() && llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; }) &&
         name.front() != '.';
}

/// Adds the file, and what the command reads.
static Status addFile(const Object &arguments, const Place &place, Plan &plan) {
  std::vector<std::string> &words = plan.child.arguments;
  std::string file = textIn(arguments, "file"), module = textIn(arguments, "module");
  std::optional<llvm::StringRef> source = arguments.getString("source");
  if ((!file.empty()) + (!module.empty()) + source.has_value() != 1)
    return makeProblem(
        ProblemCode::badRequest,
        place.root.isThere()
            ? "expected exactly one of `file` (a path below the root) and `source` (the text), or `module`"
            : "expected `source`, the text");
  if (source) {
    plan.text = plan.child.input = source->str();
    words.insert(words.end(), {"--", "-"});
    return Done();
  }
  if (!module.empty()) {
    if (!isModuleName(module))
      return makeProblem(ProblemCode::badRequest,
                         "`module` is `" + module + "`, expected a dotted name such as `package.module`");
    words.insert(words.end(), {"-m", "--", module});
    return Done();
  }
  Result<std::string> path = place.root.resolve(file);
  if (!path)
    return path.problem();
  words.insert(words.end(), {"--", *path});
  return Done();
}

static Result<Plan> planFile(const Object &arguments, const Place &place, llvm::StringRef command,
                             std::vector<std::string> options, bool isProgram) {
  Plan plan = makePlan(arguments, place);
  plan.name = textIn(arguments, "name");
  if (plan.name.empty())
    plan.name = isProgram ? "source.py" : "source.ptx";
  plan.child.arguments = {command.str()};
  llvm::append_range(plan.child.arguments, std::move(options));
  if (isProgram)
    if (Status status = addChoices(arguments, place, plan.child.arguments); !status)
      return status.problem();
  if (Status status = addFile(arguments, place, plan); !status)
    return status.problem();
  return plan;
}

Result<Plan> mcp::planProgram(const Object &arguments, const Place &place, llvm::StringRef command,
                              std::vector<std::string> options) {
  return planFile(arguments, place, command, std::move(options), /*isProgram=*/true);
}

Result<Plan> mcp::planText(const Object &arguments, const Place &place, llvm::StringRef command,
                           std::vector<std::string> options) {
  return planFile(arguments, place, command, std::move(options), /*isProgram=*/false);
}
