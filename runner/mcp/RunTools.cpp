// SPDX-License-Identifier: Apache-2.0
// Tools that run programs here: in the interpreter, as PTX on the emulator, under a file's own tests.
#include "runner/mcp/Describe.h"
#include "runner/mcp/PtxLines.h"
#include "runner/mcp/Schema.h"
#include "runner/mcp/SourceArguments.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::mcp;
using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

static std::string endLine(std::string text) {
  return text.empty() || llvm::StringRef(text).ends_with("\n") ? text : text + "\n";
}

//===-- run ----------------------------------------------------------------------------------------------------===//

static Result<Plan> planRun(const Object &arguments, const Place &place) {
  std::vector<std::string> options = {"--json"};
  std::string device = textIn(arguments, "device");
  bool looksForRaces = textIn(arguments, "check") == "race";
  // A race of a kernel without warpgroups shows in its PTX alone.
  if (device.empty())
    device = looksForRaces || isSet(arguments, "compare") ? "emulator" : "interpreter";
  options.push_back("--device=" + device);
  addOption(arguments, "check", "--check", options);
  addOption(arguments, "seed", "--seed", options);
  addOption(arguments, "schedules", "--schedules", options);
  if (isSet(arguments, "compare"))
    options.push_back("--compare");
  return planProgram(arguments, place, "run", std::move(options));
}

static std::string tellLaunches(const Object &json) {
  bool isEmulator = fieldOf(json, "device") == "emulator";
  std::string text;
  for (const Value &value : itemsOf(json, "launches")) {
    const Object &launch = objectIn(value);
    text += "  `" + fieldOf(launch, "kernel") + "` grid " + formatGrid(itemsOf(launch, "grid")) + " at " +
            describePlace(launch.getObject("range")) + ": " +
            formatNumber(launch.getNumber("milliseconds").value_or(0)) + " ms of this CPU";
    if (int64_t schedules = countIn(launch, "schedules"); schedules > 1)
      text += ", " + std::to_string(schedules) + " schedules";
    text += "\n";
  }
  if (text.empty())
    return "no kernel was launched\n";
  return std::string("launches, on the ") + (isEmulator ? "PTX emulator" : "interpreter") +
         " (CPU times, which say nothing of a GPU; `time` predicts):\n" + text;
}

static Answer tellRun(const Ended &ended) {
  const Object &json = answerOf(ended);
  const Array &diagnostics = itemsOf(json, "diagnostics");
  bool ok = json.getBoolean("ok").value_or(false), looked = textIn(ended.arguments, "check") == "race";
  SourceLines lines(ended.plan, ended.place);
  Answer answer;
  answer.isError = !ok;
  Array shown, checks;
  for (const Value &value : diagnostics)
    if (fieldOf(objectIn(value), "severity") != "remark")
      shown.push_back(value);
  answer.text = ok ? "it ran to its end" : "it ran into errors";
  size_t passed = 0;
  for (const Value &value : itemsOf(json, "checks"))
    passed += objectIn(value).getBoolean("passed").value_or(false);
  if (size_t all = itemsOf(json, "checks").size())
    answer.text += "; " + std::to_string(passed) + " of " + std::to_string(all) + " checks of the program passed";
  answer.text += ok && looked ? "; no race was found\n" : "\n";
  answer.text += describeAll(shown, lines);
  std::string output = fieldOf(json, "output");
  answer.text += tellLaunches(json);
  if (!output.empty())
    answer.text += "it printed:\n" + endLine(output);
  answer.next = adviseOn(shown);
  Array launches;
  for (const Value &value : itemsOf(json, "launches")) {
    Object launch = objectIn(value);
    launch.erase("timeline");
    launches.push_back(std::move(launch));
  }
  answer.facts = Object{{"ok", ok},
                        {"device", fieldOf(json, "device")},
                        {"diagnostics", std::move(shown)},
                        {"checks", Array(itemsOf(json, "checks"))},
                        {"launches", std::move(launches)},
                        {"output", output}};
  return answer;
}

//===-- test ---------------------------------------------------------------------------------------------------===//

static Result<Plan> planTest(const Object &arguments, const Place &place) {
  std::vector<std::string> words = {"test", "--format=jsonl", std::string("--within=") + place.root.confinement()};
  addOption(arguments, "words", "-k", words);
  addOption(arguments, "as", "--as", words);
  addOption(arguments, "maxfail", "--maxfail", words);
  for (std::string &word : words)
    if (llvm::StringRef(word).starts_with("-k="))
      word = "-k" + word.substr(3);
  for (const std::string &folder : textsIn(arguments, "path")) {
    Result<std::string> path = place.root.resolve(folder);
    if (!path)
      return path.problem();
    words.push_back("--path=" + *path);
  }
  Plan plan = planCommand(arguments, place, std::move(words));
  plan.name = textIn(arguments, "name").empty() ? "source.py" : textIn(arguments, "name");
  std::string file = textIn(arguments, "file");
  std::optional<llvm::StringRef> source = arguments.getString("source");
  if (file.empty() != source.has_value())
    return makeProblem(ProblemCode::badRequest, "expected exactly one of `file` and `source`");
  if (source) {
    plan.text = plan.child.input = source->str();
    file = "-";
  } else {
    Result<std::string> path = place.root.resolve(file);
    if (!path)
      return path.problem();
    file = *path;
  }
  plan.child.arguments.push_back("--");
  std::vector<std::string> tests = textsIn(arguments, "tests");
  for (const std::string &test : tests)
    plan.child.arguments.push_back(file + "::" + test);
  if (tests.empty())
    plan.child.arguments.push_back(file);
  return plan;
}

/// `{tests: [..], summary}` of the lines that the command printed: a test each, then the summary.
static Object readTests(const Value &printed) {
  Array one{printed}, tests;
  Object result;
  for (const Value &value : printed.getAsArray() ? *printed.getAsArray() : one) {
    const Object *object = value.getAsObject();
    if (!object)
      continue;
    if (const Object *summary = object->getObject("summary"))
      result["summary"] = Object(*summary);
    else
      tests.push_back(value);
  }
  result["tests"] = std::move(tests);
  return result;
}

static Answer tellTest(const Ended &ended) {
  Object read = readTests(ended.json);
  const Object *summary = read.getObject("summary");
  SourceLines lines(ended.plan, ended.place);
  Answer answer;
  Array all;
  std::string passed, others;
  for (const Value &value : itemsOf(read, "tests")) {
    const Object &test = objectIn(value);
    std::string outcome = fieldOf(test, "outcome"), id = fieldOf(test, "id");
    if (outcome == "passed") {
      passed += "passed " + id + "\n";
      continue;
    }
    others += (outcome.empty() ? "broken" : outcome) + " " + id;
    others += outcome == "skipped" ? ": " + fieldOf(test, "reason") + "\n" : "\n";
    Array diagnostics;
    for (const Value &one : itemsOf(test, "diagnostics")) {
      diagnostics.push_back(one);
      all.push_back(one);
    }
    others += describeAll(diagnostics, lines);
    if (std::string output = fieldOf(test, "output"); !output.empty() && outcome != "skipped")
      others += "  it printed:\n" + endLine(output);
  }
  if (summary)
    answer.text = std::to_string(countIn(*summary, "passed")) + " passed, " +
                  std::to_string(countIn(*summary, "failed")) + " failed, " +
                  std::to_string(countIn(*summary, "skipped")) + " skipped" +
                  (countIn(*summary, "broken") ? ", the file could not be evaluated" : "") + "\n";
  bool ok = ended.outcome.code == 0;
  answer.text += others + passed;
  answer.isError = !ok;
  answer.next = adviseOn(all);
  if (!ok && itemsOf(read, "tests").empty())
    answer.text += protocol::toUtf8(ended.outcome.errors);
  answer.facts = std::move(read);
  answer.facts["ok"] = ok;
  answer.facts["diagnostics"] = std::move(all);
  return answer;
}

//===-- emulate ------------------------------------------------------------------------------------------------===//

/// `f32[8]=@FILE.npy` with the file below the root.
static Result<std::string> resolveFile(const std::string &text, const Place &place) {
  size_t at = text.find('@');
  if (at == std::string::npos)
    return text;
  size_t end = text.find(".npy", at);
  end = end == std::string::npos ? text.size() : end + 4;
  Result<std::string> path = place.root.resolve(llvm::StringRef(text).slice(at + 1, end));
  if (!path)
    return path.problem();
  return text.substr(0, at + 1) + *path + text.substr(end);
}

static Result<Plan> planEmulate(const Object &arguments, const Place &place) {
  std::vector<std::string> options = {"--json"};
  if (isSet(arguments, "list"))
    options.push_back("--list");
  for (const char *name : {"entry", "grid", "block", "cluster", "smem", "seed", "schedules", "limit"})
    if (std::string option = std::string("--") + name; !(isSet(arguments, "list")))
      addOption(arguments, name == std::string("limit") ? "instructions" : name, option, options);
  for (const std::string &argument : textsIn(arguments, "args")) {
    Result<std::string> resolved = resolveFile(argument, place);
    if (!resolved)
      return resolved.problem();
    options.insert(options.end(), {"--arg", *resolved});
  }
  for (const std::string &expectation : textsIn(arguments, "expect")) {
    Result<std::string> resolved = resolveFile(expectation, place);
    if (!resolved)
      return resolved.problem();
    options.insert(options.end(), {"--expect", *resolved});
  }
  if (textIn(arguments, "check") == "race")
    options.push_back("--check=race");
  if (isSet(arguments, "allowUninitialized"))
    options.push_back("--allow-uninitialized");
  if (arguments.get("card") || isSet(arguments, "time"))
    options.push_back("--time");
  addOption(arguments, "card", "--card", options);
  return planText(arguments, place, "emulate", std::move(options));
}

static Answer tellEntries(const Array &entries) {
  Answer answer;
  for (const Value &value : entries) {
    const Object &entry = objectIn(value);
    answer.text += "kernel `" + fieldOf(entry, "name") + "`";
    if (const Array *threads = entry.getArray("requiredThreads"))
      answer.text += ", block of " + formatShape(*threads) + " threads required";
    answer.text += ", " + std::to_string(countIn(entry, "staticShared")) + " bytes of static shared memory\n";
    for (const Value &item : itemsOf(entry, "parameters"))
      answer.text += "  " + fieldOf(objectIn(item), "type") + " " + fieldOf(objectIn(item), "name") + ", " +
                     std::to_string(countIn(objectIn(item), "size")) + " bytes\n";
  }
  answer.facts = Object{{"ok", true}, {"entries", Array(entries)}};
  return answer;
}

static Answer tellEmulate(const Ended &ended) {
  const Object &json = answerOf(ended);
  if (const Array *entries = json.getArray("entries"))
    return tellEntries(*entries);
  bool ok = json.getBoolean("ok").value_or(false);
  const Array &diagnostics = itemsOf(json, "diagnostics");
  SourceLines lines(ended.plan, ended.place);
  Answer answer;
  answer.isError = !ok;
  answer.text = ok ? "`" + fieldOf(json, "entry") + "` ran clean under " +
                         std::to_string(itemsOf(json, "seeds").size()) + " schedule" +
                         (itemsOf(json, "seeds").size() == 1 ? "" : "s") + ": " +
                         std::to_string(countIn(json, "threadInstructions")) + " instructions of threads\n"
                   : "it does not run clean\n";
  answer.text += describeAll(diagnostics, lines);
  for (const Value &value : itemsOf(json, "comparisons"))
    answer.text += protocol::toText(value) + "\n";
  if (const Object *time = json.getObject("time"))
    answer.text += describeTime(fieldOf(json, "entry"), *time, ended.plan.text);
  if (std::string output = fieldOf(json, "output"); !output.empty())
    answer.text += "it printed:\n" + endLine(output);
  answer.next = adviseOn(diagnostics);
  if (!ok && diagnostics.size() && fieldOf(objectIn(diagnostics[0]), "id") == "launch-argument")
    answer.next.push_back("`emulate` with `list` tells the kernels' parameters; give one of `args` for each");
  answer.facts = Object(json);
  answer.facts["ok"] = ok;
  return answer;
}

//===-- the table ----------------------------------------------------------------------------------------------===//

static Object makeRunInput() {
  return makeInput(
      Takes::program,
      Object{{"device", oneOf({"interpreter", "emulator"},
                              "interpreter: the reference for what the program computes, and for kernels of warpgroups "
                              "(plgpu) also their races and deadlocks. emulator: the PTX, thread by thread, every "
                              "access checked. Default: interpreter, with `check` race or `compare` emulator")},
             {"check", oneOf({"race", "none"}, "race: report accesses that nothing orders; none: don't look")},
             {"seed", countOf("which schedule; 0 takes turns", 0, INT64_C(1) << 53, 0)},
             {"schedules", countOf("under so many schedules, from `seed` on: finds more races", 1, 10000, 1)},
             {"compare", flagOf("each launch runs in the interpreter, too, and what differs is an error")}},
      120);
}

static Object makeTestInput() {
  Object input = makeInput(
      Takes::text,
      Object{{"tests", listOf(textOf("`Class.method`, `Class::method[case]` or `function`"), "only these tests", 200)},
             {"words", textOf("only tests whose name has these words: `and`, `or`, `not`, parentheses")},
             {"as", oneOf({"h100", "cpu"}, "what the file believes it runs on; its skips follow", "h100")},
             {"maxfail", countOf("stop after so many failures; 0 never stops", 0, 100000, 0)},
             {"path", listOf(textOf("a folder below the root"), "folders whose modules the file may import", 64)}},
      300);
  Object &properties = *input.getObject("properties");
  (*properties.getObject("file"))["description"] = "the file of tests, below the server's root and relative to it";
  (*properties.getObject("source"))["description"] = "its text, in place of `file`";
  (*properties.getObject("name"))["default"] = "source.py";
  return input;
}

static Object makeEmulateInput() {
  return makeInput(
      Takes::text,
      Object{
          {"entry", textOf("the kernel's name; default: the only one")},
          {"grid", textOf("CTAs of the launch, `X`, `X,Y` or `X,Y,Z`; default 1")},
          {"block", textOf("threads of a CTA, the same; default: what the kernel requires, else 1")},
          {"cluster", textOf("CTAs of a cluster, the same")},
          {"smem", countOf("bytes of dynamic shared memory", 0, 1 << 20, 0)},
          {"args", listOf(textOf("`u32=1000` a scalar; `f32[64,128]=iota|zeros|empty|random:SEED|full:VALUE` an array "
                                 "in global memory; `@FILE.npy` one from a file below the root"),
                          "the kernel's arguments in its order", 256)},
          {"expect", listOf(textOf("`N=@FILE.npy,RTOL,ATOL`"), "what argument N must be after the run", 256)},
          {"check", oneOf({"race", "none"}, "race: also report accesses that nothing orders", "race")},
          {"seed", countOf("the schedule: 0 lets asynchronous operations take effect as late as allowed, 1 as early", 0,
                           INT64_C(1) << 53, 0)},
          {"schedules", countOf("under so many schedules, from `seed` on", 1, 10000, 1)},
          {"allowUninitialized", flagOf("let memory and registers be read that nothing has written")},
          {"instructions", countOf("thread instructions after which the launch is ended", 1, INT64_C(20'000'000'000))},
          {"time", flagOf("also predict by a model what the launch takes; never a measurement")},
          {"card", oneOf(cardNames(), "of which card; asks for `time`")},
          {"list", flagOf("only list the kernels of the file with their parameters")}},
      120);
}

void mcp::addRunTools(std::vector<Tool> &tools) {
  Object output{{"type", "string"}, {"description", "what it printed"}};
  tools.push_back(
      {"run", "Run",
       "Runs a program here without a GPU, in the interpreter or as PTX on the emulator: what it prints, its "
       "own checks, and errors with their lines: wrong results, races, deadlocks, missing waits, accesses "
       "out of bounds.",
       makeRunInput(),
       Object{{"output", std::move(output)},
              {"device", Object{{"type", "string"}}},
              {"checks", listSchema("comparisons of the program: {range, passed, message}")},
              {"launches", listSchema("{kernel, grid, range, milliseconds of this CPU}")}},
       false, planRun, tellRun});
  tools.push_back(
      {"test", "Test",
       "Runs a file's own tests (unittest, absl, pytest, hypothesis) in the interpreter, without Python and "
       "without a GPU.",
       makeTestInput(),
       Object{{"summary", Object{{"type", "object"}, {"description", "{passed, failed, skipped, broken}"}}},
              {"tests", listSchema("{id, outcome, reason, diagnostics, output}")}},
       false, planTest, tellTest});
  tools.push_back(
      {"emulate", "Emulate PTX",
       "Runs a kernel of a PTX text (of nvcc, Triton or this compiler) thread by thread on the CPU, and tells "
       "faults, races, missing waits and misuse of asynchronous operations.",
       makeEmulateInput(),
       Object{{"entries", listSchema("of `list`: {name, parameters, requiredThreads, staticShared}")},
              {"seeds", listSchema("{seed, ok, threadInstructions, warpInstructions}")},
              {"time", Object{{"type", "object"}, {"description", "a prediction, as `time` gives it"}}}},
       false, planEmulate, tellEmulate});
}
