// SPDX-License-Identifier: Apache-2.0
// `tessera ci`: tests, race checks and benchmarks of a repository, as `tessera.toml` has them. Each file is a step, a
// process of its own, whose outputs are gathered at the end.
#include "runner/cli/Child.h"
#include "runner/cli/CiConfig.h"
#include "runner/cli/CiReport.h"
#include "runner/cli/Git.h"
#include "runner/cli/Github.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "shared/protocol/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <CLI/Option.hpp>
#include <csignal>
#include <filesystem>
#include <random>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;
namespace fs = std::filesystem;

namespace {
struct CiCommand {
  std::string config = "tessera.toml", output = "tessera-ci", baseline;
  std::string junit, sarif; // empty: in `output`
  bool github = false, gitlab = false, json = false;
};

/// What a section's `baseline` means here.
struct FoundBaseline {
  std::string argument; // of `--baseline`, empty for none
  std::string commit;   // where it is one
};

class Ci {
public:
  Ci(const CiCommand &command, const CiConfig &config) : command(command), config(config) {}
  int run();

private:
  Result<FoundBaseline> findBaseline(std::string given);
  Status addBenches(const CiBenchSection &section);
  void addSteps(const char *kind, const CiSection &section, const std::vector<std::string> &common);
  Status planSteps();
  Status runStep(CiStep &step, const std::string &stem);
  void conclude(CiStep &step, const ChildEnd &end, const std::string &stem);
  void settleEmptyTests();
  Status writeAll();
  void say(const std::string &text) { command.json ? (void)std::fputs(text.c_str(), stderr) : print(text); }

  const CiCommand &command;
  const CiConfig &config;
  CiReport report;
  bool saidNoBaseline = false;
};
} // namespace

//===-- planning -----------------------------------------------------------------------------------------------===//

static std::string getVariable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// `auto` is what the pull request is to be merged into.
Result<FoundBaseline> Ci::findBaseline(std::string given) {
  std::string from;
  if (given == "auto") {
    if (std::string branch = getVariable("GITHUB_BASE_REF"); !branch.empty()) {
      given = "git:origin/" + branch;
      from = "GITHUB_BASE_REF";
    } else if (std::string commit = getVariable("CI_MERGE_REQUEST_DIFF_BASE_SHA"); !commit.empty()) {
      given = "git:" + commit;
      from = "CI_MERGE_REQUEST_DIFF_BASE_SHA";
    } else {
      if (!std::exchange(saidNoBaseline, true))
        say("no baseline: this is no pull request (neither GITHUB_BASE_REF nor CI_MERGE_REQUEST_DIFF_BASE_SHA is "
            "set)\n");
      return FoundBaseline();
    }
  }
  if (given == "none" || given.empty())
    return FoundBaseline();
  llvm::StringRef name = given;
  if (!name.consume_front("git:"))
    return FoundBaseline{given, ""};
  Result<std::string> commit = resolveCommit(config.folder, name.str());
  if (commit)
    return FoundBaseline{given, *commit};
  return makeProblem(ProblemCode::badRequest,
                     "`" + name.str() + "`" + (from.empty() ? "" : " (of " + from + ")") +
                         " is no commit of this repository; where it was checked out without its history, "
                         "`fetch-depth: 0` (GitHub) or `GIT_DEPTH: \"0\"` (GitLab) brings it");
}

/// Whether `commit` has `file` where it is now.
static bool isIn(const std::string &commit, const std::string &file) {
  std::error_code error;
  fs::path path = fs::canonical(file, error);
  return !error && runGit(path.parent_path().string(), {"cat-file", "-e", commit + ":./" + path.filename().string()});
}

void Ci::addSteps(const char *kind, const CiSection &section, const std::vector<std::string> &common) {
  for (const std::string &file : section.files) {
    CiStep &step = report.steps.emplace_back();
    step.kind = kind;
    step.file = file;
    step.arguments = common;
    step.arguments.insert(step.arguments.end(), section.arguments.begin(), section.arguments.end());
  }
}

Status Ci::addBenches(const CiBenchSection &section) {
  Result<FoundBaseline> baseline = findBaseline(command.baseline.empty() ? section.baseline : command.baseline);
  if (!baseline)
    return baseline.problem();
  size_t first = report.steps.size();
  std::vector<std::string> common = config.common;
  common.insert(common.end(), config.target.begin(), config.target.end());
  addSteps("bench", section, common);
  for (CiStep &step : llvm::MutableArrayRef(report.steps).drop_front(first)) {
    if (baseline->argument.empty())
      continue;
    step.baseline = baseline->argument;
    step.isNew = !baseline->commit.empty() && !isIn(baseline->commit, step.file);
    if (!step.isNew)
      step.arguments.push_back("--baseline=" + baseline->argument);
  }
  return Done();
}

Status Ci::planSteps() {
  std::vector<std::string> common = config.common;
  common.insert(common.end(), config.target.begin(), config.target.end());
  for (const CiSection &section : config.tests)
    addSteps("test", section, config.common);
  for (const CiSection &section : config.checks)
    addSteps("check", section, common);
  size_t programs = 0;
  for (const CiBenchSection &section : config.benches)
    programs += section.files.size();
  bool isFile = !command.baseline.empty() && command.baseline != "auto" && command.baseline != "none" &&
                !llvm::StringRef(command.baseline).starts_with("git:");
  if (isFile && programs > 1)
    return makeProblem(ProblemCode::badRequest, "`--baseline` is `" + command.baseline +
                                                    "`, but a file is the baseline of one program, and there are " +
                                                    std::to_string(programs));
  for (const CiBenchSection &section : config.benches)
    if (Status status = addBenches(section); !status)
      return status;
  return Done();
}

//===-- running ------------------------------------------------------------------------------------------------===//

/// What the file has, or nothing.
static std::string readIfThere(const std::string &file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    return "";
  Result<std::string> text = readInput(file);
  return text ? *text : "";
}

/// The suites of what JUnit's writers here write; empty where they have no case.
static std::string getSuites(llvm::StringRef xml) {
  size_t begin = xml.find("  <testsuite "), end = xml.rfind("</testsuites>");
  bool hasCases = xml.contains("<testcase ");
  return hasCases && begin < end ? xml.slice(begin, end).str() : "";
}

/// The verdict that `tessera bench` gave, by what it saved.
static std::string getBenchVerdict(const std::string &saved) {
  std::string error;
  std::optional<llvm::json::Value> value = protocol::parseJson(saved, error);
  const llvm::json::Object *object = value ? value->getAsObject() : nullptr;
  return object ? object->getString("verdict").value_or("").str() : "";
}

static std::string getVerdict(const CiStep &step, const std::string &saved) {
  switch (step.code) {
  case exitOk:
    if (step.kind == "bench")
      return step.isNew ? "new" : step.baseline.empty() ? "measured" : getBenchVerdict(saved);
    return step.kind == "test" ? "passed" : "clean";
  case exitRegression:
    return "slower";
  case exitUsage:
    return "usage";
  case exitCompileError:
    return "compile error";
  case exitWrongResult:
    return step.log.hasRule("data-race") ? "racy" : step.kind == "test" ? "failed" : "wrong";
  case exitInfrastructure:
    return "infrastructure";
  case exitInconclusive:
    return "inconclusive";
  case exitInterrupted:
    return "interrupted";
  default:
    return "bug";
  }
}

void Ci::conclude(CiStep &step, const ChildEnd &end, const std::string &stem) {
  step.seconds = end.seconds;
  step.code = isInterrupted() ? static_cast<int>(exitInterrupted) : end.code;
  if (end.isOverdue) {
    step.code = exitInfrastructure;
    step.note = "it took longer than " + std::to_string(config.timeout) + " s (`timeout`)";
  } else if (end.signal && !isInterrupted()) {
    // What kills so is the machine, which has no memory left; all else is a crash.
    step.code = end.signal == SIGKILL ? exitInfrastructure : exitBug;
    step.note = "signal " + std::to_string(end.signal) + " ended it";
  } else if (getWorse(step.code, exitOk) == exitOk && step.code != exitOk) {
    step.note = "it ended with " + std::to_string(step.code) + ", which no command does";
    step.code = exitBug;
  } else if (step.isNew && step.code == exitOk) {
    step.note = "the baseline has no such file";
  }
  if (Result<SarifLog> log = SarifLog::read(readIfThere(stem + ".sarif")))
    step.log = std::move(*log);
  std::string xml = readIfThere(stem + ".xml");
  step.junit = getSuites(xml);
  step.markdown = readIfThere(stem + ".md");
  step.verdict = getVerdict(step, readIfThere(stem + ".json"));
  if (step.kind == "test" && step.code == exitUsage && !xml.empty() && step.junit.empty())
    step.verdict = "no tests";
}

/// A file whose tests are all left out by `words` is fine where others have some.
void Ci::settleEmptyTests() {
  auto isEmpty = [](const CiStep &step) { return step.kind != "test" || step.verdict == "no tests"; };
  if (llvm::all_of(report.steps, isEmpty))
    return;
  for (CiStep &step : report.steps)
    if (step.verdict == "no tests")
      step.code = exitOk;
}

/// Nobody can guess it, so no program can print the line that ends a pause of GitHub's commands.
static std::string makeToken() {
  std::random_device device;
  std::string token = "tessera";
  for (int i = 0; i < 4; ++i)
    token += llvm::utohexstr(device(), /*LowerCase=*/true, /*Width=*/8);
  return token;
}

Status Ci::runStep(CiStep &step, const std::string &stem) {
  std::string title = step.kind + " " + step.file;
  std::string token = makeToken();
  // What a program prints is no command to GitHub.
  say(command.github ? "::group::" + title + "\n::stop-commands::" + token + "\n" : "== " + title + "\n");
  std::error_code error;
  for (const char *ending : {".sarif", ".xml", ".json", ".md"})
    fs::remove(stem + ending, error);
  std::vector<std::string> arguments = {step.kind == "check" ? "run" : step.kind};
  arguments.insert(arguments.end(), step.arguments.begin(), step.arguments.end());
  arguments.push_back("--sarif=" + stem + ".sarif");
  if (step.kind == "test")
    arguments.insert(arguments.end(), {"--format=junit", "--output=" + stem + ".xml"});
  else if (step.kind == "bench")
    arguments.insert(arguments.end(),
                     {"--save=" + stem + ".json", "--markdown=" + stem + ".md", "--junit=" + stem + ".xml"});
  arguments.insert(arguments.end(), {"--", step.file});
  Result<ChildEnd> end = runChild(arguments, command.json, static_cast<double>(config.timeout));
  if (command.github)
    say("::" + token + "::\n::endgroup::\n");
  if (!end)
    return end.problem();
  conclude(step, *end, stem);
  return Done();
}

Status Ci::writeAll() {
  std::string folder = command.output + "/";
  std::string sarif = command.sarif.empty() ? folder + "tessera.sarif" : command.sarif;
  std::string junit = command.junit.empty() ? folder + "junit.xml" : command.junit;
  std::vector<std::pair<std::string, std::string>> files = {
      {junit, toJunit(report)},
      {sarif, protocol::toText(report.log.toJson(report.exitCode)) + "\n"},
      {folder + "ci.json", protocol::toText(toJson(report)) + "\n"},
      {folder + "summary.md", toMarkdown(report)}};
  if (command.gitlab)
    files.emplace_back(folder + "code-quality.json", protocol::toText(toGitlab(report)) + "\n");
  for (const auto &[file, text] : files)
    if (Status status = writeOutput(file, text); !status)
      return status;
  return command.github ? appendGithubSummary(toMarkdown(report)) : Status(Done());
}

int Ci::run() {
  auto refuse = [](const Problem &problem) { return complain(problem), exitCodeOf(problem); };
  if (Status status = planSteps(); !status)
    return refuse(status.problem());
  std::error_code error;
  std::string folder = command.output + "/steps";
  fs::create_directories(folder, error);
  if (error)
    return refuse(makeProblem(ProblemCode::unavailable, "can't make `" + folder + "`: " + error.message()));
  catchInterrupt();
  for (size_t i = 0; i < report.steps.size() && !isInterrupted(); ++i) {
    CiStep &step = report.steps[i];
    if (Status status = runStep(step, llvm::formatv("{0}/{1}-{2}", folder, i + 1, step.kind).str()); !status)
      return refuse(status.problem());
  }
  settleEmptyTests();
  for (const CiStep &step : report.steps) {
    report.exitCode = getWorse(report.exitCode, step.code);
    report.log.add(step.log);
  }
  say((command.github ? toGithubCommands(report) : "") + "\n" + toText(report));
  if (command.json)
    printJson(toJson(report));
  flushOutput();
  if (Status status = writeAll(); !status)
    return getWorse(report.exitCode, refuse(status.problem()));
  return report.exitCode;
}

static int run(const CiCommand &command) {
  Result<std::string> text = readInput(command.config);
  if (!text)
    return complain(text.problem()), exitUsage;
  std::vector<std::string> errors;
  std::optional<CiConfig> config = readCiConfig(command.config, *text, errors);
  for (const std::string &error : errors)
    complain(error);
  if (!config)
    return exitUsage;
  return Ci(command, *config).run();
}

void cli::addCi(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<CiCommand>();
  CLI::App *sub = addCommand(app, "ci", "test, check and bench a repository as its tessera.toml says", exitCode,
                             [command] { return run(*command); });
  sub->add_option("--config", command->config, "what to do; files in it are relative to its folder")
      ->capture_default_str();
  sub->add_option(
      "--baseline", command->baseline,
      "in place of every `baseline` of the configuration: auto (the pull request's base), none, git:COMMIT, "
      "or a file");
  auto *json =
      sub->add_flag("--json", command->json, "answer in JSON on standard output; all else is on standard error");
  sub->add_option("--output", command->output,
                  "the folder for junit.xml, tessera.sarif, ci.json, summary.md and what each step wrote")
      ->capture_default_str()
      ->group("Outputs");
  sub->add_option("--junit", command->junit, "JUnit's XML goes here")->group("Outputs");
  sub->add_option("--sarif", command->sarif, "SARIF 2.1.0 goes here")->group("Outputs");
  sub->add_flag("--github", command->github,
                "print GitHub's annotations, and append to $GITHUB_STEP_SUMMARY where that is set")
      ->excludes(json)
      ->group("Outputs");
  sub->add_flag("--gitlab", command->gitlab, "write code-quality.json for GitLab, too")->group("Outputs");
  sub->footer("exit code: the worst of the steps', in this order: 70, 130, 2, 3, 4, 5, 1, 6, 0");
}
