// SPDX-License-Identifier: Apache-2.0
// `tessera show`: a program at any stage, after any pass.
#include "runner/cli/Command.h"
#include "runner/cli/Source.h"
#include "runner/cli/Terminal.h"
#include "shared/protocol/Json.h"
#include <CLI/Option.hpp>

using namespace tessera;
using namespace tessera::runner;
using namespace tessera::runner::cli;

namespace {
struct ShowCommand {
  SourceOptions source;
  std::string stage, pass, kernel;
  bool list = false, all = false, layouts = false, tilings = false, verbose = false;
};
} // namespace

static int answerText(const ShowCommand &command, std::optional<std::string> text, DiagnosticSink &sink,
                      const LoadedProgram &loaded) {
  std::vector<Diagnostic> diagnostics = sink.takeSorted();
  if (command.source.json)
    printJson(
        llvm::json::Object{{"text", text ? llvm::json::Value(protocol::toUtf8(*text)) : llvm::json::Value(nullptr)},
                           {"diagnostics", cli::toJson(diagnostics)}});
  else
    loaded.print(diagnostics);
  if (!text)
    for (const Diagnostic &diagnostic : diagnostics) // what the command line named does not exist
      if (diagnostic.id == DiagnosticId::unknownName || diagnostic.id == DiagnosticId::unknownStage)
        return exitUsage;
  if (!text)
    return exitCodeOf(diagnostics, exitCompileError);
  if (!command.source.json) {
    print(*text);
    if (!llvm::StringRef(*text).ends_with("\n"))
      print("\n");
    flushOutput();
  }
  return exitOk;
}

/// What compiling said: warnings and what has no code always, what was chosen and why not better where that is asked
/// for.
static void addRemarks(const ShowCommand &command, llvm::StringRef stage, const Program &program,
                       DiagnosticSink &sink) {
  for (const Diagnostic &diagnostic : program.diagnostics()) {
    bool hasNoCode = diagnostic.id == DiagnosticId::noSchedule || diagnostic.id == DiagnosticId::blockTooLarge ||
                     diagnostic.id == DiagnosticId::sharedMemoryLimit;
    bool isOfKernels = diagnostic.severity == Severity::remark && stage != "tile" && (command.verbose || hasNoCode);
    if (diagnostic.severity == Severity::warning || isOfKernels)
      sink.add(diagnostic);
  }
}

/// The pipeline as a table, or every text of it.
static int answerSnapshots(const ShowCommand &command, Program &program) {
  llvm::ArrayRef<Snapshot> snapshots = program.snapshots();
  if (snapshots.empty()) {
    complain("`" + command.source.file +
             "` is an artifact: it holds the finished module only, and its passes can't be replayed");
    return exitUsage;
  }
  if (command.source.json) {
    llvm::json::Array array;
    for (const Snapshot &snapshot : snapshots)
      array.push_back(tessera::toJson(snapshot, command.all));
    printJson(llvm::json::Object{{"snapshots", std::move(array)}});
    return exitOk;
  }
  size_t width = 0;
  for (const Snapshot &snapshot : snapshots)
    width = std::max(width, snapshot.pass.size());
  for (const Snapshot &snapshot : snapshots) {
    char line[512];
    std::snprintf(line, sizeof line, "%s%-8s %-*s %s %s\n", command.all ? "// " : "", snapshot.stage.c_str(),
                  static_cast<int>(width), snapshot.pass.c_str(), snapshot.changed ? "*" : " ",
                  snapshot.reason.c_str());
    print(line);
    if (command.all && snapshot.changed)
      print(snapshot.text + (llvm::StringRef(snapshot.text).ends_with("\n") ? "\n" : "\n\n"));
  }
  flushOutput();
  return exitOk;
}

static int run(const ShowCommand &command) {
  Result<LoadedProgram> loaded = loadProgram(command.source);
  if (!loaded) {
    complain(loaded.problem());
    return exitUsage;
  }
  if (!loaded->program->ok()) {
    DiagnosticSink sink;
    for (const Diagnostic &diagnostic : loaded->program->diagnostics())
      sink.add(diagnostic);
    (void)answerText(command, std::nullopt, sink, *loaded);
    return exitCodeOf(loaded->program->diagnostics(), exitCompileError);
  }
  if (command.layouts) {
    printJson(loaded->program->layouts());
    return exitOk;
  }
  if (command.tilings) {
    printJson(loaded->program->tilings());
    return exitOk;
  }
  if (command.list || command.all)
    return answerSnapshots(command, *loaded->program);
  DiagnosticSink sink;
  std::string stage = command.stage.empty() && command.pass.empty() ? "tile" : command.stage;
  std::optional<std::string> text = loaded->program->show(stage, command.pass, command.kernel, sink);
  addRemarks(command, stage, *loaded->program, sink);
  return answerText(command, std::move(text), sink, *loaded);
}

void cli::addShow(CLI::App &app, int &exitCode) {
  auto command = std::make_shared<ShowCommand>();
  CLI::App *sub = addCommand(app, "show", "print a program at a stage, or after a pass", exitCode,
                             [command] { return run(*command); });
  command->source.addTo(*sub, "a Python file, or an artifact");
  CLI::Option *stage = sub->add_option("--stage", command->stage, "tile (the default), tilegpu, llvm, ptx or sass");
  CLI::Option *pass =
      sub->add_option("--pass", command->pass, "the module right after this pass (`--list` names them)");
  CLI::Option *kernel = sub->add_option("--kernel", command->kernel, "only this kernel");
  CLI::Option *list =
      sub->add_flag("--list", command->list, "the pipeline: stage, pass, * where it changes the program, reason");
  sub->add_flag("-v,--verbose", command->verbose, "say on standard error what the compiler chose, and why not better");
  CLI::Option *all = sub->add_flag("--all", command->all, "the module after every pass that changes it");
  CLI::Option *layouts = sub->add_flag(
      "--layouts", command->layouts,
      "as JSON (shared/protocol): which lane holds which element of every value, what lies where in shared memory");
  CLI::Option *tilings =
      sub->add_flag("--tilings", command->tilings,
                    "as JSON (shared/protocol): grids, blocks, and which program sees which part of each array");
  for (CLI::Option *whole : {list, all, layouts, tilings})
    whole->excludes(stage)->excludes(pass)->excludes(kernel);
  list->excludes(all);
  layouts->excludes(list)->excludes(all);
  tilings->excludes(list)->excludes(all)->excludes(layouts);
  pass->excludes(kernel);
}
