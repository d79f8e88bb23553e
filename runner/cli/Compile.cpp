// SPDX-License-Identifier: Apache-2.0
// `tessera compile`: checks a program, explains its schedule, and freezes it into an artifact where `-o` asks for one.
#include "compiler/driver/Explain.h"
#include "runner/cli/Command.h"
#include "runner/cli/Sarif.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "shared/artifact/Artifact.h"
#include "shared/protocol/Json.h"
#include <CLI/Validators.hpp>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
struct CompileCommand {
  SourceOptions source;
  std::string output, sarif;
  std::string explain; // `text` or `json`
  bool includeSource = false;
};
} // namespace

static llvm::json::Object describe(const LoadedProgram &loaded) {
  llvm::json::Array kernels;
  for (const std::string &kernel : loaded.program->kernels())
    kernels.push_back(protocol::toUtf8(kernel));
  return llvm::json::Object{{"protocol", protocol::version},
                            {"ok", loaded.program->ok()},
                            {"diagnostics", cli::toJson(loaded.program->diagnostics())},
                            {"kernels", std::move(kernels)},
                            {"milliseconds", loaded.milliseconds}};
}

static void sayWhatWasMade(const LoadedProgram &loaded, const CompileCommand &command, const std::string &digest) {
  std::string kernels;
  for (const std::string &kernel : loaded.program->kernels())
    kernels += (kernels.empty() ? "" : ", ") + kernel;
  std::fprintf(stderr, "%s: %s for %s in %.1f ms\n", loaded.name.c_str(),
               kernels.empty() ? "no kernels" : kernels.c_str(), loaded.program->target().str().c_str(),
               loaded.milliseconds);
  if (!digest.empty())
    std::fprintf(stderr, "%s: artifact %s\n", command.output.c_str(), digest.c_str());
  else
    std::fprintf(stderr, "`-o FILE` keeps the artifact\n");
}

/// What an explanation says by itself is not said a second time.
static void printOthers(const LoadedProgram &loaded) {
  for (const Diagnostic &diagnostic : loaded.program->diagnostics())
    if ((diagnostic.id != DiagnosticId::scheduleChoice && diagnostic.id != DiagnosticId::schedulePlan) ||
        diagnostic.severity == Severity::error)
      loaded.print(diagnostic);
}

static int run(const CompileCommand &command, SarifLog &log) {
  bool isJson = command.source.json || command.explain == "json";
  if ((isJson || !command.explain.empty()) && command.output == "-") {
    complain(std::string(command.source.json ? "`--json`" : "`--explain`") +
             " and `-o -` both want standard output; give `-o` a file");
    return exitUsage;
  }
  Result<LoadedProgram> loaded = loadProgram(command.source);
  if (!loaded) {
    complain(loaded.problem());
    return exitUsage;
  }
  log.add(withoutPlans(loaded->program->diagnostics()), loaded->name);
  if (!loaded->artifact.empty()) {
    complain("`" + command.source.file + "` is an artifact already; `tessera show` and `tessera run` take it as it is");
    return exitUsage;
  }
  if (!isJson && command.explain.empty())
    loaded->print(loaded->program->diagnostics());
  else if (!isJson)
    printOthers(*loaded);
  llvm::json::Object answer = describe(*loaded);
  if (!loaded->program->ok()) {
    if (isJson)
      printJson(std::move(answer));
    return exitCodeOf(loaded->program->diagnostics(), exitCompileError);
  }
  std::string digest;
  if (!command.output.empty()) {
    std::vector<uint8_t> bytes = loaded->program->freeze(loaded->freezeOptions(command.includeSource));
    digest = artifact::digestOf(bytes);
    if (Status status = writeOutput(command.output, {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
        !status) {
      complain(status.problem());
      return exitInfrastructure;
    }
    answer["sha256"] = digest;
    answer["bytes"] = static_cast<int64_t>(bytes.size());
  }
  Explanation explanation;
  if (!command.explain.empty())
    explanation = explainProgram(*loaded->program, loaded->options.tune);
  if (!command.explain.empty() && isJson) {
    answer["explanation"] = tessera::toJson(explanation);
    answer["explanationText"] = protocol::toUtf8(toText(explanation));
  }
  if (isJson)
    printJson(std::move(answer));
  else
    print(toText(explanation));
  if (!isJson)
    sayWhatWasMade(*loaded, command, digest);
  return exitOk;
}

static int run(const CompileCommand &command) {
  SarifLog log;
  int code = run(command, log);
  return finishSarif(command.sarif, log, code);
}

void cli::addCompile(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<CompileCommand>();
  CLI::App *sub = addCommand(app, "compile", "check a program; with -o, freeze it into an artifact", exitCode,
                             [command] { return run(*command); });
  command->source.addTo(*sub, "a Python file");
  auto *output = sub->add_option("-o,--output", command->output, "the artifact's file; - is standard output");
  sub->add_flag(
         "--explain{text}", command->explain,
         "say on standard output how each kernel is scheduled and why, what is predicted of it, and what `--tune` "
         "chooses; --explain=json for machines")
      ->check(CLI::IsMember({"text", "json"}));
  sub->add_flag("--include-source", command->includeSource,
                "put the source text into the artifact, for all who get it to read")
      ->needs(output);
  addSarifOption(*sub, command->sarif);
}
